"""How long a question takes from the shell, in a process of its own.

From the checkout: ``python benchmarks/cold.py`` (``--runs``, ``--json``).

The yardstick is a process that imports three of the libraries and does nothing. The two are started in turn, and the best of several
runs of each counts; before that, one run compiles the catalogue into a cache folder of its own, and is told as the first.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
QUESTION = ("can", "dragon", "remove", "meeple", "--edition", "c3.1")
YARDSTICK = "import pydantic, typer, ruamel.yaml"


def seconds(program: str, *arguments: str, cache: str) -> float:
    """Run a program in a new Python, and return how long it took. Raises ``CalledProcessError`` if it fails."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "BASTIDE_CACHE": cache}
    begin = perf_counter()
    subprocess.run([sys.executable, "-c", program, *arguments], env=environment, stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description="How long `bastide can` takes, beside Python that imports the libraries.")
    parser.add_argument("--runs", type=int, default=15, help="how often each is run")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    ask = "from bastide.cli import main; main()"
    with tempfile.TemporaryDirectory() as cache:
        first = seconds(ask, *QUESTION, cache=cache)
        pairs = [(seconds(ask, *QUESTION, cache=cache), seconds(YARDSTICK, cache=cache)) for _ in range(max(options.runs, 1))]
    cold, yardstick = (min(times) for times in zip(*pairs, strict=True))
    if options.json:
        print(json.dumps({"first": first, "cold": cold, "yardstick": yardstick, "ratio": cold / yardstick}, indent=2))
        return
    print(f"Python {platform.python_version()}, best of {len(pairs)}")
    print(f"{cold:7.3f} s  bastide {' '.join(QUESTION)}")
    print(f"{yardstick:7.3f} s  python -c '{YARDSTICK}'")
    print(f"{cold / yardstick:7.2f}    times as long")
    print(f"{first:7.3f} s  the first time, when the data is read and checked")


if __name__ == "__main__":
    main()
