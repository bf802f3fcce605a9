"""Templates: one Jinja environment a language, HTML escaped everywhere, an unknown name an error."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from babel import Locale
from babel.lists import format_list
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from generator import untranslated
from generator.bytecode import compiled
from generator.sayings import Sayings

if TYPE_CHECKING:
    from generator.i18n import Language

_LITERAL = re.compile(r"``(.+?)``")
EXTENSIONS = ("jinja2.ext.i18n", "jinja2.ext.do")


def environment(folder: Path, language: Language) -> Environment:
    """Return the environment of the templates in a folder, speaking a language.

    What is rendered has marks where it is in English for want of a translation: see :mod:`generator.untranslated`.
    """
    marking = untranslated.Marking(language)
    env = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=EXTENSIONS,
        auto_reload=False,
        bytecode_cache=compiled(folder),
    )
    env.globals["_"] = _phrases(marking)
    env.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "sort_keys": True}
    env.filters["extract"] = _extract
    env.filters["footnote"] = untranslated.footnote
    env.filters["literals"] = _literals
    env.filters["plain"] = untranslated.plain
    env.filters["quoted"] = _quoted
    env.globals["sayings"] = Sayings(marking)
    env.install_gettext_callables(  # type: ignore[attr-defined]  # the i18n extension adds it
        marking.gettext, marking.ngettext, newstyle=True, pgettext=marking.pgettext, npgettext=marking.npgettext
    )
    return env


def compile_all(env: Environment) -> None:
    """Compile every template of an environment, so that nobody has to wait for one."""
    for name in env.list_templates(("j2",)):
        env.get_template(name)


def _phrases(language: untranslated.Marking) -> Callable[..., Markup]:
    """Return what ``_("...")`` calls in templates: gettext, which looks each string up once."""
    known: dict[str, Markup] = {}

    def phrase(message: str, **variables: object) -> Markup:
        said = known.get(message)
        if said is None:
            said = known[message] = Markup(language.gettext(message))  # noqa: S704  the strings of the interface are checked
        # A per cent sign is written twice, whether variables are filled in or not.
        return said % variables

    return phrase


def kinds_of_pages(folder: Path, language: Language) -> dict[str, str]:
    """Return the kinds of pages, each named as its template, with their words in a language."""
    kinds = environment(folder, language).get_template("kinds.html.j2").module.KINDS  # type: ignore[attr-defined]  # set there
    return {kind: untranslated.plain(str(words)) for kind, words in kinds.items()}


def joined(locale: Locale, words: list[str], style: str = "standard") -> str:
    """Join words as the language lists them: ``standard`` for "a, b and c", ``or`` for "a, b or c"."""
    return format_list(words, style=style, locale=locale)  # type: ignore[arg-type]  # the styles are Babel's words


def _extract(key: str, mapping: Mapping[str, str]) -> str:
    """Look a key up: ``keys|map("extract", words)``."""
    return mapping[key]


def _quoted(text: str) -> Markup:
    """Write a text, or HTML that is set already, as a string of a JSON file: no page, so that nothing of it need be escaped twice."""
    return Markup(json.dumps(untranslated.in_html(str(text)), ensure_ascii=False))  # noqa: S704  not HTML


def _literals(text: str) -> Markup:
    """Set the words between two backticks, as docstrings have them, as code."""
    return Markup(_LITERAL.sub(r"<code>\1</code>", str(Markup.escape(text))))  # noqa: S704  escaped before
