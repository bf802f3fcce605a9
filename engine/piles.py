"""Piles of tiles: how they are made, drawn from, laid on and mixed. The last tile of a pile is the first to be drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.run import Run


def make(run: Run, name: str, tiles: list[int], last: list[int], statement: int) -> None:
    """Make a pile of tiles in an order by chance, with some of them last."""
    run.state.piles[name] = last + run.shuffle(tiles)
    run.log.append(("pile", -1, -1, -1, 0, -1, -1, -1, 0, (statement,)))


def take(run: Run, pile: str, count: int, statement: int) -> None:
    """Put the top tiles of a pile back into the box unseen."""
    tiles = run.state.piles.get(pile, [])
    del tiles[max(0, len(tiles) - count) :]
    run.log.append(("take", -1, -1, count, 0, -1, -1, -1, 0, (statement,)))


def turn_up(run: Run, pile: str, count: int) -> list[int]:
    """Return the top tiles of a pile, which are no longer in it; none where it has too few."""
    tiles = run.state.piles.get(pile, [])
    if len(tiles) < count:
        return []
    found = tiles[: -count - 1 : -1]
    del tiles[-count:]
    return found


def draw(run: Run, piles: tuple[str, ...], statement: int, wanted: int | None = None) -> None:
    """Draw the top tile of the first pile that has one (or the wanted one); -1 is drawn when none has. Who has drawn draws no more."""
    state = run.state
    if state.drawn >= 0:
        return
    for name in piles:
        pile = state.piles.get(name)
        if pile:
            state.drawn = pile.pop() if wanted is None else wanted
            if wanted is not None:
                pile.remove(wanted)
            state.source = name
            break
    run.log.append(("draw", state.active, -1, state.drawn, 0, -1, -1, -1, 0, (statement,)))


def discard(run: Run, statement: int, into: str | None = None) -> None:
    """Put the tile just drawn back into the box, or lay it on a pile. The turn goes back to what was drawn: it is told anew."""
    state = run.state
    run.log.append(("discard" if into is None else "aside", state.active, -1, state.drawn, 0, -1, -1, -1, 0, (statement,)))
    if into is not None:
        state.piles.setdefault(into, []).append(state.drawn)
    state.drawn = -1
    state.stage = run.compiled.drawn_stage


def mix(run: Run, pile: str, into: str, statement: int) -> None:
    """Shuffle all tiles of a pile into another, if there are any."""
    piles = run.state.piles
    if tiles := piles.get(pile):
        piles[pile] = []
        piles[into] = run.shuffle([*piles.get(into, []), *tiles])
        run.log.append(("mix", -1, -1, len(tiles), 0, -1, -1, -1, 0, (statement,)))
