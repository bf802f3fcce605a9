"""What a file asserts of its end, each sentence held against what came out here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from bastide.jcz.desk import Desk
from bastide.jcz.moment import Moment, moment
from bastide.jcz.options import Listed, Options, UnknownError
from catalog.formats import ActionName, NamedScore
from engine import SavedGameError, explain

Json = dict[str, Any]
Match = re.Match[str]


def assertion(text: str, status: str, got: object, reason: str | None = None) -> Json:
    """Return an assertion as JSON: its ``text``, its ``status``, what came out, and why it could not be held against that."""
    return {"text": text, "status": status, "got": got, "reason": reason}


class Checks:
    """Holds the assertions of a file against the game that was played."""

    def __init__(self, desk: Desk) -> None:
        """Look at a game after its last move."""
        self.desk = desk
        self.now: Moment = moment(desk)
        self.options = Options(desk, self.now)
        self.scored = explain(desk.game)
        self.used: set[int] = set()
        self.sentences: tuple[tuple[re.Pattern[str], Callable[[Match], tuple[bool, object]]], ...] = tuple(
            (re.compile(pattern, re.IGNORECASE), check)
            for pattern, check in (
                (r"(?P<name>.+) has (?P<points>-?\d+) points?", self._points),
                (r"(?P<name>.+) scored (?P<what>\S+) for (?P<points>-?\d+) points?", self._scored),
                (r"(?P<name>.+) has (?P<token>\S+) tokens? with count (?P<count>\d+)", self._token),
                (r"phase is (?P<phase>\w+)", self._phase),
                (r"player can(?P<no>'t|not| not)? pass", self._passes),
                (r"undo is (?P<no>not )?allowed", self._undoes),
                (r"available action (?P<action>\S+) for (?P<what>\S+)", self._available),
                (r"(?P<action>\w.*?) (?P<what>\S+) options: (?P<list>.+)", self._options),
            )
        )

    def check(self, text: str) -> Json:
        """Return an assertion with its status: ``pass``, ``fail``, or ``unsupported`` for what nobody here can tell."""
        for sentence, check in self.sentences:
            match = sentence.fullmatch(text.strip().removesuffix("."))
            if match is not None:
                try:
                    holds, got = check(match)
                except UnknownError as error:
                    return assertion(text, "unsupported", None, str(error))
                return assertion(text, "pass" if holds else "fail", got)
        return assertion(text, "unsupported", None, "nobody here knows what that states")

    def _player(self, name: str) -> int:
        names = self.desk.names.players
        if name not in names:
            raise UnknownError(f"nobody of that name plays: {', '.join(names)}")
        return names.index(name)

    def _points(self, match: Match) -> tuple[bool, object]:
        got = self.desk.game.scores[self._player(match["name"])]
        return got == _number(match["points"]), got

    def _scored(self, match: Match) -> tuple[bool, object]:
        player, points = self._player(match["name"]), _number(match["points"])
        what = self.desk.form.scored.get(match["what"].lower())
        if what is None:
            raise UnknownError(f"nobody here knows what `{match['what']}` is scored for")
        colour = self.desk.game.colours[player]
        there = [n for n, given in enumerate(self.scored) if given["player"] == colour and self._for(given, what)]
        fitting = next((n for n in there if n not in self.used and self.scored[n]["points"] == points), None)
        if fitting is not None:
            self.used.add(fitting)
        else:
            # What is given figure by figure here may be told of at once there.
            fitting = self._together([n for n in there if n not in self.used], points) if what.kind is None else None
        got = [self.scored[n]["points"] for n in there]
        # What is worth nothing is told of there, and is no event here: it is enough that their figure stood on such a feature.
        return fitting is not None or (points == 0 and what.kind is not None and self._stood(player, what.kind)), got

    def _together(self, there: list[int], points: int) -> int | None:
        """Return the first of several scores of one turn that are worth so many points together, which are used up by it."""
        turns: dict[int, list[int]] = {}
        for n in there:
            turns.setdefault(self.scored[n]["turn"], []).append(n)
        found = next((ns for ns in turns.values() if sum(self.scored[n]["points"] for n in ns) == points), None)
        self.used.update(found or ())
        return found[0] if found else None

    def _for(self, given: Json, what: NamedScore) -> bool:
        if what.kind is not None:
            return given["feature"] is not None and given["feature"]["kind"] == what.kind
        box_of = self.desk.names.catalog.box_of
        return given["feature"] is None and any(box_of[statement] == what.box for statement in given["statements"])

    def _stood(self, player: int, kind: str) -> bool:
        """Tell whether a figure of a player stands on a feature of a kind for which they got no points."""
        run = self.desk.game.run
        state, rules = run.state, run.rules
        index = rules.kind_index[kind]
        paid = {state.find(event.feature) for event in self.desk.game.events if event.what == "score" and event.player == player
                and event.feature >= 0}  # fmt: skip
        return any(
            state.kind[root] == index and root not in paid
            for piece, where in enumerate(state.where)
            if state.owner[piece] == player and 0 <= where < len(state.parent)
            for root in (state.find(where),)
        )

    def _token(self, match: Match) -> tuple[bool, object]:
        colour = self.desk.game.colours[self._player(match["name"])]
        try:
            piece = self.desk.names.token(match["token"])
        except SavedGameError as error:
            raise UnknownError(str(error)) from error
        supply = self.desk.game.view()["supply"]
        got = supply[colour].get(piece, 0)
        return got == _number(match["count"]), got

    def _phase(self, match: Match) -> tuple[bool, object]:
        form, box_of = self.desk.form, self.desk.names.catalog.box_of
        phase = form.phases.get(match["phase"])
        if phase is None:
            raise UnknownError(f"nobody here knows the phase `{match['phase']}`")
        got = [
            name
            for name, known in form.phases.items()
            if self.now.is_phase(known, form.figures[known.figure].figure if known.figure else None, box_of)
        ]
        return match["phase"] in got, got

    def _passes(self, match: Match) -> tuple[bool, object]:
        return self.now.passes is not bool(match["no"]), self.now.passes

    def _undoes(self, match: Match) -> tuple[bool, object]:
        return self.now.undoes is not bool(match["no"]), self.now.undoes

    def _available(self, match: Match) -> tuple[bool, object]:
        found = self.options.of(self._action(match["action"]), match["what"])
        return bool(found), sorted(item.text for item in found)

    def _options(self, match: Match) -> tuple[bool, object]:
        action = self._action(match["action"])
        wanted = frozenset(self.options.read(action, match["list"]))
        found = self.options.of(action, match["what"])
        return {item.key for item in found} == wanted, sorted(item.text for item in found)

    def _action(self, name: str) -> ActionName:
        known: Iterator[ActionName] = (
            action
            for key, action in self.desk.form.actions.items()
            if name.lower() in {key.lower(), (action.sentence or key).lower()}
        )
        found = next(known, None)
        if found is None:
            raise UnknownError(f"nobody here knows the action `{name}`")
        return found


def _number(digits: str) -> int:
    return int(digits) if len(digits) < 10 else -1


__all__ = ["Checks", "Listed", "assertion"]
