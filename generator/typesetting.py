"""Sets pages: it prepares a leaf through a scribe, and fills in the template that the page asks for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from markupsafe import Markup

from generator import untranslated
from generator.i18n import Language
from generator.keeping import Keeper
from generator.pages.leaf import Leaf
from generator.pages.material import Material
from generator.pages.scribe import Scribe
from generator.reading import Readings
from generator.rendering import compile_all, environment


def whole(_: str, caller: Callable[[], Markup]) -> Markup:
    """Set a part of a page by calling what makes it."""
    return caller()


class Typesetter:
    """Sets the pages of one language, one by one, in any order."""

    def __init__(
        self, material: Material, language: Language, folder: Path, base_url: str = "", keeper: Keeper | None = None
    ) -> None:
        """Set with the templates and readings in ``folder``; ``base_url`` is where the site will be, if that is known.

        ``keeper`` keeps what is the same on many pages of the language.
        """
        self._material = material
        self._language = language
        self._env = environment(folder / "templates", language)
        self._env.globals["base_url"] = base_url
        self._readings = Readings(material.catalog, language, folder / "readings", keeper)

    def compile(self) -> None:
        """Compile all that pages may need: for whoever lets several processes set them."""
        compile_all(self._env)
        self._readings.compile()

    def set(self, leaf: Leaf, part: Callable[[str, Callable[[], Markup]], Markup] = whole) -> str:
        """Return a page as it is written. The same leaf and the same data give the same text.

        ``part`` sets a part of it, by its name and what makes it: see :mod:`generator.building.parts`.
        """
        scribe = Scribe(self._material, self._language, self._readings, leaf.path, leaf.edition)
        page = leaf.prepare(scribe)
        text = self._env.get_template(page.template).render(page.content, part=part)
        return untranslated.in_html(text) if page.template.endswith(".html.j2") else untranslated.plain(text)
