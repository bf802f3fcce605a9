"""The verbs of ``bastide translate``, from the texts to the files and back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from catalog.examples import Example
from catalog.index import Catalog, Origin
from generator.i18n import (
    CODES,
    Status,
    TranslationError,
    check_all,
    extract_all,
    interface_messages,
    languages,
    messages,
    po,
    status_all,
    update_all,
)  # fmt: skip
from generator.i18n.interface import TEMPLATE_OPTIONS
from generator.rendering import EXTENSIONS, environment
from tests.generator.i18n_fakes import HEADER, WYRM_MOVES, catalog, site, write

FORMS = "nplurals=2; plural=(n != 1);"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    return site(
        tmp_path,
        page='{# Translators: on the button #}\n{{ _("Search") }}\n{{ ngettext("%(num)s tile", "%(num)s tiles", 3) }}',
        other='{% trans %}\n  All the rules\n{% endtrans %}{{ _("Search") }}',
    )


def _entries(path: Path) -> dict[str | None, po.Entry]:
    return {e.context: e for e in po.read(path, path.name, FORMS).entries}


def test_each_text_has_a_context_of_its_own_and_its_file(tmp_path: Path):
    found = list(messages(catalog(tmp_path)))
    contexts = [m.context for m in found]
    assert contexts == [
        "edition/c1/name", "edition/c1/marks", "element/wyrm/about", "box/caves/name", "box/caves/about",
        "statement/wyrm-moves", "statement/wyrm-sleeps",
    ]  # fmt: skip
    assert found[-1].files == ("expansions/caves/rules.yaml",)


def test_the_templates_of_all_texts(tmp_path: Path, pages: Path):
    rules, interface = extract_all(catalog(tmp_path), tmp_path / "out", site=pages)
    assert (rules.name, interface.name) == ("rules.pot", "interface.pot")
    assert _entries(rules)["statement/wyrm-moves"].ids == (WYRM_MOVES,)
    text = interface.read_text(encoding="utf-8")
    assert '#. on the button\n#: site/other.j2\n#: site/page.j2\nmsgid "Search"\n' in text
    assert 'msgid_plural "%(num)s tiles"\nmsgstr[0] ""\nmsgstr[1] ""' in text
    assert "Date" not in text


def _with_example(game: Catalog, title: str = "The wyrm makes 3 moves.") -> Catalog:
    """Return the game with an example, which is called like a statement."""
    one = Example.model_validate({"id": "wyrm-moves", "title": title, "shows": ["wyrm-moves"], "expect": {"over": False}})
    origin = Origin("expansions/caves/examples.yaml", ("examples", 0))
    return replace(
        game,
        examples={one.id: one},
        box_of_example={one.id: "caves"},
        origins={**game.origins, ("example", one.id): origin},
    )


def test_the_title_of_an_example_is_a_text_of_its_own_after_the_statements(tmp_path: Path):
    found = list(messages(_with_example(catalog(tmp_path))))
    assert [m.context for m in found[-3:]] == ["statement/wyrm-moves", "statement/wyrm-sleeps", "example/wyrm-moves"]
    assert (found[-1].english, found[-1].files) == ("The wyrm makes 3 moves.", ("expansions/caves/examples.yaml",))
    assert len({m.context for m in found}) == len(found)


def test_the_titles_of_examples_are_brought_up_to_date_counted_and_checked(tmp_path: Path, pages: Path):
    game = _with_example(catalog(tmp_path))
    update_all(game, ["cs"], site=pages)
    path = tmp_path / "locales" / "cs" / "rules.po"
    empty = '#: expansions/caves/examples.yaml\nmsgctxt "example/wyrm-moves"\nmsgid "The wyrm makes 3 moves."\nmsgstr ""\n'
    text = path.read_text(encoding="utf-8")
    assert empty in text
    total = status_all(catalog(tmp_path), site=pages)["cs"].whole.total
    assert status_all(game, site=pages)["cs"].whole == Status(total + 1, 0, 0)
    path.write_text(text.replace(empty, empty.replace('msgstr ""', 'msgstr "Drak se 3krát pohne."')), encoding="utf-8")
    assert languages(game).by_tag["cs"].text("example/wyrm-moves", "The wyrm makes 3 moves.").text == "Drak se 3krát pohne."
    assert [f for f in check_all(game, site=pages) if f.path.startswith("example/")] == []
    path.write_text(
        text.replace(empty, empty.replace('msgstr ""', 'msgstr "[Drak](wyrm) se pohne {times}krát."')), encoding="utf-8"
    )
    assert sorted(f.code for f in check_all(game, site=pages) if f.path == "example/wyrm-moves") == [
        "translation-link",
        "translation-placeholder",
    ]
    changed = _with_example(game, "The wyrm makes 2 moves.")
    assert languages(changed).by_tag["cs"].text("example/wyrm-moves", "The wyrm makes 2 moves.").state == "outdated"
    assert update_all(changed, site=pages) == [path]


def test_extraction_is_the_same_each_time(tmp_path: Path, pages: Path):
    first = [p.read_bytes() for p in extract_all(catalog(tmp_path), tmp_path / "a", site=pages)]
    assert [p.read_bytes() for p in extract_all(catalog(tmp_path), tmp_path / "b", site=pages)] == first


def test_a_string_of_two_pages_is_one_message_with_both_files(pages: Path, tmp_path: Path):
    found, findings = interface_messages(pages, code=tmp_path / "none")
    assert findings == []
    search = next(m for m in found if m.english == "Search")
    assert (search.files, search.notes) == (("site/other.j2", "site/page.j2"), ("on the button",))


def test_a_template_is_read_as_it_is_rendered(tmp_path: Path, pages: Path):
    english = languages(catalog(tmp_path)).by_tag["en"]
    env = environment(pages, english)
    assert TEMPLATE_OPTIONS["extensions"] == ",".join(EXTENSIONS)
    for option in ("trim_blocks", "lstrip_blocks", "newstyle_gettext"):
        assert getattr(env, option) is (TEMPLATE_OPTIONS[option] == "true")
    found, _ = interface_messages(pages, code=tmp_path / "none")
    asked = {ids for name in ("page.j2", "other.j2") for _, _, ids in env.extract_translations((pages / name).read_text())}
    assert {m.english if m.plural is None else (m.english, m.plural, None) for m in found} == asked


def test_a_template_that_cannot_be_read_is_a_finding_and_stops_the_update(tmp_path: Path):
    broken = site(tmp_path, page="one\n{% if %}")
    _, findings = interface_messages(broken)
    assert [(f.code, f.file, f.line) for f in findings] == [("template-syntax", "site/page.j2", 2)]
    with pytest.raises(TranslationError, match=r"site/page\.j2:2"):
        update_all(catalog(tmp_path), ["cs"], site=broken)
    assert any(f.code == "template-syntax" for f in check_all(catalog(tmp_path), site=broken))


def test_a_language_begins_with_three_files(tmp_path: Path, pages: Path):
    changed = update_all(catalog(tmp_path), ["cs"], site=pages)
    folder = tmp_path / "locales" / "cs"
    assert changed == [folder / "rules.po", folder / "interface.po", folder / "glossary.yaml"]
    text = (folder / "interface.po").read_text(encoding="utf-8")
    assert "nplurals=3" in text
    assert 'msgstr[2] ""' in text
    found = languages(catalog(tmp_path))
    assert {f.code for f in found.findings} == {"glossary-gap"}
    assert found.by_tag["cs"].name == "čeština"


def test_a_second_update_changes_nothing(tmp_path: Path, pages: Path):
    update_all(catalog(tmp_path), ["cs", "pt-BR"], site=pages)
    assert update_all(catalog(tmp_path), site=pages) == []


def test_an_update_without_languages_does_nothing(tmp_path: Path, pages: Path):
    assert update_all(catalog(tmp_path), site=pages) == []


def test_drift_is_marked_and_shown_in_english_until_the_translator_has_looked(tmp_path: Path, pages: Path):
    path = write(tmp_path, "rules.po", f'msgctxt "statement/wyrm-moves"\nmsgid "{WYRM_MOVES}"\nmsgstr "[Drak](wyrm) {{times}}"\n')
    now = WYRM_MOVES.replace("moves", "steps")
    changed = catalog(tmp_path, {"wyrm-moves": now})
    update_all(changed, site=pages)
    text = path.read_text(encoding="utf-8")
    assert f'#, fuzzy\n#| msgid "{WYRM_MOVES}"\nmsgctxt "statement/wyrm-moves"\nmsgid "{now}"\n' in text
    assert languages(changed).by_tag["cs"].text("statement/wyrm-moves", now).state == "outdated"
    path.write_text(text.replace("#, fuzzy\n", ""), encoding="utf-8")
    assert languages(changed).by_tag["cs"].text("statement/wyrm-moves", now).text == "[Drak](wyrm) {times}"


def test_what_went_is_set_aside_and_pruned_only_on_demand(tmp_path: Path, pages: Path):
    path = write(tmp_path, "rules.po", 'msgctxt "statement/gone"\nmsgid "Gone."\nmsgstr "Pryč."\n')
    game = catalog(tmp_path)
    update_all(game, site=pages)
    assert '#~ msgctxt "statement/gone"\n#~ msgid "Gone."\n#~ msgstr "Pryč."\n' in path.read_text(encoding="utf-8")
    assert update_all(game, site=pages) == []
    assert update_all(game, prune=True, site=pages) == [path]
    assert "gone" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "bad",
    ['msgctxt "a"\nmsgid "x"\nmsgstr "y\n', 'msgctxt "a"\nmsgid "x"\nmsgstr ""\n\nmsgctxt "a"\nmsgid "z"\nmsgstr ""\n'],
    ids=["syntax", "duplicate"],
)
def test_a_file_that_cannot_be_read_stops_the_update_of_all(tmp_path: Path, pages: Path, bad):
    path = write(tmp_path, "rules.po", bad)
    before = path.read_bytes()
    with pytest.raises(TranslationError, match=r"locales/cs/rules\.po:\d+") as caught:
        update_all(catalog(tmp_path), ["cs", "ca"], site=pages)
    assert caught.value.findings
    assert path.read_bytes() == before
    assert not (tmp_path / "locales" / "ca").exists()


def test_a_file_whose_header_names_another_encoding_is_not_written_again(tmp_path: Path, pages: Path):
    path = write(tmp_path, "rules.po", HEADER.replace("utf-8", "ISO-8859-2"), header=False)
    before = path.read_bytes()
    with pytest.raises(TranslationError, match="ISO-8859-2"):
        update_all(catalog(tmp_path), ["cs"], site=pages)
    assert path.read_bytes() == before


def test_the_mark_and_the_line_ends_of_windows_are_taken_out(tmp_path: Path, pages: Path):
    path = write(tmp_path, "rules.po", f'msgctxt "statement/wyrm-moves"\nmsgid "{WYRM_MOVES}"\nmsgstr "[Drak](wyrm) {{times}}"\n')
    update_all(catalog(tmp_path), site=pages)
    right = path.read_bytes()
    path.write_bytes(b"\xef\xbb\xbf" + right.replace(b"\n", b"\r\n"))
    assert path in update_all(catalog(tmp_path), site=pages)
    assert path.read_bytes() == right


@pytest.mark.parametrize(
    ("tag", "hint"),
    [
        ("en", "name a language"),
        ("nonsense", "name a language"),
        ("..", "name a language"),
        ("cs/../sk", "name a language"),
        ("CS", "did you mean `cs`?"),
        ("cs_CZ", "did you mean `cs-CZ`?"),
        ("zh_hant_tw", "did you mean `zh-Hant-TW`?"),
    ],
)
def test_a_tag_that_cannot_be_translated_to(tmp_path: Path, pages: Path, tag, hint):
    with pytest.raises(TranslationError, match="language") as refused:
        update_all(catalog(tmp_path), [tag], site=pages)
    (finding,) = refused.value.findings
    assert finding.hint.startswith(hint)


def test_a_file_that_cannot_be_opened_is_a_finding_and_stops_the_update(tmp_path: Path, pages: Path):
    update_all(catalog(tmp_path), ["cs"], site=pages)
    path = tmp_path / "locales" / "cs" / "rules.po"
    path.unlink()
    path.mkdir()
    for cached in (False, True):
        found = [f for f in languages(catalog(tmp_path), cached=cached).findings if f.code != "glossary-gap"]
        assert [(f.code, f.file, f.severity) for f in found] == [("file-missing", "locales/cs/rules.po", "error")]
        assert found[0].hint
    with pytest.raises(TranslationError, match="cannot be read"):
        update_all(catalog(tmp_path), site=pages)


def test_a_file_without_anything_is_told_and_begun_anew(tmp_path: Path, pages: Path):
    update_all(catalog(tmp_path), ["cs"], site=pages)
    path = tmp_path / "locales" / "cs" / "rules.po"
    before = path.read_bytes()
    path.write_bytes(b"")
    assert ("empty-file", "locales/cs/rules.po") in {(f.code, f.file) for f in languages(catalog(tmp_path)).findings}
    assert update_all(catalog(tmp_path), site=pages) == [path]
    assert path.read_bytes() == before


def test_the_state_of_all_languages(tmp_path: Path, pages: Path):
    update_all(catalog(tmp_path), ["cs"], site=pages)
    (found,) = status_all(catalog(tmp_path), site=pages).items()
    assert (found[0], found[1].whole) == ("cs", Status(7 + 3 + len(interface_messages(pages)[0]), 0, 0))
    assert found[1].boxes == {"caves": Status(4), "": Status(3)}
    assert found[1].pages == {"caves/c1/": Status(2)}


def test_the_state_of_each_box_and_rulebook(tmp_path: Path, pages: Path):
    changed = WYRM_MOVES.replace("moves", "steps")
    write(
        tmp_path,
        "rules.po",
        f'# reviewed: Jana 2026-11-30\nmsgctxt "statement/wyrm-moves"\nmsgid "{WYRM_MOVES}"\nmsgstr "[Drak](wyrm) {{times}}"\n\n'
        'msgctxt "box/caves/name"\nmsgid "The Caves"\nmsgstr "Jeskyně"\n',
    )
    found = status_all(catalog(tmp_path), site=pages)["cs"]
    assert found.boxes == {"caves": Status(4, 2, 0, 1), "": Status(3)}
    assert found.pages == {"caves/c1/": Status(2, 1, 0, 1)}
    found = status_all(catalog(tmp_path, {"wyrm-moves": changed}), site=pages)["cs"]
    assert (found.boxes["caves"], found.pages["caves/c1/"]) == (Status(3, 1, 1, 0), Status(1, 0, 1, 0))


PACK_BOX = """\
id: my-caves
name: My Caves
sort: fan
about: More caves.
editions: {c1: {year: 2026}}
"""


def test_the_texts_of_a_pack_go_into_the_pack_and_ours_stay_as_they_are(tmp_path: Path, pages: Path):
    from catalog import load  # noqa: PLC0415

    root, pack = tmp_path / "data", tmp_path / "my-caves"
    (root / "expansions").mkdir(parents=True)
    (root / "editions.yaml").write_text(
        "editions: [{id: c1, name: First edition, years: [2000, null], marks: Brown backs.}]\n", encoding="utf-8"
    )
    update_all(load(root=root).catalog, ["cs"], site=pages)
    pack.mkdir()
    (pack / "expansion.yaml").write_text(PACK_BOX, encoding="utf-8")
    with_pack = load([pack], root=root).catalog
    assert update_all(with_pack, site=pages) == []
    assert update_all(with_pack, ["cs"], site=pages) == [pack / "locales/cs/rules.po", pack / "locales/cs/glossary.yaml"]
    entries = _entries(pack / "locales/cs/rules.po")
    assert list(entries) == ["box/my-caves/name", "box/my-caves/about"]
    assert entries["box/my-caves/name"].files == ("expansion.yaml",)


def test_every_code_of_a_finding_is_explained():
    package = Path(po.__file__).parent
    used = {
        code
        for path in package.glob("*.py")
        if path.name != "codes.py"
        for code in CODES
        if f'"{code}"' in path.read_text(encoding="utf-8")
    }
    assert used == set(CODES)
