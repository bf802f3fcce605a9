"""Glossaries: what a language calls the elements. One ``glossary.yaml`` a language, in our data and in each pack that has one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from pydantic import Field

from catalog.findings import Finding, hint_for
from catalog.index import Catalog
from catalog.model import EditionId, Id, Model, Text
from catalog.model import Path as Within
from catalog.remembered import Codec, Remembered, validated
from catalog.vocabulary import Element, Verb
from catalog.yamlfile import YamlFile, opened
from generator.i18n.conventions import TAG
from generator.i18n.reviews import wrong_words

GLOSSARY = "glossary.yaml"


class OwnLanguage(Model):
    """The language of a glossary: its BCP 47 tag, its own name, its grammar, and how it sets texts."""

    tag: Annotated[str, Field(pattern=TAG)]
    name: Text
    genders: tuple[Text, ...] = ()
    """The genders of its nouns; without, terms have none."""
    cases: tuple[Text, ...] = ()
    """The cases of its nouns, the first that of ``name`` and ``plural``; without, terms are not inflected."""
    quotes: tuple[tuple[Text, Text], ...] = ()
    """The quotation marks, opening and closing; the pair that stands within others comes after."""
    no_break_after: tuple[Text, ...] = ()
    """Short words that do not end a line."""
    no_break_after_numbers: bool = False
    """Whether a number and what it counts stay in one line."""


class Printed(Model):
    """A word or a title as it was printed: in which editions (in all, where none is named), by whom, and who says so."""

    word: Text
    editions: tuple[EditionId, ...] = ()
    publisher: Text | None = None
    source: Id


class BoxTitles(Model):
    """The titles that a box was sold under."""

    id: Id
    printed: tuple[Printed, ...]


class Term(Model):
    """What a language calls an element.

    ``cases`` are the inflected forms by the name of the case: singular, then plural if there is one. ``forms`` are further
    spellings, for search and for recognising the word in a text; ``aliases`` are other words for the element, and ``printed``
    those of printed rules. ``allowed`` may stand for the element in a text, and are no words for it. ``reviewed`` says who has
    looked at the term, and when: ``Jana Nováková 2026-11-30``.
    """

    id: Id
    name: Text
    plural: Text | None = None
    gender: Text | None = None
    cases: Mapping[str, Annotated[tuple[Text, ...], Field(min_length=1, max_length=2)]] = {}
    forms: tuple[Text, ...] = ()
    aliases: tuple[Text, ...] = ()
    printed: tuple[Printed, ...] = ()
    allowed: tuple[Text, ...] = ()
    reviewed: Text | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """Every spelling of the term, the name first, each once."""
        inflected = (form for forms in self.cases.values() for form in forms)
        printed = (p.word for p in self.printed)
        return tuple(dict.fromkeys(w for w in (self.name, self.plural, *inflected, *self.forms, *self.aliases, *printed) if w))


class GlossaryFile(Model):
    """The file ``glossary.yaml``."""

    language: OwnLanguage
    terms: tuple[Term, ...] = ()
    boxes: tuple[BoxTitles, ...] = ()


_GLOSSARY: Codec[GlossaryFile] = Codec(
    lambda file: file.model_dump_json(by_alias=True, exclude_unset=True).encode(), GlossaryFile.model_validate_json
)


@dataclass(frozen=True, slots=True)
class Glossary:
    """The glossary of a language: the terms by the id of their element and the titles by that of their box, from all its files."""

    own: OwnLanguage | None
    terms: Mapping[str, Term]
    titles: Mapping[str, tuple[Printed, ...]] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


def read_glossaries(
    paths: Iterable[tuple[Path, str]],
    tag: str,
    catalog: Catalog,
    homes: Mapping[str, str],
    memory: Remembered | None = None,
) -> Glossary:
    """Read the glossary files of a language, given as path and the name that findings show; our own first, then those of packs.

    A later file may give an element another term. A file that cannot be read, and a term that is wrong, are left out. ``homes``
    says by the id of an element in which file its term belongs; an element that has no home may go without.
    """
    files: list[YamlFile] = []
    terms: dict[str, Term] = {}
    titles: dict[str, tuple[Printed, ...]] = {}
    own: OwnLanguage | None = None
    for path, shown in paths:
        file = opened(path, shown)
        files.append(file)
        parsed = validated(file, GlossaryFile, memory, _GLOSSARY)
        if parsed is None:
            continue
        own = own or parsed.language
        if parsed.language.tag != tag:
            file.add("translation-language", ("language", "tag"), f"the tag `{parsed.language.tag}` stands in the folder `{tag}`",
                     hint=f"write `tag: {tag}`")  # fmt: skip
        terms.update(_terms(file, parsed, own, catalog))
        titles.update(_titles(file, parsed, catalog))
    findings = [f for file in files for f in file.findings]
    findings += _gaps(homes, terms, catalog.elements)
    return Glossary(own, terms, titles, tuple(findings))


def _terms(file: YamlFile, parsed: GlossaryFile, own: OwnLanguage, catalog: Catalog) -> dict[str, Term]:
    elements = catalog.elements
    terms: dict[str, Term] = {}
    place: dict[str, int] = {}
    for n, term in enumerate(parsed.terms):
        path = ("terms", n)
        if term.id not in elements:
            file.add("glossary-unknown", (*path, "id"), f"there is no element `{term.id}`", hint=hint_for(term.id, elements))
        elif term.id in terms:
            first = file.related(("terms", place[term.id], "id"), "its first term is here")
            message = f"the element `{term.id}` has two terms"
            hint = "keep one, with the other's words as aliases"
            file.add("glossary-duplicate", (*path, "id"), message, hint=hint, related=(first,))
        else:
            terms[term.id], place[term.id] = _reviewed(file, path, term), n
            element = elements[term.id]
            if term.plural is None and element.plural is not None:
                message = f"the term of `{term.id}` has no plural, and English has one"
                hint = "add `plural: ...`; it may be the name again"
                file.add("glossary-gap", path, message, hint=hint, severity="warning")
            _grammar(file, path, term, own, noun=not isinstance(element, Verb))
        _printed(file, path, term.printed, catalog)
    _same_names(file, terms, place, elements)
    return terms


def _reviewed(file: YamlFile, path: Within, term: Term) -> Term:
    """Return a term; without its mark, if that is none."""
    said = wrong_words(term.reviewed) if term.reviewed is not None else None
    if said is None:
        return term
    message = f"`{term.reviewed}` is no mark of a review: {said}"
    hint = "write WHO and a DATE, as in `reviewed: Jana Nováková 2026-11-30`"
    file.add("translation-review", (*path, "reviewed"), message, hint=hint, severity="warning")
    return term.model_copy(update={"reviewed": None})


def _grammar(file: YamlFile, path: Within, term: Term, own: OwnLanguage, *, noun: bool) -> None:
    """Hold the gender and the inflected forms of a term against what its language has."""
    if term.gender is not None and term.gender not in own.genders:
        hint = (
            hint_for(term.gender, own.genders)
            if own.genders
            else "name the genders of the language: `language: {genders: [...]}`"
        )
        file.add("glossary-grammar", (*path, "gender"), f"`{term.gender}` is no gender of this language", hint=hint)
    elif noun and own.genders and term.gender is None:
        hint = f"add `gender:`, one of {', '.join(own.genders)}"
        file.add("glossary-gap", path, f"the term of `{term.id}` has no gender", hint=hint, severity="warning")
    others = own.cases[1:]
    for case, forms in term.cases.items():
        if case not in others:
            hint = hint_for(case, others) if others else "name the cases of the language: `language: {cases: [...]}`"
            file.add(
                "glossary-grammar", (*path, "cases", case), f"`{case}` is no case of this language that has forms", hint=hint
            )
        elif len(forms) != 1 + (term.plural is not None):
            wanted = "[singular, plural]" if term.plural is not None else "[singular]: the term has no plural"
            message = f"`{case}` of `{term.id}` has {len(forms)} form{'s' if len(forms) > 1 else ''}"
            file.add("glossary-grammar", (*path, "cases", case), message, hint=f"write {wanted}")
    missing = [case for case in others if case not in term.cases]
    if noun and missing:
        hint = f"add `cases: {{{missing[0]}: [singular, plural]}}`"
        message = f"the term of `{term.id}` lacks its {_listed(missing)}"
        file.add("glossary-gap", path, message, hint=hint, severity="warning")


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _titles(file: YamlFile, parsed: GlossaryFile, catalog: Catalog) -> dict[str, tuple[Printed, ...]]:
    found: dict[str, tuple[Printed, ...]] = {}
    for n, box in enumerate(parsed.boxes):
        path = ("boxes", n)
        if box.id not in catalog.boxes:
            file.add("glossary-unknown", (*path, "id"), f"there is no box `{box.id}`", hint=hint_for(box.id, catalog.boxes))
        elif box.id in found:
            file.add("glossary-duplicate", (*path, "id"), f"the box `{box.id}` stands here twice", hint="put its titles together")
        else:
            found[box.id] = box.printed
        _printed(file, path, box.printed, catalog)
    return found


def _printed(file: YamlFile, path: Within, printed: Sequence[Printed], catalog: Catalog) -> None:
    """Look up what a printed word names."""
    for n, one in enumerate(printed):
        here = (*path, "printed", n)
        if one.source not in catalog.sources:
            hint = hint_for(one.source, catalog.sources)
            file.add("glossary-unknown", (*here, "source"), f"there is no source `{one.source}`", hint=hint)
        for m, edition in enumerate(one.editions):
            if edition not in catalog.editions:
                hint = hint_for(edition, catalog.editions)
                file.add("glossary-unknown", (*here, "editions", m), f"there is no edition `{edition}`", hint=hint)


def _same_names(file: YamlFile, terms: Mapping[str, Term], place: Mapping[str, int], elements: Mapping[str, Element]) -> None:
    first: dict[str, str] = {}
    for element_id, term in terms.items():
        other = first.setdefault(term.name.casefold(), element_id)
        if elements[other].name.casefold() != elements[element_id].name.casefold():
            there = file.related(("terms", place[other], "name"), f"`{other}` has the name here")
            message = f"`{term.name}` is already the name of `{other}`, and English tells the two apart"
            file.add("glossary-duplicate", ("terms", place[element_id], "name"), message,
                     hint="give one of them a name of its own", related=(there,))  # fmt: skip


def _gaps(homes: Mapping[str, str], terms: Mapping[str, Term], elements: Mapping[str, Element]) -> Iterator[Finding]:
    for element_id, file in homes.items():
        if element_id not in terms:
            hint = f"add `- {{id: {element_id}, name: ...}}`"
            message = f"the element `{element_id}` ({elements[element_id].name}) has no term"
            yield Finding("glossary-gap", "warning", file, 1, 1, element_id, message, hint)
