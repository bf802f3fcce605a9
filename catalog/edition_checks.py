"""The checks of what takes the place of what: boxes that follow others, statements that revise others."""

from __future__ import annotations

from collections.abc import Iterable

from catalog.index import Catalog
from catalog.reporter import Reporter
from catalog.statements import Statement


def run(report: Reporter) -> None:
    """Check ``follows`` of every box and ``revises`` of every statement."""
    catalog = report.catalog
    for box in catalog.boxes.values():
        for n, name in enumerate(box.follows):
            other = catalog.boxes.get(name)
            if other is not None and not {name, box.id} & report.half_read and not _before(other.editions, box.editions, catalog):
                message = f"`{name}` is not over when this box begins: its editions are {', '.join(other.editions)}"
                hint = "a box follows one whose editions are all earlier; of one box, `editions` tells them apart"
                report.add("box", box.id, ("follows", n), "wrong-shape", message, hint=hint)
    for statement in catalog.statements.values():
        for n, name in enumerate(statement.revises):
            if name in catalog.statements:
                _revises(statement, catalog.statements[name], n, report)


def _revises(statement: Statement, other: Statement, n: int, report: Reporter) -> None:
    catalog = report.catalog
    box, other_box = catalog.box_of[statement.id], catalog.box_of[other.id]
    path = ("revises", n)
    if {box, other_box} & report.half_read:
        # What the box follows, and its editions, stand in a file that could not be read.
        return
    if other_box != box and other_box not in catalog.predecessors[box]:
        message = f"`{other.id}` is of `{other_box}`, which `{box}` does not follow"
        hint = f"write `follows: [{other_box}]` in the file of `{box}`, or name a statement of its own"
        report.add("statement", statement.id, path, "wrong-shape", message, hint=hint)
    elif not _before(catalog.editions_of_statement(other), catalog.editions_of_statement(statement), catalog):
        message = f"`{other.id}` is not of an earlier edition than this statement"
        hint = "of two that hold in one edition, one `replaces` the other; else narrow `editions`"
        report.add("statement", statement.id, path, "wrong-shape", message, hint=hint)


def _before(earlier: Iterable[str], later: Iterable[str], catalog: Catalog) -> bool:
    """Tell whether all of some editions come before all of others; those that do not exist are found elsewhere."""
    order = {edition: n for n, edition in enumerate(catalog.editions)}
    first = [order[edition] for edition in earlier if edition in order]
    return max(first, default=-1) < min((order[edition] for edition in later if edition in order), default=len(order))


__all__ = ["run"]
