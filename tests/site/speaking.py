"""Pages as they are heard: each stretch of text with the language that its markup gives it."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
TEXT_ONLY = {"title", "script", "style", "textarea", "option"}
BLOCKS = {"div", "dl", "dd", "dt", "figure", "h1", "h2", "h3", "h4", "li", "ol", "p", "section", "table", "td", "th", "tr", "ul"}


@dataclass
class Heard(HTMLParser):
    """What is said on a page, element by element; an end without its beginning, or an element left open, is an error."""

    said: list[tuple[str, str, str]] = field(default_factory=list)
    """The innermost element, its language, and the text."""
    attributes: list[str] = field(default_factory=list)
    _open: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [value for _, value in attrs if value]
        outer, language = self._open[-1] if self._open else ("", "")
        assert outer not in TEXT_ONLY, f"<{tag}> in <{outer}>"
        assert not (outer == "span" and tag in BLOCKS), f"<{tag}> in <span>"
        if tag not in VOID:
            self._open.append((tag, dict(attrs).get("lang") or language))

    def handle_startendtag(self, _: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [value for _, value in attrs if value]

    def handle_endtag(self, tag: str) -> None:
        assert self._open, f"</{tag}> without its beginning"
        assert self._open.pop()[0] == tag, f"</{tag}> closes another element"

    def handle_data(self, data: str) -> None:
        tag, language = self._open[-1] if self._open else ("", "")
        self.said.append((tag, language, data))

    @property
    def text(self) -> str:
        """All that is said."""
        return "".join(text for _, _, text in self.said)


def heard(html: str) -> Heard:
    """Read a page, or a part of one."""
    page = Heard()
    page.feed(html)
    page.close()
    assert not page._open, f"left open: {page._open}"
    return page
