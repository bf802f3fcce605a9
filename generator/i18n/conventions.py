"""What a language does with order and dates: collation by ICU, dates and own names by CLDR."""

from __future__ import annotations

import datetime
import importlib
import re
import unicodedata
from collections.abc import Callable
from functools import cache
from gettext import c2py

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.dates import format_date, format_skeleton
from babel.messages.plurals import get_plural

SortKey = Callable[[str], bytes]
TAG = r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"
"""How a BCP 47 tag is written here: it names a folder and is a part of addresses."""


def locale_of(tag: str) -> Locale | None:
    """Return what CLDR knows about a BCP 47 tag (``cs``, ``pt-BR``, ``zh-Hant``), or None."""
    if not re.match(TAG, tag):
        return None
    try:
        return Locale.parse(tag, sep="-")
    except (UnknownLocaleError, ValueError):
        return None


def well_spelled(tag: str) -> str | None:
    """Return a tag that is in wrong letters, as it is written here: ``pt-BR`` for ``pt_br``; None where it is of no language."""
    language, *parts = re.split(r"[-_]", tag.strip().lower())
    right = "-".join([language, *(part.upper() if len(part) == 2 else part.title() for part in parts)])
    return right if locale_of(right) is not None else None


def own_name(locale: Locale) -> str:
    """Return the name of a language in that language."""
    return locale.get_display_name(locale) or str(locale)


@cache
def territory(tag: str) -> str:
    """Return a language with the country where most speak it, as links are shown elsewhere: ``cs_CZ``; where none is known, without."""
    locale = locale_of(tag)
    if locale is None:
        return tag.replace("-", "_")
    likely = get_global("likely_subtags").get(locale.language, "").rpartition("_")[2]
    country = locale.territory or (likely if likely.isupper() else "")
    return f"{locale.language}_{country}" if country else locale.language


def plurals(locale: Locale) -> str:
    """Return the plural forms of a language as a PO header declares them: ``nplurals=2; plural=(n != 1);``."""
    return get_plural(locale).plural_forms


@cache
def plural_form(locale: Locale) -> Callable[[int], int]:
    """Return the function that says which of the plural forms of a language a number takes, from 0."""
    rule: Callable[[int], int] = c2py(get_plural(locale).plural_expr)
    return rule


PLAINLY_SORTED = frozenset({"en"})
"""Languages whose own order is the plain one: accents matter only between words that are otherwise the same."""


@cache
def collation(tag: str) -> tuple[SortKey, str | None]:
    """Return the function that gives a text its place in the order of a language, and a notice where the order is not exact."""
    try:
        icu = importlib.import_module("icu")
    except ImportError:
        notice = f"without PyICU, `{tag}` is sorted by its letters without their accents: the language itself may sort otherwise"
        return plain_sort_key, None if tag in PLAINLY_SORTED else notice
    collator = icu.Collator.createInstance(icu.Locale.forLanguageTag(tag))
    key: SortKey = collator.getSortKey
    return key, None


def plain_sort_key(text: str) -> bytes:
    """Return a key that sorts by letters without case and accents first, and tells texts apart that agree so far."""
    decomposed = unicodedata.normalize("NFD", text.casefold())
    letters = "".join(c for c in decomposed if not unicodedata.combining(c))
    return f"{letters}\0{decomposed}\0{text}".encode()


@cache
def alphabet(tag: str) -> Callable[[str], str]:
    """Return the function that gives the letter under which a language lists a word: Czech has "ch" after "h", and "č" by itself.

    Without PyICU it is the first letter without its accents, which is where :func:`collation` sorts the word then.
    """
    try:
        icu = importlib.import_module("icu")
    except ImportError:
        return _first_letter
    index = icu.AlphabeticIndex(icu.Locale.forLanguageTag(tag)).buildImmutableIndex()

    def letter(text: str) -> str:
        label, kind = index[index.getBucketIndex(text)]
        # What comes before or after all letters has no letter there: a digit, another script.
        return _first_letter(text) if kind else str(label)

    return letter


def _first_letter(text: str) -> str:
    return unicodedata.normalize("NFD", text)[:1].upper()


@cache
def format_partial_date(text: str, locale: Locale) -> str:
    """Write out a date as exact as it is known: ``2025``, ``2025-10`` or ``2025-10-31``; a month or day is never invented.

    Raises ``ValueError`` for anything else.
    """
    parts = [int(p) for p in text.split("-")]
    day = datetime.date(*(*parts, 1, 1)[:3])
    match len(parts):
        case 1:
            return format_skeleton("y", day, locale=locale)
        case 2:
            # CLDR's pattern has the month as it stands by itself: Czech writes "října" only beside a day.
            return format_skeleton("yMMMM", day, locale=locale)
        case 3:
            return format_date(day, "long", locale=locale)
    raise ValueError(f"`{text}` is no date")
