"""Glossaries: what a language calls the elements, and what can be wrong with that."""

from __future__ import annotations

from pathlib import Path

import pytest

from catalog.boxes import Source
from catalog.vocabulary import Mark
from generator.i18n import languages
from tests.generator.i18n_fakes import catalog, write

GOOD = """\
language: {tag: cs, name: čeština}
terms:
  - {id: wyrm, name: drak, plural: draci, forms: [draka, drakovi, drakem], aliases: [saň]}
  - {id: den, name: doupě, plural: doupata}
  - {id: wake, name: probudit}
"""


def found(tmp_path: Path, text: str, **more):
    write(tmp_path, "glossary.yaml", text)
    return languages(catalog(tmp_path, **more))


def test_names_come_from_the_glossary(tmp_path: Path):
    result = found(tmp_path, GOOD)
    language = result.by_tag["cs"]
    assert result.findings == ()
    assert language.name == "čeština"
    assert [language.name_of("wyrm").text, language.name_of("wyrm", plural=True).text] == ["drak", "draci"]
    assert language.forms_of("wyrm") == ("drak", "draci", "draka", "drakovi", "drakem", "saň")
    assert language.words["draka"] == language.words["saň"] == ("wyrm",)


def test_english_has_the_names_and_aliases_of_the_data(tmp_path: Path):
    language = found(tmp_path, GOOD).by_tag["en"]
    assert (language.name_of("wyrm").text, language.name_of("wyrm", plural=True).text) == ("wyrm", "wyrms")
    assert language.name_of("wyrm").state == "source"
    assert language.words["worm"] == ("wyrm",)


def test_a_verb_has_no_plural_and_needs_none(tmp_path: Path):
    assert found(tmp_path, GOOD).by_tag["cs"].name_of("wake", plural=True).text == "probudit"


def test_a_term_of_no_element(tmp_path: Path):
    (finding,) = found(tmp_path, GOOD + "  - {id: wyrmm, name: dráček}\n").findings
    assert (finding.code, finding.severity, finding.file, finding.line) == (
        "glossary-unknown",
        "error",
        "locales/cs/glossary.yaml",
        6,
    )
    assert finding.hint == "did you mean `wyrm`?"


def test_an_element_without_a_term_is_a_warning_and_shows_english(tmp_path: Path):
    result = found(tmp_path, GOOD.replace("  - {id: den, name: doupě, plural: doupata}\n", ""))
    assert [(f.code, f.severity, f.path) for f in result.findings] == [("glossary-gap", "warning", "den")]
    assert result.by_tag["cs"].name_of("den").text == "den"
    assert result.by_tag["cs"].name_of("den").state == "missing"
    assert result.by_tag["cs"].forms_of("den") == ()


def test_a_term_without_the_plural_that_english_has(tmp_path: Path):
    result = found(tmp_path, GOOD.replace(", plural: doupata", ""))
    assert [(f.code, f.severity, f.line) for f in result.findings] == [("glossary-gap", "warning", 4)]
    assert result.by_tag["cs"].name_of("den", plural=True).text == "dens"


def test_one_element_twice(tmp_path: Path):
    (finding,) = found(tmp_path, GOOD + "  - {id: wyrm, name: saň, plural: saně}\n").findings
    assert (finding.code, finding.line, finding.related[0].line) == ("glossary-duplicate", 6, 3)


def test_one_name_for_two_elements(tmp_path: Path):
    (finding,) = found(tmp_path, GOOD.replace("name: doupě", "name: Drak")).findings
    assert (finding.code, finding.line, finding.related[0].line) == ("glossary-duplicate", 4, 3)
    assert "`wyrm`" in finding.message


def test_two_elements_may_share_a_name_where_they_do_in_english(tmp_path: Path):
    painted = Mark(id="painted-wyrm", name="Wyrm", plural="wyrms", sort="scenery")
    result = found(tmp_path, GOOD + "  - {id: painted-wyrm, name: drak, plural: draci}\n", extra=(painted,))
    assert result.findings == ()
    assert result.by_tag["cs"].words["drak"] == ("wyrm", "painted-wyrm")


def test_a_glossary_of_the_wrong_shape_is_told_like_any_data_file(tmp_path: Path):
    result = found(tmp_path, GOOD.replace("plural: draci", "plurale: draci"))
    assert [(f.code, f.line) for f in result.findings if f.code == "unknown-key"] == [("unknown-key", 3)]


def test_a_language_without_a_glossary_says_so_and_shows_english(tmp_path: Path):
    (tmp_path / "locales" / "cs").mkdir(parents=True)
    result = languages(catalog(tmp_path))
    assert [f.code for f in result.findings] == ["glossary-missing"]
    assert result.by_tag["cs"].name == "čeština"


def test_a_tag_that_is_not_that_of_the_folder(tmp_path: Path):
    (finding,) = found(tmp_path, GOOD.replace("tag: cs", "tag: sk")).findings
    assert (finding.code, finding.line, finding.hint) == ("translation-language", 1, "write `tag: cs`")


# Grammar, and what was printed

RICH = """\
language: {tag: cs, name: čeština, genders: [masculine, neuter], cases: [nominative, genitive, dative]}
terms:
  - id: wyrm
    name: drak
    plural: draci
    gender: masculine
    cases: {genitive: [draka, draků], dative: [drakovi, drakům]}
    printed:
      - {word: saň, editions: [c1], publisher: Sluj, source: leaflet}
  - id: den
    name: doupě
    plural: doupata
    gender: neuter
    cases: {genitive: [doupěte, doupat], dative: [doupěti, doupatům]}
  - {id: wake, name: probudit}
boxes:
  - {id: caves, printed: [{word: Jeskyně, editions: [c1], source: leaflet}]}
"""
LEAFLET = (
    Source.model_validate(
        {"id": "leaflet", "title": "A leaflet", "publisher": "Cave", "language": "cs", "class": "official-rules"}
    ),
)


def test_inflected_and_printed_words_are_words_of_the_element(tmp_path: Path):
    result = found(tmp_path, RICH, sources=LEAFLET)
    assert result.findings == ()
    language = result.by_tag["cs"]
    assert language.forms_of("wyrm") == ("drak", "draci", "draka", "draků", "drakovi", "drakům", "saň")
    assert [(p.word, p.editions) for p in language.titles["caves"]] == [("Jeskyně", ("c1",))]


@pytest.mark.parametrize(
    ("old", "new", "code", "severity", "message", "hint"),
    [
        ("gender: masculine", "gender: masculin", "glossary-grammar", "error", "`masculin` is no gender", "did you mean `masculine`?"),
        ("    gender: masculine\n", "", "glossary-gap", "warning", "`wyrm` has no gender", "masculine, neuter"),
        ("genitive: [draka", "genitiv: [draka", "glossary-grammar", "error", "`genitiv` is no case", "did you mean `genitive`?"),
        ("genitive: [draka, draků], ", "", "glossary-gap", "warning", "lacks its genitive", "cases: {genitive: [singular, plural]}"),
        ("[draka, draků]", "[draka]", "glossary-grammar", "error", "`genitive` of `wyrm` has 1 form", "[singular, plural]"),
        ("    plural: draci\n", "", "glossary-grammar", "error", "has 2 forms", "the term has no plural"),
        ("source: leaflet}\n  - id: den", "source: leaf}\n  - id: den", "glossary-unknown", "error", "no source `leaf`", "`leaflet`"),
        ("editions: [c1], publisher", "editions: [c9], publisher", "glossary-unknown", "error", "no edition `c9`", ""),
        ("id: caves", "id: cave", "glossary-unknown", "error", "no box `cave`", "did you mean `caves`?"),
        (", genders: [masculine, neuter]", "", "glossary-grammar", "error", "is no gender", "name the genders of the language"),
        (", cases: [nominative, genitive, dative]", "", "glossary-grammar", "error", "is no case", "name the cases of the language"),
    ],
)  # fmt: skip
def test_what_can_be_wrong_with_grammar_and_print(tmp_path: Path, old, new, code, severity, message, hint):
    assert RICH.count(old)
    findings = found(tmp_path, RICH.replace(old, new, 1), sources=LEAFLET).findings
    finding = next(f for f in findings if f.code == code and message in f.message)
    assert (finding.severity, finding.file) == (severity, "locales/cs/glossary.yaml")
    assert hint in (finding.hint or "")
    assert finding.line > 1 or "language" in old or "genders" in old or "cases: [" in old


def test_a_box_that_stands_twice(tmp_path: Path):
    twice = RICH + "  - {id: caves, printed: []}\n"
    assert [f.code for f in found(tmp_path, twice, sources=LEAFLET).findings] == ["glossary-duplicate"]


def test_a_verb_needs_no_grammar(tmp_path: Path):
    assert not [f for f in found(tmp_path, RICH, sources=LEAFLET).findings if f.path and "wake" in f.message]
