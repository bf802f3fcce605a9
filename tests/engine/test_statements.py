"""What statements may say that those of the real boxes do not, and what then comes of it."""

from __future__ import annotations

import pytest

from engine import Game, IllegalActionError, lay_table
from tests.engine import tables
from tests.engine.tables import BLUE_ON_THE_ROAD, NEXT_TO_START, added, changed, cited, laid, put, rules, what, without, words

REAL = tables.catalog()


def test_a_statement_that_is_replaced_still_replaces():
    row = {"of": "road", "completed": {"tile": 5}}
    more = added(
        REAL,
        "base",
        "road-points",
        dear_roads={"replaces": ("road-points",), "effect": {"rules": [{"scoring": row}]}},
        dearer_roads={"replaces": ("dear-roads",), "effect": {"rules": [{"scoring": {**row, "completed": {"tile": 7}}}]}},
    )
    held = {s.id for s in lay_table(more, "base", "c1").statements}
    assert held & {"road-points", "dear-roads", "dearer-roads"} == {"dearer-roads"}
    game = laid(
        more,
        board=[{"tile": "base/w", "at": [-1, 0]}, {"tile": "base/d", "at": [0, 0]}],
        draws=["base/w"],
        pieces=[BLUE_ON_THE_ROAD],
    )
    game.apply(game.find({"place": [1, 0], "turns": 0}))
    assert game.scores == [0, 21]


def test_a_pile_that_was_never_made_is_empty():
    drawing = {"when": "step-begins", "step": "draw-tile", "do": [{"draw": {"from": ["nowhere", "land"]}}]}
    game = Game(rules(changed(REAL, {"draw-land-tile": drawing})))
    assert game.view()["piles"] == {"land": 70}
    game = Game(rules(changed(REAL, {"game-ends": {"rules": [{"ends-when": ["nowhere"]}]}})))
    game.apply(game.actions()[0])
    assert game.over
    taking = changed(REAL, {"meeple-on-score-track": {"when": "setup", "do": [{"take": {"from": "nowhere", "count": 3}}]}})
    assert Game(rules(taking)).view()["piles"] == {"land": 70}


def test_two_figures_in_a_turn_go_one_after_the_other():
    two = changed(REAL, {"one-figure-a-turn": {"rules": [{"limit": {"step": "place-figure", "most": 2}}]}})
    game = laid(two, draws=["base/u", "base/u"])
    assert what(game.apply(game.find(put("meeple", "road")))) == ["place", "put"]
    # Still red's turn: a second figure, or no more.
    assert (game.player, game.view()["turn"]) == (0, "red")
    assert words(game)[0] == {"pass": True}
    assert {move["offer"] for move in words(game)[1:]} == {"place-farmer"}
    with pytest.raises(IllegalActionError, match="red has to take an offer of the step, or pass"):
        game.find({"place": [2, 0], "turns": 0})
    events = game.apply(game.find({"put": {"piece": "meeple", "on": {"kind": "field", "port": "N"}}}))
    assert what(events) == ["put", "turn", "draw"]
    assert game.view()["supply"]["red"] == {"meeple": 5}
    game.undo()
    assert what(game.apply(game.find({"pass": True}))) == ["turn", "draw"]
    assert game.view()["supply"]["red"] == {"meeple": 6}
    # Who places none at first has no second one.
    game.undo()
    game.undo()
    assert what(game.apply(game.find(NEXT_TO_START))) == ["place", "turn", "draw"]


WHERE_SOMEBODY_IS = {
    "rules": [
        {
            "offer": {
                "step": "place-figure",
                "if": [{"exists": {"of": {"features": {"of": "placed", "occupied": True}}}}],
                "do": [
                    {
                        "choose": {
                            "from": [
                                {"pieces": {"kind": ["meeple"], "owner": "active", "at": {"supply": "active"}}},
                                {"spots": {"kind": ["field"], "of": "placed", "free": True}},
                            ],
                            "as": ["figure", "spot"],
                            "do": [{"put": {"piece": "figure", "to": {"spot": "spot"}, "verb": "place"}}],
                        }
                    }
                ],
            }
        }
    ]
}
"""An offer that can only be known once the tile lies: a farmer beside a feature where somebody stands."""


def test_an_offer_whose_condition_is_not_about_the_tile_alone_is_decided_once_the_tile_lies():
    late = changed(without(REAL, "place-meeple"), {"place-farmer": WHERE_SOMEBODY_IS})
    game = laid(late, pieces=[BLUE_ON_THE_ROAD], draws=["base/u", "base/u"])
    assert all(set(move) == {"place", "tile", "turns"} for move in words(game))
    assert {tuple(move["place"]) for move in words(game)} == {(1, 0), (0, 1), (-1, 0)}
    game.apply(game.find(NEXT_TO_START))
    assert (game.player, words(game)[0]) == (0, {"pass": True})
    assert [move["put"]["on"]["ports"] for move in words(game)[1:]] == [["NL", "NR", "EL", "WR"], ["ER", "SL", "SR", "WL"]]
    game.apply(game.actions()[1])
    assert game.view()["supply"]["red"] == {"meeple": 6}
    # Where the condition does not hold there is nothing to decide.
    game.undo()
    game.undo()
    game.apply(game.find({"place": [0, 1], "turns": 0}))
    assert (game.player, game.view()["turn"]) == (1, "blue")


def choosing(**more):
    return {
        "when": "scoring-done",
        "do": [
            {
                "choose": {
                    "from": [{"pieces": {"kind": ["meeple"], "owner": "active", "at": "board"}}],
                    "as": ["one"],
                    "do": [{"put": {"piece": "one", "to": {"supply": "active"}, "verb": "return"}}],
                    **more,
                }
            },
            {"score": {"player": "other", "points": 1}},
        ],
    }


def chosen_from(effect, pieces=()):
    """Return a game after a turn of Red's at whose end the effect asks Red."""
    entries = added(REAL, "base", "road-points", homesick={"effect": effect})
    game = laid(entries, pieces=list(pieces), draws=["base/u", "base/u"])
    game.apply(game.find(NEXT_TO_START))
    return game


RED_IN_THE_CITY = {"piece": "meeple", "of": "red", "at": [0, 0], "on": {"city": "N"}}
RED_IN_THE_FIELD = {"piece": "meeple", "of": "red", "at": [0, 0], "on": {"field": "S"}}
IN_A_CITY = [{"exists": {"of": {"features": {"of": "one", "kind": ["city"]}}}}]


def test_a_choice_that_can_be_declined_is_asked_for_even_if_there_is_only_one():
    game = chosen_from(choosing(optional=True), [RED_IN_THE_CITY])
    assert [move["choose"] for move in words(game)] == [
        [{"piece": "meeple", "of": "red", "at": [0, 0], "on": {"kind": "city", "ports": ["NL", "N", "NR"]}}],
        "nothing",
    ]
    assert what(game.apply(game.find({"choose": "nothing"}))) == ["score", "turn", "draw"]
    assert (game.scores, game.view()["supply"]["red"]) == ([0, 1], {"meeple": 6})


def test_a_single_choice_that_cannot_be_declined_is_taken():
    game = chosen_from(choosing(), [RED_IN_THE_CITY])
    assert (game.player, game.scores, game.view()["supply"]["red"]) == (1, [0, 1], {"meeple": 7})


def test_one_of_several_has_to_be_chosen():
    game = chosen_from(choosing(), [RED_IN_THE_CITY, RED_IN_THE_FIELD])
    assert (game.player, len(game.actions())) == (0, 2)
    with pytest.raises(IllegalActionError, match="red has to choose now, as `homesick` says"):
        game.find({"choose": "nothing"})
    game.apply(game.find({"choose": [{"piece": "meeple", "on": "field"}]}))
    assert game.view()["supply"]["red"] == {"meeple": 6}


def test_what_is_preferred_is_chosen_from_as_long_as_there_is_any():
    game = chosen_from(choosing(prefer=IN_A_CITY), [RED_IN_THE_CITY, RED_IN_THE_FIELD])
    assert (game.player, [p["on"]["kind"] for p in game.view()["pieces"] if "on" in p]) == (1, ["field"])
    game = chosen_from(choosing(prefer=IN_A_CITY), [RED_IN_THE_FIELD, {**RED_IN_THE_FIELD, "on": {"road": "E"}}])
    assert (game.player, len(game.actions())) == (0, 2)


def test_what_is_done_else_is_done_where_there_is_nothing_to_choose():
    otherwise = [{"score": {"player": "active", "points": 9}}]
    game = chosen_from(choosing(**{"else": otherwise}))
    assert game.scores == [9, 1]
    game = chosen_from(choosing(**{"else": otherwise}), [RED_IN_THE_CITY])
    assert game.scores == [0, 1]
    game = chosen_from(choosing(optional=True, **{"else": otherwise}), [RED_IN_THE_CITY])
    game.apply(game.find({"choose": "nothing"}))
    assert game.scores == [0, 1]
    assert chosen_from(choosing()).scores == [0, 1]


def test_an_unplaceable_tile_makes_room_for_the_next():
    board = [{"tile": "base/b", "at": [0, 0]}]
    game = laid(REAL, board=board, piles={"land": ["base/c", "base/c", "base/b", "base/b"]})
    assert what(game.events)[-5:] == ["draw", "discard", "draw", "discard", "draw"]
    discards = [e for e in game.events if e.what == "discard"]
    assert [cited(game, e) for e in discards] == [["unplaceable-land-tile"]] * 2
    assert (game.view()["drawn"], game.view()["piles"]) == ("base/b", {"land": 1})
    # When none is left that fits, the game ends with that turn.
    game = laid(REAL, board=board, piles={"land": ["base/b", "base/c"]})
    game.apply(game.find({"place": [1, 0], "turns": 0}))
    assert game.over


def test_the_tile_that_comes_in_place_of_an_unplaceable_one_may_ask_for_a_choice():
    fields = [{"tile": tile, "at": at} for tile, at in (("base/b", [0, 0]), ("base/b", [1, 0]), ("dragon-and-fairy/1", [0, 1]))]
    game = laid(
        REAL,
        "dragon-and-fairy",
        "c3.1",
        board=fields,
        pieces=[{"piece": "dragon", "at": [0, 0], "facing": "N"}],
        draws=["base/c", "dragon-and-fairy/g"],
    )
    assert what(game.events) == ["turn", "draw", "discard", "draw"]
    assert [move["choose"] for move in words(game)] == [[{"direction": "E"}], [{"direction": "S"}]]
    game.apply(game.actions()[0])
