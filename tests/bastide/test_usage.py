"""Help for every verb; and whatever is asked in a wrong way ends with code 2, a sentence and a hint, never a traceback."""

from __future__ import annotations

from importlib import import_module

import pytest

from bastide import __version__, cli
from tests.bastide.conftest import Run

VERBS = ("check", "new", "translate", "show", "find-tile", "coverage", "can", "rulings", "diff", "build", "serve",
         "play", "replay", "explain", "simulate", "rulebook")  # fmt: skip


def test_the_verbs_are_those_that_work() -> None:
    assert sorted(verb for verbs in cli.VERBS.values() for verb in verbs) == sorted(VERBS)


@pytest.mark.parametrize("module", cli.VERBS)
def test_the_command_line_knows_where_each_verb_is(module: str) -> None:
    commands = import_module(f"bastide.verbs.{module}").app.registered_commands
    assert tuple(c.name or c.callback.__name__.replace("_", "-") for c in commands) == cli.VERBS[module]


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_every_verb_has_help_with_an_example(run: Run, verb: str, option: str) -> None:
    shown = run(verb, option)
    assert shown.code == 0
    assert f"Example: bastide {verb} " in shown.out
    assert shown.out.startswith(f"Usage: bastide {verb}")
    assert "--pack" in shown.out
    assert "--format" in shown.out


def test_help_keeps_square_brackets(run: Run) -> None:
    assert "BOX[@EDITION][:MODULE+MODULE]" in run("can", "--help").out


def test_alone_it_shows_help_and_is_wrong_usage(run: Run) -> None:
    assert run().code == 2
    assert "Commands:" in run("--help").out


def test_the_version(run: Run) -> None:
    assert run("--version").out == f"bastide {__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", ""],
        ["check", "--pack", ""],
        ["new", "ruling", "x", "--pack", " "],
        ["translate", "extract", "--out", ""],
        ["show", "base/d", "--svg", ""],
        ["play", "--random", "--save", ""],
        ["replay", ""],
        ["explain", ""],
        ["simulate", "--games", "1", "--out", ""],
        ["rulebook", "--out", ""],
        ["build", "--out", ""],
        ["serve", "--built", ""],
    ],
)
def test_an_empty_path_is_not_the_folder_one_stands_in(run: Run, arguments: list[str]) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert "an empty word is no path" in ran.err


WRONG = {
    "frob": ["frob"],
    "check": ["chek"],
    "TARGET": ["can", "dragon", "remove"],
    "ID": ["show"],
    "--edtion": ["show", "base/d", "--edtion", "c2"],
    "'human', 'json'": ["show", "base/d", "--format", "xml"],
    "'gnu'": ["check", "--format", "xml"],
    "there are: c1, c2, c3, c3.1": ["can", "dragon", "remove", "meeple", "--edition", "c9"],
    "no edition `c8`": ["show", "base/d", "--edition", "c8"],
    "no edition `c7`": ["rulings", "--edition", "c7"],
    "no edition `c6`": ["find-tile", "CRFR", "--edition", "c6"],
    "there are: en, ca, cs": ["show", "base/d", "--lang", "tlh"],
    "did you mean `remove`?": ["can", "dragon", "remov", "meeple"],
    "did you mean `dragon`?": ["can", "dragn", "remove", "meeple"],
    "did you mean `dragon hoard`?": ["can", "player", "place", "meeple", "--on", "dragon-hord"],
    "an empty word": ["can", "", "remove", "meeple"],
    "sorts are element": ["can", "box:abbot", "remove", "meeple"],
    "is no word": ["can", "verb:dragon", "remove", "meeple"],
    "did you mean `base/": ["show", "base/zz"],
    "no entry an empty word": ["show", ""],
    "sorts are tile": ["show", "thing:base/d"],
    "box:abbot or element:abbot": ["show", "abbot"],
    "write box:abbot or element:abbot": ["rulings", "abbot"],
    "no box `nowhere`": ["rulings", "box:nowhere"],
    "2025, 2025-10 or 2025-10-31": ["rulings", "--since", "2025-13"],
    "no date": ["rulings", "--since", "20²5"],
    "`CRF` is no hole": ["find-tile", "CRF"],
    "`CRXF` is no hole": ["find-tile", "CRXF"],
    "did you mean `dragon-and-fairy`?": ["find-tile", "CRFR", "--with", "dragn-and-fairy"],
    "it was in c3.1": ["can", "dragon", "remove", "meeple", "--with", "dragon-and-fairy@c2"],
    "no choice of a box": ["can", "dragon", "remove", "meeple", "--with", ""],
    "named twice": ["find-tile", "CRFR", "--with", "base,base@c1"],
    "one of: farmers": ["find-tile", "CRFR", "--with", "base:millers"],
    "only a tile has a picture": ["show", "dragon", "--svg", "x.svg"],
    "a ruling goes into a pack": ["new", "ruling", "my-rule"],
    "small letters, digits and hyphens": ["new", "tile", "Ä/a"],
    "box/letter": ["new", "tile", "my-pack"],
    "expansion": ["new", "tiles", "my-pack/a"],
    "there are: ca, cs": ["translate", "status", "--lang", "xx"],
    "extract is for all languages": ["translate", "extract", "--lang", "cs"],
    "--prune is for update alone": ["translate", "status", "--prune"],
    "--lang names no language": ["translate", "update", "--lang", ","],
    "no language `xx`": ["build", "--lang", "en,xx"],
    "https://example.org": ["build", "--base-url", "example.org"],
    "--port": ["serve", "--port", "99999"],
}


@pytest.mark.parametrize(("told", "arguments"), WRONG.items(), ids=WRONG)
def test_wrong_usage_is_told_in_a_sentence_with_a_hint(run: Run, told: str, arguments: list[str]) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    first, *rest = ran.err.splitlines()
    assert first.startswith("bastide: ")
    assert "Traceback" not in ran.err
    assert rest == [] or rest[0].startswith("   -> ")


@pytest.mark.parametrize(
    "word", ["x" * 5000, "\x1b[31mred", "[bold]dragon[/bold]", ":dragon:", "draco\udcff", "дракон", "龍", "🐉", "a\nb"]
)
@pytest.mark.parametrize(
    "arguments", [["show"], ["can", "dragon", "remove"], ["rulings"], ["find-tile"], ["find-tile", "CRFR", "--with"]]
)
def test_strange_words_do_no_harm(run: Run, arguments: list[str], word: str) -> None:
    ran = run(*arguments, word)
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err) < 1500
    assert "\x1b" not in ran.err
