"""How long an edit takes to show: from the saved file to an answer of ``bastide serve`` that has the new words.

From the checkout: ``python benchmarks/serve.py`` (``--runs``, ``--json``).

A copy of the project is served, in a process of its own, and a file of each sort is edited in it. A browser asks every 0.3 seconds
whether something was edited; that comes on top. Speeds are given for a machine on which the loop at the end takes 42 ms.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from timeit import timeit

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("bastide", "catalog", "engine", "generator", "rules_data", "site")
PATIENCE = 60.0
"""Seconds after which an edit is taken never to show."""


class Server:
    """A copy of the project in a folder, served."""

    def __init__(self, folder: Path) -> None:
        for name in FOLDERS:
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        self.folder = folder
        self.environment = {**os.environ, "PYTHONPATH": str(folder), "BASTIDE_CACHE": str(folder / "cache")}
        command = [sys.executable, "-m", "bastide", "serve", "--port", "0"]
        # The first run compiles Python and the catalogue, as the first run on any machine does.
        self.check()
        begin = perf_counter()
        self.process = subprocess.Popen(command, cwd=folder, env=self.environment, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        self.port = int(self.process.stderr.readline().partition("127.0.0.1:")[2].partition("/")[0])
        self.until(lambda: self.get("/en/base/c3.1/") != "")
        self.started = perf_counter() - begin

    def check(self) -> float:
        """Check the data from the shell; return the seconds that took."""
        begin = perf_counter()
        command = [sys.executable, "-m", "bastide", "check"]
        subprocess.run(command, cwd=self.folder, env=self.environment, stdout=subprocess.DEVNULL, check=True)
        return perf_counter() - begin

    def checks(self, file: str, before: str, after: str, runs: int) -> list[float]:
        """Edit a file there and back, some times, and return how long a check took after each edit."""
        found = []
        for run in range(2 * runs):
            self.edit(file, *((before, after) if run % 2 == 0 else (after, before)))
            found.append(self.check())
        return found

    def get(self, path: str) -> str:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", path)
            return connection.getresponse().read().decode()
        finally:
            connection.close()

    def until(self, shown: Callable[[], bool]) -> float:
        """Ask until something is so; return the seconds it took."""
        begin = perf_counter()
        while not shown():
            if perf_counter() - begin > PATIENCE:
                raise SystemExit("an edit does not show")
            sleep(0.005)
        return perf_counter() - begin

    def edit(self, file: str, before: str, after: str) -> None:
        path = self.folder / file
        text = path.read_text(encoding="utf-8")
        if before not in text:
            raise SystemExit(f"{file} has no {before!r}")
        path.write_text(text.replace(before, after, 1), encoding="utf-8")

    def times(self, page: str, file: str, before: str, after: str, shown: str, runs: int) -> list[float]:
        """Edit a file there and back, some times, and return how long each edit took to show on a page."""
        found = []
        self.get(page)
        for run in range(runs):
            one, other, there = (before, after, True) if run % 2 == 0 else (after, before, False)
            self.edit(file, one, other)
            found.append(self.until(lambda there=there: (shown in self.get(page)) is there))  # type: ignore[misc]
            # What an editor writes next belongs to another edit.
            sleep(0.5)
        if runs % 2:
            self.edit(file, after, before)
            self.until(lambda: shown not in self.get(page))
        return found


EDITS = {
    "a rule (YAML)": ("/en/base/c3.1/", "rules_data/expansions/base/rules.yaml", "You build a land", "You raise a land", "You raise a land"),
    "a translation (PO)": ("/cs/base/c3.1/", "rules_data/locales/cs/rules.po", "Druhá edice", "Jiná edice", "Jiná edice"),
    "a template": ("/en/base/c3.1/", "site/templates/rulebook.html.j2", "<h1>", '<h1 class="edited">', 'class="edited"'),
    "a style (CSS)": ("/assets/site.css", "site/css/site/site.css", "body { margin: 0;", "body { margin: 1px;", "margin: 1px;"),
    "a mistake (YAML)": ("/en/base/c3.1/", "rules_data/expansions/base/rules.yaml", "section: overview", "section: overvew", "overvew"),
}  # fmt: skip
"""What is edited: the page that shows it, the file, what stands there and what is written, and what the page then has."""


def main() -> None:
    parser = argparse.ArgumentParser(description="How long an edit takes to show in `bastide serve`.")
    parser.add_argument("--runs", type=int, default=6, help="how often each sort of file is edited")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            times = {name: server.times(*edit, runs=max(options.runs, 1)) for name, edit in EDITS.items()}
        finally:
            server.process.terminate()
            server.process.wait()
        checks = server.checks(*EDITS["a rule (YAML)"][1:4], runs=max(options.runs // 2, 1))
    loop = min(timeit("sum(i*i for i in range(1000000))", number=5) / 5 for _ in range(4))
    scale = 0.042 / loop
    if options.json:
        print(json.dumps({"started": server.started, "loop": loop, "edits": times, "checks": checks}, indent=2))
        return
    print(f"{server.started:6.2f} s ({server.started * scale:.2f} s)  from the start to the first page")
    for name, taken in times.items():
        print(f"{median(taken):6.2f} s ({median(taken) * scale:.2f} s)  {name}; at most {max(taken):.2f} s")
    print(f"{median(checks):6.2f} s ({median(checks) * scale:.2f} s)  bastide check, from the shell, after an edit of a rule")
    print(
        f"median of {max(options.runs, 1)}; in brackets for a machine on which this loop takes 42 ms: here it took {loop * 1000:.0f} ms"
    )


if __name__ == "__main__":
    main()
