"""The compiled catalogue: the same as from the files, never of other files, and of nobody else's making."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest

from catalog import Catalog, Loaded, cache, gathering, load, store
from catalog.remembered import Remembered
from tests.catalog.museum import MUSEUM
from tests.programs import ROOT

posix = pytest.mark.skipif(sys.platform == "win32", reason="owners and modes as POSIX has them")


class Read:
    """Counts how often files are read."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, root: Path, folders: tuple[Path, ...], remembered: Remembered | None = None) -> Loaded:
        self.times += 1
        return _gather(root, folders, remembered)


_gather = gathering.gather


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the cache folder of this test, which does not exist yet."""
    monkeypatch.setenv(store.VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch, home: Path) -> Read:
    assert not home.exists()
    counting = Read()
    monkeypatch.setattr(gathering, "gather", counting)
    return counting


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """Return a tiny game with a pack and a language, to be edited."""
    room = tmp_path / "room"
    shutil.copytree(MUSEUM / "_root", room)
    shutil.copytree(MUSEUM / "_pack", tmp_path / "pack")
    (tmp_path / "pack" / "locales" / "cs").mkdir(parents=True)
    (tmp_path / "pack" / "locales" / "cs" / "glossary.yaml").write_text("language: {tag: cs, name: čeština}\n", encoding="utf-8")
    return room


def ask(room: Path) -> Loaded:
    return load([room.parent / "pack"], root=room, cached=True)


def kept(home: Path) -> list[Path]:
    """Return what is there of compiled catalogues, and what was not finished; the files that they were made of are another matter."""
    return sorted(path for path in home.iterdir() if not path.name.startswith("files-")) if home.is_dir() else []


def test_the_second_time_nothing_is_read_and_all_is_the_same(room: Path, reads: Read) -> None:
    first, second, fresh = ask(room), ask(room), load([room.parent / "pack"], root=room)
    assert reads.times == 2, "once to compile, once because it was asked for"
    assert first == second == fresh
    assert (second.catalog.key, fresh.catalog.key) == (first.catalog.key, None)
    assert first.catalog.key
    for part in fields(Catalog):
        if part.compare:
            assert getattr(second.catalog, part.name) == getattr(fresh.catalog, part.name), part.name
    for design in fresh.catalog.designs:
        assert second.catalog.fields(design) == fresh.catalog.fields(design)
    assert [*second.catalog.kinds] == [*fresh.catalog.kinds]


def test_our_own_data_is_the_same_from_the_cache(home: Path) -> None:
    fresh = load(cached=True)
    again = load(cached=True)
    assert home.exists()
    assert "statements" not in vars(again.catalog), "what nobody asked for is not opened"
    assert again == fresh
    assert [*again.catalog.statements] == [*fresh.catalog.statements]
    assert pickle.loads(pickle.dumps(load(cached=True).catalog)) == fresh.catalog  # noqa: S301  ours


def test_a_catalogue_still_has_only_its_own_attributes(room: Path, home: Path) -> None:
    ask(room)
    catalog = ask(room).catalog
    assert home.exists()
    with pytest.raises(AttributeError, match="sttatements"):
        _ = catalog.sttatements
    assert not hasattr(Catalog(room), "sttatements")


def _files(room: Path) -> list[Path]:
    return [p for folder in (room, room.parent / "pack") for p in sorted(folder.rglob("*")) if p.is_file()]


def test_a_changed_byte_in_any_file_is_another_catalogue(room: Path, home: Path) -> None:
    packs = (room.parent / "pack",)
    first = cache.key_of(room, packs)
    assert first
    for file in _files(room):
        content, status = file.read_bytes(), file.stat()
        for at in (0, len(content) // 2, len(content) - 1):
            file.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
            # Neither the size nor the time tells it.
            os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
            assert cache.key_of(room, packs) not in {first, None}, file
        file.write_bytes(content)
    assert cache.key_of(room, packs) == first
    assert not home.exists(), "a key is only computed"


EDITS: dict[str, Callable[[Path], object]] = {
    "a file is added": lambda room: (room / "expansions" / "lair" / "rulings.yaml").write_text("statements: []\n"),
    "a stray file is added": lambda room: (room / "vocabulary" / "figure.yaml").touch(),
    "a box is added": lambda room: (room / "expansions" / "empty").mkdir(),
    "a format is added": lambda room: (room / "formats").mkdir(),
    "a translation is added": lambda room: (room / "locales" / "cs").mkdir(parents=True),
    "a file is removed": lambda room: (room / "expansions" / "lair" / "examples.yaml").unlink(),
    "a file is renamed": lambda room: (room / "expansions" / "base" / "rules.yaml").rename(
        room / "expansions" / "base" / "rulings.yaml"
    ),
    "a box is renamed": lambda room: (room / "expansions" / "lair").rename(room / "expansions" / "den"),
    "a pack's file is added": lambda room: (room.parent / "pack" / "rules.yaml").write_text("statements: []\n"),
    "a pack's vocabulary is added": lambda room: (room.parent / "pack" / "vocabulary").mkdir(),
    "a pack's translation is removed": lambda room: (room.parent / "pack" / "locales" / "cs" / "glossary.yaml").unlink(),
    "the pack is removed": lambda room: shutil.rmtree(room.parent / "pack"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_whatever_else_changes_among_the_files(edit: str, room: Path, reads: Read) -> None:
    ask(room)
    EDITS[edit](room)
    edited = ask(room)
    assert reads.times == 2
    assert edited == load([room.parent / "pack"], root=room)


def test_packs_are_known_by_their_names_and_order(room: Path, reads: Read) -> None:
    assert load(root=room, cached=True).catalog != ask(room).catalog
    shutil.copytree(room.parent / "pack", room.parent / "copy")
    copied = load([room.parent / "copy"], root=room, cached=True)
    assert reads.times == 3, "a finding and an origin name the pack"
    assert copied.catalog.packs == (room.parent / "copy",)
    assert all(not o.file.startswith(f"{room.parent / 'pack'}/") for o in copied.catalog.origins.values())


def test_the_same_data_elsewhere_is_the_same_catalogue_of_another_root(room: Path, reads: Read) -> None:
    load(root=room, cached=True)
    other = shutil.copytree(room, room.parent / "other")
    assert load(root=other, cached=True).catalog.root == other
    assert reads.times == 1


@pytest.mark.parametrize("name", ["_CODE", "sys.version", "pydantic.VERSION"])
def test_another_version_makes_its_own(name: str, room: Path, reads: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(room)
    monkeypatch.setattr(f"catalog.cache.{name}", "another")
    # Without its own code known, nothing is kept: the code was edited since this process began.
    assert ask(room).catalog.key is None or name != "_CODE"
    assert reads.times == 2


def test_a_library_that_is_installed_makes_another_key(room: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = cache.key_of(room, ())
    (tmp_path / "site" / "frobnicate-1.0.dist-info").mkdir(parents=True)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path / "site"), str(tmp_path / "nowhere")])
    assert cache.key_of(room, ()) != first


def test_our_code_is_known_by_its_content(tmp_path: Path) -> None:
    package = tmp_path / "package"
    (package / "inner").mkdir(parents=True)
    (package / "inner" / "one.py").write_text("x = 1\n")
    first = cache.code_of(package)
    (package / "inner" / "one.py").write_text("x = 2\n")
    second = cache.code_of(package)
    (package / "inner" / "one.py").rename(package / "one.py")
    assert len({first, second, cache.code_of(package)}) == 3
    assert cache.code_of(tmp_path / "nothing") == ""
    assert cache.code_of(ROOT / "catalog") == cache._CODE


def test_what_is_edited_while_it_is_read_is_not_kept(room: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def edited(root: Path, folders: tuple[Path, ...], remembered: Remembered | None = None) -> Loaded:
        loaded = _gather(root, folders, remembered)
        with (root / "sources.yaml").open("a") as file:
            file.write("# edited\n")
        return loaded

    monkeypatch.setattr(gathering, "gather", edited)
    assert ask(room).catalog.key is None
    assert kept(home) == []


LATER = """\
  - {id: later, section: general, text: What is not known yet., source: {doc: rulebook}, effect: {none: pending}}
"""


def test_findings_are_kept_but_no_errors(room: Path, reads: Read, home: Path) -> None:
    rules = room / "expansions" / "base" / "rules.yaml"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text + "  - {id: bad}\n", encoding="utf-8")
    wrong = ask(room)
    assert wrong.errors
    assert ask(room) == wrong
    assert (reads.times, kept(home)) == (2, [])
    rules.write_text(text + LATER, encoding="utf-8")
    warned = ask(room)
    assert (warned.errors, [f.code for f in warned.findings]) == ((), ["pending"])
    assert ask(room) == warned
    assert reads.times == 3


# What is in the folder


def _damage(content: bytes) -> dict[str, bytes]:
    middle = len(content) // 2
    return {
        "empty": b"",
        "cut short": content[:middle],
        "one byte short": content[:-1],
        "longer": content + b"x",
        "a bit turned": content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :],
        "garbage": b"\x80\x05garbage" * 100,
        "a pickle": pickle.dumps({"statements": 1}),
        "another version": content.replace(b"cache 1", b"cache 0", 1),
        "a text": b"bastide cache 1\n",
    }


@pytest.mark.parametrize("damage", _damage(b"x" * 10))
def test_a_damaged_file_is_as_none_and_is_replaced(damage: str, room: Path, reads: Read, home: Path) -> None:
    first = ask(room)
    (file,) = kept(home)
    content = file.read_bytes()
    file.write_bytes(_damage(content)[damage])
    assert ask(room) == first
    assert reads.times == 2
    assert kept(home) == [file]
    assert file.read_bytes() == content
    assert ask(room) == first
    assert reads.times == 2


def test_a_file_of_another_key_is_not_believed(room: Path, reads: Read, home: Path) -> None:
    load(root=room, cached=True)
    (other,) = kept(home)
    first = ask(room)
    (file,) = {*kept(home)} - {other}
    shutil.copyfile(other, file)
    assert ask(room) == first
    assert reads.times == 3


class Trap:
    """Leaves a file where it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.path,)


@pytest.mark.parametrize("part", [*cache._PARTS, cache._FINDINGS])
def test_nothing_is_run_that_a_file_brings(part: str, room: Path, tmp_path: Path, home: Path) -> None:
    first = ask(room)
    assert home.exists()
    parts = store.recall(cache._SORT, first.catalog.key or "")
    assert parts is not None
    trapped = {**{n: bytes(p) for n, p in parts.items()}, part: pickle.dumps(Trap(tmp_path / "sprung"))}
    store.keep(cache._SORT, first.catalog.key or "", trapped)
    assert ask(room) == first
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize(
    "what",
    [os.system, Path, Path.touch, eval, load, store.keep, subprocess.Popen, cache.Catalog.unopened, pickle.loads],
    ids=lambda what: what.__qualname__,
)
def test_only_entries_are_made(what: object) -> None:
    with pytest.raises(pickle.UnpicklingError, match="is no entry"):
        cache.opened(pickle.dumps(what))


def test_parts_that_are_not_those_of_a_catalogue(room: Path, reads: Read) -> None:
    first = ask(room)
    store.keep(cache._SORT, first.catalog.key or "", {"findings": pickle.dumps(())})
    assert ask(room) == first
    assert reads.times == 2


@posix
@pytest.mark.parametrize("mode", [0o622, 0o660, 0o606])
def test_a_file_that_others_may_write_is_not_believed(mode: int, room: Path, reads: Read, home: Path) -> None:
    ask(room)
    (file,) = kept(home)
    file.chmod(mode)
    ask(room)
    assert reads.times == 2
    assert file.stat().st_mode & 0o777 == 0o600


@posix
def test_a_folder_that_others_may_write_is_not_used(room: Path, reads: Read, home: Path) -> None:
    home.mkdir()
    home.chmod(0o777)
    assert ask(room) == ask(room)
    assert (reads.times, kept(home)) == (2, [])
    home.chmod(0o700)
    ask(room)
    assert len(kept(home)) == 1
    home.chmod(0o770)
    ask(room)
    assert reads.times == 4


@posix
def test_what_belongs_to_somebody_else_is_not_believed(
    room: Path, reads: Read, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(room)
    own = os.geteuid()
    assert len(kept(home)) == 1
    monkeypatch.setattr(os, "geteuid", lambda: own + 1)
    ask(room)
    assert reads.times == 2


@posix
def test_a_link_is_not_followed(room: Path, reads: Read, home: Path) -> None:
    ask(room)
    (file,) = kept(home)
    file.rename(home / "elsewhere")
    file.symlink_to(home / "elsewhere")
    ask(room)
    assert reads.times == 2
    assert not file.is_symlink()


@posix
def test_a_pipe_in_the_way_is_no_wait(room: Path, reads: Read, home: Path) -> None:
    ask(room)
    (file,) = kept(home)
    file.unlink()
    os.mkfifo(file)
    ask(room)
    assert reads.times == 2
    os.mkfifo(room / "fifo.yaml")
    load(root=room, cached=True)


@posix
def test_the_folder_and_its_files_are_for_this_user_alone(room: Path, home: Path) -> None:
    ask(room)
    assert home.stat().st_mode & 0o777 == 0o700
    assert [file.stat().st_mode & 0o777 for file in kept(home)] == [0o600]


def test_the_folder_is_a_file(room: Path, reads: Read, home: Path) -> None:
    home.write_text("not a folder")
    assert ask(room) == ask(room)
    assert (reads.times, home.read_text()) == (2, "not a folder")


def test_a_folder_in_the_way_of_a_file(room: Path, reads: Read, home: Path) -> None:
    ask(room)
    (file,) = kept(home)
    file.unlink()
    (file / "inside").mkdir(parents=True)
    assert ask(room) == ask(room)
    assert reads.times == 3
    assert kept(home) == [file], "what could not be put in its place does not stay"


def test_a_full_disk(room: Path, reads: Read, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert ask(room) == ask(room)
    assert (reads.times, kept(home)) == (2, [])


def test_what_cannot_be_written_can_be_read(room: Path, reads: Read, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_only(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    first = ask(room)
    assert home.exists()
    monkeypatch.setattr(os, "utime", read_only)
    assert ask(room) == first
    assert reads.times == 1


@pytest.mark.parametrize("word", ["off", "OFF", " off ", "0"])
def test_it_can_be_switched_off(word: str, room: Path, reads: Read, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(store.VARIABLE, word)
    before = {*tmp_path.iterdir()}
    assert ask(room) == ask(room)
    assert reads.times == 2
    assert {*tmp_path.iterdir()} == before


def test_where_the_folder_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(store.VARIABLE)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    for name in ("LOCALAPPDATA", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)

    def on(platform: str) -> Path | None:
        monkeypatch.setattr(sys, "platform", platform)
        return store.folder()

    assert on("linux") == tmp_path / ".cache" / "bastide"
    assert on("darwin") == tmp_path / "Library" / "Caches" / "bastide"
    assert on("win32") == tmp_path / "AppData" / "Local" / "bastide" / "Cache"
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert on("win32") == tmp_path / "local" / "bastide" / "Cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert on("linux") == tmp_path / "xdg" / "bastide"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert on("linux") == tmp_path / ".cache" / "bastide"
    monkeypatch.setenv(store.VARIABLE, "~/mine")
    assert on("linux") == tmp_path / "mine"
    monkeypatch.setattr(Path, "expanduser", _homeless)
    assert on("linux") is None


def _homeless(_: Path) -> Path:
    raise RuntimeError("Could not determine home directory.")


def test_old_files_go(home: Path) -> None:
    for n in range(store.KEPT):
        store.keep("sort", f"{n}", {"part": b"x"})
        os.utime(home / f"sort-{n}.cache", (n, n))
    store.keep("other", "1", {"part": b"x"})
    (home / "left.unfinished").touch()
    os.utime(home / "left.unfinished", (1, 1))
    (home / "just-begun.unfinished").touch()
    assert store.recall("sort", "0") == {"part": b"x"}
    store.keep("sort", "new", {"part": b"y"})
    names = {file.name for file in kept(home)}
    assert len([n for n in names if n.startswith("sort")]) == store.KEPT
    assert "sort-1.cache" not in names
    assert {"sort-0.cache", "sort-new.cache", "other-1.cache", "just-begun.unfinished"} <= names
    assert "left.unfinished" not in names


PROGRAM = """
import sys
from pathlib import Path
from catalog import load
sys.stdin.readline()
loaded = load(root=Path(sys.argv[1]), cached=True)
print(len(loaded.catalog.statements), loaded.catalog.key)
"""


def test_several_processes_at_once(room: Path, home: Path, reads: Read) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", PROGRAM, str(room)]
    pipe = subprocess.PIPE
    running = [subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, text=True) for _ in range(4)]
    for process in running:
        assert process.stdin is not None
        process.stdin.write("now\n")
        process.stdin.flush()
    ended = [process.communicate(timeout=60) for process in running]
    assert [err for _, err in ended] == [""] * 4
    assert len({out for out, _ in ended}) == 1
    assert len(kept(home)) == 1
    loaded = load(root=room, cached=True)
    assert ended[0][0] == f"{len(loaded.catalog.statements)} {loaded.catalog.key}\n"
    assert reads.times == 0
