"""Templates: one Jinja environment a language, HTML escaped everywhere, an unknown name an error."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from babel import Locale
from babel.lists import format_list
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from generator.sayings import Sayings

if TYPE_CHECKING:
    from generator.i18n import Language

_LITERAL = re.compile(r"``(.+?)``")
EXTENSIONS = ("jinja2.ext.i18n", "jinja2.ext.do")


def environment(folder: Path, language: Language) -> Environment:
    """Return the environment of the templates in a folder, speaking a language."""
    env = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=EXTENSIONS,
        auto_reload=False,
    )
    env.filters["extract"] = _extract
    env.filters["literals"] = _literals
    env.filters["quoted"] = _quoted
    env.globals["sayings"] = Sayings(language)
    env.install_gettext_callables(  # type: ignore[attr-defined]  # the i18n extension adds it
        language.gettext, language.ngettext, newstyle=True, pgettext=language.pgettext, npgettext=language.npgettext
    )
    return env


def joined(locale: Locale, words: list[str], style: str = "standard") -> str:
    """Join words as the language lists them: ``standard`` for "a, b and c", ``or`` for "a, b or c"."""
    return format_list(words, style=style, locale=locale)  # type: ignore[arg-type]  # the styles are Babel's words


def _extract(key: str, mapping: Mapping[str, str]) -> str:
    """Look a key up: ``keys|map("extract", words)``."""
    return mapping[key]


def _quoted(text: str) -> Markup:
    """Write a text, or HTML that is set already, as a string of a JSON file: no page, so that nothing of it need be escaped twice."""
    return Markup(json.dumps(str(text), ensure_ascii=False))  # noqa: S704  not HTML


def _literals(text: str) -> Markup:
    """Set the words between two backticks, as docstrings have them, as code."""
    return Markup(_LITERAL.sub(r"<code>\1</code>", str(Markup.escape(text))))  # noqa: S704  escaped before
