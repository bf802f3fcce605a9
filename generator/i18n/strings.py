"""The interface of a language at run time: gettext over the entries that are right, and a count of those that are not there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from gettext import GNUTranslations, NullTranslations
from io import BytesIO

from babel.messages.catalog import Catalog as PoCatalog
from babel.messages.mofile import write_mo

from generator.i18n.po import Entry


class Fallback(NullTranslations):
    """Answers in English, and counts in ``missing`` how often each string was asked for in vain."""

    def __init__(self, missing: Counter[str]) -> None:
        """Count in ``missing``."""
        super().__init__()
        self.missing = missing

    def gettext(self, message: str) -> str:
        """Return the English string."""
        self.missing[message] += 1
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the English string for a count."""
        self.missing[msgid1] += 1
        return super().ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        """Return the English string."""
        self.missing[message] += 1
        return super().pgettext(context, message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """Return the English string for a count."""
        self.missing[msgid1] += 1
        return super().npgettext(context, msgid1, msgid2, n)


def translations(entries: Iterable[Entry], plural_forms: str, missing: Counter[str]) -> NullTranslations:
    """Return the strings of some entries, with English for all others. ``plural_forms`` is as a PO header declares it."""
    compiled = PoCatalog(charset="utf-8")
    compiled.mime_headers = [("Plural-Forms", plural_forms)]
    for entry in entries:
        plural = len(entry.ids) > 1
        compiled.add(entry.ids if plural else entry.ids[0], entry.strings if plural else entry.strings[0], context=entry.context)
    file = BytesIO()
    write_mo(file, compiled)
    file.seek(0)
    found = GNUTranslations(file)
    found.add_fallback(Fallback(missing))
    return found
