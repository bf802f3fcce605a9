"""A figure that the players drive in turn, what it leaves behind, tiles that are laid aside, and what has to be done."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import Game, IllegalActionError, SetupError, replay, save
from tests.engine import tables
from tests.engine.tables import added, changed, laid, rules, what, words

REAL = tables.catalog()
LINE = [
    {"tile": "base/d", "at": [0, 0]},
    {"tile": "princess-and-dragon/3", "at": [1, 0]},
    {"tile": "base/u", "at": [-1, 0]},
    {"tile": "base/b", "at": [0, 1]},
    {"tile": "base/b", "at": [1, 1]},
]
DRAGON = {"piece": "dragon", "at": [1, 0]}


def driven(entries: Any = REAL, **more: Any) -> Game:
    """Return a game in which a tile that makes the dragon move has just been placed."""
    position = {"board": LINE, "pieces": [DRAGON], "draws": ["princess-and-dragon/h", "base/b"], **more}
    game = laid(entries, "base,princess-and-dragon", "c2", **position)
    game.apply(game.find({"place": [2, 0]}))
    return game


def ways(game: Game) -> list[list[int]]:
    """Return the cells that may be chosen."""
    return sorted(move["choose"][0]["cell"] for move in words(game))


def to(game: Game, x: int, y: int) -> list[str]:
    """Send the dragon to a cell, and return what happened."""
    return what(game.apply(game.find({"choose": [{"cell": [x, y]}]})))


# Round the table


def test_the_players_choose_in_turn_beginning_with_the_active_one() -> None:
    game = driven(players=["red", "blue", "green"], turn="green")
    assert (game.colours[game.player or 0], ways(game)) == ("green", [[0, 0], [1, 1], [2, 0]])
    to(game, 0, 0)
    assert (game.player, ways(game)) == (0, [[-1, 0], [0, 1]])
    # From there one new tile is left, and from that one none.
    assert to(game, 0, 1) == ["choose", "walk", "choose", "walk", "turn", "draw"]
    assert game.view()["turn"] == "red"


def test_who_chooses_is_told_in_the_middle_of_it_and_it_can_be_taken_back_and_saved() -> None:
    game = driven()
    to(game, 0, 0)
    assert game.player == 1
    with pytest.raises(IllegalActionError, match="blue has to choose now, as `players-drive-the-dragon-in-turn` says") as caught:
        game.find({"choose": [{"cell": [1, 0]}]})
    assert caught.value.statements == ("players-drive-the-dragon-in-turn",)
    again = Game.from_json(game.rules, json.loads(json.dumps(game.to_json())))
    assert (again.player, ways(again), again.hash()) == (1, ways(game), game.hash())
    to(again, -1, 0)
    to(game, -1, 0)
    assert again.hash() == game.hash()
    game.undo()
    assert (game.player, ways(game)) == (1, [[-1, 0], [0, 1]])
    game.undo()
    assert (game.player, ways(game)) == (0, [[0, 0], [1, 1], [2, 0]])
    to(game, 1, 1)
    assert replay(REAL, json.loads(json.dumps(save(game)))).hash() == game.hash()


@pytest.mark.parametrize(
    ("target", "more", "left"),
    [
        ("monastery", {}, [[0, 0], [2, 0]]),
        ("field", {}, []),
        ("dragon-symbol", {}, [[0, 0], [1, 1]]),
        ("princess", {}, [[0, 0], [1, 1], [2, 0]]),
        ("monastery", {"on": ["dragon-symbol"]}, [[0, 0], [1, 1], [2, 0]]),
        ("field", {"if": [{"exists": {"of": {"pieces": {"kind": ["meeple"], "at": {"cell": "square"}}}}}]}, [[1, 1], [2, 0]]),
    ],
)
def test_a_step_leads_to_no_tile_that_a_ruling_is_against(target: str, more: dict[str, Any], left: list[list[int]]) -> None:
    against = {"permission": {"actor": "dragon", "verb": "pass", "target": target, "verdict": "does-not", **more}}
    obstacle = {"id": "obstacle", "effect": {"rules": [against]}}
    entries = added(REAL, "princess-and-dragon", "dragon-stays-off-the-fairys-tile", obstacle=obstacle)
    game = driven(entries, pieces=[DRAGON, {"piece": "meeple", "of": "blue", "at": [0, 0], "on": "city"}])
    if len(left) > 1:
        assert ways(game) == left
    else:
        assert what(game.events)[-2:] == ["turn", "draw"], "its way ends before it begins"


def test_a_journey_begins_anew_each_time() -> None:
    twice = {"when": "figure-step-done", "do": [{"run": {"statement": "players-drive-the-dragon-in-turn"}}] * 2}
    game = driven(changed(REAL, {"dragon-moves-before-scoring": twice}))
    to(game, 2, 0)
    # From the dead end it sets out again; the active player begins again, and nothing is left of the first way.
    assert game.player == 1
    assert ways(game) == [[0, 0], [1, 1]]


def test_the_way_begins_where_the_loop_begins_and_each_loop_has_its_own() -> None:
    goals = {"cells": {"next-to": "dragon", "new-in": "outer"}}
    inside = {"cells": {"next-to": "dragon", "new-in": "inner"}}

    def step(among: dict[str, Any], by: Any) -> dict[str, Any]:
        move = {"move": {"piece": "dragon", "to": "goal"}}
        return {"choose": {"by": by, "from": [among], "as": ["goal"], "optional": True, "do": [move]}}

    inner = {"repeat": {"name": "inner", "times": 1, "do": [step(inside, {"in-turn": "outer"})]}}
    loop = {"repeat": {"name": "outer", "times": 3, "do": [step(goals, {"in-turn": "outer"}), inner]}}
    game = driven(changed(REAL, {"dragon-moves-before-scoring": {"when": "figure-step-done", "do": [loop]}}))
    to(game, 0, 0)
    # The inner loop knows of no step before its own.
    assert (game.player, ways_or_nothing(game)) == (0, [[-1, 0], [0, 1], [1, 0]])
    to(game, 1, 0)
    # The outer one knows of the steps in the inner loop too.
    assert (game.player, ways_or_nothing(game)) == (1, [[1, 1], [2, 0]])
    game.apply(game.find({"choose": "nothing"}))
    assert (game.player, ways_or_nothing(game)) == (1, [[0, 0], [1, 1], [2, 0]])


def ways_or_nothing(game: Game) -> list[list[int]]:
    """Return the cells that may be chosen where nothing has to be."""
    found = words(game)
    assert found.pop()["choose"] == "nothing"
    return sorted(move["choose"][0]["cell"] for move in found)


def test_a_loop_that_is_not_there_is_no_setup() -> None:
    astray = {"when": "turn-start", "do": [{"score": {"player": {"in-turn": "no-journey"}, "points": 1}}]}
    with pytest.raises(SetupError, match="`dragon-moves-before-scoring` speaks of the loop `no-journey` outside of it"):
        rules(changed(REAL, {"dragon-moves-before-scoring": astray}), "base,princess-and-dragon", "c2")


# What is in the way


def test_a_ruling_against_anybody_on_a_tile_closes_it() -> None:
    farmer = {"piece": "meeple", "of": "blue", "at": [0, 0], "on": {"kind": "field", "port": "S"}}
    fairy = {"piece": "fairy", "with": {"of": "blue", "at": [0, 0]}}
    assert ways(driven(pieces=[DRAGON, farmer])) == [[0, 0], [1, 1], [2, 0]]
    assert ways(driven(pieces=[DRAGON, farmer, fairy])) == [[1, 1], [2, 0]]
    ruling = {"permission": {"actor": "dragon", "verb": "pass", "target": "meeple", "on": ["field"], "verdict": "does-not"}}
    more = added(REAL, "princess-and-dragon", "dragon-stays-off-the-fairys-tile", farms={"effect": {"rules": [ruling]}})
    assert ways(driven(more, pieces=[DRAGON, farmer])) == [[1, 1], [2, 0]]
    rider = {"piece": "meeple", "of": "blue", "at": [0, 0], "on": "road"}
    assert ways(driven(more, pieces=[DRAGON, rider])) == [[0, 0], [1, 1], [2, 0]]


# What is left behind


@pytest.mark.parametrize("on", ["city", "road", {"kind": "field", "port": "S"}])
def test_who_leaves_tells_from_where(on: Any) -> None:
    bearer = {"piece": "meeple", "of": "blue", "at": [0, 0], "on": on}
    fairy = {"piece": "fairy", "with": {"of": "blue", "at": [0, 0]}}
    gone = {
        "when": "figure-step-done",
        "do": [
            {
                "for-each": {
                    "of": {"pieces": {"kind": ["meeple"], "at": "board"}},
                    "do": [{"put": {"piece": "it", "to": {"supply": {"owner-of": "it"}}, "verb": "remove"}}],
                }
            }
        ],
    }
    game = driven(changed(REAL, {"dragon-moves-before-scoring": gone}), pieces=[DRAGON, bearer, fairy])
    assert {"piece": "fairy", "at": [0, 0]} in game.view()["pieces"]
    assert game.view()["supply"]["blue"] == {"meeple": 7}


def test_a_piece_that_walks_leaves_too() -> None:
    left = {"when": "piece-left", "of": "dragon", "do": [{"put": {"piece": "fairy", "to": {"cell": "left"}, "verb": "assign"}}]}
    game = driven(changed(REAL, {"fairy-stays-when-her-meeple-leaves": left}))
    assert to(game, 1, 1).count("put") == 4
    # The way went on by itself over 0,1 and 0,0.
    assert {"piece": "dragon", "at": [-1, 0]} in game.view()["pieces"]
    assert {"piece": "fairy", "at": [0, 0]} in game.view()["pieces"]


# Tiles laid aside


def test_tiles_laid_aside_are_seen_and_told_of_and_what_is_drawn_instead_is_told_anew() -> None:
    piles = {"land": ["princess-and-dragon/h", "princess-and-dragon/l", "base/u", "base/b"]}
    game = laid(REAL, "base,princess-and-dragon", "c2", piles=piles)
    assert what(game.events) == ["turn", "draw", "aside", "draw", "aside", "draw"]
    assert game.view()["open"] == {"waiting": ["princess-and-dragon/l", "princess-and-dragon/h"]}
    assert game.view()["drawn"] == "base/u"


def test_with_no_tile_left_to_draw_instead_the_game_is_over() -> None:
    game = laid(REAL, "base,princess-and-dragon", "c2", piles={"land": ["princess-and-dragon/h"]})
    assert (game.over, game.view()["piles"]) == (True, {"land": 0, "waiting": 1})


def test_a_tile_that_fits_nowhere_gives_way_to_one_that_may_have_to_wait() -> None:
    piles = {"land": ["base/c", "princess-and-dragon/h", "base/u"]}
    game = laid(REAL, "base,princess-and-dragon", "c2", board=[{"tile": "base/b", "at": [0, 0]}], piles=piles)
    assert what(game.events) == ["turn", "draw", "discard", "draw", "aside", "draw"]
    assert (game.view()["drawn"], game.view()["piles"]) == ("base/u", {"land": 0, "waiting": 1})


def test_a_pile_with_nothing_in_it_mixes_nothing() -> None:
    game = laid(REAL, "base,princess-and-dragon", "c2", piles={"land": ["princess-and-dragon/z", "base/u", "base/v", "base/w"]})
    chances = game.state.chances
    game.apply(game.find({"place": [0, -1], "turns": 180}))
    assert (game.state.chances, game.view()["drawn"]) == (chances, "base/u")
    assert "mix" not in what(game.events)


@pytest.mark.parametrize("into", ["land", "bag"])
def test_a_pile_is_mixed_into_itself_or_into_one_that_is_not_there(into: str) -> None:
    mixing = {"when": "tile-placed", "do": [{"mix": {"from": "land", "into": into}}]}
    piles = {"land": ["base/b", "base/u", "base/v", "base/w", "base/x"]}
    game = laid(changed(REAL, {"laid-aside-tiles-come-back": mixing}), "base,princess-and-dragon", "c2", piles=piles)
    events = game.apply(game.find({"place": [0, 1]}))
    assert (what(events), events[1].to) == (["place", "mix"], 4)
    assert game.view()["piles"] == {"land": 0, into: 4}
    assert sorted(game.rules.ruleset.designs[n] for n in game.state.piles[into]) == piles["land"][1:]


# What has to be done

STRICT = "princess-removal=must"
KNIGHTS = {
    "board": [
        {"tile": "base/d", "at": [0, 0]},
        {"tile": "base/r", "at": [0, -1], "turns": 180},
        {"tile": "base/e", "at": [1, -1], "turns": 270},
    ],
    "pieces": [
        {"piece": "meeple", "of": "blue", "at": [0, 0], "on": "city"},
        {"piece": "meeple", "of": "red", "at": [1, -1], "on": "city"},
    ],
    "draws": ["princess-and-dragon/e", "base/b"],
}
SENT = {"offer": "princess-has-to-send-a-knight-home", "choose": [{"piece": "meeple", "of": "blue"}]}


def strict(entries: Any = REAL, *more: str) -> Game:
    """Return a game in which a princess has just come to a city with two knights, and one of them has to go."""
    game = laid(entries, ",".join(["base", *more, "princess-and-dragon"]), "c1", options=[STRICT], **KNIGHTS)
    assert not [move for move in words(game) if "place" in move and {"put", "offer"} & set(move)]
    game.apply(game.find({"place": [-1, -1], "turns": 90}))
    return game


def test_what_must_be_done_is_all_that_may_be_done_now() -> None:
    game = strict()
    assert [(move["offer"], move["choose"][0]["of"]) for move in words(game)] == [(SENT["offer"], "red"), (SENT["offer"], "blue")]
    with pytest.raises(IllegalActionError, match="something else has to be done") as caught:
        game.find({"pass": True})
    assert caught.value.statements == (SENT["offer"],)
    assert what(game.apply(game.find(SENT))) == ["put", "turn", "draw"]


def test_nothing_follows_what_had_to_be_done_in_its_step() -> None:
    game = strict(REAL, "phantom")
    assert what(game.apply(game.find(SENT))) == ["put", "turn", "draw"]
    two = changed(REAL, {"one-figure-a-turn": {"rules": [{"limit": {"step": "place-figure", "most": 2}}]}})
    game = strict(two)
    assert what(game.apply(game.find(SENT))) == ["put", "turn", "draw"]
    game.undo()
    assert len(words(game)) == 2


def test_where_it_cannot_be_done_the_step_goes_on_as_ever() -> None:
    alone = {**KNIGHTS, "pieces": []}
    game = laid(REAL, "base,phantom,princess-and-dragon", "c1", options=[STRICT], **alone)
    game.apply(game.find({"place": [-1, -1], "turns": 90}))
    assert words(game)[0] == {"pass": True}
    game.apply(game.find({"put": {"piece": "meeple", "on": "city"}}))
    assert {move.get("offer", "").partition("-as")[0] for move in words(game)} == {"", "place-phantom"}


def test_what_may_be_done_at_any_time_may_be_done_before_it() -> None:
    gift = {"rules": [{"offer": {"step": "any", "do": [{"score": {"player": "active", "points": 7}}]}}]}
    game = strict(added(REAL, "base", "place-meeple", gift={"effect": gift}))
    assert [move["offer"] for move in words(game)] == [SENT["offer"], SENT["offer"], "gift"]
    game.apply(game.find({"offer": "gift"}))
    assert [move["offer"] for move in words(game)] == [SENT["offer"], SENT["offer"]]
