"""The three faces of a finding: for people (the author's own lines echoed), for editors (``gnu``), for programs (JSON)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.console import Console
from rich.text import Text

from bastide.options import FindingFormat
from bastide.terminal import printable, put_json, say
from catalog import Finding

WIDE = 120
"""A line of the author that is longer is shown in part."""


def show(findings: Iterable[Finding], form: FindingFormat, console: Console, lines_of: Callable[[str], list[str]]) -> None:
    """Print findings to a console (JSON to stdout). ``lines_of`` gives the lines of a file by the name that findings show."""
    listed = list(findings)
    match form:
        case FindingFormat.json:
            put_json({"findings": [f.as_dict() for f in listed]})
        case FindingFormat.gnu:
            for finding in listed:
                say(gnu(finding), to=console)
        case FindingFormat.human:
            for finding in listed:
                console.print(human(finding, lines_of))


def gnu(finding: Finding) -> str:
    """Return a finding as ``file:line:column: severity: message [CODE]``, which editors can jump to: always one line."""
    hint = f" ({finding.hint})" if finding.hint else ""
    message = " ".join(f"{finding.message}{hint}".split())
    return f"{finding.file}:{finding.line}:{finding.column}: {finding.severity}: {message} [{finding.code}]"


def human(finding: Finding, lines_of: Callable[[str], list[str]]) -> Text:
    """Return a finding with the author's line and a mark under the place, what to write instead, and the other place."""
    colour = "red" if finding.severity == "error" else "yellow"
    shown = Text()
    shown.append(f"{printable(finding.file)}:{finding.line}:{finding.column}: ", "bold")
    shown.append(f"{finding.severity}: ", colour)
    shown.append(printable(finding.message))
    shown.append(f" [{finding.code}]\n", "dim")
    _echo(shown, lines_of(finding.file), finding.line, finding.column, colour)
    if finding.hint:
        shown.append("   -> ", "green")
        shown.append(f"{printable(finding.hint)}\n")
    for other in finding.related:
        shown.append(f"   {printable(other.file)}:{other.line}:{other.column}: ", "bold")
        shown.append(f"{printable(other.message)}\n")
        _echo(shown, lines_of(other.file), other.line, other.column, "cyan")
    return shown


def _echo(shown: Text, lines: list[str], line: int, column: int, colour: str) -> None:
    if not (0 < line <= len(lines) and lines[line - 1].strip()):
        return
    number = f"{line:>6} | "
    text, before = _part(lines[line - 1].rstrip("\r"), column - 1)
    shown.append(number, "dim")
    shown.append(f"{text}\n")
    # Tabs of the line are tabs here, so that the mark stands under its place however wide they are; wide letters take two.
    pad = "".join("\t" if c == "\t" else " " * max(1, Text(c).cell_len) for c in text[:before])
    shown.append(" " * len(number) + pad)
    shown.append("^\n", colour)


def _part(line: str, place: int) -> tuple[str, int]:
    """Return a line, or the part of a very long one around a place, and where the place is in it."""
    start = max(0, place - WIDE // 2) if len(line) > WIDE else 0
    before = printable(line[start:place])
    part = before + printable(line[place : start + WIDE])
    more = "…" if start + WIDE < len(line) else ""
    return ("…" if start else "") + part + more, len(before) + (1 if start else 0)
