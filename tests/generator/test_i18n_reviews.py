"""Drafts and what was reviewed: which mark counts, what is wrong with others, and what becomes of a mark as the English changes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from generator.i18n import Status, languages, po, update_all
from generator.i18n.merge import merge
from generator.i18n.messages import Message
from generator.i18n.po import Entry
from tests.generator.i18n_fakes import HEADER, WYRM_MOVES, catalog, site, write

JANA, EARLIER = "reviewed: Jana Nováková 2026-11-30", "reviewed earlier: Jana Nováková 2026-11-30"
CZECH = "[Drak](wyrm) se pohne {times}krát."


def _file(tmp_path: Path, comment: str, czech: str = CZECH, flags: str = "") -> Path:
    text = f'# {comment}\n{flags}msgctxt "statement/wyrm-moves"\nmsgid "{WYRM_MOVES}"\nmsgstr "{czech}"\n'
    return write(tmp_path, "rules.po", text)


def _read(tmp_path: Path):
    found = languages(catalog(tmp_path))
    return [f for f in found.findings if f.code == "translation-review"], found.by_tag["cs"]


@pytest.mark.parametrize(("comment", "reviewed"), [(JANA, True), ("reviewed:Jana 2026-11-30", True), ("dračí jazyk", False)])
def test_a_translation_is_a_draft_until_it_is_marked(tmp_path: Path, comment, reviewed):
    _file(tmp_path, comment)
    findings, czech = _read(tmp_path)
    found = czech.text("statement/wyrm-moves", WYRM_MOVES)
    assert (findings, found.state, found.reviewed) == ([], "translated", reviewed)
    assert czech.status == Status(czech.status.total, 1, 0, int(reviewed))


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        ("reviewed: Jana Nováková", "does not end with a date"),
        ("reviewed: Jana Nováková 30.11.2026", "does not end with a date"),
        ("reviewed: Jana Nováková 2026-11-31", "there is no day 2026-11-31"),
        ("reviewed: 2026-11-30", "does not say who"),
        ("reviewed: ?! 2026-11-30", "does not say who"),
        ("reviewed:", "does not end with a date"),
        ("Reviewed: Jana 2026-11-30", "does not begin with `reviewed:`"),
        ("reviewed by Jana 2026-11-30", "does not begin with `reviewed:`"),
        (f"reviewed: {'Jana ' * 40}", "Jana …` is no mark"),
    ],
)
def test_a_mark_that_is_none_is_told_with_its_line_and_does_not_count(tmp_path: Path, comment, said):
    _file(tmp_path, comment)
    (finding,), czech = _read(tmp_path)
    assert (finding.severity, finding.file, finding.line) == ("warning", "locales/cs/rules.po", HEADER.count("\n") + 4)
    assert finding.path == "statement/wyrm-moves"
    assert said in finding.message
    assert "2026-11-30" in (finding.hint or "")
    assert czech.text("statement/wyrm-moves", WYRM_MOVES) == replace(
        czech.text("statement/wyrm-moves", WYRM_MOVES), state="translated", reviewed=False
    )


@pytest.mark.parametrize(
    ("comment", "czech", "flags", "said"),
    [
        (JANA, "", "", "nothing is translated"),
        (JANA, CZECH, "#, fuzzy\n", "fuzzy: it is not reviewed"),
        (EARLIER, CZECH, "", "is not fuzzy"),
        (EARLIER, CZECH, "#, fuzzy\n", None),
    ],
)
def test_a_mark_stands_only_where_it_can_be_true(tmp_path: Path, comment, czech, flags, said):
    _file(tmp_path, comment, czech, flags)
    findings, language = _read(tmp_path)
    assert [said in f.message for f in findings] == ([] if said is None else [True])
    assert not language.text("statement/wyrm-moves", WYRM_MOVES).reviewed
    assert language.status.reviewed == 0


def test_the_interface_and_the_glossary_have_drafts_and_reviewed_texts_too(tmp_path: Path):
    write(tmp_path, "interface.po", f'# {JANA}\nmsgid "Search"\nmsgstr "Hledat"\n\n# reviewed\nmsgid "Boxes"\nmsgstr "Krabice"\n')
    terms = (
        "[{id: wyrm, name: drak, plural: draci, reviewed: Jana 2026-11-30},"
        " {id: den, name: sluj, plural: sluje, reviewed: Jana}, {id: wake, name: budit}]"
    )
    write(tmp_path, "glossary.yaml", f"language: {{tag: cs, name: čeština}}\nterms: {terms}\n")
    findings, czech = _read(tmp_path)
    assert [(f.file, f.line) for f in findings] == [
        ("locales/cs/glossary.yaml", 2),
        ("locales/cs/interface.po", HEADER.count("\n") + 7),
    ]
    assert czech.parts["names"] == Status(3, 3, 0, 1)
    assert czech.parts["interface"] == Status(2, 2, 0, 1)


def _update(english: str, *old: Entry) -> Entry:
    return merge([Message("a", english)], old, by_context=True, nplurals=3)[0]


DONE = Entry("a", ("one",), ("jedna",), comments=("why?", JANA))


def test_a_mark_is_set_aside_while_the_entry_is_fuzzy_and_true_again_when_the_english_comes_back():
    drifted = _update("one more", DONE)
    assert (drifted.fuzzy, drifted.comments) == (True, ("why?", EARLIER))
    assert _update("one less", drifted).comments == ("why?", EARLIER)
    assert _update("one", drifted) == DONE


def test_a_mark_goes_when_another_translation_is_made():
    drifted = _update("one more", DONE)
    made = replace(drifted, strings=("ještě jedna",), flags=frozenset(), previous=())
    assert _update("one more", made).comments == ("why?",)
    again = replace(made, comments=(*made.comments, "reviewed: Petr 2027-01-02"))
    assert _update("one more", again).comments == ("why?", "reviewed: Petr 2027-01-02")
    assert _update("two", again).comments == ("why?", "reviewed earlier: Petr 2027-01-02")


def test_a_mark_goes_aside_with_the_entry_that_another_tool_made_fuzzy():
    by_other = replace(DONE, ids=("one more",), flags=frozenset({"fuzzy"}), previous=("one",))
    assert _update("one more", by_other).comments == ("why?", EARLIER)
    assert _update("one", by_other) == DONE


def test_a_mark_stays_with_an_entry_whose_text_went_and_came_back():
    (gone,) = merge([], (DONE,), by_context=True, nplurals=3)
    assert (gone.comments, _update("one", gone)) == (DONE.comments, DONE)
    (gone,) = merge([], (_update("one more", DONE),), by_context=True, nplurals=3)
    assert (gone.ids, gone.comments) == (("one",), DONE.comments)
    assert _update("one more", gone) == _update("one more", DONE)


def test_a_mark_comes_through_an_update_and_is_not_fuzzy_work(tmp_path: Path):
    path = _file(tmp_path, JANA)
    pages = site(tmp_path)
    update_all(catalog(tmp_path), site=pages)
    assert f"# {JANA}\n" in path.read_text(encoding="utf-8")
    update_all(catalog(tmp_path, {"wyrm-moves": "The [wyrm](wyrm) never makes {times} moves."}), site=pages)
    (entry,) = [e for e in po.read(path, path.name, "nplurals=3; plural=0;").entries if e.context == "statement/wyrm-moves"]
    assert (entry.fuzzy, entry.comments) == (True, (EARLIER,))
    assert _read(tmp_path)[0] == []
