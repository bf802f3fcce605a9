"""What changed between editions, for people and programs: what ``bastide diff`` tells, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from bastide.answers import statement_text
from catalog import Catalog
from catalog.differences import Difference, Side
from catalog.text import numbers

if TYPE_CHECKING:
    from generator.i18n import Language

Json = dict[str, Any]


def rows(catalog: Catalog, found: Iterable[Difference], editions: tuple[str, str], language: Language) -> Iterator[Json]:
    """Yield differences as data: id, change, sort, box, section, and what there is before and after, each a list.

    What stands there has its id, and what its sort has: a name or a word, a count, a letter, values, or the text of a statement with its
    numbers, date and source. The contents of a box say what is counted.
    """
    for difference in found:
        content = difference.content
        sides = [
            [_side(catalog, difference, side, edition, language) for side in some]
            for some, edition in zip((difference.before, difference.after), editions, strict=True)
        ]
        row: Json = {
            "id": difference.id,
            "change": difference.change,
            "sort": difference.sort,
            "box": difference.box,
            "section": difference.section,
            "before": sides[0],
            "after": sides[1],
        }
        if content is not None:
            counted = "tiles" if content.tiles else "figures"
            row |= {"counted": counted, "with": content.with_, "plain": content.plain, "squares": content.squares}
        yield row


def _side(catalog: Catalog, difference: Difference, side: Side, edition: str, language: Language) -> Json:
    shown: Json = {"id": side.id}
    match difference.sort:
        case "box":
            printed = catalog.boxes[side.id].editions[edition]
            name = language.text(f"box/{side.id}/name", catalog.boxes[side.id].name)
            if printed.name is not None:
                name = language.text(f"box/{side.id}/{edition}/name", printed.name)
            shown |= {"name": name.text, "year": printed.year, "stage": printed.stage}
        case "statement":
            statement = catalog.statements[side.id]
            shown |= {
                "text": statement_text(catalog, statement, language),
                "numbers": numbers(statement, catalog),
                "boxes": list(statement.boxes),
                "date": statement.source.date,
                "source": statement.source.doc,
            }
        case "element":
            shown["name"] = language.name_of(side.id).text
        case "term":
            # The words of an edition are English; in another language an element has the one name that the glossary gives it.
            shown["word"] = side.word
        case "content":
            shown["count"] = side.count
            if side.id in catalog.elements:
                shown["name"] = language.name_of(side.id, plural=(side.count or 0) > 1).text
        case "tile":
            shown |= {"letter": side.letter, "count": side.count}
        case "module":
            owner = next(
                b for b in catalog.boxes.values() if any(m.id == side.id for m in b.modules) and _there(b.id, difference, catalog)
            )
            name_of = {m.id: m.name for m in owner.modules}
            shown["name"] = language.text(f"module/{owner.id}/{side.id}", name_of[side.id]).text
        case "option":
            shown |= _option(catalog, side, language)
    return shown


def _there(box: str, difference: Difference, catalog: Catalog) -> bool:
    """Tell whether a box is one of those that are compared where a difference was found."""
    return box == difference.box or box in catalog.predecessors[difference.box or ""]


def _option(catalog: Catalog, side: Side, language: Language) -> Json:
    box, option = next((b, o) for b in catalog.boxes.values() for o in b.options if o.id == side.id)
    context = f"option/{box.id}/{option.id}"
    names = {v.id: language.text(f"{context}/{v.id}/name", v.name).text for v in option.values}
    return {
        "name": language.text(f"{context}/name", option.name).text,
        "values": [{"id": value, "name": names[value]} for value in side.values],
        "default": side.values[0],
    }
