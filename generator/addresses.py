"""Addresses of the site: one for each language and thing, the same for ever, whatever a page is called.

A path is written from the root of the site and ends with a slash (``cs/base-box/c3/``). Links are relative and name the
``index.html``, so that the site works from a folder of files and below any address.

The place of a statement in a rulebook is ``<box>/<edition>/#<id>``, that of an element in the glossary ``glossary/#<id>``, that of a
document among the sources ``sources/#<id>``. At addresses that had an id which has moved, a page leads on to the new one
(:mod:`generator.pages.moves`).
"""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import quote, urljoin, urlsplit

from catalog import Catalog

RULINGS = "rulings/"
MATRIX = "matrix/"
STATEMENTS = "statements/"
EXAMPLES = "examples/"
ELEMENTS = "elements/"
GLOSSARY = "glossary/"
SOURCES = "sources/"
STATUS = "status/"
AUTHORS = "authors/"
DESIGNS = "tiles/"
TABLE = "my-game/"
CHANGES = "changes/"
NEWS = "new/"
SEARCH = "search/"
FEED = "new/feed.xml"
MATRIX_OF_BOXES = "matrix/boxes/"
OFFLINE = "offline/"
PICTURES = "pictures/"
ASSETS = "assets/"
PLAYERS = "assets/players.css"
CARDS = "cards/"
LISTS = "offline/"
WORKER = "sw.js"
MANIFEST = "app.webmanifest"
RESERVED = frozenset(
    path.rstrip("/")
    for path in (
        *(RULINGS, MATRIX, STATEMENTS, EXAMPLES, ELEMENTS, GLOSSARY, SOURCES, STATUS, AUTHORS),
        *(DESIGNS, TABLE, CHANGES, NEWS, SEARCH, OFFLINE),
    )
)
"""Words that are pages of their own below a language, so that no box may have them for an id."""


def box_page(box: str) -> str:
    """Return the path of a box, below the language."""
    return f"{box}/"


def rulebook(box: str, edition: str) -> str:
    """Return the path of a box's rules in one edition, below the language."""
    return f"{box}/{edition}/"


def sheet(box: str, edition: str) -> str:
    """Return the path of a box's tile sheet in one edition, below the language."""
    return f"{box}/{edition}/tiles/"


def design_page(design: str) -> str:
    """Return the path of a design, below the language."""
    return f"{DESIGNS}{design}/"


def element_page(element: str) -> str:
    """Return the path of an element, below the language."""
    return f"{ELEMENTS}{element}/"


def source_page(source: str) -> str:
    """Return the path of a cited document, below the language."""
    return f"{SOURCES}{source}/"


def matrix_page(edition: str) -> str:
    """Return the path of an edition's matrix, below the language."""
    return f"{MATRIX}{edition}/"


def changes_page(earlier: str, later: str) -> str:
    """Return the path of the comparison of two editions, below the language."""
    return f"{CHANGES}{earlier}/{later}/"


def news_page(year: str) -> str:
    """Return the path of what was said in a year, below the language."""
    return f"{NEWS}{year}/"


def kind_page(key: str) -> str:
    """Return the path of a kind of the vocabulary of effects, below the language."""
    return f"{AUTHORS}{key}/"


def own_page(statement: str) -> str:
    """Return the path of the page that a statement has to itself, below the language."""
    return f"{STATEMENTS}{statement}/"


def example_page(example: str) -> str:
    """Return the path of the page that shows an example move by move, below the language."""
    return f"{EXAMPLES}{example}/"


def statement_page(catalog: Catalog, statement: str, edition: str | None = None) -> str | None:
    """Return the path, below the language, of the rulebook that prints a statement: of this edition, or else the newest."""
    editions = catalog.editions_of_statement(catalog.statements[statement])
    if not editions:
        return None
    return rulebook(catalog.box_of[statement], edition if edition in editions else editions[-1])


def is_page(path: str) -> bool:
    """Tell whether a path is that of a page, which ends with a slash, or of any other file."""
    return path.endswith("/") or not path


def file_of(path: str) -> str:
    """Return the file that holds a page, from the path of the page; of a file, its own path."""
    return f"{path}index.html" if is_page(path) else path


def card(tag: str, kind: str) -> str:
    """Return the path of the picture of a kind of page in a language, from the root of the site."""
    return f"{CARDS}{tag}/{kind}.png"


def icon(side: int, sort: str = "icon") -> str:
    """Return the path of an icon, from the root of the site; ``sort`` is ``icon``, or ``maskable`` where only its middle is sure."""
    return f"{ASSETS}{sort}-{side}.png"


def relative(here: str, there: str, fragment: str = "") -> str:
    """Return the link from the page or file ``here`` to the page or file ``there``, both from the root of the site."""
    tail = f"#{quote(fragment)}" if fragment else ""
    if fragment and there == here:
        return tail
    target, start = _steps(there), _steps(here)[:-1]
    common = 0
    while common < min(len(start), len(target) - 1) and start[common] == target[common]:
        common += 1
    return "/".join((*[".."] * (len(start) - common), *target[common:])) + tail


@lru_cache(maxsize=1 << 14)
def _steps(path: str) -> tuple[str, ...]:
    """Return the folders and the file that lead to a page or file, as links name them."""
    return tuple(map(quote, file_of(path).split("/")))


def absolute(base_url: str, path: str) -> str:
    """Return the address of a path on the web; the root of the site is ``base_url``."""
    return f"{base_url.rstrip('/')}/{quote(path)}"


def rooted(base_url: str, path: str) -> str:
    """Return the address of a path from the root of its host, for a page that is shown below any address of the site.

    Without ``base_url`` the site is taken to be all that its host has.
    """
    return f"{urlsplit(base_url).path.rstrip('/')}/{quote(path)}"


def resolved(base_url: str, here: str, link: str) -> str:
    """Return where a relative link of the page ``here`` leads, as an address on the web; without ``base_url`` the link as it is."""
    if not base_url:
        return link or "index.html"
    whole = urljoin(absolute(base_url, here), link)
    page, hash_, fragment = whole.partition("#")
    return page.removesuffix("index.html") + hash_ + fragment
