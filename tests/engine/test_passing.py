"""What walks asks the rulings what it may pass: before anything else it stops."""

from __future__ import annotations

from typing import Any

import pytest

from engine import run
from tests.engine.tables import added, catalog, laid

HOARD = "dragon-and-fairy/2"
BOARD = [
    {"tile": HOARD, "at": [-1, 0], "turns": 90},
    {"tile": "base/d", "at": [0, 0]},
    {"tile": "base/u", "at": [1, 0], "turns": 90},
]
FACING = {"piece": "dragon", "at": [-1, 0], "facing": "E"}


def _comes_to(rules: list[dict[str, Any]], chosen: str = "dragon-and-fairy", pieces: tuple[dict[str, Any], ...] = ()) -> Any:
    """Return the tiles that the dragon enters on its first way east over two tiles, after more rulings."""
    entries = catalog()
    if rules:
        entries = added(entries, "dragon-and-fairy", "dragon-passes-bridges", obstacle={"boxes": (), "effect": {"rules": rules}})
    game = laid(entries, chosen, "c3.1", board=BOARD, pieces=[FACING, *pieces], draws=["dragon-and-fairy/g", "base/u"])
    ways = [n for n, event in enumerate(game.events) if event.what == "face"]
    return [event.to for event in game.events[: ways[0]] if event.what == "walk"]


def _no(target: str, *on: str, **more: Any) -> dict[str, Any]:
    return {"permission": {"actor": "dragon", "verb": "pass", "target": target, "on": list(on), "verdict": "does-not", **more}}


FREELY = len(_comes_to([]))
WITH_FAIRY = {"exists": {"of": {"pieces": {"kind": ["fairy"], "at": {"square": "square"}}}}}


def test_nothing_holds_it_up_where_no_ruling_does() -> None:
    assert FREELY == 2


@pytest.mark.parametrize(
    ("rules", "pieces", "tiles"),
    [
        # A feature, a mark, a figure: on the first tile, on the second, on none.
        ([_no("city")], [], 0),
        ([_no("river")], [], 2),
        ([_no("meeple")], [{"piece": "meeple", "of": "blue", "at": [1, 0], "on": "road"}], 1),
        ([_no("highwayman")], [{"piece": "meeple", "of": "blue", "at": [1, 0], "on": "road"}], 1),
        ([_no("knight")], [{"piece": "meeple", "of": "blue", "at": [1, 0], "on": "road"}], 2),
        ([_no("meeple", "city")], [{"piece": "meeple", "of": "blue", "at": [0, 0], "on": "city"}], 0),
        ([_no("meeple")], [], 2),
        # Only where something stands there, and only what stands with something.
        ([_no("road", **{"if": [WITH_FAIRY]})], [], 2),
        ([_no("road", **{"if": [WITH_FAIRY]})], [{"piece": "fairy", "at": [0, 0]}], 0),
        ([_no("road", **{"if": [{"exists": {"of": {"pieces": {"kind": ["fairy"], "at": {"with": "target"}}}}}]})], [], 2),
        # The narrower ruling wins.
        ([_no("meeple"), {"permission": {**_no("knight")["permission"], "verdict": "does"}}],
         [{"piece": "meeple", "of": "blue", "at": [0, 0], "on": "city"}], 2),
    ],
)  # fmt: skip
def test_it_stops_before_what_it_may_not_pass(rules: list[Any], pieces: list[Any], tiles: int) -> None:
    assert len(_comes_to(rules, pieces=tuple(pieces))) == tiles


def test_it_asks_of_what_the_rulings_let_it_pass_too() -> None:
    halls = ({"piece": "town-hall", "at": [1, 0]},)
    chosen = "dragon-and-fairy,messengers-and-mayors"
    assert len(_comes_to([], chosen, halls)) == 2
    against = {**_no("town-hall")["permission"], "verdict": "does-not"}
    entries = added(
        catalog(), "dragon-and-fairy", "dragon-passes-town-halls",
        halls={"overrides": ("dragon-passes-town-halls",), "effect": {"rules": [{"permission": against}]}},
    )  # fmt: skip
    game = laid(entries, chosen, "c3.1", board=BOARD, pieces=[FACING, *halls], draws=["dragon-and-fairy/g", "base/u"])
    assert not any(e.what == "walk" and e.to == _comes_to([])[1] for e in game.events)


def test_nothing_is_asked_on_the_way_where_no_ruling_is_against_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*_args: object) -> bool:
        raise AssertionError

    monkeypatch.setattr(run, "passes", asked)
    assert len(_comes_to([])) == FREELY
    with pytest.raises(AssertionError):
        _comes_to([_no("city")])


def test_a_mark_of_a_feature_holds_it_up_as_one_of_the_tile_does() -> None:
    entries = added(
        catalog(), "dragon-and-fairy", "dragon-passes-bridges", obstacle={"boxes": (), "effect": {"rules": [_no("inn")]}}
    )
    board = [*BOARD[:2], {"tile": "inns-and-cathedrals/b-garden", "at": [1, 0]}]
    more = {"board": board, "pieces": [FACING], "draws": ["dragon-and-fairy/g", "base/u"]}
    tables = "dragon-and-fairy,inns-and-cathedrals@c2"
    ways = [[event.what for event in laid(data, tables, "c3.1", **more).events] for data in (catalog(), entries)]
    assert [way[:4] for way in ways] == [["turn", "draw", "walk", "walk"], ["turn", "draw", "walk"]]
