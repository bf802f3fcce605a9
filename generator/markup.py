"""Turns the text of a statement into HTML: links to elements, numbers of the effect, and emphasis; never HTML of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import cast

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup

from catalog.text import Link, Number, parse, plain, single_spaced

Resolve = Callable[[str], str | None]
"""Gives the address of what a link names, or None where no page shows it: the words then stand without a link."""
_EMPHASIS = re.compile(r"(\*{1,2}|_{1,2})(?=\S)(.+?)(?<=\S)\1")


class UnknownNumberError(Exception):
    """A text has a placeholder that its effect gives no number for; the message names it."""


def to_html(text: str, numbers: Mapping[str, int], resolve: Resolve) -> Markup:
    """Return the HTML of a text, to be put into a paragraph."""
    html = _MARKDOWN.renderer.render(_taken_apart(text), _MARKDOWN.options, {"numbers": numbers, "resolve": resolve})
    return Markup(html)  # noqa: S704  HTML is off; all is escaped


@lru_cache(maxsize=8192)
def _taken_apart(text: str) -> list[Token]:
    """Return the tokens of a text, which says the same on every page."""
    return _MARKDOWN.parseInline(single_spaced(text))


def excerpt(text: str, numbers: dict[str, int], limit: int = 90) -> str:
    """Return the beginning of a text in plain words, cut between words after at most ``limit`` characters."""
    words = _EMPHASIS.sub(r"\2", plain(text, numbers))
    if len(words) <= limit:
        return words
    return words[: limit - 1].rsplit(" ", 1)[0].rstrip(",;:. ") + " …"


def _number(number: Number, numbers: Mapping[str, int]) -> str:
    if number.forms or number.name not in numbers:
        raise UnknownNumberError(f"no number is called {number}")
    return str(numbers[number.name])


def _reference(state: StateInline, silent: bool) -> bool:
    """Read a link or a placeholder of ours; everything else is left to the other rules."""
    if state.src[state.pos] not in "[{":
        return False
    rest = state.src[state.pos : state.posMax]
    part = parse(rest)[0]
    if isinstance(part, Link):
        written = f"[{part.words}]({part.target})"
    elif isinstance(part, Number):
        written = str(part)
    else:
        return False
    if not silent:
        token = state.push("reference", "", 0)
        token.meta = {"part": part}
    state.pos += len(written)
    return True


def _render_reference(_: RendererHTML, tokens: Sequence[Token], index: int, __: OptionsDict, env: EnvType) -> str:
    part = tokens[index].meta["part"]
    if isinstance(part, Number):
        return _number(part, cast("Mapping[str, int]", env["numbers"]))
    address = cast("Resolve", env["resolve"])(part.target)
    if address is None:
        return escape(part.words)
    return f'<a class="term" href="{escape(address)}">{escape(part.words)}</a>'


def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("zero", {"html": False}).enable(["emphasis"])
    markdown.inline.ruler.before("emphasis", "reference", _reference)
    markdown.add_render_rule("reference", _render_reference)
    return markdown


_MARKDOWN = _markdown()
