"""Answer and play agree: every cell of the rulings that is stated is played on a board of its own, in every edition.

A cell is who does what to which element, where: what can be asked on the command line. The engine asks the same rulings.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from catalog import yamlfile
from catalog.effects import Effect, Permit
from catalog.model import walk as parts
from tests.engine.cells import TABLES, Cell, contrary, stage
from tests.engine.tables import catalog
from tests.engine.walk import WAYS, comes_about, listed, unfelt, walked

UNPLAYED = Path(__file__).parents[1] / "data" / "unplayed.yaml"
BOTH = "what can be played of the later box is played with the older one, and the ruling about that one says the same"
UNFELT = {
    ("dragon", "remove"): {"dragon-leaves-lords-alone": BOTH, "dragon-passes-older-bridges": BOTH, "dragon-passes-bridges": BOTH},
    ("fairy", "assign"): {"fairy-avoids-lords": BOTH},
    ("player", "place"): {
        "place-abbot": "his every place has a ruling of its own, which says the same or the opposite",
        "bridge-over-a-hoard": "to place a bridge is to build it, and play asks who may build",
    },
}
"""Statements with a ruling of which nothing is felt in play, and why."""
CASES = [(table, *asked) for table in TABLES for asked in WAYS]


@cache
def _unplayed() -> list[dict[str, Any]]:
    return yamlfile.read(UNPLAYED, "unplayed.yaml").data  # type: ignore[no-any-return]


def test_every_edition_has_a_table() -> None:
    assert set(catalog().editions) <= {*TABLES}


def test_everybody_who_does_something_has_a_way_to_do_it_and_is_asked_about_in_play() -> None:
    effects = [s.effect for s in catalog().statements.values() if isinstance(s.effect, Effect)]
    declared = {(p.actor, p.verb) for s in catalog().statements.values() for p in s.permissions}
    asked = {(node.actor, node.verb) for effect in effects for _, node, _ in parts(effect) if isinstance(node, Permit)}
    assert declared | asked == {*WAYS}
    assert declared - asked == set()


@pytest.mark.parametrize(("table", "actor", "verb"), CASES)
def test_what_is_answered_is_what_is_played(table: str, actor: str, verb: str) -> None:
    assert walked(table, actor, verb).wrong == {}


@pytest.mark.parametrize(("table", "actor", "verb"), CASES)
def test_the_cells_that_are_not_played_are_listed(table: str, actor: str, verb: str) -> None:
    written = {e["why"]: sorted(e["cells"]) for e in _unplayed() if (e["table"], e["asked"]) == (table, f"{actor} {verb}")}
    assert listed(table, actor, verb) == written


def test_every_entry_of_the_list_is_about_a_case() -> None:
    assert {(e["table"], e["asked"]) for e in _unplayed()} <= {(table, f"{actor} {verb}") for table, actor, verb in CASES}


def test_hundreds_of_cells_are_played_and_few_are_not() -> None:
    played = sum(len(walked(*case).played) for case in CASES)
    assert played > 2000
    assert sum(len(entry["cells"]) for entry in _unplayed()) < played / 4


@pytest.mark.parametrize(("actor", "verb"), WAYS)
def test_play_goes_by_the_rulings(actor: str, verb: str) -> None:
    """Were a ruling the opposite, play would be different from the answer."""
    assert unfelt(actor, verb) == {*UNFELT.get((actor, verb), ())}


@pytest.mark.parametrize(
    ("table", "actor", "verb", "cell", "statement"),
    [
        ("c3.1", "dragon", "remove", Cell("meeple", ("city",)), "dragon-removes-meeples"),
        ("c3.1", "dragon", "remove", Cell("meeple", ("barn",)), "dragon-leaves-barns-alone"),
        ("c3.1", "dragon", "pass", Cell("town-hall"), "dragon-passes-town-halls"),
        ("c3.1", "dragon", "face", Cell("meeple", ("defense-post",)), "dragon-need-not-face-defense-posts"),
        ("c3.1", "fairy", "assign", Cell("maiden"), "fairy-avoids-maidens"),
        ("c3.1", "fairy", "score", Cell("pig"), "pigs-bring-no-fairy-points"),
        ("c3.1", "magic-portal", "place", Cell("meeple", ("dragon-hoard",)), "portal-avoids-hoards"),
        ("c3.1", "player", "place", Cell("meeple", ("dragon-hoard",)), "no-meeple-on-a-hoard"),
        ("c2", "player", "recall", Cell("abbot"), "recall-abbot"),
        ("c2", "player", "station", Cell("abbot"), "abbot-stays-off-towers"),
        ("c2", "player", "build", Cell("bridge"), "build-bridge"),
        ("c2", "princess", "expel", Cell("knight"), "princess-sends-a-knight-home"),
        ("c1", "tower-floor", "capture", Cell("meeple", ("castle",)), "towers-spare-lords"),
        ("c1", "magic-portal", "place", Cell("meeple", (), "portal-shuns-the-dragon"), "portal-shuns-the-dragon"),
    ],
)
def test_the_opposite_of_a_ruling_is_seen(table: str, actor: str, verb: str, cell: Cell, statement: str) -> None:
    at = stage(table)
    rows = [r for r in at.rules.ruleset.rows if (r.statement.id, r.permission.verb) == (statement, verb)]
    row = next(row for row in rows if at.reaches(row, cell))
    assert comes_about(contrary(at, row), actor, verb, cell) != comes_about(at, actor, verb, cell)
