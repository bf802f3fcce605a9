"""What a reader sees: the translation where it is right, English that says so where it is not; order and dates."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from catalog.boxes import Source
from generator.i18n import SOURCE, Status, Translated, conventions, languages
from generator.i18n.messages import Message
from generator.untranslated import English
from tests.generator.i18n_fakes import WYRM_MOVES, WYRM_SLEEPS, catalog, write
from tests.ours import ours

RULES = """
msgctxt "statement/wyrm-moves"
msgid "The [wyrm](wyrm) makes {times} moves."
msgstr "[Drak](wyrm) se pohne {times}krát."

msgctxt "statement/wyrm-sleeps"
msgid "The [wyrm](wyrm) sleeps in its [den](den)."
msgstr "[Drak](wyrm) spí v [doupěti](den)."
"""
INTERFACE = """
msgid "Search"
msgstr "Hledat"

#, fuzzy
msgid "Boxes"
msgstr "Krabice"

msgid "Rulings"
msgstr ""

msgid "%(n)s tile"
msgid_plural "%(n)s tiles"
msgstr[0] "%(n)s kartička"
msgstr[1] "%(n)s kartičky"
msgstr[2] "%(n)s kartiček"
"""


@pytest.fixture
def czech(tmp_path: Path):
    write(tmp_path, "rules.po", RULES)
    write(tmp_path, "interface.po", INTERFACE)
    return languages(catalog(tmp_path)).by_tag["cs"]


def test_a_translation_is_shown_where_it_is_right(czech):
    assert czech.text("statement/wyrm-moves", WYRM_MOVES) == Translated("[Drak](wyrm) se pohne {times}krát.", "translated")


def test_how_a_yaml_file_breaks_its_lines_is_no_change(czech):
    assert czech.text("statement/wyrm-moves", "The [wyrm](wyrm)  makes {times} moves.\n").state == "translated"


def test_english_that_changed_is_shown_as_outdated_before_any_update(czech):
    assert czech.text("statement/wyrm-sleeps", WYRM_SLEEPS) == Translated(WYRM_SLEEPS, "outdated")


def test_what_has_no_translation_is_shown_in_english_and_says_so(czech):
    assert czech.text("box/caves/about", "Caves and what is in them.") == Translated("Caves and what is in them.", "missing")


def test_english_is_the_source(tmp_path: Path):
    found = languages(catalog(tmp_path))
    english = found.by_tag[SOURCE]
    assert list(found.by_tag) == ["en"]
    assert english.text("statement/wyrm-moves", WYRM_MOVES) == Translated(WYRM_MOVES, "source")
    assert (english.name, english.gettext("Search"), english.ngettext("a", "b", 2)) == ("English", "Search", "b")
    assert not isinstance(english.gettext("Search"), English)


def test_the_interface_uses_the_plural_forms_of_the_language(czech):
    assert [czech.ngettext("%(n)s tile", "%(n)s tiles", n) for n in (1, 3, 5)] == [
        "%(n)s kartička",
        "%(n)s kartičky",
        "%(n)s kartiček",
    ]


def test_an_interface_string_that_is_not_right_is_english_and_known_as_that(czech):
    assert not isinstance(czech.gettext("Search"), English)
    said = [
        *map(czech.gettext, ("Boxes", "Rulings")),
        czech.ngettext("day", "days", 2),
        czech.pgettext("verb", "place"),
        czech.npgettext("verb", "a place", "places", 1),
    ]
    assert said == ["Boxes", "Rulings", "days", "place", "a place"]
    assert all(isinstance(one, English) for one in said)


@pytest.fixture
def printed(tmp_path: Path):
    """Return Czech with words and titles of printed rules."""
    write(
        tmp_path,
        "glossary.yaml",
        """
        language: {tag: cs, name: čeština, cases: [nominative, genitive]}
        terms:
          - id: wyrm
            name: drak
            plural: draci
            cases: {genitive: [draka, draků]}
            printed:
              - {word: Drak, editions: [c1], source: leaflet}
              - {word: saň, editions: [c1], source: leaflet}
              - {word: ještěr, source: leaflet}
              - {word: ještěr, editions: [c1], source: leaflet}
        boxes:
          - id: caves
            printed:
              - {word: Sluje, source: leaflet}
              - {word: Jeskyně, editions: [c1], source: leaflet}
        """,
    )
    leaflet = Source.model_validate(
        {"id": "leaflet", "title": "Leaflet", "publisher": "Us", "language": "cs", "class": "third-party"}
    )
    return languages(catalog(tmp_path, sources=(leaflet,))).by_tag["cs"]


def test_the_words_of_printed_rules_that_are_not_ours(printed):
    assert printed.printed_in("wyrm", "c1") == ("saň", "ještěr")
    assert printed.printed_in("wyrm", "c2") == ("ještěr",)
    assert printed.printed_in("den", "c1") == ()
    assert printed.cases == ("nominative", "genitive")
    with pytest.raises(KeyError):
        printed.printed_in("nothing", "c1")


def test_the_title_of_an_edition_goes_before_one_of_all(printed):
    assert [printed.title_of("caves", edition) for edition in ("c1", "c2")] == ["Jeskyně", "Sluje"]
    assert printed.title_of("tower", "c1") is None


def test_english_has_the_words_of_the_editions(tmp_path: Path):
    game = catalog(tmp_path)
    old = game.editions["c1"].model_copy(update={"terms": {"wyrm": "worm"}})
    english = languages(replace(game, editions={"c1": old})).by_tag["en"]
    assert (english.printed_in("wyrm", "c1"), english.printed_in("den", "c1")) == (("worm",), ())
    assert english.title_of("caves", "c1") is None


@pytest.mark.usefixtures("czech")
def test_the_status_counts_texts_names_and_interface(tmp_path: Path):
    write(tmp_path, "glossary.yaml", "language: {tag: cs, name: čeština}\nterms: [{id: wyrm, name: drak, plural: draci}]\n")
    strings = [Message(None, s) for s in ("Search", "Boxes", "New")]
    language = languages(catalog(tmp_path), interface=strings).by_tag["cs"]
    texts = 2 + 2 + 2 + 1  # statements, the box's name and about, the edition's name and marks, an about
    assert language.parts == {"rules": Status(texts, 1, 1), "names": Status(3, 1, 0), "interface": Status(3, 1, 1)}
    assert language.status == Status(texts + 6, 3, 2)


def test_the_english_status_is_complete(tmp_path: Path):
    status = languages(catalog(tmp_path), interface=[Message(None, "Search")]).by_tag["en"].status
    assert status == Status(11, 11, 0)


def test_only_some_languages(tmp_path: Path, czech):
    assert czech
    (tmp_path / "locales" / "sk").mkdir()
    assert list(languages(catalog(tmp_path)).by_tag) == ["en", "cs", "sk"]
    assert list(languages(catalog(tmp_path), only=["sk"]).by_tag) == ["en", "sk"]
    assert list(languages(catalog(tmp_path), only=["en"]).by_tag) == ["en"]


@pytest.mark.parametrize(
    ("tag", "message"), [("xx", "tag of no language"), ("nl", "no translation in `nl`"), ("cz", "tag of no language")]
)
def test_a_language_that_is_not_there(tmp_path: Path, czech, tag, message):
    assert czech
    found = languages(catalog(tmp_path), only=[tag])
    assert list(found.by_tag) == ["en"]
    assert [f.code for f in found.findings] == ["translation-language"]
    assert message in found.findings[0].message


def test_a_folder_that_is_no_language_or_is_english(tmp_path: Path):
    for name in ("czech", "en", ".hidden"):
        (tmp_path / "locales" / name).mkdir(parents=True)
    found = languages(catalog(tmp_path))
    assert [(f.code, f.file) for f in found.findings] == [
        ("translation-language", "locales/czech"),
        ("translation-language", "locales/en"),
    ]


def test_the_texts_of_a_pack_are_kept_in_the_pack_and_come_first(tmp_path: Path):
    pack = tmp_path / "pack"
    write(tmp_path, "rules.po", RULES)
    write(pack, "rules.po", RULES.replace("se pohne", "poletí"))
    write(pack, "glossary.yaml", "language: {tag: cs, name: čeština}\nterms: [{id: wyrm, name: saň, plural: saně}]\n")
    found = languages(catalog(tmp_path, packs=(pack,)))
    assert found.by_tag["cs"].text("statement/wyrm-moves", WYRM_MOVES).text == "[Drak](wyrm) poletí {times}krát."
    assert found.by_tag["cs"].name_of("wyrm").text == "saň"


@pytest.mark.parametrize(
    ("date", "shown"), [("2025", "2025"), ("2025-10", "říjen 2025"), ("2025-10-31", "31. října 2025"), ("1999-01", "leden 1999")]
)
def test_a_czech_date_is_as_exact_as_it_is_known(czech, date, shown):
    assert czech.date(date) == shown


def test_an_english_date(tmp_path: Path):
    assert languages(catalog(tmp_path)).by_tag["en"].date("2025-10") == "October 2025"


@pytest.mark.parametrize("date", ["", "soon", "2025-13", "2025-02-30", "2025-10-31-1"])
def test_what_is_no_date(czech, date):
    with pytest.raises(ValueError):
        czech.date(date)


@pytest.mark.usefixtures("icu")
def test_czech_is_sorted_as_czechs_do(czech):
    words = ["chata", "čáp", "cesta", "hrad", "drak", "ihned", "cukr", "Čech"]
    assert sorted(words, key=czech.sort_key) == ["cesta", "cukr", "čáp", "Čech", "drak", "hrad", "chata", "ihned"]
    assert czech.notice is None


@pytest.mark.usefixtures("icu")
@pytest.mark.parametrize(
    ("tag", "words"),
    [
        ("cs", ["had", "hůl", "chléb", "ikona", "robot", "řeka", "žena"]),
        ("sk", ["had", "hôrka", "chlieb", "ikona", "ľad", "lano", "lúka", "žena"]),
        ("de", ["Acker", "Ähre", "Burg", "chor", "Haus"]),
    ],
)
def test_each_language_is_sorted_by_its_own_alphabet(tag, words):
    key, notice = conventions.collation(tag)
    assert sorted(sorted(words), key=key) == words
    assert notice is None


@pytest.mark.usefixtures("icu")
@pytest.mark.parametrize(
    ("tag", "word", "letter"),
    [
        ("cs", "chata", "CH"),
        ("sk", "chata", "CH"),
        ("cs", "úl", "U"),
        ("sk", "žena", "Ž"),
        ("nl", "chaos", "C"),
        ("cs", "7 mostů", "7"),
    ],
)
def test_a_word_is_listed_under_a_letter_of_its_alphabet(tag, word, letter):
    assert conventions.alphabet(tag)(word) == letter


def test_without_icu_the_order_is_plain_and_says_so(tmp_path: Path, monkeypatch):
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(conventions.importlib, "import_module", missing)
    conventions.collation.cache_clear()
    conventions.alphabet.cache_clear()
    try:
        write(tmp_path, "rules.po", RULES)
        found = languages(catalog(tmp_path))
        assert sorted(["drak", "čáp", "Cesta", "cáp", "cukr"], key=found.by_tag["cs"].sort_key) == [
            "cáp",
            "čáp",
            "Cesta",
            "cukr",
            "drak",
        ]
        assert any("without PyICU, `cs`" in n for n in found.notices)
        assert [found.by_tag["cs"].letter(word) for word in ("chata", "čáp")] == ["C", "C"]
    finally:
        conventions.collation.cache_clear()
        conventions.alphabet.cache_clear()


def test_the_direction_of_writing(tmp_path: Path, czech):
    (tmp_path / "locales" / "he").mkdir()
    assert czech.direction == "ltr"
    assert languages(catalog(tmp_path)).by_tag["he"].direction == "rtl"


def test_the_languages_of_our_own_data_have_no_errors():
    findings = languages(ours().catalog).findings
    assert [f for f in findings if f.severity == "error"] == []
