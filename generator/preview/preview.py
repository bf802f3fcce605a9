"""What the preview answers, and what it knows: the last state of the files that a site could be made of, and what is wrong since."""

from __future__ import annotations

import mimetypes
import threading
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from catalog import Catalog, Finding, Loaded, load
from catalog.paths import rules_data, site_data
from generator import addresses
from generator.i18n import interface_messages, languages
from generator.output import MARKER
from generator.pages.material import Coverage
from generator.pages.scribe import SiteError
from generator.preview.faults import Panels, finding_of
from generator.preview.stage import Stage

_HTML = "text/html; charset=utf-8"
_KEPT = 400
"""So many pages, and so many pictures, are remembered."""
_NO_SEARCH = "Search needs a built site: run bastide build, and this page searches what was built."


@dataclass(frozen=True, slots=True)
class Answer:
    """What is sent: a file's content and its media type. ``status`` is that of HTTP; ``location`` where it leads elsewhere."""

    body: bytes
    type: str = _HTML
    status: int = 200
    location: str = ""


class Preview:
    """The site as the files are now. Threads may call :meth:`reload` and :meth:`answer` at once."""

    def __init__(
        self,
        packs: Sequence[Path] = (),
        *,
        coverage: Callable[[Catalog], Coverage] | None = None,
        lines_of: Callable[[Catalog], Callable[[str], Sequence[str]]],
        built: Path | None = None,
        told: Callable[[str], None] | None = None,
    ) -> None:
        """Show our data and some packs.

        ``coverage`` counts what is played and shown, ``lines_of`` gives the lines of the files that findings name. ``built`` is the
        folder of a built site, from which search is answered. ``told`` gets a sentence after each reading.
        """
        self.packs = tuple(packs)
        self.built = built
        self._coverage, self._lines_of = coverage, lines_of
        self._told = told
        self._folder = site_data().resolve()
        self._locales = tuple((folder / "locales").resolve() for folder in (rules_data(), *packs))
        self._began, self._readings = time.time_ns(), 0
        self._loaded: Loaded | None = None
        self._stage: Stage | None = None
        self.errors: tuple[Finding, ...] = ()
        self.warnings: tuple[Finding, ...] = ()
        self._pages: dict[str, tuple[Stage, str]] = {}
        self._drawn: dict[str, tuple[object, bytes]] = {}
        self._reading, self._making = threading.Lock(), threading.Lock()

    @property
    def watched(self) -> list[Path]:
        """The folders whose files it is made from."""
        return [folder for folder in (rules_data(), self._folder, *self.packs) if folder.exists()]

    @property
    def version(self) -> str:
        """What tells this state from all others, those of other runs too."""
        return f"{self._began:x}.{self._readings}"

    def reload(self, changed: Collection[Path] | None = None) -> None:
        """Read the files that ``changed``, or all of them. What is wrong with them becomes what a browser is shown."""
        with self._reading:
            self._reload(None if changed is None else [path.resolve() for path in changed])

    def _reload(self, changed: Collection[Path] | None) -> None:
        started = time.perf_counter()
        try:
            stage, errors, warnings = self._read(changed)
        except Exception as error:  # noqa: BLE001  half-written files may fail in any way, and the next edit may mend them
            stage, errors, warnings = self._stage, (self._told_by(error),), ()
        with self._making:
            if not self._drawn_alike(stage, changed):
                self._drawn.clear()
            self._stage, self.errors, self.warnings = stage, errors, warnings
            self._readings += 1
        if self._told is not None:
            self._told(self._outcome(time.perf_counter() - started))

    def _read(self, changed: Collection[Path] | None) -> tuple[Stage | None, tuple[Finding, ...], tuple[Finding, ...]]:
        if self._stage is not None and changed and all(map(self._dress, changed)):
            self._stage.redress()
            return self._stage, self.errors, self.warnings
        if self._loaded is None or changed is None or not all(map(self._beside_data, changed)):
            self._loaded = load(self.packs, cached=True)
        loaded = self._loaded
        interface, found = interface_messages(cached=True)
        findings = [*loaded.findings, *found]
        if loaded.errors:
            # What a language lacks cannot be told from what could not be read.
            return self._stage, *_sorted(findings)
        spoken = languages(loaded.catalog, interface=interface, cached=True)
        errors, warnings = _sorted([*findings, *spoken.findings])
        if any(f.severity == "error" for f in found):
            return self._stage, errors, warnings
        try:
            counted = None if self._coverage is None else self._coverage(loaded.catalog)
            stage = Stage(loaded.catalog, spoken, counted, self._stage)
        except SiteError as error:
            return self._stage, (*errors, self._told_by(error)), warnings
        # What is wrong with a translation is told above pages that show the English.
        return stage, errors, warnings

    def _drawn_alike(self, stage: Stage | None, changed: Collection[Path] | None) -> bool:
        """Tell whether the same things are drawn the same: with the same art, and the same words for what is on a tile."""
        if stage is None or self._stage is None or changed is None:
            return False
        art = any("art" in path.parts for path in changed)
        return not art and stage.catalog.elements == self._stage.catalog.elements

    def _dress(self, path: Path) -> bool:
        """Tell whether a file is one that pages only name."""
        return any(path.is_relative_to(self._folder / part) for part in ("css", "js", "fonts", "live"))

    def _beside_data(self, path: Path) -> bool:
        """Tell whether a file is none of those that the catalogue is read from: one of the site's, or of a language."""
        return any(path.is_relative_to(folder) for folder in (self._folder, *self._locales))

    def _outcome(self, seconds: float) -> str:
        if self.errors:
            first = self.errors[0]
            count = f"{len(self.errors)} errors, the first" if len(self.errors) > 1 else "1 error,"
            return f"{count} at {first.file}:{first.line}:{first.column}: {first.message}"
        return f"read in {seconds:.2f} s"

    def _told_by(self, error: Exception) -> Finding:
        return finding_of(error, self._folder, self._catalog)

    @property
    def _catalog(self) -> Catalog:
        return Catalog(rules_data(), self.packs) if self._loaded is None else self._loaded.catalog

    # Answers

    def answer(self, path: str) -> Answer:
        """Answer a request for a path from the root of the site."""
        with self._making:
            return self._answer(path.removesuffix("index.html") if path.endswith("/index.html") or path == "index.html" else path)

    def _answer(self, path: str) -> Answer:
        if path.startswith("-/") or path == addresses.WORKER:
            own = {SCRIPT: "live.js", STYLE: "live.css", addresses.WORKER: "worker.js"}.get(path)
            return _of_file(None if own is None else self._folder / "live" / own)
        stage = self._stage
        if path.startswith(addresses.ASSETS) and (stage is None or path not in stage.root):
            return _NOTHING if stage is None else _asset(stage, path)
        if stage is None:
            return Answer(self._panels.alone(self.errors, self.version).encode(), status=503)
        if path.startswith(addresses.PICTURES):
            return self._picture(stage, path)
        tag, _, below = path.partition("/")
        if below.startswith(addresses.SEARCH) and below != addresses.SEARCH and below not in stage.site.leaves:
            return self._search(f"{tag}/{below}")
        return self._page(stage, path)

    def _page(self, stage: Stage, path: str) -> Answer:
        """Answer with a page, with what is wrong above it; with its last good state if it cannot be made now."""
        errors = self.errors
        known = self._pages.pop(path, None)
        if known is None or known[0] is not stage:
            try:
                text = stage.text(path)
                if text is None and stage.has(f"{path}/"):
                    # As every server of files does it, so that what the page names is found.
                    return Answer(b"", status=307, location=f"/{path}/")
                if text is None:
                    return self._shown(stage.root[NOT_FOUND](), path, errors, 404)
                known = stage, text
            except Exception as error:  # noqa: BLE001  templates are programs, and an author of one may write anything
                errors = (*errors, self._told_by(error))
        if known is None:
            return Answer(self._panels.alone(errors, self.version).encode(), status=500)
        self._pages[path] = known
        _shorten(self._pages)
        return self._shown(known[1], path, errors, 200)

    def _shown(self, text: str, path: str, errors: Sequence[Finding], status: int) -> Answer:
        if not _is_page(path) and status == 200:
            return Answer(text.encode(), _type(path))
        searching = path.partition("/")[2] == addresses.SEARCH and self._indexed(path) is None
        page = self._panels.within(text, self.version, errors, self.warnings, _NO_SEARCH if searching else "")
        return Answer(page.encode(), status=status)

    def _picture(self, stage: Stage, path: str) -> Answer:
        try:
            found = stage.picture(path)
            if found is None:
                return _NOTHING
            of, draw = found
            known = self._drawn.pop(path, None)
            if known is None or known[0] != of:
                drawn = draw()
                known = of, drawn.encode() if isinstance(drawn, str) else drawn
        except Exception as error:  # noqa: BLE001  what cannot be drawn is told by the page that it is for
            return Answer(f"{self._told_by(error).message}\n".encode(), "text/plain; charset=utf-8", 500)
        self._drawn[path] = known
        _shorten(self._drawn)
        return Answer(known[1], _type(path))

    def _search(self, path: str) -> Answer:
        """Answer with a file of the index of a built site."""
        tag, search, _ = path.split("/", 2)
        folder = self._indexed(f"{tag}/{search}/")
        if folder is None:
            return Answer(f"{_NO_SEARCH}\n".encode(), "text/plain; charset=utf-8", 404)
        file = (folder.parent.parent / path).resolve()
        return _of_file(file if file.is_relative_to(folder.resolve()) and file.is_file() else None)

    def _indexed(self, path: str) -> Path | None:
        """Return the folder of the page of search in the built site, if that was made here and can be searched."""
        if self.built is None or not (self.built / MARKER).is_file():
            return None
        folder = self.built / path
        there = (
            folder.is_dir()
            and folder.resolve().is_relative_to(self.built.resolve())
            and any(p.is_dir() for p in folder.iterdir())
        )
        return folder if there else None

    @property
    def _panels(self) -> Panels:
        return Panels(self._folder / "live", self._lines_of(self._catalog))


SCRIPT, STYLE = "-/live.js", "-/live.css"
NOT_FOUND = "404.html"
_NOTHING = Answer(b"not found\n", "text/plain; charset=utf-8", 404)


def _asset(stage: Stage, path: str) -> Answer:
    file = stage.site.assets.get(path)
    if file is None and path in stage.icons:
        return Answer(stage.icons[path], _type(path))
    return _of_file(file)


def _of_file(file: Path | None) -> Answer:
    try:
        return _NOTHING if file is None else Answer(file.read_bytes(), _type(file.name))
    except OSError:
        return _NOTHING


def _type(path: str) -> str:
    known = mimetypes.guess_type(path)[0] or "application/octet-stream"
    return f"{known}; charset=utf-8" if known.startswith("text/") or known.endswith(("json", "javascript", "xml")) else known


def _is_page(path: str) -> bool:
    return not path or path.endswith(("/", ".html"))


def _shorten(kept: dict[str, Any]) -> None:
    while len(kept) > _KEPT:
        del kept[next(iter(kept))]


def _sorted(findings: Sequence[Finding]) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """Return the errors and the warnings of some findings."""
    return tuple(f for f in findings if f.severity == "error"), tuple(f for f in findings if f.severity != "error")
