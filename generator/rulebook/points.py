"""The scoring tables of all boxes on a table as one: what each kind of feature is worth, and what changes that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from catalog import Catalog
from catalog.effects import Effect, Modify, Row, Rule, Score, Scoring, Value
from catalog.model import walk
from catalog.statements import Statement

Thing = tuple[str, str]
"""What points are given for: ``("tile", "")``, ``("neighbour", "")``, ``("mark", id)``, ``("touching", kind)`` or ``("finished", kind)``.

The last two are the features of a kind that are touched, all of them or only those that are completed.
"""
TILE: Thing = ("tile", "")


@dataclass(frozen=True, slots=True)
class PointsRow:
    """Points for one thing, of a feature that is completed and at the end of the game; None where it is never scored then."""

    thing: Thing
    completed: int | None
    final: int | None


@dataclass(frozen=True, slots=True)
class Group:
    """The rows of one kind of feature: of all such features, or of those with a mark (``having``), of so many ``tiles``, with a figure
    on them (``holding``).

    With ``adds`` the rows are added to what the others give; ``divide`` is what all is divided by in the end, rounded up.
    ``statements`` are those that say so.
    """

    kind: str
    rows: tuple[PointsRow, ...]
    statements: tuple[str, ...]
    having: str | None = None
    tiles: int | None = None
    holding: str | None = None
    adds: bool = False
    divide: int | None = None


@dataclass
class _Block:
    """What statements say of one sort of features, before it is merged: the rows with the statements that give them."""

    kind: str
    having: str | None
    tiles: int | None
    completed: tuple[Row, str] | None = None
    final: tuple[Row, str] | None = None

    @property
    def general(self) -> bool:
        return self.having is None and self.tiles is None


def merged(catalog: Catalog, statements: Sequence[Statement]) -> tuple[Group, ...]:
    """Return what the scoring tables of these statements give together, kind by kind in reading order: the general rows first, then the special, then what changes.

    Where a special table says nothing of one of the two moments, the general one holds then, as it does in play.
    """
    blocks = _blocks(statements)
    changes = [(s.id, rule) for s, rule in rules(statements) if isinstance(rule, Modify)]
    found: list[Group] = []
    for kind in catalog.kinds:
        own = sorted((b for b in blocks if b.kind == kind), key=lambda b: (b.having is not None, b.tiles is not None))
        found += [_group(block, own) for block in own]
        if own:
            scored = any(b.completed for b in own), any(b.final for b in own)
            found += [_change(kind, statement, rule, scored) for statement, rule in changes if kind in rule.of]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in the scoring table that a table may have, and what may stand there.

    It is there if one of ``statements`` holds. The first of ``completed`` and of ``final`` that holds gives what stands in it, by the
    two of them (None: none holds): ``groups``.
    """

    kind: str
    statements: tuple[str, ...]
    completed: tuple[str, ...]
    final: tuple[str, ...]
    groups: Mapping[tuple[str | None, str | None], Group]


@dataclass(frozen=True, slots=True)
class Change:
    """What a statement changes of the points of a kind: ``groups`` by whether such features are ever scored completed, and at the end."""

    kind: str
    statement: str
    groups: Mapping[tuple[bool, bool], Group]


def slots(catalog: Catalog, statements: Sequence[Statement]) -> Iterator[Slot]:
    """Yield all that :func:`merged` may give for whichever of these statements hold, but for what changes it, in the same order."""
    given: dict[tuple[str, str | None, int | None], tuple[list[str], dict[str, Row], dict[str, Row]]] = {}
    for statement, rule in rules(statements):
        if isinstance(rule, Scoring):
            saying, *moments = given.setdefault((rule.of, rule.having, rule.tiles), ([], {}, {}))
            saying.append(statement.id)
            for moment, row in zip(moments, (rule.completed, rule.final), strict=True):
                if row is not None:
                    moment.setdefault(statement.id, row)
    for kind in catalog.kinds:
        own = sorted((key for key in given if key[0] == kind), key=lambda key: (key[1] is not None, key[2] is not None))
        for key in own:
            saying, completed, final = given[key]
            _, general_completed, general_final = given.get((kind, None, None), given[key])
            # What the general rows give comes last, as in `_group`, even where the same statement gives both.
            completed = {**completed, **{one: row for one, row in general_completed.items() if one not in completed}}
            final = {**final, **{one: row for one, row in general_final.items() if one not in final}}
            groups = {
                (first, last): Group(
                    kind,
                    _rows(completed.get(first or ""), final.get(last or "")),
                    tuple(dict.fromkeys(one for one in (first, last) if one)),
                    having=key[1],
                    tiles=key[2],
                )
                for first in (*completed, None)
                for last in (*final, None)
            }
            yield Slot(kind, tuple(saying), tuple(completed), tuple(final), groups)


def changes(catalog: Catalog, statements: Sequence[Statement]) -> Iterator[Change]:
    """Yield all that may change the points of features, whichever of these statements hold, in the order of :func:`merged`."""
    both = (True, False)
    for kind in catalog.kinds:
        for statement, rule in rules(statements):
            if isinstance(rule, Modify) and kind in rule.of:
                scored = {(first, last): _change(kind, statement.id, rule, (first, last)) for first in both for last in both}
                yield Change(kind, statement.id, scored)


def values(statements: Iterable[Statement]) -> tuple[tuple[str, int, str], ...]:
    """Return what pieces are worth where rules ask for it: the figure, its points, the statement."""
    return tuple((rule.of, rule.points, s.id) for s, rule in rules(statements) if isinstance(rule, Value))


def bonuses(statements: Iterable[Statement]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the statements that give points besides the tables, each with the numbers of points that it gives, once each."""
    found: dict[str, dict[int, None]] = {}
    for statement in statements:
        for _, node, _ in walk(statement.effect):
            if isinstance(node, Score) and isinstance(node.points, int) and node.points:
                found.setdefault(statement.id, {})[node.points] = None
    return tuple((statement, tuple(given)) for statement, given in found.items())


def rules(statements: Iterable[Statement]) -> Iterator[tuple[Statement, Rule]]:
    """Yield the rules of the statements, each with its statement."""
    for statement in statements:
        if isinstance(statement.effect, Effect):
            for rule in statement.effect.rules:
                yield statement, rule


def _blocks(statements: Iterable[Statement]) -> list[_Block]:
    blocks: dict[tuple[str, str | None, int | None], _Block] = {}
    for statement, rule in rules(statements):
        if isinstance(rule, Scoring):
            key = rule.of, rule.having, rule.tiles
            block = blocks.setdefault(key, _Block(*key))
            if rule.completed is not None:
                block.completed = block.completed or (rule.completed, statement.id)
            if rule.final is not None:
                block.final = block.final or (rule.final, statement.id)
    return list(blocks.values())


def _group(block: _Block, own: list[_Block]) -> Group:
    general = next((b for b in own if b.general), block)
    completed, final = block.completed or general.completed, block.final or general.final
    said = dict.fromkeys(given[1] for given in (completed, final) if given)
    rows = _rows(completed[0] if completed else None, final[0] if final else None)
    return Group(block.kind, rows, tuple(said), having=block.having, tiles=block.tiles)


def _change(kind: str, statement: str, rule: Modify, scored: tuple[bool, bool]) -> Group:
    completed, final = (rule.add if there else None for there in scored)
    rows = _rows(completed, final)
    return Group(kind, rows, (statement,), holding=rule.holding, adds=True, divide=rule.divide)


def _rows(completed: Row | None, final: Row | None) -> tuple[PointsRow, ...]:
    first, last = _points(completed), _points(final)
    things = dict.fromkeys((*first, *last)) or (dict.fromkeys([TILE]) if completed or final else {})
    return tuple(
        PointsRow(thing, None if completed is None else first.get(thing, 0), None if final is None else last.get(thing, 0))
        for thing in things
    )


def _points(row: Row | None) -> dict[Thing, int]:
    """Return the points of a row by what they are for; what gives nothing is among them only if the row says so."""
    if row is None:
        return {}
    around = (TILE, row.tile), (("neighbour", ""), row.neighbour)
    found: dict[Thing, int] = {thing: points for thing, points in around if points or thing[0] in row.model_fields_set}
    found |= {("mark", mark): points for mark, points in row.marks.items()}
    if row.touching is not None:
        found["finished" if row.touching.completed else "touching", row.touching.kind] = row.touching.points
    return found
