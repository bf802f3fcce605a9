"""Whatever is in the files, loading says what is wrong with it and never raises."""

from __future__ import annotations

import atexit
import random
import shutil
from collections.abc import Iterator
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from catalog import CODES, Loaded, load
from catalog.paths import rules_data
from tests.catalog.museum import MUSEUM, read_yaml

FILES = sorted(path.relative_to(MUSEUM / "_root") for path in (MUSEUM / "_root").rglob("*.yaml"))
REAL = [
    Path("vocabulary/figures.yaml"),
    *sorted(path.relative_to(rules_data()) for path in (rules_data() / "expansions").glob("*/[er]*.yaml")),
]
LIMITS = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])

PIECES = ["", ":", " ", "\n", "-", "[", "}", "&a ", "*a", "!x ", "'", '"', "\t", "#", "é", "\0"]

words = st.sampled_from(
    ["meeple", "dragon", "base", "base/a", "c3.1", "place", "it", "effect", "id", "do", "rules", "N", "CFFF", "called", "<<", ""]
)
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(10**60), 10**60)
    | st.floats(allow_nan=True, allow_infinity=True)
    | st.dates()
    | words
    | st.text(max_size=6)
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words | st.integers(0, 3) | st.booleans(), inner, max_size=3),
    max_leaves=6,
)


@cache
def tiny_game() -> Path:
    """Return a copy of the tiny game that lasts as long as the process: each example puts back what it changes."""
    room = Path(mkdtemp(prefix="museum-")) / "room"
    shutil.copytree(MUSEUM / "_root", room)
    atexit.register(shutil.rmtree, room.parent)
    return room


def assert_sound(loaded: Loaded, root: Path) -> None:
    for finding in loaded.findings:
        assert finding.code in CODES
        assert finding.message.strip()
        assert finding.hint is None or finding.hint.strip()
        for place in (finding, *finding.related):
            file = root / place.file
            assert file.exists() or finding.code == "file-missing"
            lines = len(file.read_bytes().decode("utf-8", "replace").splitlines()) if file.exists() else 0
            assert 1 <= place.line <= lines + 1
            assert place.column >= 1


def load_with(relative: Path, content: str) -> None:
    room = tiny_game()
    try:
        (room / relative).write_bytes(content.encode("utf-8", "surrogatepass"))
        assert_sound(load(root=room), room)
    finally:
        shutil.copy(MUSEUM / "_root" / relative, room / relative)


def dumped(data: object) -> str:
    out = StringIO()
    yaml = YAML(typ="safe")
    yaml.default_flow_style = False
    yaml.dump(data, out)
    return out.getvalue()


@LIMITS
@given(st.sampled_from(FILES), st.text(max_size=60) | st.text("ab: -[]{}&*!|>'\"#%@\n\t,?", max_size=40))
def test_any_text(relative: Path, content: str) -> None:
    load_with(relative, content)


@LIMITS
@given(st.sampled_from(FILES), values)
def test_any_data(relative: Path, data: object) -> None:
    load_with(relative, dumped(data))


def _places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _places(value, (*path, key))
    elif isinstance(data, list):
        for n, value in enumerate(data):
            yield from _places(value, (*path, n))


def _replaced(data: Any, path: tuple[Any, ...], value: object) -> Any:
    if not path:
        return value
    copy = data.copy()
    copy[path[0]] = _replaced(copy[path[0]], path[1:], value)
    return copy


@settings(LIMITS, max_examples=130)
@given(st.data())
def test_any_value_in_place_of_any_other(data: st.DataObject) -> None:
    relative = data.draw(st.sampled_from(FILES))
    entries = read_yaml(MUSEUM / "_root" / relative)
    path = data.draw(st.sampled_from(list(_places(entries))))
    load_with(relative, dumped(_replaced(entries, path, data.draw(values))))


@settings(LIMITS, max_examples=30)
@given(st.data())
def test_two_values_swapped(data: st.DataObject) -> None:
    relative = data.draw(st.sampled_from(FILES))
    entries = read_yaml(MUSEUM / "_root" / relative)
    places = list(_places(entries))
    one, other = (data.draw(st.sampled_from(places)) for _ in range(2))
    if one[: len(other)] == other or other[: len(one)] == one:
        return
    value = {path: _value(entries, path) for path in (one, other)}
    load_with(relative, dumped(_replaced(_replaced(entries, one, value[other]), other, value[one])))


def _value(data: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


@settings(LIMITS, max_examples=100)
@given(st.sampled_from(FILES), st.randoms(use_true_random=False))
def test_lines_and_letters_lost_doubled_and_moved(relative: Path, chance: random.Random) -> None:
    load_with(relative, _garbled((MUSEUM / "_root" / relative).read_text(encoding="utf-8"), chance))


def _garbled(text: str, chance: random.Random) -> str:
    for _ in range(chance.randint(1, 3)):
        if chance.random() < 0.5:
            lines = text.splitlines(keepends=True) or [""]
            at = chance.randrange(len(lines))
            piece = [lines.pop(at)]
            if chance.random() < 0.6:
                again = chance.randrange(len(lines) + 1)
                lines[again:again] = [chance.choice(["", " ", "  ", "- "]) + piece[0]] * chance.choice([1, 1, 2])
            text = "".join(lines)
        else:
            at = chance.randrange(len(text) + 1)
            text = text[:at] + chance.choice(PIECES) + text[at + 1 :]
    return text


@pytest.mark.parametrize("relative", REAL, ids=str)
def test_the_real_data_garbled(relative: Path, tmp_path: Path) -> None:
    room = tmp_path / "room"
    shutil.copytree(rules_data(), room, ignore=shutil.ignore_patterns("locales"))
    content = (room / relative).read_text(encoding="utf-8")
    chance = random.Random(str(relative))
    (room / relative).write_text(_garbled(content, chance), encoding="utf-8")
    assert_sound(load(root=room), room)


def test_a_folder_where_a_file_is_expected_and_a_file_where_a_pack_is(tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    (pack / "expansion.yaml").mkdir(parents=True)
    (tmp_path / "file").write_text("", encoding="utf-8")
    loaded = load(packs=[pack, tmp_path / "file", tmp_path / "nowhere"], root=MUSEUM / "_root")
    assert [(f.code, f.file) for f in loaded.findings] == [
        ("file-missing", str(tmp_path / "file")),
        ("file-missing", str(tmp_path / "nowhere")),
        ("file-missing", str(pack / "expansion.yaml")),
    ]


def test_no_data_at_all(tmp_path: Path) -> None:
    loaded = load(root=tmp_path)
    assert {f.code for f in loaded.findings} == {"file-missing"}
    assert loaded.catalog.statements == {}


FREE = {"name", "plural", "about", "text", "marks", "title", "publisher", "language", "letter"}
"""The keys whose words are free: a misspelt one is another word."""
UNCALLED = {"a-meeple-is-eaten", "both-boxes", "farmers", "full", "short-game-without-sleep", "village", "return", "farmer"}
"""The ids of the tiny game to which nothing refers: under another name they are as good."""


def _misspelt() -> Iterator[tuple[Path, Any]]:
    """Yield each file of the tiny game with one key misspelt, or one word that something depends on."""
    for relative in FILES:
        data = read_yaml(MUSEUM / "_root" / relative)
        for path in _places(data):
            value = _value(data, path)
            if path and isinstance(path[-1], str):
                yield relative, _renamed(data, path)
                is_name_of_statement = path[-1] == "id" and path[0] == "statements"
                if isinstance(value, str) and path[-1] not in FREE and value not in UNCALLED and not is_name_of_statement:
                    yield relative, _replaced(data, path, value + "x")


def _renamed(data: Any, path: tuple[Any, ...]) -> Any:
    parent = _value(data, path[:-1])
    renamed = {(f"{key}x" if key == path[-1] else key): value for key, value in parent.items()}
    return _replaced(data, path[:-1], renamed)


def test_every_misspelt_key_and_every_misspelt_word_that_matters_is_found() -> None:
    mistakes = list(_misspelt())
    assert len(mistakes) > 300
    room = tiny_game()
    for relative, data in mistakes[::3]:
        (room / relative).write_text(dumped(data), encoding="utf-8")
        found = load(root=room).findings
        shutil.copy(MUSEUM / "_root" / relative, room / relative)
        assert found, dumped(data)
