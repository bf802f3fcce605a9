"""One rulebook for the boxes on a table: everything that holds there, in the order of a turn, as a page that stands alone or a PDF."""

from generator.rulebook.book import rulebook
from generator.rulebook.press import PressError, ready, to_pdf

__all__ = ["PressError", "ready", "rulebook", "to_pdf"]
