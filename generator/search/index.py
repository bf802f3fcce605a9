"""Writes the index: the records as pages that only pagefind reads, and what it makes of them, put in order."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Sequence
from html import escape
from pathlib import Path

from generator.pages.scribe import SiteError
from generator.search.records import Record
from generator.search.settle import UnknownIndexError, settle
from generator.search.spelling import hard_words

INDEX = "pagefind/"
"""The folder of the index, below the page of the search."""
WORDS = "words.json"
"""The file with the spellings of all elements, beside the index."""
PATIENCE = 120
"""Seconds after which pagefind is taken to hang; it needs one."""
_UNUSED = ("pagefind-*ui.*", "pagefind-highlight.js", "pagefind-worker.js")
"""What pagefind adds for those who take its own form: the page has one that needs none of it, and searches without a worker."""


def write(folder: Path, tag: str, records: Sequence[Record]) -> list[Path]:
    """Write the index of a language, and the spellings that the page tells words by, into the folder of its search page.

    Return the files. The same records give the same bytes. Raises :class:`SiteError` where pagefind is missing or fails.
    """
    out = folder / INDEX
    with tempfile.TemporaryDirectory(prefix="bastide-search-") as temporary:
        for place, record in enumerate(records):
            path = Path(temporary, record.path)
            path.mkdir(parents=True, exist_ok=True)
            # pagefind makes the address of a page from the name of its file; the page takes the ending off again.
            name = f"index.html#{record.anchor}.html" if record.anchor else "index.html"
            (path / name).write_text(_page(record, place), encoding="utf-8")
        _run(temporary, tag, out)
    for pattern in _UNUSED:
        for file in out.glob(pattern):
            file.unlink()
    try:
        settle(out)
    except UnknownIndexError as error:
        raise SiteError(f"the search index cannot be made reproducible: {error}") from None
    (folder / WORDS).write_text(_spellings(records), encoding="utf-8")
    return [folder / WORDS, *sorted(file for file in out.rglob("*") if file.is_file())]


def _run(pages: str, tag: str, out: Path) -> None:
    arguments = ("--site", pages, "--output-path", out, "--keep-index-url", "--force-language", tag, "--silent")
    # Whose build needs no new index does not wait for it.
    from pagefind.service import get_executable  # noqa: PLC0415

    program = get_executable()
    if program is None:
        raise SiteError(
            "the program pagefind is not installed, so there can be no search; install `pagefind[extended]`, or leave it out with --no-search"
        )
    try:
        done = subprocess.run(  # noqa: S603  the program is the one that came with the package
            [program, *arguments], capture_output=True, text=True, errors="replace", timeout=PATIENCE, check=False
        )
    except OSError as error:
        raise SiteError(f"{program} cannot be run, so there can be no search: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise SiteError(f"{program} does not come to an end, so there can be no search") from None
    if done.returncode:
        said = " ".join(done.stderr.split()) or f"it ended with {done.returncode}"
        raise SiteError(f"{program} could not make the search index: {said}")
    if not any(out.glob("*.pf_meta")):
        raise SiteError(f"{program} has left no search index")


def _page(record: Record, place: int) -> str:
    """Return a record as pagefind reads it: the text to be shown, all else in attributes. ``place`` is its place in reading order."""
    meta = {
        "title": record.title,
        "names": " ".join(record.names),
        "forms": " ".join(record.forms),
        "bare": hard_words(" ".join((record.text, record.title, *record.names, *record.forms))),
    }
    filters = {
        "kind": (record.sort,),
        "box": record.boxes,
        "edition": record.editions,
        "home": (record.home,),
        "section": (record.section,),
        "lang": (record.lang,),
    }
    marks = [f'data-pagefind-meta="{escape(f"{key}:{value}")}"' for key, value in meta.items() if value]
    marks += [
        f'data-pagefind-filter="{escape(f"{key}:{value}")}"' for key, values in filters.items() for value in values if value
    ]
    marks.append(f'data-pagefind-sort="place:{place}"')
    return f"<!doctype html><html><body><p>{escape(record.text or record.title)}</p>{''.join(f'<i {mark}></i>' for mark in marks)}</body></html>"


def _spellings(records: Sequence[Record]) -> str:
    """Return what the page knows about words: each name, with all spellings of it."""
    found = [{"name": record.title, "words": record.names} for record in records if record.names]
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))
