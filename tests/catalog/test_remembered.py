"""Loading after an edit: whatever was edited, the same findings and the same catalogue, in the same order, as from nothing."""

from __future__ import annotations

import pickle
import random
import re
import shutil
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from catalog import Catalog, Loaded, cache, checks, gathering, load, remembered, schema, store
from catalog.paths import rules_data
from catalog.remembered import Remembered
from catalog.reporter import Reporter
from catalog.statements import Statement
from tests.catalog.museum import MUSEUM


def _in_order(value: object) -> object:
    """Return a part of a catalogue so that mappings in another order differ."""
    return list(value.items()) if isinstance(value, dict) else value


def assert_same(edited: Loaded, fresh: Loaded) -> None:
    assert edited.findings == fresh.findings
    for part in fields(Catalog):
        if part.compare:
            assert _in_order(getattr(edited.catalog, part.name)) == _in_order(getattr(fresh.catalog, part.name)), part.name


def _rooms(place: Path) -> tuple[Path, Path]:
    for name, to in (("_root", "room"), ("_pack", "pack")):
        shutil.rmtree(place / to, ignore_errors=True)
        shutil.copytree(MUSEUM / name, place / to)
    return place / "room", place / "pack"


@pytest.fixture
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Return a tiny game and a pack, to be edited, with a cache of their own."""
    monkeypatch.setenv(store.VARIABLE, str(tmp_path / "cache"))
    return _rooms(tmp_path)


@pytest.fixture
def validated(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the files that are validated from now on."""
    names: list[str] = []

    def noting(file: schema.YamlFile, model: type) -> object:
        names.append(file.name)
        return schema.validate(file, model)

    monkeypatch.setattr(remembered, "validate", noting)
    return names


def _forget() -> None:
    """Be as a new process is: what is remembered is in the cache alone."""
    remembered._recent.clear()


def _words(place: Path) -> list[str]:
    return [word for path in sorted(place.rglob("*.yaml")) for word in path.read_text(encoding="utf-8", errors="replace").split()]


def edit(place: Path, chance: random.Random) -> str:
    """Edit one file as an author may, well or badly, and say what was done."""
    paths = sorted(place.rglob("*.yaml"))
    if not paths:
        return "nothing is left to edit"
    path = chance.choice(paths)
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    n = chance.randrange(len(lines))
    way = chance.choice(["word", "line", "twice", "cut", "append", "letter", "gone", "copy", "comment", "bytes"])
    match way:
        case "word":
            words = lines[n].split(" ")
            words[chance.randrange(len(words))] = chance.choice(_words(place))
            lines[n] = " ".join(words)
        case "line":
            del lines[n]
        case "twice":
            lines.insert(n, lines[n])
        case "cut":
            lines = lines[:n]
        case "append":
            lines.append(chance.choice(["  - {id: bad}", "stray: 1", "}", "# a comment", "\tx: 1"]))
        case "letter":
            at = chance.randrange(len(lines[n]) + 1)
            lines[n] = lines[n][:at] + chance.choice("abxz:-[]{}'\"&*! 0") + lines[n][at + 1 :]
        case "comment":
            lines.insert(0, "# a line that moves all others")
        case "gone":
            path.unlink()
            return f"{path.name} is gone"
        case "copy":
            copy = path.with_name(chance.choice(["rules.yaml", "rulings.yaml", "copy.yaml", "tiles.yaml"]))
            copy.write_bytes(path.read_bytes())
            return f"a copy of {path.name}"
        case "bytes":
            path.write_bytes(path.read_bytes()[: n * 20] + b"\xff\xfe")
            return f"bytes in {path.name}"
    path.write_text("\n".join(lines), encoding="utf-8")
    return f"{way} {n + 1} of {path.name}"


@pytest.mark.usefixtures("rooms")
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), steps=st.integers(1, 4), pack=st.booleans(), again=st.booleans())
def test_after_any_edits_all_is_as_from_nothing(seed: int, steps: int, pack: bool, again: bool, tmp_path: Path) -> None:
    chance = random.Random(seed)
    room, fan = _rooms(tmp_path)
    packs = [fan] if pack else []
    load(packs, root=room, cached=True)
    for _ in range(steps):
        done = edit(chance.choice([room, fan]) if pack else room, chance)
        if again:
            _forget()
        assert_same(load(packs, root=room, cached=True), load(packs, root=room)), done


@pytest.mark.usefixtures("rooms")
def test_after_edits_of_our_own_data_all_is_as_from_nothing(tmp_path: Path) -> None:
    shutil.copytree(rules_data(), tmp_path / "ours", ignore=shutil.ignore_patterns("locales"))
    chance = random.Random(6)
    load(root=tmp_path / "ours", cached=True)
    for n in range(3):
        edit(tmp_path / "ours", chance)
        if n % 2:
            _forget()
        assert_same(load(root=tmp_path / "ours", cached=True), load(root=tmp_path / "ours"))


@pytest.mark.parametrize("again", [False, True])
def test_only_the_file_that_differs_is_read(again: bool, rooms: tuple[Path, Path], validated: list[str]) -> None:
    room, fan = rooms
    load([fan], root=room, cached=True)
    assert len(validated) > 10
    path = room / "expansions" / "lair" / "rules.yaml"
    path.write_text(path.read_text(encoding="utf-8") + "# edited\n", encoding="utf-8")
    validated.clear()
    if again:
        _forget()
    load([fan], root=room, cached=True)
    assert validated == ["expansions/lair/rules.yaml"]


def test_what_is_wrong_is_read_again_until_it_is_right(rooms: tuple[Path, Path], validated: list[str]) -> None:
    room, _ = rooms
    path = room / "expansions" / "base" / "rules.yaml"
    text = path.read_text(encoding="utf-8")
    load(root=room, cached=True)
    path.write_text(text + "  - {id: bad}\n", encoding="utf-8")
    for _ in range(2):
        validated.clear()
        assert load(root=room, cached=True).errors
        assert validated == ["expansions/base/rules.yaml"]
    path.write_text(text, encoding="utf-8")
    assert not load(root=room, cached=True).findings


def test_a_finding_about_two_files_is_found_though_neither_is_read_again(rooms: tuple[Path, Path], validated: list[str]) -> None:
    """The place of a statement is shown as exactly as if its file had just been read."""
    room, _ = rooms
    load(root=room, cached=True)
    box = room / "vocabulary" / "figures.yaml"
    box.write_text(box.read_text(encoding="utf-8").replace("id: dragon,", "id: drake,"), encoding="utf-8")
    validated.clear()
    loaded = load(root=room, cached=True)
    assert validated == ["vocabulary/figures.yaml"]
    assert {f.file for f in loaded.errors} - {"vocabulary/figures.yaml"}
    assert all(f.line > 1 for f in loaded.errors)
    assert_same(loaded, load(root=room))


def test_what_was_kept_and_is_not_asked_for_goes(rooms: tuple[Path, Path]) -> None:
    room, _ = rooms
    path = room / "expansions" / "lair" / "rules.yaml"
    for n in range(3):
        path.write_text(path.read_text(encoding="utf-8") + f"# {n}\n", encoding="utf-8")
        load(root=room, cached=True)
    key = cache.place_of(room, ())
    assert key
    parts = store.recall("files", key)
    assert parts is not None
    # What each file gave, its outline, and that of all.
    assert len(parts) == 2 * len([*room.rglob("*.yaml")]) + 1


class Trap:
    """Leaves a file where it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.path,)


@pytest.mark.parametrize("part", ["trap", "garbage", "another"])
def test_a_part_that_holds_something_else_is_as_none(part: str, rooms: tuple[Path, Path], tmp_path: Path) -> None:
    room, _ = rooms
    fresh = load(root=room, cached=True)
    key = cache.place_of(room, ())
    assert key
    parts = store.recall("files", key)
    assert parts is not None
    bad = {"trap": pickle.dumps(Trap(tmp_path / "sprung")), "garbage": b"\x80\x05x", "another": pickle.dumps(None)}[part]
    store.keep("files", key, dict.fromkeys(parts, bad))
    _forget()
    assert_same(gathering.gather(room, (), Remembered.of("files", key)), fresh)
    assert not (tmp_path / "sprung").exists()


def test_switched_off_nothing_is_remembered(
    rooms: tuple[Path, Path], validated: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(store.VARIABLE, "off")
    for _ in range(2):
        validated.clear()
        load(root=rooms[0], cached=True)
        assert len(validated) > 10


def test_where_only_texts_were_edited_only_these_are_checked(rooms: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    room, _ = rooms
    checked: list[bool] = []
    every = checks.run_but_texts
    monkeypatch.setattr(checks, "run_but_texts", lambda report: (checked.append(True), every(report)))
    assert not load(root=room, cached=True).findings
    assert checked.pop()
    rules = next(path for path in sorted(room.rglob("rules.yaml")) if "text: " in path.read_text(encoding="utf-8"))
    written = rules.read_text(encoding="utf-8")
    for text, codes in (("Really: it is.", set()), ("A [word](no-such) of it.", {"bad-link"}), ("Once more.", set())):
        rules.write_text(re.sub(r"text: .*", f'text: "{text}"', written, count=1), encoding="utf-8")
        _forget()
        assert {finding.code for finding in load(root=room, cached=True).findings} == codes
    assert not checked
    rules.write_text(re.sub(r"section: .*", "section: general", written, count=1), encoding="utf-8")
    load(root=room, cached=True)
    assert checked


def test_no_other_check_looks_at_a_text() -> None:
    """A text that is not there would be missed."""
    catalog = load().catalog
    textless = {
        i: Statement.model_construct(s.model_fields_set - {"text"}, **{name: said for name, said in s if name != "text"})
        for i, s in catalog.statements.items()
    }
    report = Reporter(replace(catalog, statements=textless), {})
    checks.run_but_texts(report)
    with pytest.raises(AttributeError):
        checks.run(report.catalog, {}, outlined=True)
