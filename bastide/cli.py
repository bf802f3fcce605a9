"""The command line. Each verb reads the data, asks one function of the packages below, and shows what it gives."""

from __future__ import annotations

import datetime
import json
import sys
from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.progress import Progress

from bastide import answers, coverage, entries, new
from bastide.report import FindingFormat, show
from bastide.words import UnknownWordError, Words
from catalog import Catalog, Finding, Loaded, Question, load
from catalog import can as ask
from catalog.paths import rules_data, site_data
from engine import TableError, lay_table
from generator import site
from generator.i18n import (
    Language,
    Languages,
    TranslationError,
    check_all,
    extract_all,
    interface_messages,
    languages,
    status_all,
    update_all,
)
from generator.output import OutputError
from generator.pictures import Pictures
from generator.serve import serve as serve_site

app = typer.Typer(
    name="bastide",
    help="A rulebook that can be played: tiles, rules and rulings as data that is checked, asked and printed.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
out = Console(soft_wrap=True, highlight=False)
err = Console(stderr=True, soft_wrap=True, highlight=False)


class Format(StrEnum):
    """How a verb shows what it tells."""

    human = "human"
    json = "json"


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


Packs = Annotated[list[Path] | None, typer.Option("--pack", metavar="DIR", help="A fan's pack; may be given again.")]
Form = Annotated[Format, typer.Option("--format", help="For people, or for programs.")]
FindingForm = Annotated[FindingFormat, typer.Option("--format", help="For people, for editors, or for programs.")]
Edition = Annotated[str | None, typer.Option(metavar="E", help="An edition: c1, c2, c3, c3.1. Without it, the newest.")]
With = Annotated[str | None, typer.Option("--with", metavar="BOX,..", help="Boxes on the table: BOX[@EDITION][:MODULE+MODULE],...")]
Lang = Annotated[str, typer.Option("--lang", metavar="L", help="The language of the texts.")]


def fail(message: str, hint: str | None = None, code: int = 2) -> NoReturn:
    """End with a plain sentence on stderr: 2 for wrong usage, 1 for a negative result."""
    err.print(f"bastide: {message}", markup=False)
    if hint:
        err.print(f"   -> {hint}", markup=False)
    raise typer.Exit(code)


def put_json(value: object) -> None:
    """Print JSON, alone on stdout."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def lines_of(catalog: Catalog) -> Callable[[str], list[str]]:
    """Return a function that gives the lines of a file by the name that findings show."""

    def lines(name: str) -> list[str]:
        for path in (catalog.root / name, site_data() / name, Path(name)):
            if path.is_file():
                return path.read_text(encoding="utf-8", errors="replace").splitlines()
        return []

    return lines


def read(packs: list[Path] | None) -> Catalog:
    """Load the data and the packs; end with the findings if there are errors."""
    loaded = load(packs or ())
    refuse(loaded.errors, loaded.catalog)
    return loaded.catalog


def refuse(errors: Iterable[Finding], catalog: Catalog) -> None:
    """End with exit code 1 if there are errors, shown on stderr."""
    found = list(errors)
    if found:
        show(found, FindingFormat.human, err, lines_of(catalog))
        fail(f"{len(found)} error(s) in the data; nothing was done", code=1)


def speak(catalog: Catalog, tag: str) -> Language:
    """Return a language; end with its findings if its files have errors, and with code 2 if there is none of that tag."""
    known = languages(catalog)
    if tag not in known.by_tag:
        fail(f"there is no language `{tag}`", f"there are: {', '.join(known.by_tag)}")
    return known.by_tag[tag]


def words_of(catalog: Catalog) -> Words:
    """Return every word that an element can be called by, in every language of the data."""
    spellings = [
        (word, element) for language in languages(catalog).by_tag.values() for word, ids in language.words.items() for element in ids
    ]
    return Words(catalog, spellings)


@app.command(epilog="Example: bastide check --pack my-pack --format gnu")
def check(
    paths: Annotated[list[Path] | None, typer.Argument(metavar="PATH...", help="Packs to check; without any, all of our data.")] = None,
    pack: Packs = None,
    form: FindingForm = FindingFormat.human,
) -> None:
    """Check the data, packs and translations: every mistake with its file, line and column, in one run."""
    packs = [*(pack or ()), *(paths or ())]
    loaded = load(packs)
    findings = [*loaded.findings, *check_all(loaded.catalog)]
    if paths:
        findings = [f for f in findings if any(f.file.startswith(str(p)) for p in paths)]
    show(findings, form, out, lines_of(loaded.catalog))
    errors = sum(f.severity == "error" for f in findings)
    if form is FindingFormat.human:
        out.print(_summary(loaded, errors, len(findings) - errors), markup=False)
    raise typer.Exit(1 if errors else 0)


def _summary(loaded: Loaded, errors: int, warnings: int) -> str:
    catalog = loaded.catalog
    counted = f"{len(catalog.boxes)} boxes, {len(catalog.designs)} designs, {len(catalog.statements)} statements"
    return f"{counted}: {errors} error(s), {warnings} warning(s)" if errors or warnings else f"{counted}: all is well"


@app.command("show", epilog="Example: bastide show dragon-and-fairy/e --svg e.svg")
def show_entry(
    entry: Annotated[str, typer.Argument(metavar="ID", help="A tile, statement, box, element, edition or source; or sort:id.")],
    edition: Edition = None,
    lang: Lang = "en",
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the picture of a tile there.")] = None,
    pack: Packs = None,
    form: Form = Format.human,
) -> None:
    """Show one entry: a tile with its features, its derived fields and its counts; a statement; a box; an element."""
    catalog = read(pack)
    language = speak(catalog, lang)
    if edition is not None and edition not in catalog.editions:
        fail(f"there is no edition `{edition}`", f"there are: {', '.join(catalog.editions)}")
    try:
        sort, entry_id = entries.find(catalog, entry)
    except UnknownWordError as error:
        fail(str(error), error.hint)
    if svg is not None:
        if sort != "tile":
            fail("only a tile has a picture")
        art = [*(p / "art" for p in catalog.packs if (p / "art").is_dir()), site_data() / "art"]
        drawn = Pictures(catalog.kinds, catalog.marks, art).tile(catalog.designs[entry_id], size=600)
        try:
            new.write(svg, drawn)
        except OSError as error:
            fail(f"{svg} cannot be written: {error.strerror}", code=1)
        err.print(f"wrote {svg}", markup=False)
    data = entries.entry(catalog, sort, entry_id, edition)
    if sort == "statement":
        data["text"] = answers.statement_text(catalog, catalog.statements[entry_id], language)
    if form is Format.json:
        put_json(data)
    else:
        _print(data)


def _print(value: object, indent: int = 0) -> None:
    """Print data for people: a line a key, lists of short things on one line."""
    space = " " * indent
    if isinstance(value, dict):
        for key, inner in value.items():
            if inner in (None, [], {}):
                continue
            if isinstance(inner, dict | list) and not _short(inner):
                out.print(f"{space}{key}:", markup=False)
                _print(inner, indent + 2)
            else:
                out.print(f"{space}{key}: {_flat(inner)}", markup=False)
    elif isinstance(value, list):
        for inner in value:
            out.print(f"{space}- {_flat(inner)}", markup=False)
    else:
        out.print(f"{space}{value}", markup=False)


def _short(value: object) -> bool:
    return isinstance(value, list | dict) and all(not isinstance(v, list | dict) for v in (value.values() if isinstance(value, dict) else value))


def _flat(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{k} {_flat(v)}" for k, v in value.items() if v not in (None, [], {}))
    if isinstance(value, list):
        if value and all(isinstance(v, list) for v in value):
            return "; ".join(_flat(v) for v in value)
        return " ".join(_flat(v) for v in value)
    return str(value)


@app.command(epilog="Example: bastide find-tile 'C?RF' --edition c2 --with base,river")
def find_tile(
    pattern: Annotated[str, typer.Argument(help="The hole: four edge letters clockwise from north, ? for any.")],
    edition: Edition = None,
    with_: With = None,
    pack: Packs = None,
    form: Form = Format.human,
) -> None:
    """Find the tiles that fit a hole on the board, in which rotations, and how many there are."""
    catalog = read(pack)
    try:
        table = lay_table(catalog, with_, edition)
        found = list(entries.fitting(catalog, table, pattern))
    except (TableError, UnknownWordError) as error:
        fail(str(error), error.hint)
    if form is Format.json:
        put_json(found)
        return
    for row in found:
        turns = ", ".join(f"{r} degrees" for r in row["rotations"])
        out.print(f"{row['id']:<24} {row['count']} x  turned by {turns}", markup=False)
    total = sum(row["count"] for row in found)
    chosen = ", ".join(f"{box}@{e}" for box, e in table.editions.items())
    err.print(f"{len(found)} designs, {total} tiles in {chosen}", markup=False)


@app.command(epilog="Example: bastide can dragon remove meeple --edition c3.1")
def can(  # noqa: PLR0913  a question has many parts
    actor: Annotated[str, typer.Argument(help="Who or what acts.")],
    verb: Annotated[str, typer.Argument(help="What it does.")],
    target: Annotated[str, typer.Argument(help="To what.")],
    on: Annotated[list[str] | None, typer.Option("--on", metavar="PLACE", help="Where the target stands; may be given again.")] = None,
    edition: Edition = None,
    with_: With = None,
    lang: Lang = "en",
    pack: Packs = None,
    form: Form = Format.human,
) -> None:
    """Answer a question about the rules, with the rulings that give the answer."""
    catalog = read(pack)
    language = speak(catalog, lang)
    words = words_of(catalog)
    things = {i: e for i, e in catalog.elements.items() if i not in catalog.verbs}
    try:
        table = lay_table(catalog, with_, edition)
        question = Question(
            words.element(actor, things),
            words.element(verb, catalog.verbs),
            words.element(target, things),
            tuple(words.element(place, things) for place in on or ()),
            edition or table.newest,
            tuple(table.editions) if with_ else None,
        )
    except (TableError, UnknownWordError) as error:
        fail(str(error), error.hint)
    found = answers.answer(catalog, ask(catalog, question), language)
    if form is Format.json:
        put_json(found)
    else:
        _print_answer(found, question, language)


def _print_answer(found: dict[str, Any], question: Question, language: Language) -> None:
    out.print(f"[bold]{found['verdict']}[/bold]  ({question.edition}; play: {found['play']})")
    exceptions = {condition["ruling"] for condition in found["conditions"]}
    for ruling in found["rulings"]:
        if ruling["id"] in exceptions:
            continue
        out.print(f"\n  {ruling['text']}", markup=False)
        date = f", {language.date(ruling['date'])}" if ruling["date"] else ""
        out.print(f"  {ruling['source_title']}{date}  [{ruling['id']}]", markup=False, style="dim")
    for condition in found["conditions"]:
        out.print(f"\n  but {condition['verdict']}: {condition['text']}  [{condition['ruling']}]", markup=False)
    if found["caveat"]:
        out.print(f"\n  {found['caveat']}", markup=False)
    if not found["rulings"]:
        out.print("  No statement in the data says so.")


@app.command(epilog="Example: bastide rulings dragon fairy --since 2025-10")
def rulings(
    one: Annotated[str | None, typer.Argument(metavar="[A]", help="An element or a box.")] = None,
    other: Annotated[str | None, typer.Argument(metavar="[B]", help="Another one.")] = None,
    since: Annotated[str | None, typer.Option(metavar="DATE", help="Only rulings of this date or later: 2025, 2025-10.")] = None,
    edition: Edition = None,
    lang: Lang = "en",
    pack: Packs = None,
    form: Form = Format.human,
) -> None:
    """List the rulings between two elements or boxes, about one, or all."""
    catalog = read(pack)
    language = speak(catalog, lang)
    words = words_of(catalog)
    try:
        about = [_element_or_box(catalog, words, word) for word in (one, other) if word]
    except UnknownWordError as error:
        fail(str(error), error.hint)
    if since is not None and not _is_date(since):
        fail(f"`{since}` is no date", "write 2025, 2025-10 or 2025-10-31")
    found = list(answers.rulings(catalog, about, since, edition, language))
    if form is Format.json:
        put_json(found)
        return
    for row in found:
        date = row["date"] or "no date"
        out.print(f"[bold]{' / '.join(row['between'])}[/bold]  {date}  {', '.join(row['editions'])}  [dim]{row['id']}[/dim]")
        out.print(f"  {row['text']}\n", markup=False)
    err.print(f"{len(found)} rulings", markup=False)


def _element_or_box(catalog: Catalog, words: Words, word: str) -> tuple[str, str]:
    sort, _, name = word.rpartition(":")
    box = name.lower() if name.lower() in catalog.boxes else None
    if sort == "box" and box is None:
        raise UnknownWordError(f"there is no box `{name}`", f"there are: {', '.join(catalog.boxes)}")
    if box and sort == "" and box in catalog.elements:
        raise UnknownWordError(f"`{word}` is a box and an element", f"write box:{box} or element:{box}")
    return ("box", box) if box and sort in ("", "box") else ("element", words.element(name, catalog.elements))


def _is_date(text: str) -> bool:
    parts = text.split("-")
    try:
        datetime.date(*(int(p) for p in [*parts, "1", "1"][:3]))
    except ValueError:
        return False
    return len(parts) <= 3 and [len(p) for p in parts] == [4, 2, 2][: len(parts)]  # noqa: PLR2004  year, month, day


@app.command("coverage", epilog="Example: bastide coverage --format json")
def show_coverage(pack: Packs = None, form: Form = Format.human) -> None:
    """Count the statements that are executed, shown by an example, and translated."""
    catalog = read(pack)
    found = coverage.coverage(catalog, status_all(catalog))
    if form is Format.json:
        put_json(found)
        return
    out.print(f"{'box':<22}{'edition':<9}{'statements':>11}{'effects':>9}{'executed':>10}{'exemplified':>13}{'pending':>9}")
    for box, editions in found["expansions"].items():
        for edition, row in editions.items():
            counts = f"{row['statements']:>11}{row['effects']:>9}{row['executed']:>10}{row['exemplified']:>13}{row['pending']:>9}"
            out.print(f"{box:<22}{edition:<9}{counts}", markup=False)
    for tag, row in found["languages"].items():
        out.print(f"{tag}: {row['translated']} of {row['total']} texts translated, {row['fuzzy']} outdated", markup=False)


@app.command("new", epilog="Example: bastide new tile my-pack/a --pack my-pack")
def begin(
    what: Annotated[New, typer.Argument(help="A tile (box/letter), an expansion, or a ruling.")],
    entry: Annotated[str, typer.Argument(metavar="ID", help="The id of the new entry.")],
    pack: Annotated[Path | None, typer.Option("--pack", metavar="DIR", help="The pack's folder; without it, one of the box's name here.")] = None,
) -> None:
    """Begin a tile, an expansion or a ruling with a commented file that is right as it stands."""
    folder = pack or Path(entry.partition("/")[0].lower())
    catalog = read([folder] if (folder / "expansion.yaml").exists() else None)
    today = datetime.datetime.now(tz=datetime.UTC).date().year
    make = {New.tile: new.tile, New.expansion: new.expansion, New.ruling: new.ruling}[what]
    try:
        written = make(catalog, entry, folder, today)
    except new.NewError as error:
        fail(str(error), code=1)
    except OSError as error:
        fail(f"{error.filename} cannot be written: {error.strerror}", code=1)
    for path in written:
        out.print(f"wrote {path}", markup=False)
    out.print(f"next: bastide check {folder}", markup=False)


@app.command(epilog="Example: bastide translate update --lang cs")
def translate(
    task: Annotated[Task, typer.Argument(help="extract the POT files, update the PO files, or tell the status.")],
    lang: Annotated[str | None, typer.Option("--lang", metavar="L,..", help="Only these languages; a new one is begun.")] = None,
    prune: Annotated[bool, typer.Option("--prune", help="update: drop the entries of texts that are gone.")] = False,
    into: Annotated[Path, typer.Option("--out", metavar="DIR", help="extract: where the POT files go.")] = Path("pot"),
    pack: Packs = None,
    form: Form = Format.human,
) -> None:
    """Work with translators: gettext templates out, PO files up to date, and what is missing or outdated."""
    catalog = read(pack)
    only = lang.split(",") if lang else None
    try:
        match task:
            case Task.extract:
                written = [str(p) for p in extract_all(catalog, into)]
            case Task.update:
                written = [str(p) for p in update_all(catalog, only, prune=prune)]
            case Task.status:
                written = []
                states = {t: s for t, s in status_all(catalog).items() if only is None or t in only}
                if only and set(only) - set(states):
                    fail(f"there is no language {', '.join(sorted(set(only) - set(states)))}", f"there are: {', '.join(states) or 'none'}")
    except TranslationError as error:
        refuse(error.findings, catalog)
        raise
    if task is Task.status:
        rows = {t: {"total": s.total, "translated": s.translated, "fuzzy": s.fuzzy} for t, s in states.items()}
        if form is Format.json:
            put_json({"languages": rows})
        for tag, row in rows.items() if form is Format.human else ():
            out.print(f"{tag}: {row['translated']} of {row['total']} translated, {row['fuzzy']} outdated", markup=False)
    elif form is Format.json:
        put_json({"written": written})
    else:
        for name in written:
            out.print(f"wrote {name}", markup=False)
        if not written:
            out.print("nothing to change", markup=False)


@app.command(epilog="Example: bastide build --out public --lang en,cs")
def build(
    to: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder of the site; it is replaced as a whole.")] = Path("public"),
    lang: Annotated[str | None, typer.Option("--lang", metavar="L,..", help="Only these languages.")] = None,
    base_url: Annotated[str, typer.Option(metavar="URL", help="Where the site will be, for canonical addresses and the sitemap.")] = "",
    pack: Packs = None,
    form: Form = Format.human,
) -> None:
    """Build the site: static pages in every language."""
    catalog = read(pack)
    spoken = _spoken(catalog)
    try:
        built = _build(catalog, spoken, to, lang.split(",") if lang else None, base_url)
    except site.SiteError as error:
        fail(str(error))
    except OutputError as error:
        fail(str(error), code=1)
    if form is Format.json:
        put_json({"pages": built.pages, "seconds": round(built.seconds, 3), "languages": list(built.languages)})
    else:
        out.print(f"{built.pages} pages in {', '.join(built.languages)}: {to / 'index.html'} ({built.seconds:.1f} s)", markup=False)


def _spoken(catalog: Catalog) -> Languages:
    interface, findings = interface_messages()
    spoken = languages(catalog, interface=interface)
    refuse([f for f in (*findings, *spoken.findings) if f.severity == "error"], catalog)
    for notice in spoken.notices:
        err.print(notice, markup=False)
    return spoken


def _build(catalog: Catalog, spoken: Languages, to: Path, only: list[str] | None, base_url: str) -> site.Built:
    counted = coverage.coverage(catalog, {})["expansions"]
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("building")
        return site.build(
            catalog,
            spoken,
            to,
            base_url=base_url,
            only=only,
            coverage=counted,
            progress=lambda done, total: progress.update(task, completed=done, total=total),
        )


@app.command(epilog="Example: bastide serve --port 8000 --pack my-pack")
def serve(
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="The port on 127.0.0.1; 0 takes a free one.")] = 8000,
    pack: Packs = None,
) -> None:
    """Serve the site on 127.0.0.1, built anew whenever data or templates change."""
    watched = [rules_data(), site_data(), *(pack or ())]

    def rebuild(to: Path) -> list[Finding]:
        loaded = load(pack or ())
        interface, findings = interface_messages()
        spoken = languages(loaded.catalog, interface=interface)
        errors = [f for f in (*loaded.findings, *findings, *spoken.findings) if f.severity == "error"]
        if not errors:
            _build(loaded.catalog, spoken, to, None, "")
        return errors

    try:
        serve_site(rebuild, watched, port)
    except OSError as error:
        fail(f"port {port} cannot be opened: {error.strerror}", "take another with --port", code=1)


def main() -> None:
    """Run the command line."""
    app()
