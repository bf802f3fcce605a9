"""Prints a rulebook as a PDF, with WeasyPrint, which is an extra."""

from __future__ import annotations

import logging

from catalog.paths import site_data

NEEDED = "weasyprint>=69"


class PressError(Exception):
    """No PDF can be made here. The message says why in a sentence, ``hint`` what to install."""

    def __init__(self, message: str, hint: str) -> None:
        """Say what is missing and how to get it."""
        super().__init__(message)
        self.hint = hint


def ready() -> None:
    """Raise :class:`PressError` where WeasyPrint, or a library of the system that it needs, is missing."""
    try:
        import weasyprint.urls  # noqa: PLC0415  an extra, and slow to load

        _ = weasyprint.urls.URLFetcher  # what is older lacks it
    except (ImportError, AttributeError):
        raise PressError(
            "a PDF needs WeasyPrint, which is not installed beside bastide, or too old", f"pip install '{NEEDED}'"
        ) from None
    except OSError as error:
        library = str(error).split("'")[1] if "'" in str(error) else "Pango"
        hint = "on Debian and Ubuntu: apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
        raise PressError(f"a PDF needs WeasyPrint, and that does not find the library {library}", hint) from None


def to_pdf(html: str) -> bytes:
    """Return a rulebook as a PDF for A4, the same bytes for the same rulebook. Raises :class:`PressError` as :func:`ready` does."""
    ready()
    from weasyprint import HTML  # noqa: PLC0415  an extra, and slow to load
    from weasyprint.urls import URLFetcher  # noqa: PLC0415  the same

    # It reports what it does not know of our style for the screen, and that is for nobody.
    logging.getLogger("weasyprint").setLevel(logging.CRITICAL)
    logging.getLogger("fontTools").setLevel(logging.CRITICAL)
    # Within the page it comes after the style of the page; given apart, it would come before.
    paper = (site_data() / "css" / "booklet-paper.css").read_text(encoding="utf-8")
    whole = html.replace("</style>", f"{paper}</style>", 1)
    printed: bytes = HTML(string=whole, url_fetcher=URLFetcher(allowed_protocols={"data"})).write_pdf(pdf_tags=True)
    return printed
