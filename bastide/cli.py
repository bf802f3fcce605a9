"""The command line: the verbs, fetched when they are called, and how a run of the program ends."""

from __future__ import annotations

import atexit
import gc
import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_group

from bastide.terminal import end, prepare

# Nearly all that a run makes stays until its end: Python would look for garbage a hundred times, in vain.
gc.set_threshold(100_000)
# Nor for a last time before it ends: then all goes with the process.
atexit.register(gc.freeze)

VERBS = {
    "authors": ("check", "new", "translate"),
    "entries": ("show", "find-tile", "coverage"),
    "rulings": ("can", "rulings"),
    "changes": ("diff",),
    "games": ("play", "replay", "explain", "simulate"),
    "rulebook": ("rulebook",),
    "publish": ("build", "serve"),
}
"""The verbs by the module of :mod:`bastide.verbs` that has them, in the order in which help tells them."""


class Verbs(TyperGroup):
    """Knows each verb by its name, and imports its module when it is called or its help is told: an answer waits for no site."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401  typer's own
        """Put the names of the verbs where typer looks for them."""
        super().__init__(**settings)
        self.commands: dict[str, Any] = dict.fromkeys(verb for verbs in VERBS.values() for verb in verbs)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401  typer has its own click, or that of the machine
        """Return a verb, or None where there is none of this name."""
        if self.commands.get(cmd_name, cmd_name) is None:
            module = next(module for module, verbs in VERBS.items() if cmd_name in verbs)
            fetched = typer.Typer(**SETTINGS)
            fetched.add_typer(import_module(f"bastide.verbs.{module}").app)
            self.commands.update(get_group(fetched).commands)
        return super().get_command(ctx, cmd_name)


# Without rich's markup, help and messages are plain text: [square brackets] stay, and no frame is drawn into a pipe.
SETTINGS: dict[str, Any] = {"add_completion": False, "pretty_exceptions_enable": False, "rich_markup_mode": None}
app = typer.Typer(
    cls=Verbs,
    name="bastide",
    help="A rulebook that can be played: tiles, rules and rulings as data that is checked, asked and printed.",
    epilog="Example: bastide can dragon remove meeple --edition c3.1",
    context_settings={"help_option_names": ["-h", "--help"]},
    **SETTINGS,
)


def _version(asked: bool) -> None:
    if asked:
        from bastide.version import __version__  # noqa: PLC0415  to look for it takes longer than to answer

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
    """Run the command line and end the program: 0 all is well, 1 errors or a negative result, 2 wrong usage, 130 Ctrl-C.

    What another signal ends gives 128 with the number of the signal.
    """
    prepare()
    given = sys.argv[1:] if arguments is None else arguments
    sys.exit(end(lambda: app(given or ["--help"], prog_name="bastide", standalone_mode=False)) or (0 if given else 2))
