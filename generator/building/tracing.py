"""What a page depends on, seen while it is made: data is shown through views that write down each read.

A *read* is a tuple: of what (``catalog``, ``material``, or the tag of a language), which part, how, and with which arguments.

- ``item``: one entry of a mapping; ``has``: whether there is one; ``keys``: which there are; ``all``: the mapping as a whole;
- ``call``: what a method answers to these arguments; ``value``: an attribute.

A read can be made again on other data (:class:`Answers`). Where the answer has the same fingerprint as before, whoever made it has
nothing to do again, whatever else has changed. So an edited text dirties only the pages that read this statement, or that asked a
question whose answer it changed. What is not traced (boxes, elements, designs, code, templates ...) is told by one fingerprint in
:mod:`generator.building.grounds`: when that changes, everything is made again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from functools import partial
from typing import Any, TypeVar, cast

from catalog import Catalog
from catalog.statements import Statement
from catalog.tiles import Design
from generator.building.fingerprint import fingerprint
from generator.i18n import Language
from generator.keeping import Keeper
from generator.pages.material import Material

Read = tuple[Any, ...]
V = TypeVar("V")
GONE = "gone"
"""Stands for the fingerprint where a read has no answer any more."""
CATALOG, MATERIAL = "catalog", "material"
_OF_ITSELF = frozenset(
    {
        *("emblem", "kinds_of", "letter", "marks_of", "named", "related", "samples", "telltales", "yaml"),
        *("alike", "brought_by", "published", "roles_of", "showing"),
    }
)
"""The parts of the material that follow from what is not traced, and from the entry that a method is given."""
_FOLLOWS = {"matrices": "ruling"}
"""Attributes of the material that take long to work out, each with the one that says all it follows from: that is compared."""
_STATEMENTS, _DESIGNS = "statements", "designs"
_TRACED = (_STATEMENTS, "box_of", "examples", "box_of_example")
"""The parts of a catalogue that are traced entry by entry."""


class Recorder:
    """Writes down what is read."""

    def __init__(self) -> None:
        """Begin with an empty list."""
        self.reads: dict[Read, None] = {}
        self._known: dict[Read, Read] = {}

    def note(self, *read: Any) -> None:  # noqa: ANN401  arguments are of any plain type
        """Write a read down."""
        self.reads[self._known.setdefault(read, read)] = None

    @contextmanager
    def recording(self) -> Iterator[dict[Read, None]]:
        """Give the reads that are made within the block."""
        outer, self.reads = self.reads, {}
        try:
            yield self.reads
        finally:
            outer.update(self.reads)
            self.reads = outer


class _Keeper(Keeper):
    """Keeps things together with what was read for them: a page that is given one has read that too."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__()
        self._recorder = recorder

    def once(self, key: Hashable, make: Callable[[], V]) -> V:
        """Return what is kept under a key; make it if nothing is."""

        def traced() -> tuple[V, dict[Read, None]]:
            with self._recorder.recording() as reads:
                return make(), reads

        made, reads = super().once(key, traced)
        self._recorder.reads.update(reads)
        return made


class Answers:
    """Makes reads on the data itself, each once, and tells the fingerprints of what comes of them."""

    def __init__(self, material: Material) -> None:
        """Answer from this material, its catalogue and its languages."""
        self._owners: dict[str, object] = {CATALOG: material.catalog, MATERIAL: material}
        self._owners.update({language.tag: language for language in material.languages})
        self._catalog = material.catalog
        self._answers: dict[Read, Any] = {}
        self._fingerprints: dict[Read, str] = {}

    def ask(self, read: Read) -> Any:  # noqa: ANN401  each read has a type of its own
        """Return the answer to a read. Raises whatever the data raises."""
        if read not in self._answers:
            self._answers[read] = self._asked(*read)
        return self._answers[read]

    def take(self, known: Iterable[tuple[Read, str]], origins: Mapping[str, str]) -> None:
        """Take fingerprints as they are ``known`` of the texts of languages that come from where they came: see :attr:`Language.origin`."""
        same = {(tag, "entries") for tag, of in origins.items() if of and of == getattr(self._owners.get(tag), "origin", "")}
        self._fingerprints.update((read, before) for read, before in known if read[:2] in same)

    def fingerprint(self, read: Read) -> str:
        """Return the fingerprint of the answer; :data:`GONE` where there is none."""
        if read not in self._fingerprints:
            try:
                owner, name, *_ = read
                follows = owner == MATERIAL and _FOLLOWS.get(name)
                answer = self.ask((MATERIAL, follows, "value") if follows else read)
            except Exception:  # noqa: BLE001  a read of an older build may ask for anything
                self._fingerprints[read] = GONE
            else:
                self._fingerprints[read] = fingerprint(answer)
        return self._fingerprints[read]

    def _asked(self, owner: str, name: str, how: str, *arguments: Any) -> Any:  # noqa: ANN401
        if name.startswith("_"):
            raise AttributeError(name)
        thing = getattr(self._owners[owner], name)
        match how, arguments:
            case "item", (key,):
                return thing[key]
            case "has", (key,):
                return key in thing
            case "keys", ():
                return tuple(thing)
            case "all", ():
                return tuple(thing.items()) if isinstance(thing, Mapping) else thing
            case "value", ():
                return thing
            case "call", _:
                return thing(*map(self._meant, arguments))
        raise ValueError(f"nothing can be read {how}")

    def _meant(self, argument: Any) -> Any:  # noqa: ANN401
        if isinstance(argument, tuple):
            part, key = argument
            return {_STATEMENTS: self._catalog.statements, _DESIGNS: self._catalog.designs}[part][key]
        return argument


def _told(argument: object) -> object:
    """Return an argument as a read has it: an entry by its id."""
    match argument:
        case None | str() | int():
            return argument
        case Statement(id=key):
            return _STATEMENTS, key
        case Design(id=key):
            return _DESIGNS, key
    raise TypeError(f"only ids, numbers, statements and designs can be asked about, not {type(argument).__name__}")


class _Mapping(Mapping[str, V]):
    """A mapping that writes down what is read of it."""

    def __init__(self, recorder: Recorder, owner: str, name: str, raw: Mapping[str, V]) -> None:
        self._note = partial(recorder.note, owner, name)
        self._raw = raw

    def __getitem__(self, key: str) -> V:
        if key not in self._raw:
            self._note("has", key)
            raise KeyError(key)
        self._note("item", key)
        return self._raw[key]

    def __contains__(self, key: object) -> bool:
        self._note("has", key)
        return key in self._raw

    def __iter__(self) -> Iterator[str]:
        self._note("keys")
        return iter(self._raw)

    def __len__(self) -> int:
        self._note("keys")
        return len(self._raw)

    def items(self) -> Any:  # noqa: ANN401  the views of a dict have no names
        """Return all of it."""
        self._note("all")
        return self._raw.items()

    def values(self) -> Any:  # noqa: ANN401
        """Return all its values."""
        self._note("all")
        return self._raw.values()


class _Catalog(Catalog):
    """A catalogue whose statements and examples are traced. What is gathered from them is asked of the catalogue itself."""

    @classmethod
    def of(cls, raw: Catalog, recorder: Recorder) -> _Catalog:
        parts = {field.name: getattr(raw, field.name) for field in fields(Catalog)}
        for name in _TRACED:
            parts[name] = _Mapping(recorder, CATALOG, name, parts[name])
        # Where an entry stands in its file is nothing that a page shows.
        traced = cls(**{**parts, "origins": {}})
        # What is gathered from statements and kept is asked of the catalogue itself: kept here, only the first page would read it.
        traced.__dict__.update(_ask=partial(_asked, recorder, CATALOG, raw), _said=None, carried=None, rulings=None)
        return traced

    def statement_ids_of(self, box: str, edition: str | None = None) -> list[str]:
        """Return which statements a box has."""
        found: list[str] = self.__dict__["_ask"]("statement_ids_of")(box, edition)
        return found


def _asked(recorder: Recorder, owner: str, raw: object, name: str) -> Callable[..., Any]:
    """Return a method that writes down with what it is called."""
    method = getattr(raw, name)

    def call(*arguments: Any) -> Any:  # noqa: ANN401
        recorder.note(owner, name, "call", *map(_told, arguments))
        return method(*arguments)

    return call


class _Material:
    """The material, traced attribute by attribute: a method by its arguments, a mapping by its keys, all else as it is."""

    def __init__(
        self, raw: Material, catalog: Catalog, languages: Sequence[Language], recorder: Recorder, answers: Answers
    ) -> None:
        self.catalog = catalog
        self.languages = languages
        self._raw, self._recorder, self._answers = raw, recorder, answers

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  each attribute has a type of its own
        found = getattr(self._raw, name)
        shown: Any
        if name in _OF_ITSELF:
            shown = found
        elif callable(found):
            shown = partial(self._call, name)
        elif isinstance(found, Mapping):
            shown = _Mapping(self._recorder, MATERIAL, name, found)
        else:
            self._recorder.note(MATERIAL, name, "value")
            return found
        # Found at once the next time.
        setattr(self, name, shown)
        return shown

    def _call(self, name: str, *arguments: Any) -> Any:  # noqa: ANN401
        read = (MATERIAL, name, "call", *map(_told, arguments))
        self._recorder.note(*read)
        return self._answers.ask(read)


class _Language(Language):
    """A language whose texts and terms are traced, and what is gathered from all of them."""

    @classmethod
    def of(cls, raw: Language, catalog: Catalog, recorder: Recorder) -> _Language:
        parts = {field.name: getattr(raw, field.name) for field in fields(Language)}
        parts.update(
            {
                "catalog": catalog,
                "entries": _Mapping(recorder, raw.tag, "entries", raw.entries),
                "terms": _Mapping(recorder, raw.tag, "terms", raw.terms),
                "titles": _Mapping(recorder, raw.tag, "titles", raw.titles),
            }
        )
        traced = object.__new__(cls)
        # Not by its own way to be made, which would set what is asked of the language itself below.
        traced.__dict__.update(parts, _raw=raw, _note=partial(recorder.note, raw.tag))
        return traced

    @property
    def messages(self) -> Any:  # noqa: ANN401  what the language itself has
        """The texts of the data."""
        return self._of_all("messages")

    @property
    def cases(self) -> Any:  # noqa: ANN401
        """The names of its cases."""
        return self._of_all("cases")

    @property
    def interface(self) -> Any:  # noqa: ANN401
        """The status of the interface."""
        return self._of_all("interface")

    @property
    def parts(self) -> Any:  # noqa: ANN401  a mapping, worked out by the language itself
        """The status by part."""
        return self._of_all("parts")

    @property
    def words(self) -> Any:  # noqa: ANN401
        """Every spelling with its elements."""
        return self._of_all("words")

    def _of_all(self, name: str) -> object:
        self.__dict__["_note"](name, "value")
        return getattr(self.__dict__["_raw"], name)

    def spoken(self) -> None:
        """Write down that a page is in this language: it says phrases of the interface, whichever they are."""
        self.__dict__["_note"]("strings", "value")


class Traced:
    """Material and languages as pages see them while what they read is written down."""

    def __init__(self, material: Material) -> None:
        """Show this material."""
        self.recorder = Recorder()
        self.answers = Answers(material)
        catalog = _Catalog.of(material.catalog, self.recorder)
        self._languages = {x.tag: _Language.of(x, catalog, self.recorder) for x in material.languages}
        traced = _Material(material, catalog, tuple(self._languages.values()), self.recorder, self.answers)
        self.material = cast("Material", traced)

    def language(self, tag: str) -> Language:
        """Return a language by its tag, traced."""
        return self._languages[tag]

    def keeper(self) -> Keeper:
        """Return what keeps things that several pages use."""
        return _Keeper(self.recorder)

    @contextmanager
    def reading(self, tag: str) -> Iterator[dict[Read, None]]:
        """Give what is read within the block, where a page in a language is made."""
        with self.recorder.recording() as reads:
            self._languages[tag].spoken()
            yield reads


def pruned(reads: Mapping[Read, None]) -> list[Read]:
    """Return reads without those that others say too: who reads all of a mapping reads each of its entries."""
    whole = {read[:2] for read in reads if read[2] == "all"}
    return [read for read in reads if read[2] == "all" or read[2] not in {"item", "has", "keys"} or read[:2] not in whole]


def ordered(reads: Iterable[Read]) -> list[Read]:
    """Return reads in the order that a memory has them in."""
    return sorted(reads, key=repr)


__all__ = ["GONE", "Answers", "Read", "Recorder", "Traced", "ordered", "pruned"]
