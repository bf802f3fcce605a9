"""The verb that compares editions: ``diff``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby, zip_longest
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bastide import changes
from bastide.options import Form, Format, Lang, Packs, edition_word
from bastide.reading import boxes_of, counted, read, speak
from bastide.terminal import err, fail, put_json, quoted, say
from bastide.words import UnknownWordError
from catalog import Catalog, did_you_mean
from catalog.differences import differences, pairs
from generator.comparing import Comparing
from generator.sayings import Sayings

if TYPE_CHECKING:
    from generator.i18n import Language

app = typer.Typer()
Json = dict[str, Any]
NARROW, WIDE = 28, 56
"""So wide is a column at least and at most, in letters, where old and new text stand side by side."""
RULINGS = "interactions"


@app.command(epilog="Example: bastide diff c2 c3.1 dragon-and-fairy")
def diff(
    earlier: Annotated[str, typer.Argument(metavar="E1", help="An edition: c1, c2, c3, c3.1.", parser=edition_word)],
    later: Annotated[str, typer.Argument(metavar="E2", help="Another one.", parser=edition_word)],
    box: Annotated[
        list[str] | None, typer.Argument(metavar="[BOX]", help="Only this box and those whose place it takes, by id or name.")
    ] = None,
    lang: Lang = "en",
    pack: Packs = None,
    form: Form = Format.human,
) -> None:
    """Tell what changed between two editions. Box by box: what was added, dropped, renamed and changed."""
    catalog = read(pack)
    language = speak(catalog, lang)
    for edition in (earlier, later):
        if edition not in catalog.editions:
            best = did_you_mean(edition, catalog.editions)
            hint = f"did you mean `{best}`? " if best else ""
            fail(f"there is no edition {quoted(edition)}", f"{hint}there are: {', '.join(catalog.editions)}")
    chosen = _box(catalog, " ".join(box), earlier, later) if box else None
    found = list(changes.rows(catalog, differences(catalog, earlier, later, chosen), (earlier, later), language))
    if form is Format.json:
        put_json(found)
        return
    _print(catalog, found, (earlier, later), language)
    say(counted(len(found), "difference"), to=err)


def _box(catalog: Catalog, word: str, earlier: str, later: str) -> str:
    sort, colon, name = word.partition(":")
    try:
        box = boxes_of(catalog).box(name if colon and sort.strip().casefold() == "box" else word)
    except UnknownWordError as error:
        fail(str(error), error.hint)
    if not any(box in (*pair.before, *pair.after) for pair in pairs(catalog, earlier, later)):
        there = ", ".join(catalog.editions_of(box))
        fail(f"`{box}` is neither in {earlier} nor in {later}", f"it was in {there}")
    return box


def _print(catalog: Catalog, found: list[Json], editions: tuple[str, str], language: Language) -> None:
    phrases = Comparing(language)
    names = [language.text(f"edition/{e}/name", catalog.editions[e].name).text for e in editions]
    say(f"{names[0]} ({editions[0]}) -> {names[1]} ({editions[1]})")
    if not found:
        say(f"\n{phrases.nothing_changed()}")
    for box, some in groupby(found, key=lambda row: row["box"]):
        rows = list(some)
        say()
        _title(catalog, box, rows, editions, language)
        for sort, same in groupby((row for row in rows if row["sort"] != "box"), key=lambda row: row["sort"]):
            if sort == "statement":
                _statements(catalog, list(same), language)
            else:
                say(f"\n  {phrases.heading(sort)}")
                for line in LINES[sort](list(same), phrases):
                    say(f"    {line}")


def _title(catalog: Catalog, box: str | None, rows: list[Json], editions: tuple[str, str], language: Language) -> None:
    """Print which box it is, what it was called before, and in which edition there is none."""
    if box is None:
        return
    phrases = Comparing(language)
    told = next((row for row in rows if row["sort"] == "box"), None)
    if told is None:
        say((language.text(f"box/{box}/name", catalog.boxes[box].name).text, "bold"), "  ", (f"[{box}]", "dim"))
        return
    old, new = (" + ".join(side["name"] for side in told[key]) for key in ("before", "after"))
    ids = (f"[{' -> '.join(side['id'] for key in ('before', 'after') for side in told[key])}]", "dim")
    public = all(side["stage"] == "playable" for key in ("before", "after") for side in told[key])
    if old and new:
        say((f"{old} -> {new}", "bold"), "  ", ids)
    else:
        say((old or new, "bold"), f", {phrases.only_in(editions[0] if old else editions[1], public=public)}  ", ids)
    if not public:
        say(f"  {phrases.rules_not_public()}")


def _signed(rows: Iterable[Json], name: str) -> Iterator[str]:
    """Yield what went, in one line, and what came, in another."""
    for key, sign in (("before", "-"), ("after", "+")):
        named = [side[name] for row in rows for side in row[key]]
        if named:
            yield f"{sign} {', '.join(named)}"


def _words(rows: list[Json], _: Comparing) -> Iterator[str]:
    yield from (f"{row['before'][0]['word']} -> {row['after'][0]['word']}" for row in rows)


def _contents(rows: list[Json], phrases: Comparing) -> Iterator[str]:
    def line(row: Json, side: Json) -> str:
        name = side.get("name")
        if row["counted"] == "figures":
            return f"{side['count']} x {name}"
        return phrases.counted(side["count"], name, plain=row["plain"], squares=row["squares"])

    for row in rows:
        old, new = ([line(row, side) for side in row[key]] for key in ("before", "after"))
        yield f"{old[0]} -> {row['after'][0]['count']}" if old and new else (f"- {old[0]}" if old else f"+ {new[0]}")


def _options(rows: list[Json], phrases: Comparing) -> Iterator[str]:
    def line(side: Json) -> str:
        default, *others = [value["name"] for value in side["values"]]
        return f"{side['name']}: {', '.join([phrases.default(default), *others])}"

    for row in rows:
        old, new = ([line(side) for side in row[key]] for key in ("before", "after"))
        yield from (f"{sign} {text}" for sign, texts in (("-", old), ("+", new)) for text in texts)


def _tiles(rows: list[Json], phrases: Comparing) -> Iterator[str]:
    letters = {key: Counter(side["letter"] for row in rows for side in row[key]) for key in ("before", "after")}

    def name(row: Json, key: str) -> str:
        """Name a tile by its letter, where that tells it from the others and from what it was before."""
        side, letter = row[key][0], row[key][0]["letter"]
        stays = [other["letter"] for other in (*row["before"], *row["after"])] == [letter, letter]
        plain = side["id"].endswith(f"/{letter.lower()}") or (letters[key][letter] == 1 and not stays)
        return str(letter if plain else side["id"])

    for row in rows:
        if row["change"] == "changed":
            old, new = row["before"][0], row["after"][0]
            counts = "" if old["count"] == new["count"] else f" x {old['count']} -> {new['count']}"
            named = name(row, "before") if old["id"] == new["id"] else f"{name(row, 'before')} -> {name(row, 'after')}"
            yield f"{named}{counts}"
    renamed = [phrases.same_tile(name(row, "before"), name(row, "after")) for row in rows if row["change"] == "renamed"]
    if renamed:
        yield f"= {', '.join(renamed)}"
    for change, key, sign in (("removed", "before", "-"), ("added", "after", "+")):
        tiles = [(name(row, key), row[key][0]["count"]) for row in rows if row["change"] == change]
        if tiles:
            yield f"{sign} {', '.join(f'{tile} x {count}' if count > 1 else tile for tile, count in tiles)}"


LINES: Mapping[str, Callable[[list[Json], Comparing], Iterator[str]]] = {
    "element": lambda rows, _: _signed(rows, "name"),
    "module": lambda rows, _: _signed(rows, "name"),
    "term": _words,
    "content": _contents,
    "option": _options,
    "tile": _tiles,
}
"""What is printed of each sort."""


ORDER = ("changed", "removed", "added")
"""The statements of a section in order: first what became of old ones."""


def _statements(catalog: Catalog, rows: list[Json], language: Language) -> None:
    sayings = Sayings(language)
    for section, some in groupby(rows, key=lambda row: row["section"]):
        say(f"\n  {sayings.section(section)}")
        by_box: dict[tuple[str, ...], list[Json]] = {}
        for row in some:
            others = (row["after"] or row["before"])[0]["boxes"] if section == RULINGS else ()
            by_box.setdefault(tuple(others), []).append(row)
        for others, same in by_box.items():
            if others:
                say(f"    {', '.join(language.text(f'box/{b}/name', catalog.boxes[b].name).text for b in others)}:")
            ordered = sorted(same, key=lambda row: ORDER.index(row["change"]))
            for row in ordered:
                _statement(row)
                if row["change"] == "changed" and row is not ordered[-1]:
                    say()


def _statement(row: Json) -> None:
    """Print a statement that came or went; of one that changed, old and new text side by side."""
    ids = " -> ".join(", ".join(side["id"] for side in row[key]) for key in ("before", "after") if row[key])
    if row["change"] != "changed":
        sign, sides = ("+", row["after"]) if row["after"] else ("-", row["before"])
        say(f"    {sign} {' '.join(side['text'] for side in sides)}  ", (f"[{ids}]", "dim"))
        return
    width = max(NARROW, min(WIDE, (get_terminal_size().columns - 9) // 2))
    columns = [[line for side in row[key] for line in wrap(side["text"], width)] for key in ("before", "after")]
    for old, new in zip_longest(*columns, fillvalue=""):
        say("    ", f"{old:<{width}}", (" | ", "dim"), new)
    say("    ", (f"[{ids}]", "dim"))
