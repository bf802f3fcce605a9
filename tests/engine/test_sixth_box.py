"""A box that was made up when the engine was done, of nothing but YAML and drawings: it is checked, proved, played and printed."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace

import pytest

from bastide.reading import lines_of
from engine import Game, compile_rules, explain, lay_table, replay, save
from generator.preview import Preview
from tests.engine.laws import check, check_list, check_points, check_words, placing
from tests.engine.mutations import Proofs
from tests.engine.tables import any_of
from tests.ours import ours
from tests.programs import ROOT

pytestmark = pytest.mark.long

BOX = "honey-harvest"
PACK = ROOT / "tests" / "packs" / BOX
LOADED = ours(PACK)
PACKED = LOADED.catalog
EXAMPLES = {name: example for name, example in PACKED.examples.items() if PACKED.box_of_example[name] == BOX}
PROOFS = Proofs(replace(PACKED, examples=EXAMPLES))
OWN = [statement for statement in PROOFS.stating if PACKED.box_of[statement.id] == BOX]
TABLES = (
    (BOX, "c2", 2),
    (BOX, "c3.1", 4),
    (f"{BOX},abbot,river,dragon-and-fairy", "c3.1", 3),
    (f"{BOX},under-the-big-top,tower", "c2", 3),
    (f"{BOX},phantom@c1,bridges-castles-and-bazaars,inns-and-cathedrals,mage-and-witch", "c2", 4),
)
FLIGHTS = ("flight=by-chance", "flight=by-choice")


def played(chosen, edition, players, flight, seed):
    """Play a game by chance under the laws, and return it."""
    rules = compile_rules(lay_table(PACKED, chosen, edition, (flight,)), players)
    game, chance = Game(rules, seed), random.Random(seed)
    while game.player is not None:
        if len(game.moves) % 9 == 0:
            check(game)
            check_words(game)
            if placing(game):
                check_list(game)
            assert Game.from_json(rules, json.loads(json.dumps(game.to_json()))).actions() == game.actions()
        game.play(any_of(chance, game.actions()))
    check(game)
    check_points(game)
    return game


def test_it_is_data_alone():
    assert {path.suffix for path in PACK.rglob("*.*") if path.is_file()} == {".yaml", ".j2"}


def test_it_is_well():
    assert LOADED.findings == ()


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_holds(example):
    assert PROOFS.failing.get(example, ()) == ()


@pytest.mark.parametrize("statement", OWN, ids=lambda statement: statement.id)
def test_a_statement_is_shown_and_proved(statement):
    assert PROOFS.gaps(statement) == []


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("flight", FLIGHTS)
@pytest.mark.parametrize(("chosen", "edition", "players"), TABLES)
def test_games_with_it_come_to_an_end_under_the_laws(chosen, edition, players, flight, seed):
    game = played(chosen, edition, players, flight, seed)
    assert any(tile["tile"].startswith(BOX) for tile in game.view()["board"])
    assert replay(PACKED, json.loads(json.dumps(save(game)))).hash() == game.hash()
    points = [point for point in explain(game) if "honey-is-sold" in point["statements"]]
    assert points
    assert all({"clover-honey-value", "heather-honey-value"} & set(point["statements"]) for point in points)


def test_the_site_prints_it():
    preview = Preview([PACK], lines_of=lines_of)
    preview.reload()

    pictures = set()

    def page(path):
        answer = preview.answer(path)
        assert answer.status == 200, path
        text = answer.body.decode()
        pictures.update(re.findall(r'="[./]*/(pictures/[^"]+)"', text))
        return text

    book = page(f"en/{BOX}/c3.1/")
    assert all(f'id="{statement.id}"' in book for statement in OWN)
    for path in (f"en/{BOX}/", *(f"en/statements/{statement.id}/" for statement in OWN)):
        assert "<h1" in page(path)
    for design in PACKED.designs:
        if design.startswith(f"{BOX}/"):
            assert f"pictures/{design}.svg" in page(f"en/tiles/{design}/")
    for example, told in EXAMPLES.items():
        assert f'id="example_{example}"' in page(f"en/statements/{told.shows[0]}/")
    for figure in PACKED.boxes[BOX].brings:
        page(f"en/elements/{figure}/")
    assert len(pictures) > len(EXAMPLES)
    for picture in pictures:
        assert preview.answer(picture).status == 200, picture
    assert preview.errors == ()
