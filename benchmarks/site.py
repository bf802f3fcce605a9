"""How fast the site is built, beside MkDocs with pages of the same text.

From the checkout: ``python benchmarks/site.py`` (``--lang``, ``--runs``, ``--json``). It needs MkDocs: ``pip install -e '.[bench]'``.

Both build with one process, ours without a search index, MkDocs with its default theme and without its search. MkDocs gets one Markdown
file for each of our pages, which has the headings, paragraphs, lists, tables and links of that page. It draws no pictures and plays no
examples, so our figure is told twice: for the whole build from nothing, and for the pages alone, where pictures and played examples
are there from the build before. Last comes a build after one statement was touched. Each is timed in a process of its own, without
its imports and without reading the data, by the time that the processor spends on it (both use one core), and the best of several
runs counts. The calibrating loop is that of ``engine.py``.
"""

from __future__ import annotations

import argparse
import json
import platform
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.engine import REFERENCE, calibrate  # noqa: E402  the checkout comes first
from catalog import Catalog, load  # noqa: E402
from generator.building.memory import Memory  # noqa: E402
from generator.i18n import languages  # noqa: E402
from generator.output import MARKER, NOTICE, Output  # noqa: E402
from generator.site import Built, build  # noqa: E402

HEADINGS = {f"h{n}": f"{'#' * n} " for n in range(1, 7)}
BLOCKS = {*HEADINGS, "p", "li", "dt", "dd", "tr", "pre", "figcaption", "summary", "div", "ul", "ol", "table", "section", "main"}
TOUCHED = 5
"""So many statements, from all over the catalogue, are touched one by one."""


class Markdown(HTMLParser):
    """Turns the main part of one of our pages into Markdown."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks: list[str] = []
        self.row: list[str] = []
        self.words, self.prefix, self.link = "", "", ""
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "main":
            self.inside = True
        elif tag in BLOCKS:
            self.end()
            self.prefix = HEADINGS.get(tag, "- " if tag == "li" else "")
        elif tag == "a" and self.inside:
            self.link = (given.get("href") or "").replace("index.html", "index.md")
            self.words += "["
        elif tag == "img" and self.inside and given.get("alt"):
            self.words += f" {given['alt']} "

    def handle_endtag(self, tag: str) -> None:
        if tag in {"td", "th"}:
            self.row.append(" ".join(self.words.split()).replace("|", "/"))
            self.words = ""
        elif tag == "tr":
            self.blocks.append(f"| {' | '.join(self.row)} |")
            if len(self.row) and (len(self.blocks) < 2 or not self.blocks[-2].startswith("|")):
                self.blocks.append("|" + " --- |" * len(self.row))
            self.row = []
        elif tag in BLOCKS:
            self.end()
            self.inside = self.inside and tag != "main"
        elif tag == "a" and self.inside and self.link:
            self.words += f"]({self.link})"
            self.link = ""

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.words += data.replace("[", "(").replace("]", ")") if not self.link else data

    def end(self) -> None:
        """End a block."""
        if text := " ".join(self.words.split()):
            self.blocks.append(self.prefix + text)
        self.words = self.prefix = ""

    def text(self) -> str:
        """Return all of it: rows of a table, and items of a list, below each other, blank lines between all else."""
        found = ""
        for block in self.blocks:
            close = found and block[0] in "|-" and found.rsplit("\n", 1)[-1][:1] == block[0]
            found += ("\n" if close else "\n\n" if found else "") + block
        return f"{found}\n"


def as_markdown(site: Path, docs: Path) -> int:
    """Write a Markdown file for each page of a built language; return how many there are."""
    pages = sorted(site.rglob("index.html"))
    for page in pages:
        parser = Markdown()
        parser.feed(page.read_text(encoding="utf-8"))
        to = docs / page.relative_to(site).with_suffix(".md")
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(parser.text(), encoding="utf-8")
    return len(pages)


def forget_pages(out: Path) -> None:
    """Remove the pages of a built site, and what it knows of them; pictures and played examples stay."""
    memory = replace(Memory.read(Output(out).remembered), pages={}, reads=())
    for page in out.rglob("*.html"):
        page.unlink()
    (out / MARKER).write_text(NOTICE + memory.written(), encoding="utf-8")


def touched(catalog: Catalog, number: int) -> Catalog:
    """Return a catalogue in which one statement says a word more."""
    statements = dict(catalog.statements)
    one = list(statements.values())[number * len(statements) // TOUCHED]
    statements[one.id] = one.model_copy(update={"text": f"{one.text} Really."})
    return replace(catalog, statements=statements)


def ours(what: str, out: Path, lang: str) -> tuple[Built, float]:
    """Build our site: ``cold``, ``pages``, or the number of the statement that is touched. Return how many seconds it took, too."""
    catalog = load().catalog
    spoken = languages(catalog, only=[lang])
    if what == "cold":
        shutil.rmtree(out, ignore_errors=True)
    elif what == "pages":
        forget_pages(out)
    else:
        catalog = touched(catalog, int(what))
    begin = process_time()
    return build(catalog, spoken, out, only=[lang], search=False, processes=1), process_time() - begin


def mkdocs(docs: Path) -> float:
    """Build with MkDocs; return how many seconds it took."""
    from mkdocs.commands.build import build as build_docs  # noqa: PLC0415  an extra
    from mkdocs.config import load_config  # noqa: PLC0415

    config = docs.parent / "mkdocs.yml"
    config.write_text(f"site_name: Pages\nplugins: []\nsite_dir: {docs.parent / 'theirs'}\n", encoding="utf-8")
    begin = process_time()
    build_docs(load_config(str(config)))
    return process_time() - begin


def apart(*arguments: str) -> dict[str, float]:
    """Run a part of this program in a new Python, and return what it measured. Raises ``CalledProcessError`` if it fails."""
    done = subprocess.run([sys.executable, __file__, "--part", *arguments], check=True, stdout=subprocess.PIPE)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def part(what: str, folder: Path, lang: str) -> dict[str, float]:
    """Do one measurement."""
    if what == "mkdocs":
        return {"seconds": mkdocs(folder / "docs")}
    built, seconds = ours(what, folder / "site", lang)
    return {"seconds": seconds, "pages": built.pages, "made": built.made}


def measure(lang: str, runs: int) -> dict[str, float]:
    """Return all figures, in pages a second and seconds."""
    loop = calibrate()
    with tempfile.TemporaryDirectory() as place:

        def best(what: str) -> dict[str, float]:
            return min((apart(what, place, lang) for _ in range(runs)), key=lambda found: found["seconds"])

        cold = best("cold")
        pages = best("pages")
        count = as_markdown(Path(place) / "site" / lang, Path(place) / "docs")
        docs = best("mkdocs")
        apart("pages", place, lang)
        touches = [apart(str(number), place, lang)["seconds"] for number in range(TOUCHED)]
    loop = min(loop, calibrate())
    return {
        "loop_ms": round(loop * 1000, 2),
        "pages": cold["pages"],
        "cold_pages_per_second": cold["pages"] / cold["seconds"],
        "pages_per_second": pages["pages"] / pages["seconds"],
        "mkdocs_pages_per_second": count / docs["seconds"],
        "cold_seconds": cold["seconds"],
        "touched_seconds": sorted(touches)[TOUCHED // 2],
        "touched_seconds_at_most": max(touches),
    }


def main() -> None:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--lang", default="en", help="the language that is built (default: %(default)s)")
    parser.add_argument(
        "--runs", type=int, default=3, help="how often each is built, of which the best counts (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--part", nargs=3, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.part:
        what, folder, lang = chosen.part
        print(json.dumps(part(what, Path(folder), lang)))
        return
    if chosen.runs < 1:
        parser.error("at least one run")
    found = measure(chosen.lang, chosen.runs)
    if chosen.json:
        print(json.dumps({"python": platform.python_version(), "reference_ms": REFERENCE * 1000, **found}, indent=2))
        return
    scale, theirs = found["loop_ms"] / 1000 / REFERENCE, found["mkdocs_pages_per_second"]
    print(
        f"Python {platform.python_version()}; the loop takes {found['loop_ms']:.1f} ms here, {REFERENCE * 1000:.0f} ms where figures are given for"
    )
    print(f"{found['pages']:.0f} pages, one process, no search    pages/s  at 42 ms  times MkDocs")
    for name, key in (
        ("the whole build from nothing", "cold_pages_per_second"),
        ("the pages alone", "pages_per_second"),
        ("MkDocs", "mkdocs_pages_per_second"),
    ):
        print(f"{name:<36} {found[key]:>9.1f} {found[key] * scale:>9.1f} {found[key] / theirs:>13.2f}")
    share = found["touched_seconds"] / found["cold_seconds"]
    print(
        f"After one statement is touched: {found['touched_seconds']:.2f} s, {share:.1%} of the whole build of {found['cold_seconds']:.2f} s"
    )


if __name__ == "__main__":
    main()
