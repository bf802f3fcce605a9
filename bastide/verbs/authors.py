"""The verbs of authors and translators: ``check``, ``new``, ``translate``."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from bastide import checking, coverage, new
from bastide.options import BaseUrl, FindingForm, FindingFormat, Form, Format, Packs, listed, path_word
from bastide.reading import BOX_FILE, counted, lines_of, packs_of, read, refuse, site_address, spelled, tags_of
from bastide.report import show
from bastide.terminal import fail, out, put_json, say
from catalog import Catalog, ProverMissingError
from generator.i18n import SOURCE, Progress, TranslationError, extract_all, status_all, tags, update_all

app = typer.Typer()
PROOFS = {
    "done": "proved: on no table do two rulings contradict each other",
    "failed": "not proved: there are tables on which rulings contradict each other",
    "not-tried": "not proved: first the errors have to go",
}


class New(StrEnum):
    """What can be begun."""

    tile = "tile"
    expansion = "expansion"
    ruling = "ruling"


class Task(StrEnum):
    """What ``translate`` does."""

    extract = "extract"
    update = "update"
    status = "status"


@app.command(epilog="Example: bastide check my-pack --format gnu")
def check(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="PATH", parser=path_word, help="Packs, or files and folders of our data; without any, everything."
        ),
    ] = None,
    pack: Packs = None,
    proof: Annotated[
        bool,
        typer.Option(
            "--prove", help="Prove that rulings contradict each other on no table: any boxes, editions, modules, values."
        ),
    ] = False,
    form: FindingForm = FindingFormat.human,
) -> None:
    """Check the data, packs and translations. Every mistake is told in one run, with its file, line and column."""
    try:
        checked = checking.check(packs_of(paths), packs_of(pack), proof=proof)
    except ProverMissingError as error:
        fail(str(error), error.hint)
    catalog, findings = checked.catalog, checked.findings
    show(findings, form, out.console, lines_of(catalog))
    errors = sum(f.severity == "error" for f in findings)
    if form is FindingFormat.human:
        say(_summary(catalog, errors, len(findings) - errors))
        if checked.proof is not None:
            say(PROOFS[checked.proof])
    raise typer.Exit(1 if errors or checked.proof in {"failed", "not-tried"} else 0)


def _summary(catalog: Catalog, errors: int, warnings: int) -> str:
    there = f"{counted(len(catalog.boxes), 'box', 'boxes')}, {counted(len(catalog.designs), 'design')}, "
    there += counted(len(catalog.statements), "statement")
    told = f"{counted(errors, 'error')}, {counted(warnings, 'warning')}" if errors or warnings else "all is well"
    return f"{there}: {told}"


@app.command("new", epilog="Example: bastide new tile my-pack/a --pack my-pack")
def begin(
    what: Annotated[New, typer.Argument(metavar="WHAT", help="tile, expansion or ruling.")],
    entry: Annotated[str, typer.Argument(metavar="ID", help="The id of the new entry; that of a tile is box/letter.")],
    pack: Annotated[
        Path | None,
        typer.Option(
            "--pack", metavar="DIR", parser=path_word, help="The pack's folder; without it, ./BOX for a tile or expansion."
        ),
    ] = None,
    form: Form = Format.human,
) -> None:
    """Begin a tile, an expansion or a ruling. The file has comments, and is right as it stands."""
    if pack is None and what is New.ruling:
        fail("a ruling goes into a pack", f"name its folder: bastide new ruling {entry} --pack DIR")
    folder = pack or Path(entry.strip().lower().partition("/")[0])
    today = datetime.datetime.now(tz=datetime.UTC).date()
    try:
        catalog = read([folder] if (folder / BOX_FILE).exists() else None)
        author = new.Author(catalog, folder, today.year)
        written = {New.tile: author.tile, New.expansion: author.expansion, New.ruling: author.ruling}[what](entry)
    except new.BadIdError as error:
        fail(str(error), error.hint)
    except new.NewError as error:
        fail(str(error), error.hint, code=1)
    except OSError as error:
        fail(f"{error.filename or folder} cannot be written: {error.strerror}", code=1)
    if form is Format.json:
        put_json({"written": [str(path) for path in written]})
        return
    for path in written:
        say(f"wrote {path}")
    say(f"next: bastide check {folder}")


@app.command(epilog="Example: bastide translate update --lang cs")
def translate(
    task: Annotated[
        Task,
        typer.Argument(metavar="TASK", help="extract (the POT files), update (the PO files), or status."),
    ],
    lang: Annotated[str | None, typer.Option("--lang", metavar="L,..", help="Only these; update begins a new one.")] = None,
    prune: Annotated[bool, typer.Option("--prune", help="update: drop the entries of texts that are gone.")] = False,
    into: Annotated[Path, typer.Option("--out", metavar="DIR", parser=path_word, help="extract: where the POT files go.")] = Path(
        "pot"
    ),
    base_url: BaseUrl = "",
    pack: Packs = None,
    form: Form = Format.human,
) -> None:
    """Work with translators. Gettext templates out, PO files up to date, and how much is missing or outdated."""
    site_address(base_url)
    catalog = read(pack)
    only = listed(lang)
    if prune and task is not Task.update:
        fail("--prune is for update alone", "write: bastide translate update --prune")
    if only is not None and task is Task.extract:
        fail("extract is for all languages", "leave --lang out")
    if only is not None:
        if not only:
            fail("--lang names no language", "write --lang cs, or leave it out")
        only = [spelled(tag, (SOURCE, *tags(catalog))) for tag in only]
    written: Sequence[Path] = ()
    try:
        match task:
            case Task.status:
                states = status_all(catalog)
            case Task.extract:
                written = extract_all(catalog, into, base_url=base_url)
            case Task.update:
                written = update_all(catalog, only, prune=prune, base_url=base_url)
    except TranslationError as error:
        refuse(error.findings, catalog)
    except OSError as error:
        fail(f"{error.filename} cannot be written: {error.strerror}", code=1)
    if task is Task.status:
        # English, which all is written in, has no state.
        chosen = states if only is None else tags_of((tag for tag in only if tag != SOURCE), states)
        _tell_status({tag: states[tag] for tag in states if tag in chosen}, form)
    else:
        _tell_written([str(path) for path in written], form)


def _tell_status(states: dict[str, Progress], form: Format) -> None:
    if form is Format.json:
        put_json({"languages": coverage.translated(states)})
        return
    for tag, state in ((tag, far.whole) for tag, far in states.items()):
        say(f"{tag}: {state.translated} of {state.total} translated, {state.reviewed} of them reviewed, {state.fuzzy} outdated")


def _tell_written(written: list[str], form: Format) -> None:
    if form is Format.json:
        put_json({"written": written})
        return
    for name in written:
        say(f"wrote {name}")
    if not written:
        say("nothing to change")
