"""What the verbs read: the data and the packs, a language, the words people type. Each ends the program where that fails."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from bastide import spoken
from bastide.options import FindingFormat
from bastide.terminal import SHORT, err, fail, quoted, say
from bastide.words import Boxes, Words
from catalog import Catalog, Finding, load
from catalog.paths import real, site_data

if TYPE_CHECKING:
    from engine import Table
    from generator.i18n import Language, Languages

# The engine, what reads languages and what shows findings are imported where they are used: an answer does not wait for them.
BOX_FILE = "expansion.yaml"
"""The file by which a folder is known as a pack."""


def packs_of(*lists: Sequence[Path] | None) -> list[Path]:
    """Return the packs that were named, each once, however often and in whatever spelling."""
    found: dict[Path, Path] = {}
    for path in (p for paths in lists for p in paths or ()):
        found.setdefault(real(path), path)
    return list(found.values())


def lines_of(catalog: Catalog) -> Callable[[str], list[str]]:
    """Return a function that gives the lines of a file by the name that findings show."""

    @cache
    def lines(name: str) -> list[str]:
        in_pack = any(name.startswith(f"{pack}/") for pack in catalog.packs)
        ours: tuple[Path, ...] = () if in_pack else (catalog.root / name, site_data().parent / name)
        for path in (*ours, Path(name)):
            if path.is_file():
                return path.read_text(encoding="utf-8", errors="replace").split("\n")
        return []

    return lines


def read(packs: Sequence[Path] | None) -> Catalog:
    """Load the data and the packs, from the cache where no file differs; end with the findings if there are errors."""
    loaded = load(packs_of(packs), cached=True)
    refuse(loaded.errors, loaded.catalog)
    return loaded.catalog


def refuse(errors: Iterable[Finding], catalog: Catalog) -> None:
    """End with exit code 1 if there are errors, shown on stderr."""
    found = list(errors)
    if found:
        from bastide.report import show  # noqa: PLC0415

        show(found, FindingFormat.human, err.console, lines_of(catalog))
        fail(f"{counted(len(found), 'error')} in the data; nothing was done", code=1)


def site_address(base_url: str) -> str:
    """Return where the site will be; end with code 2 if that is no address. Empty, where it was not said, is fine."""
    if base_url and not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", base_url):
        fail(f"{quoted(base_url)} is no address of a site", "write it whole: https://example.org/rules")
    return base_url


def tell(errors: Sequence[Finding], catalog: Catalog, outcome: str) -> None:
    """Show errors on stderr that end nothing, and what comes of them; nothing where there are none."""
    if errors:
        from bastide.report import show  # noqa: PLC0415

        show(errors, FindingFormat.human, err.console, lines_of(catalog))
        say(f"{counted(len(errors), 'error')}: {outcome}", to=err)


def counted(number: int, thing: str, things: str | None = None) -> str:
    """Return a number of things in English; ``things`` is the plural if it is not regular."""
    return f"{number} {thing if number == 1 else things or f'{thing}s'}"


def edition_of(catalog: Catalog, edition: str | None) -> str | None:
    """Return an edition that was asked for; end with code 2 if there is none of that id."""
    if edition is not None and edition not in catalog.editions:
        fail(f"there is no edition {quoted(edition)}", f"there are: {', '.join(catalog.editions)}")
    return edition


def lay(catalog: Catalog, chosen: str | None, edition: str | None, options: Iterable[str] = ()) -> Table:
    """Lay boxes on the table, as ``--with`` and ``--edition`` say; end with code 2 and the reason where that is not possible.

    ``options`` are the values that are chosen, each ``option=value``, as ``--option`` has them.
    """
    from engine import TableError, lay_table  # noqa: PLC0415

    if chosen is not None and "box" not in catalog.boxes:
        # The sort of an id, where the id alone could be of another sort too: here it is a box that is meant.
        chosen = re.sub(r"(^|,)\s*box:", r"\1", chosen, flags=re.IGNORECASE)
    try:
        return lay_table(catalog, chosen, edition, options)
    except TableError as error:
        names = [word.partition("@")[0].partition(":")[0].strip() for word in (chosen or "").split(",")]
        packs = [n for n in names if n and n not in catalog.boxes and len(n) <= SHORT and (Path(n) / BOX_FILE).is_file()]
        moved = [(n, new) for n in names if (new := catalog.moved_to("box", n)) is not None]
        hint = f"`{moved[0][0]}` is called `{moved[0][1]}` now" if moved else error.hint
        fail(str(error), f"read the pack too: --pack {packs[0]}" if packs else hint)


def languages(catalog: Catalog) -> Languages:
    """Read the languages of the data and the packs."""
    from generator.i18n import languages as read_languages  # noqa: PLC0415

    return read_languages(catalog, cached=True)


def tags_of(words: Iterable[str], known: Collection[str]) -> list[str]:
    """Return tags of languages as they are spelled here; end with code 2 if there is no language of one."""
    tags = [spelled(word, known) for word in words]
    strange = [quoted(tag) for tag in tags if tag not in known]
    if strange:
        fail(f"there is no language {', '.join(strange)}", f"there are: {', '.join(known) or 'none'}")
    return tags


def spelled(tag: str, known: Collection[str]) -> str:
    """Return a tag as it is spelled here, or as it was typed where it is not known. Upper and lower case are the same."""
    wanted = tag.strip().replace("_", "-").casefold()
    return next((own for own in known if own.casefold() == wanted), tag)


def speak(catalog: Catalog, tag: str) -> Language:
    """Return a language; end with code 2 if there is none of that tag."""
    known = languages(catalog).by_tag
    return known[tags_of([tag], known)[0]]


def hear(catalog: Catalog, tag: str) -> tuple[spoken.Speech, Words]:
    """Return what answers take of a language, and every word that an element can be called by in any language of the data.

    Ends with code 2 if there is no language of that tag.
    """
    found = spoken.spoken(catalog, lambda catalog: languages(catalog).by_tag.values())
    return found.speech(tags_of([tag], found.tags)[0]), Words(catalog, found.words)


def boxes_of(catalog: Catalog) -> Boxes:
    """Return every word that a box can be called by, in every language of the data."""
    return Boxes(catalog, spoken.spoken(catalog, lambda catalog: languages(catalog).by_tag.values()).boxes)
