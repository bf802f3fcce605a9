"""A game: who must decide, what they may do, what follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import plain
from engine.events import Event, IllegalActionError
from engine.offers import STEP, Suffix, take
from engine.placing import CHOOSE, DISCARD, OFFER, SPAN
from engine.rules import Rules
from engine.run import Run
from engine.state import State
from engine.telling import Teller
from engine.turns import advance, let_go, listed

Action = tuple[Any, ...]
"""Something that a player may do, in the integers of the ruleset: see :meth:`Game.describe`."""


class Game:
    """A game under way. What happens is decided by the seed and the actions alone."""

    def __init__(self, rules: Rules, seed: Any = 0, *, history: bool = True, position: Mapping[str, Any] | None = None) -> None:  # noqa: ANN401
        """Set a game up and begin it. ``history``: keep what :meth:`undo` needs.

        ``position``: go on there instead, with the JSON of a state (:func:`engine.plain.dump`), in the middle of an effect too; the
        seed is then that of the state. Raises :class:`SetupError` where the setup is not possible, ``ValueError`` for a seed that is no
        whole number and for a position that cannot be.
        """
        if not isinstance(seed, int) or isinstance(seed, bool):
            raise ValueError(f"a seed is a whole number, not {seed!r}")  # noqa: TRY004  callers catch one kind of error
        self.rules = rules
        self.position = position
        self.run = Run(rules.ruleset, rules.programs, seed)
        self.moves: list[Action] = []
        self._history: list[tuple[State, int]] | None = [] if history else None
        if position is None:
            self.run.set_up()
            advance(self.rules, self.run)
            return
        self.run.load(self._position(position))
        try:
            advance(self.rules, self.run)
        except (IndexError, KeyError, TypeError) as error:
            raise ValueError("this is no state of a game: what it is in the middle of cannot go on") from error

    # What there is

    @property
    def state(self) -> State:
        """Where everything is."""
        return self.run.state

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the players, in turn order."""
        return self.rules.colours

    @property
    def scores(self) -> list[int]:
        """The points of each player."""
        return self.run.state.scores

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.rules.stages[self.run.state.stage] == "over" and not self.run.state.agenda

    @property
    def player(self) -> int | None:
        """The player who must decide, or None when the game is over."""
        if self.over:
            return None
        return self.run.decision.player if self.run.decision is not None else self.run.state.active

    @property
    def winners(self) -> list[int]:
        """The players with the most points, once the game is over and if statements say that they win, also when they are level."""
        rules = self.rules.ruleset
        best = [p for p, score in enumerate(self.scores) if score == max(self.scores)]
        won = self.over and rules.wins is not None and (len(best) == 1 or rules.wins_shared is not None)
        return best if won else []

    @property
    def events(self) -> list[Event]:
        """All that has happened, in order."""
        return [self.run.event(raw) for raw in self.run.log]

    def hash(self) -> str:
        """Return the SHA-256 of the state's canonical JSON."""
        return plain.digest(self.run.state)

    # What may be done

    def actions(self) -> list[Action]:
        """Return every action that the player who must decide may take; none when the game is over."""
        run = self.run
        if run.listed is None:
            run.listed = self._list()
        return run.listed

    def _list(self) -> list[Action]:
        run = self.run
        if run.decision is not None:
            found: list[Action] = [(CHOOSE, option) for option in run.decision.options]
            return [*found, (CHOOSE, None)] if run.decision.choice.optional else found
        return listed(self.rules, run)

    def describe(self, action: Action) -> dict[str, Any]:
        """Return an action in words: what examples and saved games write."""
        return Teller(self.run, self.rules.placing).action(action)

    def find(self, move: Mapping[str, Any]) -> Action:
        """Return the one action that a move in words describes. Raises :class:`IllegalActionError` with the reason if there is none."""
        stage = None if self.run.decision is not None else self.rules.stages[self.run.state.stage]
        now = {"placing": stage == "place", "offering": stage in {"figure", "beside"}}
        found: Action = Teller(self.run, self.rules.placing).find(move, self.actions(), self._waiting(), **now)
        return found

    @property
    def _placing(self) -> bool:
        """Whether a tile has to be placed now."""
        return self.run.decision is None and self.rules.stages[self.run.state.stage] == "place"

    def _waiting(self) -> str:
        if self.over:
            return "the game is over"
        if self.run.decision is not None:
            statement = self.rules.ruleset.statements[self.run.decision.choice.statement].id
            return f"{self.colours[self.player or 0]} has to choose now, as `{statement}` says"
        asked = "place the tile that was drawn" if self._placing else "take an offer of the step, or pass"
        return f"{self.colours[self.run.state.active]} has to {asked}"

    # What is done

    def apply(self, action: Action) -> list[Event]:
        """Take an action and go on to the next decision; return what happened.

        Raises :class:`IllegalActionError` for anything but one of :meth:`actions`, and then changes nothing.
        """
        actions = self.actions()
        # What is equal to an action need not be one: the one that was listed is taken.
        action = actions[actions.index(action)] if action in actions else self._meant(action)
        before = len(self.run.log)
        self.play(action)
        return [self.run.event(raw) for raw in self.run.log[before:]]

    def _meant(self, action: Action) -> Action:
        """Return the legal action that another one means: a tile in a rotation in which it lies just the same."""
        try:
            words = self.describe(action)
        except (IndexError, KeyError, TypeError, ValueError) as error:
            raise IllegalActionError(f"{action!r} is no action: {self._waiting()}") from error
        return self.find(words)

    def play(self, action: Action) -> None:
        """Take an action that is one of :meth:`actions`, without looking."""
        run = self.run
        if self._history is not None:
            self._history.append((run.state.clone(), len(run.log)))
        self.moves.append(action)
        run.listed = None
        if action[0] >= 0:
            cell, (design, turns, suffix, *across) = action
            if across:
                self._with_span(design, cell, turns, across[0])
            else:
                run.place(design, cell, turns, self.rules.ruleset.fits_cited)
            if suffix is None:
                run.state.stage += 1
            else:
                run.state.stage = self.rules.figure_stage
                self._take(suffix)
        elif action[0] == OFFER:
            self._take(action[1])
        elif action[0] == SPAN:
            run.build(self._spanning, action[1])
            run.state.stage += 1
        elif action[0] == DISCARD:
            let_go(self.rules, run)
        else:
            run.choose(action[1])
        advance(self.rules, self.run)

    @property
    def _spanning(self) -> int:
        piece = self.rules.placing.spans.piece(self.run)
        if piece is None:
            raise TypeError("the player has nothing to lay across a tile")
        return piece

    def _with_span(self, design: int, cell: int, turns: int, across: tuple[int, int]) -> None:
        """Place a tile that fits only with a piece across it, or across the tile next to it."""
        piece, cites = self._spanning, self.rules.ruleset.fits_cited
        if across[0] == cell:
            self.run.place(design, cell, turns, cites, across[1])
            self.run.build(piece, across)
        else:
            self.run.build(piece, across)
            self.run.place(design, cell, turns, cites)

    def _take(self, suffix: Suffix) -> None:
        """Take an offer, or none; the step is over when none is taken, or as many as may be."""
        state = self.run.state
        if suffix:
            plan = self.rules.placing.plans[suffix[0]]
            take(self.run, plan, suffix)
            if plan.when != STEP or state.taken < self.rules.ruleset.figure_limit[1]:
                return
        state.stage += 1

    def undo(self) -> None:
        """Go back to before the last action. Raises :class:`IllegalActionError` if there is none, or no history is kept."""
        if not self._history:
            raise IllegalActionError(
                "there is nothing to take back" if self._history is not None else "this game keeps no history"
            )
        state, events = self._history.pop()
        self.run.load(state)
        del self.run.log[events:]
        self.moves.pop()
        self._resume()

    def _resume(self) -> None:
        if self.run.state.agenda:
            events = len(self.run.log)
            self.run.work()
            del self.run.log[events:]

    # In and out

    def to_json(self) -> dict[str, Any]:
        """Return the game as JSON data, in the middle of an effect too. What happened before is not in it: see :meth:`save`."""
        return {"rules": self.rules.ruleset.fingerprint, "state": plain.dump(self.run.state)}

    @classmethod
    def from_json(cls, rules: Rules, data: Any) -> Game:  # noqa: ANN401  what is read may be anything
        """Go on with a game that :meth:`to_json` wrote. Raises ``ValueError`` for data of other rules, or of another shape."""
        if not isinstance(data, Mapping) or data.get("rules") != rules.ruleset.fingerprint:
            raise ValueError("this is no game by these rules: the entries on the table are others")
        return cls(rules, position=data.get("state", {}))

    def _position(self, data: Any) -> State:  # noqa: ANN401
        """Return the state of a position. Raises ``ValueError`` where its effects under way are none of these rules."""
        state = plain.load(self.rules.ruleset, data)
        programs = self.rules.programs.all
        for frame in state.agenda:
            numbers = len(frame) >= 2 and all(isinstance(v, int) for v in frame[:2])
            if not numbers or not 0 <= frame[0] < len(programs):
                raise ValueError("this is no state of a game: `agenda` cannot be so")
            program = programs[frame[0]]
            if not 0 <= frame[1] <= len(program.code) or len(frame) != program.size:
                raise ValueError("this is no state of a game: `agenda` cannot be so")
        if state.stage >= len(self.rules.stages):
            raise ValueError("this is no state of a game: `stage` cannot be so")
        return state

    def view(self, player: int | None = None) -> dict[str, Any]:
        """Return what a player may see, in words and JSON data; with None what everybody sees. The order of the piles is in neither."""
        if player is not None and player not in range(self.rules.players):
            raise ValueError(f"there is no player {player!r}: they are numbered from 0 to {self.rules.players - 1}")
        teller = Teller(self.run, self.rules.placing)
        seen = teller.view()
        seen["turn"] = self.colours[self.state.active]
        seen["decides"] = None if self.player is None else self.colours[self.player]
        seen["you"] = None if player is None else self.colours[player]
        return seen
