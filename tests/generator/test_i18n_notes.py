"""What translators are told about a text: where it stands, on which page, what its links name, what its placeholders are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from catalog import load
from generator import addresses
from generator.i18n import extract_all, messages, update_all
from generator.i18n.notes import Notes
from generator.i18n.standing import Standing, standing
from generator.pages import boxes, designs, elements, sources, statements
from tests.generator.i18n_fakes import WYRM_MOVES, catalog, site, write

OURS = load().catalog


def _notes(path: Path, context: str) -> list[str]:
    """Return the notes of an entry of a PO file."""
    (block,) = [b for b in path.read_text(encoding="utf-8").split("\n\n") if f'msgctxt "{context}"' in b]
    return [line[3:] for line in block.split("\n") if line.startswith("#. ")]


def test_a_template_says_where_a_text_stands_and_what_its_links_name(tmp_path: Path):
    rules, _ = extract_all(catalog(tmp_path), tmp_path / "pot", site=site(tmp_path))
    assert _notes(rules, "statement/wyrm-sleeps") == [
        "The Caves, general, en/statements/wyrm-sleeps/",
        "links: wyrm (figure); den (figure)",
    ]
    assert _notes(rules, "element/wyrm/about") == ["en/elements/wyrm/"]
    assert _notes(rules, "box/caves/name")[0] == "The Caves, en/caves/"
    assert _notes(rules, "edition/c1/name") == []


def test_the_links_lead_to_where_the_site_is(tmp_path: Path):
    rules, _ = extract_all(catalog(tmp_path), tmp_path / "pot", site=site(tmp_path), base_url="https://example.org/rules/")
    assert "The Caves, general, https://example.org/rules/en/statements/wyrm-sleeps/" in _notes(rules, "statement/wyrm-sleeps")


def test_the_file_of_a_language_has_its_own_terms_and_pages(tmp_path: Path):
    write(tmp_path, "glossary.yaml", "language: {tag: cs, name: čeština}\nterms: [{id: wyrm, name: drak, plural: draci}]\n")
    update_all(catalog(tmp_path), ["cs"], site=site(tmp_path))
    path = tmp_path / "locales" / "cs" / "rules.po"
    assert _notes(path, "statement/wyrm-sleeps") == [
        "The Caves, general, cs/statements/wyrm-sleeps/",
        "links: wyrm (figure) = drak, draci; den (figure)",
    ]
    assert update_all(catalog(tmp_path), site=site(tmp_path)) == []
    assert update_all(catalog(tmp_path), site=site(tmp_path), base_url="https://example.org") == [path]


def test_all_placeholders_of_a_text_are_told_in_one_line():
    several = [m for m in messages(OURS) if len(m.notes) == 1 and m.notes[0].count(" is ") > 1]
    assert several
    for message in several:
        told = [part.partition(" is ")[0] for part in message.notes[0].split("; ")]
        assert all(name in message.english for name in told)


def test_each_text_has_few_notes_and_its_page_is_there():
    paths = {leaf.path for module in (boxes, designs, elements, sources, statements) for leaf in module.leaves(OURS)}
    notes = Notes(OURS)
    for message in messages(OURS):
        place = standing(OURS, message.context or "")
        assert place.page is None or place.page in paths, message.context
        assert len(notes.noted(message).notes) <= 3
        assert place.box in {"", *OURS.boxes}
    assert {standing(OURS, m.context or "").box for m in messages(OURS)} == {"", *OURS.boxes}


@pytest.mark.parametrize("context", ["", "statement/none", "example/none", "box/none/name", "edition/c1/name", "nonsense"])
def test_a_text_of_nothing_stands_nowhere(context):
    assert standing(OURS, context) == Standing()


def test_an_example_and_a_note_stand_with_their_statement():
    example = next(e for e in OURS.examples.values() if e.shows)
    found = standing(OURS, f"example/{example.id}")
    assert (found.part, found.page) == ("example", addresses.own_page(example.shows[0]))
    statement = next(s for s in OURS.statements.values() if s.source.note)
    assert standing(OURS, f"statement/{statement.id}/note") == standing(OURS, f"statement/{statement.id}")


def test_a_link_to_nothing_is_not_told(tmp_path: Path):
    text = replace(next(m for m in messages(catalog(tmp_path)) if m.english == WYRM_MOVES), english="A [yeti](yeti).")
    assert Notes(catalog(tmp_path)).noted(text).notes == ("The Caves, general, en/statements/wyrm-moves/",)
