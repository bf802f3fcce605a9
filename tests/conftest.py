"""What every test may ask for: the root of the checkout, and the programs beside Python."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.programs import (
    CHROMIUM_ARGS,
    ROOT,
    find_chromium,
    find_gettext,
    find_icu,
    find_lychee,
    find_pango,
    find_vnu,
    need,
    required,
)

MARKERS = {"chromium": "browser", "vnu": "html", "gettext": "gettext", "icu": "icu", "lychee": "links", "pango": "pdf"}
"""The marker that a test gets for a fixture it uses, directly or through another fixture."""

# Two workers on two cores: how long an example takes says nothing about the code.
hypothesis.settings.register_profile("bastide", deadline=None)
hypothesis.settings.load_profile("bastide")


def pytest_configure() -> None:
    required()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for name in getattr(item, "fixturenames", ()):
            if name in MARKERS:
                item.add_marker(MARKERS[name])
    # Workers take files in this order. What takes long begins first, so that at the end none of them waits for another one.
    first = {item.path for item in items if item.get_closest_marker("long") or item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in first)


@pytest.fixture(scope="session", autouse=True)
def _cache_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what the tests compile, and the programs they start, out of the user's cache folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BASTIDE_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the root of the checkout."""
    return ROOT


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Start the operating system's Chromium. A module's tests share it; each makes pages or contexts of its own."""
    # One a module and not one a run: while it lives, nothing else in the process can have an event loop.
    program = need("browser", find_chromium)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(CHROMIUM_ARGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def vnu() -> tuple[str, ...]:
    """Return the beginning of a command line that runs the Nu HTML checker."""
    return need("html", find_vnu)


@pytest.fixture(scope="session")
def icu() -> None:
    """Go on only where the alphabets of languages are known."""
    need("icu", find_icu)


@pytest.fixture(scope="session")
def lychee() -> Path:
    """Return the link checker."""
    return need("links", find_lychee)


@pytest.fixture(scope="session")
def gettext() -> dict[str, Path]:
    """Return the programs of GNU gettext by their names."""
    return need("gettext", find_gettext)


@pytest.fixture(scope="session")
def pango() -> None:
    """Go on only where a PDF can be printed."""
    need("pdf", find_pango)
