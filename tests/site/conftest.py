"""The sites that tests look at, each built once for all tests, whichever worker comes first."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.i18n import languages
from generator.site import build
from tests.ours import ours
from tests.programs import ROOT
from tests.site.serving import file_of, serving, visiting
from tests.site.small import english_and_czech, small

PACK = ROOT / "tests" / "data" / "pack-meadow-fair"
BASE_URL = "https://example.org/bastide"
PAGES = (
    "",
    "meadow-fair/",
    "meadow-fair/c3.1/",
    "base/c3.1/",
    "dragon-and-fairy/c3.1/",
    "dragon-and-fairy/c3.1/tiles/",
    "tiles/",
    "tiles/dragon-and-fairy/b/",
    "tiles/meadow-fair/a/",
    "statements/dragon-spares-the-fair/",
    "statements/fairy-comes-to-who-scored-nothing/",
    "elements/dragon/",
    "elements/fair/",
    "elements/meeple/",
    "elements/city/",
    "elements/remove/",
    "rulings/",
    "glossary/",
    "sources/",
    "sources/meadow-fair-sheet/",
    "sources/wikicarpedia-dragon-and-fairy/",
    "status/",
    "authors/",
    "my-game/",
    "my-game/base-c3.1/",
    "examples/dragon-passes-a-bridge/",
    "authors/score/",
    "matrix/",
    "matrix/c3.1/",
    "matrix/boxes/",
    "changes/",
    "changes/c3/c3.1/",
    "new/",
    "new/2025/",
    "search/",
)
"""One page of each sort, below a language."""


@pytest.fixture(scope="session")
def loaded():
    return ours(PACK)


@pytest.fixture(scope="session")
def spoken(loaded):
    return languages(loaded.catalog)


@pytest.fixture(scope="session")
def made_once(tmp_path_factory, worker_id):
    """Return a function that gives a folder which is made once for all workers: by the first that asks, while others wait."""
    base = tmp_path_factory.getbasetemp()
    place = base if worker_id == "master" else base.parent

    def made_once(name, make):
        lock, out = place / f"{name}-lock", place / name
        try:
            lock.mkdir()
        except FileExistsError:
            for _ in range(9000):
                if (lock / "over").exists():
                    break
                time.sleep(0.1)
            assert out.is_dir(), f"the worker that built {name} failed"
            return out
        try:
            make(out)
        finally:
            (lock / "over").touch()
        return out

    return made_once


@pytest.fixture(scope="session")
def site(made_once, loaded, spoken) -> Path:
    """Return the folder of the built site: our data and a fan's pack, in all languages."""
    return made_once("built-site", lambda out: build(loaded.catalog, spoken, out, base_url=BASE_URL))


@pytest.fixture(scope="session")
def small_site(made_once) -> Path:
    """Return the folder of the site of the small catalogue, in English and Czech, which has no address of its own."""

    def make(out):
        catalog = small()
        build(catalog, english_and_czech(catalog), out, processes=1)

    return made_once("small-site", make)


@pytest.fixture(scope="session")
def served(site) -> Iterator[str]:
    """Return the address of the site on a plain file server, with a slash at its end."""
    with serving(site) as address:
        yield address


@pytest.fixture
def browse(chromium):
    """Return the function of :func:`tests.site.serving.visiting`."""
    with visiting(chromium) as visit:
        yield visit


@pytest.fixture
def visit(browse, site):
    """Return a function that opens the file of a page on a phone: ``visit("cs/tiles/#base")``."""
    return lambda path, **options: browse(file_of(site, path), **options)


@pytest.fixture(scope="session")
def worker_id(request) -> str:
    """Return the name of the xdist worker; ``master`` where tests run in one process."""
    return getattr(request.config, "workerinput", {}).get("workerid", "master")
