"""The three faces of a finding: for people (the author's own lines echoed), for editors (``gnu``), for programs (JSON)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from enum import StrEnum

from rich.console import Console
from rich.text import Text

from catalog import Finding


class FindingFormat(StrEnum):
    """How findings are shown."""

    human = "human"
    gnu = "gnu"
    json = "json"


def show(findings: Iterable[Finding], form: FindingFormat, console: Console, lines_of: Callable[[str], list[str]]) -> None:
    """Print findings to a console. ``lines_of`` gives the lines of a file by the name that findings show."""
    listed = list(findings)
    match form:
        case FindingFormat.json:
            console.out(json.dumps({"findings": [f.as_dict() for f in listed]}, ensure_ascii=False, indent=2), highlight=False)
        case FindingFormat.gnu:
            for finding in listed:
                console.out(gnu(finding), highlight=False)
        case FindingFormat.human:
            for finding in listed:
                console.print(human(finding, lines_of), soft_wrap=True)


def gnu(finding: Finding) -> str:
    """Return a finding as ``file:line:column: severity: message [CODE]``, which editors can jump to."""
    hint = f" ({finding.hint})" if finding.hint else ""
    return f"{finding.file}:{finding.line}:{finding.column}: {finding.severity}: {finding.message}{hint} [{finding.code}]"


def human(finding: Finding, lines_of: Callable[[str], list[str]]) -> Text:
    """Return a finding with the author's line and a mark under the place, what to write instead, and the other place."""
    colour = "red" if finding.severity == "error" else "yellow"
    shown = Text()
    shown.append(f"{finding.file}:{finding.line}:{finding.column}: ", "bold")
    shown.append(f"{finding.severity}: ", colour)
    shown.append(finding.message)
    shown.append(f" [{finding.code}]\n", "dim")
    _echo(shown, lines_of(finding.file), finding.line, finding.column, colour)
    if finding.hint:
        shown.append("   -> ", "green")
        shown.append(f"{finding.hint}\n")
    for other in finding.related:
        shown.append(f"   {other.file}:{other.line}:{other.column}: ", "bold")
        shown.append(f"{other.message}\n")
        _echo(shown, lines_of(other.file), other.line, other.column, "cyan")
    return shown


def _echo(shown: Text, lines: list[str], line: int, column: int, colour: str) -> None:
    if 0 < line <= len(lines) and lines[line - 1].strip():
        number = f"{line:>6} | "
        shown.append(number, "dim")
        shown.append(f"{lines[line - 1]}\n")
        shown.append(" " * (len(number) + column - 1))
        shown.append("^\n", colour)
