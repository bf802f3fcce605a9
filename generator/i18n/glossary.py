"""Glossaries: what a language calls the elements. One ``glossary.yaml`` a language, in our data and in each pack that has one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field

from catalog.findings import Finding, hint_for
from catalog.model import Id, Model, Text
from catalog.remembered import Codec, Remembered, validated
from catalog.vocabulary import Element
from catalog.yamlfile import YamlFile, opened
from generator.i18n.conventions import TAG

GLOSSARY = "glossary.yaml"


class OwnLanguage(Model):
    """The language of a glossary: its BCP 47 tag and its own name."""

    tag: Annotated[str, Field(pattern=TAG)]
    name: Text


class Term(Model):
    """What a language calls an element.

    ``forms`` are the inflected forms of both numbers, for search and for recognising the word in a text; ``aliases`` are other
    words for the element, those of other editions say.
    """

    id: Id
    name: Text
    plural: Text | None = None
    forms: tuple[Text, ...] = ()
    aliases: tuple[Text, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """Every spelling of the term, the name first, each once."""
        return tuple(dict.fromkeys(w for w in (self.name, self.plural, *self.forms, *self.aliases) if w))


class GlossaryFile(Model):
    """The file ``glossary.yaml``."""

    language: OwnLanguage
    terms: tuple[Term, ...] = ()


_GLOSSARY: Codec[GlossaryFile] = Codec(
    lambda file: file.model_dump_json(exclude_unset=True).encode(), GlossaryFile.model_validate_json
)


@dataclass(frozen=True, slots=True)
class Glossary:
    """The glossary of a language: the terms by the id of their element, as read from all its files."""

    name: str | None
    terms: Mapping[str, Term]
    findings: tuple[Finding, ...] = ()


def read_glossaries(
    paths: Iterable[tuple[Path, str]],
    tag: str,
    elements: Mapping[str, Element],
    homes: Mapping[str, str],
    memory: Remembered | None = None,
) -> Glossary:
    """Read the glossary files of a language, given as path and the name that findings show; our own first, then those of packs.

    A later file may give an element another term. A file that cannot be read, and a term that is wrong, are left out. ``homes``
    says by the id of an element in which file its term belongs; an element that has no home may go without.
    """
    files: list[YamlFile] = []
    terms: dict[str, Term] = {}
    name: str | None = None
    for path, shown in paths:
        file = opened(path, shown)
        files.append(file)
        parsed = validated(file, GlossaryFile, memory, _GLOSSARY)
        if parsed is None:
            continue
        name = name or parsed.language.name
        if parsed.language.tag != tag:
            file.add("translation-language", ("language", "tag"), f"the tag `{parsed.language.tag}` stands in the folder `{tag}`",
                     hint=f"write `tag: {tag}`")  # fmt: skip
        terms.update(_terms(file, parsed, elements))
    findings = [f for file in files for f in file.findings]
    findings += _gaps(homes, terms, elements)
    return Glossary(name, terms, tuple(findings))


def _terms(file: YamlFile, parsed: GlossaryFile, elements: Mapping[str, Element]) -> dict[str, Term]:
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
            terms[term.id], place[term.id] = term, n
            element = elements[term.id]
            if term.plural is None and element.plural is not None:
                message = f"the term of `{term.id}` has no plural, and English has one"
                hint = "add `plural: ...`; it may be the name again"
                file.add("glossary-gap", path, message, hint=hint, severity="warning")
    _same_names(file, terms, place, elements)
    return terms


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
