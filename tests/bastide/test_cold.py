"""Questions from the shell: the same answers from the cache, and nothing imported that an answer does not need."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bastide
from bastide import spoken, terminal
from catalog import Catalog, load
from catalog.paths import rules_data
from catalog.text import numbers
from generator.i18n import languages
from tests.bastide.conftest import TOLL_HOUSE, environ, program
from tests.bastide.conftest import spoken as read_languages
from tests.ours import ours
from tests.programs import ROOT

pytestmark = pytest.mark.long

ASK = ("can", "dragon", "remove", "meeple", "--edition", "c3.1")
SLOW = ("babel", "clingo", "engine", "generator.i18n", "jinja2", "markdown_it", "numpy", "rapidfuzz", "rich", "ruamel", "shapely", "starlette",
        "uvicorn", "watchfiles", "catalog.gathering", "catalog.checks", "catalog.examples", "catalog.prover", "catalog.tiles")  # fmt: skip
"""What a question that is answered from the cache does without."""
IMPORTED = """
import json, sys
sys.argv = ["bastide", *sys.argv[1:]]
from bastide.cli import main
try:
    main()
finally:
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""


def imported(source: str, *arguments: str) -> set[str]:
    """Return the modules that a program has imported when it ends: it prints them on stderr."""
    command = [sys.executable, "-c", source, *arguments]
    ran = subprocess.run(command, env=environ(), capture_output=True, check=False, timeout=60)
    return set(json.loads(ran.stderr.decode().splitlines()[-1]))


@pytest.mark.parametrize(
    "question",
    [
        ASK,
        (*ASK, "--lang", "cs"),
        (*ASK, "--format", "json"),
        ("can", "drak", "odstranit", "družiník"),
        ("rulings", "dragon", "fairy"),
    ],
    ids=" ".join,
)
def test_an_answer_from_the_cache_waits_for_nothing_else(question: tuple[str, ...]) -> None:
    program(*question)
    there = imported(IMPORTED, *question)
    assert "catalog.questions" in there
    assert [name for name in SLOW if name in there] == []


@pytest.mark.parametrize("argument", ["--version", "frob"])
def test_who_asks_nothing_waits_for_no_verb(argument: str) -> None:
    assert not any(name.startswith(("bastide.verbs.", "catalog")) for name in imported(IMPORTED, argument))


def test_the_interface_for_programs_fetches_what_is_asked_for() -> None:
    there = imported("import bastide, json, sys; bastide.can; print(json.dumps(sorted(sys.modules)), file=sys.stderr)")
    assert not {"shapely", "jinja2", "engine", "generator"} & there
    assert sorted(name for names in bastide._HOMES.values() for name in names) == bastide.__all__
    assert set(bastide.__all__) <= set(dir(bastide))
    with pytest.raises(AttributeError, match="has no attribute 'frob'"):
        _ = bastide.frob


QUESTIONS = {
    ("can", "magic-portal", "place", "meeple", "--on", "bridge", "--edition", "c3.1", "--lang", "CS"): 0,
    ("can", "drak", "odstranit", "družiník", "--with", "dragon-and-fairy"): 0,
    ("rulings", "--lang", "cs"): 0,
    ("rulings", "toll-house", "--pack", str(TOLL_HOUSE)): 0,
    ("can", "dragn", "remove", "meeple"): 2,
}
"""Questions, each with the exit code."""


@pytest.mark.parametrize("question", QUESTIONS, ids=" ".join)
def test_the_answer_is_the_same_whether_it_was_kept_or_not(question: tuple[str, ...]) -> None:
    told = [program(*question, "--format", "json", **more) for more in ({"BASTIDE_CACHE": "off"}, {}, {})]
    assert len({(ran.stdout, ran.stderr) for ran in told}) == 1
    assert {ran.returncode for ran in told} == {QUESTIONS[question]}


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of our data, with a cache of its own."""
    monkeypatch.setenv("BASTIDE_CACHE", str(tmp_path / "cache"))
    return shutil.copytree(rules_data(), tmp_path / "room")


def test_an_edited_translation_is_another_answer(room: Path) -> None:
    def word(catalog: Catalog) -> str:
        found = spoken.spoken(catalog, lambda catalog: languages(catalog).by_tag.values())
        return found.speech("cs").text("statement/dragon-removes-meeples", "").text

    first = word(load(root=room, cached=True).catalog)
    rules = room / "locales" / "cs" / "rules.po"
    assert first[:20] in rules.read_text(encoding="utf-8")
    rules.write_text(rules.read_text(encoding="utf-8").replace(first[:20], f"Tedy: {first[:20]}"), encoding="utf-8")
    assert word(load(root=room, cached=True).catalog).startswith("Tedy: ")


def _never(_: Catalog) -> Any:
    raise AssertionError("the languages were read again")


def test_the_languages_are_read_once(room: Path) -> None:
    catalog = load(root=room, cached=True).catalog
    first = spoken.spoken(catalog, lambda catalog: languages(catalog).by_tag.values())
    again = spoken.spoken(load(root=room, cached=True).catalog, _never)
    assert (again.tags, again.words) == (first.tags, first.words)
    assert [again.speech(tag) for tag in again.tags] == [first.speech(tag) for tag in first.tags]
    with pytest.raises(KeyError):
        again.speech("xx")


def test_languages_are_kept_only_with_the_catalogue_they_were_read_for(room: Path) -> None:
    catalog = load(root=room, cached=True).catalog

    def edited(catalog: Catalog) -> Any:
        found = languages(catalog).by_tag.values()
        with (room / "sources.yaml").open("a") as file:
            file.write("# edited\n")
        return found

    before = {*(room.parent / "cache").iterdir()}
    assert spoken.spoken(catalog, edited).tags[0] == "en"
    assert spoken.spoken(load(root=room).catalog, lambda catalog: languages(catalog).by_tag.values()).tags[0] == "en"
    assert {*(room.parent / "cache").iterdir()} == before


def test_a_compiled_language_says_what_the_language_says() -> None:
    catalog = ours().catalog
    compiled = spoken.spoken(catalog, lambda _: read_languages().by_tag.values())
    assert compiled.tags == [*read_languages().by_tag]
    for tag, language in read_languages().by_tag.items():
        speech = compiled.speech(tag)
        for statement in catalog.statements.values():
            context = f"statement/{statement.id}"
            one, other = speech.text(context, statement.text), language.text(context, statement.text, numbers(statement, catalog))
            assert (one.text, one.state) == (other.text, "missing" if other.state == "outdated" else other.state)
            if statement.source.date:
                assert speech.date(statement.source.date) == language.date(statement.source.date)
    words = {
        (word, element)
        for language in read_languages().by_tag.values()
        for word, ids in language.words.items()
        for element in ids
    }
    assert {*compiled.words} == words


def test_check_says_the_same_of_what_it_remembers_and_of_what_it_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(TOLL_HOUSE, tmp_path / "pack")
    rules = tmp_path / "pack" / "rulings.yaml"
    text = rules.read_text(encoding="utf-8")
    monkeypatch.setenv("BASTIDE_CACHE", str(tmp_path / "cache"))

    def told(**more: str) -> bytes:
        return program("check", "--pack", str(tmp_path / "pack"), "--format", "json", **more).stdout

    fresh: dict[str, bytes] = {}
    for edited in (text, text + "  - {id: bad}\n", text):
        rules.write_text(edited, encoding="utf-8")
        if edited not in fresh:
            fresh[edited] = told(BASTIDE_CACHE="off")
        assert told() == fresh[edited]
        assert (b"missing-key" in fresh[edited]) == (edited != text)


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file")
    ran = program(*ASK, BASTIDE_CACHE=str(tmp_path / "file" / "below"))
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout == program(*ASK).stdout


def test_lines_are_the_same_with_colours_and_without(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    parts = ("[b] :smile:\t", ("bold", "bold"), "\ttab\x1b[31m")
    terminal.say(*parts)
    plain = capsys.readouterr().out
    assert plain == "[b] :smile:     bold    tab\\x1b[31m\n"
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    outlet = terminal.Outlet("stdout")
    terminal.say(*parts, to=outlet)
    assert capsys.readouterr().out == plain.replace("bold", "\x1b[1mbold\x1b[0m")


def test_the_benchmark_tells_its_figures() -> None:
    command = [sys.executable, "benchmarks/cold.py", "--runs", "1", "--json"]
    ran = subprocess.run(command, cwd=ROOT, env={**os.environ}, capture_output=True, check=True, timeout=120)
    told = json.loads(ran.stdout)
    assert told["ratio"] == pytest.approx(told["cold"] / told["yardstick"])
    assert all(told[name] > 0 for name in ("first", "cold", "yardstick"))
