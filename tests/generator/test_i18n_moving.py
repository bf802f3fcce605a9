"""A translation goes with the entry that it is of, when the id of that moves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from catalog.moved import Moved
from generator.i18n import update_all
from generator.i18n.moving import context_now, moved
from generator.i18n.po import Entry
from tests.generator import i18n_fakes as fakes
from tests.ours import ours
from tests.programs import ROOT

PACK = ROOT / "tests" / "data" / "pack-meadow-fair"


@pytest.fixture(scope="module")
def catalog():
    return ours(PACK).catalog


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("statement/fair-begins", "statement/fair-opens"),
        ("statement/fair-begins/note", "statement/fair-opens/note"),
        ("statement/fair-opens", "statement/fair-opens"),
        ("statement/funfair", "statement/funfair"),
        ("element/funfair/about", "element/fair/about"),
        ("box/village-fair/c3.1/name", "box/meadow-fair/c3.1/name"),
        ("module/village-fair/stalls", "module/meadow-fair/stalls"),
        ("option/village-fair/end-of-the-fair/name", "option/meadow-fair/end-of-the-fair/name"),
        ("design/village-fair/tents/note", "design/meadow-fair/a/note"),
        ("printing/village-fair/tents/A/c3/note", "printing/meadow-fair/a/A/c3/note"),
        ("source/village-leaflet/note", "source/meadow-fair-sheet/note"),
        ("edition/c3/name", "edition/c3/name"),
        ("statement", "statement"),
        (None, None),
    ],
)
def test_a_context_follows_the_id_in_it(catalog, before, now):
    assert context_now(before, catalog) == now


def test_what_is_translated_under_the_new_id_stays_and_so_does_the_old(catalog):
    entries = (Entry("statement/fair-begins", ("A",), ("old",)), Entry("statement/fair-opens", ("A",), ("new",)))
    assert moved(entries, catalog) == entries
    empty = (entries[0], Entry("statement/fair-opens", ("A",)))
    assert moved(empty, catalog)[0] == Entry("statement/fair-opens", ("A",), ("old",))


def test_an_update_keeps_the_translation_of_an_entry_whose_id_has_moved(tmp_path):
    went = Moved.model_validate({"from": "wyrm-walks", "to": "wyrm-moves", "since": "2026"})
    game = replace(fakes.catalog(tmp_path), moved={("statement", "wyrm-walks"): went})
    pages = fakes.site(tmp_path, page='{{ _("Search") }}')
    written = f"""
        msgctxt "statement/wyrm-walks"
        msgid "{fakes.WYRM_MOVES}"
        msgstr "[Drak](wyrm) se pohne {{times}}krát."
    """
    file = fakes.write(tmp_path, "rules.po", written)
    assert file in update_all(game, site=pages)
    text = file.read_text(encoding="utf-8")
    entry = text.split('msgctxt "statement/wyrm-moves"')[1].split("\n\n")[0]
    assert "se pohne {times}krát" in entry
    assert "wyrm-walks" not in text
    assert file not in update_all(game, site=pages)
