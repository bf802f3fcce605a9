"""The parts of the site: addresses, the folder that is swapped in, YAML as an author writes it, the share of a page."""

from __future__ import annotations

from contextlib import suppress

import pytest
from ruamel.yaml import YAML

from catalog.effects import KINDS
from catalog.model import fields_of
from catalog.tiles import Design
from generator import addresses
from generator.i18n import Translated
from generator.output import MARKER, Output, OutputError
from generator.pages.authors import describe
from generator.pages.material import Material
from generator.snippet import as_yaml
from generator.voice import Shown, Voice
from tests.ours import ours


@pytest.fixture(scope="module")
def catalog():
    return ours().catalog


@pytest.mark.parametrize(
    ("here", "there", "fragment", "link"),
    [
        ("cs/", "cs/glossary/", "", "glossary/index.html"),
        ("cs/box/c3.1/", "cs/glossary/", "fair", "../../glossary/index.html#fair"),
        ("cs/box/c3.1/", "cs/box/c3.1/", "fair", "#fair"),
        ("cs/box/c3.1/", "cs/box/c3.1/", "", "index.html"),
        ("cs/box/c3.1/", "en/box/c3.1/", "", "../../../en/box/c3.1/index.html"),
        ("cs/box/c3.1/", "assets/site.css", "", "../../../assets/site.css"),
        ("cs/box/", "", "", "../../index.html"),
        ("", "cs/", "", "cs/index.html"),
        ("", "assets/site.css", "", "assets/site.css"),
    ],
)
def test_links_are_relative_and_name_the_file(here, there, fragment, link):
    assert addresses.relative(here, there, fragment) == link


def test_an_absolute_address_has_one_slash_between_its_parts():
    assert addresses.absolute("https://example.org/b/", "cs/box/") == "https://example.org/b/cs/box/"
    assert addresses.absolute("https://example.org/b", "cs/box/") == "https://example.org/b/cs/box/"


def test_a_statement_stays_in_the_edition_that_one_reads_if_it_can(catalog):
    for statement in catalog.statements.values():
        editions = catalog.editions_of_statement(statement)
        box = catalog.box_of[statement.id]
        for edition in catalog.editions:
            chosen = edition if edition in editions else editions[-1]
            assert addresses.statement_page(catalog, statement.id, edition) == f"{box}/{chosen}/"


def test_a_folder_appears_only_when_all_of_it_is_written(tmp_path):
    out = tmp_path / "out"
    with Output(out) as output:
        output.write("a/index.html", "first")
        assert not out.exists()
    assert (out / "a" / "index.html").read_text() == "first"
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_a_failure_leaves_the_old_folder_as_it_was(tmp_path):
    out = tmp_path / "out"
    with Output(out) as output:
        output.write("a/index.html", "first")
    half_way = RuntimeError("half way")
    with suppress(RuntimeError), Output(out) as output:
        output.write("a/index.html", "second")
        raise half_way
    assert (out / "a" / "index.html").read_text() == "first"
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_a_folder_is_replaced_as_a_whole(tmp_path):
    for name in ("a/", "b/", "a/", "b/"):
        with Output(tmp_path / "out") as output:
            output.write(f"{name}index.html", name)
        assert sorted(p.name for p in (tmp_path / "out").iterdir()) == [MARKER, name.strip("/")]
    # The old one stays, hidden, for the next time.
    assert sorted(p.name for p in tmp_path.iterdir()) == [".out.bastide-new", "out"]


def written(out, files):
    with Output(out) as output:
        for path, content in files.items():
            output.write(path, content)


def told(folder):
    return {p.relative_to(folder).as_posix(): p.read_text() for p in folder.rglob("*") if p.is_file() and p.name != MARKER}


@pytest.mark.parametrize("meddle", ["changed", "gone", "stray", "a link", "a folder", "no folder"])
def test_what_the_old_folder_has_become_does_not_show(meddle, tmp_path):
    out = tmp_path / "out"
    files = {"a/index.html": "a", "a/b/index.html": "b", "c.json": "c"}
    written(out, files)
    written(out, {**files, "a/index.html": "other"})
    spare = tmp_path / ".out.bastide-new"
    assert told(spare) == files
    match meddle:
        case "changed":
            (spare / "c.json").unlink()
            (spare / "c.json").write_text("not c")
        case "gone":
            (spare / "c.json").unlink()
        case "stray":
            (spare / "x" / "y").mkdir(parents=True)
            (spare / "x" / "y" / "z.html").write_text("mine")
        case "a link":
            (tmp_path / "elsewhere").mkdir()
            (spare / "a" / "b" / "index.html").unlink()
            (spare / "a" / "b").rmdir()
            (spare / "a" / "b").symlink_to(tmp_path / "elsewhere")
        case "a folder":
            (spare / "c.json").unlink()
            (spare / "c.json").mkdir()
            (spare / "c.json" / "mine").write_text("mine")
        case "no folder":
            (spare / "a" / "b" / "index.html").unlink()
            (spare / "a" / "b").rmdir()
            (spare / "a" / "b").write_text("mine")
    written(out, files)
    assert told(out) == files
    assert not [p for p in out.rglob("*") if p.is_symlink() or p.name in {"x", "mine"}]
    if meddle == "a link":
        assert not list((tmp_path / "elsewhere").iterdir())


def test_a_file_that_is_written_is_never_that_of_the_old_folder(tmp_path):
    out = tmp_path / "out"
    for content in ("one", "one", "two"):
        written(out, {"a.html": content})
        spare = tmp_path / ".out.bastide-new" / "a.html"
        assert (out / "a.html").read_text() == content
        assert not spare.exists() or spare.read_text() == "one"


def test_a_folder_with_files_of_somebody_else_is_not_touched(tmp_path):
    (tmp_path / "letters.txt").write_text("dear")
    with pytest.raises(OutputError, match="holds other files"):
        Output(tmp_path)
    with pytest.raises(OutputError, match="is a file"):
        Output(tmp_path / "letters.txt")


def test_two_pages_at_one_address_are_an_error(tmp_path):
    with Output(tmp_path / "out") as output:
        output.write("a/index.html", "first")
        with pytest.raises(OutputError, match=r"two things want the address a/index\.html"):
            output.write("a/index.html", "second")


def test_every_design_comes_back_from_its_yaml(catalog):
    for design in catalog.designs.values():
        (written,) = YAML(typ="safe", pure=True).load(as_yaml(design, listed=True))
        assert Design.model_validate(written) == design


def test_every_effect_comes_back_from_its_yaml(catalog):
    for statement in catalog.statements.values():
        written = YAML(typ="safe", pure=True).load(as_yaml(statement.effect))
        assert type(statement.effect).model_validate(written) == statement.effect


def test_yaml_is_written_in_the_short_forms_of_authors(catalog):
    text = as_yaml(next(d for d in catalog.designs.values() if not d.squares and len(d.features) > 1 and not d.note), listed=True)
    assert text.startswith("- id: ")
    assert "\n  features:\n    - " in text
    assert "kind:" not in text


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.key)
def test_the_page_for_authors_has_words_for_each_field(kind, catalog):
    view = describe(kind, Material(catalog, ()))
    assert view.about
    assert "\n" not in view.about
    assert [f.name for f in view.fields] == [f.alias for f in fields_of(kind).values()]
    assert all(f.type.words or f.type.of or f.type.sort in {"number", "yes-no", "text"} for f in view.fields)


def test_a_text_in_another_language_is_marked():
    assert Shown("a < b", lang="en").__html__() == '<span lang="en">a &lt; b</span>'
    assert Shown("a < b").__html__() == "a &lt; b"


def test_a_share_counts_each_text_once_and_is_rounded_down():
    class Half:
        tag = "xx"

        def text(self, context, english, numbers):  # noqa: ARG002  as a language has it
            return Translated(english, "missing" if context == "c" else "translated")

    voice = Voice(Half())
    for context in ("a", "b", "c", "c"):
        voice.text(context, "x")
    assert (voice.share().translated, voice.share().total, voice.share().percent) == (2, 3, 66)
