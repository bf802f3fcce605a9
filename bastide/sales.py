"""Auctions as the people at a terminal follow them: what was bid stands nowhere on the board."""

from __future__ import annotations

from bastide.moves import Phrases, Told
from bastide.tiles import Json
from engine import Action, Game


class Sales:
    """Remembers what was decided in the auctions of a game: how many moves came before, how many tiles were sold, by whom, and what."""

    def __init__(self, game: Game, phrases: Phrases) -> None:
        """Follow a game from now on."""
        self.game, self.phrases = game, phrases
        self._bids: list[tuple[int, int, str, Json]] = []

    def note(self, action: Action) -> Told | None:
        """Remember an action that is about to be taken, if it is a bid or what is done with one, and return it in words."""
        asked = self.game.describe(self.game.actions()[0]).get("choose", "nothing")
        if asked == "nothing" or not {"points", "deal"} & set(asked[-1]):
            return None
        told, colour = self.game.describe(action), self.game.view()["decides"]
        self._forget()
        self._bids.append((len(self.game.moves), self._sold(), colour, told))
        return self.phrases.bid(colour, told)

    def now(self) -> str | None:
        """Return what is for sale, whose it is, and the highest bid; None where nobody has offered anything yet."""
        self._forget()
        bids = [(colour, told["choose"]) for _, sold, colour, told in self._bids if sold == self._sold()]
        offers = [(colour, things) for colour, things in bids if things != "nothing"]
        if not offers:
            return None
        (seller, (lot, *_)), (bidder, best) = offers[0], offers[-1]
        return f"{seller} sells {self.phrases.thing(lot)}. The highest bid is {self.phrases.thing(best[-1])}, by {bidder}."

    def _forget(self) -> None:
        """Forget what was taken back."""
        self._bids = [bid for bid in self._bids if bid[0] < len(self.game.moves)]

    def _sold(self) -> int:
        return sum(event.what == "sold" for event in self.game.events)
