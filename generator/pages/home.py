"""The home page: which tiles the reader has, what there is to do, and the boxes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from catalog import Catalog
from generator import addresses
from generator.pages.boxes import editions
from generator.pages.illustrations import figure_path, figurehead
from generator.pages.leaf import Leaf
from generator.pages.scribe import Page, Picture, Scribe
from generator.voice import Shown

_TELLTALES = 5
"""How many tiles tell an edition from others."""


@dataclass(frozen=True, slots=True)
class Look:
    """An edition as its tiles look: its years, what marks it, a few of its tiles.

    ``box`` is the box that is played by itself, by the name that it had, and ``href`` its rules in this edition; ``table`` is where the
    reader's own rulebook is put together.
    """

    id: str
    name: Shown
    years: tuple[int, int | None]
    marks: Shown
    pictures: tuple[Picture, ...]
    box: Shown
    href: str
    table: str


def home(scribe: Scribe) -> Page:
    """Return the home page of a language."""
    catalog = scribe.catalog
    groups: dict[str, list[dict[str, object]]] = {}
    for box in catalog.boxes.values():
        emblem, figure = scribe.material.emblem(box.id), figurehead(catalog, box.id)
        groups.setdefault(box.sort, []).append(
            {
                "box": box,
                "name": scribe.box_name(box.id),
                "about": scribe.voice.text(f"box/{box.id}/about", box.about),
                "href": scribe.href(addresses.box_page(box.id)),
                "editions": editions(scribe, box.id, pictures=0),
                "picture": scribe.picture(emblem, "", 96) if emblem else None,
                "figure": scribe.asset(figure_path(*figure)) if figure else None,
            }
        )
    return scribe.page(
        "home.html.j2",
        looks=[look for edition in catalog.editions if (look := _look(scribe, edition))],
        groups=groups,
        opening=tuple(scribe.voice.name(element) for element in scribe.material.opening),
    )


def _look(scribe: Scribe, edition: str) -> Look | None:
    """Return how the tiles of an edition look; None where no box that is played by itself was in it."""
    catalog = scribe.catalog
    box = next((box for box in catalog.boxes.values() if not box.needs and edition in box.editions), None)
    if box is None:
        return None
    entry = catalog.editions[edition]
    return Look(
        id=edition,
        name=scribe.edition_name(edition),
        years=entry.years,
        marks=scribe.voice.text(f"edition/{edition}/marks", entry.marks),
        pictures=tuple(scribe.picture(design, "", 52) for design in scribe.material.telltales(edition, _TELLTALES)),
        box=scribe.box_name(box.id, edition),
        href=scribe.href(addresses.rulebook(box.id, edition)),
        table=f"{scribe.href(addresses.TABLE)}?edition={edition}",
    )


def leaves(_: Catalog) -> Iterator[Leaf]:
    """Yield the home page."""
    yield Leaf("", home)
