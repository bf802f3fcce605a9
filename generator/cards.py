"""The pictures of the site that are made of pixels: one for each kind of page and language, that a link shows elsewhere; and icons.

They are drawn as SVG from our own tiles and words and rasterised; the same data gives the same bytes.
"""

from __future__ import annotations

import hashlib
import io
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import escape

from generator import addresses
from generator.building.drawings import Drawer, Drawing
from generator.building.fingerprint import fingerprint
from generator.i18n import Language
from generator.pictures import Placed
from generator.rendering import kinds_of_pages

if TYPE_CHECKING:
    # A build that draws no card does not wait for what draws them.
    from fontTools.ttLib import TTFont
    from PIL import Image

WIDTH, HEIGHT = 1200, 630
"""The size of a card in pixels."""
ICONS = (180, 192, 512)
"""The sides of the icons in pixels."""
_WINDOW = 3
"""So many tiles a card shows across and down."""
_MARGIN = WIDTH - HEIGHT
"""How much room is left of the land."""
_LEFT, _ROOM = 64, 450
"""Where the words begin, and how wide they may be, in pixels."""
_SIZES, _LINES = (76, 66, 56, 46), 4
"""The sizes of the title, of which it takes the first at which it needs no more than so many lines."""
_FONTS = {"serif": "alegreya-700-normal", "sans": "atkinson-hyperlegible-next-400-normal"}
_COLOURS = 160
_INK, _SOFT, _PAPER, _ACCENT = "#2a2620", "#615a4d", "#fbf7ee", "#8a3f20"


class Letters:
    """The site's own fonts, as a rasteriser takes them."""

    def __init__(self, fonts: Path) -> None:
        """Take the fonts of this folder, which has them for browsers (woff2)."""
        self._fonts = fonts
        self._folder = tempfile.TemporaryDirectory(prefix="bastide-fonts-")

    @cached_property
    def _opened(self) -> dict[str, TTFont]:
        from fontTools.ttLib import TTFont  # noqa: PLC0415

        found = {}
        for name, file in _FONTS.items():
            found[name] = TTFont(self._fonts / f"{file}.woff2", recalcBBoxes=False, recalcTimestamp=False)
            found[name].flavor = None
        return found

    @cached_property
    def files(self) -> list[str]:
        """The files of the fonts; they are there as long as this object."""
        paths = []
        for name, font in self._opened.items():
            # Processes that draw at once share the folder, and none may read what another one has half written.
            paths.append(str(Path(self._folder.name) / f"{name}-{os.getpid()}.ttf"))
            font.save(paths[-1])
        return paths

    def have(self, font: str, text: str) -> bool:
        """Tell whether a font (``serif`` or ``sans``) has every letter of a text."""
        known = self._opened[font].getBestCmap()
        return all(ord(letter) in known for letter in text)

    def width(self, text: str, size: float) -> float:
        """Return how wide a text is set in the serif at a size, both in pixels; pairs that are set closer do not count."""
        font = self._opened["serif"]
        known, widths = font.getBestCmap(), font["hmtx"].metrics
        units: int = sum(widths[known[ord(letter)]][0] for letter in text)
        return units * size / int(font["head"].unitsPerEm)

    def lines(self, text: str, size: float, room: float) -> list[str]:
        """Break a text into lines that are no wider than the room, where its words allow it."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self.width(longer, size) > room:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines


@dataclass(frozen=True, slots=True)
class Words:
    """What stands on a card: its title, and the name of its language."""

    title: str
    language: str


class Cards:
    """Draws the cards of the kinds of pages. Each kind shows another part of the board of the home page."""

    def __init__(self, letters: Letters, pictures: Drawer, board: Sequence[Placed], icon: str) -> None:
        """Draw with these letters, from this board, with the site's icon (SVG)."""
        self._letters, self._pictures, self._icon = letters, pictures, icon
        self._board = {(placed.x, placed.y): placed for placed in board}
        self._lands: dict[tuple[int, int], Image.Image] = {}

    def draw(self, kind: str, words: Mapping[str, Words]) -> Iterator[tuple[str, bytes]]:
        """Yield the cards of a kind, each by its path. ``words`` are what stands on it, by language."""
        from PIL import Image, ImageColor  # noqa: PLC0415

        for tag, said in words.items():
            card = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
            with Image.open(io.BytesIO(png(self._words(said), _MARGIN, self._letters.files))) as left:
                card.paste(left.convert("RGB"), (0, 0))
            if self._windows:
                card.paste(self._land(self._windows[_chance(kind) % len(self._windows)]), (_MARGIN, 0))
            drawn = io.BytesIO()
            # Few colours, and an eighth of the bytes: the drawings have no more.
            few = card.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
            # What is nearly paper was counted with it; paper is paper.
            few.putpalette(_with(few.getpalette() or [], int(few.getpixel((0, 0))), ImageColor.getrgb(_PAPER)))  # type: ignore[arg-type]  # one band
            few.save(drawn, "PNG")
            yield addresses.card(tag, kind), drawn.getvalue()

    @cached_property
    def _windows(self) -> list[tuple[int, int]]:
        """Where on the board a square of tiles begins that has no hole."""
        span = range(_WINDOW)
        return sorted((x, y) for x, y in self._board if all((x + i, y + j) in self._board for i in span for j in span))

    def _land(self, window: tuple[int, int]) -> Image.Image:
        """Return a part of the board."""
        from PIL import Image  # noqa: PLC0415

        if window not in self._lands:
            span, (x, y) = range(_WINDOW), window
            tiles = [(self._board[x + i, y + j], i, j) for i in span for j in span]
            placed = [Placed(tile.design, i, j, tile.quarter_turns) for tile, i, j in tiles]
            with Image.open(io.BytesIO(png(self._pictures().board(placed, margin=0), HEIGHT))) as drawn:
                self._lands[window] = drawn.convert("RGB")
        return self._lands[window]

    def _words(self, said: Words) -> str:
        """Return the left part of a card. What the fonts have no letters for is left out."""
        title = said.title if self._letters.have("serif", said.title) else ""
        size = next((s for s in _SIZES if self._fits(title, s)), self._smallest(title))
        lines = self._letters.lines(title, size, _ROOM)
        lead = size * 1.1
        top = HEIGHT / 2 + 10 - lead * (len(lines) - 1) / 2 + size * 0.3
        set_lines = "".join(
            f'<text x="{_LEFT}" y="{top + n * lead:.0f}" font-family="Alegreya" font-weight="700" font-size="{size:.1f}" fill="{_INK}">'
            f"{escape(line)}</text>"
            for n, line in enumerate(lines)
        )
        foot = f"Carcassonne · {said.language}" if self._letters.have("sans", said.language) else "Carcassonne"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_MARGIN} {HEIGHT}">'
            f'<path d="M0 0H{_MARGIN}V{HEIGHT}H0Z" fill="{_PAPER}"/>'
            f'<svg x="{_LEFT}" y="56" width="52" height="52" viewBox="0 0 32 32">{_inside(self._icon)}</svg>'
            f'<text x="{_LEFT + 68}" y="97" font-family="Alegreya" font-weight="700" font-size="44" fill="{_INK}">Bastide</text>'
            f"{set_lines}"
            f'<path d="M{_LEFT} 530h72" stroke="{_ACCENT}" stroke-width="4"/>'
            f'<text x="{_LEFT}" y="580" font-family="Atkinson Hyperlegible Next" font-size="27" fill="{_SOFT}">{escape(foot)}</text></svg>'
        )

    def _smallest(self, title: str) -> float:
        """Return the size for a title with a word that is too wide at every other."""
        widest = max((self._letters.width(word, _SIZES[-1]) for word in title.split()), default=1)
        return min(1, _ROOM / widest) * _SIZES[-1]

    def _fits(self, title: str, size: int) -> bool:
        lines = self._letters.lines(title, size, _ROOM)
        return len(lines) <= _LINES and all(self._letters.width(line, size) <= _ROOM for line in lines)


def _with(palette: Sequence[int], place: int, colour: Sequence[int]) -> list[int]:
    """Return a palette with another colour in one place."""
    return [*palette[: 3 * place], *colour[:3], *palette[3 * place + 3 :]]


def _chance(kind: str) -> int:
    return int.from_bytes(hashlib.sha256(kind.encode()).digest()[:4])


def drawings(folder: Path, languages: Sequence[Language], pictures: Drawer, board: Sequence[Placed]) -> Iterator[Drawing[bytes]]:
    """Yield the drawings of all cards and of the icons. ``folder`` is that of the site's files."""
    icon = (folder / "css" / "site" / "icon.svg").read_text(encoding="utf-8")
    yield Drawing("icons", fingerprint(icon), partial(icons, icon))
    drawer = Cards(Letters(folder / "fonts"), pictures, board, icon)
    words = {x.tag: kinds_of_pages(folder / "templates", x) for x in languages}
    fonts = [hashlib.sha256((folder / "fonts" / f"{file}.woff2").read_bytes()).hexdigest() for file in _FONTS.values()]
    for kind in words[languages[0].tag]:
        said = {x.tag: Words(words[x.tag][kind], x.name) for x in languages}
        of = fingerprint([icon, fonts, list(board), [(tag, one.title, one.language) for tag, one in said.items()]])
        yield Drawing(f"card {kind}", of, partial(drawer.draw, kind, said))


def count(folder: Path, languages: Sequence[Language]) -> int:
    """Return how many drawings that are."""
    return len(kinds_of_pages(folder / "templates", languages[0])) + 1


def icons(icon: str) -> Iterator[tuple[str, bytes]]:
    """Yield the icons of the site as pixels, each by its path; those that a system cuts to a shape of its own have paper round them."""
    for side in ICONS:
        yield addresses.icon(side), png(_on_paper(icon, 20), side)
    yield addresses.icon(ICONS[-1], "maskable"), png(_on_paper(icon, 15), ICONS[-1])


def _on_paper(icon: str, side: int) -> str:
    """Return the icon, ``side`` of 32 wide, in the middle of a square of paper."""
    start = (32 - side) / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M0 0H32V32H0Z" fill="{_PAPER}"/>'
        f'<svg x="{start}" y="{start}" width="{side}" height="{side}" viewBox="0 0 32 32">{_inside(icon)}</svg></svg>'
    )


def _inside(svg: str) -> str:
    """Return what a picture holds, without its outermost element."""
    return svg.partition(">")[2].rpartition("</svg>")[0]


def png(svg: str, width: int, fonts: Sequence[str] = ()) -> bytes:
    """Return a drawing as PNG, so many pixels wide. It is set in these fonts and no others, whatever the system has."""
    import resvg_py  # noqa: PLC0415

    return resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True, font_files=list(fonts))
