"""Who has looked at a translation: a comment ``# reviewed: WHO DATE`` at its entry. A translation without one is a draft.

Comments of translators come through msgmerge and all other tools. While an entry is fuzzy, its mark reads ``# reviewed earlier: WHO
DATE``, and counts for nothing: it is true again if the English comes back that was reviewed, and goes when another translation is
made.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator

from catalog.findings import Finding
from generator.i18n.po import Entry

_NOW, _EARLIER = "reviewed:", "reviewed earlier:"
_MEANT = re.compile(r"reviewed\b", re.IGNORECASE)
_HINT = "write WHO and a DATE, as in `reviewed: Jana Nováková 2026-11-30`; else begin the comment with another word"
_SHOWN = 60


def is_reviewed(entry: Entry) -> bool:
    """Tell whether somebody has looked at a translation as it is."""
    return entry.translated and not entry.fuzzy and any(c.startswith(_NOW) and wrong(c) is None for c in entry.comments)


def wrong(comment: str) -> str | None:
    """Return what is wrong with the comment that is a mark, in words; None where nothing is."""
    start = next((s for s in (_NOW, _EARLIER) if comment.startswith(s)), None)
    return "it does not begin with `reviewed:`" if start is None else wrong_words(comment.removeprefix(start))


def wrong_words(said: str) -> str | None:
    """Return what is wrong with the words of a mark, ``WHO DATE``; None where nothing is."""
    who, _, date = said.strip().rpartition(" ")
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", date):
        return "it does not end with a date, as in 2026-11-30"
    try:
        datetime.date.fromisoformat(date)
    except ValueError:
        return f"there is no day {date}"
    return None if re.search(r"[^\W\d_]", who) else "it does not say who has reviewed"


def check_marks(entry: Entry, name: str) -> Iterator[Finding]:
    """Yield what is wrong with the marks of an entry of the file ``name``."""
    for comment in entry.comments:
        if not _MEANT.match(comment):
            continue
        shown = comment if len(comment) <= _SHOWN else f"{comment[:_SHOWN]}…"
        if (said := wrong(comment)) is not None:
            yield _finding(entry, name, f"`{shown}` is no mark of a review: {said}", _HINT)
        elif not comment.startswith(_NOW):
            if not entry.fuzzy:
                message = f"`{shown}` stands at a translation that is not fuzzy"
                yield _finding(entry, name, message, "write `reviewed:` if the translation of now was reviewed, else delete it")
        elif not any(entry.strings):
            yield _finding(entry, name, f"`{shown}` stands where nothing is translated", "delete it")
        elif entry.fuzzy:
            hint = (
                "`translate update` sets the mark aside; clear the fuzzy flag if the translation is right for the English of now"
            )
            yield _finding(entry, name, f"`{shown}` stands at a translation that is fuzzy: it is not reviewed", hint)


def set_aside(comments: Iterable[str]) -> tuple[str, ...]:
    """Return the comments of an entry that is fuzzy."""
    return tuple(dict.fromkeys(_renamed(c, _NOW, _EARLIER) for c in comments))


def restored(comments: Iterable[str]) -> tuple[str, ...]:
    """Return the comments of an entry that is fuzzy no more, since the English that it was made for is back."""
    return tuple(dict.fromkeys(_renamed(c, _EARLIER, _NOW) for c in comments))


def of_now(comments: Iterable[str]) -> tuple[str, ...]:
    """Return the comments of an entry that is right: what was reviewed earlier was another translation."""
    return tuple(c for c in comments if not (c.startswith(_EARLIER) and wrong(c) is None))


def _renamed(comment: str, before: str, now: str) -> str:
    return now + comment.removeprefix(before) if comment.startswith(before) and wrong(comment) is None else comment


def _finding(entry: Entry, name: str, message: str, hint: str) -> Finding:
    return Finding("translation-review", "warning", name, entry.line, 1, entry.context or "", message, hint)
