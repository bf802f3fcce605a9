"""The command line: the verbs, gathered, and how a run of the program ends."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from bastide import __version__
from bastide.terminal import end, prepare
from bastide.verbs import authors, entries, games, publish, rulings

app = typer.Typer(
    name="bastide",
    help="A rulebook that can be played: tiles, rules and rulings as data that is checked, asked and printed.",
    epilog="Example: bastide can dragon remove meeple --edition c3.1",
    add_completion=False,
    pretty_exceptions_enable=False,
    # Without rich's markup, help and messages are plain text: [square brackets] stay, and no frame is drawn into a pipe.
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for verbs in (authors, entries, rulings, games, publish):
    app.add_typer(verbs.app)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"bastide {__version__}")
        raise typer.Exit


@app.callback()
def _bastide(
    version: Annotated[
        bool | None, typer.Option("--version", callback=_version, is_eager=True, help="Tell the version and exit.")
    ] = None,
) -> None:
    pass


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and end the program: 0 all is well, 1 errors or a negative result, 2 wrong usage, 130 Ctrl-C."""
    prepare()
    given = sys.argv[1:] if arguments is None else arguments
    sys.exit(end(lambda: app(given or ["--help"], prog_name="bastide", standalone_mode=False)) or (0 if given else 2))
