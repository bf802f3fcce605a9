"""The options that several verbs take."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Format(StrEnum):
    """How a verb shows what it tells."""

    human = "human"
    json = "json"


class FindingFormat(StrEnum):
    """How findings are shown."""

    human = "human"
    gnu = "gnu"
    json = "json"


def edition_word(word: str) -> str:
    """Return an edition as it was asked for, in small letters."""
    return word.strip().lower()


def path_word(word: str | Path) -> Path:
    """Return a path as it was given. An empty one, as from a variable of the shell that is not set, would be the working folder."""
    if not str(word).strip():
        raise typer.BadParameter("an empty word is no path")
    return Path(word)


Packs = Annotated[
    list[Path] | None, typer.Option("--pack", metavar="DIR", parser=path_word, help="A fan's pack; may be given again.")
]
Form = Annotated[Format, typer.Option("--format", help="For people, or for programs.")]
FindingForm = Annotated[FindingFormat, typer.Option("--format", help="For people, for editors, or for programs.")]
Edition = Annotated[str | None, typer.Option(metavar="E", help="An edition: c1, c2, c3, c3.1.", parser=edition_word)]
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
        metavar="OPTION=VALUE",
        help="A choice that a box leaves to the players, as in small-cities=one-a-tile; may be given again, "
        "and the last word on one counts.",
    ),
]
Players = Annotated[int, typer.Option(metavar="N", help="How many play.")]
BaseUrl = Annotated[str, typer.Option(metavar="URL", help="Where the site will be, for whole addresses of its pages.")]
Lang = Annotated[str, typer.Option("--lang", metavar="L", help="The language of the texts.")]


def listed(text: str | None) -> list[str] | None:
    """Return the words of a comma-separated list, None for none."""
    return [word.strip() for word in text.split(",") if word.strip()] if text is not None else None
