"""Two wordings beside each other: which words went, and which came."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from markupsafe import Markup

_PART = re.compile(r"\w[\w'’-]*|\s+|[^\w\s]")
END = "\n"
"""Ends each paragraph: no text that is compared holds a line break."""
_WORD = re.compile(r"\w")
ALIKE = 0.45
"""How much of two texts must be the same (from 0 to 1) for single words to be marked: in others nearly every word would be."""


def marked(before: list[str], after: list[str]) -> tuple[list[Markup], list[Markup]]:
    """Return texts with their words in ``<del>`` that are not in the others, and those in ``<ins>``; none where little is the same.

    ``before`` and ``after`` are compared as a whole each; the paragraphs stay what they were.
    """
    old, new = ([part for text in texts for part in (*_PART.findall(" ".join(text.split())), END)] for texts in (before, after))
    matcher = SequenceMatcher(a=old, b=new, autojunk=False)
    if matcher.ratio() < ALIKE:
        return [Markup.escape(text) for text in before], [Markup.escape(text) for text in after]
    gone, come = [True] * len(old), [True] * len(new)
    for a, b, size in matcher.get_matching_blocks():
        gone[a : a + size] = come[b : b + size] = [False] * size
        # What stands between two changes and is no word belongs to them.
        if size and a and b and a + size < len(old) and b + size < len(new) and not _WORD.search("".join(old[a : a + size])):
            gone[a : a + size] = come[b : b + size] = [True] * size
    return _set(old, gone, "del"), _set(new, come, "ins")


def _set(parts: list[str], changed: list[bool], tag: str) -> list[Markup]:
    """Return the paragraphs again, with each run of changed parts in an element."""
    paragraphs, current, run = [], Markup(), ""
    for part, differs in zip(parts, changed, strict=True):
        if differs and part != END:
            run += part
            continue
        current += _element(tag, run)
        run = ""
        if part == END:
            paragraphs.append(current)
            current = Markup()
        else:
            current += part
    return paragraphs


def _element(tag: str, run: str) -> Markup:
    """Return a run in its element; the space around it stays outside."""
    words = run.strip()
    if not words:
        return Markup.escape(run)
    start, _, end = run.partition(words)
    return Markup("{}<{tag}>{}</{tag}>{}").format(start, words, end, tag=Markup(tag))  # noqa: S704  one of two fixed words
