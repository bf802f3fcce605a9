"""The verbs of the site: ``build`` and ``serve``."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from bastide import coverage, drawing
from bastide.options import BaseUrl, Form, Format, Packs, listed, path_word
from bastide.reading import lines_of, packs_of, read, refuse, site_address, tags_of, tell
from bastide.terminal import err, fail, put_json, say
from catalog import Catalog
from generator import site
from generator.building.workers import WorkersError
from generator.i18n import Languages, interface_messages, languages
from generator.output import OutputError
from generator.pages.material import Coverage

app = typer.Typer()
_REFRESH = 0.1
"""The progress is drawn again after so many seconds at the earliest."""


@app.command(epilog="Example: bastide build --out public --lang en,cs")
def build(
    to: Annotated[
        Path, typer.Option("--out", metavar="DIR", parser=path_word, help="The folder of the site; it is replaced as a whole.")
    ] = Path("public"),
    lang: Annotated[str | None, typer.Option("--lang", metavar="L,..", help="Only these languages.")] = None,
    base_url: BaseUrl = "",
    workers: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="So many processes share the work; else BASTIDE_WORKERS, or one for each core."),
    ] = None,
    search: Annotated[
        bool, typer.Option("--search/--no-search", help="Whether to make the index of the search; without it a build is quicker.")
    ] = True,
    pack: Packs = None,
    form: Form = Format.human,
) -> None:
    """Build the site. Static pages in every language; where a translation has an error, they show the English."""
    site_address(base_url)
    catalog = read(pack)
    spoken = _spoken(catalog)
    only = listed(lang)
    if only is not None:
        if not only:
            fail("--lang names no language", f"there are: {', '.join(spoken.by_tag)}")
        only = tags_of(only, spoken.by_tag)
    try:
        with drawing.drawn(catalog):
            built = _build(catalog, spoken, to, only, base_url, workers, search=search)
    except WorkersError as error:
        fail(str(error))
    except (site.SiteError, OutputError, drawing.DrawingError) as error:
        fail(str(error), code=1)
    except OSError as error:
        fail(f"{error.filename or to} cannot be written: {error.strerror}", code=1)
    # What is not exact about the site is told of the languages that are in it.
    for tag in built.languages:
        if (notice := spoken.by_tag[tag].notice) is not None:
            say(notice, to=err)
    if form is Format.json:
        put_json(
            {"pages": built.pages, "made": built.made, "seconds": round(built.seconds, 3), "languages": list(built.languages)}
        )
    else:
        made = "" if built.made == built.pages else f", {built.made} of them new or changed"
        say(f"{built.pages} pages in {', '.join(built.languages)}{made}: {to / 'index.html'} ({built.seconds:.1f} s)")


def _spoken(catalog: Catalog) -> Languages:
    """Return the languages, and tell the errors in their files; end with those in the templates."""
    interface, findings = interface_messages(cached=True)
    refuse(findings, catalog)
    spoken = languages(catalog, interface=interface, cached=True)
    errors = [f for f in spoken.findings if f.severity == "error"]
    tell(errors, catalog, "what they are about is shown in English")
    return spoken


def _counted(catalog: Catalog) -> Coverage:
    counted: Coverage = coverage.coverage(catalog, {})["expansions"]
    return counted


def _build(
    catalog: Catalog, spoken: Languages, to: Path, only: list[str] | None, base_url: str, workers: int | None, *, search: bool
) -> site.Built:
    # Without a thread that draws it: a build in several processes starts from a program that has none.
    with Progress(console=err.console, transient=True, auto_refresh=False, disable=not err.console.is_terminal) as progress:
        task = progress.add_task("building")
        drawn = 0.0

        def told(done: int, total: int) -> None:
            nonlocal drawn
            if (now := time.monotonic()) - drawn > _REFRESH or done == total:
                drawn = now
                progress.update(task, completed=done, total=total, refresh=True)

        return site.build(
            catalog,
            spoken,
            to,
            base_url=base_url,
            only=only,
            coverage=_counted(catalog),
            search=search,
            progress=told,
            processes=workers,
        )


def _put_address(url: str) -> None:
    put_json({"url": url})
    # It is read while the program runs.
    sys.stdout.flush()


@app.command(epilog="Example: bastide serve --port 8000 --pack my-pack")
def serve(
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="The port on 127.0.0.1; 0 takes a free one.")] = 8000,
    built: Annotated[
        Path,
        typer.Option(
            "--built", metavar="DIR", parser=path_word, help="A site that was built: search is answered from its index."
        ),
    ] = Path("public"),
    pack: Packs = None,
    form: Form = Format.human,
) -> None:
    """Serve the site on this machine. An edit shows at once, and what is wrong with it, with file and line; Ctrl-C ends it."""
    packs = packs_of(pack)
    for path in packs:
        if not path.is_dir():
            fail(f"{path} is no folder", "name the folder of a pack", code=1)
    # A build does not wait for what serves.
    from generator.preview import Preview, to_stderr  # noqa: PLC0415
    from generator.preview import serve as serve_site  # noqa: PLC0415

    try:
        preview = Preview(packs, coverage=_counted, lines_of=lines_of, built=built, told=to_stderr)
        serve_site(preview, port, _put_address if form is Format.json else None)
    except KeyboardInterrupt:
        return
    except OSError as error:
        fail(f"port {port} cannot be opened: {error.strerror}", "take another with --port, or 0 for a free one", code=1)
