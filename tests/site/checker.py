"""A link checker of our own, so that a machine without lychee still finds a link that leads nowhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


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


def read(page: Path) -> Sheet:
    """Read a page."""
    sheet = Sheet()
    sheet.feed(page.read_text(encoding="utf-8"))
    return sheet


def broken(root: Path, base: str = "/") -> list[str]:
    """Return a sentence for each link below ``root`` that leads to no file, or to a place that its page does not have.

    ``base`` is where the root is on its host, for links that begin there.
    """
    sheets = {page.resolve(): read(page) for page in sorted(root.rglob("*.html"))}
    found = []
    for page, sheet in sheets.items():
        for link in sheet.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            path = unquote(parts.path)
            start = root if path.startswith(base) else page.parent
            target = (start / path.removeprefix(base) / ("index.html" if path.endswith("/") else "")).resolve() if path else page
            if not target.is_file() or not target.is_relative_to(root.resolve()):
                found.append(f"{page.relative_to(root.resolve())}: {link} leads to no file")
            elif parts.fragment and target in sheets and unquote(parts.fragment) not in sheets[target].ids:
                found.append(f"{page.relative_to(root.resolve())}: {link} leads to no place of its page")
    return found
