"""My game: the page on which a table is put together, what its script needs for that, and ready tables for who has no script."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from urllib.parse import quote

from markupsafe import Markup

from catalog import Catalog
from catalog.boxes import Box, RuleOption
from catalog.index import SECTIONS
from catalog.statements import Statement
from engine import lay_table
from generator import addresses
from generator.pages import compiled
from generator.pages.boxes import contents
from generator.pages.leaf import Leaf
from generator.pages.rules import Desk, Rule, examples, rule
from generator.pages.scribe import Page, Picture, Scribe
from generator.pages.terms import other_words_by_edition
from generator.rulebook import chapters, points
from generator.rulebook.laid import TableScribe
from generator.rulebook.views import PointsGroup, Reference
from generator.voice import Shown

PLAIN = "base"
"""The sort of box that is played by itself."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A table that has a page of its own: its name in the address, and its boxes as on the command line.

    ``big``: the name is that of the big box that holds them.
    """

    id: str
    with_: str
    big: bool = False


@dataclass(frozen=True, slots=True)
class ReadyView:
    """A ready table in a list: its boxes in words, the edition, the name of the big box that holds them."""

    href: str
    boxes: tuple[Shown, ...]
    edition: Shown
    big: Shown | None


@dataclass(frozen=True, slots=True)
class Tiles:
    """An edition to choose by the look of its tiles."""

    id: str
    name: Shown
    marks: Shown
    pictures: tuple[Picture, ...]


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """An option to choose a value of; ``values`` are the id, the name, what it means."""

    id: str
    name: Shown
    about: Shown
    values: tuple[tuple[str, Shown, Shown], ...]


@dataclass(frozen=True, slots=True)
class BoxChoice:
    """A box to tick: its editions and modules, each by id and name, and its options."""

    id: str
    name: Shown
    box: Box
    editions: tuple[tuple[str, Shown, bool], ...]
    modules: tuple[tuple[str, Shown], ...]
    options: tuple[OptionChoice, ...]
    picture: Picture | None


def ready(catalog: Catalog) -> Iterator[Ready]:
    """Yield the tables with a page of their own: each base game in each edition, what a big box holds, and each box in its newest edition.

    A box whose rules are public in no edition has none.
    """
    found: dict[tuple[tuple[str, str], ...], Ready] = {}

    def add(one: Ready) -> None:
        found.setdefault(tuple(lay_table(catalog, one.with_).editions.items()), one)

    for box in catalog.boxes.values():
        public = [edition for edition in catalog.editions_of(box.id) if box.editions[edition].stage == "playable"]
        for edition in public if box.sort == PLAIN else public[-1:]:
            add(Ready(f"{box.id}-{edition}", f"{box.id}@{edition}"))
    for big in catalog.big_boxes:
        if big.boxes and all(big.edition in catalog.editions_of(box) for box in big.boxes):
            add(Ready(big.id, ",".join(f"{box}@{big.edition}" for box in big.boxes), big=True))
    yield from found.values()


def address(one: Ready) -> str:
    """Return the path of a ready table, below the language."""
    return f"{addresses.TABLE}{one.id}/"


def leaves(catalog: Catalog) -> Iterator[Leaf]:
    """Yield the page of My game, the files that it loads, and the ready tables."""
    yield Leaf(addresses.TABLE, my_game)
    # The files lie beside the page, so that their links are right in it.
    yield Leaf(f"{addresses.TABLE}points.json", _points)
    for box in catalog.boxes:
        yield Leaf(f"{addresses.TABLE}rules-{box}.json", partial(_rules, box=box))
        yield Leaf(f"{addresses.TABLE}examples-{box}.json", partial(_examples, box=box))
    for one in ready(catalog):
        yield Leaf(address(one), partial(ready_page, one=one))


def my_game(scribe: Scribe) -> Page:
    """Return the page on which a table is put together."""
    catalog = scribe.catalog
    return scribe.page(
        "my-game.html.j2",
        editions=[_tiles(scribe, edition) for edition in catalog.editions],
        boxes=[_box(scribe, box) for box in catalog.boxes.values()],
        ready=[_listed(scribe, one) for one in ready(catalog)],
        compiled=compiled.table(catalog, scribe.material.conditions),
        names_here=_names(scribe),
        sections=SECTIONS,
    )


def _tiles(scribe: Scribe, edition: str) -> Tiles:
    catalog = scribe.catalog
    plain = next((b.id for b in catalog.boxes.values() if b.sort == PLAIN and edition in b.editions), None)
    samples = scribe.material.samples(plain, edition, 4) if plain else []
    return Tiles(
        edition,
        scribe.edition_name(edition),
        scribe.voice.text(f"edition/{edition}/marks", catalog.editions[edition].marks),
        tuple(scribe.picture(catalog.designs[printing.design], "", 56) for printing in samples),
    )


def _box(scribe: Scribe, box: Box) -> BoxChoice:
    catalog = scribe.catalog
    emblem = scribe.material.emblem(box.id)
    return BoxChoice(
        id=box.id,
        name=scribe.box_name(box.id),
        box=box,
        editions=tuple((e, scribe.edition_name(e), box.editions[e].stage == "playable") for e in catalog.editions_of(box.id)),
        modules=tuple((m.id, scribe.voice.text(f"module/{box.id}/{m.id}", m.name)) for m in box.modules),
        options=tuple(_option(scribe, box, option) for option in box.options),
        picture=scribe.picture(emblem, "", 44) if emblem else None,
    )


def _option(scribe: Scribe, box: Box, option: RuleOption) -> OptionChoice:
    context, voice = f"option/{box.id}/{option.id}", scribe.voice
    return OptionChoice(
        option.id,
        voice.text(f"{context}/name", option.name),
        voice.text(f"{context}/about", option.about),
        tuple(
            (
                value.id,
                voice.text(f"{context}/{value.id}/name", value.name),
                voice.text(f"{context}/{value.id}/about", value.about),
            )
            for value in option.values
        ),
    )


def _listed(scribe: Scribe, one: Ready) -> ReadyView:
    table = lay_table(scribe.catalog, one.with_)
    return ReadyView(
        href=scribe.href(address(one)),
        boxes=tuple(scribe.box_name(box, edition) for box, edition in table.editions.items()),
        edition=scribe.edition_name(table.newest),
        big=_big(scribe, one),
    )


def _big(scribe: Scribe, one: Ready) -> Shown | None:
    name = next((big.name for big in scribe.catalog.big_boxes if one.big and big.id == one.id), None)
    return scribe.voice.text(f"big-box/{one.id}/name", name) if name else None


def _names(scribe: Scribe) -> dict[str, object]:
    """Return what the script calls things by: the boxes whose name was another in an edition, and where the pages of statements are."""
    catalog = scribe.catalog
    return {
        "boxes": {
            box: {
                e: name for e in catalog.editions_of(box) if (name := scribe.box_name(box, e).text) != scribe.box_name(box).text
            }
            for box in catalog.boxes
        },
        "statements": scribe.href(addresses.STATEMENTS),
    }


def _rules(scribe: Scribe, box: str) -> Page:
    """Return the file with all statements of a box as they are shown in whatever table, and what is in it, by edition."""
    catalog = scribe.catalog
    words, named = other_words_by_edition(scribe, box)
    return scribe.page(
        "table-rules.json.j2",
        words=words,
        named=named,
        ids=catalog.statement_ids_of(box),
        rule=lambda statement: rule(scribe, catalog.statements[statement], scribe.box_name),
        contents=[
            (edition, contents(scribe, box, edition), scribe.href(addresses.sheet(box, edition)), _number(scribe, box, edition))
            for edition in catalog.editions_of(box)
            if catalog.boxes[box].editions[edition].stage == "playable"
        ],
    )


def _examples(scribe: Scribe, box: str) -> Page:
    """Return the file with the examples of a box, which are fetched when the first one is unfolded."""
    found = [example for statement in scribe.catalog.statement_ids_of(box) for example in examples(scribe, statement)]
    return scribe.page("table-examples.json.j2", examples=found)


def _number(scribe: Scribe, box: str, edition: str) -> int:
    return sum(printing.counts[edition] for printing in scribe.catalog.printings_of(box, edition))


def _points(scribe: Scribe) -> Page:
    """Return the file with all lines that the scoring table of whatever table may have."""
    catalog = scribe.catalog
    every = [catalog.statements[statement] for statement in scribe.material.giving_points]

    def said(statement: str) -> Reference:
        return Reference(statement, scribe.box_name(catalog.box_of[statement]))

    def group(one: points.Group) -> PointsGroup:
        return chapters.points_group(scribe, one, tuple(map(said, one.statements)))

    return scribe.page(
        "table-points.json.j2",
        slots=[(slot, [(key, group(one)) for key, one in slot.groups.items()]) for slot in points.slots(catalog, every)],
        changes=[
            (change, [(key, group(one)) for key, one in change.groups.items()]) for change in points.changes(catalog, every)
        ],
        bonuses=[(scribe.body(catalog.statements[s]), given, said(s)) for s, given in points.bonuses(every)],
        values=[(scribe.voice.name(figure), worth, said(s)) for figure, worth, s in points.values(every)],
    )


class DeskScribe(TableScribe[str]):
    """Writes a ready table as a page of the site. Its statements are parts of the page, by their ids."""

    def __init__(self, scribe: Scribe, chosen: str) -> None:
        """Write for a table what ``scribe`` was started for; it is chosen as on the command line."""
        held = {statement: scribe.catalog.statements[statement] for statement in scribe.material.held_at(chosen)}
        super().__init__(lay_table(scribe.catalog, chosen), held, scribe.material, scribe.language, scribe._readings, scribe.path)  # noqa: SLF001  the same page
        self._chosen = chosen

    def resolve(self, target: str) -> str | None:
        """Return the link to what an id names; a statement of the table is on this page."""
        return f"#{target}" if target in self.held else super().resolve(target)

    def enter(self, statement: Statement) -> str:
        """Return the id of a statement."""
        return statement.id

    def said(self, statement: str) -> Rule:
        """Return a statement with the examples that can be seen at this table."""
        # What holds at the table is a matter of each part of the page, not only of the page as a whole.
        held = frozenset(self.material.held_at(self._chosen))
        return rule(self, self.catalog.statements[statement], self.name_here, Desk(self.table, held))


def ready_page(plain: Scribe, one: Ready) -> Page:
    """Return the rules of a ready table, in the order of a turn."""
    scribe = DeskScribe(plain, one.with_)
    table = scribe.table
    rules = list(chapters.chapters(scribe))
    words = ",".join(box if edition == table.newest else f"{box}@{edition}" for box, edition in table.editions.items())
    return scribe.page(
        "ready.html.j2",
        boxes=list(chapters.boxes(scribe)),
        editions=table.editions,
        big=_big(scribe, one),
        edition_name=scribe.edition_name(table.newest),
        chapters=rules,
        before_points=chapters.before_points(rules),
        points=list(chapters.scoring(scribe)),
        values=list(chapters.values(scribe)),
        bonuses=list(chapters.bonuses(scribe)),
        pairs=list(chapters.pairs(scribe)),
        other_words=chapters.other_words(scribe),
        said=scribe.said,
        change=Markup("{}?edition={}&with={}").format(scribe.href(addresses.TABLE), table.newest, quote(words, safe=",@")),
    )
