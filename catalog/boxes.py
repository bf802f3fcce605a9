"""Boxes, editions and sources: what was published, when, with what inside, and which documents say so."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from catalog.model import Confidence, Date, EditionId, Id, Model, Ref, Text
from catalog.statements import Citation
from catalog.vocabulary import Stage

SourceClass = Literal["official-rules", "official-clarification", "community", "third-party"]
"""What a document is, the one with the most say first."""


class Edition(Model):
    """An edition of the game: its years, what marks it, and the words it uses instead of ours (``terms``: our word to its word)."""

    id: EditionId
    name: Text
    years: tuple[int, int | None]
    marks: Text
    terms: dict[str, Text] = {}
    note: Text | None = None


class BigBox(Model):
    """A printing that puts several boxes in one."""

    id: Id
    name: Text
    year: int
    edition: Annotated[EditionId, Ref("edition")]
    boxes: tuple[Annotated[Id, Ref("box")], ...] = ()
    confidence: Confidence = "high"
    note: Text | None = None


class EditionFile(Model):
    """The file ``editions.yaml``."""

    editions: Annotated[tuple[Edition, ...], Field(min_length=1)]
    printings: tuple[BigBox, ...] = ()


class Source(Model):
    """A document that statements cite."""

    id: Id
    title: Text
    publisher: Text
    date: Date | None = None
    language: Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$")]
    url: Annotated[str, Field(pattern=r"^https://\S+$")] | None = None
    class_: SourceClass
    note: Text | None = None


class SourceFile(Model):
    """The file ``sources.yaml``."""

    sources: Annotated[tuple[Source, ...], Field(min_length=1)]


class BoxEdition(Model):
    """A box in one edition: its year, and the name it then had if that is another.

    ``stage``: ``referenced`` where the rules that it came with are not public. Its tiles and pieces then stay out of play, and its
    statements hold there only if they name the edition; what rules of other boxes say of its elements holds.
    """

    year: int
    name: Text | None = None
    stage: Stage = "playable"
    confidence: Confidence = "high"
    note: Text | None = None


class Content(Model):
    """One line of the list on the box, checked against the tile data.

    ``tiles`` of them: those that show ``with`` (a mark or a feature kind), those that show no symbol (``plain``), those of so
    many ``squares``; or ``figures`` of them of the kind ``of``.
    """

    tiles: Annotated[int, Field(ge=1)] | None = None
    figures: Annotated[int, Field(ge=1)] | None = None
    of: Annotated[Id, Ref("figure")] | None = None
    with_: Annotated[Id, Ref("mark", "feature-kind")] | None = None
    plain: bool = False
    squares: Annotated[int, Field(ge=1)] | None = None
    editions: tuple[Annotated[EditionId, Ref("edition")], ...] = ()
    confidence: Confidence = "high"


class Module(Model):
    """A part of a box that a table may leave out."""

    id: Id
    name: Text


class OptionValue(Model):
    """One of the printed rules that an option lets the table choose between; ``editions`` narrows the editions of the box."""

    id: Id
    name: Text
    about: Text
    editions: tuple[Annotated[EditionId, Ref("edition")], ...] = ()
    source: Citation | None = None


class RuleOption(Model):
    """A choice between printed rules that the table makes. The first value that exists in an edition is the default there."""

    id: Id
    name: Text
    about: Text
    values: Annotated[tuple[OptionValue, ...], Field(min_length=2)]

    def values_in(self, edition: str) -> tuple[OptionValue, ...]:
        """Return the values that exist in an edition, the default first; one alone is no choice."""
        return tuple(value for value in self.values if not value.editions or edition in value.editions)

    def choices(self, edition: str | None = None) -> list[str]:
        """Return the values as they are chosen, ``option=value``: those of an edition, or all of them."""
        return [f"{self.id}={value.id}" for value in (self.values if edition is None else self.values_in(edition))]


class NotTaken(Model):
    """Facts of the sources that no entry states, with the reason."""

    facts: Annotated[tuple[str, ...], Field(min_length=1)]
    reason: Text


class NamedPile(Model):
    """What a pile of tiles is called in formal readings: a label, which readers see in quotation marks."""

    id: Annotated[Id, Ref("pile")]
    name: Text


class Box(Model):
    """The file ``expansion.yaml``: a box (the base game, an expansion, a fan's pack).

    ``follows``: the boxes of earlier editions whose place it takes; they are compared with it. ``brings``: the elements that come
    with it. ``colours``: the players' colours that come with it, in the order in which they are taken. ``piles``: the names of the
    piles that its rules make. ``covers`` and ``not-taken`` account for the numbered facts of its sources.
    """

    id: Id
    name: Text
    sort: Literal["base", "large", "mini", "fan"]
    number: int | None = None
    about: Text
    needs: tuple[Annotated[Id, Ref("box")], ...] = ()
    follows: tuple[Annotated[Id, Ref("box")], ...] = ()
    editions: Annotated[dict[Annotated[EditionId, Ref("edition")], BoxEdition], Field(min_length=1)]
    contents: tuple[Content, ...] = ()
    modules: tuple[Module, ...] = ()
    options: tuple[RuleOption, ...] = ()
    brings: tuple[Annotated[Id, Ref("figure", "role", "mark", "feature-kind")], ...] = ()
    colours: tuple[Id, ...] = ()
    piles: tuple[NamedPile, ...] = ()
    aliases: tuple[Text, ...] = ()
    covers: tuple[str, ...] = ()
    not_taken: tuple[NotTaken, ...] = ()

    @property
    def playable(self) -> bool:
        """Whether its rules are public in at least one edition."""
        return any(one.stage == "playable" for one in self.editions.values())
