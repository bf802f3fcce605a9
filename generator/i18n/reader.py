"""Reading the languages: which there are, what their files say, and what is wrong with them."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from babel import Locale
from babel.messages.plurals import get_plural

from catalog.findings import Finding, did_you_mean, hint_for
from catalog.index import Catalog
from catalog.remembered import Remembered
from generator.i18n import po
from generator.i18n.checks import check_entry
from generator.i18n.conventions import locale_of, own_name, plurals
from generator.i18n.glossary import GLOSSARY, Glossary, read_glossaries
from generator.i18n.languages import SOURCE, Entries, Language, Status
from generator.i18n.memory import Right, keep, memory_of, read_po
from generator.i18n.messages import INTERFACE, RULES, Message, messages, pack_of
from generator.i18n.reviews import check_marks, is_reviewed
from generator.i18n.strings import translations
from generator.i18n.style import Style

_OURS = frozenset({".po", ".pot", ".yaml", ".yml"})
"""The endings of files that a translator may have meant for us."""


@dataclass(frozen=True, slots=True)
class Languages:
    """The languages by tag, English first; what is wrong in their files; and what this machine cannot do exactly."""

    by_tag: Mapping[str, Language]
    findings: tuple[Finding, ...] = ()
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A folder ``locales`` : ours, or that of a pack. ``shown`` is how findings show it, ``pack`` the pack as it was named."""

    folder: Path
    shown: str
    pack: str | None = None


def places(catalog: Catalog) -> tuple[Place, ...]:
    """Return where translations may be: ours first, then the packs in their order. The folders need not exist."""
    packs = (Place(p / "locales", f"{p}/locales", str(p)) for p in catalog.packs)
    return (Place(catalog.root / "locales", "locales"), *packs)


def tags(catalog: Catalog) -> list[str]:
    """Return the tags of the languages that have a folder, sorted; English, the source, has none."""
    found = {f.name for p in places(catalog) if p.folder.is_dir() for f in p.folder.iterdir() if f.is_dir()}
    return sorted(t for t in found if not t.startswith("."))


def glossary_of(catalog: Catalog, tag: str, memory: Remembered | None = None) -> Glossary:
    """Read the glossaries of a language; a gap is told in the file where the element's own pack, or we, keep this language."""
    files, home = [], {}
    for place in places(catalog):
        path, shown = place.folder / tag / GLOSSARY, f"{place.shown}/{tag}/{GLOSSARY}"
        if path.exists():
            files.append((path, shown))
            home[place.pack] = shown
    origins = catalog.origins
    homes = {
        e: home[pack]
        for e in catalog.elements
        if (pack := pack_of(catalog, origins["element", e].file if ("element", e) in origins else "")) in home
    }
    return read_glossaries(files, tag, catalog, homes, memory)


def style_of(glossary: Glossary, locale: Locale) -> Style:
    """Return how a language sets texts, by its glossary."""
    return Style(glossary.own, glossary.terms, get_plural(locale).num_plurals)


def languages(
    catalog: Catalog,
    only: Collection[str] | None = None,
    interface: Sequence[Message] | None = None,
    *,
    cached: bool = False,
) -> Languages:
    """Read the languages, all or ``only`` some tags; English is always there.

    ``interface`` are the strings that templates and code use now (:func:`generator.i18n.interface_messages`): with them, an entry
    of the interface that nothing uses is found, and the status counts against them instead of the entries in the file. With
    ``cached``, files and translations that are as they were before are not read and checked again.
    """
    memory = memory_of(catalog) if cached else None
    texts = tuple(messages(catalog))
    found = {SOURCE: _source(catalog, texts, interface)}
    findings: list[Finding] = []
    known = tags(catalog)
    wanted = known if only is None else [t for t in dict.fromkeys(only) if t != SOURCE]
    for tag in wanted:
        locale = locale_of(tag)
        if tag not in known or tag == SOURCE or locale is None:
            findings.append(_no_language(tag, known, locale))
            continue
        reader = _Reader(catalog, texts, tag, locale, memory)
        found[tag] = reader.language(interface)
        findings += reader.findings
    keep(memory, all_asked=only is None)
    notices = tuple(n for language in found.values() if (n := language.notice))
    ordered = tuple(sorted(findings, key=lambda f: (f.file, f.line, f.column, f.code)))
    return Languages(found, ordered, notices)


def _source(catalog: Catalog, texts: tuple[Message, ...], interface: Sequence[Message] | None) -> Language:
    locale = Locale.parse(SOURCE)
    total = len(interface or ())
    return Language(SOURCE, own_name(locale), catalog, locale, texts, interface=Status(total, total))


def _no_language(tag: str, known: list[str], locale: Locale | None) -> Finding:
    if tag == SOURCE:
        message, hint = "English is the language of the data and has no translation", "delete this folder"
    elif locale is None:
        message, hint = f"`{tag}` is the tag of no language", "name the folder by a BCP 47 tag, as in `pt-BR`"
    else:
        message, hint = f"there is no translation in `{tag}`", hint_for(tag, known) or f"`translate update` begins one: {tag}"
    return Finding("translation-language", "error", f"locales/{tag}", 1, 1, tag, message, hint)


def _strays(catalog: Catalog, tag: str) -> Iterator[Finding]:
    """Find files beside translations that nothing reads: a misspelt name would otherwise be ignored in silence.

    Hidden files are those of other programs.
    """
    for place in places(catalog):
        known = (RULES, GLOSSARY, INTERFACE) if place.pack is None else (RULES, GLOSSARY)
        for path in sorted((place.folder / tag).glob("*.*")):
            if path.suffix in _OURS and path.name not in known and not path.name.startswith("."):
                shown, hint = f"{place.shown}/{tag}/{path.name}", hint_for(path.name, known)
                yield Finding("unknown-file", "error", shown, 1, 1, "", "nothing reads a file of this name", hint)


@dataclass
class _Reader:
    """Reads the files of one language, and gathers what is wrong with them."""

    catalog: Catalog
    texts: tuple[Message, ...]
    tag: str
    locale: Locale
    memory: Remembered | None = None
    findings: list[Finding] = field(default_factory=list)
    style: Style = field(default_factory=Style)

    def language(self, interface: Sequence[Message] | None) -> Language:
        self.findings += _strays(self.catalog, self.tag)
        glossary = self._glossary()
        self.style = style_of(glossary, self.locale)
        file, sound, status = self._interface(interface)
        return Language(
            tag=self.tag,
            name=glossary.own.name if glossary.own else own_name(self.locale),
            catalog=self.catalog,
            locale=self.locale,
            messages=self.texts,
            entries=self._rules(),
            terms=glossary.terms,
            cases=glossary.own.cases if glossary.own else (),
            titles=glossary.titles,
            strings=translations(sound, file.plural_forms, self.memory),
            interface=status,
        )

    def _glossary(self) -> Glossary:
        glossary = glossary_of(self.catalog, self.tag, self.memory)
        place = places(self.catalog)[0]
        if (place.folder / self.tag).is_dir() and not (place.folder / self.tag / GLOSSARY).exists():
            message = f"`{self.tag}` has no glossary: its readers see the English names"
            hint = "`translate update` writes one to fill in"
            shown = f"{place.shown}/{self.tag}/{GLOSSARY}"
            self.findings.append(Finding("glossary-missing", "warning", shown, 1, 1, "", message, hint))
        self.findings += glossary.findings
        return glossary

    def _rules(self) -> Entries:
        """Return the entries of the data by context, those of packs over ours; one with an error has to be looked at again.

        So they follow from the files, from which of them there is a text for, and which are wrong.
        """
        by_context = {m.context: m for m in self.texts}
        origin = hashlib.sha256()
        entries = Entries()
        for place in places(self.catalog):
            path, shown = place.folder / self.tag / RULES, f"{place.shown}/{self.tag}/{RULES}"
            own: dict[str, po.Entry] = {}
            right = self._right(shown)
            file = self._file(path, shown, by_context=True)
            wrong = []
            for entry in file.entries:
                english = by_context.get(entry.context)
                if entry.obsolete:
                    continue
                if english is None or entry.context is None:
                    self.findings.append(_unknown(entry, shown, [c for c in by_context if c]))
                elif own.setdefault(entry.context, entry) is entry:
                    self.findings += check_marks(entry, shown)
                    if self._check(entry, english, shown, right):
                        own[entry.context] = replace(entry, flags=entry.flags | {po.FUZZY})
                        wrong.append(entry.context)
            right.note()
            entries.update(own)
            origin.update(repr((file.origin, [*own], wrong)).encode())
        entries.origin = origin.hexdigest()
        return entries

    def _interface(self, now: Sequence[Message] | None) -> tuple[po.PoFile, list[po.Entry], Status]:
        """Return the file of the interface, its entries that are right, and its status."""
        place = places(self.catalog)[0]
        shown = f"{place.shown}/{self.tag}/{INTERFACE}"
        file = self._file(place.folder / self.tag / INTERFACE, shown, by_context=False)
        used = None if now is None else {(m.context, m.english): m for m in now}
        right = self._right(shown)
        sound, live = [], []
        for entry in file.entries:
            if entry.obsolete:
                continue
            english = Message(entry.context, entry.ids[0], plural=entry.ids[1] if len(entry.ids) > 1 else None)
            if used is not None and (entry.context, entry.ids[0]) not in used:
                self.findings.append(_unknown(entry, shown, ()))
                continue
            live.append(entry)
            self.findings += check_marks(entry, shown)
            bad = self._check(entry, english, shown, right, interface=True)
            if entry.translated and not entry.fuzzy and not bad:
                sound.append(entry)
        right.note()
        outdated = sum(any(e.strings) for e in live) - len(sound)
        reviewed = sum(map(is_reviewed, sound))
        return file, sound, Status(len(live) if used is None else len(used), len(sound), outdated, reviewed)

    def _right(self, shown: str) -> Right:
        return Right(self.memory, shown, self.catalog.elements, self.style)

    def _file(self, path: Path, shown: str, *, by_context: bool) -> po.PoFile:
        plural_forms = plurals(self.locale)
        if not path.exists():
            return po.PoFile("", plural_forms)
        file = read_po(path, shown, plural_forms, self.memory)
        self.findings += file.findings
        self.findings += po.duplicates(file, shown, by_context=by_context)
        return file

    def _check(self, entry: po.Entry, english: Message, shown: str, right: Right, *, interface: bool = False) -> bool:
        """Note what is wrong with an entry; return whether something is an error."""
        mark = right.mark_of(entry, english.ids) if self.memory is not None else ""
        if right.has(mark):
            return False
        found = list(check_entry(entry, english, self.catalog.elements, shown, self.style, interface=interface))
        self.findings += found
        if not found:
            right.add(mark)
        return any(f.severity == "error" for f in found)


def _unknown(entry: po.Entry, shown: str, contexts: Collection[str]) -> Finding:
    name = entry.context or entry.ids[0]
    best = did_you_mean(name, contexts) if entry.context else None
    hint = f"did you mean `{best}`? else `translate update` sets it aside" if best else "`translate update` sets it aside"
    return Finding("translation-unknown", "warning", shown, entry.line, 1, name, f"nothing uses `{name}` any more", hint)
