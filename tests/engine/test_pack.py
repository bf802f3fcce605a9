"""A fan's pack is played by its entries alone: a tile, a figure, and a row of points that no box of ours has."""

from __future__ import annotations

import json
import random

import pytest

from engine import Game, compile_rules, explain, lay_table, replay, save
from tests.engine.laws import check, check_list, check_points, placing
from tests.engine.mutations import Proofs
from tests.engine.tables import any_of
from tests.ours import ours
from tests.programs import ROOT

PACK = ROOT / "tests" / "data" / "pack-watermill"
LOADED = ours(PACK)
PACKED = LOADED.catalog
PROOFS = Proofs(PACKED)
OWN = {statement for statement, box in PACKED.box_of.items() if box == "watermill"}
TABLES = (
    ("watermill", "c2", 2, 1),
    ("watermill,abbot,river@c1", "c2", 5, 2),
    ("watermill,river,abbot,dragon-and-fairy", "c3.1", 3, 3),
)


def test_the_pack_is_well():
    assert LOADED.findings == ()


def test_nothing_in_the_engine_knows_of_it():
    words = {*PACKED.boxes["watermill"].brings, "watermill", *OWN}
    for path in (ROOT / "engine").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not [word for word in words if word in text], path


@pytest.mark.parametrize("example", [e for e, box in PACKED.box_of_example.items() if box == "watermill"])
def test_an_example_of_the_pack_holds(example):
    assert PROOFS.failing.get(example, ()) == ()


@pytest.mark.parametrize("statement", sorted(OWN))
def test_a_statement_of_the_pack_is_shown_and_proved(statement):
    assert PROOFS.gaps(PACKED.statements[statement]) == []


@pytest.mark.parametrize(("chosen", "edition", "players", "seed"), TABLES)
def test_games_with_the_pack_are_played_like_any_others(chosen, edition, players, seed):
    rules = compile_rules(lay_table(PACKED, chosen, edition), players)
    game, chance = Game(rules, seed), random.Random(seed)
    while game.player is not None:
        if len(game.moves) % 5 == 0:
            check(game)
            if placing(game):
                check_list(game)
            assert Game.from_json(rules, json.loads(json.dumps(game.to_json()))).actions() == game.actions()
        game.play(any_of(chance, game.actions()))
    check(game)
    check_points(game)
    assert {"watermill/a"} <= {tile["tile"] for tile in game.view()["board"]}
    assert replay(PACKED, json.loads(json.dumps(save(game)))).hash() == game.hash()
    for _ in range(len(game.moves)):
        game.undo()
    assert game.hash() == Game(rules, seed).hash()


def test_somewhere_the_figure_is_placed_and_the_row_scores():
    rules = compile_rules(lay_table(PACKED, "watermill", "c2"), 2)
    placed, scored, shared = 0, [], 0
    for seed in range(8):
        game, chance = Game(rules, seed, history=False), random.Random(seed)
        while game.player is not None:
            # Whoever can places the figure of the pack.
            own = [a for a in game.actions() if game.describe(a).get("put", {}).get("piece") == "miller"]
            placed += bool(own)
            game.play(any_of(chance, own or game.actions()))
        points = explain(game)
        scored += [p for p in points if "mill-wheel-points" in p["statements"] and p["feature"]["kind"] == "road"]
        shared += sum("miller-counts-double" in p["statements"] for p in points)
        assert not any("road-points" in p["statements"] for p in points)
        check_points(game)
    assert placed
    assert shared
    # The mark is worth more than the tiles alone.
    assert any(p["points"] > len(p["feature"]["tiles"]) for p in scored)
    assert all((p["points"] - len(p["feature"]["tiles"])) % 3 == 0 for p in scored)
