"""The two rules of the house: the code knows no expansion, and the arrows between the packages run one way.

The first is a search. The ids of everything the data names (feature kinds, figures, roles, actors, marks, tokens, expansions) are
collected, and no identifier and no string of the code may spell one: not as ``coat-of-arms``, ``coat_of_arms``, ``CoatOfArms`` or
``"coats of arms"``, not as a part of a longer name. Docstrings and comments may.
"""

from __future__ import annotations

import ast
import io
import re
import shutil
import subprocess
import sys
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from catalog.paths import rules_data
from tests.programs import ROOT

BLIND_PACKAGES = ("catalog", "engine", "generator")

# The engine's own language, which it may speak.
SPOKEN_LISTS = frozenset({"verbs"})

# Words that are ids and mean something else in the code, each with its reason. An entry that no code needs is an error below.
HOMONYMS: Mapping[str, str] = {
    "base": "pydantic's BaseModel and other base classes; and the sort of box that is played by itself",
    "emblem": "the small picture by which a box is known on the site",
    "field": "pydantic's and dataclasses' fields; and a tile's fields, which the geometry derives whatever their kind is called",
    "player": "who plays; that a ruling can name a player as its actor is said in the data",
}

Words = tuple[str, ...]

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_ESCAPE = re.compile(r"\\(?:x..|u....|U........|N\{[^}]*\}|.)", re.DOTALL)
_PREFIX = re.compile(r"^[a-zA-Z]*(?=['\"])")
_NO_TOKEN = -1
# One token a string up to Python 3.11; from 3.12 on the text of an f-string, and from 3.14 of a t-string, is tokens of its own.
_TEXT_TOKENS = {
    tokenize.STRING,
    getattr(tokenize, "FSTRING_MIDDLE", _NO_TOKEN),
    getattr(tokenize, "TSTRING_MIDDLE", _NO_TOKEN),
}


@dataclass(frozen=True)
class Offence:
    """An id of the data in the code."""

    id: str
    file: str
    line: int
    text: str

    def __str__(self) -> str:
        """Say it as a compiler does."""
        return f"{self.file}:{self.line}: `{self.id}` in {self.text}"


def words(text: str) -> Words:
    """Split an id, an identifier or a sentence into lower-case words, at whatever separates them."""
    return tuple(re.findall(r"[a-z]+|[0-9]+", _CAMEL.sub(" ", text).lower()))


def plurals(word: str) -> set[str]:
    """Return the plurals a word could have; some are no English, and do no harm."""
    found = {word + "s"}
    if word.endswith("y"):
        found.add(word[:-1] + "ies")
    if word.endswith(("s", "x", "ch", "sh")):
        found.add(word + "es")
    return found


def spellings(of: str) -> Iterator[Words]:
    """Yield the words of an id, and its plurals: at the end, or before an "of" (coats of arms)."""
    parts = words(of)
    yield parts
    heads = [len(parts) - 1]
    if "of" in parts[1:]:
        heads.append(parts.index("of") - 1)
    for head in heads:
        for plural in plurals(parts[head]):
            yield (*parts[:head], plural, *parts[head + 1 :])


class Search:
    """Finds ids in Python source."""

    def __init__(self, ids: Iterable[str]) -> None:
        self._by_first: dict[str, list[tuple[Words, str]]] = {}
        for name in ids:
            for spelling in spellings(name):
                self._by_first.setdefault(spelling[0], []).append((spelling, name))

    def in_words(self, text: Words) -> set[str]:
        """Return the ids that are spelt in a row of words."""
        return {
            name
            for start, first in enumerate(text)
            for spelling, name in self._by_first.get(first, ())
            if text[start : start + len(spelling)] == spelling
        }

    def in_source(self, source: str, file: str = "<source>") -> Iterator[Offence]:
        """Yield each id in the file's name, in an identifier, or in a string that is no docstring."""
        for name in sorted(self.in_words(words(file))):
            yield Offence(name, file, 1, "the file's name")
        documentation = docstring_lines(source)
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.NAME:
                text = token.string
            elif token.type in _TEXT_TOKENS and token.start not in documentation:
                text = _ESCAPE.sub(" ", _PREFIX.sub("", token.string))
            else:
                continue
            for name in sorted(self.in_words(words(text))):
                yield Offence(name, file, token.start[0], " ".join(token.string.split())[:80])


def docstring_lines(source: str) -> set[tuple[int, int]]:
    """Return where each docstring begins, as ``(line, column)``: strings that are statements, of attributes too."""
    return {
        (node.lineno, node.col_offset)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }


@cache
def ids_of_the_data() -> frozenset[str]:
    """Return the id of everything in the vocabulary but what the engine speaks, and of every expansion."""
    yaml = YAML(typ="safe")
    found = {folder.name for folder in (rules_data() / "expansions").iterdir() if folder.is_dir()}
    for file in sorted((rules_data() / "vocabulary").glob("*.yaml")):
        for key, entries in yaml.load(file).items():
            if key not in SPOKEN_LISTS:
                found.update(entry["id"] for entry in entries)
    return frozenset(found)


@cache
def offences_in_the_code() -> tuple[Offence, ...]:
    """Return every id in the three packages, homonyms included."""
    search = Search(ids_of_the_data())
    return tuple(
        offence
        for package in BLIND_PACKAGES
        for file in sorted((ROOT / package).rglob("*.py"))
        for offence in search.in_source(file.read_text(encoding="utf-8"), str(file.relative_to(ROOT)))
    )


def test_the_data_gives_ids_of_every_sort() -> None:
    assert {"city", "road", "field", "coat-of-arms", "base", "dragon-and-fairy"} <= ids_of_the_data()


def test_the_code_knows_no_expansion() -> None:
    found = [str(offence) for offence in offences_in_the_code() if offence.id not in HOMONYMS]
    assert not found, "move what is known to rules_data/, or give the other sense its reason in HOMONYMS:\n" + "\n".join(found)


def test_every_homonym_is_an_id_and_is_needed() -> None:
    assert sorted(HOMONYMS.keys() - {offence.id for offence in offences_in_the_code()}) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("city = 1", ["city"]),
        ("def draw_city_wall(): ...", ["city"]),
        ("x.cities", ["city"]),
        ("class CityWall: ...", ["city"]),
        ("ROADS2 = ()", ["road"]),
        ("kind == 'road'", ["road"]),
        ('kind == "coat-of-arms"', ["coat-of-arms"]),
        ("coat_of_arms(1)", ["coat-of-arms"]),
        ("CoatOfArms()", ["coat-of-arms"]),
        ("'two coats of arms'", []),  # a statement is documentation
        ("x = 'two coats of arms'", ["coat-of-arms"]),
        ("x = b'a road'", ["road"]),
        (r"x = 'first\nroad'", ["road"]),
        ("x = '''\nlong\nroad\n'''", ["road"]),
        ("x = f'a {kind} of road'", ["road"]),
        ("x = f'a {road} of stone'", ["road"]),
        ("x = f'a {kind:road}'", ["road"]),
        ("x = f'{names[\"road\"]}'", ["road"]),
        ("x = rf'a road\\d {kind}'", ["road"]),
        ("x = {'road': 1, 'city': 2}", ["road", "city"]),
        ("def f(): 'Draw a road.'", []),
        ("class A:\n    x = 1\n    '''The road.'''", []),
        ("x = 1  # a road", []),
        ("broad = abroad = 'the roadside and the capacity'", []),
        ("coat = arms = 'a coat, and arms'", []),
    ],
)
def test_the_search_finds_a_planted_id(source: str, found: list[str]) -> None:
    search = Search({"city", "road", "coat-of-arms"})
    assert [offence.id for offence in search.in_source(source)] == found


def test_the_search_looks_at_the_names_of_files_too() -> None:
    assert [offence.id for offence in Search({"coat-of-arms"}).in_source("", "engine/coats_of_arms.py")] == ["coat-of-arms"]


def test_an_offence_is_told_with_its_place() -> None:
    (offence,) = Search({"city"}).in_source("x = 1\ny = 'a city'\n", "engine/some.py")
    assert str(offence) == "engine/some.py:2: `city` in 'a city'"


def _arrows(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run import-linter on the four packages in a folder, with the contract of that folder's pyproject.toml."""
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    return subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False)


def test_the_arrows_run_one_way() -> None:
    result = _arrows(ROOT)
    assert result.returncode == 0, result.stdout + result.stderr


def test_an_arrow_the_other_way_is_caught(tmp_path: Path) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for package in ("bastide", *BLIND_PACKAGES):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
    assert _arrows(tmp_path).returncode == 0
    (tmp_path / "catalog" / "__init__.py").write_text("import engine\n", encoding="utf-8")
    result = _arrows(tmp_path)
    assert result.returncode == 1
    assert "catalog is not allowed to import engine" in result.stdout
