"""The checks over the whole catalogue: references, texts, names, effects, rulings. Those of tiles are in ``tile_checks``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from catalog import names, text, tile_checks
from catalog.effects import CoveredBy, Effect, NoEffect, Pile, Repeat, Run, Score, Scoring, TileHas
from catalog.findings import Severity, hint_for
from catalog.index import Catalog
from catalog.model import Model, Path, Ref, walk
from catalog.questions import AUTOMATIC, CHOICE, Rulings
from catalog.statements import Statement
from catalog.yamlfile import YamlFile


@dataclass(frozen=True, slots=True)
class Reporter:
    """Notes findings about entries in the files they stand in.

    ``half_read`` are the ids in files that have findings already: what refers to them is not blamed for it.
    """

    catalog: Catalog
    files: Mapping[str, YamlFile]
    half_read: frozenset[str] = frozenset()

    def add(
        self, sort: str, entry: str, path: Path, code: str, message: str, *,
        hint: str | None = None, key: bool = False, severity: Severity = "error", other: tuple[str, str, str] | None = None,
    ) -> None:  # fmt: skip
        """Note a finding at a path inside an entry; ``other`` is ``(sort, id, message)`` of a related entry."""
        origin = self.catalog.origins[sort, entry]
        related = ()
        if other is not None:
            place = self.catalog.origins[other[0], other[1]]
            related = (self.files[place.file].related((*place.path, "id"), other[2]),)
        self.files[origin.file].add(
            code, (*origin.path, *path), message, hint=hint, key=key, severity=severity, related=related
        )


def run(catalog: Catalog, files: Mapping[str, YamlFile], half_read: frozenset[str]) -> None:
    """Run every check; findings go to the files. ``half_read``: ids in files that could not be read in full."""
    report = Reporter(catalog, files, half_read)
    tile_checks.run(catalog, report.add, half_read, frozenset(name for name, file in files.items() if file.findings))
    _references(catalog, report)
    called = {s.id for s in catalog.statements.values() if isinstance(s.effect, Effect) and s.effect.when == "called"}
    for statement in catalog.statements.values():
        _text(statement, catalog, report)
        _effect(statement, catalog, report, called)
    _unrun(catalog, report, called)
    _cycles(catalog, report)
    for one, other in Rulings(catalog).clashes():
        report.add(
            "statement", other.statement.id, ("effect", "rules"), "clash",
            f"this says `{other.permission.verdict}` where `{one.statement.id}` says `{one.permission.verdict}`, and neither is narrower",
            hint="narrow one of them, add a ruling for the case they share, or name the loser in `overrides`",
            other=("statement", one.statement.id, "the other ruling is here"), key=True,
        )  # fmt: skip


def _entries(catalog: Catalog) -> Iterator[tuple[str, str, Model]]:
    yield from (("element", i, e) for i, e in catalog.elements.items())
    yield from (("edition", i, e) for i, e in catalog.editions.items())
    yield from (("big box", b.id, b) for b in catalog.big_boxes)
    yield from (("box", i, b) for i, b in catalog.boxes.items())
    yield from (("design", i, d) for i, d in catalog.designs.items())
    yield from (("printing", str(n), p) for n, p in enumerate(catalog.printings))
    yield from (("statement", i, s) for i, s in catalog.statements.items())


def _known(catalog: Catalog) -> dict[str, set[str]]:
    loops = {n.name for s in catalog.statements.values() for _, n, _ in walk(s.effect) if isinstance(n, Repeat)}
    piles = {n.name for s in catalog.statements.values() for _, n, _ in walk(s.effect) if isinstance(n, Pile)}
    return {
        "feature-kind": set(catalog.kinds),
        "figure": set(catalog.figures),
        "role": set(catalog.roles),
        "mark": set(catalog.marks),
        "actor": set(catalog.actors),
        "verb": set(catalog.verbs),
        "box": set(catalog.boxes),
        "edition": set(catalog.editions),
        "source": set(catalog.sources),
        "design": set(catalog.designs),
        "statement": set(catalog.statements),
        "module": {m.id for b in catalog.boxes.values() for m in b.modules},
        "option": {o.id for b in catalog.boxes.values() for o in b.options},
        "loop": loops,
        "pile": piles,
    }


def _references(catalog: Catalog, report: Reporter) -> None:
    known = _known(catalog)
    for sort, entry_id, entry in _entries(catalog):
        for path, value, metadata in walk(entry):
            if not isinstance(value, str):
                continue
            for ref in (m for m in metadata if isinstance(m, Ref) and m.to[0] in known):
                if value not in report.half_read and not any(value in known[kind] for kind in ref.to):
                    words = {w for kind in ref.to for w in known[kind]}
                    kinds = " or ".join(ref.to)
                    report.add(
                        sort, entry_id, path, "unknown-reference", f"there is no {kinds} `{value}`", hint=hint_for(value, words)
                    )


def _text(statement: Statement, catalog: Catalog, report: Reporter) -> None:
    def add(code: str, message: str, hint: str | None = None) -> None:
        report.add("statement", statement.id, ("text",), code, message, hint=hint, key=True)

    found = text.candidates(statement, catalog)
    for part in text.parse(statement.text):
        if isinstance(part, text.Link) and part.target not in catalog.elements and part.target not in report.half_read:
            add("bad-link", f"the link `{part.target}` leads to no element", hint_for(part.target, catalog.elements))
        if isinstance(part, text.Number):
            values = text.lookup(part.name, found)
            paths = sorted({".".join(path[-2:]) for path, _ in found})
            if not values:
                add("unknown-placeholder", f"`{{{part.name}}}` names no number of the effect", hint_for(part.name, paths))
            elif len(values) > 1:
                add("unknown-placeholder", f"`{{{part.name}}}` names several numbers of the effect", f"say which: {', '.join(paths)}")
    for piece in text.left_over(statement.text):
        add("text-markup", f"`{piece}` is neither a link nor a placeholder", "links are [words](element), numbers {name}")
    for number in text.written_numbers(statement.text):
        paths = sorted({".".join(path[-2:]) for path, _ in found})
        hint = f"take it from the effect: {{{'}, {'.join(paths)}}}" if paths else "say it without a number, or in the effect"
        add("number-in-text", f"`{number}` is written out, so that text and play could drift apart", hint)


def _effect(statement: Statement, catalog: Catalog, report: Reporter, called: set[str]) -> None:
    def add(path: Path, code: str, message: str, hint: str | None = None, severity: Severity = "error") -> None:
        report.add("statement", statement.id, ("effect", *path), code, message, hint=hint, key=True, severity=severity)

    effect = statement.effect
    box = catalog.boxes[catalog.box_of[statement.id]]
    for n, edition in enumerate(statement.editions):
        if edition in catalog.editions and edition not in box.editions:
            report.add("statement", statement.id, ("editions", n), "edition-unknown-to-box",
                       f"`{box.id}` has no edition `{edition}`", hint=hint_for(edition, box.editions))  # fmt: skip
    if isinstance(effect, NoEffect):
        if effect.none == "pending":
            add(("none",), "pending", "the effect of this statement is still to be written", severity="warning")
        if isinstance(effect.none, CoveredBy) and statement.id in effect.none.entries:
            add(("none",), "cycle", "a statement cannot be covered by itself")
        return
    if not (effect.do or effect.rules):
        add((), "empty-effect", "this effect does nothing", "write `do` or `rules`, or `none:` with the reason")
    if bool(effect.do) != (effect.when is not None):
        missing = "says when, and not what to do" if effect.when else "says what to do, and not when"
        add((), "wrong-shape", f"the effect {missing}", "`when` and `do` go together")
    for problem in names.check(effect, catalog.elements):
        if problem.name not in report.half_read:
            add(problem.path, problem.code, problem.message, problem.hint)
    for path, node, _ in walk(effect):
        match node:
            case Run() if node.statement in catalog.statements and node.statement not in called:
                add((*path, "run", "statement"), "unreachable", f"`{node.statement}` waits for an event of its own", "its event must be `called`")
            case Score() if (node.points is None) == (node.feature is None) or (node.feature is None) != (node.row is None):
                add(path, "wrong-shape", "a score is either `points`, or a `feature` with a `row` of its table")
            case TileHas() if (node.mark is None) == (node.feature is None):
                add(path, "wrong-shape", "say what the tile has: a `mark` or a `feature`")
            case Scoring() if node.completed is None and node.final is None:
                add(path, "wrong-shape", "a scoring table has a row `completed`, `final` or both")
            case _:
                pass
    for n, rule in enumerate(effect.rules):
        verb = catalog.verbs.get(getattr(rule, "verb", ""))
        verdict = getattr(rule, "verdict", None)
        if verb is not None and verdict is not None and verdict not in (CHOICE if verb.mode == "choice" else AUTOMATIC):
            words = CHOICE if verb.mode == "choice" else AUTOMATIC
            add(("rules", n, "permission", "verdict"), "wrong-verdict", f"`{verb.id}` is answered {', '.join(words)}")


def _unrun(catalog: Catalog, report: Reporter, called: set[str]) -> None:
    run_by_name = {n.statement for s in catalog.statements.values() for _, n, _ in walk(s.effect) if isinstance(n, Run)}
    for statement in sorted(called - run_by_name):
        report.add("statement", statement, ("effect", "when"), "unreachable", "this statement waits to be run, and nothing runs it",
                   hint=f"write `run: {{statement: {statement}}}` where it is done")  # fmt: skip


def _cycles(catalog: Catalog, report: Reporter) -> None:
    """Find statements that wait for one another: by ``after``, ``replaces`` or ``overrides``, by running each other."""
    after = {s.id: [s.effect.after] for s in catalog.statements.values() if isinstance(s.effect, Effect) and s.effect.after}
    replaces = {s.id: list(s.replaces) for s in catalog.statements.values() if s.replaces}
    overrides = {s.id: list(s.overrides) for s in catalog.statements.values() if s.overrides}
    runs = {
        s.id: [n.statement for _, n, _ in walk(s.effect) if isinstance(n, Run)]
        for s in catalog.statements.values()
    }
    for links, what in ((after, "comes after"), (replaces, "replaces"), (overrides, "overrides"), (runs, "runs")):
        for statement in links:
            seen: set[str] = set()
            todo = list(links[statement])
            while todo:
                one = todo.pop()
                if one == statement:
                    report.add("statement", statement, ("effect",), "cycle", f"this statement {what} itself, by way of others", key=True)
                    break
                if one not in seen:
                    seen.add(one)
                    todo += links.get(one, [])


__all__ = ["Reporter", "run"]
