"""What the site says of drafts and of what was reviewed: the page of the state, and the page of a statement."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from generator.i18n import Languages
from generator.site import build
from tests.site.small import english_and_czech, small

GAME = small()
FIRST, SECOND, THIRD, FOURTH = list(GAME.statements)[:4]
BOX = GAME.box_of[FIRST]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return a site whose Czech has one reviewed text, one out of date and one missing, all others drafts; and the language."""
    found = english_and_czech(GAME)
    czech = found.by_tag["cs"]
    entries = dict(czech.entries)
    entries[f"statement/{FIRST}"] = replace(entries[f"statement/{FIRST}"], comments=("reviewed: Jana Nováková 2026-11-30",))
    entries[f"statement/{THIRD}"] = replace(entries[f"statement/{THIRD}"], flags=frozenset({"fuzzy"}))
    del entries[f"statement/{FOURTH}"]
    czech = replace(czech, entries=entries, catalog=czech.catalog)
    out = tmp_path_factory.mktemp("drafts") / "site"
    build(GAME, Languages({**found.by_tag, "cs": czech}), out, processes=1, search=False)
    return out, czech


def _rows(text):
    """Return the cells of each row of the tables of a text, in words."""
    rows = (re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in re.findall(r"<tr.*?</tr>", text, re.DOTALL))
    return [[" ".join(re.sub(r"<[^>]*>", " ", cell).split()) for cell in row] for row in rows]


def test_the_state_counts_what_is_reviewed_drafts_out_of_date_and_missing(built):
    out, czech = built
    page = (out / "en" / "status" / "index.html").read_text(encoding="utf-8")
    section = page.partition('id="in_cs"')[2].partition("</section>")[0]
    rows = _rows(section)
    assert rows[0] == ["", "Translated", "Reviewed", "Drafts", "Out of date", "Missing"]
    total = len(czech.messages)
    assert ["Rules", f"{total - 2} of {total}", "1", str(total - 3), "1", "1"] in rows
    assert ["Names", f"{len(GAME.elements)} of {len(GAME.elements)}", "0", str(len(GAME.elements)), "0", "0"] in rows


def test_the_state_goes_box_by_box_and_rulebook_by_rulebook(built):
    out, _ = built
    page = (out / "en" / "status" / "index.html").read_text(encoding="utf-8")
    section = page.partition('id="in_cs"')[2].partition("</section>")[0]
    own = section.partition(f'href="../{BOX}/')[0].rpartition("<tbody>")[2]
    assert _rows(own)[0][2:3] + _rows(own)[0][4:] == ["1", "1", "1"]
    for edition in GAME.editions_of(BOX):
        row = section.partition(f'href="../{BOX}/{edition}/index.html"')[2].partition("</tr>")[0]
        held = {s.id for s in GAME.statements_of(BOX, edition)}
        cells = _rows(f"<tr><th>{row}</tr>")[0]
        assert cells[2] == str(int(FIRST in held))
        assert cells[4:] == [str(int(THIRD in held)), str(int(FOURTH in held))]


@pytest.mark.parametrize("tag", ["en", "cs"])
@pytest.mark.parametrize(
    ("name", "state"), [(FIRST, "translated"), (SECOND, "a draft that nobody has reviewed yet"), (FOURTH, "not translated yet")]
)
def test_a_statement_says_with_its_languages_that_its_translation_is_a_draft(built, tag, name, state):
    out, czech = built
    page = (out / tag / "statements" / name / "index.html").read_text(encoding="utf-8")
    versions = page.partition('class="versions"')[2].partition("</ul>")[0]
    said = czech.gettext(state) if tag == "cs" else state
    marks = re.findall(r'lang="(..)".*?<span class="mark">(.*?)</span>', versions, re.DOTALL)
    assert marks[-1][1] == said
    assert len(marks) == 2
