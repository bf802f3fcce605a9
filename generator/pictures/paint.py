"""Finds the drawing of a thing in the art folders, and lets it draw in passes.

A drawing is a Jinja template. It may have a macro for each pass; a template without one of them draws as a whole in the last.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.environment import TemplateModule

from generator.pictures.inks import Inks
from generator.pictures.view import FILTERS, FigureView, View, ray

PASSES = ("ground", "edge", "body", "decor", "top")
"""Lowest first. All drawings of a tile make one pass before any makes the next, so that what meets flows together."""


class Painter:
    """Draws things by their id from art folders, the first of which that has a drawing decides."""

    def __init__(self, art: Sequence[Path], inks: Inks) -> None:
        """Look for drawings in these folders."""
        self._inks = inks
        self._jinja = Environment(
            loader=FileSystemLoader([str(folder) for folder in art]),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._jinja.filters.update(FILTERS)

    def passes(self, names: Sequence[str], view: View) -> Mapping[str, str]:
        """Return what a thing draws in each pass. ``names`` are the templates to look for, the most fitting first.

        Raises ``jinja2.TemplatesNotFound`` where not even the last is there.
        """
        module = self._module(names, view)
        drawn = {name: _tight(str(getattr(module, name)())) for name in PASSES if hasattr(module, name)}
        return drawn or {PASSES[-1]: _tight(str(module))}

    def whole(self, names: Sequence[str], view: FigureView) -> str:
        """Return what is drawn in one go, above everything. ``names`` are the templates to look for, the most fitting first."""
        return _tight(str(self._module(names, view)))

    def _module(self, names: Sequence[str], view: View | FigureView) -> TemplateModule:
        return self._jinja.select_template(list(names)).make_module({"it": view, "ink": self._inks.colours, "ray": ray})


def _tight(text: str) -> str:
    """Drop the white space that only the template needs."""
    return re.sub(r">\s+<", "><", re.sub(r"\s*\n\s*", " ", text)).strip()
