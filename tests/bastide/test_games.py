"""``play``, ``replay``, ``explain`` and ``simulate``: games by chance and by hand, and files that are no saved games."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import re
import sys
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from bastide import drawing, saved
from bastide.boards import LARGE, SIZES, Artist, Key
from bastide.moves import Phrases, Told, sides
from bastide.playing import Session
from bastide.tiles import Drawn, block
from bastide.verbs import games
from catalog.examples import PORTS
from engine import Game, Played, Rules, compile_rules, lay_table, random_game, replay, save
from engine.ruleset import SURROUNDED
from generator.pictures.inks import Inks
from tests.bastide.conftest import Ran, Run, program
from tests.ours import ours

BASE = ("--with", "base@c1", "--seed", "7")


@pytest.fixture(scope="module")
def everything() -> Rules:
    return compile_rules(lay_table(ours().catalog), 2)


@pytest.fixture(scope="module")
def inks() -> Inks:
    return drawing.pictures(ours().catalog).inks


@pytest.fixture(scope="module")
def artist(everything: Rules, inks: Inks) -> Artist:
    return Artist(everything, Key(everything, inks))


@pytest.fixture(scope="module")
def a_game() -> dict[str, Any]:
    rules = compile_rules(lay_table(ours().catalog, "abbot"), 2)
    return json.loads(json.dumps(save(random_game(rules, 3))))


@pytest.fixture
def file(tmp_path: Path, a_game: dict[str, Any]) -> Callable[..., Path]:
    """Return a function that writes the saved game with changes."""

    def file(**changes: Any) -> Path:
        path = tmp_path / "game.json"
        path.write_text(json.dumps({**a_game, **changes}), encoding="utf-8")
        return path

    return file


@pytest.fixture
def typed(run: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Return a function that plays with what is typed, line by line."""

    def typed(lines: str, *options: str | Path) -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        return run("play", *BASE, *options)

    return typed


@pytest.mark.parametrize("verb", ["play", "replay", "explain", "simulate"])
def test_help_has_an_example(run: Run, verb: str) -> None:
    shown = run(verb, "--help")
    assert shown.code == 0
    assert f"Example: bastide {verb} " in shown.out


# By chance


def test_a_random_game_tells_its_result(run: Run, tmp_path: Path) -> None:
    told = run("play", *BASE, "--random", "--players", "3", "--save", tmp_path / "g.json", "--format", "json")
    assert (told.code, told.err) == (0, "")
    assert set(told.json["scores"]) == {"red", "blue", "green"}
    assert (told.json["turns"], told.json["over"], told.json["seed"]) == (71, True, 7)
    best = max(told.json["scores"].values())
    assert told.json["winners"] == [colour for colour, points in told.json["scores"].items() if points == best]
    written = json.loads((tmp_path / "g.json").read_text(encoding="utf-8"))
    assert written["hash"] == told.json["hash"]
    shown = run("play", *BASE, "--random", "--players", "3").out
    assert told.json["hash"] in shown
    assert "71 turns" in shown
    assert "wins" in shown


def test_without_a_seed_chance_decides_and_is_told(run: Run) -> None:
    seeds = {run("play", "--with", "base@c1", "--random", "--format", "json").json["seed"] for _ in range(2)}
    assert len(seeds) == 2


@pytest.mark.parametrize(
    ("words", "played"),
    [
        ([], ["farmers-score=by-field", "small-cities=as-any-city"]),
        (["small-cities=one-a-tile"], ["farmers-score=by-field", "small-cities=one-a-tile"]),
        (["Small-Cities=ONE-A-TILE", "farmers-score=by-city"], ["farmers-score=by-city", "small-cities=one-a-tile"]),
        (["farmers-score=by-city", "farmers-score=by-field"], ["farmers-score=by-field", "small-cities=as-any-city"]),
    ],
)
def test_options_have_values(run: Run, tmp_path: Path, words: list[str], played: list[str]) -> None:
    options = [part for word in words for part in ("--option", word)]
    assert run("play", *BASE, "--random", *options, "--save", tmp_path / "g.json").code == 0
    assert json.loads((tmp_path / "g.json").read_text(encoding="utf-8"))["table"]["options"] == played
    assert run("replay", tmp_path / "g.json").code == 0


WRONG = {
    "did you mean `farmers-score`? write farmers-score=by-field or": ["--edition", "c1", "--option", "farmers-scor"],
    "did you mean `farmers-score=by-city`? its values are: by-field, by-city": ["--option", "farmers-score=by-citty"],
    "write small-cities=as-any-city or small-cities=one-a-tile": ["--edition", "c1", "--option", "small-cities"],
    "the value `by-city` of `farmers-score` does not exist in `c2`": ["--edition", "c2", "--option", "farmers-score=by-city"],
    "6 players cannot play": ["--with", "river", "--players", "6"],
    "at least 2 players": ["--players", "1"],
    "one of: c1, c2": ["--edition", "c9"],
    "did you mean `river`?": ["--with", "rivr"],
    "--players": ["--players", "many"],
    "--seed": ["--seed", "1.5"],
}


@pytest.mark.parametrize(("told", "options"), WRONG.items(), ids=WRONG)
@pytest.mark.parametrize("verb", [["play", "--random"], ["simulate", "--games", "1"]], ids=["play", "simulate"])
def test_a_table_that_cannot_be_laid(run: Run, verb: list[str], told: str, options: list[str]) -> None:
    ran = run(*verb, *options)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert ran.err.startswith("bastide: ")


# At the terminal


def test_the_end_of_the_input_ends_the_game(typed: Callable[..., Ran]) -> None:
    ran = typed("")
    assert ran.code == 0
    assert "Turn 1: red" in ran.out
    assert "The game is left." in ran.out
    assert "1 turn, not over" in ran.out
    assert "\x1b" not in ran.out


def test_a_place_a_figure_and_a_hint(typed: Callable[..., Ran], tmp_path: Path) -> None:
    ran = typed("?\n1\n1\n1\ns\nq\n", "--save", tmp_path / "g.json")
    assert "[place-next-to-a-tile]" in ran.out
    assert re.search(r"^  1  -?\d+,-?\d+ \(\d ways\)", ran.out, re.MULTILINE)
    assert re.search(r"  1  meeple on the \w+", ran.out)
    assert "Turn 2: blue" in ran.out
    game = replay(ours().catalog, json.loads((tmp_path / "g.json").read_text(encoding="utf-8")))
    assert [game.over, *("put" in move for move in save(game)["moves"])] == [False, True]


@pytest.mark.parametrize("word", ["x", "0", "99", "-1", "²", "1" * 5000, "\x1b[31m", "龍"])
def test_a_wrong_answer_is_asked_again(typed: Callable[..., Ran], word: str) -> None:
    ran = typed(f"{word}\nq\n")
    assert ran.code == 0
    assert "is no choice here: type a number" in " ".join(ran.out.split())
    assert "\x1b" not in ran.out
    assert ran.out.count("? k s u q") == 2


def test_taking_back(typed: Callable[..., Ran]) -> None:
    # Nothing to take back; then a place is given up before the move is made; then a whole move.
    ran = typed("u\n1\nu\n1\n1\n0\nu\nq\n")
    assert "There is nothing to take back." in ran.out
    assert [int(n) for n in re.findall(r"^Turn (\d+):", ran.out, re.MULTILINE)] == [1, 1, 1, 2, 1]


def test_json_is_alone_on_stdout(typed: Callable[..., Ran]) -> None:
    ran = typed("1\nq\n", "--format", "json")
    assert ran.json["over"] is False
    assert "Turn 1: red" in ran.err


def test_ctrl_c_saves(typed: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(_: Session) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Session, "play", interrupted)
    assert typed("", "--save", tmp_path / "g.json").code == 130
    assert json.loads((tmp_path / "g.json").read_text(encoding="utf-8"))["moves"] == []


def test_a_closed_input_and_a_terminal_without_lines() -> None:
    ran = program("play", *BASE, PYTHONIOENCODING="ascii")
    assert ran.returncode == 0
    assert b"\\u" not in ran.stdout
    assert b"Traceback" not in ran.stderr


@pytest.mark.parametrize("table", ["base", "river", "abbot@c2", "dragon-and-fairy"])
@pytest.mark.parametrize("width", [30, 80])
def test_who_answers_anything_gets_to_the_end(inks: Inks, table: str, width: int) -> None:
    rules = compile_rules(lay_table(ours().catalog, table), 3)
    game, chance, shown = Game(rules, 5), random.Random(5), io.StringIO()
    for _ in range(30):
        game.play(chance.choice(game.actions()))
    answers = iter(range(60))

    def line() -> str | None:
        asked = shown.getvalue()
        shown.seek(0)
        shown.truncate()
        assert max(map(len, asked.splitlines())) <= max(width, 80)
        if next(answers, None) is None:
            return None
        first, last = re.findall(r"\((\d+)(?: to (\d+))?, \? k s u q\): $", asked)[-1]
        return chance.choice(["?", "s", "u", *["n"] * 20]).replace("n", str(chance.randint(int(first), int(last or first))))

    console = Console(file=shown, width=width, soft_wrap=True, highlight=False, markup=False, emoji=False)
    Session(game, Artist(rules, Key(rules, inks)), console, line).play()
    assert game.moves


def at_a_choice(table: str, thing: str) -> Game:
    """Play by chance until somebody chooses a thing of this sort in an effect."""
    rules = compile_rules(lay_table(ours().catalog, table), 2)
    for seed in range(9):
        game, chance = Game(rules, seed), random.Random(seed)
        while actions := game.actions():
            chosen = game.describe(actions[0]).get("choose", ())
            if len(actions) > 1 and chosen != "nothing" and any(thing in one for one in chosen):
                return game
            game.play(chance.choice(actions))
    raise AssertionError(thing)


def shown_by(game: Game, inks: Inks, *lines: str, width: int = 80) -> str:
    """Return what people see who type these lines."""
    shown, typed = io.StringIO(), iter(lines)
    console = Console(file=shown, width=width, soft_wrap=True, highlight=False, markup=False, emoji=False)
    Session(game, Artist(game.rules, Key(game.rules, inks)), console, lambda: next(typed, None)).play()
    return shown.getvalue()


def test_a_choice_shows_what_moves_where_and_why(inks: Inks) -> None:
    game = at_a_choice("dragon-and-fairy", "direction")
    choices = [game.describe(action)["choose"] for action in game.actions()]
    shown = shown_by(game, inks, "1")
    asked, after = shown.split("Choose (1 to ", 1)
    assert asked.count("[DR]") == 1
    board = asked.split("DR dragon")[0]
    for n, (chosen,) in enumerate(choices, start=1):
        words = {"N": "north", "E": "east", "S": "south", "W": "west"}[chosen["direction"]]
        assert f"  {n}  {words}" in asked
        assert re.search(rf"[^ \d[-]{n}|{n}[^ \d\]]", board)
    assert "(dragon-turns)" in asked
    assert re.search(r"the dragon now faces \w+  \(dragon-turns\)$", after, re.MULTILINE)


def test_what_happens_is_told_below_its_turn_with_its_cause() -> None:
    rules = compile_rules(lay_table(ours().catalog, "dragon-and-fairy"), 2)
    phrases, chance = Phrases(ours().catalog), random.Random(9)
    told: list[Told] = []
    game = Game(rules, 9)
    while actions := game.actions():
        found = list(phrases.happened(game, game.apply(chance.choice(actions))))
        headings = [n for n, one in enumerate(found) if one.heading and one.words != "The end"]
        if headings and not game.over:
            assert found[headings[-1]].words == f"Turn {game.state.turn + 1}: {game.colours[game.state.active]}"
        told += found
    caused = {(one.words.partition(":")[0] if ": " in one.words else one.words.split(" at ")[0], one.causes) for one in told}
    assert ("remove", ("dragon-removes-meeples",)) in caused
    assert ("return", ("meeples-return",)) in caused
    assert all(told[n - 1].heading for n, one in enumerate(told) if one.words.endswith(", with dragon symbol"))
    walks = [n for n, one in enumerate(told) if one.causes == ("dragon-symbol-moves-dragon",)]
    for n in walks:
        assert re.fullmatch(r"the dragon goes to -?\d+,-?\d+(, -?\d+,-?\d+)*", told[n].words)
        before = [one.words for one in told[:n] if one.heading or " draws " in one.words][-2:]
        assert before[0].startswith("Turn ")
        assert "dragon symbol" in before[1]
    assert walks
    assert sum(one.words == "The end" for one in told) == 1


def test_many_places_are_a_compact_list(inks: Inks) -> None:
    rules = compile_rules(lay_table(ours().catalog, "base@c1"), 2)
    game, chance = Game(rules, 5), random.Random(5)
    for _ in range(50):
        game.play(chance.choice(game.actions()))
    shown = shown_by(game, inks)
    places = {tuple(game.describe(action)["place"]) for action in game.actions()}
    listed = re.findall(r" (\d+)  (-?\d+),(-?\d+)", shown)
    assert {(int(x), int(y)) for _, x, y in listed} == places
    assert all(shown.count(f"[{n}]") == 1 for n, _, _ in listed)
    assert len(re.findall(r"^ +\d+  -?\d+,-?\d+", shown, re.MULTILINE)) <= -(-len(places) // 3)


def test_what_alone_is_possible_is_done(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    # There is one end of the river, and no way back to before it.
    monkeypatch.setattr(sys, "stdin", io.StringIO("u\nq\n"))
    shown = run("play", "--with", "river@c1", "--seed", "7").out
    assert re.search(r"^Place: \S+ .*; nothing else is possible\.$", shown, re.MULTILINE)
    assert "Place (" not in shown
    assert "There is nothing to take back." in shown


def test_taking_back_goes_to_what_was_decided(inks: Inks) -> None:
    class Narrow(Game):
        """A game in which nobody can choose in the second turn and in the third."""

        def actions(self) -> list[Any]:
            return super().actions()[: 1 if len(self.moves) in {1, 2} else None]

    game = Narrow(compile_rules(lay_table(ours().catalog, "base@c1"), 2), 7)
    game.apply(game.actions()[0])
    shown = shown_by(game, inks, "u")
    assert [int(n) for n in re.findall(r"^Turn (\d+):", shown, re.MULTILINE)] == [2, 3, 4, 1]
    assert shown.count("Place (") == 2
    assert shown.count("Place: ") == 2
    assert game.moves == []


def test_offers_are_told_in_words() -> None:
    phrases = Phrases(ours().catalog)
    abbot = {"piece": "abbot", "of": "red", "at": [0, 1], "on": {"kind": "garden", "ports": []}}
    told = {"offer": "recall-abbot", "choose": [abbot]}
    assert phrases.action(told) == "recall red's abbot on the garden at 0,1"


# The board


def test_the_parts_of_a_tile_have_words_of_their_own(everything: Rules) -> None:
    ruleset = everything.ruleset
    for design in ruleset.designs:
        for square in ruleset.shapes(ruleset.design_index[design])[0].squares:
            words = [(s.kind, sides([PORTS[port] for port in s.ports])) for s in square.segments]
            assert len(set(words)) == len(words), (design, words)


def test_every_part_of_every_tile_is_drawn(everything: Rules) -> None:
    catalog, ruleset = ours().catalog, everything.ruleset
    for design, turns, size in ((d, t, s) for d in ruleset.designs for t in range(4) for s in (*SIZES, LARGE)):
        shape = ruleset.shapes(ruleset.design_index[design])[turns]
        for square, turned in zip(catalog.designs[design].all_squares, shape.squares, strict=True):
            drawn = block(square, turned, turns, catalog.kinds, size)
            assert set(drawn.part) == set(drawn.places())
            # In a narrow block a small part may find no room.
            missing = {n for n in range(turned.count) if turned.segments[n].ports} - set(drawn.part.values())
            # Where a drawing is not planar, parts lie in pieces that others share.
            assert not missing or size != LARGE or square.fields, (design, turns)
            assert all(0 <= x <= size[0] - 2 and 0 <= y < size[1] for x, y in (drawn.spot(n, 2) for n in range(turned.count)))


def test_figures_leave_what_they_stand_on_readable(everything: Rules, artist: Artist) -> None:
    catalog, ruleset = ours().catalog, everything.ruleset
    for design, turns, size in ((d, t, s) for d in ruleset.designs for t in range(4) for s in (*SIZES, LARGE)):
        for cell in artist.tile(design, turns, size):
            parts = range(artist.tile(design, turns, size)[cell].shape.count)
            for part in parts:
                drawn = artist.tile(design, turns, size)[cell]
                before = _written(artist, drawn)
                drawn.stand(part, ("rm", ""))
                written = _written(artist, drawn)
                assert written.count("rm") == 1
                for n, feature in enumerate(drawn.square.features):
                    if catalog.kinds[feature.kind].shape == "site":
                        letter = artist.key.initials[feature.kind]
                        # A figure is in the brackets of what it stands on.
                        assert f"({letter}" in written, (design, turns, size, written)
                        assert part != n or f"({letter}rm)" in written or size != LARGE
                for sign in artist.key.marks.values():
                    kept = written.replace("rm", "").count(sign)
                    assert kept == before.count(sign), (design, turns, size, written)


def _written(artist: Artist, drawn: Drawn) -> str:
    return "\n".join(artist.row(drawn, row).plain for row in range(drawn.block.height))


def test_pieces_that_are_not_on_the_board(artist: Artist) -> None:
    view = {"pieces": [{"piece": "dragon", "before": "red"}, {"piece": "fairy", "place": "beside-board"}]}
    assert [line.plain for line in artist.pieces(view)] == ["DR dragon, in front of red", "FA fairy, beside the board"]
    view = {"pieces": [{"piece": "dragon", "at": [0, 0], "facing": "E"}]}
    assert [line.plain for line in artist.pieces(view)] == ["DR dragon, facing east"]


def test_edges_meet_on_the_board(everything: Rules) -> None:
    catalog, ruleset = ours().catalog, everything.ruleset
    ends = {"N": (3, 0), "E": (6, 1), "S": (3, 2), "W": (0, 1)}
    for design, turns in ((d, t) for d in ruleset.designs for t in range(4)):
        shape = ruleset.shapes(ruleset.design_index[design])[turns]
        for square, turned in zip(catalog.designs[design].all_squares, shape.squares, strict=True):
            drawn = block(square, turned, turns, catalog.kinds, SIZES[0])
            for edge, place in ends.items():
                kind, drawn_kind = (turned.kinds[part] for part in (turned.ports[PORTS.index(edge)], drawn.part[place]))
                # A site may stand in what remains, where there is no other room.
                assert drawn_kind == kind or ruleset.done[drawn_kind] == SURROUNDED, (design, turns, edge)


@pytest.mark.parametrize(
    ("ports", "words"),
    [
        ([], ""),
        (["E"], "east"),
        (["N", "E", "W"], "north, east and west"),
        (["NL", "N", "NR"], "north"),
        (["NL", "NR", "EL", "ER"], "north and east"),
        (["NL", "WR"], "north-west"),
        (["NR", "EL", "ER", "SL"], "east"),
        (["NL", "NR", "EL", "WR", "SR"], "north and west half of south"),
        (["SR"], "west half of south"),
    ],
)
def test_sides_in_words(ports: list[str], words: str) -> None:
    assert sides(ports) == words


def test_a_wide_board_comes_in_bands(artist: Artist, everything: Rules) -> None:
    view = random_game(everything, 3).view()
    for width in (10, 40, 80, 300):
        lines = artist.board(view, {(99, 0): "12"}, width)
        assert max(line.cell_len for line in lines) <= max(width, 9)
    assert any("[12]" in line.plain for line in lines)


# Saved games


def test_a_replayed_game_is_what_it_says(run: Run, file: Callable[..., Path], a_game: dict[str, Any]) -> None:
    told = run("replay", file(), "--format", "json")
    assert (told.code, told.err) == (0, "")
    assert told.json["ok"] is True
    assert told.json["error"] is None
    assert told.json["scores"] == a_game["scores"]
    texts = [a["text"] for a in told.json["assertions"]]
    assert len(texts) == 6
    assert {a["status"] for a in told.json["assertions"]} == {"pass"}
    assert run("replay", file()).out.endswith("all is as it says\n")


@pytest.mark.parametrize(
    ("change", "text", "got"),
    [
        ({"turns": 1}, "one turn has begun", 71),
        ({"turns": 7}, "7 turns have begun", 71),
        ({"turns": None}, "the number of turns is null", 71),
        ({"turns": True}, "the number of turns is true", 71),
        ({"over": False}, "the game is not over", True),
        ({"scores": {"red": -1}}, "red has -1 points", None),
        ({"scores": 3}, "the scores are 3", None),
        ({"hash": "abc"}, "the hash of the last state is abc", None),
    ],
)
def test_what_is_not_so_fails(run: Run, file: Callable[..., Path], change: dict[str, Any], text: str, got: object) -> None:
    told = run("replay", file(**change), "--format", "json")
    assert (told.code, told.json["ok"], told.json["error"]) == (1, False, None)
    failed = {a["text"]: a["got"] for a in told.json["assertions"] if a["status"] == "fail"}
    assert text in failed
    assert got is None or failed[text] == got
    assert "fail " in run("replay", file(**change)).out


def test_what_is_not_stated_is_not_held_against_anything(run: Run, tmp_path: Path, a_game: dict[str, Any]) -> None:
    path = tmp_path / "g.json"
    path.write_text(json.dumps({k: v for k, v in a_game.items() if k != "turns"}), encoding="utf-8")
    shown = run("replay", path)
    assert shown.code == 0
    assert "begun" not in shown.out


def test_changed_data_is_told_and_is_no_failure(run: Run, file: Callable[..., Path]) -> None:
    told = run("replay", file(data="0" * 64, mood="glad"), "--format", "json")
    assert (told.code, told.json["ok"]) == (0, True)
    unsupported = [a["text"] for a in told.json["assertions"] if a["status"] == "unsupported"]
    assert unsupported[0] == "the data has changed since the game was saved"
    assert "mood is glad" in unsupported[1]


def test_a_move_that_is_not_legal_is_told_with_what_forbids_it(
    run: Run, file: Callable[..., Path], a_game: dict[str, Any]
) -> None:
    moves = [{**a_game["moves"][0], "place": [9, 9]}, *a_game["moves"][1:]]
    told = run("replay", file(moves=moves), "--format", "json")
    assert (told.code, told.json["ok"], told.json["assertions"]) == (1, False, [])
    assert told.json["error"] == "move 1 is not legal: no tile lies next to 9,9"
    assert told.json["statements"] == ["place-next-to-a-tile"]
    assert "[place-next-to-a-tile]" in run("replay", file(moves=moves)).err
    assert "place-next-to-a-tile" in run("explain", file(moves=moves)).err


BAD = {
    "not JSON: line 1": b'{"bastide": 1, "moves": [',
    "no UTF-8 text": b"\xff\xfe{}",
    "not JSON": b"",
    "no saved game of Bastide": b"[1, 2]",
    "is no saved game": b"{}",
    "version 2": b'{"bastide": 2}',
    "of another shape": b'{"bastide": 1, "table": 5, "players": []}',
    "beyond all measure": b"[" * 100000,
    "seed": b'{"bastide": 1, "table": {"boxes": {"base": {"edition": "c1", "modules": null}}, "options": []}, "players": 2, "seed": "x"}',
    "no box `bse`": b'{"bastide": 1, "table": {"boxes": {"bse": {"edition": "c1", "modules": null}}, "options": []}, "players": 2}',
}


@pytest.mark.parametrize(("told", "data"), BAD.items(), ids=BAD)
@pytest.mark.parametrize("verb", ["replay", "explain"])
def test_what_is_no_saved_game_is_told_in_a_sentence(run: Run, tmp_path: Path, verb: str, told: str, data: bytes) -> None:
    path = tmp_path / "g.json"
    path.write_bytes(data)
    ran = run(verb, path)
    assert (ran.code, ran.out) == (1, "")
    assert told in ran.err
    assert ran.err.startswith("bastide: ")
    assert ran.err.count("g.json") == 1
    assert "Traceback" not in ran.err


def _paths(value: object, here: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield (*here, key)
        yield from _paths(item, (*here, key))


def test_whatever_is_changed_in_a_saved_game_it_is_a_sentence(a_game: dict[str, Any]) -> None:
    catalog, chance = ours().catalog, random.Random(1)
    short = {**a_game, "moves": a_game["moves"][:6]}
    strange = [None, True, -1, 10**30, 1e300, 0.5, "", "red", [], {}, [1], [[]], {"a": 1}, [10**9, 3]]
    for path in chance.sample(list(_paths(short)), 60):
        data: Any = json.loads(json.dumps(short))
        inner = data
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = chance.choice(strange)
        with contextlib.suppress(saved.SavedGameError):
            json.dumps(list(saved.assertions(saved.play(catalog, data), data)))


@pytest.mark.parametrize("verb", ["replay", "explain"])
def test_files_that_cannot_be_read(run: Run, tmp_path: Path, verb: str) -> None:
    locked = tmp_path / "locked.json"
    locked.write_text("{}", encoding="utf-8")
    locked.chmod(0)
    cases = {tmp_path / "none.json": "No such file", tmp_path: "is a folder"}
    if not os.access(locked, os.R_OK):
        cases[locked] = "Permission denied"
    for path, told in cases.items():
        ran = run(verb, path)
        assert (ran.code, ran.out) == (2, "")
        assert told in ran.err


@pytest.mark.parametrize(
    "arguments",
    [["play", "--random", *BASE, "--save"], ["simulate", "--games", "1", "--workers", "1", "--out"]],
    ids=["play", "simulate"],
)
def test_places_that_cannot_be_written(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: list[str]) -> None:
    """They are told before anything is played: an evening's game would be lost."""
    (tmp_path / "file").write_text("kept", encoding="utf-8")
    for name in ("random_game", "play_many"):
        monkeypatch.setattr(games, name, None)
    assert "is a folder" in run(*arguments, tmp_path).err
    ran = run(*arguments, tmp_path / "file" / "g.json")
    assert ran.code == 1
    assert "cannot be written" in ran.err
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_a_process_that_is_ended_from_outside_is_told(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(*_: object) -> Iterator[Played]:
        yield Played(0, 1, (0, 0), (0,), "")
        raise BrokenProcessPool

    monkeypatch.setattr(games, "play_many", broken)
    ran = run("simulate", "--games", "9", *BASE, "--out", tmp_path / "games.jsonl")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.endswith("   -> take fewer: --workers 1\n")
    assert not list(tmp_path.iterdir())


def test_the_points_add_up(run: Run, file: Callable[..., Path], a_game: dict[str, Any]) -> None:
    rows = run("explain", file(), "--format", "json").json
    for colour, score in a_game["scores"].items():
        assert sum(row["points"] for row in rows if row["player"] == colour) == score
    for row in rows:
        assert row["statements"]
        assert set(row["statements"]) <= set(ours().catalog.statements)
        assert row["feature"] is None or row["feature"]["kind"] in ours().catalog.kinds
    shown = run("explain", file()).out
    for score in a_game["scores"].values():
        assert re.search(rf"^ +{score}  in all$", shown, re.MULTILINE)
    assert re.search(r"road, \d tiles +score-completed-features, road-points", shown)


@pytest.mark.parametrize("width", [30, 80])
def test_points_keep_to_the_terminal(a_game: dict[str, Any], width: int) -> None:
    game = replay(ours().catalog, a_game)
    lines = list(Phrases(ours().catalog).points(game, game.colours, width))
    assert all(len(line.rstrip()) <= max(width, 40) for line in lines)
    below = [line for line in lines if line.startswith("    ") and "-" in line]
    assert below
    # What goes on below is where it began: in its column, or in lines of its own.
    assert {len(line) - len(line.lstrip()) for line in below} == {4 if width == 30 else 40}


def test_one_player_s_points(run: Run, file: Callable[..., Path]) -> None:
    rows = run("explain", file(), "--player", "Blue", "--format", "json").json
    assert {row["player"] for row in rows} == {"blue"}
    assert "red" not in run("explain", file(), "--player", "BLUE").out.splitlines()
    ran = run("explain", file(), "--player", "bleu")
    assert ran.code == 2
    assert "did you mean `blue`?" in ran.err


# Many games


def test_the_same_seed_gives_the_same_games_with_any_number_of_workers(run: Run, tmp_path: Path) -> None:
    told = []
    for workers in (1, 2):
        out = tmp_path / f"{workers}.jsonl"
        ran = run(
            "simulate", "--games", "60", *BASE, "--players", "3", "--workers", str(workers), "--out", out, "--format", "json"
        )
        assert (ran.code, ran.err) == (0, "")
        assert ran.json.pop("games_per_second") > 0
        told.append({k: v for k, v in ran.json.items() if k != "games_per_second"})
    assert told[0] == told[1]
    one, two = ((tmp_path / f"{n}.jsonl").read_bytes() for n in (1, 2))
    assert one == two
    rows = [json.loads(line) for line in one.splitlines()]
    assert [row["seed"] for row in rows] == list(range(7, 67))
    red = [row["scores"]["red"] for row in rows]
    assert told[0]["scores"]["red"] == {
        "mean": round(sum(red) / 60, 3),
        "min": min(red),
        "max": max(red),
        "wins": sum("red" in row["winners"] for row in rows),
    }
    for row in rows:
        assert row["winners"] == [c for c, points in row["scores"].items() if points == max(row["scores"].values())]
    assert told[0]["shared"] == sum(len(row["winners"]) > 1 for row in rows)
    assert told[0]["turns"]["max"] == max(row["turns"] for row in rows)
    game = random_game(compile_rules(lay_table(ours().catalog, "base@c1"), 3), 7)
    assert rows[0]["hash"] == game.hash()


@pytest.mark.parametrize("games", ["0", "-5", "many"])
def test_a_number_of_games_that_is_none(run: Run, games: str) -> None:
    assert run("simulate", "--games", games).code == 2


def test_statistics_for_people(run: Run) -> None:
    ran = run("simulate", "--games", "2", *BASE, "--workers", "1")
    assert ran.code == 0
    assert "2 games of base@c1, from seed 7" in ran.out
    assert re.search(r"^  shared: \d+$", ran.out, re.MULTILINE)
    assert "games a second" in ran.err
