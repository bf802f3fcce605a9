"""Bringing a PO file up to date with the texts as they are now, without losing a translator's work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from babel.messages.catalog import Message as PoMessage
from rapidfuzz import fuzz, process

from generator.i18n.messages import Message
from generator.i18n.po import FUZZY, Entry, Ids, key_of
from generator.i18n.reviews import of_now, restored, set_aside

_SIMILAR = 75
"""From this share (0 to 100) on, a text without a context that is new is taken for one that went."""


def merge(
    now: Iterable[Message], old: Sequence[Entry], *, by_context: bool, nplurals: int, prune: bool = False
) -> tuple[Entry, ...]:
    """Return the entries of the file for the texts ``now``, in their order.

    A text whose English changed keeps its translation, marked fuzzy, with the English it was made for. With ``by_context`` it is
    found by its msgctxt; else (the interface, where the English is the key) by likeness. A text that went becomes obsolete, and
    with ``prune`` goes for good; one that comes back is found again. A second merge of the same texts changes nothing.
    """
    fresh = [_fresh(message, nplurals, data=by_context) for message in now]
    keys = {key_of(e, by_context=by_context) for e in fresh}
    kept: dict[object, Entry] = {}
    # msgmerge leaves an entry empty and sets its translation aside, where the English has changed too much for it.
    known = sorted(old, key=lambda e: (not any(e.strings), e.obsolete))
    for entry in known:
        kept.setdefault(key_of(entry, by_context=by_context), entry)
    spare = [e for e in known if kept[key_of(e, by_context=by_context)] is not e]
    gone = {key: entry for key, entry in kept.items() if key not in keys}
    found: list[Entry] = []
    for entry in fresh:
        before = kept.get(key_of(entry, by_context=by_context))
        if before is None and not by_context:
            before = _take_similar(entry, gone)
        found.append(entry if before is None else _carry(entry, before))
    if prune:
        return tuple(found)
    left = _set_aside((*gone.values(), *spare), {key_of(e, by_context=False) for e in found})
    return (*found, *sorted(left, key=lambda e: (e.context or "", e.ids)))


def _fresh(message: Message, nplurals: int, *, data: bool) -> Entry:
    """Return the empty entry of a text, with the flag that translators' tools check the placeholders of the interface by.

    The texts of the ``data`` have none: gettext knows no words in several forms (``{times:tile|tiles}``), and would refuse the file.
    """
    like_python = not data and PoMessage(message.ids if message.plural else message.english).python_format
    flags = {"python-format"} if like_python else ()
    count = nplurals if message.plural else 1
    return Entry(message.context, message.ids, ("",) * count, frozenset(flags), notes=message.notes, files=message.files)


def _carry(entry: Entry, before: Entry) -> Entry:
    """Take over a translator's work from the entry as it was."""
    own = {f for f in before.flags if f != FUZZY and not f.endswith("-format")}
    entry = replace(entry, comments=before.comments, flags=entry.flags | own)
    strings = _resized(before.strings, len(entry.strings))
    if not any(strings):
        return entry
    comments = before.comments
    made_for = _made_for(before)
    if made_for == entry.ids and before.previous_context is None and (before.previous or not before.fuzzy):
        # Unchanged, or back at the English that the translation was made for.
        return replace(entry, strings=strings, comments=restored(comments) if before.fuzzy else of_now(comments))
    previous = before.previous if made_for == entry.ids else made_for
    elsewhere = before.previous_context if before.fuzzy else None
    comments = set_aside(comments if before.fuzzy else of_now(comments))
    flags = entry.flags | {FUZZY}
    return replace(entry, strings=strings, flags=flags, comments=comments, previous=previous, previous_context=elsewhere)


def _made_for(entry: Entry) -> Ids:
    """Return the English that a translation was made for."""
    return entry.previous if entry.fuzzy and entry.previous else entry.ids


def _resized(strings: tuple[str, ...], count: int) -> tuple[str, ...]:
    if count == 1:
        return (next(filter(None, strings), ""),)
    return (*strings, *("",) * count)[:count]


def _take_similar(entry: Entry, gone: dict[object, Entry]) -> Entry | None:
    """Take the translated entry that went and is most like a new one, if one is like it at all."""
    choices = {k: e.ids[0] for k, e in gone.items() if e.context == entry.context and any(e.strings)}
    best = process.extractOne(entry.ids[0], choices, scorer=fuzz.ratio, score_cutoff=_SIMILAR)
    return gone.pop(best[2]) if best else None


def _set_aside(entries: Iterable[Entry], taken: set[object]) -> Iterator[Entry]:
    """Yield what is kept of entries that went. What is ``taken`` already, as gettext tells entries apart, may not stand twice."""
    for entry in entries:
        if not any(entry.strings):
            continue
        for kept in (_obsolete(entry, _made_for(entry)), _obsolete(entry, entry.ids)):
            if (key := key_of(kept, by_context=False)) not in taken:
                taken.add(key)
                yield kept
                break


def _obsolete(entry: Entry, ids: Ids) -> Entry:
    """Return what is kept of an entry that went: its translation, with the English it was made for if that can be."""
    fuzzy = entry.fuzzy and (ids != entry.previous or entry.previous_context is not None)
    comments = restored(entry.comments) if entry.fuzzy and not fuzzy else entry.comments
    return Entry(entry.context, ids, entry.strings, frozenset({FUZZY} if fuzzy else ()), comments, obsolete=True)
