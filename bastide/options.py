"""The options that several verbs take."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from bastide.report import FindingFormat

SWITCH = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}


class Format(StrEnum):
    """How a verb shows what it tells."""

    human = "human"
    json = "json"


def _edition(word: str) -> str:
    return word.strip().lower()


Packs = Annotated[list[Path] | None, typer.Option("--pack", metavar="DIR", help="A fan's pack; may be given again.")]
Form = Annotated[Format, typer.Option("--format", help="For people, or for programs.")]
FindingForm = Annotated[FindingFormat, typer.Option("--format", help="For people, for editors, or for programs.")]
Edition = Annotated[str | None, typer.Option(metavar="E", help="An edition: c1, c2, c3, c3.1.", parser=_edition)]
With = Annotated[
    str | None,
    typer.Option(
        "--with",
        metavar="BOX,..",
        help="The boxes on the table, each BOX[@EDITION][:MODULE+MODULE]: `base:` leaves all modules of base out. "
        "Without --edition it is the newest in which they exist.",
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="K[=yes|no]",
        help="A choice that a box leaves to the players, as in early-farmers; may be given again.",
    ),
]
Players = Annotated[int, typer.Option(metavar="N", help="How many play.")]
Lang = Annotated[str, typer.Option("--lang", metavar="L", help="The language of the texts.")]


def switches(words: list[str] | None) -> dict[str, bool]:
    """Return what ``--option`` says: ``K`` and ``K=yes`` are on, ``K=no`` is off, and the last word on one counts.

    Raises ``ValueError`` with a sentence for a value that is neither.
    """
    found = {}
    for word in words or ():
        name, equals, value = (part.strip().lower() for part in word.partition("="))
        if equals and value not in SWITCH:
            raise ValueError(f"an option is on or off: write {name}=yes or {name}=no")
        found[name] = not equals or SWITCH[value]
    return found


def listed(text: str | None) -> list[str] | None:
    """Return the words of a comma-separated list, None for none."""
    return [word.strip() for word in text.split(",") if word.strip()] if text is not None else None
