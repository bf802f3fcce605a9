"""Scoring: who has the most, what a feature is worth, and points that come and go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.shapes import MARK_MASK
from engine.state import AROUND, NOBODY

if TYPE_CHECKING:
    from engine.run import Run
    from engine.tables import Points


def bonus(run: Run, players: list[int], points: int, cites: tuple[int, ...], features: list[int], statement: int) -> None:
    """Give players points that no table gives, for a feature or for none."""
    state = run.state
    root = state.find(features[0]) if features else -1
    mask = state.tiles[root] if features else 0
    for player in players if points else ():
        state.scores[player] += points
        run.log.append(("score", player, -1, -1, points, root, -1, -1, mask, (statement, *cites)))
        if features:
            state.turn_scored.append((root, player))
    if features:
        state.turn_worth.append((root, points))


def pay(run: Run, payers: list[int], takers: list[int], points: int, cites: tuple[int, ...], statement: int) -> None:
    """Let a player give points to others, one after another, as far as there are any; to ``NOBODY`` they are lost."""
    scores = run.state.scores
    for payer in payers:
        for taker in takers:
            paid = min(points, scores[payer]) if taker != payer else 0
            for player, change in ((payer, -paid), (taker, paid)):
                if change and player != NOBODY:
                    scores[player] += change
                    run.log.append(("score", player, -1, -1, change, -1, -1, -1, 0, (statement, *cites)))


def value(run: Run, pieces: list[int]) -> tuple[int, tuple[int, ...]]:
    """Return what pieces are worth together, and the statements that say so."""
    said = [run.rules.values.get(run.state.piece_kind[p], (0, ())) for p in pieces]
    return sum(points for points, _ in said), tuple(dict.fromkeys(n for _, cites in said for n in cites))


def worth(run: Run, features: list[int]) -> int:
    """Return what features were worth together when they were scored in this turn."""
    roots = run.roots(features)
    return sum(points for root, points in run.state.turn_worth if root in roots)


def score(run: Run, players: list[int], features: list[int], row: int, statement: int, *, counted: bool) -> None:
    """Give players the points of features by the scoring table; a completed feature is told of when it is scored.

    ``counted``: they are those with the most there, so that the statements that count figures are cited too.
    """
    state, rules = run.state, run.rules
    for feature in features:
        root = state.find(feature)
        if not rules.scoring[state.kind[root]][row]:
            continue
        if players or (row == 0 and rules.asks_worth):
            gained, said = points(run, root, row)
            if row == 0:
                state.turn_worth.append((root, gained))
            if gained and players:
                cites: tuple[int, ...] = (statement, *said)
                if counted:
                    kinds = [state.piece_kind[p] for p in state.figs[root]]
                    cites += tuple([n for n, counts in rules.counted if not counts.isdisjoint(kinds)])
                if len(players) > 1 and rules.ties_shared is not None:
                    cites += (rules.ties_shared,)
                for player in players:
                    state.scores[player] += gained
                    state.turn_scored.append((root, player))
                    run.log.append(("score", player, -1, -1, gained, root, -1, row, state.tiles[root], cites))
        if row == 0 and run.heard["feature-scored"]:
            run.tell(run.heard["feature-scored"], root)


def points(run: Run, root: int, row: int) -> tuple[int, tuple[int, ...]]:
    """Return what a feature is worth by a row of its table and all that changes it, and the statements that say so."""
    state, rules = run.state, run.rules
    kind = state.kind[root]
    value = 0
    cites: tuple[int, ...] = ()
    for entry in rules.scoring[kind][row]:
        if (entry.size is None or entry.size == state.tiles[root].bit_count()) and (
            entry.having is None or state.marks[root] >> entry.having & MARK_MASK
        ):
            value, cites = _row(run, root, entry), (entry.statement,)
            break
    if rules.modified[kind]:
        standing = {state.piece_kind[p] for p in state.standing(root)}
        changes = [m for m in rules.modified[kind] if m.holding is None or not standing.isdisjoint(m.holding)]
        for change in changes:
            more = _row(run, root, change.add) if change.add is not None else 0
            value += more
            cites += (change.statement,) if more else ()
        for change in changes:
            if change.divide > 1 and value:
                value = -(-value // change.divide)
                cites += (change.statement,)
    return value, cites


def _row(run: Run, root: int, entry: Points) -> int:
    """Return what a row of a table gives for a feature."""
    state = run.state
    value = entry.tile * state.tiles[root].bit_count()
    if entry.neighbour:
        own = run.cells_of(root)
        value += entry.neighbour * len({c for cell in own for d in AROUND if (c := cell + d) in state.cells}.difference(own))
    if entry.marks:
        marks = state.marks[root]
        for shift, points in entry.marks:
            value += points * (marks >> shift & MARK_MASK)
    if entry.touching:
        kind, completed, points = entry.touching
        ends = state.touched(root) or state.touching(root)
        value += points * sum(state.kind[e] == kind and (not completed or e in state.done) for e in ends)
    return value


def majority(run: Run, features: list[int]) -> list[int]:
    """Return the players with the most in features taken together."""
    state, weights = run.state, run.rules.weights
    strength = [0] * state.players
    roots = features if len(features) == 1 else dict.fromkeys(state.find(f) for f in features)
    for root in roots:
        for piece in state.figs[state.find(root)]:
            if state.owner[piece] >= 0:
                strength[state.owner[piece]] += weights[state.piece_kind[piece]]
    most = max(strength)
    if most == 0:
        return []
    found = [p for p in range(state.players) if strength[p] == most]
    return found if len(found) == 1 or run.rules.ties_shared is not None else []
