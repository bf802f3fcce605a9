"""Languages after an edit: whatever was edited, the same texts and the same findings as from nothing."""

from __future__ import annotations

import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from catalog import load, remembered, store
from generator.i18n import Languages, glossary, interface, interface_messages, languages, memory, po, reader, update_all
from tests.catalog.museum import MUSEUM
from tests.generator.i18n_fakes import catalog, site, write


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(store.VARIABLE, str(tmp_path / "cache"))


def _told(found: Languages) -> object:
    """Return all that a language says, in order."""
    return found.findings, [
        (
            language.tag,
            language.name,
            list(language.entries.items()),
            # What was not written in a term is not written in the remembered one either: a build tells entries by that.
            [(element, term, term.model_fields_set) for element, term in language.terms.items()],
            language.parts,
            language.strings.gettext("Search"),
        )
        for language in found.by_tag.values()
    ]


def test_all_that_a_glossary_can_say_is_remembered() -> None:
    """Keys of several words too: else it would be read anew each time, and nobody would notice."""
    written = {"language": {"tag": "xx", "name": "X", "no-break-after": ["k"], "no-break-after-numbers": True}}
    file = glossary.GlossaryFile.model_validate(written)
    assert glossary._GLOSSARY.read(glossary._GLOSSARY.write(file)) == file


def _translated(room: Path) -> None:
    """Begin a language, and translate each text as itself with another word before it."""
    game = load(root=room).catalog
    update_all(game, ["cs"])
    path = room / "locales" / "cs" / "rules.po"
    file = po.read(path, "rules.po", "nplurals=2; plural=(n != 1);")
    entries = tuple(po.Entry(e.context, e.ids, tuple(f"Totiž {e.ids[0]}" for _ in e.strings)) for e in file.entries)
    po.write(path, po.PoFile(file.header, file.plural_forms, entries))
    (room / "locales" / "cs" / "glossary.yaml").write_text(
        "language: {tag: cs, name: čeština}\nterms:\n" + "".join(f"  - {{id: {e}, name: x{e}}}\n" for e in game.elements),
        encoding="utf-8",
    )


def _edit(room: Path, chance: random.Random) -> None:
    path = chance.choice(sorted((room / "locales" / "cs").iterdir()) or [room / "sources.yaml"])
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    n = chance.randrange(len(lines))
    match chance.choice(["word", "line", "twice", "letter", "swap", "append", "cut", "bytes", "english"]):
        case "word":
            lines[n] = lines[n].replace(" ", chance.choice([" {times} ", " [x](wyrm) ", " <b> ", " 7 ", " %(n)s ", '"']), 1)
        case "line":
            del lines[n]
        case "twice":
            lines[n:n] = lines[max(0, n - 4) : n]
        case "letter":
            at = chance.randrange(len(lines[n]) + 1)
            lines[n] = lines[n][:at] + chance.choice('abz"\\#~{}[]() ') + lines[n][at + 1 :]
        case "swap":
            lines[n] = chance.choice(lines)
        case "append":
            lines += [
                "",
                'msgctxt "statement/none"',
                'msgid "Nothing."',
                'msgstr "Nic."',
                "",
                "#, fuzzy",
                'msgid "a"',
                'msgstr "b"',
            ]
        case "cut":
            lines = lines[:n]
        case "bytes":
            path.write_bytes(path.read_bytes() + b"\xff")
            return
        case "english":
            rules = room / "expansions" / "base" / "rules.yaml"
            rules.write_text(rules.read_text(encoding="utf-8").replace("text: ", "text: Now ", 1), encoding="utf-8")
            return
    path.write_text("\n".join(lines), encoding="utf-8")


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), steps=st.integers(1, 4), again=st.booleans())
def test_after_any_edits_all_is_as_from_nothing(seed: int, steps: int, again: bool, tmp_path: Path) -> None:
    chance = random.Random(seed)
    room = tmp_path / "room"
    shutil.rmtree(room, ignore_errors=True)
    shutil.copytree(MUSEUM / "_root", room)
    _translated(room)
    told = {}
    languages(load(root=room).catalog, cached=True)
    for _ in range(steps):
        _edit(room, chance)
        if again:
            remembered._recent.clear()
        game = load(root=room).catalog
        found = languages(game, cached=True)
        assert _told(found) == _told(fresh := languages(game))
        for tag, language in found.by_tag.items():
            assert language.origin == fresh.by_tag[tag].origin
            # The same origin is the same entries.
            assert told.setdefault((tag, language.origin), language.entries) == language.entries


def test_only_what_differs_is_read_and_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(MUSEUM / "_root", tmp_path / "room")
    _translated(tmp_path / "room")
    game = load(root=tmp_path / "room").catalog
    done: list[str] = []
    monkeypatch.setattr(memory.po, "decode", _noting(done, "read", po.decode))
    monkeypatch.setattr(reader, "check_entry", _noting(done, "checked", reader.check_entry))
    monkeypatch.setattr(glossary, "validated", _noting(done, "glossary", glossary.validated))
    found = languages(game, cached=True)
    # What there is to say of a translation is found anew each time.
    told = len({(f.file, f.line) for f in found.findings if f.file.endswith(".po")})
    assert done.count("read") == 2
    assert done.count("checked") > 5
    path = tmp_path / "room" / "locales" / "cs" / "rules.po"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("Totiž", "Totiž i", 1), encoding="utf-8")
    for _ in range(2):
        remembered._recent.clear()
        done.clear()
        languages(game, cached=True)
        assert [done.count(word) for word in ("glossary", "read", "checked")] == [1, 1 - _, told + 1 - _]


def _noting(done: list[str], word: str, function):  # type: ignore[no-untyped-def]
    def noting(*arguments, **more):  # type: ignore[no-untyped-def]
        done.append(word)
        return function(*arguments, **more)

    return noting


def test_a_link_is_looked_at_again_when_its_element_is_gone(tmp_path: Path) -> None:
    game = catalog(tmp_path)
    link = "At night the [wyrm](wyrm) sleeps in its [den](den)."
    translation = "V noci [drak](wyrm) spí v [doupěti](den) a [křičí](wake)."
    write(tmp_path, "rules.po", f'msgctxt "statement/wyrm-sleeps"\nmsgid "{link}"\nmsgstr "{translation}"\n')
    write(tmp_path, "glossary.yaml", "language: {tag: cs, name: čeština}\n")
    found = languages(game, cached=True)
    assert any("has no link to `wake`" in f.message for f in found.findings)
    without = replace(game, elements={i: e for i, e in game.elements.items() if i != "wake"})
    assert any("leads to nothing" in f.message for f in languages(without, cached=True).findings)
    assert _told(languages(without, cached=True)) == _told(languages(without))
    assert _told(languages(game, cached=True)) == _told(found) == _told(languages(game))


def test_strings_of_the_interface_are_taken_again_from_what_was_edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = site(tmp_path, page='{{ _("Search") }}', other='{{ _("Home") }}')
    read: list[str] = []
    monkeypatch.setattr(interface, "extract", _noting(read, "read", interface.extract))
    first = interface_messages(pages, tmp_path / "none", cached=True)
    assert len(read) == 2
    assert first == interface_messages(pages, tmp_path / "none")
    remembered._recent.clear()
    read.clear()
    assert interface_messages(pages, tmp_path / "none", cached=True) == first
    assert read == []
    (pages / "page.j2").write_text('{{ _("Find") }}{{ ngettext("a tile", "%(num)s tiles", 2) }}', encoding="utf-8")
    found, findings = interface_messages(pages, tmp_path / "none", cached=True)
    assert ([m.ids for m in found], findings) == ([("Home",), ("Find",), ("a tile", "%(num)s tiles")], [])
    assert len(read) == 1
    (pages / "page.j2").write_text("{% if %}", encoding="utf-8")
    for _ in range(2):
        assert [f.code for f in interface_messages(pages, tmp_path / "none", cached=True)[1]] == ["template-syntax"]
