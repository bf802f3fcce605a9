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
from engine.examples import Examples, position
from engine.shapes import Shape, SquareShape
from engine.state import BESIDE
from tests.engine import tables
from tests.engine.laws import check, check_list, check_points, check_words, placing
from tests.engine.tables import Setting, any_of, compiled
from tests.programs import ROOT

pytestmark = pytest.mark.long

LAWS = settings(max_examples=16, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
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
    setting = tables.settings(REAL, lambda of: draw(st.sampled_from(of)))
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
    rules = compile_rules(lay_table(REAL, ",".join(f"{box}@{REAL.editions_of(box)[-1]}" for box in REAL.boxes))).ruleset
    for design in range(len(rules.designs)):
        shapes = rules.shapes(design)
        for turns, shape in enumerate(shapes):
            assert told(turned(shape)) == told(shapes[(turns + 1) % 4]), rules.designs[design]
            assert told(turned(turned(turned(turned(shape))))) == told(shape)
            # What can lie across a square turns with it.
            for square, further in zip(shape.squares, shapes[(turns + 1) % 4].squares, strict=True):
                for axis, across in enumerate(square.spans):
                    other = further.spans[1 - axis]
                    assert (across is None) == (other is None)
                    if across is not None and other is not None:
                        assert told(turned(Shape(((0, 0),), (across,)))) == told(Shape(((0, 0),), (other,)))
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
    """Return how many pieces of each sort there are, wherever they are; as many are seen."""
    state, view, figures = game.state, game.view(), game.rules.ruleset.figures
    supplied = sum(number for supply in view["supply"].values() for number in supply.values())
    assert len(view["pieces"]) + supplied == len(state.where)
    owners = ["" if owner < 0 else game.colours[owner] for owner in state.owner]
    return Counter((figures[kind], owner) for kind, owner in zip(state.piece_kind, owners, strict=True))


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


@pytest.mark.parametrize(
    ("setting", "asked"),
    [
        (Setting("river,abbot,dragon-and-fairy", "c3.1", (), 3), ("dragon-turns",)),
        (
            Setting("base,bridges-castles-and-bazaars", "c2", ("bazaars=auction",), 3),
            ("bazaar-auction",),
        ),
        (Setting("base,bridges-castles-and-bazaars", "c2", ("bazaars=one-each",), 2), ("take-one-of-the-bazaars-tiles",)),
        (Setting("base,mage-and-witch,tower", "c2", (), 2), ("magic-figure-finds-a-place", "build-floor")),
        (Setting("base,under-the-big-top,inns-and-cathedrals", "c2", (), 2), ()),
    ],
    ids=str,
)
def test_a_game_goes_on_from_its_json_in_the_middle_of_an_effect(setting, asked):
    """Also in the middle of an auction, of a choice of who is caught, of where a figure goes."""
    rules, met = compiled(setting), set()
    for seed in range(3):
        game, chance = Game(rules, seed), random.Random(seed)
        while game.player is not None:
            if game.run.decision is not None:
                assert game.state.agenda
                met.add(rules.ruleset.statements[game.run.decision.choice.statement].id)
                beside = copied(game)
                assert same(beside, game)
                check_words(game)
                action = any_of(chance, game.actions())
                before = game.hash()
                game.apply(action)
                game.undo()
                assert game.hash() == before
                assert beside.apply(action) == game.apply(action)
                assert same(beside, game)
            else:
                game.play(any_of(chance, game.actions()))
        # What was chosen is played again, and told.
        assert same(replay(REAL, json.loads(json.dumps(save(game)))), game)
        check_points(game)
    assert set(asked) <= met


EXAMPLES = Examples(REAL)


@pytest.mark.parametrize("box", REAL.boxes)
def test_what_is_so_in_every_game_is_so_in_every_example(box):
    """What chance seldom does stands in the examples: castles, captures, all sorts of choices."""
    for example in REAL.examples.values():
        if REAL.box_of_example[example.id] != box:
            continue
        rules = EXAMPLES.rules(example)
        game = Game(rules, example.seed, position=position(rules, example) if example.board else None)
        for move in (*example.moves, None):
            check(game)
            check_words(game)
            if placing(game):
                check_list(game)
            beside, before = copied(game), game.hash()
            assert same(beside, game), example.id
            if move is not None:
                action = game.find(move.model_dump(by_alias=True, exclude_none=True, exclude_defaults=True))
                game.apply(action)
                game.undo()
                assert game.hash() == before, example.id
                assert game.apply(action) == beside.apply(action), example.id
                assert same(beside, game), example.id
        again = replay(REAL, json.loads(json.dumps(save(game))))
        assert (again.hash(), again.events) == (game.hash(), game.events), example.id


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
    game, chance = play.game(), random.Random(play.seed)
    for _ in range(8):
        check_words(game)
        if game.player is not None:
            game.play(any_of(chance, game.actions()))


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


def test_nobody_sees_what_lies_face_down():
    rules = compiled(Setting("base,under-the-big-top", "c2", (), 2))
    for seed in range(4):
        game, chance = Game(rules, seed), random.Random(seed)
        state = game.state
        while not (hidden := [p for p, kind in enumerate(state.hidden) if kind >= 0 and state.on_board(p)]):
            game.play(any_of(chance, game.actions()))
        seen = json.dumps(game.view(0))
        (one,) = hidden
        others = [p for p, where in enumerate(state.where) if where == BESIDE and state.piece_kind[p] in rules.ruleset.stocked]
        # Had chance picked another of them, everything would look the same.
        for other in others:
            state.where[one], state.where[other] = state.where[other], state.where[one]
            state.hidden[one], state.hidden[other] = state.hidden[other], state.hidden[one]
            assert json.dumps(game.view(0)) == seen
            one = other
        assert len({state.piece_kind[p] for p in others}) > 1


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

for chosen, edition in (
    ("river,base:", "c1"),
    ("river,abbot,dragon-and-fairy", "c3.1"),
    ("mage-and-witch,tower,bridges-castles-and-bazaars,abbot", "c2"),
    ("under-the-big-top,inns-and-cathedrals,phantom@c1,dragon-and-fairy@c3.1", "c2"),
):
    rules = compiled(Setting(chosen, edition, (), 3))
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
    assert len(told.split()) == 12
