"""Cases that players of such programs have argued about: the examples that settle them, and those for which no printed tile will do.

What concerns the numbers of tiles is in ``tests/catalog/test_tile_facts.py``, and why something is refused in ``test_game.py``.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from catalog import Catalog
from catalog.examples import Example
from catalog.tiles import Design, Printing
from engine import run_example
from tests.ours import ours

SETTLED: dict[str, tuple[str, tuple[str, ...]]] = {
    "BASE-01": (
        "what a small city is worth, by edition and by option",
        ("small-city-today", "small-city-as-any-city", "small-city-in-early-printings"),
    ),
    "BASE-07": ("one tile joins the cities of two players, and all goes to who has more knights", ("three-cities-joined",)),
    "BASE-09": ("claiming what the same tile completes", ("claim-and-score-in-one-turn",)),
    "BASE-12": ("a crossing completes four roads, each scored by itself", ("four-roads-at-a-crossing",)),
    "BASE-14": ("one tile is the last round two monasteries", ("two-monasteries-surrounded",)),
    "BASE-16": ("scored meeples come home though nothing is placed in the turn", ("completed-by-another",)),
    "FIELD-03": (
        "farmers on both sides of a road beside a city, open or closed",
        ("right-side-of-the-road", "open-city-feeds-no-farmer"),
    ),
    "FIELD-05": ("a farmer goes to the new tile alone, however far the field reaches", ("farmer-on-the-new-tile",)),
    "FIELD-06": (
        "which fields a crossing parts, and the end of a road does not",
        ("four-fields-at-a-crossing", "field-round-the-end-of-a-road"),
    ),
    "FIELD-07": ("a farmer beside a monastery that is surrounded", ("farmer-beside-a-monastery",)),
    "DECK-04": ("every place with every rotation that fits there, and no other", ("every-way-to-lay-a-curve",)),
    "RIV-02": ("a river bends the same way again after a straight tile", ("straight-tile-between-two-bends", "no-u-turn")),
    "RIV-03": (
        "the lake comes last, and the land after it",
        ("river-from-source-to-lake", "land-after-the-lake", "start-tile-after-the-lake"),
    ),
    "RIV-07": (
        "the field at the source, as each source is drawn",
        ("field-runs-round-the-source", "road-and-river-part-the-fields-at-the-source"),
    ),
    "RIV-09": (
        "a river tile that fits the water but not what is beside it",
        ("river-tile-that-fits-nowhere", "river-tile-beside-the-start-tile"),
    ),
    "IC-01": ("an inn counts for the whole road", ("inn-counts-for-the-whole-road",)),
    "IC-05": (
        "an open city with a cathedral and a coat of arms",
        ("unfinished-city-with-a-cathedral", "unfinished-city-with-a-cathedral-now"),
    ),
    "IC-06": (
        "the cathedral in an open city of two tiles, where small cities are worth less",
        ("small-unfinished-city-with-a-cathedral",),
    ),
    "PD-02": (
        "two meeples on the tile of the fairy, who stands next to one of them, or by the other reading for both",
        ("fairy-next-to-the-knight", "fairy-does-not-serve-the-highwayman", "fairy-serves-the-whole-tile"),
    ),
    "PD-05": (
        "the dragon's first step is to the city that its tile closes, before the scoring or after",
        ("dragon-comes-before-the-scoring", "dragon-comes-after-the-scoring"),
    ),
    "PD-06": (
        "a new volcano calls the dragon, takes no meeple, and lets the fairy move",
        ("dragon-comes-to-a-volcano", "nobody-settles-at-a-new-volcano"),
    ),
    "PD-08": (
        "whether a princess may send a knight home or must",
        ("princess-leaves-the-choice", "princess-leaves-no-choice", "princess-without-knights-by-the-strict-reading"),
    ),
    "PD-09": ("a portal on a tile that completes a city", ("portal-to-an-open-feature",)),
    "PD-10": ("no way through a portal to a castle that nobody holds", ("no-portal-to-a-castle",)),
    "PD-13": (
        "tiles with a dragon symbol that are drawn before the first volcano",
        ("dragon-tiles-laid-aside", "dragon-tiles-come-back"),
    ),
    "TW-02": ("nobody has to be captured, and one's own meeple comes home", ("capture-is-a-choice", "red-fetches-a-farmer-home")),
    "TW-06": (
        "a low tower captures from the top of a high one, which is open again",
        ("low-tower-takes-the-watch-of-a-high-one",),
    ),
    "TW-07": ("a phantom after a capture that was declined", ("phantom-after-a-capture-declined",)),
    "TW-08": (
        "how many floors each player has",
        (
            "floors-for-red-and-blue",
            "floors-for-one-player-more",
            "floors-for-a-full-side-of-the-table",
            "floors-for-every-colour-of-the-base-game",
            "floors-with-the-pink-player",
        ),
    ),
    "BC-04": ("a field beside a city and a castle", ("castle-in-a-field",)),
    "BC-07": ("a tile that fits only with a bridge, which nobody has to build", ("fits-only-with-a-bridge", "bridge-not-forced")),
    "BC-08": (
        "a bazaar with too few tiles, a tile that is sold, and tiles in hand at the end",
        ("too-few-tiles-for-a-bazaar", "a-sold-tile-is-gone", "last-tiles-from-the-bazaar"),
    ),
    "BT-01": (
        "a pyramid is scored with an empty supply",
        ("pyramid-scored-with-an-empty-supply", "no-fairy-points-for-acrobats"),
    ),
    "BT-02": ("the road is scored before the circus", ("road-first-then-the-circus",)),
    "BT-03": (
        "what a ringmaster brings, with the majority and without",
        ("ringmaster-between-circus-and-acrobats", "ringmaster-without-the-majority"),
    ),
    "MW-02": ("the witch and the mage on a road with an inn", ("witch-at-the-inn", "mage-at-the-inn")),
    "MW-04": ("the mage and the witch meet in a city that is closed by it", ("magic-figures-meet", "witch-moved-before-scoring")),
    "MW-05": ("the tile with the symbol completes the only city", ("completed-city-is-no-place",)),
    "PH-01": (
        "the phantom does not go through the portal, nor where somebody stands",
        ("phantom-stays-on-this-side-of-the-portal", "phantom-needs-a-free-feature"),
    ),
    "TD-03": ("the coat of arms on a tower tile", ("coat-of-arms-on-a-tower-tile",)),
    "CT-05": (
        "tiles of a box whose rules are not played",
        ("circus-in-a-game-without-the-big-top", "bazaar-in-a-game-without-bazaars"),
    ),
}
"""What was argued about, by the number of the case, and the examples that say how it is."""


@cache
def _entries() -> Catalog:
    return ours().catalog


@pytest.mark.parametrize("case", SETTLED)
def test_a_case_is_settled_by_examples(case: str) -> None:
    """That each of them holds is tested with all the others."""
    _, examples = SETTLED[case]
    assert [name for name in examples if name not in _entries().examples] == []


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


@pytest.mark.parametrize(("options", "points"), [((), 6), (("small-cities=as-any-city",), 6), (("small-cities=one-a-tile",), 3)])
def test_the_coat_of_arms_in_a_small_city_is_worth_less_only_by_the_early_rule(options: tuple[str, ...], points: int) -> None:
    arms = {"id": "base/e-arms", "edges": "CFFF", "features": [{"city": {"ports": ["N"], "marks": ["coat-of-arms"]}}]}
    catalog = _with_tile(_entries(), Design.model_validate(arms))
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
