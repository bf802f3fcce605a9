"""What is new: the dated statements, newest first, as pages and as a feed.

The date is the one that the data gives: when the source made the ruling known. A statement without one has that of its document;
where neither has any, it is not told here, and the page says how many these are. A date may be known to the year or the month only.
It then stands after all that is known to be later, as if it were the first day that it can be; the pages write it as exact as it is
known. Atom (RFC 4287) wants a whole moment: the feed gives the start of that first day, in UTC.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from markupsafe import Markup

from catalog import Catalog
from catalog.statements import Statement
from catalog.text import plain
from generator import addresses
from generator.pages.leaf import Leaf
from generator.pages.scribe import Page, Scribe, Source
from generator.voice import Shown

ENOUGH = 50
"""So many statements are new at least; all of the last date among them are."""
MONTH = len("2025-10")


@dataclass(frozen=True, slots=True)
class Item:
    """A statement on a page of news, with the address of its own page."""

    id: str
    text: Shown
    box: Markup
    source: Source
    href: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A statement in the feed. ``path`` is that of its page from the root of the site, ``urn`` names it where that has no address."""

    urn: str
    path: str
    href: str
    moment: str
    title: Shown
    box: Shown
    box_id: str
    text: str
    lang: str
    source: Source
    url: str | None


def newest(found: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the first of the dated statements, no fewer than :data:`ENOUGH`, and all of each date."""
    last = found[min(ENOUGH, len(found)) - 1][0] if found else ""
    return [pair for pair in found if pair[0] >= last]


def moment(date: str) -> str:
    """Return a date as Atom writes moments: the start of the first day that it can be, in UTC."""
    return f"{'-'.join([*date.split('-'), '01', '01'][:3])}T00:00:00Z"


def years(catalog: Catalog) -> list[str]:
    """Return the years of which there is something to tell, newest first."""
    dates = {s.source.date or catalog.sources[s.source.doc].date for s in catalog.statements.values()}
    return sorted({date[:4] for date in dates if date}, reverse=True)


def overview(scribe: Scribe) -> Page:
    """Return the page of what is newest, with links to the years."""
    found = scribe.material.dated
    counts = {year: sum(date.startswith(year) for date, _ in found) for year in dict.fromkeys(date[:4] for date, _ in found)}
    return scribe.page(
        "news.html.j2",
        year=None,
        groups=_groups(scribe, newest(found)),
        years=[(scribe.date(year), scribe.href(addresses.news_page(year)), count) for year, count in counts.items()],
        undated=len(scribe.catalog.statements) - len(found),
        feed=scribe.asset(f"{scribe.language.tag}/{addresses.FEED}") if found else "",
    )


def in_year(scribe: Scribe, year: str) -> Page:
    """Return the page of all that was said in a year."""
    found = [(date, statement) for date, statement in scribe.material.dated if date.startswith(year)]
    return scribe.page("news.html.j2", year=scribe.date(year), groups=_groups(scribe, found), years=[], undated=0, feed="")


def _groups(scribe: Scribe, found: list[tuple[str, str]]) -> list[dict[str, object]]:
    """Return statements by month; those of which only the year is known are a group of their own."""
    return [
        {
            "id": f"in_{month}",
            "month": scribe.date(month),
            "exact": len(month) == MONTH,
            "items": [_item(scribe, scribe.catalog.statements[statement]) for _, statement in some],
        }
        for month, some in groupby(found, key=lambda pair: pair[0][:MONTH])
    ]


def _item(scribe: Scribe, statement: Statement) -> Item:
    return Item(
        id=statement.id,
        text=scribe.body(statement),
        box=scribe.box_entry(scribe.catalog.box_of[statement.id]),
        source=scribe.source(statement),
        href=scribe.href(addresses.own_page(statement.id)),
    )


def feed(scribe: Scribe) -> Page:
    """Return the feed of what is newest. There is one only where something has a date."""
    found = newest(scribe.material.dated)
    tag = scribe.language.tag
    return scribe.page(
        "feed.xml.j2",
        entries=[_entry(scribe, date, scribe.catalog.statements[statement]) for date, statement in found],
        moment=moment(found[0][0]),
        urn=_urn(tag),
        page=f"{tag}/{addresses.NEWS}",
        front=scribe.href(addresses.NEWS),
    )


def _entry(scribe: Scribe, date: str, statement: Statement) -> Entry:
    catalog, box = scribe.catalog, scribe.catalog.box_of[statement.id]
    numbers = scribe.material.numbers(statement)
    shown = scribe.voice.text(f"statement/{statement.id}", statement.text, numbers)
    return Entry(
        urn=_urn(f"{scribe.language.tag}/{addresses.own_page(statement.id)}"),
        path=f"{scribe.language.tag}/{addresses.own_page(statement.id)}",
        href=scribe.href(addresses.own_page(statement.id)),
        moment=moment(date),
        title=scribe.beginning(statement),
        box=scribe.box_name(box),
        box_id=box,
        text=plain(shown.text, numbers),
        lang=shown.lang,
        source=scribe.source(statement),
        url=catalog.sources[statement.source.doc].url,
    )


def _urn(name: str) -> str:
    """Return a name for ever for what has no address: the same for the same thing, wherever the site is built."""
    return uuid.uuid5(uuid.NAMESPACE_OID, f"bastide/{name}").urn


def leaves(catalog: Catalog) -> Iterator[Leaf]:
    """Yield the page of what is newest, one for each year, and the feed."""
    yield Leaf(addresses.NEWS, overview)
    told = years(catalog)
    for year in told:
        yield Leaf(addresses.news_page(year), partial(in_year, year=year))
    if told:
        yield Leaf(addresses.FEED, feed)
