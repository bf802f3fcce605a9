"""The formal reading of a statement: its effect in plain words, made from one template for each kind of the vocabulary.

The templates are in ``site/readings/<kind>.j2``, named by the kind's key. Each gets ``node`` (the part of the effect) and ``r``
(the :class:`Reading`), and says its parts with ``r.say``. Names that an effect gives to what is chosen become letters: A, B, C.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from string import ascii_uppercase

from markupsafe import Markup

from catalog import Catalog
from catalog.effects import EVENTS, OFFER_NAMES, Effect, NoEffect
from catalog.model import Kind
from catalog.names import PERMISSION_NAMES
from catalog.statements import Statement
from generator import untranslated
from generator.i18n import Language, State
from generator.keeping import Keeper
from generator.rendering import compile_all, environment, joined
from generator.voice import Shown, Voice

BOUND = frozenset({name for names in (*EVENTS.values(), *OFFER_NAMES.values()) for name in names} | set(PERMISSION_NAMES))
"""Every name that the vocabulary itself binds; ``words.j2`` has words for each."""


_BEGIN, _END = "\x02", "\x03"
_ENTRY = re.compile(f"{_BEGIN}(.*?){_END}")


@dataclass(frozen=True, slots=True)
class _Told:
    """A reading without its links, and the texts that it says. It holds on to its effect."""

    effect: Effect | NoEffect
    html: str
    said: Mapping[str, State]


def _marked(entry: str) -> Markup:
    return Markup(_BEGIN + "{}" + _END).format(entry)  # noqa: S704  two marks


class Readings:
    """Reads effects in one language."""

    def __init__(self, catalog: Catalog, language: Language, folder: Path, keeper: Keeper | None = None) -> None:
        """Take the templates from ``folder``. Each reading is made once; ``keeper`` keeps it."""
        self._keeper = keeper or Keeper()
        self.catalog = catalog
        self.language = language
        self._env = environment(folder, language)
        self._env.globals["w"] = self._env.get_template("words.j2").module

    def compile(self) -> None:
        """Compile the templates of all readings."""
        compile_all(self._env)

    def read(self, statement: Statement, voice: Voice, link: Callable[[str], Markup]) -> Shown:
        """Return the effect of a statement as HTML; it is missing in the language where a phrase of it is not translated.

        ``link`` gives the link to another entry, by its id.
        """
        told = self._keeper.once(("reading", id(statement.effect)), partial(self._tell, statement.effect))
        voice.said.update(told.said)
        html = Markup(_ENTRY.sub(lambda entry: link(entry[1]), told.html))  # noqa: S704  escaped when it was made, as links are
        return Shown("", "missing" if untranslated.is_in(told.html) else "translated", html=html)

    def _tell(self, effect: Effect | NoEffect) -> _Told:
        """Make a reading that any page can use: where another entry is named, its id stands between two marks."""
        voice = Voice(self.language)
        html = Reading(self, voice, _marked).template("effect", effect)
        return _Told(effect, html, voice.said)

    def read_conditions(self, conditions: Iterable[Kind], voice: Voice, link: Callable[[str], Markup]) -> list[Markup]:
        """Return conditions as HTML, each by itself."""
        reading = Reading(self, voice, link)
        return [reading.say(condition) for condition in conditions]

    def render(self, name: str, reading: Reading, node: object) -> Markup:
        """Fill in the template ``name`` for a part of an effect."""
        return Markup(self._env.get_template(f"{name}.j2").render(node=node, r=reading).strip())  # noqa: S704  escaped by Jinja


class Reading:
    """One reading: what its templates ask for. It remembers which letter stands for which name."""

    def __init__(self, readings: Readings, voice: Voice, link: Callable[[str], Markup]) -> None:
        """Start a reading, in which no name has a letter yet."""
        self._readings = readings
        self._voice = voice
        self._letters: dict[str, str] = {}
        self.entry = link

    def template(self, name: str, node: object) -> Markup:
        """Return a part of the effect in the words of a template."""
        return self._readings.render(name, self, node)

    def say(self, node: Kind) -> Markup:
        """Return a part of the effect in the words of its kind."""
        return self.template(node.key, node)

    def bind(self, name: str) -> str:
        """Give a name of the effect the next letter, and return it."""
        if name not in self._letters:
            self._letters[name] = ascii_uppercase[len(self._letters) % len(ascii_uppercase)]
        return self._letters[name]

    def letter(self, name: str) -> str | None:
        """Return the letter that stands for a name, if it has one."""
        return self._letters.get(name)

    def is_bound(self, name: str) -> bool:
        """Tell whether a name is one that the vocabulary binds, and no element."""
        return name in BOUND and name not in self._readings.catalog.figures

    def name(self, element: str, *, plural: bool = False) -> Shown:
        """Return the name of an element."""
        return self._voice.name(element, plural=plural)

    def names(self, elements: Iterable[str], style: str = "or", *, plural: bool = False) -> Markup:
        """Return the names of elements in a list: ``or`` or ``standard`` (and)."""
        return self.list([self.name(e, plural=plural) for e in elements], style)

    def list(self, parts: Iterable[object], style: str = "standard") -> Markup:
        """Join parts as the language lists them."""
        return Markup(joined(self._voice.language.locale, [str(Markup.escape(p)) for p in parts], style))  # noqa: S704  each is escaped

    def pile(self, pile: str) -> Markup:
        """Return the label of a pile of tiles, or its id where no box names it, in the quotation marks of the language."""
        boxes = self._readings.catalog.boxes.values()
        named = next(((box.id, one.name) for box in boxes for one in box.piles if one.id == pile), None)
        label = Shown(pile) if named is None else self._voice.text(f"pile/{named[0]}/{pile}", named[1])
        return Markup("<q>{}</q>").format(label)

    def piles(self, piles: Iterable[str], style: str = "standard") -> Markup:
        """Return the labels of piles in a list."""
        return self.list([self.pile(pile) for pile in piles], style)

    def box(self, box: str) -> Shown:
        """Return the name of a box."""
        return self._voice.text(f"box/{box}/name", self._readings.catalog.boxes[box].name)

    def choice(self, choice: str) -> tuple[Shown, Shown]:
        """Return the names of an option and of its value, whichever box they belong to."""
        return self._voice.choice(self._readings.catalog, choice)
