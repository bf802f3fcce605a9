"""The pictures of a catalogue: our drawings, and those of the packs, which go first."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import TemplateNotFound, TemplateSyntaxError

from catalog import Catalog
from catalog.paths import site_data
from generator.output import OutputError
from generator.pages.scribe import SiteError

if TYPE_CHECKING:
    from generator.pictures import Pictures


class DrawingError(Exception):
    """The drawings of a pack cannot be used; the message says why in a sentence, and ``hint`` what to do, where that is known."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        """Say what is wrong and what to do."""
        super().__init__(message)
        self.hint = hint


def pictures(catalog: Catalog) -> Pictures:
    """Return what draws the tiles of a catalogue: ``pictures(catalog).tile(catalog.designs["base/d"])`` is an SVG."""
    from generator.pictures import Pictures  # noqa: PLC0415  a build that draws nothing does not wait for what draws

    return Pictures(catalog.kinds, catalog.marks, [*_art(catalog), site_data() / "art"], catalog.figures)


def _art(catalog: Catalog) -> list[Path]:
    return [folder for pack in catalog.packs if (folder := pack / "art").is_dir()]


@contextmanager
def drawn(catalog: Catalog) -> Iterator[None]:
    """Turn what goes wrong while the drawings of packs are used into a :class:`DrawingError`; without such, it is our mistake."""
    try:
        yield
    except TemplateNotFound as error:
        # It is an OSError to Jinja, and to nobody else.
        raise DrawingError(f"there is no drawing {error}") from error
    except (OSError, OutputError, SiteError):
        raise
    except Exception as error:
        folders = _art(catalog)
        if not folders:
            raise
        from generator.pictures.checks import check_art  # noqa: PLC0415  where all is well nobody waits for it

        found = next(iter(check_art(catalog.packs)), None)
        if found is not None:
            place = f"{found.file}:{found.line}:{found.column}"
            raise DrawingError(f"{place}: {found.message}", found.hint) from error
        # A template can fail in any way; what it says is for its author.
        message = " ".join(str(error).split()) or type(error).__name__
        where = _place(error, folders) or f"a drawing in {' or '.join(map(str, folders))}"
        raise DrawingError(f"{where} cannot be used: {message}") from error


def _place(error: Exception, folders: list[Path]) -> str | None:
    """Return the file and line of a drawing that failed: where it cannot be read, or the last of its lines that was filled in."""
    if isinstance(error, TemplateSyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}"
    lines = [f"{frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)]
    return next((line for line in reversed(lines) if any(line.startswith(f"{folder}/") for folder in folders)), None)
