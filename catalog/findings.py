"""Findings: what is wrong with the data, where, and what to write instead. A finding is data; renderers give it a face."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that a finding is about: the first of two, the other side of a clash. Lines and columns count from 1."""

    file: str
    line: int
    column: int
    message: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One mistake. ``file`` is shown as given, ``line`` and ``column`` count from 1, ``path`` is where in the entry it is."""

    code: str
    severity: Severity
    file: str
    line: int
    column: int
    path: str
    message: str
    hint: str | None = None
    related: tuple[Related, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """Return the JSON shape of a finding."""
        return {
            "code": self.code,
            "severity": self.severity,
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "path": self.path,
            "message": self.message,
            "hint": self.hint,
            "related": [{"file": r.file, "line": r.line, "column": r.column, "message": r.message} for r in self.related],
        }


def did_you_mean(word: object, known: Iterable[str], least: float = 60) -> str | None:
    """Return the known word that is closest to ``word``, or None if none is close; ``least`` says how close, of 100."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415  who makes no mistake need not wait for it

    best = process.extractOne(str(word), sorted(known), scorer=fuzz.ratio, score_cutoff=least)
    return best[0] if best else None


def hint_for(word: object, known: Iterable[str]) -> str | None:
    """Return a sentence that names the closest known word, or all of them when they are few."""
    words = sorted(known)
    # Of words of two letters every one is close to every other.
    best = did_you_mean(word, words) if len(str(word)) > 2 else None
    if best is not None:
        return f"did you mean `{best}`?"
    return f"one of: {', '.join(words)}" if 0 < len(words) <= 12 else None


CODES: dict[str, str] = {
    "yaml-syntax": "The file is not YAML: it cannot be read any further.",
    "not-utf-8": "The file is not UTF-8 text.",
    "file-too-large": "The file is over the size bound and is not read.",
    "file-missing": "A file that a box or the data needs is not there.",
    "unknown-file": "A file in the data that nothing reads.",
    "empty-file": "The file has no entries.",
    "alias": "YAML anchors and aliases are not used: each entry is written out.",
    "tag": "YAML tags are not used: what a value is follows from where it stands.",
    "too-deep": "The entry is nested deeper than any entry needs to be.",
    "duplicate-key": "The same key stands twice in one mapping; YAML would silently keep one of them.",
    "unknown-key": "A key that the entry does not have.",
    "missing-key": "A key that the entry must have.",
    "wrong-type": "A value of another type than the entry takes.",
    "wrong-value": "A value that is not among those the entry takes.",
    "unknown-kind": "A kind of effect, selection or place that does not exist.",
    "duplicate-id": "Two entries have the same id.",
    "wrong-place": "An entry stands in a file or folder that it does not belong to.",
    "unknown-reference": "A reference to an entry that does not exist.",
    "moved-in-use": "An id that is said to have moved, and that an entry still has.",
    "moved-on": "An id that is said to have moved to one that has itself moved on.",
    "bad-edge": "An edge letter that no feature kind has, or that does not agree with the features.",
    "two-features-on-a-port": "Two features of a square claim the same port.",
    "line-end": "A line that reaches one edge must say what it ends at, and only such a line may.",
    "no-such-feature": "A port names a feature that the square does not have.",
    "field-overlap": "A half-edge lies in two of the fields written out.",
    "field-gap": "A half-edge lies in none of the fields written out.",
    "seam": "Two squares of one tile do not agree on the edge they share.",
    "count-mismatch": "The tile data do not add up to what the box says it holds.",
    "unprinted": "A design that no printing uses.",
    "edition-unknown-to-box": "An edition in which the box was not published.",
    "edition-unknown-to-option": "An edition in which a value of an option does not exist.",
    "unused-value": "A value of an option of which no statement speaks, and that is not the default.",
    "unbound-name": "A name in an effect that nothing binds.",
    "ambiguous-name": "A name that could mean two things.",
    "wrong-shape": "An entry or an effect whose parts do not go together.",
    "wrong-stage": "An element that is said to have rules of its own, or to have none, unlike the boxes that bring it.",
    "bad-position": "Tiles or pieces of an example that cannot lie or stand as they are said to.",
    "unreachable": "A statement is run by name but waits for an event, or waits to be run and nothing runs it.",
    "cycle": "Entries that wait for one another, or lead to one another in a circle.",
    "empty-effect": "A statement with neither an effect nor a reason for having none.",
    "number-in-text": "A number in a text that is no placeholder, so that text and play could drift apart.",
    "unknown-placeholder": "A placeholder that names no number of the effect, or more than one.",
    "bad-link": "A link in a text to an element that does not exist.",
    "text-markup": "HTML or an unfinished link in a text.",
    "wrong-verdict": "A verdict that does not suit its verb.",
    "clash": "Two rulings apply to the same case and disagree, and neither is narrower.",
    "unresolved-rulings": "On some table rulings apply to the same case and disagree, and none wins. Only bastide check --prove looks there.",
    "pending": "A statement whose effect is still to be written.",
}  # fmt: skip
"""Every code of the catalogue's own checks, with the sentence that the page for authors prints."""
