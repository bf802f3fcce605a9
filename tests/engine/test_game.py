"""The contract of a game: what is set up, what may be done and what is refused and why, what is told, what is taken back, who wins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import Event, Game, IllegalActionError, SetupError, random_game
from engine.placing import CHOOSE, OFFER
from engine.state import cell_of
from tests.engine import tables
from tests.engine.tables import BLUE_ON_THE_ROAD, NEXT_TO_START, added, changed, cited, laid, put, rules, what, without, words

REAL = tables.catalog()


# Setting up


@pytest.mark.parametrize(
    ("players", "reason"),
    [
        (1, "a game needs at least 2 players"),
        (0, "a game needs at least 2 players"),
        ((), "a game needs at least 2 players"),
        (("red",), "a game needs at least 2 players"),
        (6, "6 players cannot play: the boxes on the table (base) bring 5 colours; more come with Inns & Cathedrals"),
        (("red", "mauve"), "no box on the table brings the colour `mauve`; there are: red, blue, green, yellow, black"),
    ],
)
def test_players_who_cannot_play(players, reason):
    with pytest.raises(SetupError) as refused:
        rules(players=players)
    assert str(refused.value) == reason


def test_a_colour_is_one_players():
    with pytest.raises(SetupError):
        rules(players=("red", "red"))


def test_a_box_with_more_colours_is_named_and_lets_more_play():
    six = ("red", "blue", "green", "yellow", "black", "pink")
    with pytest.raises(SetupError, match=r"bring 5 colours; more come with Inns & Cathedrals$"):
        rules(players=6)
    assert rules(chosen="inns-and-cathedrals", players=6).colours == six
    with pytest.raises(SetupError, match=r"\(base, inns-and-cathedrals\) bring 6 colours$"):
        rules(chosen="inns-and-cathedrals", players=7)


def test_every_box_with_more_colours_is_named_and_a_colour_counts_once():
    mauve = replace(
        REAL,
        boxes={
            **REAL.boxes,
            "river": REAL.boxes["river"].model_copy(update={"colours": ("mauve", "red"), "name": "Mauve River"}),
        },
    )
    with pytest.raises(SetupError, match=r"bring 5 colours; more come with Inns & Cathedrals, Mauve River$"):
        rules(mauve, players=6)
    assert rules(mauve, "river", players=6).colours == ("red", "blue", "green", "yellow", "black", "mauve")
    assert rules(mauve, "river,inns-and-cathedrals", players=7).colours[5:] == ("pink", "mauve")


def test_players_come_in_the_order_of_their_colours_or_in_their_own():
    assert rules(players=3).colours == ("red", "blue", "green")
    game = Game(rules(players=["black", "blue"]))
    assert game.colours == ("black", "blue")
    assert game.view(1) == {**game.view(), "you": "blue"}
    assert (game.view()["turn"], game.view()["decides"]) == ("black", "black")


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("turn-steps", "no statement on the table says which steps a turn has"),
        ("turns-go-round", "no statement on the table says in what order the players take turns"),
    ],
)
def test_a_table_whose_statements_do_not_say_how_a_turn_goes(statement, reason):
    with pytest.raises(SetupError) as refused:
        rules(without(REAL, statement))
    assert str(refused.value) == reason


def test_a_table_without_the_start_tile_that_a_statement_lays():
    lost = changed(REAL, {"start-tile": {"when": "setup", "do": [{"lay": {"tiles": {"box": "river"}}}]}})
    with pytest.raises(SetupError, match="there is no tile to start from: `start-tile` finds none"):
        Game(rules(lost))


def test_a_table_whose_statements_lay_no_tile():
    with pytest.raises(SetupError):
        Game(rules(without(REAL, "start-tile")))


def test_a_setup_in_which_somebody_would_have_to_choose():
    asks = {
        "when": "setup",
        "do": [{"choose": {"from": [{"cells": {}}], "as": ["one"], "optional": True, "do": [{"discard": "one"}]}}],
    }
    asking = changed(REAL, {"meeple-on-score-track": asks})
    with pytest.raises(SetupError, match="asks somebody to choose"):
        Game(rules(asking))


# What may be done


def test_the_first_decision():
    game = Game(rules(), seed=7)
    assert (game.player, game.over, game.scores, game.winners) == (0, False, [0, 0], [])
    assert what(game.events)[-2:] == ["turn", "draw"]
    assert all(set(move) >= {"place", "tile", "turns"} for move in words(game))
    assert [game.find(move) for move in words(game)] == game.actions()


def test_a_move_in_words_places_no_figure_that_it_does_not_name():
    game = laid(REAL, draws=["base/u"])
    assert game.describe(game.find(NEXT_TO_START)) == {**NEXT_TO_START, "tile": "base/u"}
    put = game.find({**NEXT_TO_START, "put": {"piece": "meeple", "on": {"kind": "road", "port": "E"}}})
    assert game.describe(put) == {
        **NEXT_TO_START,
        "tile": "base/u",
        "put": {"piece": "meeple", "at": [1, 0], "on": {"kind": "road", "ports": ["E", "W"]}},
        "offer": "place-meeple",
    }


def test_a_rotation_that_lies_just_the_same_is_the_same_action():
    game = laid(REAL, draws=["base/u"])
    action = game.find({"place": [1, 0], "turns": 180})
    assert game.describe(action)["turns"] == 0
    cell, (design, _, suffix) = action
    game.apply((cell, (design, 2, suffix)))
    assert game.view()["board"][-1] == {"tile": "base/u", "at": [1, 0], "turns": 0}


# What is refused, and why


NO_MEEPLE_LEFT = [{"piece": "meeple", "of": "red", "at": [0, 0], "on": {"field": "S"}}] * 7


@pytest.mark.parametrize(
    ("position", "move", "message", "because"),
    [
        (
            {},
            {"place": [0, -1], "turns": 0},
            "at 0,-1 the south edge of the tile shows field, and the tile there shows city",
            ["edges-match"],
        ),
        ({}, {"place": [2, 0]}, "no tile lies next to 2,0", ["place-next-to-a-tile"]),
        ({}, {"place": [1, -1], "turns": 0}, "no tile lies next to 1,-1", ["place-next-to-a-tile"]),
        ({}, {"place": [0, 0]}, "a tile lies at 0,0 already", ["place-next-to-a-tile"]),
        ({}, {"place": [9999, 0]}, "9999,0 is too far away to be a place on this table", ["place-next-to-a-tile"]),
        ({}, {"place": [1, 0], "tile": "base/v"}, "the tile that was drawn is `base/u`", ["turn-steps"]),
        ({}, put("unicorn", "road"), "there is no figure `unicorn`", ["place-meeple", "place-farmer"]),
        ({}, put("abbot", "road"), "no statement on the table lets you place `abbot`", ["place-meeple", "place-farmer"]),
        ({}, put("meeple", "city"), "the tile has no such feature there", ["place-meeple", "place-farmer"]),
        ({}, put("meeple", "city", at=[0, 3]), "no tile lies at 0,3", ["place-meeple", "place-farmer"]),
        (
            {"pieces": [BLUE_ON_THE_ROAD]},
            put("meeple", "road"),
            "`meeple` may not go on that `road`: somebody stands on it, or it is completed",
            ["place-meeple"],
        ),
        (
            {"pieces": NO_MEEPLE_LEFT},
            put("meeple", "road"),
            "no `meeple` is left in the supply of red",
            ["place-meeple", "place-farmer"],
        ),
        (
            {"edition": "c2", "draws": ["base/u-garden"]},
            put("meeple", "garden"),
            "`meeple` may not go there: a ruling forbids it",
            ["meeple-not-in-garden"],
        ),
        (
            {"chosen": "abbot", "edition": "c2"},
            put("abbot", "road"),
            "`abbot` may not go there: a ruling forbids it",
            ["abbot-nowhere-else"],
        ),
        (
            {"chosen": "base:"},
            put("meeple", {"kind": "field", "port": "N"}),
            "no statement lets `meeple` go on `field`",
            ["place-meeple"],
        ),
        (
            {"chosen": "river", "piles": {"river": ["river/d"]}, "board": [{"tile": "river/a", "at": [0, 0]}]},
            {"place": [1, 0], "turns": 0},
            "at 1,0 the tile does not continue what it has to",
            ["river-continues"],
        ),
        (
            {
                "chosen": "river",
                "piles": {"river": ["river/g"]},
                "board": [{"tile": "river/a", "at": [0, 0]}, {"tile": "river/g", "at": [0, 1]}],
            },
            {"place": [-1, 1], "turns": 90},
            "at -1,1 it would bend the same way as the tile before it",
            ["river-no-u-turn"],
        ),
        ({}, {"choose": "nothing"}, "this may not be done now: red has to place the tile that was drawn", ["turn-steps"]),
        ({}, {"pass": True}, "this may not be done now: red has to place the tile that was drawn", ["turn-steps"]),
        (
            {},
            {**NEXT_TO_START, "offer": "recall-abbot"},
            "this may not be done after the tile is placed",
            ["place-meeple", "place-farmer"],
        ),
    ],
)
def test_what_is_refused_is_told_with_the_statements_that_forbid_it(position, move, message, because):
    told = {**position}
    if "piles" not in told:
        told.setdefault("draws", ["base/u"])
    game = laid(REAL, **told)
    before = game.hash(), game.actions()
    with pytest.raises(IllegalActionError) as refused:
        game.find(move)
    assert (str(refused.value), list(refused.value.statements)) == (message, because)
    assert (game.hash(), game.actions()) == before


def test_a_move_that_says_too_little_is_refused():
    with pytest.raises(IllegalActionError, match="could be any of 2 actions"):
        laid(REAL, draws=["base/u"]).find(put("meeple", "field"))


WRONG_MOVES = [
    {"place": [1, 0], "turns": 45},
    {"place": [1, 0], "turns": 450},
    {"place": [1, 0], "turns": "x"},
    {"place": [1]},
    {"place": ["a", "b"]},
    {"place": [0.5, 0]},
    {"place": "x"},
    {"place": None},
    {**NEXT_TO_START, "put": None},
    {**NEXT_TO_START, "put": "x"},
    {**NEXT_TO_START, "put": {"piece": ["x"]}},
    {**NEXT_TO_START, "put": {"piece": "meeple", "on": 3}},
    {**NEXT_TO_START, "put": {"piece": "meeple", "on": {"kind": "road", "ports": 3}}},
    {**NEXT_TO_START, "put": {"piece": "meeple", "at": 3}},
    {"choose": 3},
    {},
]


@pytest.mark.parametrize("move", WRONG_MOVES, ids=str)
def test_what_is_no_move_is_refused(move):
    game = laid(REAL, draws=["base/u"])
    before = game.hash()
    with pytest.raises(IllegalActionError):
        game.find(move)
    assert game.hash() == before


def garbage(game):
    """Return tuples that are no actions, some of them nearly."""
    cell, (design, turns, _) = game.actions()[0]
    yield from (
        (),
        (1,),
        (None,),
        ("a", "b"),
        ((1, 2), (3, 4)),
        (cell,),
        (cell, ()),
        (cell, (design,)),
        (cell, (design, turns, ()), 0),
    )
    for face in (-1, 999, None, "x"):
        yield cell, (face, turns, ())
    for rotation in (-1, 7, None, "x", 0.5):
        yield cell, (design, rotation, ())
    for suffix in ((99,), (0, 99, 0), (0, 0, 99), (0, 0, -5), (0, 0, -99999), (0, 0), (0, -1, 0), "xyz", 3):
        yield cell, (design, turns, suffix)
    for there in (10**9, 0, -7, 0.5, float("nan")):
        yield there, (design, turns, ())
    yield from ((OFFER, ()), (OFFER, (0, 0, 0)), (CHOOSE, None), (CHOOSE, (1,)), (CHOOSE, (0, 0)))


def test_a_tuple_that_is_no_action_is_refused_and_changes_nothing():
    game = laid(REAL, draws=["base/u"])
    before = game.hash(), [*game.actions()], game.events
    for action in garbage(game):
        with pytest.raises(IllegalActionError):
            game.apply(action)
        assert (game.hash(), game.actions(), game.events) == before, action
    assert game.moves == []


def test_an_action_of_another_moment_is_refused():
    game = Game(rules(), seed=3)
    first = game.actions()[0]
    game.apply(first)
    before = game.hash()
    with pytest.raises(IllegalActionError):
        game.apply(first)
    assert game.hash() == before


DRAGON = {
    "chosen": "dragon-and-fairy",
    "edition": "c3.1",
    "board": [
        {"tile": "base/d", "at": [0, 0]},
        {"tile": "dragon-and-fairy/1", "at": [0, 1]},
        {"tile": "base/u", "at": [1, 0]},
        {"tile": "dragon-and-fairy/w", "at": [2, 0]},
    ],
    "pieces": [{"piece": "dragon", "before": "red"}],
    "draws": ["base/e"],
}
"""Red has to choose one of two cells for the dragon before anything else."""


def test_while_somebody_has_to_choose_nothing_else_may_be_done():
    game = laid(REAL, **DRAGON)
    assert words(game) == [
        {"choose": [{"cell": cell}], "statement": "dragon-comes-back-from-a-player"} for cell in ([0, 1], [2, 0])
    ]
    before = game.hash()
    for move in ({"place": [0, -1]}, {"choose": "nothing"}, {"choose": [{"cell": [0, 0]}]}, {"pass": True}):
        with pytest.raises(
            IllegalActionError, match="red has to choose now, as `dragon-comes-back-from-a-player` says"
        ) as refused:
            game.find(move)
        assert refused.value.statements == ("dragon-comes-back-from-a-player",)
    for action in ((cell_of(0, -1), (0, 0, ())), (CHOOSE, (5,)), (CHOOSE, None), (CHOOSE, ()), (CHOOSE, (1, 2)), (OFFER, ())):
        with pytest.raises(IllegalActionError):
            game.apply(action)
    assert game.hash() == before


def test_after_the_end_nothing_may_be_done():
    game = laid(REAL, piles={"land": ["base/u"]})
    game.apply(game.find(NEXT_TO_START))
    assert (game.over, game.player, game.actions(), game.winners) == (True, None, [], [0, 1])
    assert game.view()["decides"] is None
    before = game.hash()
    for action in ((cell_of(2, 0), (0, 0, ())), (OFFER, ()), (CHOOSE, None)):
        with pytest.raises(IllegalActionError):
            game.apply(action)
    with pytest.raises(IllegalActionError, match="the game is over"):
        game.find(NEXT_TO_START)
    assert game.hash() == before


# What is told


def test_what_happens_is_told_with_the_statements_that_it_follows_from():
    board = [{"tile": "base/w", "at": [-1, 0]}, {"tile": "base/d", "at": [0, 0]}]
    game = laid(REAL, board=board, pieces=[BLUE_ON_THE_ROAD], draws=["base/w", "base/u"])
    events = game.apply(game.find({"place": [1, 0], "turns": 0}))
    assert all(isinstance(event, Event) for event in events)
    assert what(events) == ["place", "score", "put", "turn", "draw"]
    place, score, back, turn, draw = events
    assert (place.player, cited(game, place)) == (0, ["place-next-to-a-tile", "edges-match"])
    assert (score.player, score.points, score.row, score.mask.bit_count()) == (1, 3, 0, 3)
    assert cited(game, score) == ["score-completed-features", "road-points", "meeple-counts"]
    assert (back.player, cited(game, back)) == (1, ["meeples-return"])
    assert (turn.player, draw.player) == (1, 1)
    assert (game.rules.ruleset.designs[draw.to], cited(game, draw)) == ("base/u", ["draw-land-tile"])
    assert game.events[-5:] == events
    assert game.scores == [0, 3]


def test_a_tie_is_told_and_shared():
    board = [{"tile": "base/w", "at": [-1, 0]}, {"tile": "base/d", "at": [0, 0]}, {"tile": "base/w", "at": [2, 0]}]
    pieces = [BLUE_ON_THE_ROAD, {"piece": "meeple", "of": "red", "at": [2, 0], "on": {"road": "W"}}]
    game = laid(REAL, board=board, pieces=pieces, draws=["base/u"])
    scored = [e for e in game.apply(game.find(NEXT_TO_START)) if e.what == "score"]
    assert [(e.player, e.points) for e in scored] == [(0, 4), (1, 4)]
    assert {cited(game, e)[-1] for e in scored} == {"majority-shared"}
    for entries in (without(REAL, "majority-shared"), without(REAL, "meeple-counts")):
        game = laid(entries, board=board, pieces=pieces, draws=["base/u"])
        assert "score" not in what(game.apply(game.find(NEXT_TO_START)))


def test_the_end_is_told():
    game = laid(REAL, piles={"land": ["base/u"]}, pieces=[BLUE_ON_THE_ROAD])
    events = game.apply(game.find(NEXT_TO_START))
    assert what(events) == ["place", "over", "score"]
    assert [cited(game, e) for e in events[1:]] == [
        ["game-ends"],
        ["score-unfinished-features", "unfinished-road-points", "meeple-counts"],
    ]
    assert (events[2].row, game.scores, game.winners) == (1, [0, 2], [1])


# Taking back


def test_what_cannot_be_taken_back():
    game = Game(rules(), seed=1)
    with pytest.raises(IllegalActionError, match="there is nothing to take back"):
        game.undo()
    game.apply(game.actions()[0])
    game.undo()
    with pytest.raises(IllegalActionError, match="there is nothing to take back"):
        game.undo()
    with pytest.raises(IllegalActionError, match="this game keeps no history"):
        random_game(game.rules, 1).undo()


def test_the_last_move_of_a_game_can_be_taken_back():
    game = laid(REAL, piles={"land": ["base/u"]}, pieces=[BLUE_ON_THE_ROAD])
    before = game.hash(), game.actions(), game.events
    game.apply(game.find(NEXT_TO_START))
    game.undo()
    assert (game.over, game.scores) == (False, [0, 0])
    assert (game.hash(), game.actions(), game.events) == before


def test_a_choice_can_be_taken_back():
    game = laid(REAL, **DRAGON)
    before = game.hash(), game.player, words(game), game.events
    game.apply(game.find({"choose": [{"cell": [2, 0]}]}))
    game.undo()
    assert (game.hash(), game.player, words(game), game.events) == before
    game.apply(game.find({"choose": [{"cell": [0, 1]}]}))


# Who decides, who wins


def test_another_player_than_the_active_one_may_have_to_decide():
    asks = {
        "when": "scoring-done",
        "do": [
            {
                "choose": {
                    "by": "other",
                    "from": [{"pieces": {"kind": ["meeple"], "owner": "active", "at": "board"}}],
                    "as": ["one"],
                    "optional": True,
                    "do": [{"put": {"piece": "one", "to": {"supply": "active"}, "verb": "return"}}],
                }
            }
        ],
    }
    game = laid(added(REAL, "base", "road-points", spite={"effect": asks}), draws=["base/u", "base/u"])
    events = game.apply(game.find(put("meeple", "road")))
    assert (game.player, game.state.active, what(events)) == (1, 0, ["place", "put"])
    assert (game.view()["turn"], game.view()["decides"]) == ("red", "blue")
    events = game.apply(game.find({"choose": [{"piece": "meeple", "of": "red"}]}))
    assert what(events) == ["choose", "put", "turn", "draw"]
    assert (events[0].player, events[1].player) == (1, 0)
    assert (game.player, game.view()["supply"]["red"]) == (1, {"meeple": 7})


def test_who_wins():
    assert random_game(rules(), 1).winners in ([0], [1])
    even = without(REAL, "meeples-in-supply")
    assert random_game(rules(even), 1).winners == [0, 1]
    assert random_game(rules(without(even, "win-shared")), 1).winners == []
    assert random_game(rules(without(REAL, "most-points-win")), 1).winners == []
    assert random_game(rules(without(REAL, "win-shared")), 1).winners in ([0], [1])
