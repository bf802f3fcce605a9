"""What is said around rules and answers: headings, verdicts and short sentences, in the language of the reader."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol


class Speaker(Protocol):
    """What is needed of a language."""

    def gettext(self, message: str) -> str:
        """Return a string of the interface."""


def N_(message: str) -> str:  # noqa: N802  by this name Babel finds what is translated where it is said
    """Mark a string of the interface."""
    return message


SECTIONS = {
    "overview": N_("Overview"),
    "contents": N_("What is in the box"),
    "setup": N_("Setting up"),
    "turn": N_("The course of a turn"),
    "turn-start": N_("At the beginning of a turn"),
    "draw-tile": N_("Drawing a tile"),
    "place-tile": N_("Placing the tile"),
    "place-figure": N_("Placing a figure"),
    "score": N_("Scoring"),
    "turn-end": N_("At the end of a turn"),
    "game-end": N_("The end of the game"),
    "final-scoring": N_("Scoring at the end"),
    "tiles": N_("The tiles"),
    "general": N_("In general"),
    "interactions": N_("Rulings with other boxes"),
}
VERDICTS = {
    "may": N_("may"),
    "may-not": N_("may not"),
    "must": N_("must"),
    "does": N_("does"),
    "does-not": N_("does not"),
    "need-not": N_("need not"),
    "not-stated": N_("not stated"),
}
CONFIDENCE = {"high": N_("well attested"), "medium": N_("fairly sure"), "low": N_("not sure")}
ONLY_ELSEWHERE = N_("This is stated only for other editions: %(editions)s.")
NOTHING_STATED = N_("No statement in the data says so.")
PLAY_GOES_ON = N_("Play goes on as if the answer were: %(verdict)s.")
STANDING_ON = N_("standing on: %(places)s")
INSTEAD_OF = N_("instead of: %(verdict)s. %(text)s")
BECAUSE = N_("for: %(text)s")
BUT = N_("but: %(verdict)s. %(text)s")
BUT_BY_THE_SAME = N_("but: %(verdict)s, by the same ruling")
AND_THEN = N_("and then: %(text)s")
NOT_YET = N_("play does not do this yet")
MESSAGES = (
    *SECTIONS.values(), *VERDICTS.values(), *CONFIDENCE.values(), ONLY_ELSEWHERE, NOTHING_STATED, PLAY_GOES_ON, STANDING_ON, INSTEAD_OF, BECAUSE, BUT,
    BUT_BY_THE_SAME, AND_THEN, NOT_YET,
)  # fmt: skip
"""Every string that is said here."""


@dataclass(frozen=True, slots=True)
class Sayings:
    """The sayings in one language. What has no translation is said in English."""

    language: Speaker

    def section(self, section: str) -> str:
        """Return the heading of a section of the rules."""
        return self.language.gettext(SECTIONS[section])

    def verdict(self, verdict: str) -> str:
        """Return the words of a verdict."""
        return self.language.gettext(VERDICTS[verdict])

    def confidence(self, confidence: str) -> str:
        """Return how sure a reading is."""
        return self.language.gettext(CONFIDENCE[confidence])

    def only_elsewhere(self, editions: Iterable[str]) -> str:
        """Return the caveat of an answer that other editions give."""
        return self.language.gettext(ONLY_ELSEWHERE) % {"editions": ", ".join(editions)}

    def nothing_stated(self) -> str:
        """Return the sentence of an answer without rulings."""
        return self.language.gettext(NOTHING_STATED)

    def play_goes_on(self, verdict: str) -> str:
        """Return by what verdict play goes on where nothing is stated."""
        return self.language.gettext(PLAY_GOES_ON) % {"verdict": self.verdict(verdict)}

    def standing_on(self, places: Iterable[str]) -> str:
        """Return where the target of a question stands, by the names of the places."""
        return self.language.gettext(STANDING_ON) % {"places": ", ".join(places)}

    def instead_of(self, verdict: str, text: str) -> str:
        """Return the default that an answer departs from."""
        return self.language.gettext(INSTEAD_OF) % {"verdict": self.verdict(verdict), "text": text}

    def because(self, text: str) -> str:
        """Return why something counts as what a ruling speaks of."""
        return self.language.gettext(BECAUSE) % {"text": text}

    def but(self, verdict: str, text: str) -> str:
        """Return a ruling that gives another verdict under a condition."""
        return self.language.gettext(BUT) % {"verdict": self.verdict(verdict), "text": text}

    def but_by_the_same(self, verdict: str) -> str:
        """Return that a ruling which was told already gives another verdict under a condition."""
        return self.language.gettext(BUT_BY_THE_SAME) % {"verdict": self.verdict(verdict)}

    def and_then(self, text: str, *, pending: bool) -> str:
        """Return a consequence; of one that is ``pending``, that play does not do it yet."""
        said = self.language.gettext(AND_THEN) % {"text": text}
        return f"{said} ({self.language.gettext(NOT_YET)})" if pending else said
