"""What is so in every game, whatever is on the table, whoever plays, and whatever they do."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import Game, IllegalActionError, Rules, compile_rules, lay_table, replay, save
from engine.shapes import Shape, SquareShape
from tests.engine import tables
from tests.engine.laws import check, check_list, check_points, placing
from tests.engine.tables import Setting, any_of, compiled
from tests.programs import ROOT

LAWS = settings(max_examples=16, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
BOXES = ("river", "abbot", "dragon-and-fairy")
REAL = tables.catalog()


@dataclass(frozen=True)
class Play:
    """A table, and a game at it: the seed decides the order of the tiles and every move."""

    setting: Setting
    seed: int
    moves: int

    @property
    def rules(self) -> Rules:
        """The compiled table."""
        return compiled(self.setting)

    def game(self, moves: int | None = None, *, history: bool = False) -> Game:
        """Return the game after its moves, or after so many."""
        return tables.played(self.rules, self.seed, self.moves if moves is None else moves, history=history)


@st.composite
def plays(draw, moves=120):
    setting = tables.settings(REAL, lambda of: draw(st.sampled_from(of)), BOXES)
    return Play(setting, draw(st.integers(0, 10**6)), draw(st.integers(0, moves)))


def same(one: Game, other: Game) -> bool:
    """Tell whether nothing tells two games apart: the state, who decides, and the list of what they may do, in its order."""
    return one.hash() == other.hash() and one.player == other.player and one.actions() == other.actions()


# Shapes


def turned(shape: Shape) -> Shape:
    """Return a shape a quarter turn further, as far as ports and cells tell it."""
    return Shape(tuple((-y, x) for x, y in shape.cells), tuple(turned_square(square) for square in shape.squares))


def turned_square(square: SquareShape) -> SquareShape:
    def ports(of):
        return tuple(sorted((port + 3) % 12 for port in of))

    segments = [type(s)(s.kind, ports(s.ports), s.edges, s.marks, s.touches) for s in square.segments]
    return SquareShape(
        **{name: getattr(square, name) for name in SquareShape.__dataclass_fields__}
        | {
            "edges": square.edges[-1:] + square.edges[:-1],
            "ports": square.ports[-3:] + square.ports[:-3],
            "segments": tuple(segments),
        }
    )


def told(shape: Shape) -> object:
    return shape.cells, [(s.edges, s.ports, s.segments, s.marks, s.kinds, s.opens, s.touched) for s in shape.squares]


def test_four_quarter_turns_are_none():
    rules = compile_rules(lay_table(REAL, "base@c3.1,river@c1,abbot@c3.1,dragon-and-fairy@c3.1")).ruleset
    for design in range(len(rules.designs)):
        shapes = rules.shapes(design)
        for turns, shape in enumerate(shapes):
            assert told(turned(shape)) == told(shapes[(turns + 1) % 4]), rules.designs[design]
            assert told(turned(turned(turned(turned(shape))))) == told(shape)
        # A rotation that lies like another one is named by the first of them.
        named = rules.rotations(design)
        assert all(named[first] == first <= turns for turns, first in enumerate(named))


# After any play


@given(plays())
@LAWS
def test_the_board_the_features_and_the_pieces_are_as_a_count_from_nothing_gives_them(play):
    game, chance = Game(play.rules, play.seed, history=False), random.Random(play.seed)
    check(game)
    dealt = pieces(game)
    while game.player is not None and len(game.moves) < play.moves:
        game.play(any_of(chance, game.actions()))
        if len(game.moves) % 4 == 0:
            check(game)
            # No piece is lost, none comes from nowhere, and none is seen twice.
            assert pieces(game) == dealt
    check(game)
    assert pieces(game) == dealt


def pieces(game: Game) -> Counter[tuple[str, str]]:
    """Return how many pieces of each sort are seen, wherever they are."""
    view = game.view()
    found = Counter((p["piece"], p.get("of", "")) for p in view["pieces"])
    for colour, figures in view["supply"].items():
        for figure, count in figures.items():
            found[figure, colour] += count
    return found


@given(plays(moves=100))
@LAWS
def test_taking_back_restores_every_moment_up_to_the_first(play):
    game, chance = Game(play.rules, play.seed), random.Random(play.seed)
    passed = []
    while game.player is not None and len(game.moves) < play.moves:
        passed.append((game.hash(), game.player, game.actions(), len(game.events)))
        game.play(any_of(chance, game.actions()))
    for before in reversed(passed):
        game.undo()
        assert (game.hash(), game.player, game.actions(), len(game.events)) == before
    assert game.moves == []
    with pytest.raises(IllegalActionError):
        game.undo()
    assert same(game, Game(play.rules, play.seed))


@given(plays(), st.integers(1, 30))
@LAWS
def test_what_is_taken_back_and_done_again_is_as_it_was(play, back):
    game = play.game(history=True)
    end, moves, events = game.hash(), [*game.moves], game.events
    for _ in range(min(back, len(moves))):
        game.undo()
    for action in moves[len(game.moves) :]:
        game.apply(action)
    assert (game.hash(), game.moves, game.events) == (end, moves, events)


@given(plays())
@LAWS
def test_a_saved_game_is_played_again_to_the_same_end(play):
    game = play.game()
    again = replay(REAL, json.loads(json.dumps(save(game))))
    assert again.moves == game.moves
    assert again.events == game.events
    assert same(again, game)


@given(plays(), st.integers(0, 120))
@LAWS
def test_a_game_goes_on_from_its_json_as_if_nothing_had_happened(play, begin):
    game = play.game(min(begin, play.moves))
    chance = random.Random(play.seed)
    # One copy is made at the beginning and plays on beside the game; others are made and looked at in passing.
    beside = copied(game)
    for _ in range(30):
        assert same(beside, game)
        assert same(copied(game), game)
        assert game.view() == beside.view()
        if game.player is None:
            break
        action = any_of(chance, game.actions())
        before = len(game.events)
        happened = beside.apply(action)
        game.play(action)
        assert happened == game.events[before:]


def copied(game: Game) -> Game:
    return Game.from_json(game.rules, json.loads(json.dumps(game.to_json())))


@pytest.mark.parametrize("seed", range(4))
def test_a_game_goes_on_from_its_json_in_the_middle_of_an_effect(seed):
    rules = compiled(Setting("river,abbot,dragon-and-fairy", "c3.1", frozenset(), 3))
    game, chance, met = Game(rules, seed), random.Random(seed), 0
    while game.player is not None:
        if game.run.decision is not None:
            assert game.state.agenda
            met += 1
            beside = copied(game)
            assert same(beside, game)
            action = any_of(chance, game.actions())
            assert [beside.describe(a) for a in beside.actions()] == [game.describe(a) for a in game.actions()]
            beside.apply(action)
            game.apply(action)
            assert same(beside, game)
        else:
            game.play(any_of(chance, game.actions()))
    assert met


@given(plays())
@LAWS
def test_the_points_that_are_explained_are_the_points_there_are(play):
    game = play.game()
    check_points(game)
    for move in random.Random(play.seed).sample(range(len(game.moves) + 1), min(2, len(game.moves))):
        check_points(play.game(move))


@given(plays())
@LAWS
def test_the_joint_list_is_what_trying_everything_gives(play):
    game, chance = play.game(), random.Random(play.seed)
    for _ in range(25):
        if placing(game):
            check_list(game)
        if game.player is not None:
            game.play(any_of(chance, game.actions()))


@given(plays(moves=60))
@LAWS
def test_every_action_is_told_apart_by_its_words(play):
    game = play.game()
    actions = game.actions()
    words = [game.describe(action) for action in actions]
    for action, move in random.Random(play.seed).sample([*zip(actions, words, strict=True)], min(12, len(actions))):
        assert words.count(move) == 1
        assert game.find(json.loads(json.dumps(move))) == action


# What a player may see


@given(plays())
@LAWS
def test_a_player_sees_neither_the_order_of_the_piles_nor_the_seed(play):
    game, other = play.game(), play.game()
    for pile in other.state.piles.values():
        random.Random(play.moves).shuffle(pile)
    other.state.seed, other.state.chances = 12345, 678
    for player in (None, *range(play.rules.players)):
        assert json.dumps(other.view(player)) == json.dumps(game.view(player))
    assert [other.describe(a) for a in other.actions()] == [game.describe(a) for a in game.actions()]


@given(plays())
@LAWS
def test_the_view_is_what_there_is(play):
    game = play.game()
    view = json.loads(json.dumps(game.view(0)))
    assert view == game.view(0)
    assert view["scores"] == dict(zip(game.colours, game.scores, strict=True))
    assert view["decides"] == (None if game.player is None else game.colours[game.player])
    assert sum(view["piles"].values()) == sum(map(len, game.state.piles.values()))
    squares = sum(len(REAL.designs[tile["tile"]].all_squares) for tile in view["board"])
    assert squares == len(game.state.cells)


# Whatever Python does


ALONE = """
from engine import random_game
from tests.engine.tables import Setting, compiled

for chosen, edition in (("river,base:", "c1"), ("abbot,river", "c2"), ("river,abbot,dragon-and-fairy", "c3.1")):
    rules = compiled(Setting(chosen, edition, frozenset(), 3))
    print(*(random_game(rules, seed).hash() for seed in (5, 6)), rules.ruleset.fingerprint)
"""


def test_a_game_is_the_same_however_python_orders_its_sets():
    found = set()
    for hashing in ("0", "1", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", ALONE],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hashing},
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(done.stdout)
    (told,) = found
    assert len(told.split()) == 9
