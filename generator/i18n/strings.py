"""The interface of a language at run time: gettext over the entries that are right, and English that says so for the others."""

from __future__ import annotations

import json
from collections.abc import Iterable
from gettext import GNUTranslations, NullTranslations
from io import BytesIO

from babel.messages.catalog import Catalog as PoCatalog
from babel.messages.mofile import write_mo

from catalog.remembered import Remembered, name_of
from generator.i18n.po import Entry
from generator.untranslated import English


class Fallback(NullTranslations):
    """Answers in English."""

    def gettext(self, message: str) -> str:
        """Return the English string."""
        return English(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the English string for a count."""
        return English(super().ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:
        """Return the English string."""
        return English(super().pgettext(context, message))

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """Return the English string for a count."""
        return English(super().npgettext(context, msgid1, msgid2, n))


def translations(entries: Iterable[Entry], plural_forms: str, memory: Remembered | None = None) -> NullTranslations:
    """Return the strings of some entries, with English for all others. ``plural_forms`` is as a PO header declares it.

    What was compiled from the same strings before is remembered.
    """
    said = [(entry.context, entry.ids, entry.strings) for entry in entries]
    name = name_of("strings", json.dumps([plural_forms, said]).encode())
    compiled = None if memory is None else memory.recall(name, bytes)
    if compiled is None:
        compiled = _compiled(said, plural_forms)
        if memory is not None:
            memory.note(name, compiled, compiled)
    found = GNUTranslations(BytesIO(compiled))
    found.add_fallback(Fallback())
    return found


def _compiled(said: Iterable[tuple[str | None, tuple[str, ...], tuple[str, ...]]], plural_forms: str) -> bytes:
    """Return strings as an MO file."""
    catalog = PoCatalog(charset="utf-8")
    catalog.mime_headers = [("Plural-Forms", plural_forms)]
    for context, ids, strings in said:
        plural = len(ids) > 1
        catalog.add(ids if plural else ids[0], strings if plural else strings[0], context=context)
    file = BytesIO()
    write_mo(file, catalog)
    return file.getvalue()
