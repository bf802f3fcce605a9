"""Cases that players of such programs have argued about, and that no printed tile can show: the tiles are made for them here."""

from __future__ import annotations

from dataclasses import replace

import pytest

from catalog import Catalog, load
from catalog.examples import Example
from catalog.tiles import Design, Printing
from engine import run_example


def _with_tile(catalog: Catalog, design: Design) -> Catalog:
    """Return a catalogue in which the base game has one more tile."""
    printing = Printing.model_validate({"design": design.id, "letter": "E", "counts": {"c1": 1, "c2": 1}})
    return replace(
        catalog,
        designs={**catalog.designs, design.id: design},
        printings=(*catalog.printings, printing),
        box_of_printing={**catalog.box_of_printing, len(catalog.printings): design.box},
        box_of_example={**catalog.box_of_example, "case": "base"},
    )


@pytest.mark.parametrize(("options", "points"), [((), 6), (("early-small-cities",), 3)])
def test_the_coat_of_arms_in_a_small_city_is_worth_less_only_by_the_early_rule(options: tuple[str, ...], points: int) -> None:
    arms = {"id": "base/e-arms", "edges": "CFFF", "features": [{"city": {"ports": ["N"], "marks": ["coat-of-arms"]}}]}
    catalog = _with_tile(load().catalog, Design.model_validate(arms))
    example = Example.model_validate(
        {
            "id": "case",
            "title": "Red closes a city of two tiles with a coat of arms.",
            "shows": ["city-points"],
            "table": {"with": "base@c1", "options": list(options)},
            "board": [{"tile": "base/d", "at": [0, 0]}],
            "pieces": [{"piece": "meeple", "of": "red", "at": [0, 0], "on": {"city": "N"}}],
            "draws": ["base/e-arms"],
            "moves": [{"place": [0, -1], "turns": 180}],
            "expect": {"points": {"red": points}, "pieces": [{"piece": "meeple", "of": "red", "supply": 7}]},
        }
    )
    assert run_example(catalog, example).failures == ()
