"""Coverage: how much of what is printed is played, proved by an example, and translated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from catalog import Catalog
from catalog.effects import Effect, NoEffect
from catalog.model import Kind, walk
from catalog.statements import Statement
from engine import RUNS
from generator.i18n import Progress, Status


def executed(statement: Statement) -> bool:
    """Tell whether the engine runs all that a statement's effect says."""
    effect = statement.effect
    if isinstance(effect, NoEffect):
        return False
    kinds = {type(node) for _, node, _ in walk(effect) if isinstance(node, Kind)}
    return bool(kinds) and kinds <= RUNS


def translated(languages: Mapping[str, Progress]) -> dict[str, Any]:
    """Return how far languages are: the counts of all, of each box (an empty id has what belongs to none) and of each rulebook."""

    def rows(counts: Mapping[str, Status]) -> dict[str, Any]:
        return {name: asdict(status) for name, status in counts.items()}

    return {tag: {**asdict(far.whole), "boxes": rows(far.boxes), "pages": rows(far.pages)} for tag, far in languages.items()}


def coverage(catalog: Catalog, languages: Mapping[str, Progress]) -> dict[str, Any]:
    """Return the counts by box and edition, and how far each language is.

    ``statements`` are all, ``effects`` those with an effect, ``executed`` those whose effect the engine runs, ``pending`` those
    whose effect is still to be written, ``exemplified`` those that an example shows. ``lacking`` names those with an effect that the
    engine does not run or no example shows, and those that are pending.
    """
    shown = {statement for example in catalog.examples.values() for statement in example.shows}
    expansions: dict[str, Any] = {}
    for box in catalog.boxes:
        for edition in catalog.editions_of(box):
            statements = catalog.statements_of(box, edition)
            doing = [s for s in statements if isinstance(s.effect, Effect)]
            pending = [s.id for s in statements if isinstance(s.effect, NoEffect) and s.effect.none == "pending"]
            expansions.setdefault(box, {})[edition] = {
                "statements": len(statements),
                "effects": len(doing),
                "executed": sum(executed(s) for s in doing),
                "exemplified": sum(s.id in shown for s in statements),
                "pending": len(pending),
                "lacking": {
                    "executed": [s.id for s in doing if not executed(s)],
                    "exemplified": [s.id for s in doing if s.id not in shown],
                    "pending": pending,
                },
            }
    return {
        "expansions": expansions,
        "languages": translated(languages),
    }


def lacking(editions: dict[str, Any]) -> dict[tuple[str, tuple[str, ...]], list[str]]:
    """Return the editions of a box by what they lack: executed, exemplified or pending, and the ids of the statements."""
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for edition, row in editions.items():
        for what, names in row["lacking"].items():
            if names:
                found.setdefault((what, tuple(names)), []).append(edition)
    return found
