"""What a page says in its language: texts of the data with their state, names of elements, and the share that is translated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from markupsafe import Markup

from catalog import Catalog
from generator.i18n import SOURCE, Language, State

RIGHT = frozenset({"source", "translated"})
"""The states of a text that is in the language it was asked for in."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A text as a page shows it. ``lang`` is the tag of its language where that is not the page's own, else empty."""

    text: str
    state: State = "source"
    lang: str = ""
    html: Markup | None = None

    @property
    def body(self) -> Markup:
        """The text as HTML, without its language."""
        return self.html if self.html is not None else Markup.escape(self.text)

    def __html__(self) -> Markup:
        """Give the text to a template: marked where it is in another language than the page."""
        return Markup('<span lang="{}">{}</span>').format(self.lang, self.body) if self.lang else self.body

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Share:
    """How much of a page is translated: texts of the data, counted once each."""

    translated: int
    total: int

    @property
    def percent(self) -> int:
        """The share in whole per cent, rounded down, so that 100 means all."""
        return 100 * self.translated // self.total if self.total else 100


@dataclass
class Voice:
    """Speaks for one page. It remembers what it said, so that the page can state its share before it is read."""

    language: Language
    said: dict[str, State] = field(default_factory=dict)

    @property
    def tag(self) -> str:
        """The BCP 47 tag of the page's language."""
        return self.language.tag

    def text(self, context: str, english: str, numbers: Mapping[str, int] = MappingProxyType({})) -> Shown:
        """Return a text of the data, in English where it is not translated or no longer right; see :meth:`Language.text`."""
        found = self.language.text(context, english, numbers)
        self.said[context] = found.state
        return Shown(found.text, found.state, self._lang(found.state))

    def name(self, element: str, *, plural: bool = False) -> Shown:
        """Return the name of an element from the glossary of the language."""
        found = self.language.name_of(element, plural=plural)
        return Shown(found.text, found.state, self._lang(found.state))

    def choice(self, catalog: Catalog, choice: str) -> tuple[Shown, Shown]:
        """Return the names of an option and of the value in a choice ``option=value``; the bare words where there is no such value."""
        found = catalog.value(choice)
        if found is None:
            option, _, value = choice.partition("=")
            return Shown(option), Shown(value)
        box, option_, value_ = found
        context = f"option/{box.id}/{option_.id}"
        return self.text(f"{context}/name", option_.name), self.text(f"{context}/{value_.id}/name", value_.name)

    def share(self) -> Share:
        """Return how much of what was said so far is translated."""
        good = sum(state in RIGHT for state in self.said.values())
        return Share(good, len(self.said))

    def _lang(self, state: State) -> str:
        return "" if state in RIGHT else SOURCE
