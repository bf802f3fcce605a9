"""The verb ``rulebook``: the rules of one table as a page that stands alone, or as a PDF."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, BinaryIO

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn

from bastide import drawing, files
from bastide.options import Edition, Form, Format, Lang, Options, Packs, With, path_word
from bastide.reading import lay, read, speak
from bastide.terminal import err, fail, put_json, quoted, say
from engine import Table
from generator.i18n import Language
from generator.pages.examples import BrokenExampleError
from generator.pages.scribe import SiteError
from generator.rulebook import PressError, ready, to_pdf
from generator.rulebook import rulebook as page_of

app = typer.Typer()
_PAGE, _PDF = (".html", ".htm"), ".pdf"


@app.command(
    epilog="Example: bastide rulebook --with dragon-and-fairy,inns-and-cathedrals --edition c3.1 --lang cs --out rules.pdf"
)
def rulebook(
    with_: With = None,
    edition: Edition = None,
    lang: Lang = "en",
    option: Options = None,
    to: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            parser=path_word,
            help="Where to write it: FILE.html, or FILE.pdf for paper (that needs WeasyPrint). Without it the page goes to "
            "the standard output, if that is a file or another program.",
        ),
    ] = None,
    pack: Packs = None,
    form: Form = Format.human,
) -> None:
    """Write one rulebook for the boxes on your table: what holds there, and only that, in the order of a turn.

    It begins with what is in the boxes, goes through a turn step by step with what each box adds there, and has all points in one table,
    the end of the game, the rulings between these boxes, examples, and the sources.
    """
    _check(to, form)
    catalog = read(pack)
    language = speak(catalog, lang)
    table = lay(catalog, with_, edition, option or ())
    made = _made(table, language, pdf=to is not None and to.suffix.lower() == _PDF)
    if to is None:
        # The page says of itself that it is UTF-8, whatever the terminal's letters are.
        sys.stdout.flush()
        stream: BinaryIO | None = getattr(sys.stdout, "buffer", None)
        if stream is not None:
            stream.write(made)
        return
    try:
        files.write(to, made)
    except OSError as error:
        fail(f"{to} cannot be written: {error.strerror}", code=1)
    if form is Format.json:
        put_json({"written": [str(to)]})
    else:
        say(f"wrote {to}", to=err)


def _check(to: Path | None, form: Format) -> None:
    """End where the book cannot be written, before the work is done."""
    if to is None:
        if sys.stdout.isatty() or form is Format.json:
            fail("a rulebook is a page for a browser or for paper", "say where to write it: --out rules.html or --out rules.pdf")
        return
    if to.suffix.lower() not in (*_PAGE, _PDF):
        ending = f"ends with {quoted(to.suffix)}" if to.suffix else "has no ending"
        fail(f"{quoted(to.name)} {ending}, which says neither page nor paper", "name a file that ends with .html or .pdf")
    if to.suffix.lower() == _PDF:
        try:
            ready()
        except PressError as error:
            fail(str(error), error.hint, code=1)
    files.ready(to)


def _made(table: Table, language: Language, *, pdf: bool) -> bytes:
    columns = SpinnerColumn(), TextColumn("{task.description}")
    try:
        with (
            Progress(*columns, console=err.console, transient=True, disable=not err.console.is_terminal) as progress,
            drawing.drawn(table.catalog),
        ):
            task = progress.add_task("writing the rules")
            page = page_of(table, language, drawing.pictures(table.catalog), for_paper=pdf)
            progress.update(task, description="setting the pages")
            return to_pdf(page) if pdf else page.encode()
    except (SiteError, BrokenExampleError, drawing.DrawingError, PressError) as error:
        fail(str(error), code=1)
