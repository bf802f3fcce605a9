"""A site is built of translations that are broken: what is wrong is told with its line, and shown in English with a badge."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from catalog.paths import rules_data
from generator.i18n import interface_messages, languages
from generator.site import build
from tests.site.small import small

GAME = small()
LINKED = [s.id for s in GAME.statements.values() if "](" in s.text][:5]
FAULTS = {
    "link": ("translation-markup", "[kartička"),
    "markup": ("translation-markup", "<b>Tučně</b>"),
    "placeholder": ("translation-placeholder", "{nothing} navíc"),
    "text without its end": ("translation-syntax", None),
    "file without its end": ("translation-syntax", None),
}
"""The code of the finding, and what is put before a translation."""
PLURAL = re.compile(r"nplurals=.*?;\\n")


def _entry(text, name):
    """Return the entry of a statement in the text of a PO file."""
    return next(block for block in text.split("\n\n") if f'msgctxt "statement/{name}"' in block)


@pytest.fixture(scope="module")
def broken(tmp_path_factory):
    """Return the folder of the site, the findings, and the text of the Czech rules as they were broken."""
    room = tmp_path_factory.mktemp("broken")
    ours = rules_data() / "locales" / "cs"
    czech, other = room / "locales" / "cs", room / "locales" / "sk"
    for folder in (czech, other):
        folder.mkdir(parents=True)
        glossary = (ours / "glossary.yaml").read_text(encoding="utf-8")
        (folder / "glossary.yaml").write_text(glossary.replace("tag: cs", f"tag: {folder.name}"), encoding="utf-8")
    text = (ours / "rules.po").read_text(encoding="utf-8")
    for name, (_, said) in zip(LINKED[:3], list(FAULTS.values())[:3], strict=True):
        entry = _entry(text, name)
        start = entry.index("msgstr")
        text = text.replace(entry, f'{entry[:start]}msgstr "{said} "\n{entry[start:].removeprefix("msgstr ")}')
    unclosed = _entry(text, LINKED[3])
    text = text.replace(unclosed, unclosed.rstrip('"'))
    last = _entry(text, LINKED[4])
    text = text.replace(f"{last}\n\n", "") + "\n" + last[: last.index("msgstr")]
    (czech / "rules.po").write_text(text, encoding="utf-8")
    interface = (ours / "interface.po").read_text(encoding="utf-8")
    (czech / "interface.po").write_text(PLURAL.sub(r"nplurals=3; plural=n % 0;\\n", interface), encoding="utf-8")
    whole = (ours / "rules.po").read_text(encoding="utf-8")
    (other / "rules.po").write_bytes(whole.encode("iso-8859-2", errors="replace"))
    (other / "interface.po").write_bytes(b"\xef\xbb\xbf" + interface.replace("\n", "\r\n").encode())
    catalog = replace(GAME, root=room)
    spoken = languages(catalog, only=["cs", "sk"], interface=interface_messages()[0])
    build(catalog, spoken, room / "site", processes=1, search=False)
    return room / "site", spoken.findings, text


def _head(site, tag, name):
    page = (site / tag / "statements" / name / "index.html").read_text(encoding="utf-8")
    return re.search(r"<h1.*?</h1>", page, re.DOTALL).group()


@pytest.mark.parametrize(("fault", "name"), list(zip(FAULTS, LINKED, strict=True)))
def test_a_broken_entry_is_told_with_its_line_and_its_page_is_english(broken, fault, name):
    site, findings, text = broken
    code = FAULTS[fault][0]
    start = text[: text.index(_entry(text, name))].count("\n") + 1
    lines = range(start, start + _entry(text, name).count("\n") + 2)
    told = [f for f in findings if f.code == code and f.file == "locales/cs/rules.po" and f.line in lines]
    assert told
    assert all(f.hint and f.severity == "error" for f in told)
    head = _head(site, "cs", name)
    assert '<span lang="en">' in head
    assert 'class="badge"' in head


def test_what_is_sound_in_a_broken_file_is_translated(broken):
    site, _, _ = broken
    right = next(s for s in GAME.statements if s not in LINKED)
    assert "lang=" not in _head(site, "cs", right)
    assert "badge" not in _head(site, "cs", right)


def test_plural_rules_that_cannot_be_used_are_those_of_the_language(broken):
    site, findings, _ = broken
    (finding,) = [f for f in findings if f.code == "translation-plural-forms" and "/cs/" in f.file]
    assert (finding.file, finding.severity) == ("locales/cs/interface.po", "error")
    assert finding.line == 8
    assert "kartiček" in (site / "cs" / "tiles" / "index.html").read_text(encoding="utf-8")


def test_a_file_in_another_encoding_is_one_finding_and_all_of_it_is_english(broken):
    site, findings, _ = broken
    told = {(f.file, f.code) for f in findings if f.file.startswith("locales/sk/") and f.file.endswith(".po")}
    assert ("locales/sk/rules.po", "translation-syntax") in told
    for name in GAME.statements:
        head = _head(site, "sk", name)
        assert '<span lang="en">' in head
        assert 'class="badge"' in head


def test_a_byte_order_mark_and_the_line_ends_of_windows_are_read(broken):
    site, findings, _ = broken
    told = [f for f in findings if f.file == "locales/sk/interface.po" and f.code == "translation-file"]
    assert [(f.severity, f.line) for f in told] == [("warning", 1), ("warning", 1)]
    assert 'lang="sk"' in (page := (site / "sk" / "index.html").read_text(encoding="utf-8"))
    assert "vydavateli" in page
