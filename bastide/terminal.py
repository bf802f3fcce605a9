"""What every verb does with the terminal: results to stdout, all else to stderr, and an end with a plain sentence."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from io import StringIO
from typing import TYPE_CHECKING, NoReturn

import typer

if TYPE_CHECKING:
    from rich.console import Console

SHORT = 60
"""So many characters of a word that somebody typed are shown back."""
LONG = 400
"""So many characters a message has at most."""

_COLOUR_ANYWHERE = ("FORCE_COLOR", "TTY_COMPATIBLE")
"""The environment variables by which rich shows colours where there is no terminal, too."""


class Outlet:
    """One of the two streams. Rich, which takes its time, is fetched for a terminal, or for what is more than lines of text."""

    def __init__(self, stream: str) -> None:
        """Write to a stream of :mod:`sys`, whatever that is when it is written to."""
        self._stream = stream

    @cached_property
    def console(self) -> Console:
        """The stream as rich has it. Plain text: nothing is wrapped, no [markup], no :emoji:, no colour but where it is asked for."""
        from rich.console import Console  # noqa: PLC0415

        return Console(soft_wrap=True, highlight=False, markup=False, emoji=False, stderr=self._stream == "stderr")

    def write(self, *parts: str | tuple[str, str]) -> None:
        """Write a line."""
        stream = getattr(sys, self._stream)
        if stream.isatty() or any(os.environ.get(name) for name in _COLOUR_ANYWHERE):
            _print(self.console, *parts)
        else:
            stream.write("".join(part if isinstance(part, str) else part[0] for part in parts).expandtabs() + "\n")
            stream.flush()


out = Outlet("stdout")
err = Outlet("stderr")

# Every version of typer raises click's wrong usage, and not every one lets it be imported.
UsageError: type[Exception] = typer.BadParameter.__mro__[1]


def say(*parts: str | tuple[str, str], to: Outlet | Console = out) -> None:
    """Print a line. A part is a text, or a text with a style for terminals that have one."""
    shown = [printable(part) if isinstance(part, str) else (printable(part[0]), part[1]) for part in parts]
    if isinstance(to, Outlet):
        to.write(*shown)
    else:
        _print(to, *shown)


def _print(console: Console, *parts: str | tuple[str, str]) -> None:
    from rich.text import Text  # noqa: PLC0415

    console.print(Text.assemble(*parts))


def fail(message: str, hint: str | None = None, code: int = 2) -> NoReturn:
    """End with a plain sentence on stderr: 2 for wrong usage, 1 for errors or a negative result."""
    _complain(message, hint)
    raise typer.Exit(code)


def _complain(message: str, hint: str | None = None) -> None:
    say(f"bastide: {message[:LONG]}{'…' if len(message) > LONG else ''}", to=err)
    if hint:
        say(f"   -> {hint}", to=err)


def put_json(value: object) -> None:
    """Print JSON, alone on stdout; where stdout cannot take every letter, with escapes."""
    ascii_only = "utf" not in (getattr(sys.stdout, "encoding", None) or "utf-8").lower()
    sys.stdout.write(json.dumps(value, ensure_ascii=ascii_only, indent=2) + "\n")


def quoted(word: str) -> str:
    """Return a word that somebody typed, for a message: its beginning, if it is long."""
    if not word.strip():
        return "an empty word"
    return f"`{word[:SHORT]}{'…' if len(word) > SHORT else ''}`"


def printable(text: str) -> str:
    """Return a text without what would command a terminal: control characters and halves of characters as escapes."""
    text = text.replace("\N{NO-BREAK SPACE}", " ")
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text)


def prepare() -> None:
    """Let a terminal that cannot show a letter show its number instead; what was closed swallows what it is told."""
    if sys.stdout is None:
        sys.stdout = StringIO()
    if sys.stderr is None:
        sys.stderr = StringIO()
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


class ToldToEndError(KeyboardInterrupt):
    """The program was told to end by the system, or its terminal was closed: whoever tidies up at Ctrl-C does so then too."""


def end(run: Callable[[], object]) -> int:
    """Run a verb and return the exit code. Whatever the user or the machine did wrong is told in a sentence.

    A program that is told to end, or whose terminal is closed, ends as at Ctrl-C: a game is saved, and nothing half-written is left.
    """
    with _told_to_end() as signals:
        code = _run(run)
    if signals:
        _let_go()
        return 128 + signals[0]
    return code


@contextmanager
def _told_to_end() -> Iterator[list[int]]:
    """Let the signals that end a program interrupt this one, once, and gather their numbers; those that are ignored stay so."""
    here, signals = os.getpid(), list[int]()

    def interrupt(number: int, _: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        if os.getpid() != here:
            # A copy of this process, which works for it, has nothing to save.
            os.kill(os.getpid(), number)
            return
        signals.append(number)
        raise ToldToEndError

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    changed = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    try:
        for number in changed:
            signal.signal(number, interrupt)
        yield signals
    finally:
        for number in changed:
            signal.signal(number, signal.SIG_DFL)


def _run(run: Callable[[], object]) -> int:
    try:
        code = run()
        sys.stdout.flush()
    except UsageError as error:
        return _wrong_usage(error)
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except BrokenPipeError:
        # Who read our output has seen enough.
        _let_go()
        return 1
    except OSError as error:
        _complain(f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error))
        _let_go()
        return 1
    return code if isinstance(code, int) else 0


def _let_go() -> None:
    """Write what is still to be written; where that fails, it goes nowhere, and Python does not stumble over it when it ends."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _wrong_usage(error: Exception) -> int:
    context, tell = getattr(error, "ctx", None), getattr(error, "format_message", None)
    message = " ".join((tell() if tell is not None else str(error)).split()).rstrip(".")
    # How typer's own validation begins its sentences.
    message = message.replace(": Value error, ", ": ")
    command = context.command_path if context is not None else "bastide"
    _complain(message[:1].lower() + message[1:], f"`{command} --help` tells how, with an example")
    return 2
