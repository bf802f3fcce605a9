"""The work of ``bastide translate``: templates out, translations brought up to date, their state told."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from babel import Locale

from catalog.findings import Finding
from catalog.index import Catalog
from catalog.load import load
from generator.i18n import po
from generator.i18n.conventions import locale_of, own_name, plurals, well_spelled
from generator.i18n.glossary import GLOSSARY
from generator.i18n.header import new_header
from generator.i18n.interface import interface_messages
from generator.i18n.languages import SOURCE
from generator.i18n.merge import merge
from generator.i18n.messages import INTERFACE, RULES, Message, messages
from generator.i18n.moving import moved
from generator.i18n.notes import Notes
from generator.i18n.progress import Progress, progress
from generator.i18n.reader import Place, glossary_of, languages, places, style_of, tags
from generator.i18n.style import Style
from generator.output import replace_file

_BLOCKING = {
    "translation-syntax",
    "translation-duplicate",
    "translation-file",
    "translation-plural-forms",
    "template-syntax",
    "file-missing",
}
"""Errors with these codes keep files from being written again."""


class TranslationError(Exception):
    """Files were not touched, because something in them or in the templates cannot be read; ``findings`` say what."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        """Take the findings; there is at least one."""
        super().__init__("; ".join(f"{f.file}:{f.line}: {f.message}" for f in findings))
        self.findings = tuple(findings)


def extract_all(catalog: Catalog, out: Path, site: Path | None = None, base_url: str = "") -> tuple[Path, Path]:
    """Write the templates ``rules.pot`` and ``interface.pot`` to the folder ``out``, and return their paths.

    The texts are those of our data and of the catalogue's packs. ``site`` is the folder of the page templates, else ours;
    ``base_url`` is where the site is, for the links to it. Raises
    :class:`TranslationError` for a page template that cannot be read.
    """
    written = []
    notes = Notes(catalog, base_url=base_url)
    for name, texts in ((RULES, [notes.noted(m) for m in messages(catalog)]), (INTERFACE, _interface(site))):
        path = out / f"{name}t"
        by_context = name == RULES
        po.write(path, po.PoFile(new_header(None, None), "", merge(texts, (), by_context=by_context, nplurals=2)))
        written.append(path)
    return written[0], written[1]


def update_all(
    catalog: Catalog,
    only: Collection[str] | None = None,
    *,
    prune: bool = False,
    site: Path | None = None,
    base_url: str = "",
) -> list[Path]:
    """Bring the PO files up to date with the data and the templates, and return those that changed.

    All languages that have a folder, or ``only`` some tags; a tag without a folder begins a language, in our data, or in the
    packs if the catalogue has some. The texts of a pack are kept in the pack. No-break spaces are put where the language wants
    them. With ``prune``, entries of texts that went are deleted. ``base_url`` is where the site is, for the links to it. Nothing is
    written unless every file can be read: else raises :class:`TranslationError`.
    """
    interface = _interface(site)
    wanted = tags(catalog) if only is None else list(dict.fromkeys(only))
    known = [(tag, locale) for tag in wanted if (locale := locale_of(tag)) is not None and tag != SOURCE]
    if len(known) < len(wanted):
        strange = sorted(set(wanted) - {tag for tag, _ in known})
        raise TranslationError([_no_tag(tag) for tag in strange])
    jobs: list[_Job] = []
    for place in places(catalog):
        texts = _texts_of(catalog, place)
        for tag, locale in known:
            folder = place.folder / tag
            begins = only is not None and (place.pack is not None or not catalog.packs)
            if folder.is_dir() or (begins and texts):
                jobs += _jobs(place, tag, locale, texts, interface, catalog)
    findings = [f for job in jobs for f in job.findings if f.code in _BLOCKING and f.severity == "error"]
    if findings:
        raise TranslationError(findings)
    changed = [job.path for job in jobs if job.run(prune=prune, base_url=base_url)]
    changed += _new_glossaries(jobs)
    return changed


def status_all(catalog: Catalog, site: Path | None = None) -> dict[str, Progress]:
    """Return how far each language but English is, by its tag."""
    found = languages(catalog, interface=_interface(site), cached=True)
    return {tag: progress(language) for tag, language in found.by_tag.items() if tag != SOURCE}


def check_all(catalog: Catalog, site: Path | None = None) -> tuple[Finding, ...]:
    """Return every finding in the translations and in the page templates' texts."""
    interface, findings = interface_messages(site, cached=True)
    return (*findings, *languages(catalog, interface=interface, cached=True).findings)


@dataclass
class _Job:
    """A file to bring up to date."""

    path: Path
    shown: str
    tag: str
    locale: Locale
    texts: Sequence[Message]
    by_context: bool
    catalog: Catalog
    style: Style

    def __post_init__(self) -> None:
        plural_forms = plurals(self.locale)
        header = new_header(self.tag.replace("-", "_"), plural_forms)
        self.old = po.read(self.path, self.shown, plural_forms) if self.path.exists() else po.PoFile(header, plural_forms)
        self.header = self.old.header or header
        self.findings = (*self.old.findings, *po.duplicates(self.old, self.shown, by_context=self.by_context))

    def run(self, *, prune: bool, base_url: str) -> bool:
        """Write the file if it changes; return whether it did."""
        notes = Notes(self.catalog, self.tag, self.style.terms, base_url)
        texts = map(notes.noted, self.texts) if self.by_context else self.texts
        count = self.old.nplurals
        before = moved(self.old.entries, self.catalog)
        merged = merge(texts, before, by_context=self.by_context, nplurals=count, prune=prune)
        entries = tuple(replace(e, strings=tuple(map(self.style.tied, e.strings))) for e in merged)
        return po.write(self.path, po.PoFile(self.header, self.old.plural_forms, entries))


def _jobs(
    place: Place, tag: str, locale: Locale, texts: Sequence[Message], interface: Sequence[Message], catalog: Catalog
) -> Iterable[_Job]:
    folder, shown = place.folder / tag, f"{place.shown}/{tag}"
    style = style_of(glossary_of(catalog, tag), locale)
    yield _Job(folder / RULES, f"{shown}/{RULES}", tag, locale, texts, by_context=True, catalog=catalog, style=style)
    if place.pack is None:
        path = folder / INTERFACE
        yield _Job(path, f"{shown}/{INTERFACE}", tag, locale, interface, by_context=False, catalog=catalog, style=style)


def _texts_of(catalog: Catalog, place: Place) -> list[Message]:
    """Return the texts that are translated in a place. A pack that overrides one of ours must not change our files."""
    if place.pack is None and catalog.packs:
        catalog = load(root=catalog.root).catalog
    return [m for m in messages(catalog) if m.pack == place.pack]


def _new_glossaries(jobs: Sequence[_Job]) -> list[Path]:
    """Write an empty glossary for each language of ours that has none."""
    written = []
    for job in jobs:
        path = job.path.with_name(GLOSSARY)
        if not job.by_context or path.exists():
            continue
        # JSON's quoting is YAML's.
        language = f"language: {{tag: {job.tag}, name: {json.dumps(own_name(job.locale), ensure_ascii=False)}}}"
        terms = "# - {id: an-element, name: its name, plural: its plural, forms: [inflected forms], aliases: [other words]}"
        replace_file(path, f"{language}\nterms: []\n{terms}\n".encode())
        written.append(path)
    return written


def _interface(site: Path | None) -> list[Message]:
    found, findings = interface_messages(site, cached=True)
    if findings:
        raise TranslationError(findings)
    return found


def _no_tag(tag: str) -> Finding:
    message = "English is the language of the data" if tag == SOURCE else f"`{tag}` is the tag of no language"
    right = well_spelled(tag)
    hint = f"did you mean `{right}`?" if right not in {None, tag} else "name a language by its BCP 47 tag, as in `pt-BR`"
    return Finding("translation-language", "error", f"locales/{tag}", 1, 1, tag, message, hint)
