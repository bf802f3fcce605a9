"""Where a text of the data stands: its box, its section, and the page of the site that shows it."""

from __future__ import annotations

from dataclasses import dataclass

from catalog.index import Catalog
from generator import addresses


@dataclass(frozen=True, slots=True)
class Standing:
    """The id of a box, empty for what belongs to none; what it is there; a page below the language, None where none is sure.

    ``part`` is a section of the rules of the box, ``example`` for the title of one, else empty.
    """

    box: str = ""
    part: str = ""
    page: str | None = None


def standing(catalog: Catalog, context: str) -> Standing:
    """Return where the text of a context stands."""
    sort, _, rest = context.partition("/")
    entry = rest.removesuffix("/note")
    match sort:
        case "statement" if entry in catalog.statements:
            return Standing(catalog.box_of[entry], catalog.statements[entry].section, addresses.own_page(entry))
        case "example" if entry in catalog.examples:
            shown = catalog.examples[entry].shows
            return Standing(catalog.box_of_example[entry], "example", addresses.own_page(shown[0]) if shown else None)
        case "element" | "source":
            page = addresses.source_page(entry) if sort == "source" else addresses.element_page(entry.removesuffix("/about"))
            return Standing(page=page)
        case "design" | "printing":
            box, _, letter = entry.partition("/")
            page = addresses.design_page(f"{box}/{letter.partition('/')[0]}")
            return Standing(box if box in catalog.boxes else "", page=page)
        case "box" | "module" | "option":
            return _of_box(catalog, *entry.split("/"))
    return Standing()


def _of_box(catalog: Catalog, box: str, part: str = "", *_: str) -> Standing:
    if box not in catalog.boxes:
        return Standing()
    edition = part in catalog.boxes[box].editions
    return Standing(box, page=addresses.rulebook(box, part) if edition else addresses.box_page(box))
