"""The museum of bad files: each exhibit is a small root or pack with one mistake, and what has to be said about it.

An exhibit is a folder of ``tests/data/museum``. Its files are laid over the tiny game ``_root``; a folder ``pack`` is loaded as a
pack, with the ``expansion.yaml`` of ``_pack`` unless it has one. ``expect.yaml`` says in ``expect`` which findings there must be:
neither more nor fewer. A place is told by ``at``, the word of a comment ``# <- word`` in the bad file, or by a ``line``;
``message`` and ``hint`` are pieces of the words; ``prove: true`` has the prover look too. ``make`` does to a file what an editor would undo: another encoding, a tab.
"""

from __future__ import annotations

import shutil
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from catalog import Finding, Loaded, Related, load, prove

MUSEUM = Path(__file__).parents[1] / "data" / "museum"


def read_yaml(path: Path) -> Any:
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Exhibit:
    """One exhibit: its folder, and what is expected of it."""

    folder: Path
    expect: dict[str, Any]

    @property
    def id(self) -> str:
        return self.folder.relative_to(MUSEUM).as_posix()

    def set_up(self, tmp: Path) -> Path:
        """Lay the exhibit over the tiny game, in a folder of ``tmp``; return that folder."""
        room = tmp / self.expect.get("folder", "room")
        shutil.copytree(MUSEUM / "_root", room)
        if (self.folder / "pack").is_dir():
            shutil.copytree(MUSEUM / "_pack", room / "pack")
        shutil.copytree(self.folder, room, dirs_exist_ok=True)
        (room / "expect.yaml").unlink()
        for step in self.expect.get("make", ()):
            _make(room / step["file"], step)
        return room

    def load(self, room: Path) -> Loaded:
        loaded = load(packs=[room / "pack"] if (room / "pack").is_dir() else [], root=room)
        if not self.expect.get("prove"):
            return loaded
        return Loaded(loaded.catalog, (*loaded.findings, *prove(loaded.catalog)))


def exhibits() -> list[Exhibit]:
    return [Exhibit(path.parent, read_yaml(path)) for path in sorted(MUSEUM.rglob("expect.yaml"))]


def _make(file: Path, step: dict[str, Any]) -> None:
    if step.get("delete"):
        file.unlink()
        return
    text = file.read_text(encoding="utf-8")
    text = text.replace("@nest@", "[" * step.get("nest", 0) + "]" * step.get("nest", 0))
    text = text.replace("@digits@", "9" * step.get("digits", 0)).replace("@tab@", "\t").replace("@nul@", "\0")
    text += "#" * step.get("pad", 0)
    if step.get("newline") == "crlf":
        text = text.replace("\n", "\r\n")
    file.write_bytes(text.encode(step.get("encoding", "utf-8")))


def shown(file: str, room: Path) -> str:
    """Return the name of a file as an exhibit writes it."""
    return file.removeprefix(f"{room}/")


def marked(room: Path, file: str, word: str) -> int:
    """Return the line (from 1) that bears a marker."""
    lines = (room / file).read_bytes().decode("utf-8-sig").split("\n")
    (line,) = [n for n, text in enumerate(lines, 1) if word in [w.strip() for w in text.partition("# <- ")[2].split(",")]]
    return line


def place(expected: dict[str, Any], room: Path) -> tuple[str, int | None]:
    file = expected["file"]
    return file, marked(room, file, expected["at"]) if "at" in expected else expected.get("line")


def fits(finding: Finding, expected: dict[str, Any], room: Path) -> list[str]:
    """Return what a finding lacks of what is expected of it; nothing if it is the one."""
    file, line = place(expected, room)
    lacks = []
    if (finding.code, shown(finding.file, room)) != (expected["code"], file):
        lacks.append("another code or file")
    if line is not None and finding.line != line:
        lacks.append(f"line {line}")
    if "column" in expected and finding.column != expected["column"]:
        lacks.append(f"column {expected['column']}")
    if finding.severity != expected.get("severity", "error"):
        lacks.append("severity")
    lacks += [f"in the message: {words}" for words in map(str, expected.get("message", ())) if words not in finding.message]
    lacks += [f"in the hint: {words}" for words in map(str, expected.get("hint", ())) if words not in (finding.hint or "")]
    wanted = expected.get("related", [])
    for one in wanted if isinstance(wanted, list) else [wanted]:
        if not any(_related(r, one, room) for r in finding.related):
            lacks.append(f"related: {one}")
    return lacks


def _related(related: Related, expected: dict[str, Any], room: Path) -> bool:
    return (shown(related.file, room), related.line) == place(expected, room) and expected.get("message", "") in related.message


def differences(findings: tuple[Finding, ...], exhibit: Exhibit, room: Path) -> list[str]:
    """Return what is found and not expected, and what is expected and not found."""
    left = list(findings)
    said = []
    for expected in exhibit.expect["expect"]:
        for _ in range(expected.get("count", 1)):
            match = next((f for f in left if not fits(f, expected, room)), None)
            if match is None:
                near = [f for f in left if f.code == expected["code"] and shown(f.file, room) == expected["file"]]
                why = "; ".join(f"{f.line}:{f.column} lacks {fits(f, expected, room)}" for f in near) or "nothing near"
                said.append(f"missing: {expected} ({why})")
                break
            left.remove(match)
    said += [
        f"not expected: {shown(f.file, room)}:{f.line}:{f.column} {f.code} {f.message} -> {f.hint} {f.related or ''}"
        for f in left
    ]
    return said


def codes_shown() -> Counter[str]:
    """Return how many exhibits there are of each code."""
    return Counter(code for exhibit in exhibits() for code in {e["code"] for e in exhibit.expect["expect"]})
