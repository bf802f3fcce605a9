"""Offers and acts of kinds that no box makes yet: what they say is what is played, whether the list knows them beforehand or not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine import tables
from tests.engine.laws import brute_force
from tests.engine.tables import added, laid, words

REAL = tables.catalog()
RED_ON_THE_ROAD = {"piece": "meeple", "of": "red", "at": [0, 0], "on": {"kind": "road"}}
FROM_SUPPLY = {"pieces": {"kind": ["meeple"], "owner": "active", "at": {"supply": "active"}}}


def offering(**offer: Any) -> dict[str, Any]:
    """Return the effect of a statement with one offer."""
    return {"effect": {"rules": [{"offer": {"step": "place-figure", **offer}}]}}


def placing(where: dict[str, Any], *more: dict[str, Any]) -> list[dict[str, Any]]:
    """Return acts: a meeple goes to a spot that is chosen, and more."""
    put = {"put": {"piece": "figure", "to": {"spot": "spot"}, "verb": "place"}}
    return [{"choose": {"from": [FROM_SUPPLY, {"spots": where}], "as": ["figure", "spot"], "do": [put]}}, *more]


def recalling(at: Any, **condition: Any) -> dict[str, Any]:
    """Return the effect of a statement that offers to take a meeple back."""
    pieces = {"pieces": {"kind": ["meeple"], "owner": "active", "at": at}}
    put = {"put": {"piece": "figure", "to": {"supply": "active"}, "verb": "recall"}}
    return offering(**condition, do=[{"choose": {"from": [pieces], "as": ["figure"], "do": [put]}}])


@pytest.mark.parametrize(("drawn", "there"), [("base/b", True), ("base/u", False)])
def test_a_piece_is_offered_by_what_the_new_tile_shows(drawn: str, there: bool) -> None:
    tile = {"if": [{"tile-has": {"tile": "placed", "feature": "monastery"}}]}
    game = laid(added(REAL, "base", "place-meeple", back=recalling("board", **tile)), draws=[drawn], pieces=[RED_ON_THE_ROAD])
    assert bool([move for move in words(game) if move.get("offer") == "back"]) == there
    assert set(game.actions()) == brute_force(game)


def test_a_piece_that_the_new_tile_makes_another_is_not_offered_beforehand() -> None:
    on_open_road = {"feature": {"features": {"kind": ["road"], "state": "unfinished"}}}
    more = added(REAL, "base", "place-meeple", back=recalling(on_open_road))
    board = [{"tile": "base/w", "at": [-1, 0]}, {"tile": "base/d", "at": [0, 0]}]
    game = laid(more, board=board, draws=["base/w"], pieces=[RED_ON_THE_ROAD])
    # The crossing closes the road: nobody is on an open one any more.
    game.apply(game.find({"place": [1, 0], "turns": 0}))
    assert not [move for move in words(game) if move.get("offer") == "back"]


def test_what_follows_the_choice_of_an_offer_is_done() -> None:
    gift = offering(do=placing({"kind": ["road"], "of": "placed"}, {"score": {"player": "active", "points": 7}}))
    game = laid(added(REAL, "base", "place-meeple", gift=gift), draws=["base/u"])
    game.apply(game.find({"place": [1, 0], "turns": 0, "put": {"piece": "meeple", "on": "road"}, "offer": "gift"}))
    assert game.scores == [7, 0]


def test_an_unfinished_spot_of_the_new_tile_is_unfinished_once_it_lies() -> None:
    gift = offering(
        do=placing({"kind": ["road"], "of": "placed", "unfinished": True}, {"score": {"player": "active", "points": 1}})
    )
    board = [{"tile": "base/w", "at": [-1, 0]}, {"tile": "base/d", "at": [0, 0]}]
    game = laid(added(REAL, "base", "place-meeple", gift=gift), board=board, draws=["base/w"])
    game.apply(game.find({"place": [1, 0], "turns": 0}))
    spots = [move["choose"][1]["on"]["ports"] for move in words(game) if move.get("offer") == "gift"]
    # The road to the west is closed; those to the east and the south lead on.
    assert spots
    assert ["W"] not in spots


def test_what_belongs_to_nobody_has_no_owner() -> None:
    effect = {"when": "scoring-done", "do": [{"score": {"player": {"owner-of": "dragon"}, "points": 5}}]}
    game = laid(
        added(REAL, "dragon-and-fairy", "fairy-never-stands-alone", gift={"effect": effect}),
        "dragon-and-fairy",
        "c3.1",
        draws=["base/u"],
    )
    game.apply(game.find({"place": [1, 0], "turns": 0}))
    assert game.scores == [0, 0]


def test_who_waits_to_hear_of_a_tile_hears_of_it_though_the_movements_end() -> None:
    effect = {
        "when": "tile-entered",
        "of": "dragon",
        "after": "fairy-drives-the-dragon-off",
        "do": [{"score": {"player": "active", "points": 1}}],
    }
    game = laid(
        added(REAL, "dragon-and-fairy", "fairy-drives-the-dragon-off", toll={"effect": effect}),
        "dragon-and-fairy",
        "c3.1",
        board=[{"tile": "base/u", "at": [x, 0]} for x in range(3)],
        pieces=[
            {"piece": "dragon", "at": [0, 0], "facing": "E"},
            {"piece": "meeple", "of": "blue", "at": [2, 0], "on": {"kind": "road"}},
            {"piece": "fairy", "with": {"of": "blue", "at": [2, 0]}},
        ],
        draws=["dragon-and-fairy/g"],
    )
    # Two tiles are entered, the second with the fairy, and there is no second movement.
    assert game.scores == [2, 0]
    assert {"piece": "dragon", "before": "blue"} in game.view()["pieces"]
