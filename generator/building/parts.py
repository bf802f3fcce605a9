"""Parts of a page that is made again: those that nothing has changed for are taken over from the page as it was.

A template sets a part within ``{% call part(name) %}``. It is made of its name, of what the page is (its path, its language) and of what
is read inside; nothing that was worked out for the page before goes into it. Pages that list hundreds of statements are made of parts,
so that an edited one costs no more than itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from generator.building.tracing import Read, Recorder, ordered


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a page as it is set, and what was read for it."""

    text: str
    reads: Iterable[Read]


class Parts:
    """The parts of a page while it is made. ``left`` are those that may be taken over, by name."""

    def __init__(self, recorder: Recorder, left: Mapping[str, Part]) -> None:
        """Begin a page; what is read for it is written down by the ``recorder``."""
        self._recorder, self._left = recorder, left
        self.made: dict[str, Part] = {}
        """All of them, in the order in which they are set."""

    def __call__(self, name: str, caller: Callable[[], Markup]) -> Markup:
        """Set a part: as it was, or by calling what makes it."""
        part = self._left.get(name)
        if part is None:
            with self._recorder.recording() as reads:
                part = Part(caller(), reads)
        else:
            self._recorder.reads.update(dict.fromkeys(part.reads))
        self.made[name] = part
        return Markup(part.text)  # noqa: S704  a template set it


def packed(page: str, reads: Iterable[Read], parts: Mapping[str, Part]) -> str:
    """Return where parts stand in a page and which of its reads are theirs, as JSON; what does not stand there as it was set is left out.

    ``reads`` are those of the page (:func:`~generator.building.tracing.pruned`); they are numbered as a memory has them.
    """
    if not parts:
        return ""
    number = {read: n for n, read in enumerate(ordered(reads))}
    whole = {read[:2]: n for read, n in number.items() if read[2] == "all"}
    places, end = [], 0
    for name, part in parts.items():
        start = page.find(part.text, end)
        if start >= 0:
            end = start + len(part.text)
            its = {n if (n := number.get(read)) is not None else whole[read[:2]] for read in part.reads}
            places.append((name, start, end, sorted(its)))
    return json.dumps(places, ensure_ascii=False, separators=(",", ":"))


def unpacked(page: str, reads: Sequence[Read], changed: Collection[int], places: str) -> dict[str, Part]:
    """Return the parts of a page as it was that can be taken over: none of their reads is ``changed``, told by its number in ``reads``."""
    return {
        name: Part(page[start:end], [reads[n] for n in its])
        for name, start, end, its in json.loads(places)
        if not any(n in changed for n in its)
    }
