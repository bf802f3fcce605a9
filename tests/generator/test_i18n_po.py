"""PO files: what is read, what is wrong with it and where, and that writing and reading again changes nothing."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from generator.i18n import po
from generator.i18n.header import new_header
from generator.i18n.merge import merge
from generator.i18n.messages import Message, fold
from tests.generator.i18n_fakes import HEADER

FORMS = "nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);"
HEAD_LINES = HEADER.count("\n")

TEXTS = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=120).map(fold).filter(bool)
WORDS = st.text(st.sampled_from('abč {}%"\\\n'), max_size=200)
COMMENTS = st.lists(st.from_regex(r"[a-z:.,|~][a-z ]{0,150}[a-z]", fullmatch=True), max_size=2, unique=True).map(tuple)


@st.composite
def games(draw):
    """Return the texts of two versions of a game, some with a plural and no context, and a translator's work between them."""
    contexts = draw(st.lists(st.from_regex(r"[a-z]{1,6}/[a-z-]{1,6}", fullmatch=True), min_size=1, max_size=6, unique=True))
    versions = []
    for _ in range(2):
        kept = [c for c in contexts if draw(st.booleans())]
        versions.append([Message(c, draw(TEXTS), ("rules of a box.yaml",), draw(st.none() | TEXTS)) for c in kept])
    return versions


def _translate(draw, entries):
    done = []
    for entry in entries:
        strings = tuple(draw(WORDS) for _ in entry.strings) if draw(st.booleans()) else entry.strings
        flags = entry.flags | ({"fuzzy"} if any(strings) and draw(st.booleans()) else set())
        done.append(po.Entry(entry.context, entry.ids, strings, flags, draw(COMMENTS), entry.notes, entry.files, entry.previous))
    return tuple(done)


@settings(max_examples=50)
@given(st.data())
def test_what_is_written_is_read_again_and_a_second_update_changes_nothing(data):
    before, after = data.draw(games())
    first = _translate(data.draw, merge(before, (), by_context=True, nplurals=3))
    for now in (before, after, before):
        merged = merge(now, first, by_context=True, nplurals=3)
        text = po.render(po.PoFile(HEADER.strip(), FORMS, merged))
        again = po.parse(text, "rules.po", FORMS)
        assert not again.findings
        assert again.entries == merged
        assert po.render(again) == text
        assert merge(now, again.entries, by_context=True, nplurals=3) == merged


def test_the_header_comes_through_as_translators_tools_wrote_it():
    header = '# Jana Nováková, 2026\n#, fuzzy\nmsgid ""\nmsgstr "Language: cs\\n"\n"X-Generator: Poedit 3\\n"'
    file = po.parse(f'{header}\n\nmsgctxt "a"\nmsgid "one"\nmsgstr "jedna"\n', "rules.po", FORMS)
    assert file.header == header
    assert po.render(file).startswith(header + "\n\n")
    assert file.plural_forms == FORMS


def test_the_plural_forms_are_those_of_the_header_even_when_it_is_wrapped():
    text = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; "\n"plural=(n != 1);\\n"\n'
    file = po.parse(text, "interface.po", FORMS)
    assert (file.nplurals, file.plural_forms) == (2, "nplurals=2; plural=(n != 1);")


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ("nplurals=2; plural=maybe;", "maybe"),
        ("nplurals=2; plural=n;", "for 2 it gives form 2"),
        ("nplurals=2; plural=n % 0;", "n % 0"),
        ("nplurals=2; plural=n-1;", "for 0 it gives form -1"),
        ("nplurals=0; plural=0;", "0 forms"),
        ("nplurals=999999999; plural=0;", "999999999 forms"),
        ("nplurals=INTEGER; plural=EXPRESSION;", "is not written as"),
        ("nplurals=2;", "is not written as"),
        ("", "is not written as"),
    ],
)
def test_plural_forms_that_cannot_be_used_are_a_finding_and_those_of_the_language_hold(declared, said):
    text = f'msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Plural-Forms: {declared}\\n"\n'
    file = po.parse(text, "interface.po", FORMS)
    (finding,) = file.findings
    assert (finding.code, finding.severity, finding.line) == ("translation-plural-forms", "error", 4)
    assert said in finding.message
    assert FORMS in (finding.hint or "")
    assert file.plural_forms == FORMS


def test_a_header_of_another_encoding_is_a_finding():
    text = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=ISO-8859-2\\n"\n\nmsgctxt "a"\nmsgid "x"\nmsgstr "č"\n'
    file = po.parse(text, "rules.po", FORMS)
    (finding,) = file.findings
    assert (finding.code, finding.severity, finding.line) == ("translation-file", "error", 3)
    assert "ISO-8859-2" in finding.message
    assert [e.strings for e in file.entries] == [("č",)]


def test_a_mark_and_the_line_ends_of_windows_are_warnings_and_update_takes_them_out(tmp_path: Path):
    text = f'{HEADER}\nmsgctxt "a"\nmsgid "x"\nmsgstr "dvě"\n'
    path = tmp_path / "rules.po"
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    file = po.read(path, "rules.po", FORMS)
    assert [(f.code, f.severity, f.line) for f in file.findings] == [("translation-file", "warning", 1)] * 2
    assert [e.strings for e in file.entries] == [("dvě",)]
    assert po.write(path, file) is True
    assert path.read_bytes() == text.encode()


@pytest.mark.parametrize("cut", ["msgst", 'msgstr "dv', 'msgid "x"', 'msgctxt "a"'])
def test_a_file_that_breaks_off_says_where_and_what_is_whole_is_kept(cut):
    text = f'{HEADER}\nmsgctxt "b"\nmsgid "y"\nmsgstr "jedna"\n\nmsgctxt "a"\nmsgid "x"\nmsgstr "dvě"\n'
    broken = text[: text.rindex(cut) + len(cut)]
    file = po.parse(broken, "rules.po", FORMS)
    (finding,) = file.findings
    assert finding.code == "translation-syntax"
    assert HEAD_LINES + 6 <= finding.line <= broken.count("\n") + 1
    assert [e.context for e in file.entries] == ["b"]


@pytest.mark.parametrize(
    ("broken", "line", "words"),
    [
        ('msgctxt "a"\nmsgid "one"\nmsgstr "jedna\n', 3, "not PO"),
        ('msgctxt "a"\nmsgid "one"\nmsgstr jedna\n', 3, "not PO"),
        ('msgctxt "a"\nmsgid "say "one""\nmsgstr "jedna"\n', 2, "not PO"),
        ('msgctxt "a"\nmsgid "one"\nmsgstring "jedna"\n', 3, "not PO"),
        ('msgctxt "a"\nmsgid "one"\n', 2, "missing msgstr"),
        ("<<<<<<< HEAD\n", 1, "not PO"),
        ("#-#-#-#-#  cs.po  #-#-#-#-#\n", 1, "not PO"),
    ],
)
def test_an_entry_that_cannot_be_read_is_a_finding_with_its_line_and_the_others_are_kept(broken, line, words):
    good = 'msgctxt "b"\nmsgid "two"\nmsgstr "dvě"\n'
    file = po.parse(f"{HEADER}\n{broken}\n{good}", "rules.po", FORMS)
    (finding,) = file.findings
    assert (finding.code, finding.line, finding.column) == ("translation-syntax", HEAD_LINES + 1 + line, 1)
    assert words in finding.message
    assert [e.context for e in file.entries] == ["b"]


def test_a_file_that_is_not_utf_8_names_the_line(tmp_path: Path):
    path = tmp_path / "rules.po"
    path.write_bytes(b'msgid ""\nmsgstr ""\n\nmsgctxt "a"\nmsgid "x"\nmsgstr "\xe8"\n')
    (finding,) = po.read(path, "rules.po", FORMS).findings
    assert (finding.code, finding.line) == ("translation-syntax", 6)


def test_the_previous_english_is_read_over_several_lines_and_from_obsolete_entries_of_other_tools():
    text = '#, fuzzy\n#| msgctxt "a"\n#| msgid ""\n#| "one "\n#| "by one"\nmsgctxt "a"\nmsgid "two"\nmsgstr "po jednom"\n\n'
    gone = '#~| msgid "old"\n#~ msgctxt "b"\n#~ msgid "new"\n#~ msgstr "staré"\n'
    first, second = po.parse(text + gone, "rules.po", FORMS).entries
    assert (first.previous, first.fuzzy, first.obsolete) == (("one by one",), True, False)
    assert (second.context, second.strings, second.obsolete) == ("b", ("staré",), True)


def test_one_context_twice_is_a_finding_that_names_both_places():
    entry = 'msgctxt "a"\nmsgid "{}"\nmsgstr "x"\n\n'
    file = po.parse(entry.format("one") + entry.format("two"), "rules.po", FORMS)
    (finding,) = po.duplicates(file, "rules.po", by_context=True)
    assert (finding.code, finding.line, finding.related[0].line) == ("translation-duplicate", 6, 2)


def test_a_file_is_swapped_in_whole_and_left_alone_when_nothing_changes(tmp_path: Path, monkeypatch):
    path = tmp_path / "deep" / "rules.po"
    file = po.PoFile(HEADER.strip(), FORMS, (po.Entry("a", ("one",)),))
    assert po.write(path, file) is True
    stamp = path.stat().st_mtime_ns
    assert po.write(path, file) is False
    assert path.stat().st_mtime_ns == stamp

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        po.write(path, po.PoFile(HEADER.strip(), FORMS))
    assert [p.name for p in path.parent.iterdir()] == ["rules.po"]
    assert "one" in path.read_text(encoding="utf-8")


def test_a_flag_is_one_that_the_file_has():
    text = 'msgctxt "a"\nmsgid "{times} moves, or 50 % of them"\nmsgstr ""\n\n#, python-format\nmsgid "b"\nmsgstr ""\n'
    assert [e.flags for e in po.parse(text, "rules.po", FORMS).entries] == [frozenset(), {"python-format"}]


def test_gnu_gettext_reads_what_we_write(tmp_path: Path, gettext: dict[str, Path]):
    long = 'A text that is long enough to be broken in several lines, and that has a " and a \\ in it as well. ' * 2
    before = merge([Message("a", long), Message("b", "gone")], (), by_context=True, nplurals=3)
    done = tuple(po.Entry(e.context, e.ids, ("přeloženo",)) for e in before)
    merged = merge([Message("a", long + "More.")], done, by_context=True, nplurals=3)
    path = tmp_path / "rules.po"
    po.write(path, po.PoFile(new_header("cs", FORMS), FORMS, merged))
    subprocess.run([gettext["msgfmt"], "--check", "-o", str(tmp_path / "out.mo"), str(path)], check=True)


LINES = [
    "",
    '""',
    '"more"',
    'msgid ""',
    'msgid "one"',
    'msgid "two"',
    'msgid_plural "ones"',
    'msgstr ""',
    'msgstr "jedna"',
    'msgstr[0] "a"',
    'msgstr[7] "b"',
    'msgctxt "a"',
    'msgctxt ""',
    "#, fuzzy",
    '#| msgid "old"',
    '#| "er"',
    "#: a.py:1 \u2068b c\u2069",
    "#: \u2069x",
    "#. note",
    "# said",
    "#",
    '#~ msgid "gone"',
    '#~ msgstr "pryč"',
    '#~ "more"',
    '#~| msgid "older"',
    "#-#-#-#-#",
    "garbage",
    'msgstr "x',
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"',
    '"Plural-Forms: nplurals=0; plural=0;\\n"',
    "\x0c",
    "msgid",
]


@settings(max_examples=200)
@example(lines=['msgid ""', 'msgid_plural "ones"', 'msgid_plural "ones"', 'msgstr ""'])
@given(st.lists(st.sampled_from(LINES), max_size=14))
def test_whatever_the_lines_are_reading_never_fails_and_what_is_kept_can_be_written(lines):
    file = po.parse("\n".join(lines), "rules.po", FORMS)
    assert all(1 <= f.line <= len(lines) for f in file.findings)
    again = po.parse(po.render(po.PoFile(HEADER.strip(), FORMS, file.entries)), "rules.po", FORMS)
    assert [(e.context, e.ids) for e in again.entries] == [(e.context, e.ids) for e in file.entries]
