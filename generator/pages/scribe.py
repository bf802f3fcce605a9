"""Prepares one page: it knows where the page is and in which language, and turns entries into what templates show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup

from catalog.effects import NoEffect
from catalog.model import Confidence
from catalog.statements import Citation, Statement
from catalog.tiles import Design
from generator import addresses
from generator.i18n import Language, State
from generator.i18n.conventions import territory
from generator.markup import UnknownNumberError, excerpt, to_html
from generator.pages.material import Material
from generator.reading import Readings
from generator.rendering import joined
from generator.voice import RIGHT, Shown, Voice

_PLURALS = 201
"""Below this, every form of a number of things occurs."""


class SiteError(Exception):
    """The site cannot be built from this; the message says why in a sentence."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page that is ready to be set: its path below the language, its template, what the template shows."""

    path: str
    template: str
    content: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in a page: its address from there, and its size in CSS pixels. ``names`` are what it shows."""

    src: str
    width: int
    height: int
    letter: str
    names: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a statement comes from, with the address of the page of the document; ``date`` is ``when`` in words."""

    title: Shown
    href: str
    when: str
    date: str
    confidence: Confidence
    note: Shown | None


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The same thing in another language: its address there, and the state of its text (see :class:`generator.i18n.Translated`)."""

    tag: str
    name: str
    href: str
    state: State


@dataclass(frozen=True, slots=True)
class Said:
    """A statement on a page.

    ``href`` leads to its place in a rulebook (empty where none prints it), ``own`` to the page that it has to itself. ``former`` are
    the ids that it had before. ``languages`` are the others in which it is right, in the order of the site.
    """

    id: str
    former: tuple[str, ...]
    text: Shown
    source: Source
    href: str
    own: str
    languages: tuple[Elsewhere, ...]
    box: Shown
    editions: tuple[Shown, ...]
    narrower: bool
    module: Shown | None
    option: tuple[Shown, Shown] | None
    boxes: tuple[Shown, ...]
    replaces: tuple[Markup, ...]
    beats: tuple[Markup, ...]
    reading: Shown
    pending: bool
    flavour: bool


class Scribe:
    """What a module of pages asks to prepare one page."""

    def __init__(self, material: Material, language: Language, readings: Readings, path: str, edition: str | None = None) -> None:
        """Prepare the page at ``path``, below the language.

        With an ``edition`` links to statements lead to their places in rulebooks, of that edition where they can; else to their pages.
        """
        self.material = material
        self.catalog = material.catalog
        self.language = language
        self.voice = Voice(language)
        self.path = path
        self.edition = edition
        self._readings = readings
        self.here = f"{language.tag}/{path}"

    # Addresses

    def href(self, path: str = "", fragment: str = "") -> str:
        """Return the link to a page of the same language."""
        return addresses.relative(self.here, f"{self.language.tag}/{path}", fragment)

    def asset(self, path: str) -> str:
        """Return the link to a file from the root of the site."""
        return addresses.relative(self.here, path)

    def resolve(self, target: str) -> str | None:
        """Return the link to what an id names: an element, a box, a design, a statement. None if nothing."""
        if target in self.catalog.elements:
            return self.href(addresses.element_page(target))
        if target in self.catalog.boxes:
            return self.href(addresses.box_page(target))
        if target in self.catalog.designs:
            return self.href(addresses.design_page(target))
        if target in self.catalog.statements:
            page = addresses.statement_page(self.catalog, target, self.edition) if self.edition else None
            return self.href(addresses.own_page(target)) if page is None else self.href(page, target)
        return None

    def named(self, target: str) -> Shown:
        """Return what an entry is called: the beginning of a statement, a name, the letter of a design; the id of what is none.

        As for :meth:`resolve`, an id that an element and a box share means the element.
        """
        if target in self.catalog.elements:
            return self.voice.name(target)
        if target in self.catalog.statements:
            return self.beginning(self.catalog.statements[target])
        if target in self.catalog.boxes:
            return self.box_name(target)
        return self._design_name(self.catalog.designs[target]) if target in self.catalog.designs else Shown(target)

    def entry(self, target: str) -> Markup:
        """Return a link to an entry by what it is called."""
        words, address = self.named(target), self.resolve(target)
        if address is None:
            return Markup(words.__html__())  # noqa: S704  escaped by itself
        return Markup('<a href="{}">{}</a>').format(address, words)

    def box_entry(self, box: str) -> Markup:
        """Return a link to the page of a box by its name; an element may have the same id."""
        return Markup('<a href="{}">{}</a>').format(self.href(addresses.box_page(box)), self.box_name(box))

    def _design_name(self, design: Design) -> Shown:
        letter = self.material.letter(design)
        if design.box not in self.catalog.boxes:
            return Shown(letter)
        box = self.box_name(design.box)
        return Shown(f"{box.text} {letter}", box.state, box.lang)

    # Names and texts

    def box_name(self, box: str, edition: str | None = None) -> Shown:
        """Return the name of a box; with an ``edition``, the one that it had there.

        That is the one of the data, or else the title that it was sold under in this language.
        """
        entry = self.catalog.boxes[box]
        printed = entry.editions.get(edition) if edition else None
        if printed is not None and printed.name:
            return self.voice.text(f"box/{box}/{edition}/name", printed.name)
        name = self.voice.text(f"box/{box}/name", entry.name)
        title = self.language.title_of(box, edition) if edition else None
        # The name has spaces at which no line breaks; a title has what its source has.
        return name if title is None or title.split() == name.text.split() else Shown(title, "translated")

    def edition_name(self, edition: str) -> Shown:
        """Return the name of an edition."""
        return self.voice.text(f"edition/{edition}/name", self.catalog.editions[edition].name)

    def note(self, context: str, english: str | None) -> Shown | None:
        """Return a text that may be missing."""
        return self.voice.text(context, english) if english else None

    def beginning(self, statement: Statement, limit: int = 90) -> Shown:
        """Return the first words of a statement, of at most so many characters."""
        numbers = self.material.numbers(statement)
        text = self.voice.text(f"statement/{statement.id}", statement.text, numbers)
        return Shown(excerpt(text.text, numbers, limit), text.state, text.lang)

    def body(self, statement: Statement) -> Shown:
        """Return the text of a statement, set."""
        numbers = self.material.numbers(statement)
        text = self.voice.text(f"statement/{statement.id}", statement.text, numbers)
        try:
            html = to_html(text.text, numbers, self.resolve)
        except UnknownNumberError as error:
            raise SiteError(f"statement {statement.id} in {self.language.tag}: {error}") from None
        return Shown(text.text, text.state, text.lang, html)

    def date(self, date: str | None) -> str:
        """Return a date in the words of the language, or an empty text."""
        return self.language.date(date) if date else ""

    def joined(self, words: list[str], style: str = "standard") -> str:
        """Join words as the language lists them."""
        return joined(self.language.locale, words, style)

    def plurals(self) -> dict[str, int]:
        """Return a number for each plural category of the language that whole numbers have, so that a script can be told all forms."""
        found: dict[str, int] = {}
        for number in range(_PLURALS):
            found.setdefault(self.language.locale.plural_form(number), number)
        return found

    # Entries

    def title(self, source: str) -> Shown:
        """Return the title of a document, in the language that it is written in."""
        entry = self.catalog.sources[source]
        return Shown(entry.title, lang="" if entry.language == self.language.tag else entry.language)

    def source(self, statement: Statement) -> Source:
        """Return where a statement comes from."""
        return self.cited(statement.source, f"statement/{statement.id}/note")

    def cited(self, cited: Citation, note: str) -> Source:
        """Return where something comes from; ``note`` is the context of the citation's note."""
        when = cited.date or self.catalog.sources[cited.doc].date or ""
        return Source(
            title=self.title(cited.doc),
            href=self.href(addresses.source_page(cited.doc)),
            when=when,
            date=self.date(when),
            confidence=cited.confidence,
            note=self.note(note, cited.note),
        )

    def statement(self, statement: Statement) -> Said:
        """Return a statement as pages show it."""
        box = self.catalog.box_of[statement.id]
        page = addresses.statement_page(self.catalog, statement.id, self.edition)
        effect = statement.effect
        modules = {module.id: module.name for module in self.catalog.boxes[box].modules}
        return Said(
            id=statement.id,
            former=self.material.former.get(("statement", statement.id), ()),
            text=self.body(statement),
            source=self.source(statement),
            href="" if page is None else self.href(page, statement.id),
            own=self.href(addresses.own_page(statement.id)),
            languages=self._elsewhere(statement, page),
            box=self.box_name(box),
            editions=tuple(self.edition_name(e) for e in self.catalog.editions_of_statement(statement)),
            narrower=bool(statement.editions) and set(statement.editions) != set(self.catalog.editions_of(box)),
            module=self.note(f"module/{box}/{statement.module}", modules.get(statement.module or "")),
            option=self.voice.choice(self.catalog, statement.option) if statement.option else None,
            boxes=tuple(self.box_name(b) for b in statement.boxes if b in self.catalog.boxes),
            replaces=tuple(self.entry(other) for other in statement.replaces),
            beats=tuple(self.entry(other) for other in statement.overrides),
            reading=self.reading(statement),
            pending=isinstance(effect, NoEffect) and effect.none == "pending",
            flavour=isinstance(effect, NoEffect) and effect.none == "flavour",
        )

    def _elsewhere(self, statement: Statement, page: str | None) -> tuple[Elsewhere, ...]:
        """Return the other languages in which a statement is right, with its place in the rulebook there, or else its page."""
        return tuple(
            Elsewhere(other.tag, other.name, self._there(other, statement, page), state)
            for other in self.material.languages
            if other.tag != self.language.tag
            and (state := other.stands(f"statement/{statement.id}", statement.text).state) in RIGHT
        )

    def _there(self, other: Language, statement: Statement, page: str | None) -> str:
        if page is None:
            return self.asset(f"{other.tag}/{addresses.own_page(statement.id)}")
        return addresses.relative(self.here, f"{other.tag}/{page}", statement.id)

    def reading(self, statement: Statement) -> Shown:
        """Return the effect of a statement in plain words."""
        return self._readings.read(statement, self.voice, self.entry)

    def conditions(self, conditions: tuple[object, ...]) -> list[Markup]:
        """Return the conditions of a ruling in words."""
        return self._readings.read_conditions(conditions, self.voice, self.entry)  # type: ignore[arg-type]  # all are kinds

    def picture(self, design: Design, sort: str = "", side: int = 96) -> Picture:
        """Return the picture of a design. ``sort`` is empty or ``fields``; ``side`` is that of a square in pixels."""
        columns = 1 + max((square.at[0] for square in design.squares), default=0)
        rows = 1 + max((square.at[1] for square in design.squares), default=0)
        seen = [*self.material.kinds_of(design), *self.material.marks_of(design)]
        return Picture(
            src=self.asset(picture_path(design.id, sort)),
            width=columns * side,
            height=rows * side,
            letter=self.material.letter(design),
            names=tuple(self.voice.name(element) for element in seen),
        )

    # The page as a whole

    def page(self, template: str, **content: object) -> Page:
        """Finish the page: give its template what every page shows, and its own content."""
        return Page(self.path, template, {**self._common(), "page_kind": template.removesuffix(".html.j2"), **content})

    def _common(self) -> dict[str, object]:
        alternates = [
            {
                "tag": other.tag,
                "name": other.name,
                "territory": territory(other.tag),
                "path": f"{other.tag}/{self.path}",
                "href": self.asset(f"{other.tag}/{self.path}"),
            }
            for other in self.material.languages
        ]
        return {
            "language": self.language,
            "href": self.href,
            "asset": self.asset,
            "date": self.date,
            "joined": self.joined,
            "name": self.voice.name,
            "names": partial(map, self.voice.name),
            "alternates": alternates,
            "share": self.voice.share(),
            "here": self.here,
            "path": self.path,
            "of_box": self.path.partition("/")[0] in self.catalog.boxes,
            "at": addresses,
        }


def picture_path(design: str, sort: str = "") -> str:
    """Return the path of the file that holds the picture of a design."""
    return f"{addresses.PICTURES}{design}{f'.{sort}' if sort else ''}.svg"


def edge_path(kind: str) -> str:
    """Return the path of the file that holds the picture of an edge at which a kind of feature ends."""
    return picture_path(f"edge-{kind}")
