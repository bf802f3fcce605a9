"""What statements may say that those of the real boxes do not, and what then comes of it."""

from __future__ import annotations

import json
import random

import pytest

from engine import Game, IllegalActionError, SetupError, explain, lay_table
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


# Amounts


def told(effect, chosen="base", edition="c1", *, more=None, move=NEXT_TO_START, **what):
    """Return a game after a turn of Red's with one more statement on the table; and others (``more``)."""
    entries = added(REAL, "base", "road-points", told={"effect": effect}, **(more or {}))
    game = laid(entries, chosen, edition, **{"draws": ["base/u", "base/u"], **what})
    game.apply(game.find(move))
    return game


def scoring(points, player="active", when="scoring-done", **more):
    return {"when": when, "do": [{"score": {"player": player, "points": points, **more}}]}


def a_rule(**rule):
    return {"effect": {"rules": [rule]}}


def standing(figure, at, on, of="blue"):
    return {"piece": figure, "of": of, "at": at, "on": on}


WEST_OF_START = {"tile": "base/u", "at": [-1, 0]}
START = {"tile": "base/d", "at": [0, 0]}
ROAD = [WEST_OF_START, START]
BLUE_FURTHER_WEST = standing("meeple", [-1, 0], {"road": "W"})
ALL_MEEPLES = {"pieces": {"kind": ["meeple"], "owner": "other", "at": "board"}}


def test_an_amount_is_as_many_as_there_are():
    game = told(scoring({"number-of": ALL_MEEPLES}), board=ROAD, pieces=[BLUE_ON_THE_ROAD, BLUE_FURTHER_WEST])
    assert game.scores == [2, 0]
    assert told(scoring({"number-of": ALL_MEEPLES})).scores == [0, 0]


def test_an_amount_is_what_pieces_are_worth():
    worth = {"worth": a_rule(value={"of": "meeple", "points": 4})}
    pieces = [BLUE_ON_THE_ROAD, BLUE_FURTHER_WEST]
    game = told(scoring({"value-of": ALL_MEEPLES}), more=worth, board=ROAD, pieces=pieces)
    assert game.scores == [8, 0]
    assert cited(game, next(e for e in game.events if e.what == "score")) == ["told", "worth"]
    # What no statement gives a value is worth nothing.
    assert told(scoring({"value-of": ALL_MEEPLES}), board=ROAD, pieces=pieces).scores == [0, 0]


CLOSED_ROAD = {
    "board": [{"tile": "base/w", "at": [-1, 0]}, START],
    "draws": ["base/w", "base/u"],
    "pieces": [BLUE_ON_THE_ROAD],
}
"""Red's tile completes a road of three tiles on which Blue stands."""


def test_an_amount_is_what_a_feature_was_worth():
    effect = scoring({"worth-of": "scored"}, when="feature-scored")
    assert told(effect, **CLOSED_ROAD).scores == [3, 3]
    # Whoever got the points; also where nobody did.
    nobody = scoring({"worth-of": {"features": {"kind": ["road"], "state": "completed"}}})
    assert told(nobody, **CLOSED_ROAD).scores == [3, 3]
    assert told(effect, **{**CLOSED_ROAD, "pieces": []}).scores == [3, 0]


def test_an_amount_depends_on_how_many_play():
    effect = scoring({"by-players": {"2": 10, "3": 9}})
    assert told(effect).scores == [10, 0]
    assert told(effect, players=["red", "blue", "green"]).scores == [9, 0, 0]
    with pytest.raises(SetupError, match="`told` does not say how many for 4 players"):
        rules(added(REAL, "base", "road-points", told={"effect": effect}), players=4)


# Where pieces stand


MEADOWS = [WEST_OF_START, START, *({"tile": "base/b", "at": at} for at in ([0, 1], [0, 2], [1, 2]))]
SCATTERED = [
    BLUE_FURTHER_WEST,
    BLUE_ON_THE_ROAD,
    *(standing("meeple", at, "monastery") for at in ([0, 1], [0, 2], [1, 2])),
]
"""Round 1,0, where Red's tile goes: two tiles to the west, one, at a corner, further away, two to the south beyond a gap."""


@pytest.mark.parametrize(
    ("at", "number"),
    [
        ({"around": "placed"}, 2),
        ({"cross": {"from": "placed", "reach": 0}}, 0),
        ({"cross": {"from": "placed", "reach": 1}}, 1),
        ({"cross": {"from": "placed", "reach": 2}}, 3),
        ({"cross": {"from": "placed", "reach": {"number-of": ALL_MEEPLES}}}, 3),
        ({"around": ALL_MEEPLES}, 5),
        ({"around": {"cells": {"around": "placed"}}}, 5),
    ],
)
def test_pieces_are_counted_where_they_stand(at, number):
    effect = scoring({"number-of": {"pieces": {"kind": ["meeple"], "at": at}}})
    game = told(effect, board=MEADOWS, pieces=SCATTERED)
    assert game.scores == [number, 0]


DRAGON_AT_START = {"piece": "dragon", "at": [0, 0], "facing": "N"}


def test_who_stands_on_a_square_itself_stands_on_no_feature_of_it():
    def number(of):
        return told(
            scoring({"number-of": of}), "dragon-and-fairy", "c3.1", pieces=[DRAGON_AT_START, BLUE_ON_THE_ROAD], board=[START]
        ).scores[0]

    assert number({"pieces": {"at": {"square": {"cells": {}}}}}) == 1
    assert number({"pieces": {"at": {"cell": {"cells": {}}}}}) == 2
    assert number({"cells": {"holding": [{"kind": ["dragon"], "least": 1}]}}) == 1
    assert number({"cells": {"holding": [{"kind": ["dragon"], "most": 0}]}}) == 1
    assert number({"cells": {"holding": [{"kind": ["meeple"], "least": 1}]}}) == 0


@pytest.mark.parametrize(
    ("holding", "number"),
    [
        ({"kind": ["meeple"], "least": 1}, 1),
        ({"kind": ["meeple"], "least": 2}, 1),
        ({"kind": ["meeple"], "least": 3}, 0),
        ({"class": ["meeple"], "most": 1}, 0),
        ({"owner": "other", "least": 2}, 1),
        ({"owner": "active", "least": 1}, 0),
        ({"owner": "active", "most": 0}, 1),
    ],
)
def test_a_feature_holds_so_many_figures(holding, number):
    effect = scoring({"number-of": {"features": {"kind": ["road"], "holding": [holding]}}})
    assert told(effect, board=ROAD, pieces=[BLUE_ON_THE_ROAD, BLUE_FURTHER_WEST]).scores == [number, 0]


# Chance


BY_CHANCE = {
    "when": "scoring-done",
    "do": [
        {
            "random": {
                "of": {"pieces": {"kind": ["meeple"], "at": "board"}},
                "as": "one",
                "do": [{"put": {"piece": "one", "to": {"supply": {"owner-of": "one"}}, "verb": "return"}}],
            }
        },
        {"score": {"player": "active", "points": 1}},
    ],
}


def by_chance(seed):
    pieces = [BLUE_ON_THE_ROAD, BLUE_FURTHER_WEST, standing("meeple", [0, 0], {"city": "N"}, of="red")]
    return told(BY_CHANCE, board=ROAD, pieces=pieces, seed=seed)


def test_chance_picks_by_the_seed_alone():
    def left(game):
        return sorted(str(p) for p in game.view()["pieces"] if "on" in p)

    games = [by_chance(seed) for seed in range(12)]
    assert {len(left(game)) for game in games} == {2}
    assert len({str(left(game)) for game in games}) == 3
    for seed, game in enumerate(games[:4]):
        assert by_chance(seed).hash() == game.hash()
        done = game.hash()
        game.undo()
        game.apply(game.find(NEXT_TO_START))
        assert game.hash() == done
        # What comes next is by the same stream, also for a copy.
        beside = Game.from_json(game.rules, json.loads(json.dumps(game.to_json())))
        for one in (game, beside):
            one.apply(one.actions()[0])
        assert beside.hash() == game.hash()


def test_where_there_is_nothing_chance_picks_nothing():
    game = told(BY_CHANCE)
    assert game.scores == [1, 0]


# Face down


HIDING = {
    "when": "scoring-done",
    "do": [
        {
            "choose": {
                "from": [{"pieces": {"class": ["meeple"], "owner": "active", "at": {"supply": "active"}}}],
                "as": ["one"],
                "do": [{"put": {"piece": "one", "to": {"area": "active"}, "verb": "place", "hidden": "meeple"}}],
            }
        }
    ],
}
SHOWING = {
    "when": "scoring-done",
    "before": "told",
    "do": [{"put": {"piece": {"pieces": {"at": {"area": "active"}}}, "to": {"supply": "active"}, "verb": "return"}}],
}


def test_what_lies_face_down_is_seen_as_its_class():
    game = told(HIDING, "inns-and-cathedrals", more={"shown": {"effect": SHOWING}}, draws=["base/u"] * 6)
    before = game.hash()
    game.apply(game.find({"choose": [{"piece": "large-meeple"}]}))
    hidden = {"piece": "meeple", "of": "red", "before": "red"}
    assert hidden in game.view()["pieces"]
    assert game.view() == Game.from_json(game.rules, json.loads(json.dumps(game.to_json()))).view()
    assert game.view(1)["supply"]["red"] == {"meeple": 7}
    game.undo()
    assert (game.hash(), hidden in game.view()["pieces"]) == (before, False)
    # Put elsewhere it is seen again.
    game.apply(game.find({"choose": [{"piece": "large-meeple"}]}))
    game.apply(game.find({"place": [2, 0], "turns": 0}))
    game.apply(game.find({"choose": [{"piece": "meeple"}]}))
    game.apply(game.find({"place": [3, 0], "turns": 0}))
    assert game.view()["supply"]["red"] == {"meeple": 7, "large-meeple": 1}


# Features that statements change


def each(act, **of):
    """Return an act for each feature of some sort, under the name ``it``."""
    return {"for-each": {"of": {"features": of}, "do": [act]}}


BECOMES = {
    "when": "features-completed",
    "before": "score-completed-features",
    "do": [each({"become": {"feature": "it", "kind": "city"}}, of="completed", kind=["road"])],
}


def test_a_completed_feature_that_becomes_another_is_not_completed():
    few = {**CLOSED_ROAD, "draws": (), "piles": {"land": ["base/w", "base/w"]}}
    game = told(BECOMES, **few)
    # Whoever stands on it stays.
    assert (game.scores, game.view()["supply"]["blue"]) == ([0, 0], {"meeple": 6})
    # It is counted at the end, as what it is now.
    beside = Game.from_json(game.rules, json.loads(json.dumps(game.to_json())))
    assert beside.hash() == game.hash()
    game.apply(game.actions()[0])
    assert game.over
    assert [(p["feature"]["kind"], p["points"]) for p in explain(game)] == [("city", 3)]
    # As long as it was not taken back, it was a city.
    game.undo()
    assert game.hash() == beside.hash()
    game.undo()
    game.apply(game.find(NEXT_TO_START))
    assert game.hash() == beside.hash()


def test_what_is_completed_meanwhile_is_told_of_in_its_turn():
    # A completed road becomes a city, and each city of which no end is open is then completed: it scores in its turn, once.
    completes = {
        "when": "features-completed",
        "after": "score-completed-features",
        "do": [each({"complete": "it"}, kind=["city"], state="unfinished")],
    }
    more = {"completes": {"effect": completes}, "counted": {"effect": scoring(1, "each", "features-completed")}}
    in_the_city = standing("meeple", [0, 0], {"city": "N"}, of="red")
    game = told(BECOMES, more=more, **{**CLOSED_ROAD, "pieces": [BLUE_ON_THE_ROAD, in_the_city]})
    # Two points for each of three tiles, and one for each time that something was completed; Red's city is open.
    assert game.scores == [2, 8]
    assert game.view()["supply"] == {"red": {"meeple": 6}, "blue": {"meeple": 7}}
    assert [p["points"] for p in explain(game, "blue")] == [1, 6, 1]


def test_what_has_an_open_end_is_neither_completed_nor_turned_into_something_else():
    for act in ({"complete": "it"}, {"become": {"feature": "it", "kind": "city"}}):
        game = told({"when": "scoring-done", "do": [each(act, kind=["road"])]}, pieces=[BLUE_ON_THE_ROAD])
        untouched = told({"when": "scoring-done", "do": []}, pieces=[BLUE_ON_THE_ROAD])
        assert (game.scores, game.view()) == ([0, 0], untouched.view())
        assert not game.state.declared


# Payments


@pytest.mark.parametrize(
    ("has", "scores"), [({"red": 7, "blue": 1}, [2, 6]), ({"red": 2, "blue": 1}, [0, 3]), ({}, [0, 0])], ids=str
)
def test_nobody_pays_more_points_than_there_are(has, scores):
    paying = {"when": "scoring-done", "do": [{"pay": {"from": "active", "to": "other", "points": 5}}]}
    game = told(paying, scores=has)
    assert game.scores == scores
    assert [p["points"] for p in explain(game, "red")] == ([scores[0] - has["red"]] if has else [])


# The end, and who goes first


def test_a_game_ends_when_all_piles_that_statements_name_are_empty():
    drawing = {"when": "step-begins", "step": "draw-tile", "do": [{"draw": {"from": ["land", "more"]}}]}
    entries = added(changed(REAL, {"draw-land-tile": drawing}), "base", "game-ends", other_pile=a_rule(**{"ends-when": ["more"]}))
    game = laid(entries, piles={"land": ["base/u"], "more": ["base/u"]})
    game.apply(game.find(NEXT_TO_START))
    assert (game.over, game.view()["piles"], game.view()["drawn"]) == (False, {"land": 0, "more": 0}, "base/u")
    game.apply(game.actions()[0])
    assert game.over
    assert cited(game, game.events[-1]) == ["game-ends", "other-pile"]


def test_who_hears_of_an_event_first_is_what_statements_say():
    def order(**placed):
        more = {name: {"effect": {**scoring(1), **placed.get(name, {})}} for name in ("one", "two", "three")}
        game = laid(added(REAL, "base", "road-points", **more), draws=["base/u", "base/u"])
        game.apply(game.find(NEXT_TO_START))
        return [cited(game, e)[0] for e in game.events if e.what == "score"]

    assert order() == ["one", "two", "three"]
    assert order(one={"after": "three"}) == ["two", "three", "one"]
    assert order(three={"before": "two"}) == ["one", "three", "two"]
    assert order(three={"before": "one"}, one={"after": "two"}) == ["two", "three", "one"]
    # Whoever is not there is not waited for.
    assert order(one={"after": "road-completed"}) == ["one", "two", "three"]
    with pytest.raises(SetupError, match="wait for one another"):
        order(one={"after": "two", "before": "two"})


# What is scored


def test_all_is_added_before_anything_is_halved():
    halves = {"modify": {"of": ["road"], "divide": 2}}
    adds = {"modify": {"of": ["road"], "add": {"tile": 1}}}
    # Three tiles: half of three is two, half of six is three.
    assert told({"rules": [halves]}, **CLOSED_ROAD).scores == [0, 2]
    game = told({"rules": [halves]}, more={"more": {"effect": {"rules": [adds]}}}, **CLOSED_ROAD)
    assert game.scores == [0, 3]
    (points,) = explain(game)
    assert [name for name in points["statements"] if name in {"more", "told"}] == ["more", "told"]
    assert told({"rules": [halves, halves]}, **CLOSED_ROAD).scores == [0, 1]
    assert told({"rules": [{"modify": {"of": ["city"], "divide": 2}}]}, **CLOSED_ROAD).scores == [0, 3]


def test_what_changes_points_only_with_a_figure_needs_it():
    changing = {"rules": [{"modify": {"of": ["road"], "holding": "large-meeple", "add": {"tile": 2}}}]}
    where = {"chosen": "inns-and-cathedrals"}
    assert told(changing, **where, **CLOSED_ROAD).scores == [0, 3]
    large = {**CLOSED_ROAD, "pieces": [BLUE_ON_THE_ROAD, standing("large-meeple", [-1, 0], {"road": "E"}, of="red")]}
    assert told(changing, **where, **large).scores == [9, 0]


def test_a_table_for_a_mark_goes_before_one_for_a_number_and_that_before_any_other():
    with_mark = {"of": "city", "having": "coat-of-arms", "completed": {"tile": 10}}
    of_three = {"of": "city", "tiles": 3, "completed": {"tile": 5}}

    def points(middle):
        board = [{"tile": "base/e", "at": [0, 0], "turns": 90}, *({"tile": m, "at": [n, 0]} for n, m in enumerate(middle, 1))]
        move = {"place": [len(middle) + 1, 0], "turns": 270}
        pieces = [standing("meeple", [0, 0], "city")]
        return told({"rules": [{"scoring": of_three}, {"scoring": with_mark}]}, board=board, pieces=pieces, move=move,
                    draws=["base/e", "base/u"]).scores[1]  # fmt: skip

    assert points([]) == 4
    assert points(["base/g"]) == 15
    assert points(["base/f"]) == 30
    assert points(["base/g", "base/g"]) == 8
    assert points(["base/f", "base/g"]) == 40


# The auction


SOLD = {"when": "scoring-done", "if": [{"not": [{"from-pile": "won"}]}], "do": [{"auction": {"from": "land", "into": "won"}}]}
HAD = {"effect": {"when": "turn-start", "do": [{"draw": {"from": ["won"]}}]}}


def auction(land=("base/v", "base/w", "base/b", "base/b", "base/b"), act=SOLD, **what):
    """Return a game in which Red has placed a tile, and the next ones are sold."""
    return told(act, more={"had": HAD}, draws=(), piles={"land": ["base/u", *land]}, **{"scores": {"red": 5, "blue": 3}, **what})


def bid(game, tile, points):
    game.apply(game.find({"choose": [{"tile": tile}, {"points": points}]}))


def do(game, *chosen):
    for one in chosen:
        game.apply(game.find({"choose": one if isinstance(one, str) else [one]}))


def bought(game):
    return [(game.colours[e.player], game.rules.ruleset.designs[e.to]) for e in game.events if e.what == "sold"]


def test_who_comes_next_sells_a_tile_and_the_other_has_the_last():
    game = auction()
    # Blue may pick any of the tiles, and bid any number of points that there are.
    assert (game.player, len(game.actions())) == (1, 2 * 4)
    bid(game, "base/w", 1)
    assert (game.player, [move["choose"] for move in words(game)]) == (
        0,
        [[{"points": n}] for n in range(2, 6)] + ["nothing"],
    )
    do(game, {"points": 3})
    assert (game.player, [move["choose"][0]["deal"] for move in words(game)]) == (1, ["buy", "sell"])
    do(game, {"deal": "sell"})
    assert (game.scores, bought(game)) == ([2, 6], [("red", "base/w"), ("blue", "base/v")])
    # Blue's turn begins with Blue's tile, Red's with Red's.
    assert (game.view()["drawn"], game.view()["open"]) == ("base/v", {"won": ["base/w"]})
    game.undo()
    do(game, {"deal": "buy"})
    assert (game.scores, bought(game)) == ([8, 0], [("blue", "base/w"), ("red", "base/v")])
    assert (game.view()["drawn"], game.view()["open"]) == ("base/w", {"won": ["base/v"]})
    assert {p["statements"][0] for p in explain(game)} == {"told"}


def test_what_nobody_bids_for_is_the_sellers_and_the_bid_is_lost():
    game = auction()
    bid(game, "base/v", 2)
    do(game, "nothing")
    assert (game.scores, bought(game)) == ([5, 1], [("blue", "base/v"), ("red", "base/w")])
    assert [p["points"] for p in explain(game)] == [-2]


def test_who_cannot_bid_more_is_not_asked_and_who_cannot_pay_sells():
    game = auction(scores={"red": 1, "blue": 3})
    bid(game, "base/v", 1)
    assert bought(game)[0] == ("blue", "base/v")
    game = auction(scores={"red": 5})
    bid(game, "base/v", 0)
    do(game, {"points": 4})
    assert (game.scores, bought(game)[0]) == ([1, 4], ("red", "base/v"))


def test_three_bid_once_each_and_who_has_a_tile_is_out():
    three = {"players": ["red", "blue", "green"], "scores": {"red": 5, "blue": 3, "green": 9}}
    game = auction(("base/v", "base/w", "base/e", "base/b", "base/b", "base/b"), **three)
    bid(game, "base/e", 1)
    assert game.player == 2
    do(game, {"points": 2})
    assert game.player == 0
    assert [move["choose"][0]["points"] for move in words(game)[:-1]] == [3, 4, 5]
    do(game, {"points": 3})
    # Green is not asked again: Blue sells to Red.
    assert game.player == 1
    do(game, {"deal": "sell"})
    # Blue has no tile yet, but the next one to sell is the next player without: that is Green. Red takes no more part.
    assert (game.player, game.scores) == (2, [2, 6, 9])
    bid(game, "base/w", 4)
    assert (game.player, [move["choose"] for move in words(game)]) == (1, [[{"points": 5}], [{"points": 6}], "nothing"])
    do(game, {"points": 6})
    do(game, {"deal": "buy"})
    assert bought(game) == [("red", "base/e"), ("green", "base/w"), ("blue", "base/v")]
    # In the order of the turns to come: the tile of Blue is drawn.
    assert game.scores == [2, 12, 3]
    assert (game.view()["drawn"], game.view()["open"]["won"]) == ("base/v", ["base/w", "base/e"])


def test_an_auction_is_the_same_from_every_moment_of_it():
    game = auction(scores={"red": 5, "blue": 3, "green": 4}, players=["red", "blue", "green"])
    chance = random.Random(4)
    while any(move.get("statement") == "told" for move in words(game)):
        beside = Game.from_json(game.rules, json.loads(json.dumps(game.to_json())))
        assert (beside.hash(), beside.actions()) == (game.hash(), game.actions())
        action = chance.choice(game.actions())
        assert game.find(game.describe(action)) == action
        before = game.hash()
        game.apply(action)
        game.undo()
        assert game.hash() == before
        assert game.apply(action) == beside.apply(action)
    assert len(bought(game)) == 3


def test_where_there_are_too_few_tiles_nothing_is_sold():
    game = auction(("base/v",))
    assert (bought(game), game.view()["drawn"], game.view()["piles"]) == ([], "base/v", {"land": 0})


def test_tiles_that_are_only_turned_up_lie_open():
    act = {"when": "scoring-done", "do": [{"auction": {"from": "land", "into": "won", "bids": False}}]}
    game = auction(("base/v", "base/w", "base/e", "base/b"), act=act)
    assert (game.player, game.view()["drawn"], game.view()["open"]) == (1, "base/v", {"won": ["base/w"]})
    assert game.view()["piles"] == {"land": 2, "won": 1}


def test_each_who_is_paid_is_paid_in_turn():
    paying = {"when": "scoring-done", "do": [{"pay": {"from": "active", "to": "other", "points": 2}}]}
    assert told(paying, scores={"red": 3}, players=["red", "blue", "green"]).scores == [0, 2, 1]
