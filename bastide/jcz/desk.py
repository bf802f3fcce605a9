"""The moves of a file, one after another, as actions of our game.

JCloisterZone tells a tile and the figure on it as two moves, and then ends the turn; with us both are one action, and what follows
from it follows at once. So a tile waits here until the next move tells what goes with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bastide.jcz.names import Names
from bastide.jcz.reading import Deployment, NeutralMove, Picking, Placement, Record, Taking, TokenMove, payload
from bastide.jcz.setup import Laid
from bastide.jcz.wants import PIECE, TO, Wants, best
from catalog.formats import MoveKind
from engine import Event, IllegalActionError, SavedGameError
from engine.state import CELL, cell_of

Words = dict[str, Any]
Told = tuple[Any, Words]


class Desk:
    """Plays the moves of a file. ``notes`` are sentences on what went otherwise than there, without harm."""

    def __init__(self, laid: Laid) -> None:
        """Begin before the first move."""
        self.game = laid.game
        self.form = laid.form
        self.names = Names(laid)
        self.waiting: Words | None = None
        """The placement that waits for what goes with it."""
        self.unended = False
        """Whether something was done in this turn after the tile was placed, and the turn was not ended."""
        self.ended = False
        """Whether the file has ended this turn; what still comes in it does not have to be ended again."""
        self.turn = -1
        self.last: MoveKind | None = None
        self.mover: int | None = None
        """Who made the last move, where the file says it."""
        self.told_of = len(self.game.run.log)
        """How much of what happened the file has told of, as far as figures went on by themselves."""
        self.notes: list[str] = []

    def play(self, number: int, record: Record) -> None:
        """Play a move. Raises :class:`SavedGameError` for one that is not legal with us, and for one that we do not know."""
        kind = self.form.moves.get(record.type)
        where = f"move {number} ({record.type})"
        if kind is None:
            raise SavedGameError(f"{where} is not supported: nobody here knows what such a move is")
        try:
            match kind.does:
                case "place":
                    self._place(record)
                case "pass":
                    self._pass(where)
                case "end":
                    self._end()
                case "move":
                    self._move(self._wants(kind, record), record)
                case "put" | "take" | "spend" | "pick":
                    self._choose(self._wants(kind, record), record)
                case _:
                    pass
        except IllegalActionError as error:
            raise SavedGameError(f"{where} is not legal: {error}", error.statements) from error
        except SavedGameError as error:
            raise SavedGameError(f"{where}: {error}", error.statements) from error
        self.last, self.mover = kind, record.player

    # What is to be seen

    def by_itself(self) -> Event | None:
        """Return the first step of a figure that our game has made, as there was no choice, before the file tells of it."""
        return next((event for event in self.game.events[self.told_of :] if event.what == "walk"), None)

    def told(self) -> list[Told]:
        """Return every action with its words."""
        return [(action, self.game.describe(action)) for action in self.game.actions()]

    def with_tile(self) -> list[Told]:
        """Return the actions that place the tile as it waits."""
        return [(action, words) for action, words in self.told() if self._lies(words)]

    def here(self) -> bool:
        """Tell whether the turn of the last tile goes on."""
        return self.game.state.turn == self.turn and not self.game.over

    def lay(self) -> bool:
        """Place the tile that waits, with nothing on it; tell whether something could have gone with it in the same action."""
        there = self.with_tile()
        joint = [words for _, words in there if {"put", "offer", "choose"} & set(words)]
        alone = [action for action, words in there if is_bare(words)] or [action for action, words in there if is_across(words)]
        if len(alone) != 1:
            raise SavedGameError("it says too little: our rules know several ways to place the tile so")
        self.waiting = None
        self.game.apply(alone[0])
        self.unended = True
        return bool(joint)

    def _lies(self, words: Words) -> bool:
        wanted = self.waiting
        if wanted is None or "place" not in words:
            return False
        rules = self.game.rules.ruleset
        if words["place"] != wanted["place"] or words["tile"] != wanted["tile"]:
            return False
        lies = rules.rotations(rules.design_index[wanted["tile"]])
        return bool(lies[words["turns"] // 90] == lies[wanted["turns"] // 90])

    def decline(self) -> Words | None:
        """Decline what is offered or asked now, and return that action; None where nothing can be declined."""
        for action, words in self.told():
            if is_decline(words):
                self.game.apply(action)
                self.unended = True
                return words
        return None

    # The kinds of moves

    def _place(self, record: Record) -> None:
        said: Placement = payload(Placement, record.payload)
        if self.waiting is not None or self.unended:
            raise SavedGameError("the turn before was not ended")
        while self.here() and (declined := self.decline()) is not None:
            self._declined(declined)
        self._turn_of(record)
        state = self.game.state
        designs = self.names.designs(said.tileId)
        drawn = self.game.rules.ruleset.designs[state.drawn] if state.drawn >= 0 else None
        design = drawn if drawn in designs else next(iter(designs))
        turns = (int(said.rotation[1:]) + designs[design]) % 360
        self.waiting = {"place": list(said.position), "tile": design, "turns": turns}
        if not self.with_tile():
            words, self.waiting = self.waiting, None
            self.game.find(words)
            raise SavedGameError("the tile cannot be placed so")
        self.turn, self.ended, self.told_of = state.turn, False, len(self.game.run.log)

    def _turn_of(self, record: Record) -> None:
        player = self.game.player
        if player is None:
            raise SavedGameError("the game is over")
        if record.player is not None and record.player != player:
            raise SavedGameError(f"it is the turn of {self.names.players[player]}")

    def _pass(self, where: str) -> None:
        joint = self.waiting is not None and self.lay()
        declined = None if joint or not self.here() else self.decline()
        if joint or declined is not None:
            if joint or "pass" in (declined or {}):
                self._pass_on()
            return
        if self.here() and not self._placing():
            raise SavedGameError("what is asked now cannot be declined", self._asking())
        self.notes.append(f"{where} declines something that our rules do not offer")

    def _end(self) -> None:
        if self.waiting is not None:
            self.lay()
        self._pass_on()
        self.unended, self.ended = False, True

    def _pass_on(self) -> None:
        """Take no more of what the step offers, however often it does."""
        while self.here() and (found := [action for action, words in self.told() if "pass" in words]):
            self.game.apply(found[0])

    def _placing(self) -> bool:
        return any("place" in words for _, words in self.told())

    def _asking(self) -> tuple[str, ...]:
        named = [words.get("statement", words.get("offer")) for _, words in self.told()]
        return tuple(dict.fromkeys(statement for statement in named if statement is not None))

    def _wants(self, kind: MoveKind, record: Record) -> Wants:
        names, says = self.names, frozenset(kind.statements)
        match kind.does:
            case "put":
                put: Deployment = payload(Deployment, record.payload)
                piece, of = names.piece(put.meepleId)
                mover = self.game.player if record.player is None else record.player
                if mover is not None and of != self.game.colours[mover % len(self.game.colours)]:
                    raise SavedGameError(f"the figure `{put.meepleId}` is not theirs")
                return Wants(frozenset({PIECE, TO}), piece, of, to=names.place(put.pointer), statements=says)
            case "move":
                move: NeutralMove = payload(NeutralMove, record.payload)
                goal = names.goal(move.to)
                needs = frozenset({PIECE if move.to is None else TO})
                return Wants(needs, names.neutral(move.figureId), to=goal[0], beside=goal[1], statements=says)
            case "take":
                taken: Taking = payload(Taking, record.payload)
                pointer = taken.pointer
                name = pointer.meepleId if pointer is not None else taken.meepleId
                if name is None:
                    raise SavedGameError("it does not say which figure")
                stands = names.place(pointer.featurePointer) if pointer is not None else None
                says |= names.source(record.payload.get("source"))
                return Wants(frozenset({PIECE}), *names.piece(name), stands, statements=says)
            case "pick":
                picked: Picking = payload(Picking, record.payload)
                return Wants(frozenset({TO}), to=names.goal(picked.pointer)[0], statements=says)
            case _:
                spent: TokenMove = payload(TokenMove, record.payload)
                return Wants(frozenset({TO}), names.token(spent.token), to=names.goal(spent.pointer)[0], statements=says)

    def _move(self, wants: Wants, record: Record) -> None:
        """Move a figure that is nobody's, unless it has gone there by itself."""
        if self.waiting is not None and all(is_bare(words) for _, words in self.with_tile()):
            self.lay()
        if not self._went(wants):
            self.told_of = len(self.game.run.log)
            self._choose(wants, record)
            self._went(wants)
        self.unended = not self.ended

    def _went(self, wants: Wants) -> bool:
        """Tell whether the next step of which the file has not told is the one that is wanted, and take it as told."""
        step, rules = self.by_itself(), self.game.rules.ruleset
        if step is None or wants.to is None or step.to != CELL + cell_of(*wants.to.at):
            return False
        if rules.figures[self.game.state.piece_kind[step.piece]] != wants.piece:
            return False
        self.told_of = self.game.events.index(step, self.told_of) + 1
        return True

    def _choose(self, wants: Wants, record: Record) -> None:
        if self.waiting is not None and self._with_tile(wants):
            return
        # What may be done at any time may also come before the tile.
        anew = not self.here() and not self.unended
        if not ((anew or self.here()) and self._seek(wants, frozenset(), 4)) and not self._before(wants):
            self._turn_of(record)
            raise self._reason(wants, None, 0)
        self.unended = not anew

    def _before(self, wants: Wants) -> bool:
        """Do what is wanted before the last action, and that again: what may be done at any time is asked for here while the turn
        still goes on, and the last action ended it.
        """
        if self.here() or not self.unended:
            return False
        last = self.game.moves[-1]
        self.game.undo()
        if self._seek(wants, frozenset(), 1):
            if last in self.game.actions():
                self.game.apply(last)
                return True
            self.game.undo()
        self.game.apply(last)
        return False

    def _with_tile(self, wants: Wants) -> bool:
        """Do what is wanted together with the tile that waits; where that is a matter of its own, lay the tile and return False."""
        there = self.with_tile()
        found = best((a, m) for a, w in there if not is_bare(w) and (m := self._met(wants, w)))
        # Pieces of a kind are all the same.
        found = list({str(self.game.describe(a)): (a, met) for a, met in found if wants.needs <= met}.values())
        words = self.waiting
        if len(found) == 1:
            self.waiting, self.unended = None, True
            self.game.apply(found[0][0])
            return True
        if found or any({"put", "offer", "choose"} & set(told) for _, told in there):
            raise self._reason(wants, words, len(found))
        self.lay()
        if not self.here():
            self.game.undo()
            raise self._reason(wants, words, 0)
        return False

    def _seek(self, wants: Wants, done: frozenset[str], steps: int) -> bool:
        """Do what is wanted in as many actions as our rules ask for it; tell whether it could be done, else do nothing.

        What they ask about before, and the file does not tell of, is declined.
        """
        for action, met in best((a, m) for a, w in self.told() if "place" not in w and (m := self._met(wants, w))):
            if met <= done:
                continue
            self.game.apply(action)
            if wants.needs <= met | done or self.names.lies(wants.piece, wants.to):
                return True
            if steps > 1 and self.here() and self._seek(wants, met | done, steps - 1):
                return True
            self.game.undo()
        if steps > 1 and not done and self.here() and (declined := self.decline()) is not None:
            if self._seek(wants, done, steps - 1):
                self._declined(declined)
                return True
            self.game.undo()
        return False

    def _declined(self, words: Words) -> None:
        """Note a choice that was declined; that no more is done in a step goes without saying."""
        if "pass" in words:
            return
        self.notes.append(f"by `{words['statement']}` our rules ask what the file does not tell of: declined")

    def _met(self, wants: Wants, words: Words) -> frozenset[str] | None:
        return wants.met(words, self.names.standing(wants.piece))

    def _reason(self, wants: Wants, placement: Words | None, found: int) -> Exception:
        """Return why our rules do not let this be done now."""
        if found > 1:
            return SavedGameError("it says too little: our rules know several ways to do this")
        to = wants.to
        move: Words = {**(placement or {}), "choose": []}
        if to is not None and to.kind is not None:
            on: Words = {"kind": to.kind, "port": min(to.ports)} if to.ports else {"kind": to.kind, "ports": []}
            move = {**(placement or {}), "put": {"piece": wants.piece, "at": list(to.at), "on": on}}
        try:
            self.game.find(move)
        except IllegalActionError as error:
            return error
        return IllegalActionError("our rules offer nothing like it now", self._asking())


def is_bare(words: Mapping[str, Any]) -> bool:
    """Tell whether an action places a tile and does nothing with it."""
    return "place" in words and not {"put", "offer", "choose", "span"} & set(words)


def is_across(words: Mapping[str, Any]) -> bool:
    """Tell whether an action places a tile together with a piece that leads across that tile itself."""
    return "span" in words and words["span"]["at"] == words["place"]


def is_decline(words: Mapping[str, Any]) -> bool:
    """Tell whether an action declines what is offered or asked."""
    return "pass" in words or words.get("choose") == "nothing"
