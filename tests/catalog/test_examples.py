"""Examples: how they are written and read, where their tiles and pieces lie, and what the checks say of every tile as it is turned."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from pydantic import ValidationError

from catalog import Catalog, examples, load
from catalog.effects import Effect
from catalog.example_checks import _Check
from catalog.examples import PORTS, Example, ExampleFile, PlacedTile, as_it_lies, as_printed
from catalog.model import Model, kebab
from catalog.reporter import Problem, Reporter
from tests.catalog.museum import MUSEUM
from tests.catalog.rulings import tiny_game
from tests.ours import ours


@pytest.fixture(scope="module")
def real() -> Catalog:
    return ours().catalog


def example(**keys: Any) -> Example:
    entry = {"id": "it", "title": "It is so.", "shows": ["city-points"], "expect": {"over": False}}
    return Example.model_validate({**entry, **{key.replace("_", "-"): value for key, value in keys.items()}})


def problems(catalog: Catalog, edges_match: bool = False, **keys: Any) -> list[Problem]:
    """Return what is wrong with an example of the base game."""
    one = example(shows=[next(i for i, s in catalog.statements.items() if isinstance(s.effect, Effect))], **keys)
    catalog = replace(catalog, examples={one.id: one}, box_of_example={one.id: next(iter(catalog.boxes))})
    return list(_Check(Reporter(catalog, {}), one, frozenset(), edges_match, {}, ()).problems())


# How they are written


def test_what_is_left_out_has_its_default() -> None:
    one = example()
    assert (one.players, one.seed, one.board, one.pieces, one.piles, one.draws, one.turn, one.moves) == (
        (), 1, (), (), {}, (), None, (),
    )  # fmt: skip
    assert (one.table.with_, one.table.edition, one.table.options) == (None, None, ())
    expect = one.expect
    assert (expect.points, expect.board, expect.pieces, expect.piles, expect.turn, expect.decides, expect.choices) == (
        None, (), (), None, None, None, None,
    )  # fmt: skip
    assert (expect.may, expect.may_not, expect.over, expect.winners) == ((), (), False, None)


@pytest.mark.parametrize(
    ("on", "kind", "port"),
    [
        ({"road": "E"}, "road", "E"),
        ({"field": "NL"}, "field", "NL"),
        ("monastery", "monastery", None),
        ({"monastery": None}, "monastery", None),
        ({"kind": "road", "port": "E"}, "road", "E"),
        ({"kind": "garden"}, "garden", None),
    ],
)
def test_a_spot_in_its_long_and_short_forms(on: Any, kind: str, port: str | None) -> None:
    (piece,) = example(pieces=[{"piece": "meeple", "at": [0, 0], "on": on}]).pieces
    assert piece.on is not None
    assert (piece.on.kind, piece.on.port) == (kind, port)


def test_moves_say_what_they_say() -> None:
    placed, chosen, declined, passed = example(
        moves=[
            {"place": [1, 0], "turns": 90, "put": {"piece": "meeple", "on": {"road": "W"}}, "offer": "recall"},
            {"choose": [{"direction": "E"}, {"cell": [0, -1]}, {"piece": "meeple", "of": "red", "at": [0, 0]}]},
            {"choose": "nothing"},
            {"pass": True},
        ]
    ).moves
    assert placed.put is not None
    assert (placed.place, placed.turns, placed.tile, placed.put.piece, placed.put.at, placed.offer) == (
        (1, 0), 90, None, "meeple", None, "recall",
    )  # fmt: skip
    assert isinstance(chosen.choose, tuple)
    direction, cell, piece = chosen.choose
    assert (direction.direction, cell.cell, piece.piece, piece.of, piece.at) == ("E", (0, -1), "meeple", "red", (0, 0))
    assert (declined.choose, declined.pass_, passed.choose, passed.pass_) == ("nothing", False, None, True)


def test_points_of_nobody_are_something_expected() -> None:
    assert problems(tiny_game(), expect={"points": {}}) == []
    assert [p.path for p in problems(tiny_game(), expect={})] == [("expect",)]
    assert [p.path for p in problems(tiny_game(), expect={"turn": None})] == [("expect",)]
    for expect in ({"choices": 0}, {"over": False}, {"decides": "red"}, {"winners": ["red"]}):
        assert problems(tiny_game(), expect=expect) == []


@pytest.mark.parametrize(
    "at", [[0], [0, 0, 0], [], "0, 0", [0.5, 0], [True, 0], ["0", "0"], [None, 0], {"x": 0, "y": 0}, [5000, 0]]
)
def test_what_is_no_cell(at: Any) -> None:
    with pytest.raises(ValidationError):
        PlacedTile.model_validate({"tile": "base/a", "at": at})


@pytest.mark.parametrize("turns", [45, 360, -90, "90", True, None, 90.5])
def test_what_is_no_quarter_turn(turns: Any) -> None:
    with pytest.raises(ValidationError):
        PlacedTile.model_validate({"tile": "base/a", "at": [0, 0], "turns": turns})


MODELS = [
    m for m in vars(examples).values() if isinstance(m, type) and issubclass(m, Model) and m.__module__ == examples.__name__
]


@pytest.mark.parametrize("model", [m for m in MODELS if m is not ExampleFile], ids=lambda m: m.__name__)
def test_every_key_is_told_to_authors(model: type[Model]) -> None:
    told = set(re.findall(r"[a-z-]+", " ".join(re.findall("``([^`]*)``", model.__doc__ or ""))))
    assert {kebab(name) for name in model.__annotations__} <= told


# Where tiles and ports lie


def test_a_port_is_turned_with_its_tile() -> None:
    assert [as_it_lies("N", turns) for turns in (0, 90, 180, 270)] == ["N", "E", "S", "W"]
    assert [as_it_lies("NL", turns) for turns in (0, 90, 180, 270)] == ["NL", "EL", "SL", "WL"]
    assert as_printed("E", 90) == "N"
    for port, turns in product(PORTS, (0, 90, 180, 270)):
        assert as_printed(as_it_lies(port, turns), turns) == port


def test_the_squares_of_a_tile_turn_about_the_first() -> None:
    double = next(d for d in ours().catalog.designs.values() if [s.at for s in d.squares] == [(0, 0), (1, 0)])
    lie = [PlacedTile(tile=double.id, at=(5, 5), turns=turns).cells(double) for turns in (0, 90, 180, 270)]
    assert lie == [((5, 5), (6, 5)), ((5, 5), (5, 6)), ((5, 5), (4, 5)), ((5, 5), (5, 4))]
    moved = double.model_copy(update={"squares": tuple(s.model_copy(update={"at": (s.at[0] + 3, 7)}) for s in double.squares)})
    assert PlacedTile(tile=double.id, at=(5, 5), turns=90).cells(moved) == ((5, 5), (5, 6))


TURNS = (0, 90, 180, 270)


@pytest.mark.parametrize("turns", TURNS)
def test_each_feature_of_each_tile_is_told_by_its_own_ports_alone(real: Catalog, turns: int) -> None:
    for design in real.designs.values():
        cells = PlacedTile.model_validate({"tile": design.id, "at": [0, 0], "turns": turns}).cells(design)
        for square, cell in zip(design.all_squares, cells, strict=True):
            # On the middle of an edge lies what its letter says, and on its halves too unless that is a line.
            owners = {port: _owner(real, square, port) for port in PORTS}
            spots = [(kind.id, as_it_lies(port, turns)) for kind in real.kinds.values() for port in PORTS]
            pieces = [{"piece": "dragon", "at": list(cell), "on": {kind: port}} for kind, port in spots]
            found = problems(real, board=[{"tile": design.id, "at": [0, 0], "turns": turns}], pieces=pieces)
            assert {p.code for p in found} <= {"no-such-feature"}
            refused = {p.path[1] for p in found}
            accepted = {spot for n, spot in enumerate(spots) if n not in refused}
            assert accepted == {(kind, as_it_lies(port, turns)) for port, kind in owners.items() if kind}, (
                design.id,
                square.name,
            )


def _owner(catalog: Catalog, square: Any, port: str) -> str | None:
    """Return the kind of what has a port of a square, as printed. The middle of an edge without a feature is nobody's port."""
    feature = next((f for f in square.features if port[0] in f.ports), None)
    is_half = len(port) == 2
    if feature is not None and (not is_half or catalog.kinds[feature.kind].shape == "area"):
        return str(feature.kind)
    return next(k.id for k in catalog.kinds.values() if k.shape == "remainder") if is_half else None


@pytest.mark.parametrize("turns", TURNS)
def test_edges_meet_as_the_tiles_are_turned(real: Catalog, turns: int) -> None:
    one, edges = "base/k", "CFRR"
    assert real.designs[one].edges == edges
    for other, there, (dx, dy, edge) in product(
        ("base/d", "base/t", "base/x"), TURNS, ((1, 0, 1), (0, 1, 2), (-1, 0, 3), (0, -1, 0))
    ):
        board = [{"tile": one, "at": [3, 3], "turns": turns}, {"tile": other, "at": [3 + dx, 3 + dy], "turns": there}]
        meet = edges[(edge - turns // 90) % 4] == (real.designs[other].edges or "")[(edge + 2 - there // 90) % 4]
        assert problems(real, edges_match=False, board=board) == []
        assert [p.path for p in problems(real, edges_match=True, board=board)] == ([] if meet else [("board", 1)])


def test_a_spot_is_looked_at_only_where_it_is_known_what_lies_there(real: Catalog) -> None:
    piece = {"piece": "dragon", "at": [1, 0], "on": {"road": "N"}}
    assert problems(real, pieces=[piece]) == []
    assert problems(real, board=[{"tile": "base/nowhere", "at": [0, 0]}], pieces=[piece]) == []
    assert [p.code for p in problems(real, board=[{"tile": "base/d", "at": [0, 0]}], pieces=[piece])] == ["bad-position"]
    # A tile that is placed later may lie there.
    assert problems(real, board=[{"tile": "base/d", "at": [0, 0]}], expect={"pieces": [piece]}) == []


# In the catalogue


def test_the_colours_are_those_of_all_boxes_each_once() -> None:
    game = tiny_game()
    assert game.colours == ("red", "blue", "green")
    more = game.boxes["lair"].model_copy(update={"colours": ("pink", "red")})
    assert replace(game, boxes={**game.boxes, "lair": more}).colours == ("red", "blue", "green", "pink")
    assert replace(game, boxes={}).colours == ()


def test_examples_stand_in_reading_order_and_know_where() -> None:
    catalog = load(packs=[MUSEUM / "good" / "pack" / "pack"], root=MUSEUM / "_root").catalog
    assert list(catalog.box_of_example) == list(catalog.examples)
    assert catalog.box_of_example["a-meeple-is-eaten"] == "lair"
    assert catalog.origins["example", "a-meeple-is-eaten"].file == "expansions/lair/examples.yaml"


def test_examples_of_boxes_come_in_the_order_of_the_boxes(real: Catalog) -> None:
    order = [list(real.boxes).index(box) for box in real.box_of_example.values()]
    assert order == sorted(order)
    assert real.box_of_example["road-of-three-tiles-closed"] == "base"


def test_a_table_as_the_command_line_writes_it() -> None:
    for chosen in ("base", " LAIR@C3.1 , base:farmers", "base:", "lair@c3.1:", "base@c2:farmers"):
        assert _texts(chosen) == []


@pytest.mark.parametrize(
    ("chosen", "codes"),
    [
        ("", ["wrong-value"]),
        (",", ["wrong-value", "wrong-value"]),
        ("base,", ["wrong-value"]),
        ("base@", ["wrong-value"]),
        ("base@c2@c3.1", ["wrong-value"]),
        ("base, base", ["wrong-value"]),
        ("bass", ["unknown-reference"]),
        ("base@c9", ["unknown-reference"]),
        ("lair@c2", ["edition-unknown-to-box"]),
        ("lair:farmers", ["unknown-reference"]),
        ("base:farmers+millers", ["unknown-reference"]),
    ],
)
def test_a_table_that_cannot_be_laid(chosen: str, codes: list[str]) -> None:
    assert _texts(chosen) == codes


def _texts(chosen: str) -> list[str]:
    """Return the codes of what is wrong with the words of a table."""
    found: list[str] = []

    class Noting(Reporter):
        def add(self, *args: Any, **_: Any) -> None:
            found.append(args[3])

    one = Example.model_construct(None, **{**dict(example()), "table": example().table.model_copy(update={"with_": chosen})})
    catalog = replace(tiny_game(), examples={one.id: one}, box_of_example={one.id: "base"})
    _Check(Noting(catalog, {}), one, frozenset(), edges_match=False, spans={}, offers=()).texts()
    return found
