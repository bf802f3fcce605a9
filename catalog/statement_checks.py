"""The checks of statements: their effects and rulings in themselves, and what they wait for, run, replace and contradict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from catalog import names
from catalog.effects import (
    OF_PIECES,
    Cells,
    Choose,
    CoveredBy,
    Draw,
    Effect,
    Holding,
    InTurn,
    IsA,
    Modify,
    NoEffect,
    Offer,
    Pieces,
    Repeat,
    Run,
    Score,
    Scoring,
    Spots,
    TileHas,
)
from catalog.findings import hint_for
from catalog.index import Catalog
from catalog.model import Path
from catalog.questions import AUTOMATIC, CHOICE, Rulings
from catalog.reporter import Problem, Reporter
from catalog.statements import Statement

_FIGURE_FIRST = "`{}` asks about the figure that is to stand there, and none has been chosen before"
_FIRST_PIECES = "write `choose` with `pieces` first, then these `{}`"


def run(report: Reporter) -> None:
    """Check every statement, and all of them together."""
    statements = report.catalog.statements
    called = {i for i, s in statements.items() if isinstance(s.effect, Effect) and s.effect.when == "called"}
    for statement in statements.values():
        _editions(statement, report)
        if isinstance(statement.effect, NoEffect):
            _no_effect(statement, statement.effect, report)
            continue
        for problem in _effect(statement, statement.effect, report, called):
            path = ("effect", *problem.path)
            report.add("statement", statement.id, path, problem.code, problem.message, hint=problem.hint, key=True)
        for name in names.check(statement.effect, report.catalog.elements):
            if name.name is None or not report.excuses(name.name):
                report.add("statement", statement.id, ("effect", *name.path), name.code, name.message, hint=name.hint)
    _unrun(report, called)
    _cycles(report)
    _class_cycles(report)
    _clashes(report)


def _editions(statement: Statement, report: Reporter) -> None:
    catalog = report.catalog
    box = catalog.boxes[catalog.box_of[statement.id]]
    for n, edition in enumerate(statement.editions):
        if edition in catalog.editions and edition not in box.editions:
            message = f"`{box.id}` has no edition `{edition}`"
            hint = hint_for(edition, box.editions)
            report.add("statement", statement.id, ("editions", n), "edition-unknown-to-box", message, hint=hint)


def _no_effect(statement: Statement, effect: NoEffect, report: Reporter) -> None:
    path: Path = ("effect", "none")
    if effect.none == "pending" and not _awaits_rules(statement, report.catalog):
        message = "the effect of this statement is still to be written"
        report.add("statement", statement.id, path, "pending", message, severity="warning", key=True)
    if isinstance(effect.none, CoveredBy) and statement.id in effect.none.entries:
        report.add("statement", statement.id, path, "cycle", "a statement cannot be covered by itself", key=True)


def _awaits_rules(statement: Statement, catalog: Catalog) -> bool:
    """Tell whether a statement speaks of a box whose own rules are not public: then its effect cannot be written yet."""
    return any(box in catalog.boxes and not catalog.boxes[box].playable for box in statement.boxes)


def _effect(statement: Statement, effect: Effect, report: Reporter, called: set[str]) -> Iterator[Problem]:
    if not (effect.do or effect.rules):
        yield Problem((), "empty-effect", "this effect does nothing", "write `do` or `rules`, or `none:` with the reason")
    if bool(effect.do) != (effect.when is not None):
        missing = "says when, and not what to do" if effect.when else "says what to do, and not when"
        yield Problem((), "wrong-shape", f"the effect {missing}", "`when` and `do` go together")
    if (effect.step is not None) != (effect.when == "step-begins"):
        message = "`step` goes with `when: step-begins`, and says which step"
        yield Problem((), "wrong-shape", message, "write both, or neither")
    yield from _event(effect, report.catalog)
    for path, node in report.effects[statement.id]:
        yield from _part(node, path, report.catalog, called)
    yield from _in_loops(report.effects[statement.id])
    yield from _rulings(effect, report.catalog)


def _event(effect: Effect, catalog: Catalog) -> Iterator[Problem]:
    """Find what says nothing about the event: a piece where the event is about none, an order with what waits for another event."""
    if effect.of is not None and effect.when not in OF_PIECES:
        message = f"`of` names the piece that an event is about, and `{effect.when or 'no event'}` is about none"
        yield Problem(("of",), "wrong-shape", message, f"leave it out; it goes with {' and '.join(OF_PIECES)}")
    for key, name in (("after", effect.after), ("before", effect.before)):
        other = catalog.statements.get(name or "")
        if other is not None and (not isinstance(other.effect, Effect) or other.effect.when != effect.when):
            message = f"`{name}` does not wait for `{effect.when or 'an event'}`, so that there is no order between the two"
            yield Problem((key,), "wrong-shape", message, "name a statement that waits for the same event")


def _in_loops(parts: Sequence[tuple[Path, object]]) -> Iterator[Problem]:
    """Find what speaks of a loop and does not stand in it."""
    loops = [(node.name, (*path, node.key)) for path, node in parts if isinstance(node, Repeat)]
    for path, node in parts:
        match node:
            case InTurn():
                named, at = node.loop, (*path, node.key)
            case Cells(new_in=str(named)):
                at = (*path, node.key, "new-in")
            case _:
                continue
        if not any(name == named and path[: len(inside)] == inside for name, inside in loops):
            message = f"this is about the loop `{named}`, and does not stand in it"
            yield Problem(at, "unbound-name", message, f"it belongs in the `do` of a `repeat` with the name `{named}`")


def _part(node: object, path: Path, catalog: Catalog, called: set[str]) -> Iterator[Problem]:
    match node:
        case Run() if node.statement in catalog.statements and node.statement not in called:
            message = f"`{node.statement}` waits for an event of its own"
            yield Problem((*path, "run", "statement"), "unreachable", message, "its event must be `called`")
        case Score() if not _scores(node):
            message = "a score is `points`, perhaps for a `feature`, or a `feature` with a `row` of its table"
            yield Problem(path, "wrong-shape", message)
        case TileHas() if (node.mark is None) == (node.feature is None):
            yield Problem(path, "wrong-shape", "say what the tile has: a `mark` or a `feature`")
        case Scoring() if node.completed is None and node.final is None:
            yield Problem(path, "wrong-shape", "a scoring table has a row `completed`, `final` or both")
        case Modify() if node.add is None and node.divide is None:
            yield Problem(path, "wrong-shape", "what is changed is said by `add`, `divide` or both")
        case Holding() if node.most is None and node.least == 0:
            yield Problem(path, "wrong-shape", "this holds of any number of figures", "write `least`, `most` or both")
        case Holding() if node.most is not None and node.most < node.least:
            yield Problem((*path, "most"), "wrong-shape", f"nowhere stand {node.least} or more, and {node.most} or fewer")
        case Draw() if node.tile is not None and len(node.from_) > 1:
            yield Problem(
                (*path, node.key, "from"), "wrong-shape", "a tile that is named is drawn from one pile", "name that pile only"
            )
        case Offer():
            yield from _offer(node, (*path, node.key))
        case Choose():
            yield from _choose(node, (*path, node.key))
        case Spots() | Cells() if not (path[-2:-1] == ("from",) and isinstance(path[-1], int)):
            yield from _no_figure(node, path)
        case _:
            pass


def _offer(node: Offer, path: Path) -> Iterator[Problem]:
    if node.step == "any" and node.beside:
        message = "what is offered in the step `any` is never one of those that a limit counts"
        yield Problem((*path, "beside"), "wrong-shape", message, "leave out `beside`")
    if node.must and (node.step == "any" or node.beside):
        message = "what has to be done in a step is one of the offers that its limit counts"
        yield Problem((*path, "must"), "wrong-shape", message, "leave out `must`")


def _scores(node: Score) -> bool:
    """Tell whether a score says what is scored in one of its ways."""
    by_table = node.feature is not None and node.row is not None
    return by_table if node.points is None else node.row is None


def _choose(node: Choose, path: Path) -> Iterator[Problem]:
    if node.by in {"each", "other"}:
        message = f"one player chooses, and `{node.by}` may be several"
        yield Problem((*path, "by"), "wrong-shape", message, "write `active`, or tell the player by a thing: {owner-of: ...}")
    for n, selection in enumerate(node.from_):
        before = node.from_[n - 1] if n else None
        if isinstance(selection, Spots | Cells) and not isinstance(before, Pieces):
            yield from _no_figure(selection, (*path, "from", n))


def _no_figure(node: Spots | Cells, path: Path) -> Iterator[Problem]:
    """Find a question about the figure that is to stand there, where none has been chosen."""
    word, asked = ("permitted", node.permitted) if isinstance(node, Spots) else ("admitting", node.admitting)
    if asked is not None:
        yield Problem((*path, node.key, word), "wrong-shape", _FIGURE_FIRST.format(word), _FIRST_PIECES.format(node.key))


def _rulings(effect: Effect, catalog: Catalog) -> Iterator[Problem]:
    for n, rule in enumerate(effect.rules):
        path: Path = ("rules", n, "permission")
        kinds = [place for place in getattr(rule, "on", ()) if place in catalog.kinds]
        if len(kinds) > 1:
            message = f"nothing stands on {' and '.join(kinds)} at once"
            yield Problem((*path, "on"), "wrong-shape", message, "all places of `on` hold together; write a ruling for each")
        verb, verdict = catalog.verbs.get(getattr(rule, "verb", "")), getattr(rule, "verdict", None)
        if verb is not None and verdict is not None:
            words = CHOICE if verb.mode == "choice" else AUTOMATIC
            if verdict not in words:
                message = f"`{verb.id}` is answered {', '.join(words)}, and not `{verdict}`"
                yield Problem((*path, "verdict"), "wrong-verdict", message)


def _unrun(report: Reporter, called: set[str]) -> None:
    run_by_name = {node.statement for parts in report.effects.values() for _, node in parts if isinstance(node, Run)}
    for statement in sorted(called - run_by_name):
        if not report.mentioned_in_broken(statement):
            message = "this statement waits to be run, and nothing runs it"
            hint = f"write `run: {{statement: {statement}}}` where it is done"
            report.add("statement", statement, ("effect", "when"), "unreachable", message, hint=hint)


@dataclass(frozen=True, slots=True)
class _Step:
    """What one statement has to do with another, and where that is written."""

    one: str
    verb: str
    other: str
    entry: str
    path: Path


def _cycles(report: Reporter) -> None:
    """Find statements that wait for one another, run each other, or win over one another: each circle once, all of it shown."""
    for steps in (_orders(report.catalog), _wins(report.catalog), _runs(report)):
        ways: dict[str, list[_Step]] = {}
        for step in steps:
            ways.setdefault(step.one, []).append(step)
        told: set[str] = set()
        for start in ways:
            circle = [] if start in told else _circle(start, ways)
            told |= {step.one for step in circle}
            if circle:
                _tell_cycle(report, circle)


def _orders(catalog: Catalog) -> Iterator[_Step]:
    for i, s in catalog.statements.items():
        if isinstance(s.effect, Effect) and s.effect.after:
            yield _Step(i, "comes after", s.effect.after, i, ("effect", "after"))
        if isinstance(s.effect, Effect) and s.effect.before:
            yield _Step(s.effect.before, "comes after", i, i, ("effect", "before"))


def _wins(catalog: Catalog) -> Iterator[_Step]:
    for i, s in catalog.statements.items():
        yield from (_Step(i, "overrides", other, i, ("overrides", n)) for n, other in enumerate(s.overrides))
        yield from (_Step(i, "replaces", other, i, ("replaces", n)) for n, other in enumerate(s.replaces))


def _runs(report: Reporter) -> Iterator[_Step]:
    for i, parts in report.effects.items():
        for path, node in parts:
            if isinstance(node, Run):
                yield _Step(i, "runs", node.statement, i, ("effect", *path, "run", "statement"))


def _circle(start: str, ways: Mapping[str, Sequence[_Step]]) -> list[_Step]:
    """Return the fewest steps that lead from a statement to itself; none where there is no way."""
    reached: dict[str, list[_Step]] = {start: []}
    todo = [start]
    for one in todo:
        for step in ways.get(one, ()):
            if step.other == start:
                return [*reached[one], step]
            if step.other not in reached:
                reached[step.other] = [*reached[one], step]
                todo.append(step.other)
    return []


def _tell_cycle(report: Reporter, circle: Sequence[_Step]) -> None:
    first, *rest = circle
    verbs = {step.verb for step in circle}
    what = first.verb if len(verbs) == 1 else "wins over"
    way = f", by way of {', '.join(f'`{step.one}`' for step in rest)}" if rest else ""
    beside = [("statement", s.entry, s.path, f"`{s.one}` {s.verb} `{s.other}` here") for s in rest]
    message = f"`{first.one}` {what} itself{way}"
    report.add("statement", first.entry, first.path, "cycle", message, hint="leave out one of these", others=beside)


def _class_cycles(report: Reporter) -> None:
    rulings = Rulings(report.catalog)
    for statement in report.catalog.statements.values():
        for n, rule in enumerate(statement.effect.rules if isinstance(statement.effect, Effect) else ()):
            if isinstance(rule, IsA) and rulings.within(rule.class_, rule.element):
                message = f"`{rule.element}` counts as `{rule.class_}`, which counts as `{rule.element}` itself"
                hint = "one of them is the wider class; say it that way only"
                report.add("statement", statement.id, ("effect", "rules", n, "is-a"), "cycle", message, hint=hint, key=True)


def _clashes(report: Reporter) -> None:
    for clash in Rulings(report.catalog).clashes():
        one, other = clash.one, clash.other
        # What would settle it may be among the entries that could not be read.
        if {one.statement.id, other.statement.id, one.box, other.box} & report.half_read:
            continue
        where = f" on {', '.join(sorted(one.places | other.places))}" if one.places | other.places else ""
        case = f"{clash.actor} {other.permission.verb} {clash.target}{where}"
        here, there = other.permission.verdict, one.permission.verdict
        message = f"`{case}`: this says `{here}`, `{one.statement.id}` says `{there}`, and neither is narrower"
        hint = "narrow one of them, add a ruling for the case they share, or name the loser in `overrides`"
        related = ("statement", one.statement.id, one.path, f"`{one.statement.id}` says it here")
        report.add("statement", other.statement.id, other.path, "clash", message, hint=hint, others=[related], key=True)


__all__ = ["run"]
