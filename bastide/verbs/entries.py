"""The verbs that show entries: ``show``, ``find-tile``, ``coverage``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bastide import coverage, drawing, entries, faces, files
from bastide.options import Edition, Form, Format, Lang, Packs, With, path_word
from bastide.reading import counted, edition_of, lay, read, speak
from bastide.terminal import err, fail, put_json, say
from bastide.words import UnknownWordError
from catalog import Catalog
from generator.i18n import status_all

app = typer.Typer()


@app.command("show", epilog="Example: bastide show dragon-and-fairy/e --svg e.svg")
def show_entry(
    entry: Annotated[
        str, typer.Argument(metavar="ID", help="A tile (base/d), statement, box, element, edition or source; or sort:id.")
    ],
    edition: Edition = None,
    lang: Lang = "en",
    svg: Annotated[Path | None, typer.Option(metavar="FILE", parser=path_word, help="Write the picture of a tile there.")] = None,
    pack: Packs = None,
    form: Form = Format.human,
) -> None:
    """Show one entry. A tile is shown with its features, its derived fields and its counts."""
    catalog = read(pack)
    language = speak(catalog, lang)
    edition = edition_of(catalog, edition)
    try:
        sort, entry_id, was = entries.find(catalog, entry)
    except UnknownWordError as error:
        fail(str(error), error.hint)
    if was is not None:
        say(f"`{was}` is called `{entry_id}` now", to=err)
    if svg is not None:
        if sort != "tile":
            fail(f"only a tile has a picture, and `{entry_id}` is a {sort}")
        _draw(catalog, entry_id, svg)
    data = entries.entry(catalog, sort, entry_id, language, edition)
    if form is Format.json:
        put_json(data if was is None else {**data, "moved-from": was})
    else:
        faces.show(data)


def _draw(catalog: Catalog, design: str, svg: Path) -> None:
    files.ready(svg)
    try:
        with drawing.drawn(catalog):
            picture = drawing.pictures(catalog).tile(catalog.designs[design], size=600)
        files.write(svg, picture)
    except drawing.DrawingError as error:
        fail(str(error), error.hint, code=1)
    except OSError as error:
        fail(f"{svg} cannot be written: {error.strerror}", code=1)
    say(f"wrote {svg}", to=err)


@app.command(epilog="Example: bastide find-tile 'C?RF' --edition c2 --with base,river")
def find_tile(
    pattern: Annotated[
        str, typer.Argument(metavar="PATTERN", help="The hole: four edge letters clockwise from north, ? for any.")
    ],
    edition: Edition = None,
    with_: With = None,
    pack: Packs = None,
    form: Form = Format.human,
) -> None:
    """Find the tiles that fit a hole. Each with its rotations, and how many there are."""
    catalog = read(pack)
    try:
        table = lay(catalog, with_, edition)
        found = entries.fitting(catalog, table, pattern)
    except UnknownWordError as error:
        fail(str(error), error.hint)
    if form is Format.json:
        put_json(found.rows)
        return
    width = max((len(row["id"]) for row in found.rows), default=0)
    for row in found.rows:
        squares = row.get("squares")
        how = "; ".join(f"{s['name']} square {_turns(s['rotations'])}" for s in squares) if squares else _turns(row["rotations"])
        say(f"{row['id']:<{width}}  {row['count']} x  {how}")
    chosen = ", ".join(f"{box}@{e}" for box, e in table.editions.items())
    say(f"{counted(len(found.rows), 'design')}, {counted(found.tiles, 'tile')} in {chosen}", to=err)


def _turns(degrees: list[int]) -> str:
    if len(degrees) == entries.FULL_TURN:
        return "any way round"
    turned = " or ".join(f"{n}" for n in degrees if n)
    return " or ".join([*(["as drawn"] if 0 in degrees else []), *([f"turned {turned} degrees"] if turned else [])])


LACKING = {"executed": "the engine does not run", "exemplified": "no example shows", "pending": "to be written"}
"""What is said of statements that lack something."""


@app.command("coverage", epilog="Example: bastide coverage --format json")
def show_coverage(pack: Packs = None, form: Form = Format.human) -> None:
    """Count what is played and translated, and name what is not. Statements by box and edition, texts by language."""
    catalog = read(pack)
    found = coverage.coverage(catalog, status_all(catalog))
    if form is Format.json:
        put_json(found)
        return
    width = max(len(box) for box in found["expansions"])
    columns = ("statements", "effects", "executed", "exemplified", "pending")
    say(f"{'box':<{width}}  edition  {'  '.join(columns)}")
    for box, editions in found["expansions"].items():
        for edition, row in editions.items():
            say(f"{box:<{width}}  {edition:<7}  {'  '.join(f'{row[c]:>{len(c)}}' for c in columns)}")
    for box, editions in found["expansions"].items():
        for (what, names), where in coverage.lacking(editions).items():
            say(f"{box} {', '.join(where)}: {LACKING[what]}: {', '.join(names)}")
    for tag, row in found["languages"].items():
        told = (
            f"{row['translated']} of {row['total']} texts translated, {row['reviewed']} of them reviewed, {row['fuzzy']} outdated"
        )
        say(f"{tag}: {told}")
