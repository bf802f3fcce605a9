"""Saved games: what is written is played again to the same end, whatever is wrong with a file is told, and simulations repeat themselves."""

from __future__ import annotations

import copy
import json
import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Game, Played, SavedGameError, random_game, replay, save, simulate
from tests.engine import tables
from tests.engine.tables import Setting, compiled, laid, played

pytestmark = pytest.mark.long

REAL = tables.catalog()
SETTINGS = (
    Setting("base", "c1", ("farmers-score=by-city",), 2),
    Setting("base:,river@c1,abbot", "c2", (), 3),
    Setting("river,abbot,dragon-and-fairy", "c3.1", (), 5),
    Setting("mage-and-witch,tower,bridges-castles-and-bazaars,inns-and-cathedrals", "c2", ("bazaars=auction",), 3),
    Setting("under-the-big-top@c2,phantom@c1,abbot@c3.1", "c2", (), 2),
)
DRAGON = {
    "chosen": "dragon-and-fairy",
    "edition": "c3.1",
    "board": [
        {"tile": "base/d", "at": [0, 0]},
        {"tile": "dragon-and-fairy/1", "at": [0, 1]},
        {"tile": "dragon-and-fairy/w", "at": [1, 0]},
    ],
    "pieces": [{"piece": "dragon", "before": "red"}, {"piece": "meeple", "of": "blue", "at": [0, 0], "on": {"city": "N"}}],
    "draws": ["base/e", "dragon-and-fairy/g"],
}


AUCTION = {
    "chosen": "bridges-castles-and-bazaars:bridges+bazaars",
    "edition": "c2",
    "options": ("bazaars=auction",),
    "board": [{"tile": "base/d", "at": [0, 0]}, {"tile": "base/b", "at": [1, 0]}],
    "pieces": [
        {"piece": "bridge", "of": "red", "at": [1, 0], "facing": "E"},
        {"piece": "meeple", "of": "blue", "at": [1, 0], "on": {"road": "E"}},
    ],
    "scores": {"red": 5, "blue": 3},
    "piles": {"land": ["bridges-castles-and-bazaars/f", "base/v", "base/w", "base/b", "base/b"], "won": []},
}
"""A road leads over a meadow, and Red's tile brings an auction."""


def through_json(data):
    return json.loads(json.dumps(data))


# There and back


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@pytest.mark.parametrize("moves", [0, 30, None])
def test_a_saved_game_is_played_again_to_the_same_end(setting, moves):
    game = played(compiled(setting), 11, moves)
    data = save(game)
    assert through_json(data) == data
    again = replay(REAL, through_json(data))
    assert (again.hash(), again.moves, again.scores, again.over) == (game.hash(), game.moves, game.scores, game.over)
    assert (data["hash"], data["over"], data["turns"]) == (game.hash(), game.over, sum(e.what == "turn" for e in game.events))
    assert data["scores"] == dict(zip(game.colours, game.scores, strict=True))
    assert again.rules.table.statements == game.rules.table.statements
    assert save(again) == data
    # It can be played on, and taken back.
    for _ in data["moves"]:
        again.undo()
    assert again.hash() == Game(game.rules, 11).hash()


def test_a_position_is_saved_with_the_game_that_began_there():
    game = laid(REAL, **DRAGON)
    assert replay(REAL, through_json(save(game))).hash() == game.hash()
    game.apply(game.find({"choose": [{"cell": [1, 0]}]}))
    for _ in range(6):
        game.apply(game.actions()[-1])
    data = save(game)
    assert data["position"] == game.position
    again = replay(REAL, through_json(data))
    assert (again.hash(), again.moves, again.events) == (game.hash(), game.moves, game.events)
    assert save(again) == data


def test_a_saved_game_names_the_entries_that_it_was_played_by():
    one, other = (save(Game(compiled(setting)))["data"] for setting in SETTINGS[:2])
    assert len(one) == 64
    assert one != other
    changed = tables.without(REAL, "meeple-counts")
    assert save(laid(changed, draws=["base/u"]))["data"] != save(laid(REAL, draws=["base/u"]))["data"]


# What is wrong with a file


GOOD = through_json(save(played(compiled(SETTINGS[2]), 3, 40)))
POSITION = through_json(save(laid(REAL, **DRAGON)))
GONE = object()


def broken(data, path, value):
    data = copy.deepcopy(data)
    *way, last = path
    there = data
    for step in way:
        there = there[step]
    if value is GONE:
        del there[last]
    else:
        there[last] = value
    return data


@pytest.mark.parametrize("data", [None, [], "x", 3, {}, {"moves": []}], ids=str)
def test_what_is_no_saved_game(data):
    with pytest.raises(SavedGameError, match="this is no saved game of Bastide"):
        replay(REAL, data)


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (("bastide",), 2, "this saved game is of version 2; this Bastide reads version 1"),
        (("bastide",), "x", 'this saved game is of version "x"'),
        (("bastide",), None, "this saved game is of version null"),
        (("seed",), "7", "`seed` is not a whole number"),
        (("seed",), True, "`seed` is not a whole number"),
        (("seed",), 1.5, "`seed` is not a whole number"),
        (("seed",), GONE, "`seed` is not a whole number"),
        (("moves",), GONE, "`moves` is not a list"),
        (("moves",), "place", "`moves` is not a list"),
        (("moves",), {"0": {}}, "`moves` is not a list"),
        (("moves", 4), "place", "move 5 is not a mapping"),
        (("moves", 4), None, "move 5 is not a mapping"),
        (("moves", 4), {}, "move 5 is not legal: the move says too little"),
        (("moves", 4), {"place": [0, 0]}, "move 5 is not legal: a tile lies at 0,0 already"),
        (("moves", 4), {"choose": "nothing"}, "move 5 is not legal: this may not be done now"),
        (("moves", 4, "place"), [1], "move 5 is"),
        (("moves", 4, "place"), "here", "move 5 is"),
        (("moves", 4, "place"), ["a", None], "move 5 is"),
        (("moves", 4, "turns"), "x", "move 5 is"),
        (("moves", 4, "turns"), 900, "move 5 is"),
        (("moves", 4, "put"), 7, "move 5 is"),
        (("moves", 4, "put"), {"piece": [], "on": 3}, "move 5 is"),
        (("table",), GONE, "`table` is missing or of another shape"),
        (("table",), [], "`table` is missing or of another shape"),
        (("table", "boxes"), GONE, "`table` is missing or of another shape"),
        (("table", "boxes"), ["base"], "`table` is missing or of another shape"),
        (("table", "boxes", "base"), "c1", "`table` is missing or of another shape"),
        (("table", "boxes", "base", "edition"), "c9", "there is no box `base` in an edition `c9`"),
        (("table", "boxes", "base", "modules"), ["millers"], "the box `base` has no module `millers`"),
        (("table", "boxes", "base", "modules"), 3, "`table` is missing or of another shape"),
        (("table", "boxes", "castle"), {"edition": "c1", "modules": None}, "there is no box `castle` in an edition `c1`"),
        (("table", "boxes", "abbot", "edition"), "c1", "the box `abbot` was not published in `c1`"),
        (("table", "options"), ["no-dragons"], "no box on the table has the option `no-dragons`"),
        (("table", "options"), 3, "`table` is missing or of another shape"),
        (("table", "options"), [["x"]], "`table` is missing or of another shape"),
        (("players",), GONE, "`players` is not a list of colours"),
        (("players",), ["red"], "a game needs at least 2 players"),
        (("players",), ["red", "mauve"], "no box on the table brings the colour `mauve`"),
        (("players",), None, "`players` is not a list of colours"),
        (("players",), "red", "`players` is not a list of colours"),
        (("players",), True, "`players` is not a list of colours"),
        (("players",), -1, "a game needs at least 2 players"),
        (("players",), [["red"], ["blue"]], "`players` is not a list of colours"),
    ],
)
def test_what_is_wrong_with_a_saved_game_is_told(path, value, reason):
    with pytest.raises(SavedGameError) as refused:
        replay(REAL, broken(GOOD, path, value))
    assert str(refused.value).startswith(reason)


WRONG_POSITIONS = [
    ((), {}),
    ((), []),
    ((), "x"),
    ((), 7),
    (("tiles",), GONE),
    (("tiles",), 3),
    (("tiles",), [[1]]),
    (("tiles", 1), [0, 0, 0, 0]),
    (("tiles", 1, 0), 10**6),
    (("tiles", 1, 0), "0"),
    (("tiles", 1, 2), 999),
    (("tiles", 1, 2), -1),
    (("tiles", 1, 3), 4),
    (("tiles", 1, 3), 0.5),
    (("pieces",), []),
    (("pieces",), GONE),
    (("pieces", 0), [0, 0, -1, -1]),
    (("pieces", 0, 1), 0),
    (("pieces", 0, 2), -1),
    (("pieces", 0, 2), 1 << 26),
    (("pieces", 0, 2), -99),
    (("pieces", 3, 0), 99),
    (("pieces", 3, 1), -1),
    (("pieces", 3, 1), 7),
    (("pieces", 3, 2), 10**5),
    (("pieces", 3, 2), 1 << 25),
    (("pieces", 3, 2), 1 << 30),
    (("pieces", 3, 3), 4),
    (("stage",), 99),
    (("stage",), -1),
    (("stage",), True),
    (("active",), 7),
    (("players",), 9),
    (("players",), "2"),
    (("chances",), -1),
    (("chances",), 10**12),
    (("drawn",), 999),
    (("piles",), {"land": ["base/d"]}),
    (("piles",), []),
    (("piles", "land", 0), 10**6),
    (("piles", "land", 0), -1),
    (("placed",), [99]),
    (("completed",), [999]),
    (("turn_puts",), [[99, 0]]),
    (("turn_puts",), [[0, 99]]),
    (("turn_scored",), [[0, 9]]),
    (("turn_completed",), [[0]]),
    (("agenda",), 3),
    (("agenda",), [[]]),
    (("agenda",), [[0]]),
    (("agenda",), [[999, 0]]),
    (("agenda",), [["x", 0]]),
    (("agenda",), [[-1, 0]]),
    (("agenda",), [[0, -5]]),
    (("scores",), [0]),
    (("scores", 0), None),
    (("more",), 1),
]
ACROSS = through_json(save(laid(REAL, **AUCTION)))
WRONG_ACROSS = [
    (("spans",), GONE),
    (("spans",), [[1]]),
    (("spans",), [[1, 2]]),
    (("spans",), [[0, 1]]),
    (("spans",), [[99, 0]]),
    (("spans",), [[1, "E"]]),
    (("declared",), GONE),
    (("declared",), [[999, 0, True]]),
    (("declared",), [[0, 99, True]]),
    (("declared",), [[0, 0, 1]]),
    (("declared",), [[-1, 0, True]]),
    (("turn_worth",), [[999, 3]]),
    (("turn_worth",), [[0, -3]]),
    (("turn_offers",), ["x"]),
    (("turn_declared",), [-1]),
    (("scores",), [-1, 3]),
    (("pieces", 0, 4), 99),
    (("pieces", 0, 4), -2),
    (("pieces", 0), [0, 0, -1, -1]),
    (("source",), 3),
]


@pytest.mark.parametrize(("path", "value"), WRONG_POSITIONS, ids=[str(n) for n in range(len(WRONG_POSITIONS))])
def test_a_position_that_is_none_is_refused(path, value):
    with pytest.raises(SavedGameError):
        replay(REAL, broken(POSITION, ("position", *path), value))
    game = laid(REAL, **DRAGON)
    with pytest.raises(ValueError):
        Game.from_json(game.rules, broken({"rules": game.to_json()["rules"], "state": game.position}, ("state", *path), value))


@pytest.mark.parametrize(("path", "value"), WRONG_ACROSS, ids=[str(n) for n in range(len(WRONG_ACROSS))])
def test_a_position_with_more_in_it_that_is_none_is_refused(path, value):
    with pytest.raises(SavedGameError):
        replay(REAL, broken(ACROSS, ("position", *path), value))


@pytest.mark.parametrize("data", [None, [], "x", 3, {}, {"rules": "x"}], ids=str)
def test_what_is_no_game_by_these_rules(data):
    game = laid(REAL, **DRAGON)
    with pytest.raises(ValueError, match="this is no game by these rules"):
        Game.from_json(game.rules, data)
    with pytest.raises(ValueError, match="this is no state of a game"):
        Game.from_json(game.rules, {"rules": game.to_json()["rules"]})


def test_a_move_that_may_not_be_made_is_refused_with_the_statements_that_forbid_it():
    game = laid(REAL, draws=["base/u"])
    data = {**save(game), "moves": [{"place": [0, -1], "turns": 0}]}
    with pytest.raises(SavedGameError, match=r"^move 1 is not legal: at 0,-1 the south edge") as refused:
        replay(REAL, data)
    assert refused.value.statements == ("edges-match",)


# Anything at all in a file


WORDS = st.sampled_from(
    [
        "place",
        "put",
        "choose",
        "nothing",
        "on",
        "at",
        "turns",
        "base",
        "c1",
        "red",
        "base/d",
        "meeple",
        "road",
        "N",
        "land",
        "x",
        "",
    ]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 300) | st.integers() | st.floats(allow_nan=True) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=5,
)


def places(node, path=()):
    """Yield the path of everything in a saved game."""
    inside = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in inside:
        yield (*path, key)
        yield from places(value, (*path, key))


@st.composite
def mutations(draw, data, within=()):
    """Return a saved game with one or two things in it gone, or replaced by anything."""
    for _ in range(draw(st.integers(1, 2))):
        paths = [path for path in places(data) if path[: len(within)] == within]
        if not paths:
            break
        # Half of the time near the top, where there are few.
        short = [path for path in paths if len(path) <= len(within) + 2]
        path = draw(st.sampled_from(short) | st.sampled_from(paths))
        data = broken(data, path, draw(st.just(GONE) | VALUES))
    return data


def refused_or_played(data):
    with suppress(SavedGameError):
        assert replay(REAL, data).hash()


@given(mutations(GOOD))
@settings(max_examples=80, derandomize=True)
def test_a_broken_file_is_refused_or_played(data):
    refused_or_played(data)


MIDDLE = through_json(laid(REAL, **DRAGON).to_json())


@given(mutations(POSITION, ("position",)))
@settings(max_examples=120, derandomize=True)
def test_a_broken_position_is_refused_or_played(data):
    refused_or_played(data)


@given(mutations(MIDDLE, ("state",)))
@settings(max_examples=150, derandomize=True)
def test_a_broken_state_in_the_middle_of_an_effect_is_refused_or_there(data):
    refused_or_there(laid(REAL, **DRAGON).rules, data)


def refused_or_there(rules, data):
    with suppress(ValueError):
        game = Game.from_json(rules, data)
        assert game.hash()
        for action in game.actions():
            assert game.find(game.describe(action)) == action


def selling():
    """Return a game in the middle of an auction."""
    game = laid(REAL, **AUCTION)
    game.apply(game.find({"place": [0, 1], "turns": 0}))
    while not any("points" in thing for thing in game.describe(game.actions()[0]).get("choose", [{}])[-1:]):
        game.apply(game.find({"pass": True}))
    game.apply(game.find({"choose": [{"tile": "base/w"}, {"points": 1}]}))
    return game


SELLING = through_json(selling().to_json())


def test_an_auction_is_saved_and_goes_on():
    game = selling()
    assert through_json(game.to_json()) == SELLING
    again = replay(REAL, through_json(save(game)))
    assert (again.hash(), again.actions(), again.events) == (game.hash(), game.actions(), game.events)
    for one in (game, again):
        one.apply(one.find({"choose": [{"points": 3}]}))
        one.apply(one.find({"choose": [{"deal": "sell"}]}))
    assert again.hash() == game.hash()
    assert (game.scores, replay(REAL, through_json(save(game))).hash()) == ([2, 6], game.hash())


@given(mutations(SELLING, ("state",)))
@settings(max_examples=150, derandomize=True)
def test_a_broken_state_in_the_middle_of_an_auction_is_refused_or_there(data):
    refused_or_there(laid(REAL, **AUCTION).rules, data)


@given(mutations(ACROSS, ("position",)))
@settings(max_examples=80, derandomize=True)
def test_a_broken_position_with_more_in_it_is_refused_or_played(data):
    refused_or_played(data)


# Many games


@pytest.mark.parametrize("setting", SETTINGS[:2], ids=str)
def test_a_simulation_gives_the_same_games_in_the_same_order_with_any_number_of_workers(setting):
    rules = compiled(setting)
    alone = list(simulate(rules, 60, seed=5))
    assert [game.seed for game in alone] == list(range(5, 65))
    assert list(simulate(rules, 60, seed=5, workers=2)) == alone
    # Each is the game of its seed, whichever came before it.
    for one in random.Random(1).sample(alone, 3):
        game = random_game(rules, one.seed)
        assert one == Played(one.seed, game.state.turn + 1, tuple(game.scores), tuple(game.winners), game.hash())
    assert list(simulate(rules, 3, seed=40)) == alone[35:38]


def test_a_simulation_of_no_games():
    assert list(simulate(compiled(SETTINGS[0]), 0)) == []
