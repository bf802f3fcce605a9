"""The checks of options: their ids and editions, the choices that statements and examples name, and values of which nobody speaks."""

from __future__ import annotations

from catalog import options
from catalog.boxes import Box, RuleOption
from catalog.findings import hint_for
from catalog.model import Model, Path
from catalog.reporter import Reporter
from catalog.statements import Statement


def run(report: Reporter) -> None:
    """Check the options of every box, and every choice of one."""
    known: dict[str, tuple[Box, RuleOption]] = {}
    for box in report.catalog.boxes.values():
        for n, option in enumerate(box.options):
            if option.id in known:
                first = known[option.id][0]
                path: Path = ("options", first.options.index(known[option.id][1]), "id")
                related = ("box", first.id, path, "it is here first")
                message, hint = f"the option `{option.id}` exists already", "give this one another id, or delete one of them"
                report.add("box", box.id, ("options", n, "id"), "duplicate-id", message, hint=hint, others=[related])
                continue
            known[option.id] = box, option
            _values(box, n, option, report)
    spoken: set[str] = set()
    for statement in report.catalog.statements.values():
        spoken |= _choices("statement", statement.id, statement, known, report)
        _editions(statement, known, report)
    for example in report.catalog.examples.values():
        _choices("example", example.id, example, known, report)
        names = [options.split(choice)[0] for choice in example.table.options]
        for n, name in enumerate(names):
            if name in names[:n]:
                message = f"`{name}` is chosen already"
                path = ("table", "options", n)
                report.add("example", example.id, path, "wrong-shape", message, hint="a table plays with one value of an option")
    for box, option in known.values():
        _unspoken(box, option, spoken, report)


def _values(box: Box, place: int, option: RuleOption, report: Reporter) -> None:
    """Check the values of an option: their ids and their editions."""
    ids = [value.id for value in option.values]
    for n, value in enumerate(option.values):
        path: Path = ("options", place, "values", n)
        if value.id in ids[:n]:
            related = ("box", box.id, ("options", place, "values", ids.index(value.id), "id"), "it is here first")
            message, hint = f"the value `{value.id}` exists already", "give this one another id, or delete one of them"
            report.add("box", box.id, (*path, "id"), "duplicate-id", message, hint=hint, others=[related])
        for m, edition in enumerate(value.editions):
            if edition in report.catalog.editions and edition not in box.editions:
                message, hint_ = f"`{box.id}` has no edition `{edition}`", hint_for(edition, box.editions)
                report.add("box", box.id, (*path, "editions", m), "edition-unknown-to-box", message, hint=hint_)


def _choices(sort: str, entry_id: str, entry: Model, known: dict[str, tuple[Box, RuleOption]], report: Reporter) -> set[str]:
    """Check the choices that an entry names, and return them."""
    found = set()
    for path, choice, ref in report.references(entry):
        if ref.to != ("option",):
            continue
        found.add(choice)
        name, value = options.split(choice)
        if "option" in report.unread or {name, value} & report.half_read:
            continue
        if name not in known:
            hint = options.option_hint(name, [option for _, option in known.values()])
            report.add(sort, entry_id, path, "unknown-reference", f"there is no option `{name}`", hint=hint)
        elif problem := options.value_problem(known[name][1], value):
            message, hint = problem
            report.add(sort, entry_id, path, "unknown-reference" if value else "wrong-value", message, hint=hint)
    return found


def _editions(statement: Statement, known: dict[str, tuple[Box, RuleOption]], report: Reporter) -> None:
    """Find editions of a statement in which the value that it holds with does not exist."""
    name = options.split(statement.option or "")[0]
    if name not in known or known[name][0].id != report.catalog.box_of[statement.id]:
        return
    box, option = known[name]
    if statement.option not in option.choices():
        return
    holds = [e for e in report.catalog.editions_of_statement(statement) if e in box.editions]
    there = [e for e in report.catalog.editions_of(box.id) if statement.option in option.choices(e)]
    missing = [e for e in holds if e not in there]
    if missing:
        message = f"`{statement.option}` does not exist in {', '.join(missing)}, and the statement says that it holds there"
        hint = f"write `editions: [{', '.join(e for e in there if e in holds) or ', '.join(there)}]`"
        report.add("statement", statement.id, ("option",), "edition-unknown-to-option", message, hint=hint)


def _unspoken(box: Box, option: RuleOption, spoken: set[str], report: Reporter) -> None:
    """Find values that change nothing: no statement speaks of them, and they are never the default."""
    defaults = {choice for edition in box.editions for choice in option.choices(edition)[:1]}
    for n, choice in enumerate(option.choices()):
        if choice in defaults or choice in spoken or report.mentioned_in_broken(choice):
            continue
        message = f"no statement speaks of `{choice}`, so that it plays like the default"
        path: Path = ("options", box.options.index(option), "values", n, "id")
        hint = f"write `option: {choice}` in what holds with it"
        report.add("box", box.id, path, "unused-value", message, hint=hint, severity="warning")


__all__ = ["run"]
