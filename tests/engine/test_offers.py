"""Offers and acts as no box makes them: what they say is what is played, whether the list knows them beforehand or not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import Game, IllegalActionError, replay, save
from tests.engine import tables
from tests.engine.laws import brute_force, check, check_list
from tests.engine.tables import added, changed, laid, without, words

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


# Beside the limit, and at any time


def recalled(game: Game, move: dict[str, Any], *, supply: int) -> None:
    """Assert that a meeple that comes back by a move is in Red's supply."""
    game.apply(game.find(move))
    assert game.view()["supply"]["red"]["meeple"] == supply


BACK = {"offer": "back", "choose": [{"piece": "meeple"}]}
RED_IN_THE_CITY = {"piece": "meeple", "of": "red", "at": [0, 0], "on": {"kind": "city"}}


def offered(game: Game, statement: str) -> bool:
    """Tell whether something may be done by an offer of a statement now."""
    return any(move.get("offer") == statement for move in words(game))


def test_an_offer_at_any_time_is_taken_once_in_a_turn() -> None:
    more = added(REAL, "base", "place-meeple", back=at_any_time())
    game = laid(more, pieces=[RED_ON_THE_ROAD, RED_IN_THE_CITY], draws=["base/u"] * 4)
    # Before the tile is placed.
    recalled(game, {"offer": "back", "choose": [{"piece": "meeple", "on": "road"}]}, supply=6)
    assert (game.player, game.view()["turn"], offered(game, "back")) == (0, "red", False)
    # What has come back may be placed.
    game.apply(game.find({"place": [1, 0], "turns": 0, "put": {"piece": "meeple", "on": "road"}}))
    assert game.view()["turn"] == "blue"
    # Blue has nobody on the board; Red may again in the next turn.
    assert not offered(game, "back")
    game.apply(game.find({"place": [2, 0], "turns": 0}))
    assert (game.view()["turn"], offered(game, "back")) == ("red", True)
    recalled(game, {"offer": "back", "choose": [{"piece": "meeple", "on": "city"}]}, supply=6)
    game.undo()
    assert offered(game, "back")


def test_an_offer_at_any_time_is_there_wherever_a_step_asks() -> None:
    more = added(
        REAL, "base", "place-meeple", back=at_any_time(), gift=offering(do=placing({"kind": ["road"], "of": "placed"}, HURRAH))
    )
    more = changed(more, {"one-figure-a-turn": {"rules": [{"limit": {"step": "place-figure", "most": 2}}]}})
    game = laid(more, pieces=[RED_IN_THE_CITY], draws=["base/u"] * 3)
    game.apply(game.find({"place": [1, 0], "turns": 0, "put": {"piece": "meeple", "on": "road"}, "offer": "place-meeple"}))
    assert (game.view()["turn"], offered(game, "back")) == ("red", True)
    recalled(game, {"offer": "back", "choose": [{"piece": "meeple", "on": "city"}]}, supply=6)
    assert (game.view()["turn"], offered(game, "back")) == ("red", False)
    assert words(game)[0] == {"pass": True}


def at_any_time() -> dict[str, Any]:
    """Return the effect of a statement that offers at any time in the turn to take a meeple back."""
    pieces = {"pieces": {"kind": ["meeple"], "owner": "active", "at": "board"}}
    put = {"put": {"piece": "figure", "to": {"supply": "active"}, "verb": "recall"}}
    act = {"choose": {"from": [pieces], "as": ["figure"], "do": [put]}}
    return {"effect": {"rules": [{"offer": {"step": "any", "do": [act]}}]}}


HURRAH = {"score": {"player": "active", "points": 1}}


def test_an_offer_beside_the_others_comes_after_them_and_once() -> None:
    beside = offering(beside=True, do=placing({"kind": ["city", "road", "field"], "of": "placed"}))
    game = laid(added(REAL, "base", "place-meeple", second=beside), draws=["base/u"] * 3)
    # It is not among what goes with the tile, also where no other is taken.
    assert not offered(game, "second")
    game.apply(game.find({"place": [1, 0], "turns": 0}))
    assert (game.view()["turn"], words(game)[0]) == ("red", {"pass": True})
    assert {move["offer"] for move in words(game)[1:]} == {"second"}
    game.undo()
    game.apply(game.find({"place": [1, 0], "turns": 0, "put": {"piece": "meeple", "on": "road"}}))
    # Where the first stands is no longer free.
    assert {move["put"]["on"]["kind"] for move in words(game)[1:]} == {"field"}
    game.apply(game.find({"put": {"piece": "meeple", "on": {"kind": "field", "port": "N"}}}))
    assert (game.view()["turn"], game.view()["supply"]["red"]) == ("blue", {"meeple": 5})
    game.undo()
    game.apply(game.find({"pass": True}))
    assert (game.view()["turn"], game.view()["supply"]["red"]) == ("blue", {"meeple": 6})


def test_two_offers_beside_the_others_are_taken_once_each() -> None:
    beside = {name: offering(beside=True, do=placing({"kind": ["field"], "of": "placed"})) for name in ("second", "third")}
    game = laid(added(REAL, "base", "place-meeple", **beside), draws=["base/u"] * 3)
    game.apply(game.find({"place": [1, 0], "turns": 0}))
    game.apply(game.find({"put": {"piece": "meeple", "on": {"kind": "field", "port": "N"}}, "offer": "second"}))
    assert {move.get("offer") for move in words(game)} == {None, "third"}
    game.apply(game.find({"put": {"piece": "meeple", "on": "field"}, "offer": "third"}))
    assert (game.view()["turn"], game.view()["supply"]["red"]) == ("blue", {"meeple": 5})


# Across a tile

BRIDGES = {
    "bridges": {"effect": {"when": "setup", "do": [{"deal": {"to": "each", "kind": "bridge", "count": 1}}]}},
    "across": {"effect": {"rules": [{"span": {"piece": "bridge", "over": "field", "as": "road", "verb": "build"}}]}},
}


def bridging(**what: Any) -> Game:
    """Return a game with pieces that lie across fields as roads."""
    return laid(added(REAL, "base", "place-meeple", **BRIDGES), **what)


def test_a_piece_may_be_laid_across_the_tile_that_was_placed() -> None:
    game = bridging(draws=["base/b", "base/b", "base/u"])
    # What follows is decided once the tile lies, but for a piece that it cannot do without.
    assert {tuple(move["place"]): set(move) - {"place", "tile", "turns"} for move in words(game)} == {
        (0, 1): set(),
        (1, 0): {"span"},
        (-1, 0): {"span"},
    }
    check_list(game)
    game.apply(game.find({"place": [0, 1], "turns": 0}))
    # From west to east; to the north there is the field of the start tile.
    assert words(game) == [{"pass": True}, {"span": {"piece": "bridge", "at": [0, 1], "facing": "E"}}]
    game.apply(game.find({"span": {"at": [0, 1], "facing": "E"}}))
    assert {"piece": "bridge", "of": "red", "at": [0, 1], "facing": "E"} in game.view()["pieces"]
    # It is a road that figures may stand on, and the field under it is one.
    spots = [move["put"]["on"] for move in words(game)[1:]]
    assert sorted(spot["kind"] for spot in spots) == ["field", "monastery", "road"]
    check(game)
    game.apply(game.find({"put": {"piece": "meeple", "on": "road"}}))
    # Blue's tile does not meet the road; below it, it meets the field.
    assert {tuple(move["place"]) for move in words(game) if "span" not in move} == {(0, 2)}
    check_list(game)
    game.undo()
    game.undo()
    game.apply(game.find({"pass": True}))
    assert not game.state.spans
    check(game)


def test_one_piece_lies_across_a_tile_and_one_is_laid_in_a_turn() -> None:
    two = {**BRIDGES, "more": BRIDGES["bridges"]}
    game = laid(added(REAL, "base", "place-meeple", **two), draws=["base/b", "base/b", "base/u"])
    game.apply(game.find({"place": [0, 1], "turns": 0}))
    game.apply(game.find({"span": {"at": [0, 1]}}))
    game.apply(game.find({"pass": True}))
    assert (game.view()["turn"], game.view()["supply"]["red"]["bridge"]) == ("blue", 1)
    game.apply(game.find({"place": [0, 2], "turns": 0}))
    # Nothing more lies across the tile next to it.
    assert [move["span"]["at"] for move in words(game)[1:]] == [[0, 2]]


def test_a_tile_that_fits_only_with_a_piece_across_is_placed_with_it_or_let_go() -> None:
    game = bridging(board=[{"tile": "base/x", "at": [0, 0]}], draws=["base/b", "base/u"])
    assert len(words(game)) == 5
    assert words(game)[-1] == {"discard": True}
    assert {"place": [1, 0], "tile": "base/b", "turns": 0, "span": {"piece": "bridge", "at": [1, 0], "facing": "E"}} in words(
        game
    )
    check_list(game)
    game.apply(game.find({"discard": True}))
    assert (game.view()["turn"], game.view()["drawn"], game.view()["supply"]["red"]["bridge"]) == ("red", "base/u", 1)
    game.undo()
    game.apply(game.find({"place": [1, 0], "span": {"at": [1, 0]}}))
    check(game)
    # There is none for a second.
    assert not [move for move in words(game) if "span" in move]
    assert game.view()["supply"]["red"] == {"meeple": 7}


def test_a_piece_across_the_neighbour_lets_a_tile_meet_it() -> None:
    game = bridging(board=[{"tile": "base/b", "at": [0, 0]}], draws=["base/x", "base/u"])
    assert [move["span"]["at"] for move in words(game)[:-1]] == [[0, 0]] * 4
    check_list(game)
    game.apply(game.find({"place": [0, -1], "span": {"at": [0, 0], "facing": "N"}}))
    check(game)
    with pytest.raises(IllegalActionError):
        game.find({"discard": True})


def test_without_a_piece_to_lay_a_tile_that_fits_nowhere_goes_at_once() -> None:
    board = [{"tile": "base/x", "at": [0, 0]}]
    gone = laid(REAL, board=board, draws=["base/b", "base/u"])
    assert gone.view()["drawn"] == "base/u"
    # Where no statement says what happens to such a tile, it cannot be let go.
    kept = laid(without(added(REAL, "base", "place-meeple", **BRIDGES), "unplaceable-land-tile"), board=board, draws=["base/b"])
    assert all("span" in move for move in words(kept))


def test_a_ruling_with_a_condition_makes_only_the_offers_of_its_own_figure_late() -> None:
    sent = {"happened": {"verb": "expel", "piece": {"pieces": {"kind": ["meeple"]}}}}
    ruling = {"actor": "player", "verb": "place", "target": "phantom", "if": [sent], "verdict": "may-not"}
    more = added(REAL, "phantom", "place-phantom", hesitant={"effect": {"rules": [{"permission": ruling}]}})
    sorts = {
        plan.offer.rule.beside: plan.sort for plan in tables.rules(more, "phantom", "c1").placing.plans if plan.choice is not None
    }
    assert sorts == {False: "spot", True: "late"}
    assert {plan.sort for plan in tables.rules(REAL, "phantom", "c1").placing.plans} == {"spot"}


def refused(target: str, *on: str) -> dict[str, Any]:
    """Return the effect of a statement by which a figure may not be placed in some places."""
    no = {"actor": "player", "verb": "place", "target": target, "on": list(on), "verdict": "may-not"}
    return {"effect": {"rules": [{"permission": no}]}}


def test_where_nobody_may_stand_on_what_lies_across_a_tile_no_offer_leads_there() -> None:
    anywhere = {"kind": ["road"], "free": True, "permitted": {"actor": "player", "verb": "place"}}
    more = {"leap": offering(do=placing(anywhere)), **BRIDGES}
    for ruling, there in (({}, True), ({"no": refused("meeple", "bridge")}, False)):
        game = laid(added(REAL, "base", "place-meeple", **more, **ruling), draws=["base/b", "base/b", "base/u", "base/u"])
        game.apply(game.find({"place": [0, 1], "turns": 0}))
        game.apply(game.find({"span": {"at": [0, 1], "facing": "E"}}))
        assert ([0, 1] in roads(game)) == there
        game.apply(game.find({"pass": True}))
        game.apply(game.find({"place": [0, 2], "turns": 0}))
        while game.player == 1:
            game.apply(game.find({"pass": True}))
        # Red has nothing to lay across a tile any more: now it is known beforehand.
        assert ([0, 1] in roads(game)) == there
        assert set(game.actions()) == brute_force(game)


def roads(game: Game) -> list[list[int]]:
    """Return the tiles on whose road a figure may be put."""
    return [move["put"]["at"] for move in words(game) if move.get("put", {}).get("on", {}).get("kind") == "road"]


def test_what_a_feature_shows_is_a_place_of_those_who_stand_on_it() -> None:
    more = added(REAL, "base", "place-meeple", no=refused("meeple", "inn"))
    game = laid(more, "inns-and-cathedrals", "c1", draws=["inns-and-cathedrals/b"])
    spots = {move["put"]["on"]["kind"] for move in words(game) if move.get("put", {}).get("piece") == "meeple"}
    assert spots == {"field"}
    assert set(game.actions()) == brute_force(game)
    with pytest.raises(IllegalActionError, match="a ruling forbids it") as caught:
        game.find({"place": [1, 0], "turns": 0, "put": {"piece": "meeple", "on": "road"}})
    assert caught.value.statements == ("no",)


PYRAMID = {
    "board": [{"tile": "base/d", "at": [0, 0]}, {"tile": "under-the-big-top/c", "at": [0, 1]}],
    "pieces": [*[{"piece": "meeple", "of": "red", "at": [0, 1]}] * 2, {"piece": "fairy", "with": {"of": "red", "at": [0, 1]}}],
    "draws": ["base/u"],
}


def test_of_two_in_one_place_the_one_that_bears_something_is_told_apart() -> None:
    game = laid(REAL, "princess-and-dragon,under-the-big-top", "c2", **PYRAMID)
    game.apply(game.find({"place": [1, 0], "turns": 0}))
    told = [move["choose"][0] for move in words(game) if move.get("offer") == "fairy-instead-of-a-figure"]
    assert sorted(piece.get("bearing", []) for piece in told) == [[], ["fairy"]]
    for piece in told:
        offer = {"offer": "fairy-instead-of-a-figure", "choose": [piece]}
        game.apply(game.find(offer))
        assert replay(REAL, json.loads(json.dumps(save(game)))).hash() == game.hash()
        game.undo()
    game.apply(game.find({"offer": "fairy-instead-of-a-figure", "choose": [{"bearing": ["fairy"]}]}))
