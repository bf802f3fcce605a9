"""The auction: the one game within the game, lowered to the choices that it consists of.

What it knows stands in registers of its frame, so that it can be saved and taken back at any decision like everything else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from catalog.effects import Auction
from engine import piles, scoring
from engine.ask import DEAL, POINTS, TILE, Ask
from engine.frames import PC, Choice, Frame
from engine.state import NOBODY

if TYPE_CHECKING:
    from engine.lower import Lowerer
    from engine.run import Run

BUY, SELL = 0, 1
"""What a seller may do with a higher bid: pay it, or take it."""
NONE = -1
"""No tile, where a player has none yet or none is being sold."""


@dataclass(frozen=True)
class Sale:
    """The registers of an auction, and how it goes on.

    ``lots``: the designs still to be had. ``won``: what each player has, by number. ``seller``, ``bidder``: who sells, who was asked
    last. ``lot``, ``bid``, ``best``: what is sold, the highest bid, and whose it is. ``more``, ``deal``: what was chosen last.
    """

    statement: int
    lots: int
    won: int
    seller: int
    bidder: int
    lot: int
    bid: int
    best: int
    more: int
    deal: int

    def begin(self, run: Run, frame: Frame, act: Auction) -> bool:
        """Turn the tiles up; return whether there are enough of them, and they are sold one by one."""
        lots = piles.turn_up(run, act.from_, run.state.players)
        if not lots:
            return False
        if not act.bids:
            run.state.piles[act.into] = lots[::-1]
            return False
        frame[self.lots], frame[self.won] = lots, [NONE] * run.state.players
        frame[self.seller] = run.state.active
        return True

    def next_seller(self, run: Run, frame: Frame) -> bool:
        """Go on to the next player without a tile, if there is one; return whether that one has something to sell to others."""
        waiting = self._waiting(run, frame, frame[self.seller])
        if not waiting:
            return False
        frame[self.seller] = frame[self.bidder] = frame[self.best] = waiting[0]
        frame[self.lot], frame[self.bid] = NONE, 0
        if len(waiting) > 1:
            return True
        frame[self.lot] = frame[self.lots][0]
        self._hand_over(run, frame, waiting[0])
        return False

    def told(self, frame: Frame) -> tuple[list[int], int, int, int, int] | None:
        """Return what everybody sees of it while it goes on: the tiles still to be had, who sells which of them (``NONE``: that is
        chosen now), and the highest bid and whose it is; None where it does not go on.
        """
        if not isinstance(frame[self.lots], list) or not frame[self.lots]:
            return None
        return frame[self.lots], frame[self.seller], frame[self.lot], frame[self.bid], frame[self.best]

    def _waiting(self, run: Run, frame: Frame, after: int) -> list[int]:
        """Return the players without a tile, clockwise, beginning with the one after a player and ending with that player."""
        players = run.state.players
        order = [(after + n) % players for n in range(1, players + 1)]
        return [p for p in order if frame[self.won][p] == NONE]

    def next_bidder(self, run: Run, frame: Frame) -> bool:
        """Go on to the next player who may bid; return whether there is one."""
        bidder = self._waiting(run, frame, frame[self.bidder])[0]
        frame[self.bidder] = bidder
        return bool(bidder != frame[self.seller])

    def tiles(self, _run: Run, frame: Frame) -> list[int]:
        """Return the tiles that can be sold, each design once."""
        return list(dict.fromkeys(frame[self.lots]))

    def bids(self, run: Run, frame: Frame, least: int) -> list[int]:
        """Return what the seller may bid; nothing at all where that is less than what is asked for."""
        return list(range(least, run.state.scores[frame[self.seller]] + 1)) or [0]

    def higher(self, run: Run, frame: Frame) -> list[int]:
        """Return what a bidder may bid."""
        return list(range(frame[self.bid] + 1, run.state.scores[frame[self.bidder]] + 1))

    def deals(self, run: Run, frame: Frame) -> list[int]:
        """Return what the seller may do with a higher bid; nothing where nobody bid more."""
        if frame[self.best] == frame[self.seller]:
            return []
        return [BUY, SELL] if run.state.scores[frame[self.seller]] >= frame[self.bid] else [SELL]

    def raised(self, _run: Run, frame: Frame) -> None:
        """Note a higher bid."""
        frame[self.bid], frame[self.best] = frame[self.more], frame[self.bidder]

    def settle(self, run: Run, frame: Frame, *, sold: bool) -> None:
        """Give the tile to who has it now, and the points to whom they are due."""
        seller, best, bid = frame[self.seller], frame[self.best], frame[self.bid]
        if not sold:
            scoring.pay(run, [seller], [NOBODY], bid, (), self.statement)
            self._hand_over(run, frame, seller)
        elif frame[self.deal] == BUY:
            scoring.pay(run, [seller], [best], bid, (), self.statement)
            self._hand_over(run, frame, seller)
        else:
            scoring.pay(run, [best], [seller], bid, (), self.statement)
            self._hand_over(run, frame, best)

    def _hand_over(self, run: Run, frame: Frame, player: int) -> None:
        frame[self.won][player] = frame[self.lot]
        left = list(frame[self.lots])
        left.remove(frame[self.lot])
        frame[self.lots] = left
        run.log.append(("sold", player, -1, frame[self.lot], 0, -1, -1, -1, 0, (self.statement,)))

    def end(self, run: Run, frame: Frame, into: str) -> None:
        """Put the tiles into their pile in the order of the turns to come; the last of the pile is drawn first."""
        players = run.state.players
        order = [(run.state.active + n) % players for n in range(1, players + 1)]
        run.state.piles[into] = [frame[self.won][p] for p in reversed(order)]


def lower(to: Lowerer, act: Auction) -> None:
    """Lower an auction: a seller picks and bids, the others may bid more, the seller buys or sells; until everybody has a tile."""
    slots = [to.slot() for _ in range(9)]
    sale = Sale(to.program.statement, *slots)
    to.program.sales.append(sale)
    begin, seller, offering, bidder, raising, raised, dealing, sold, unsold, over = (to.emit(_nothing) for _ in range(10))
    code, end = to.program.code, over + 1

    def step(at: int, do: Callable[[Run, Frame], object], to_: int, other: int | None = None) -> None:
        """Do something at a place and go on at another: at ``other``, where that is given and what was done comes to nothing."""

        def instruction(run: Run, frame: Frame) -> None:
            done = do(run, frame)
            frame[PC] = to_ if done or other is None else other

        code[at] = instruction

    def choice(
        by: int, lists: tuple[Ask, ...], sorts: tuple[str, ...], into: tuple[int, ...], declined: int | None = None
    ) -> Choice:
        def who(_run: Run, frame: Frame) -> list[int]:
            return [frame[by]]

        nothing = (False,) * len(lists)
        optional = declined is not None
        return Choice(who, lists, sorts, nothing, into, None, optional, declined or 0, sale.statement)

    step(begin, lambda run, frame: sale.begin(run, frame, act), seller, end)
    step(seller, sale.next_seller, offering, over)
    first = choice(
        sale.seller, (sale.tiles, lambda run, frame: sale.bids(run, frame, act.least)), (TILE, POINTS), (sale.lot, sale.bid)
    )
    to.asks(offering, first, bidder)
    step(bidder, sale.next_bidder, raising, dealing)
    to.asks(raising, choice(sale.bidder, (sale.higher,), (POINTS,), (sale.more,), bidder), bidder)
    step(raised, sale.raised, bidder)
    to.asks(dealing, choice(sale.seller, (sale.deals,), (DEAL,), (sale.deal,)), unsold)
    step(sold, lambda run, frame: sale.settle(run, frame, sold=True), seller)
    step(unsold, lambda run, frame: sale.settle(run, frame, sold=False), seller)
    step(over, lambda run, frame: sale.end(run, frame, act.into), end)


def _nothing(_run: Run, _frame: Frame) -> None:
    """Stand in place of an instruction that is not known yet."""
