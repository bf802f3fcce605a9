"""Pages as they are read: what each holds, and a link checker, so that a machine without lychee still finds a link that leads nowhere."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

USUAL = 25_000
"""The length of a usual page, in letters."""


@dataclass
class Sheet(HTMLParser):
    """What a page holds: ids, links, languages, headings, pictures."""

    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    headings: list[int] = field(default_factory=list)
    images: list[dict[str, str | None]] = field(default_factory=list)
    lang: str | None = None
    tags: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.add(tag)
        if tag == "html":
            self.lang = found.get("lang")
        if "id" in found:
            self.ids.append(found["id"] or "")
        if tag in {"h1", "h2", "h3", "h4", "h5", "h6"}:
            self.headings.append(int(tag[1]))
        if tag == "img":
            self.images.append(found)
        for name in ("href", "src"):
            if found.get(name):
                self.links.append(found[name] or "")


@cache
def read(page: Path) -> Sheet:
    """Read a page, once for all who ask: what was built is not changed. Nor may what is returned be."""
    sheet = Sheet()
    sheet.feed(page.read_text(encoding="utf-8"))
    return sheet


def broken(root: Path, base: str = "/") -> list[str]:
    """Return a sentence for each link below ``root`` that leads to no file, or to a place that its page does not have.

    ``base`` is where the root is on its host, for links that begin there.
    """
    top = str(root)
    files = {os.path.join(folder, name) for folder, _, names in os.walk(top) for name in names}  # noqa: PTH118  two hundred thousand
    sheets = {path: read(Path(path)) for path in sorted(files) if path.endswith(".html")}
    places = {path: set(sheet.ids) for path, sheet in sheets.items()}
    found = []
    for page, sheet in sheets.items():
        folder = page.rpartition(os.sep)[0]
        for link in sheet.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            path = unquote(parts.path)
            start = top if path.startswith(base) else folder
            target = page
            if path:
                target = os.path.normpath(f"{start}/{path.removeprefix(base)}{'index.html' if path.endswith('/') else ''}")
            if target not in files:
                found.append(f"{Path(page).relative_to(root)}: {link} leads to no file")
            elif parts.fragment and target in places and unquote(parts.fragment) not in places[target]:
                found.append(f"{Path(page).relative_to(root)}: {link} leads to no place of its page")
    return found


def of_each_kind(site: Path, tag: str) -> dict[str, str]:
    """Return the path of a page of each kind in a language: one of a usual length, for a very long one has nothing else on it."""
    chosen: dict[str, tuple[int, str]] = {}
    for file in sorted((site / tag).rglob("*.html")):
        text = file.read_text(encoding="utf-8")
        kind = re.search(r'<html[^>]*\bdata-kind="([^"]*)"', text)[1]
        strange = abs(len(text) - USUAL)
        if kind not in chosen or strange < chosen[kind][0]:
            chosen[kind] = strange, file.relative_to(site).as_posix().removesuffix("index.html")
    return {kind: path for kind, (_, path) in chosen.items()}
