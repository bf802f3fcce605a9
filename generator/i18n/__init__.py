"""Languages: PO files in and out, glossaries, and what a page or an answer says in the language of its reader.

A data text is known by its context (``statement/<id>``, ``element/<id>/about`` ...), so that a change of its English is seen, and
a translation is never shown for a sentence that it was not made for. Names of elements come from glossaries.
"""

from generator.i18n.codes import CODES
from generator.i18n.interface import interface_messages
from generator.i18n.languages import SOURCE, Language, State, Status, Translated
from generator.i18n.messages import Message, messages
from generator.i18n.pipeline import TranslationError, check_all, extract_all, status_all, update_all
from generator.i18n.progress import Progress
from generator.i18n.reader import Languages, languages, tags

__all__ = [
    "CODES", "SOURCE", "Language", "Languages", "Message", "Progress", "State", "Status", "Translated", "TranslationError", "check_all",
    "extract_all", "interface_messages", "languages", "messages", "status_all", "tags", "update_all",
]  # fmt: skip
