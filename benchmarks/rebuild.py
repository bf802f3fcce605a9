"""How long a build of the site takes after one statement was touched, beside a build from nothing.

From the checkout: ``python benchmarks/rebuild.py`` (``--lang``, ``--statements``, ``--runs``, ``--json``).

Each build is a run of the whole program, ``bastide build --no-search --workers 1``, with its imports and with reading the data, in a
copy of the checkout with a cache of its own. What counts is the time that the processor spends on it. The cold build finds neither a
cache nor an old site. Then there is nothing to do; then statements from all over the data get a word more in their text, one after the
other, and a number in their effect that is one more, where the checks and all examples still pass. Each is put back before the next; that is a touch
too, and is timed like one.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("bastide", "catalog", "engine", "generator")
DATA = ("rules_data", "site")
STATEMENT = re.compile(r"^  - id: (\S+)\n((?:(?!  - id: ).*\n)*)", re.MULTILINE)
TEXT = re.compile(r"(\n    text: >-\n +)")
NUMBER = re.compile(r"(\n    effect:[^\0]*?: )(\d+)(?=\s*[,}\n])")


@dataclass(frozen=True)
class Statement:
    """A statement as it is written."""

    id: str
    file: Path
    written: str


def statements(root: Path) -> list[Statement]:
    """Return the statements of a checkout, in an order that goes all over the data and is the same each time."""
    found = [
        Statement(match[1], file, match[0])
        for file in sorted(root.glob("rules_data/expansions/*/ru*.yaml"))
        for match in STATEMENT.finditer(file.read_text(encoding="utf-8"))
    ]
    random.Random(1).shuffle(found)
    return found


def retold(written: str) -> str:
    """Return a statement with a word more."""
    return TEXT.sub(r"\1Really: ", written, count=1)


def recounted(written: str) -> str:
    """Return a statement with a number in its effect that is one more."""
    return NUMBER.sub(lambda number: f"{number[1]}{int(number[2]) + 1}", written, count=1)


class Copy:
    """A copy of the checkout in a folder, in which the site is built."""

    def __init__(self, folder: Path, lang: str | None) -> None:
        self.root, self.cache = folder / "checkout", folder / "cache"
        for name in (*PACKAGES, *DATA):
            shutil.copytree(ROOT / name, self.root / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in PACKAGES:
            # As it is where the program has run before.
            compileall.compile_dir(self.root / name, quiet=1)
        self.command = [sys.executable, "-m", "bastide", "build", "--no-search", "--workers", "1", "--format", "json"]
        self.command += ["--out", str(folder / "site"), *(["--lang", lang] if lang else [])]

    def build(self) -> tuple[float, dict[str, int]] | None:
        """Build, and return how many seconds it took and what the program told; None where the program refuses it."""
        environment = {**os.environ, "BASTIDE_CACHE": str(self.cache)}
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(self.command, cwd=self.root, env=environment, capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            return None
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, json.loads(done.stdout)

    def touches(self, change: Callable[[str], str], count: int) -> Iterator[float]:
        """Touch so many statements one after the other; yield how many seconds each build takes, there and back."""
        left = count
        for statement in statements(self.root):
            changed = change(statement.written)
            if not left or changed == statement.written:
                continue
            whole = statement.file.read_text(encoding="utf-8")
            statement.file.write_text(whole.replace(statement.written, changed, 1), encoding="utf-8")
            there = self.build()
            statement.file.write_text(whole, encoding="utf-8")
            if there is not None and (back := self.build()) is not None:
                left -= 1
                yield from (there[0], back[0])


def measure(lang: str | None, count: int, runs: int) -> dict[str, float]:
    """Return all figures, in seconds."""
    with tempfile.TemporaryDirectory() as place:
        copy = Copy(Path(place), lang)
        cold = copy.build()
        if cold is None:
            raise SystemExit("the site cannot be built: see what `bastide build` says")
        nothing = [done[0] for _ in range(runs) if (done := copy.build())]
        texts, numbers = [*copy.touches(retold, count)], [*copy.touches(recounted, count)]
    return {
        "pages": cold[1]["pages"],
        "cold_seconds": cold[0],
        "nothing_seconds": min(nothing),
        "text_seconds": median(texts),
        "text_seconds_at_most": max(texts),
        "number_seconds": median(numbers),
        "number_seconds_at_most": max(numbers),
    }


def main() -> None:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--lang", help="the languages that are built, else all")
    parser.add_argument("--statements", type=int, default=5, help="so many are touched, of each sort (default: %(default)s)")
    parser.add_argument(
        "--runs", type=int, default=3, help="how often nothing is to be done; the best counts (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args()
    if chosen.statements < 1 or chosen.runs < 1:
        parser.error("at least one of each")
    found = measure(chosen.lang, chosen.statements, chosen.runs)
    if chosen.json:
        print(json.dumps(found, indent=2))
        return
    print(f"{found['pages']:.0f} pages, one process, no search     seconds   of the cold build   at most")
    for name, key in (
        ("from nothing", "cold"),
        ("nothing to do", "nothing"),
        ("one text touched", "text"),
        ("one number touched", "number"),
    ):
        seconds, most = found[f"{key}_seconds"], found.get(f"{key}_seconds_at_most")
        told = f"{most / found['cold_seconds']:>9.1%}" if most else ""
        print(f"{name:<38} {seconds:>9.2f} {seconds / found['cold_seconds']:>19.1%} {told}")


if __name__ == "__main__":
    main()
