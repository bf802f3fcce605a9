"""The pictures of a catalogue: our drawings, and those of the packs, which go first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from catalog import Catalog
from catalog.paths import site_data
from generator.output import OutputError
from generator.pages.scribe import SiteError
from generator.pictures import Pictures


class DrawingError(Exception):
    """The drawings of a pack cannot be used; the message says why in a sentence."""


def pictures(catalog: Catalog) -> Pictures:
    """Return what draws the tiles of a catalogue: ``pictures(catalog).tile(catalog.designs["base/d"])`` is an SVG."""
    return Pictures(catalog.kinds, catalog.marks, [*_art(catalog), site_data() / "art"], catalog.figures)


def _art(catalog: Catalog) -> list[Path]:
    return [folder for pack in catalog.packs if (folder := pack / "art").is_dir()]


@contextmanager
def drawn(catalog: Catalog) -> Iterator[None]:
    """Turn what goes wrong while the drawings of packs are used into a :class:`DrawingError`; without such, it is our mistake."""
    try:
        yield
    except (OSError, OutputError, SiteError):
        raise
    except Exception as error:
        folders = _art(catalog)
        if not folders:
            raise
        # A template can fail in any way; what it says is for its author.
        message = " ".join(str(error).split()) or type(error).__name__
        raise DrawingError(f"a drawing in {' or '.join(map(str, folders))} cannot be used: {message}") from error
