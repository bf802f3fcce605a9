"""The mistakes that a translator can make: each is found on its line, and is told what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.i18n import languages
from generator.i18n.messages import Message
from tests.generator.i18n_fakes import HEADER, WYRM_MOVES, WYRM_SLEEPS, catalog, write

LINE = HEADER.count("\n") + 3
"""The line of the msgid in a file of one entry with a context."""


def rules(tmp_path: Path, translation: str, context: str = "statement/wyrm-moves", english: str = WYRM_MOVES):
    """Return the findings of a file with one entry, those of the glossary left out, and the language."""
    quoted = translation.replace('"', '\\"')
    write(tmp_path, "rules.po", f'msgctxt "{context}"\nmsgid "{english}"\nmsgstr "{quoted}"\n')
    found = languages(catalog(tmp_path))
    return [f for f in found.findings if not f.code.startswith("glossary")], found.by_tag["cs"]


@pytest.mark.parametrize(
    ("translation", "code", "message", "hint"),
    [
        ("[Drak](wyrm) se pohne.", "translation-placeholder", "{times} is missing", "put {times}"),
        ("[Drak](wyrm) jde {times}krát, {time}.", "translation-placeholder", "no placeholder {time}", "did you mean {times}"),
        ("[Drak](wyrm) se {times} pohne {kolikrat}.", "translation-placeholder", "{kolikrat}", "the English text has {times}"),
        ("[Drak](wyrm) se pohne {times}krát za 2 tahy.", "translation-number", "number 2 is written out", "placeholder"),
        ("Drak se pohne {times}krát.", "translation-link", "link to `wyrm` is missing", "[your word](wyrm) for [wyrm](wyrm)"),
        ("[Drak](wyrn) se pohne {times}krát.", "translation-link", "[Drak](wyrn) leads to nothing", "did you mean [Drak](wyrm)?"),
        ("[Drak](wyrm) v [doupěti](den): {times}.", "translation-link", "no link to `den`", "write doupěti without a link"),
        ("[Drak](wyrm) se pohne <b>{times}krát</b>.", "translation-markup", "`<b>`", "leave it out"),
        ("[Drak](wyrm se pohne {times}krát.", "translation-markup", "`[`", "leave it out"),
        ("[Drak](wyrm) se pohne {times.", "translation-markup", "`{`", "leave it out"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_text_of_the_data(tmp_path: Path, translation, code, message, hint):
    findings, language = rules(tmp_path, translation)
    finding = next(f for f in findings if f.code == code)
    assert (finding.file, finding.line, finding.column, finding.severity) == ("locales/cs/rules.po", LINE, 1, "error")
    assert finding.path == "statement/wyrm-moves"
    assert message in finding.message
    assert hint in (finding.hint or "")
    assert language.text("statement/wyrm-moves", WYRM_MOVES).state == "outdated"


def test_a_right_translation_has_no_findings_in_whatever_order(tmp_path: Path):
    findings, language = rules(tmp_path, "{times}krát se pohne [dračice](wyrm), a znovu {times}krát.")
    assert findings == []
    assert language.text("statement/wyrm-moves", WYRM_MOVES).state == "translated"


def test_two_links_of_which_one_is_misspelt(tmp_path: Path):
    findings, _ = rules(tmp_path, "[Drak](wyrm) spí v [doupěti](dne).", "statement/wyrm-sleeps", WYRM_SLEEPS)
    assert [(f.code, f.hint) for f in findings] == [("translation-link", "did you mean [doupěti](den)?")]


def test_english_copied_is_a_warning_and_is_still_shown_as_it_is(tmp_path: Path):
    findings, _ = rules(tmp_path, WYRM_MOVES)
    assert [(f.code, f.severity, f.line) for f in findings] == [("translation-is-english", "warning", LINE)]


def test_a_short_name_may_be_the_same_as_in_english(tmp_path: Path):
    findings, _ = rules(tmp_path, "The Caves", "box/caves/name", "The Caves")
    assert findings == []


def test_an_entry_that_nothing_uses_is_a_warning_with_the_nearest_context(tmp_path: Path):
    findings, _ = rules(tmp_path, "[Drak](wyrm) se pohne {times}krát.", "statement/wyrm-move")
    (finding,) = findings
    assert (finding.code, finding.severity, finding.line) == ("translation-unknown", "warning", LINE)
    assert "did you mean `statement/wyrm-moves`?" in (finding.hint or "")


def test_an_entry_without_a_context_is_used_by_nothing(tmp_path: Path):
    write(tmp_path, "rules.po", 'msgid "Hello"\nmsgstr "Ahoj"\n')
    assert [f.code for f in languages(catalog(tmp_path)).findings if f.file.endswith("rules.po")] == ["translation-unknown"]


def test_outdated_and_empty_entries_are_not_looked_at(tmp_path: Path):
    write(
        tmp_path,
        "rules.po",
        """
        #, fuzzy
        msgctxt "statement/wyrm-moves"
        msgid "The [wyrm](wyrm) makes {times} moves."
        msgstr "Bez odkazu, 3"

        msgctxt "statement/wyrm-sleeps"
        msgid "At night the [wyrm](wyrm) sleeps in its [den](den)."
        msgstr ""
        """,
    )
    found = languages(catalog(tmp_path))
    assert [f for f in found.findings if f.file.endswith("rules.po")] == []
    assert found.by_tag["cs"].text("statement/wyrm-moves", WYRM_MOVES).state == "outdated"
    assert found.by_tag["cs"].text("statement/wyrm-sleeps", WYRM_SLEEPS).state == "missing"


def test_one_context_twice_is_an_error_and_the_first_is_shown(tmp_path: Path):
    entry = f'msgctxt "statement/wyrm-moves"\nmsgid "{WYRM_MOVES}"\nmsgstr "[Drak](wyrm) {{times}} {{n}}"\n\n'
    write(tmp_path, "rules.po", entry.replace("{n}", "jde") + entry.replace("{n}", "běží"))
    found = languages(catalog(tmp_path))
    (finding,) = [f for f in found.findings if f.file.endswith("rules.po")]
    assert (finding.code, finding.line, finding.related[0].line) == ("translation-duplicate", LINE + 4, LINE)
    assert found.by_tag["cs"].text("statement/wyrm-moves", WYRM_MOVES).text.endswith("jde")


INTERFACE_LINE = LINE - 1


@pytest.mark.parametrize(
    ("english", "translation", "code", "message", "hint"),
    [
        ("by %(player)s", "od hráče", "translation-placeholder", "%(player)s is missing", "put %(player)s"),
        ("by %(player)s", "od %(player)s a %(playr)s", "translation-placeholder", "%(playr)s", "did you mean %(player)s?"),
        ("by %(player)s", "od %(player) hned", "translation-placeholder", "%(player)s is missing", "put %(player)s"),
        ("by %(player)s", "od %(player)d", "translation-placeholder", "%(player)s is missing", "put %(player)s"),
        ("by %(player)s", "od %(player)s, %(a) b", "translation-placeholder", "`%(a)` is no placeholder", "%% for the sign"),
        ("%(n)s%% done", "hotovo %(n)s% jen", "translation-placeholder", "is no placeholder", "%% for the sign itself"),
        ("press <kbd>Esc</kbd>", "stiskněte Esc", "translation-markup", "`<kbd>` of the English text is missing", "put <kbd>"),
        ("the next tile", "další 1 kartička", "translation-number", "number 1", "word"),
        ("choose the boxes", "choose the boxes", "translation-is-english", "this is the English text", "leave msgstr empty"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_string_of_the_interface(tmp_path: Path, english, translation, code, message, hint):
    write(tmp_path, "interface.po", f'msgid "{english}"\nmsgstr "{translation}"\n')
    found = languages(catalog(tmp_path))
    finding = next(f for f in found.findings if f.code == code)
    assert (finding.file, finding.line) == ("locales/cs/interface.po", INTERFACE_LINE)
    assert message in finding.message
    assert hint in (finding.hint or "")
    if finding.severity == "error":
        assert found.by_tag["cs"].gettext(english) == english


def test_a_plural_form_may_leave_out_the_count_where_one_english_form_does(tmp_path: Path):
    write(
        tmp_path,
        "interface.po",
        """
        msgid "one tile of %(box)s"
        msgid_plural "%(n)s tiles of %(box)s"
        msgstr[0] "jedna kartička z %(box)s"
        msgstr[1] "%(n)s kartičky z %(box)s"
        msgstr[2] "%(n)s kartiček"
        """,
    )
    findings = [f for f in languages(catalog(tmp_path)).findings if f.file.endswith("interface.po")]
    assert [f.message for f in findings] == ["the placeholder %(box)s is missing"]


def test_a_string_that_no_template_has_any_more_is_found_when_the_strings_are_known(tmp_path: Path):
    write(tmp_path, "interface.po", 'msgid "Search"\nmsgstr "Hledat"\n\nmsgid "Old"\nmsgstr "Staré"\n')
    findings = languages(catalog(tmp_path), interface=[Message(None, "Search")]).findings
    assert [(f.code, f.line) for f in findings if f.file.endswith("interface.po")] == [("translation-unknown", LINE + 2)]
