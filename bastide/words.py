"""Words that people type, in any language of the data, and the elements they mean; and questions that are made of them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from bastide.terminal import quoted
from catalog import Catalog, did_you_mean
from catalog.vocabulary import Mark

FEW = 12
"""So many words are listed where none comes near the one that was typed."""
SMALL = 3
"""Words of so many letters are near to too many others: one that means nothing is rather of a sentence than a slip."""
_SLIP = 82
"""So near, of 100, is a slip to the word that was meant: at 80 a word of four letters is near to one of six in some language."""
# What stands around the words of a sentence.
_MARKS = ".,;!?\"'’‘“”„«»"
_STROKES = str.maketrans("łđøħŧ", "ldoht")


class UnknownWordError(ValueError):
    """A word that means nothing here, or several things; ``hint`` says what to write."""

    def __init__(self, message: str, hint: str | None) -> None:
        """Say what is wrong with the word and what to write instead."""
        super().__init__(message)
        self.hint = hint


def tokens(text: str) -> list[str]:
    """Return the words of a text as they are compared: small letters, parted by spaces, hyphens and underscores, no punctuation."""
    parts = (
        (text if text.isascii() else unicodedata.normalize("NFC", text)).casefold().replace("_", " ").replace("-", " ").split()
    )
    return [word for part in parts if (word := part.strip(_MARKS))]


def normal(word: str) -> str:
    """Return the form in which words are compared: its words, with hyphens between them."""
    return "-".join(tokens(word))


def plain(word: str) -> str:
    """Return the normal form without accents: what is typed where the keyboard has none."""
    return _bare(normal(word))


def _bare(key: str) -> str:
    if key.isascii():
        return key
    return "".join(c for c in unicodedata.normalize("NFD", key) if not unicodedata.combining(c)).translate(_STROKES)


class Words:
    """Every word for an element: its id, names, synonyms and their forms, in the languages of the data and in each edition."""

    def __init__(self, catalog: Catalog, spellings: Iterable[tuple[str, str]] = ()) -> None:
        """Index the words of a catalogue; ``spellings`` are further ``(word, element)`` pairs, from glossaries."""
        self._sorts: dict[str, Mapping[str, object]] = {
            "element": catalog.elements,
            "feature-kind": catalog.kinds,
            "figure": catalog.figures,
            "role": catalog.roles,
            "mark": catalog.marks,
            "actor": catalog.actors,
            "verb": catalog.verbs,
        }
        self._scenery = {i for i, e in catalog.elements.items() if isinstance(e, Mark) and e.sort == "scenery"}
        self._ids: dict[str, dict[str, None]] = {}
        self._plain: dict[str, dict[str, None]] = {}
        self._spelled: dict[str, str] = {}
        for element in catalog.elements.values():
            for word in (element.name, element.plural, element.id, *element.forms, *element.aliases):
                self._add(word or element.name, element.id)
            for edition in catalog.editions.values():
                if element.name in edition.terms:
                    self._add(edition.terms[element.name], element.id)
        for word, element_id in spellings:
            self._add(word, element_id)
        self._moved: dict[str, str] = {}
        for sort, old in catalog.moved:
            new = catalog.moved_to(sort, old) if sort == "element" else None
            if new is not None:
                self._add(old, new)
                self._moved[old] = new
        self.longest = max((key.count("-") + 1 for key in self._plain), default=1)

    def _add(self, word: str, element: str) -> None:
        key = normal(word)
        bare = _bare(key)
        self._ids.setdefault(key, {})[element] = None
        self._plain.setdefault(bare, {})[element] = None
        self._spelled.setdefault(bare, word)

    def moved(self, text: str) -> dict[str, str]:
        """Return the ids of elements in a text that have moved, each with the one that it is now."""
        typed = f"-{normal(text)}-"
        return {old: new for old, new in self._moved.items() if f"-{old}-" in typed}

    def meanings(self, word: str, among: Mapping[str, object]) -> list[str]:
        """Return the elements that a word can mean, of those in ``among``: one, several, or none.

        An id goes before a name, a word with its accents before one without, and scenery means only what nothing else does.
        ``sort:id`` narrows them.
        """
        sort, colon, rest = word.partition(":")
        if colon:
            narrowed = self._sorts.get(normal(sort), {})
            among = {i: e for i, e in among.items() if i in narrowed}
        wanted = rest if colon else word
        if normal(wanted) in among:
            return [normal(wanted)]
        for index, key in ((self._ids, normal(wanted)), (self._plain, plain(wanted))):
            found = [i for i in index.get(key, ()) if i in among]
            if found:
                return [i for i in found if i not in self._scenery] or found
        return []

    def element(self, word: str, among: Mapping[str, object]) -> str:
        """Return the one element that a word means, as :meth:`meanings` finds it.

        Raises :class:`UnknownWordError` for a word that means none of them, or several.
        """
        sort, colon, rest = word.partition(":")
        if colon and normal(sort) not in self._sorts:
            raise UnknownWordError(f"{quoted(word)} begins with no sort of element", f"sorts are {', '.join(self._sorts)}")
        found = self.meanings(word, among)
        if len(found) == 1:
            return found[0]
        if found:
            raise UnknownWordError(f"{quoted(word)} can mean {' or '.join(sorted(found))}", "write the id")
        raise UnknownWordError(f"{quoted(word)} is no word for {self._what(among)}", self._hint(rest if colon else word, among))

    def _what(self, among: Mapping[str, object]) -> str:
        return "anything that can be done" if among and set(among) <= set(self._sorts["verb"]) else "anything in the data"

    def _hint(self, word: str, among: Mapping[str, object]) -> str:
        best = self.guess(word, among)
        if best is not None:
            return f"did you mean `{best}`?"
        listed = sorted(among)
        return f"known are {', '.join(listed[:FEW])}{' and more' if len(listed) > FEW else ''}"

    def guess(self, word: str, among: Mapping[str, object]) -> str | None:
        """Return the word, as people spell it, that might be meant by one that means nothing; None if none comes near."""
        wanted, known = plain(word), self._known(among)
        best = (did_you_mean(wanted, known) or _inside(wanted, known)) if wanted else None
        return self._spelled[best] if best is not None else None

    def slip(self, word: str, among: Mapping[str, object]) -> bool:
        """Tell whether words that mean nothing are likely as many of these, badly typed."""
        wanted = plain(word)
        known = {key for key in self._known(among) if key.count("-") == wanted.count("-")}
        return did_you_mean(wanted, known, least=_SLIP) is not None

    def _known(self, among: Mapping[str, object]) -> set[str]:
        return {w for w, ids in self._plain.items() if any(i in among for i in ids)}


def _inside(wanted: str, known: Collection[str]) -> str | None:
    """Return the longest known word that stands among others in what was typed: "dragon" in "does the dragon"."""
    words = wanted.split("-")[:FEW]
    spans = ("-".join(words[a:b]) for a in range(len(words)) for b in range(a + 1, len(words) + 1))
    return max((span for span in spans if span in known), key=len, default=None)


class Boxes:
    """Every word for a box: its id, its names in the editions and languages, and its other names."""

    def __init__(self, catalog: Catalog, spellings: Iterable[tuple[str, str]] = ()) -> None:
        """Index the boxes of a catalogue; ``spellings`` are further ``(word, box)`` pairs, from translations."""
        self._ids = set(catalog.boxes)
        self._named: dict[str, dict[str, None]] = {}
        self._spelled: dict[str, str] = {}
        ours = (
            (w, b.id) for b in catalog.boxes.values() for w in (b.id, b.name, *(e.name for e in b.editions.values()), *b.aliases)
        )
        moved = ((old, catalog.moved_to(sort, old)) for sort, old in catalog.moved if sort == "box")
        for word, box in (*((w, b) for w, b in ours if w), *spellings, *((old, new) for old, new in moved if new)):
            self._named.setdefault(plain(word), {})[box] = None
            self._spelled.setdefault(plain(word), word)
        self.longest = max((key.count("-") + 1 for key in self._named), default=1)

    def meanings(self, word: str) -> list[str]:
        """Return the boxes that a word can mean: one, several, or none. An id goes before a name."""
        return [normal(word)] if normal(word) in self._ids else [*self._named.get(plain(word), ())]

    def box(self, word: str) -> str:
        """Return the one box that a word means. Raises :class:`UnknownWordError` for a word that means none, or several."""
        found = self.meanings(word)
        if len(found) > 1:
            raise UnknownWordError(f"{quoted(word)} can mean {' or '.join(found)}", "write the id")
        if not found:
            best = self.guess(word)
            hint = f"did you mean `{best}`?" if best else f"there are: {', '.join(sorted(self._ids))}"
            raise UnknownWordError(f"there is no box {quoted(word)}", hint)
        return found[0]

    def guess(self, word: str) -> str | None:
        """Return the box, by its id or as people spell it, that might be meant by a word that means none; None if none comes near."""
        best = did_you_mean(plain(word), self._named) if plain(word) else None
        return best if best is None or best in self._ids else self._spelled[best]


@dataclass(frozen=True, slots=True)
class Subjects:
    """What rulings can be about: elements and boxes, written ``element:id`` and ``box:id``."""

    words: Words
    boxes: Boxes
    elements: Mapping[str, object]

    def meanings(self, word: str) -> list[str]:
        """Return all that a word can mean; ``box:`` before it narrows it to boxes, a sort of element to these."""
        sort, colon, name = word.partition(":")
        if colon and normal(sort) == "box":
            return [f"box:{i}" for i in self.boxes.meanings(name)]
        boxes = [] if colon else [f"box:{i}" for i in self.boxes.meanings(word)]
        return boxes + [f"element:{i}" for i in self.words.meanings(word, self.elements)]

    def slip(self, word: str) -> bool:
        """Tell whether a word that means nothing is likely a known one, badly typed."""
        return self.words.slip(word, self.elements) or self.boxes.guess(word) is not None

    def one(self, word: str) -> str:
        """Return the one thing that a word means. Raises :class:`UnknownWordError` for a word that means none, or several."""
        found = self.meanings(word)
        if len(found) == 1:
            return found[0]
        if found:
            raise UnknownWordError(f"{quoted(word)} can mean {len(found)} things", f"write {' or '.join(found)}")
        sort, colon, name = word.partition(":")
        if colon and normal(sort) == "box":
            return self.boxes.box(name)
        guesses = {plain(g): g for g in (self.words.guess(word, self.elements), self.boxes.guess(word)) if g is not None}
        best = None if colon else did_you_mean(plain(word), guesses)
        if best is not None:
            raise UnknownWordError(f"{quoted(word)} is no word for anything in the data", f"did you mean `{guesses[best]}`?")
        return self.words.element(word, self.elements)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a question: what it is called, and how its words are read.

    ``meanings`` gives all that the words can mean, and ``one`` the one thing that they do mean, or raises :class:`UnknownWordError`.
    ``slip`` tells whether a word that means nothing here is likely a known one, badly typed.
    """

    name: str
    meanings: Callable[[str], Sequence[object]]
    one: Callable[[str], str]
    slip: Callable[[str], bool]


def share_out(given: Sequence[str], parts: Sequence[Part], longest: int) -> tuple[str, ...]:
    """Return what the parts of a question mean, whose words were typed one by one, in quotes, or as one sentence.

    If there are as many of them as parts, each is one. Else their words are shared out, in order, where that goes in one way only.
    ``longest``: so many words has the longest word for anything. Raises :class:`UnknownWordError` with the word to blame.
    """
    words = [word for text in given for word in text.split()]
    blame: UnknownWordError | None = None
    if len(given) == len(parts):
        try:
            return tuple(part.one(text) for part, text in zip(parts, given, strict=True))
        except UnknownWordError as error:
            blame = error
    names = " ".join(part.name for part in parts)
    if blame is not None and len(words) <= len(parts):
        raise blame
    if len(words) < len(parts):
        message = f"a question is {names}, and {quoted(' '.join(given))} is too short for one"
        raise UnknownWordError(message, "write all of them, as plain words in any language of the data")
    if len(words) > longest * len(parts):
        raise blame or UnknownWordError(f"a question is {names}, and this has {len(words)} words", "write fewer words")
    ways = list(_ways(words, len(parts)))
    good = [way for way in ways if all(part.meanings(text) for part, text in zip(parts, way, strict=True))]
    if len(good) > 1:
        read = " or ".join(f"`{' | '.join(way)}`" for way in good)
        raise UnknownWordError(f"this can be read as {read}", "put words that go together in quotes")
    if blame is not None and not good:
        raise blame
    best = good[0] if good else max(ways, key=lambda way: _readable(way, parts))
    try:
        return tuple(part.one(text) for part, text in zip(parts, best, strict=True))
    except UnknownWordError as error:
        shorter = None if good else _without_small_words(words, parts, longest)
        if shorter is None:
            raise
        raise UnknownWordError(str(error), f"did you mean `{shorter}`?") from error


def _ways(words: Sequence[str], parts: int) -> Iterator[tuple[str, ...]]:
    """Yield the ways to share out words among parts, each of which gets some."""
    for cuts in combinations(range(1, len(words)), parts - 1):
        yield tuple(" ".join(words[a:b]) for a, b in pairwise((0, *cuts, len(words))))


def _without_small_words(words: Sequence[str], parts: Sequence[Part], longest: int) -> str | None:
    """Return the question that is left of a sentence without the words that mean nothing: "dragon remove meeple".

    None if nothing is, or if what would be left out looks like a slip.
    """
    # For each part: the longest reading of it and the parts before it that ends before each word.
    read: list[tuple[tuple[int, int], ...] | None] = [()] * (len(words) + 1)
    for part in parts:
        spans = [
            (a, b)
            for b in range(1, len(words) + 1)
            for a in range(max(0, b - longest), b)
            if read[a] is not None and part.meanings(" ".join(words[a:b]))
        ]
        longer: list[tuple[tuple[int, int], ...] | None] = [None]
        for end in range(1, len(words) + 1):
            ways = [longer[-1], *((*(read[a] or ()), (a, b)) for a, b in spans if b == end)]
            longer.append(max((way for way in ways if way is not None), key=_covered, default=None))
        read = longer
    found = read[-1]
    if found is None:
        return None
    kept = {n for a, b in found for n in range(a, b)}
    left = [n for n, word in enumerate(words) if n not in kept and len(plain(word)) > SMALL]
    around = {(a, b) for n in left for a in range(max(0, n - longest + 1), n + 1) for b in range(n + 1, a + longest + 1)}
    if any(part.slip(" ".join(words[a:b])) for a, b in around for part in parts):
        return None
    return " ".join(" ".join(tokens(" ".join(words[a:b]))) for a, b in found)


def _covered(way: Sequence[tuple[int, int]]) -> int:
    return sum(b - a for a, b in way)


def _readable(way: Sequence[str], parts: Sequence[Part]) -> tuple[int, int]:
    """Tell how much of a way to read words has a meaning: how many parts, and how many letters of them."""
    read = [text for part, text in zip(parts, way, strict=True) if part.meanings(text)]
    return len(read), sum(map(len, read))
