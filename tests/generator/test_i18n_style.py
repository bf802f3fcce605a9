"""How a language sets its texts: words that numbers govern, quotation marks, no-break spaces, the words of its glossary."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.text import inflected, plain
from generator.i18n import languages, update_all
from generator.i18n.conventions import locale_of, plural_form
from generator.i18n.glossary import OwnLanguage, Term
from generator.i18n.style import NO_BREAK, Style
from tests.generator.i18n_fakes import WYRM_MOVES, WYRM_SLEEPS, catalog, site, write

GLOSSARY = """\
language:
  tag: cs
  name: čeština
  quotes: [[„, “], [‚, ‘]]
  no-break-after: [k, s, v, na]
  no-break-after-numbers: true
terms:
  - {id: wyrm, name: drak, plural: draci, forms: [draka, draků], aliases: [saň], allowed: [on]}
  - {id: den, name: doupě, plural: doupata, forms: [doupěti]}
  - {id: wake, name: probudit}
"""
OWN = OwnLanguage.model_validate(
    {
        "tag": "cs",
        "name": "čeština",
        "quotes": [["„", "“"], ["‚", "‘"]],
        "no-break-after": ["k", "s", "na"],
        "no-break-after-numbers": True,
    }
)


def found(tmp_path: Path, translation: str, context: str = "wyrm-moves", english: str = WYRM_MOVES, glossary: str = GLOSSARY):
    """Return the findings in a translation of a statement, and what a reader is shown."""
    write(tmp_path, "glossary.yaml", glossary)
    write(tmp_path, "rules.po", f'msgctxt "statement/{context}"\nmsgid "{english}"\nmsgstr "{translation}"\n')
    result = languages(catalog(tmp_path))
    return [f for f in result.findings if f.file.endswith(".po")], result.by_tag["cs"]


# Words that a number governs


@pytest.mark.parametrize(("times", "said"), [(1, "1 tah draka"), (2, "2 tahy draka"), (5, "5 tahů draka"), (0, "0 tahů draka")])
def test_a_word_takes_the_form_that_its_number_asks_for(tmp_path, times, said):
    findings, language = found(tmp_path, f"{{times}}{NO_BREAK}{{times:tah|tahy|tahů}} [draka](wyrm)")
    assert findings == []
    shown = language.text("statement/wyrm-moves", WYRM_MOVES, {"times": times})
    assert shown.state == "translated"
    assert plain(shown.text, {"times": times}).replace(NO_BREAK, " ") == said


def test_the_words_of_a_link_take_their_form_too(tmp_path):
    findings, language = found(tmp_path, f"{{times}}{NO_BREAK}[{{times:drak|draci|draků}}](wyrm)")
    assert findings == []
    assert language.text("statement/wyrm-moves", WYRM_MOVES, {"times": 3}).text == f"{{times}}{NO_BREAK}[draci](wyrm)"


def test_english_has_two_forms():
    text = "{times} {times:move|moves} of [{times:a wyrm|wyrms}](wyrm)"
    assert [plain(text, {"times": n}) for n in (1, 2)] == ["1 move of a wyrm", "2 moves of wyrms"]


@pytest.mark.parametrize(
    ("translation", "message", "hint"),
    [
        ("{times} {times:tah|tahy} [draka](wyrm)", "has 2 forms, and the language has 3", "write {times:...|...|...}"),
        (
            "{times} {time:tah|tahy|tahů} [draka](wyrm)",
            "the English text has no number for `{time:tah|tahy|tahů}`",
            "name one of times",
        ),
        ("{times:tah|tahy|tahů} [draka](wyrm)", "the placeholder {times} is missing", "put {times}"),
    ],
)
def test_a_mistake_in_the_forms(tmp_path, translation, message, hint):
    findings, language = found(tmp_path, translation)
    finding = next(f for f in findings if f.code == "translation-placeholder")
    assert message in finding.message
    assert hint in finding.hint
    assert language.text("statement/wyrm-moves", WYRM_MOVES, {"times": 2}).state == "outdated"


def test_a_text_without_a_number_can_have_no_forms(tmp_path):
    findings, _ = found(tmp_path, "[Drak](wyrm) v [doupěti](den) {noci:a|b|c}.", "wyrm-sleeps", WYRM_SLEEPS)
    assert [f.hint for f in findings if f.code == "translation-placeholder"] == ["the English text has no number: write one form"]


def test_a_form_that_is_not_there_is_left_as_it_is_written():
    assert inflected("{n:a|b}", {"n": 7}, lambda _: 2) == "{n:a|b}"
    assert inflected("{m:a|b}", {"n": 7}) == "{m:a|b}"


@given(st.sampled_from(["cs", "sk", "de", "nl", "ca", "ar", "ja"]), st.integers(0, 10_000))
def test_every_number_has_a_form(tag, number):
    locale = locale_of(tag)
    forms = [f"form{n}" for n in range(6)]
    assert inflected(f"{{n:{'|'.join(forms)}}}", {"n": number}, plural_form(locale)) == forms[plural_form(locale)(number)]


# Quotation marks


@pytest.mark.parametrize("text", ["„Saň“ spí", "„Saň ‚Ohnivá‘“", "L’obra", '<a href="%(x)s">„Saň“</a>', "bez ničeho"])
def test_right_quotation_marks(text):
    assert list(Style(OWN).wrong_marks(text)) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('"Saň" spí', ['"', '"']),
        ("“Saň” spí", ["“", "”"]),
        ("„Saň spí", ["„"]),
        ("„Saň” spí", ["”", "„"]),
        ("«Saň» spí", ["«", "»"]),
        ("‚Saň„ spí", ["‚", "„"]),
        ("'Saň' spí", ["'", "'"]),
    ],
)
def test_wrong_quotation_marks(text, wrong):
    assert list(Style(OWN).wrong_marks(text)) == wrong


def test_a_language_that_names_no_quotation_marks_may_have_any():
    assert list(Style().wrong_marks('"Saň“')) == []


def test_wrong_quotation_marks_are_a_warning_on_their_line(tmp_path):
    findings, language = found(tmp_path, f"{{times}}{NO_BREAK}tahy “[draka](wyrm)”")
    assert {(f.code, f.severity, f.hint) for f in findings} == {
        ("translation-quotes", "warning", "this language writes „…“ and ‚…‘")
    }
    assert language.text("statement/wyrm-moves", WYRM_MOVES).state == "translated"


# No-break spaces


@pytest.mark.parametrize(
    ("text", "tied"),
    [
        ("k věži", "k~věži"),
        ("K s věži na lov", "K~s~věži na~lov"),
        ("tok síly, os x", "tok síly, os x"),
        ("{times} tahy, 3 body, %(num)s kartiček, {n} [body](x)", "{times}~tahy, 3~body, %(num)s~kartiček, {n}~[body](x)"),
        ("{times} {times:tah|tahy|tahů}", "{times}~{times:tah|tahy|tahů}"),
        ("%(name)s hraje, {times} – {more}", "%(name)s hraje, {times} – {more}"),
    ],
)
def test_where_a_line_may_not_break(text, tied):
    expected = tied.replace("~", NO_BREAK)
    assert Style(OWN).tied(text) == expected
    assert Style(OWN).tied(expected) == expected
    assert Style().tied(text) == text


@given(st.text(alphabet="ksn a{}3%.[]", max_size=30))
def test_tying_changes_spaces_alone(text):
    tied = Style(OWN).tied(text)
    assert tied.replace(NO_BREAK, " ") == text
    assert Style(OWN).tied(tied) == tied


def test_a_space_that_may_break_is_a_warning_and_update_mends_it(tmp_path):
    findings, _ = found(tmp_path, "{times} tahy [draka](wyrm) v noci")
    assert [(f.code, f.severity, f.hint) for f in findings] == [
        ("translation-spaces", "warning", "`translate update` puts no-break spaces in")
    ]
    pages = site(tmp_path, page="{{ _('home') }}")
    assert update_all(catalog(tmp_path), ["cs"], site=pages)
    result = languages(catalog(tmp_path))
    assert [f for f in result.findings if f.code == "translation-spaces"] == []
    shown = result.by_tag["cs"].text("statement/wyrm-moves", WYRM_MOVES).text
    assert shown == f"{{times}}{NO_BREAK}tahy [draka](wyrm) v{NO_BREAK}noci"
    assert plain(shown, {"times": 2}) == f"2{NO_BREAK}tahy draka v{NO_BREAK}noci"
    assert update_all(catalog(tmp_path), ["cs"], site=pages) == []


# The words of the glossary


@pytest.mark.parametrize("words", ["drak", "Draka", "saň", "on"])
def test_words_of_the_glossary(words):
    style = Style(OWN, {"wyrm": Term(id="wyrm", name="drak", forms=("draka",), aliases=("saň",), allowed=("on",))})
    assert style.knows("wyrm", words)
    assert style.knows("den", "cokoli")


def test_words_that_are_no_form_of_the_term_are_a_warning(tmp_path):
    findings, language = found(tmp_path, f"{{times}}{NO_BREAK}tahy [drakem](wyrm)")
    (finding,) = findings
    assert (finding.code, finding.severity) == ("translation-term", "warning")
    assert "`drakem` is no form of the term `drak`" in finding.message
    assert finding.hint.startswith("did you mean `drak`? else add it to the `forms:` of the term")
    assert language.text("statement/wyrm-moves", WYRM_MOVES).state == "translated"
    assert found(tmp_path, f"{{times}}{NO_BREAK}tahy [drakem](wyrm)", glossary=GLOSSARY.replace("[on]", "[on, drakem]"))[0] == []


def test_each_form_of_the_words_is_looked_up(tmp_path):
    findings, _ = found(tmp_path, f"{{times}}{NO_BREAK}[{{times:drak|dráci|draků}}](wyrm)")
    assert [f.message for f in findings] == ["`dráci` is no form of the term `drak`"]


def test_a_change_of_the_glossary_looks_at_the_translations_again(tmp_path):
    def codes(glossary: str) -> list[str]:
        write(tmp_path, "glossary.yaml", glossary)
        return [f.code for f in languages(catalog(tmp_path), cached=True).findings if f.file.endswith(".po")]

    found(tmp_path, f"{{times}}{NO_BREAK}tahy [draka](wyrm)")
    assert codes(GLOSSARY) == []
    assert codes(GLOSSARY.replace("draka, ", "")) == ["translation-term"]
