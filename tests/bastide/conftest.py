"""What the tests of the command line use: a verb run in this process, and a program of its own where it must be one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bastide import checking, reading
from bastide.cli import main
from bastide.verbs import publish
from catalog import Catalog, Finding, Loaded, load
from generator.i18n import Languages, Message, interface_messages, languages, pipeline
from tests.catalog.museum import MUSEUM
from tests.ours import ours
from tests.programs import ROOT

# The package has a function of this name, which hides its module.
loading = sys.modules[load.__module__]

TOLL_HOUSE = ROOT / "tests" / "data" / "packs" / "toll-house"
PROGRAM = (sys.executable, "-c", "from bastide.cli import main; main()")


@dataclass(frozen=True)
class Ran:
    """How a run ended, and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


@cache
def spoken(*packs: Path) -> Languages:
    return languages(ours(*packs).catalog)


def _are_kept(packs: Sequence[Path]) -> bool:
    """Tell whether packs are files of the checkout, which no test edits."""
    return all(pack.resolve().is_relative_to(ROOT) for pack in packs)


def _read(packs: Sequence[Path], **_: bool) -> Loaded:
    return ours(*packs) if _are_kept(packs) else load(packs)


def _read_languages(catalog: Catalog) -> Languages:
    return spoken(*catalog.packs) if _are_kept(catalog.packs) else languages(catalog)


@cache
def interface() -> tuple[list[Message], list[Finding]]:
    return interface_messages()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a verb: ``run("show", "base/d")``. Our own data, and the packs beside it, are read once for all tests."""
    monkeypatch.setattr(reading, "load", _read)
    monkeypatch.setattr(reading, "languages", _read_languages)
    for module in (pipeline, publish):
        monkeypatch.setattr(module, "interface_messages", lambda *_, **__: interface())

    def run(*arguments: str | Path) -> Ran:
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main([str(a) for a in arguments])
        written = capsys.readouterr()
        return Ran(int(end.value.code or 0), written.out, written.err)

    return run


@pytest.fixture
def tiny(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return ``run`` with the tiny game of the museum in place of our data: it is read in no time."""
    root = MUSEUM / "_root"

    def unplayed(packs: Sequence[Path], **options: bool) -> Loaded:
        # It has no turns, so its example is only well-formed; no site would be built of an example that does not hold.
        loaded = load(packs, **options)
        return replace(loaded, catalog=replace(loaded.catalog, examples={}, box_of_example={}))

    monkeypatch.setattr(reading, "load", unplayed)
    monkeypatch.setattr(reading, "languages", languages)
    for module in (loading, checking):
        monkeypatch.setattr(module, "rules_data", lambda: root)
    return run


def environ(**more: str) -> dict[str, str]:
    """Return the environment for a program of its own, which finds our packages wherever it is started."""
    plain = {k: v for k, v in os.environ.items() if k not in {"NO_COLOR", "FORCE_COLOR", "COLUMNS", "PYTHONIOENCODING"}}
    return {**plain, "PYTHONPATH": str(ROOT), **more}


def program(*arguments: str | Path, cwd: Path = ROOT, **more: str) -> subprocess.CompletedProcess[bytes]:
    """Run the program as a process; ``more`` are environment variables."""
    command = [*PROGRAM, *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, env=environ(**more), capture_output=True, check=False, timeout=60)
