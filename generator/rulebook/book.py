"""The rulebook as one page of HTML, with its style, its fonts and its pictures inside."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from catalog.paths import site_data
from engine import Table
from generator import untranslated
from generator.i18n import Language
from generator.pages.examples import play_at
from generator.pages.material import Material
from generator.pictures.inks import player_styles
from generator.rendering import environment
from generator.rulebook import chapters
from generator.rulebook.cover import land
from generator.rulebook.scribe import BookScribe

if TYPE_CHECKING:
    from generator.pictures import Pictures

_LAND = 6
"""How many tiles the picture on the cover is wide, and high where there is room beside the names of the boxes."""
_NAMES = 10
"""So many boxes leave that room."""
_FONT = re.compile(r'url\("(?P<file>[a-z0-9-]+\.woff2)"\)')


def rulebook(table: Table, language: Language, pictures: Pictures, *, for_paper: bool = False) -> str:
    """Return the rules of a table as HTML that needs nothing else: what holds there, and only that, in the order of a turn.

    ``for_paper``: it goes on to :func:`generator.rulebook.to_pdf`, which is quicker with pictures that are no part of the page.
    Raises :class:`~generator.pages.scribe.SiteError` for a text whose numbers are missing, and
    :class:`~generator.pages.examples.BrokenExampleError` for an example that cannot be drawn.
    """
    examples = play_at(table, table.catalog.examples.values())
    scribe = BookScribe(table, language, Material(table.catalog, (language,), examples=examples), pictures, apart=for_paper)
    laid = land(table, _LAND, _LAND if len(table.editions) <= _NAMES else _LAND - 1)
    rules = list(chapters.chapters(scribe))
    content = {
        "boxes": list(chapters.boxes(scribe)),
        "other_words": chapters.other_words(scribe),
        "names": [scribe.name_here(box) for box in table.editions],
        "chapters": rules,
        "before_points": chapters.before_points(rules),
        "points": list(chapters.scoring(scribe)),
        "values": list(chapters.values(scribe)),
        "bonuses": list(chapters.bonuses(scribe)),
        "pairs": list(chapters.pairs(scribe)),
        "sources": list(chapters.sources(scribe)),
        "land": scribe.board(laid) if laid else "",
    }
    template = environment(site_data() / "templates", language).get_template("booklet.html.j2")
    html = template.render(
        **content,
        language=language,
        style=style(site_data()) + Markup(player_styles(pictures.inks)),  # noqa: S704  made of colours and ids
        share=scribe.voice.share(),
        joined=scribe.joined,
    )
    return untranslated.in_html(html)


def style(folder: Path) -> Markup:
    """Return the style of the page, with the fonts inside."""
    css = (folder / "css" / "booklet.css").read_text(encoding="utf-8")
    return Markup(_FONT.sub(lambda match: _embedded(folder / "fonts" / match["file"]), css))  # noqa: S704  a file of ours


def _embedded(font: Path) -> str:
    return f'url("data:font/woff2;base64,{base64.b64encode(font.read_bytes()).decode()}")'
