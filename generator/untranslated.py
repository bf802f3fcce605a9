"""Strings of the interface that a language lacks: they are said in English, and a page tells so in its markup.

Such a string is :class:`English`. What pages say is asked for through :class:`Marking`, which puts marks round the words of these
strings that survive all that templates do with them: formatting, escaping, joining. When a page is done, :func:`in_html` makes
elements of the marks where elements may stand; elsewhere, and in files that are no pages (:func:`plain`), nothing is left of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from markupsafe import Markup

_BEGIN, _END, _NOTE = "\ufdd0", "\ufdd1", "\ufdd2"
"""Characters that Unicode keeps out of all texts, for programs to use among themselves."""
_VALUES = re.compile(r"(%\(\w+\)s|<[^>]*>)")
"""What no element may go round: the values that are filled in are not English, and a tag may be that of an element."""
_WORDS = f"{_BEGIN}[^{_BEGIN}{_END}<]*{_END}"
_SAID = re.compile(rf"\d*{_WORDS}(?:\d*{_WORDS})*\d*")
"""Words with marks, and the numbers beside them and between them."""
_UNMARKABLE = re.compile(r"""<(?:(title|script|style|textarea|option)\b.*?</\1>|(?:[^"'>]|"[^"]*"|'[^']*')*>)""", re.DOTALL)
"""Where only text may stand: some elements as a whole, and every tag."""
_FOOTNOTE = re.compile(f"{_NOTE}[^{_NOTE}]*{_NOTE}")


class English(str):
    """A string of the interface in English, for want of a translation."""

    __slots__ = ()


class Speaker(Protocol):
    """What is needed of a language."""

    def gettext(self, message: str) -> str:
        """Return a string of the interface."""

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """Return a string in the form that a count takes."""

    def pgettext(self, context: str, message: str) -> str:
        """Return a string that needs a context."""

    def npgettext(self, context: str, singular: str, plural: str, n: int) -> str:
        """Return a string with context and count."""


@dataclass(frozen=True, slots=True)
class Marking:
    """A language as pages speak it: its strings, with marks in those that are in English."""

    language: Speaker

    def gettext(self, message: str) -> str:
        """Return a string of the interface."""
        return _marked(self.language.gettext(message))

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """Return a string in the form that a count takes."""
        return _marked(self.language.ngettext(singular, plural, n))

    def pgettext(self, context: str, message: str) -> str:
        """Return a string that needs a context."""
        return _marked(self.language.pgettext(context, message))

    def npgettext(self, context: str, singular: str, plural: str, n: int) -> str:
        """Return a string with context and count."""
        return _marked(self.language.npgettext(context, singular, plural, n))


def _marked(said: str) -> str:
    if not isinstance(said, English):
        return said
    parts = _VALUES.split(said)
    return "".join(
        f"{_BEGIN}{part}{_END}" if n % 2 == 0 and any(map(str.isalpha, part)) else part for n, part in enumerate(parts)
    )


def is_in(text: str) -> bool:
    """Tell whether a text that is not done yet has English words in it."""
    return _BEGIN in text


def footnote(html: str) -> Markup:
    """Return HTML that stays on a page only where the page has English words beside it."""
    return Markup(f"{_NOTE}{html}{_NOTE}")  # noqa: S704  a template's own


def in_html(html: str) -> str:
    """Return a page, or a part of one, that is done: what is English in it says so."""
    if is_in(html):
        html = _UNMARKABLE.sub(lambda found: plain(found[0]), html)
    # Now there are marks only where a reader reads them.
    alone = _FOOTNOTE.sub("", html)
    return plain(_SAID.sub(_element, html) if is_in(alone) else alone)


def _element(said: re.Match[str]) -> str:
    return f'<span lang="en">{plain(said[0])}</span>'


def plain(text: str) -> str:
    """Return a text without any mark."""
    for mark in (_BEGIN, _END, _NOTE):
        text = text.replace(mark, "")
    return text
