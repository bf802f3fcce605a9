"""What the vocabulary offers is played: each kind of effect, and all that the boxes bring, occurs in an example that holds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from catalog import Catalog
from catalog.effects import KINDS, Become, CoveredBy, IsA
from catalog.model import Kind, walk
from catalog.tiles import Design
from engine import lay_table
from engine.examples import Examples, Outcome
from tests.ours import ours

EXEMPT: dict[str, str] = {
    "with-box": "a statement that needs another box names it in `boxes`; only packs have asked for one inside an effect so far",
    "option": "a statement that needs a value names it in `option`; only packs have asked for one inside an effect so far",
    "lord": "what stands on a castle is told by what is printed below it, which is a city",
    "maiden": "what stands on a castle is told by what is printed below it, which is a city",
}
"""What no example can show, with the reason."""


@cache
def _catalog() -> Catalog:
    return ours().catalog


@cache
def _outcomes() -> dict[str, Outcome]:
    """Return what comes of each example that holds."""
    examples = Examples(_catalog())
    found = {name: examples.run(example) for name, example in _catalog().examples.items()}
    return {name: outcome for name, outcome in found.items() if not outcome.failures}


@cache
def _parts() -> tuple[Kind, ...]:
    """Return all that the statements consist of that an example shows, or that something in it follows from."""
    shown = {name for example in _outcomes() for name in _catalog().examples[example].shows}
    cited = {name for outcome in _outcomes().values() for name in outcome.events}
    effects = (_catalog().statements[name].effect for name in sorted(shown | cited))
    return tuple(node for effect in effects for _, node, _ in walk(effect) if isinstance(node, Kind))


def _tables() -> Iterator[dict[str, Any]]:
    """Yield what everybody sees at the beginning of an example, and what after it."""
    for outcome in _outcomes().values():
        yield from filter(None, (outcome.before, outcome.after))


@cache
def _designs() -> tuple[Design, ...]:
    """Return the designs that lie on the table."""
    return tuple(_catalog().designs[name] for name in {tile["tile"]: None for table in _tables() for tile in table["board"]})


@cache
def _marks() -> frozenset[str]:
    """Return the marks on the tiles that lie on the table."""
    squares = [square for design in _designs() for square in design.all_squares]
    features = [feature for square in squares for feature in square.features]
    whole = {mark for design in _designs() for mark in design.marks} | {mark for square in squares for mark in square.marks}
    inside = {mark for feature in features for mark in feature.marks}
    return frozenset(whole | inside | {feature.ends for feature in features if isinstance(feature.ends, str)})


@cache
def _kinds() -> frozenset[str]:
    """Return the kinds of feature on the table: printed, derived, or what something has become."""
    printed = {feature.kind for design in _designs() for square in design.all_squares for feature in square.features}
    derived = {kind.id for kind in _catalog().kinds.values() if kind.shape == "remainder"}
    return frozenset(printed | derived | {part.kind for part in _parts() if isinstance(part, Become)})


@cache
def _figures() -> frozenset[str]:
    """Return the figures that are seen somewhere, with what they count as."""
    there = {piece["piece"] for table in _tables() for piece in table["pieces"]}
    return frozenset(there | {part.class_ for part in _parts() if isinstance(part, IsA) and part.element in there})


@cache
def _roles() -> frozenset[str]:
    """Return what figures are called where they stand: on a kind of feature, on another figure, or on a mark and no feature of its tile."""
    marked = {design.id: {*design.marks, *(m for s in design.all_squares for m in s.marks)} for design in _designs()}
    found = set()
    for table in _tables():
        ground = {tuple(tile["at"]): marked[tile["tile"]] for tile in table["board"]}
        for piece in table["pieces"]:
            places = {piece["on"]["kind"]} if "on" in piece else ground.get(tuple(piece.get("at", ())), set())
            places = {piece["with"]["piece"]} if "with" in piece else places
            found |= {role.id for role in _catalog().roles.values() if role.of == piece["piece"] and role.on in places}
    return frozenset(found)


BROUGHT = [element for box in _catalog().boxes.values() for element in box.brings]
CHOICES = [f"{option.id}={value.id}" for box in _catalog().boxes.values() for option in box.options for value in option.values]


@pytest.mark.parametrize("kind", [kind.key for kind in KINDS if kind is not CoveredBy])
def test_a_kind_of_effect_is_played(kind: str) -> None:
    assert (kind in {part.key for part in _parts()}) != (kind in EXEMPT)


@pytest.mark.parametrize("element", BROUGHT)
def test_what_a_box_brings_is_seen_in_an_example(element: str) -> None:
    assert (element in _marks() | _kinds() | _figures() | _roles()) != (element in EXEMPT)


@pytest.mark.parametrize("choice", CHOICES)
def test_a_value_of_an_option_is_played_with(choice: str) -> None:
    catalog = _catalog()
    chosen = {(catalog.examples[i].table, catalog.box_of_example[i]) for i in _outcomes()}
    played = {c for table, box in chosen for c in lay_table(catalog, table.with_ or box, table.edition, table.options).options}
    assert (choice in played) != (choice in EXEMPT)


def test_only_what_there_is_is_exempt() -> None:
    assert set(EXEMPT) <= {kind.key for kind in KINDS} | {*BROUGHT, *CHOICES}
