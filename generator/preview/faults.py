"""What is wrong, as a page shows it: findings with the author's line, and errors of templates and examples turned into findings."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, TemplateSyntaxError
from markupsafe import Markup

from catalog import Catalog, Finding
from catalog.yamlfile import read

Lines = Callable[[str], Sequence[str]]
"""Gives the lines of a file by the name that findings show."""
_LONG = 160
"""Of a longer line, so many characters round the place are shown."""
_MANY = 20
"""So many findings are shown on a page: more would only bury it."""
_CODE = Path(__file__).resolve().parents[2]


class ExampleError(Exception):
    """An example cannot be played; ``example`` is its id."""

    def __init__(self, example: str, message: str) -> None:
        """Take the example and the sentence that says why."""
        super().__init__(message)
        self.example = example


@dataclass(frozen=True, slots=True)
class Place:
    """Another place that a fault is about."""

    place: str
    message: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A finding as a page shows it. ``line`` is the author's own, in two parts: ``before`` the place, and from there on."""

    place: str
    code: str
    message: str
    hint: str | None
    line: str | None
    before: str
    after: str
    related: tuple[Place, ...]


def fault(finding: Finding, lines: Lines) -> Fault:
    """Return a finding with the author's line."""
    there = lines(finding.file)
    line = there[finding.line - 1].rstrip("\r\n") if 0 < finding.line <= len(there) else ""
    at = max(0, finding.column - 1)
    start = max(0, at - _LONG // 2) if len(line) > _LONG else 0
    return Fault(
        place=_place(finding.file, finding.line, finding.column),
        code=finding.code,
        message=finding.message,
        hint=finding.hint,
        line=line if line.strip() else None,
        # How far it is indented does not show on a narrow screen anyway; it would hide what the finding is about.
        before=f"…{line[start:at]}" if start else line[:at].lstrip(),
        after=line[at : start + _LONG] + ("…" if start + _LONG < len(line) else ""),
        related=tuple(Place(_place(r.file, r.line, r.column), r.message) for r in finding.related),
    )


def _place(file: str, line: int, column: int) -> str:
    return f"{file}:{line}:{column}"


def finding_of(error: Exception, site: Path, catalog: Catalog) -> Finding:
    """Return what went wrong while a page was made as a finding, at the place in a template, an example, or else in our code."""
    message = f"{error}" or type(error).__name__
    if isinstance(error, ExampleError):
        return Finding("example-fails", "error", *_example(error.example, catalog), "", message, None)
    if isinstance(error, TemplateSyntaxError):
        name = _shown(error.filename or "", site) or f"{site.name}/templates/{error.name}"
        return Finding("template-syntax", "error", name, error.lineno, 1, "", message, None)
    frames = [(frame.filename, frame.lineno or 1) for frame in traceback.extract_tb(error.__traceback__)]
    for filename, line in reversed(frames):
        if (file := _shown(filename, site)) is not None:
            return Finding("template-error", "error", file, line, 1, "", f"{type(error).__name__}: {message}", None)
    ours = [(Path(filename), line) for filename, line in frames if Path(filename).is_relative_to(_CODE)]
    path, line = ours[-1] if ours else (Path(__file__), 1)
    return Finding("page-fails", "error", f"{path.relative_to(_CODE)}", line, 1, "", f"{type(error).__name__}: {message}", None)


def _shown(filename: str, site: Path) -> str | None:
    """Return the name of a file of the site as findings show it; None for any other file."""
    path = Path(filename)
    return f"{site.name}/{path.relative_to(site).as_posix()}" if path.is_relative_to(site) else None


def _example(example: str, catalog: Catalog) -> tuple[str, int, int]:
    origin = catalog.origins["example", example]
    in_pack = any(origin.file.startswith(f"{pack}/") for pack in catalog.packs)
    file = read(Path(origin.file) if in_pack else catalog.root / origin.file, origin.file)
    return origin.file, *file.position((*origin.path, "id"))


class Panels:
    """Sets what is wrong into pages, with the templates in ``folder``."""

    def __init__(self, folder: Path, lines: Lines) -> None:
        """``lines`` are those of the files that findings name."""
        env = Environment(loader=FileSystemLoader(folder), autoescape=True, trim_blocks=True, lstrip_blocks=True)
        self._macros = env.get_template("live.html.j2").module
        self._lines = lines

    def alone(self, findings: Iterable[Finding], version: str) -> str:
        """Return a page of nothing but findings, for one that cannot be shown."""
        found = list(findings)
        return self._set("alone", self._faults(found), _sentence(found), version).lstrip()

    def within(
        self, page: str, version: str, errors: Sequence[Finding] = (), warnings: Sequence[Finding] = (), notice: str = ""
    ) -> str:
        """Return a page with the script that loads it again, errors above all else, and warnings and a notice at its foot."""
        top = self._set("top", self._faults(errors), _sentence(errors)) if errors else ""
        foot = self._set("notice", notice) if notice else ""
        foot += self._set("foot", self._faults(warnings), _sentence(warnings)) if warnings else ""
        page = _before(page, "</head>", self._set("head", version))
        page = _before(page, "</body>", foot)
        opened = page.find("<body")
        end = page.find(">", opened) + 1
        return page[:end] + top + page[end:] if opened >= 0 else top + page

    def _faults(self, findings: Iterable[Finding]) -> list[Fault]:
        return [fault(finding, self._lines) for finding in list(findings)[:_MANY]]

    def _set(self, macro: str, *arguments: object) -> str:
        found: Markup = getattr(self._macros, macro)(*arguments)
        return str(found)


def _before(page: str, tag: str, inserted: str) -> str:
    start, found, end = page.rpartition(tag)
    return start + inserted + found + end if found else page + inserted


def _sentence(findings: Sequence[Finding]) -> str:
    word = "error" if any(f.severity == "error" for f in findings) else "warning"
    if len(findings) == 1:
        return f"1 {word} in the files"
    shown = f", of which these are the first {_MANY}" if len(findings) > _MANY else ""
    return f"{len(findings)} {word}s in the files{shown}"
