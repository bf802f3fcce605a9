"""A build makes only what has changed, comes out as a clean build does, and leaves the old site whenever it fails."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import fields, replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from catalog import Catalog
from catalog.effects import NoEffect
from catalog.moved import Moved
from generator import addresses, cards
from generator import site as site_module
from generator.building import grounds, performance, tracing
from generator.building.memory import Memory
from generator.i18n import Languages, Status
from generator.i18n.glossary import Printed
from generator.output import MARKER, NOTICE, OutputError
from generator.pages.leaf import Leaf
from generator.pages.scribe import Scribe
from generator.site import SiteError, build
from generator.typesetting import Typesetter
from tests.programs import ROOT
from tests.site.small import english_and_czech, small

CATALOG = small()
SPOKEN = english_and_czech(CATALOG)
TEXTS = [s.id for s in CATALOG.statements.values()]
LINKED = next(s for s in CATALOG.statements.values() if "](" in s.text and CATALOG.box_of[s.id] == "abbot")
OWN = [name for name in TEXTS if CATALOG.box_of[name] == "abbot"]
EXAMPLE = next(iter(CATALOG.examples.values()))


pytestmark = pytest.mark.long


@pytest.fixture(scope="module", autouse=True)
def _each_card_once():
    """Draw each card once for all builds: the same words are the same bytes, and drawing is a third of a small build."""
    drawn, draw = {}, cards.png

    def png(svg, width, fonts=()):
        if (svg, width) not in drawn:
            drawn[svg, width] = draw(svg, width, fonts)
        return drawn[svg, width]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cards, "png", png)
        # The fonts are unpacked once, too.
        patch.setattr(cards, "Letters", cache(cards.Letters))
        yield


@pytest.fixture(scope="module")
def clean(tmp_path_factory, small_site):
    """Return a function that gives a clean build of a catalogue and its languages, made once for each."""
    made = [((id(CATALOG), id(SPOKEN), {}), small_site)]

    def of(catalog=CATALOG, languages=SPOKEN, **options):
        for known, folder in made:
            if known == (id(catalog), id(languages), options):
                return folder
        folder = tmp_path_factory.mktemp("clean") / "site"
        build(catalog, languages, folder, processes=1, **options)
        # The catalogue is held, so that no other one gets its number.
        made.append(((id(catalog), id(languages), options), folder))
        kept.append((catalog, languages))
        return folder

    kept = []
    return of


@pytest.fixture
def out(clean, tmp_path):
    """Return a built site that a test may build again."""
    return shutil.copytree(clean(), tmp_path / "site", copy_function=shutil.copy2)


def files(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def marks(folder):
    """Return by what it is told whether a file was written again."""
    return {
        path.relative_to(folder).as_posix(): (path.stat().st_ino, path.stat().st_mtime_ns)
        for path in folder.rglob("*.*")
        if path.is_file() and path.name != MARKER
    }


def differing(folder, before):
    """Return the pages, pictures and files for them that were written; the search and the lists of all files follow from them."""
    sorts = (".html", ".svg", ".css", ".js", ".woff2")
    return {
        path
        for path, mark in marks(folder).items()
        if before.get(path) != mark and path.endswith(sorts) and path != "sw.js" and "pagefind" not in path
    }


def with_statement(catalog, name, **changed):
    statement = catalog.statements[name].model_copy(update=changed)
    return replace(catalog, statements={**catalog.statements, name: statement})


def retold(catalog, name, text="One word more. "):
    return with_statement(catalog, name, text=text + catalog.statements[name].text)


def translated(languages, context, text):
    """Return languages in which a text is translated otherwise, or not at all."""
    czech = languages.by_tag["cs"]
    entries = dict(czech.entries)
    if text is None:
        del entries[context]
    else:
        entries[context] = replace(entries[context], strings=(text,))
    changed = replace(czech, entries=entries, catalog=czech.catalog)
    return Languages({**languages.by_tag, "cs": changed}, languages.findings)


def context_with_translation():
    czech = SPOKEN.by_tag["cs"]
    return next(c for s in TEXTS if (c := f"statement/{s}") in czech.entries and czech.entries[c].translated)


def without(catalog, name):
    statements = {i: s for i, s in catalog.statements.items() if i != name}
    boxes = {i: b for i, b in catalog.box_of.items() if i != name}
    return replace(catalog, statements=statements, box_of=boxes)


def texts_of(catalog, languages):
    """Return languages without the texts of statements that are not in a catalogue."""
    there = catalog.statements.keys()

    def is_there(message):
        sort, _, rest = (message.context or "").partition("/")
        return sort != "statement" or rest.removesuffix("/note") in there

    by_tag = {
        tag: replace(language, messages=tuple(filter(is_there, language.messages))) for tag, language in languages.by_tag.items()
    }
    return Languages(by_tag, languages.findings)


def lacking(catalog, languages, name):
    less = without(catalog, name)
    return less, texts_of(less, languages)


def ruled_otherwise(catalog):
    """Return a catalogue in which a permission has another verdict."""
    name, rule = next((s.id, p) for s in catalog.statements.values() for p in s.permissions)
    effect = catalog.statements[name].effect
    verdict = {"may": "may-not", "may-not": "may", "does": "does-not", "does-not": "does"}[rule.verdict]
    rules = tuple(r.model_copy(update={"verdict": verdict}) if r is rule else r for r in effect.rules)
    # The examples would not hold any more, and no site would be built.
    return replace(with_statement(catalog, name, effect=effect.model_copy(update={"rules": rules})), examples={})


def dated(catalog, name):
    source = catalog.statements[name].source
    return with_statement(catalog, name, source=source.model_copy(update={"date": "1999-12"}))


def entitled(catalog):
    example = EXAMPLE.model_copy(update={"title": "Quite another title."})
    return replace(catalog, examples={**catalog.examples, example.id: example})


def renamed(catalog):
    box = catalog.boxes["abbot"].model_copy(update={"name": "The Prior"})
    return replace(catalog, boxes={**catalog.boxes, "abbot": box})


def czech(languages, **changed):
    return Languages({**languages.by_tag, "cs": replace(languages.by_tag["cs"], **changed)}, languages.findings)


def titled(languages, word):
    """Return languages in which a box was sold under a title."""
    printed = Printed(word=word, editions=("c2",), source=next(iter(CATALOG.sources)))
    return czech(languages, titles={**languages.by_tag["cs"].titles, "abbot": (printed,)})


EDITS = {
    "the text of a statement": lambda c, s: (retold(c, LINKED.id), s),
    "the date of its source": lambda c, s: (dated(c, LINKED.id), s),
    "a verdict": lambda c, s: (ruled_otherwise(c), s),
    "a statement that goes": lambda c, s: lacking(c, s, LINKED.id),
    "the title of an example": lambda c, s: (entitled(c), s),
    "a translation": lambda c, s: (c, translated(s, context_with_translation(), "Něco úplně jiného.")),
    "a translation that goes": lambda c, s: (c, translated(s, context_with_translation(), None)),
    "the name of a box": lambda c, s: (renamed(c), s),
    "a title": lambda c, s: (c, titled(s, "Pan opat")),
    "a case that goes": lambda c, s: (c, czech(s, cases=s.by_tag["cs"].cases[:-1])),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=list(EDITS))
def test_a_build_after_an_edit_comes_out_as_a_clean_one_does(edit, clean, out):
    before = files(out)
    catalog, languages = edit(CATALOG, SPOKEN)
    build(catalog, languages, out, processes=1)
    assert files(out) == files(clean(catalog, languages))
    assert files(out) != before
    # And back again.
    build(CATALOG, SPOKEN, out, processes=1)
    assert files(out) == before


def test_what_comes_back_is_there_again(clean, out):
    """A statement is added: seen from the catalogue without it."""
    build(*lacking(CATALOG, SPOKEN, LINKED.id), out, processes=1)
    built = build(CATALOG, SPOKEN, out, processes=1)
    assert 0 < built.made < built.pages / 2
    assert files(out) == files(clean())


def test_each_part_of_a_catalogue_is_traced_or_in_the_ground():
    parts = {part.name for part in fields(Catalog)}
    # Where it lies and where an entry stands shows on no page.
    assert parts - {"root", "packs", "origins", "key"} == {*grounds._PARTS, *tracing._TRACED}


def test_an_old_address_leads_to_where_its_entry_is_now(clean, tmp_path):
    out, part = tmp_path / "site", {"only": ["en"], "search": False}
    build(CATALOG, SPOKEN, out, processes=1, **part)
    for to, since in ((TEXTS[0], "2025"), (TEXTS[1], "2025"), (TEXTS[1], "2026")):
        moved = replace(
            CATALOG, moved={("statement", "an-old-id"): Moved.model_validate({"from": "an-old-id", "to": to, "since": since})}
        )
        build(moved, SPOKEN, out, processes=1, **part)
        assert files(out) == files(clean(moved, **part))


def test_the_state_of_a_language_counts_its_texts_on_the_pages_of_all(out):
    czech = SPOKEN.by_tag["cs"]
    rules = czech.parts["rules"]
    assert rules.total > len(TEXTS)
    changed = replace(czech, interface=Status(czech.interface.total, 12, 34))
    build(CATALOG, Languages({**SPOKEN.by_tag, "cs": changed}, SPOKEN.findings), out, processes=1)
    page = (out / "en" / "status" / "index.html").read_text(encoding="utf-8")
    assert f"{rules.translated} of {rules.total}" in page
    assert f"12 of {czech.interface.total}" in page


def test_a_number_in_an_effect_shows_in_the_text(clean, out):
    name, effect = next(
        (s.id, s.effect) for s in CATALOG.statements.values() if "{" in s.text and not isinstance(s.effect, NoEffect)
    )
    changed = more(effect)
    catalog = with_statement(CATALOG, name, effect=changed)
    catalog = replace(catalog, examples={})
    build(catalog, SPOKEN, out, processes=1)
    assert files(out) == files(clean(catalog))


def more(node):
    """Return an effect in which each number is one more."""
    if isinstance(node, bool):
        return node
    if isinstance(node, int):
        return node + 1
    if isinstance(node, tuple):
        return tuple(map(more, node))
    if isinstance(node, dict):
        return {key: more(value) for key, value in node.items()}
    if hasattr(node, "model_copy"):
        return node.model_copy(update={name: more(getattr(node, name)) for name in node.model_fields_set})
    return node


def test_only_pages_that_depend_on_it_are_made_and_written(out, monkeypatch):
    before = marks(out)
    made = []
    setting = Typesetter.set
    monkeypatch.setattr(Typesetter, "set", lambda self, leaf, part: made.append(leaf.path) or setting(self, leaf, part))
    built = build(retold(CATALOG, LINKED.id), SPOKEN, out, processes=1)
    written = differing(out, before)
    assert built.made == sum(map(addresses.is_page, made)) < built.pages / 4
    assert {path.partition("/")[2] for path in written} <= {f"{path}index.html" for path in made} | set(made)
    own = {f"{tag}/abbot/{edition}/index.html" for tag in ("en", "cs") for edition in CATALOG.editions_of_statement(LINKED)}
    assert own <= written
    assert not any(path.startswith(("pictures/", "assets/")) for path in written)
    # A page that was made and says the same is not written.
    again = marks(out)
    assert build(retold(CATALOG, LINKED.id), SPOKEN, out, processes=1).made == 0
    assert differing(out, again) == set()


def test_an_edited_statement_is_all_that_is_set_anew_on_a_page_of_many(out, monkeypatch):
    said = []
    saying = Scribe.statement
    monkeypatch.setattr(Scribe, "statement", lambda self, one: said.append((self.path, one.id)) or saying(self, one))
    build(retold(CATALOG, LINKED.id), SPOKEN, out, processes=1)
    for edition in CATALOG.editions_of_statement(LINKED):
        path = addresses.rulebook(CATALOG.box_of[LINKED.id], edition)
        again = {statement for where, statement in said if where == path}
        assert LINKED.id in again
        assert len(again) < len(CATALOG.statements_of(CATALOG.box_of[LINKED.id], edition)) / 2


def test_what_answers_another_statement_is_not_a_matter_of_all_pages(out):
    answering = with_statement(CATALOG, OWN[0], overrides=(OWN[1],))
    build(answering, SPOKEN, out, processes=1)
    built = build(retold(answering, OWN[0]), SPOKEN, out, processes=1)
    assert built.made < built.pages / 4


def test_a_translation_is_a_matter_of_its_language(out):
    before = marks(out)
    build(CATALOG, translated(SPOKEN, context_with_translation(), "Něco jiného."), out, processes=1)
    written = differing(out, before)
    assert written
    # In other languages, only what tells in which languages the statement is there.
    others = {path for path in written if not path.startswith("cs/")}
    assert all(path.startswith(("en/statements/", "en/status/")) for path in others), others


def test_a_text_plays_nothing_and_an_effect_plays_what_it_is_on_the_table_of(out, monkeypatch):
    played = []
    playing = performance.play_one
    monkeypatch.setattr(performance, "play_one", lambda stage, example: played.append(example.id) or playing(stage, example))
    build(retold(CATALOG, LINKED.id), SPOKEN, out, processes=1)
    build(entitled(CATALOG), SPOKEN, out, processes=1)
    assert played == []
    # The statements of one box are not on the tables of the other one alone.
    tables = {e.id: e.table.with_ or CATALOG.box_of_example[e.id] for e in CATALOG.examples.values()}
    effect = more(LINKED.effect) if LINKED.effect.model_fields_set else LINKED.effect
    changed = with_statement(CATALOG, LINKED.id, effect=effect, section="score")
    build(changed, SPOKEN, out, processes=1)
    assert set(played) == {name for name, table in tables.items() if "abbot" in table}


def test_a_changed_file_of_the_site_makes_all_pages(out, tmp_path, monkeypatch):
    folder = shutil.copytree(ROOT / "site", tmp_path / "files")
    monkeypatch.setattr(site_module, "site_data", lambda: folder)
    layout = folder / "templates" / "layout.html.j2"
    layout.write_text(layout.read_text(encoding="utf-8").replace("<footer", "<!-- new -->\n<footer"), encoding="utf-8")
    built = build(CATALOG, SPOKEN, out, processes=1)
    # The page for wrong addresses and the list of languages are not of this template; a feed and the like are no pages.
    assert built.made == built.pages - 2
    assert "<!-- new -->" in (out / "cs" / "abbot" / "index.html").read_text(encoding="utf-8")


@given(st.lists(st.tuples(st.sampled_from(OWN), st.sampled_from(["text", "date", "gone"])), min_size=1, max_size=3))
@settings(max_examples=3, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck), derandomize=True)
def test_edits_one_after_another_come_out_as_a_clean_build(clean, tmp_path_factory, edits):
    part = {"only": ["cs"], "search": False}
    folder = tmp_path_factory.mktemp("edits") / "site"
    shutil.copytree(clean(**part), folder, copy_function=shutil.copy2)
    catalog, spoken = CATALOG, SPOKEN
    for name, what in edits:
        if name in catalog.statements:
            catalog = {"text": retold, "date": dated, "gone": without}[what](catalog, name)
            spoken = texts_of(catalog, SPOKEN)
            build(catalog, spoken, folder, processes=1, **part)
    assert files(folder) == files(clean(catalog, spoken, **part))


def test_two_builds_with_other_options_into_one_folder(clean, tmp_path):
    folder = tmp_path / "site"
    build(CATALOG, SPOKEN, folder, processes=1, base_url="https://example.org/a")
    build(CATALOG, SPOKEN, folder, processes=1, only=["cs"])
    assert files(folder) == files(clean(only=["cs"]))
    assert not (folder / "en").exists()
    assert not (folder / "sitemap.xml").exists()


OTHER_GROUND = '{"grounds":{"drawing":1},"drawings":{},"played":{},"pages":{},"reads":[]}'


@pytest.mark.parametrize("memory", ["", "{", "[]", '{"pages": 3}', "\x00\x01", "[" * 100_000, OTHER_GROUND])
def test_what_is_no_memory_is_none(memory):
    assert Memory.read(memory) == Memory()


@pytest.mark.parametrize("memory", ["{", OTHER_GROUND])
def test_a_memory_that_is_none_is_a_clean_build(memory, clean, out):
    (out / MARKER).write_text(NOTICE + memory, encoding="utf-8")
    built = build(CATALOG, SPOKEN, out, processes=1)
    assert built.made >= built.pages - 2
    assert files(out) == files(clean())


def test_a_memory_of_something_else_does_no_harm(clean, out):
    """It asks for what is not there, and for what nobody may ask."""
    told = (out / MARKER).read_text(encoding="utf-8")
    for old, new in (('"catalog","statements"', '"catalog","no-such"'), ('"statement_ids_of","call"', '"__class__","call"')):
        assert old in told
        told = told.replace(old, new)
    (out / MARKER).write_text(told, encoding="utf-8")
    build(CATALOG, SPOKEN, out, processes=1)
    assert files(out) == files(clean())


def test_what_somebody_changed_in_the_folder_is_put_right(clean, out):
    page, picture = out / "en" / "abbot" / "index.html", next((out / "pictures").rglob("*.svg"))
    time.sleep(0.02)
    page.write_text("x" * page.stat().st_size, encoding="utf-8")
    picture.unlink()
    (out / "stray.html").write_text("mine", encoding="utf-8")
    assert build(CATALOG, SPOKEN, out, processes=1).made == 1
    assert files(out) == files(clean())


def fail(scribe):
    raise ZeroDivisionError(scribe.path)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_build_that_fails_leaves_the_old_site(processes, out, monkeypatch):
    before = files(out)

    class Failing:
        @staticmethod
        def leaves(_):
            yield Leaf("fails/", fail)

    monkeypatch.setattr(site_module, "MODULES", (*site_module.MODULES, Failing))
    with pytest.raises(ZeroDivisionError, match="fails/"):
        build(renamed(CATALOG), SPOKEN, out, processes=processes)
    assert files(out) == before
    assert [path.name for path in out.parent.iterdir()] == ["site"]


@pytest.mark.parametrize("processes", [1, 2])
def test_an_example_that_does_not_hold_is_told_as_ever(processes, out):
    before = files(out)
    wrong = EXAMPLE.model_copy(update={"expect": EXAMPLE.expect.model_copy(update={"over": True})})
    catalog = replace(CATALOG, examples={**CATALOG.examples, wrong.id: wrong})
    with pytest.raises(SiteError, match=f"`{wrong.id}` does not hold"):
        build(catalog, SPOKEN, out, processes=processes)
    assert files(out) == before


def test_two_pages_of_one_address_are_refused(out, monkeypatch):
    monkeypatch.setattr(site_module, "MODULES", (*site_module.MODULES, site_module.MODULES[0]))
    with pytest.raises(SiteError, match="two pages want the address"):
        build(CATALOG, SPOKEN, out, processes=1)


def test_a_folder_of_others_is_refused(tmp_path):
    (tmp_path / "letters.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(OutputError, match="holds other files"):
        build(CATALOG, SPOKEN, tmp_path, processes=1)


KILLED = """
import sys, time
from pathlib import Path
from generator import site
from tests.site.small import english_and_czech, small
from tests.site.test_site_rebuild import renamed

def told(done, total):
    if done == total - 20:
        print("now", flush=True)
        time.sleep(60)

catalog = small()
site.build(renamed(catalog), english_and_czech(catalog), Path(sys.argv[1]), processes=2, progress=told)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing is killed so here")
def test_a_build_that_is_killed_leaves_the_old_site(clean, out):
    before = files(out)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(out)], stdout=subprocess.PIPE, text=True, env=environment
    ) as running:
        assert running.stdout.readline() == "now\n"
        running.kill()
    assert files(out) == before
    left = [path for path in out.parent.iterdir() if path.name != "site"]
    assert len(left) == 1
    assert list(left[0].rglob("*.html"))
    # The next build clears it away, and comes out as ever.
    build(CATALOG, SPOKEN, out, processes=1)
    assert sorted(path.name for path in out.parent.iterdir()) == [left[0].name, "site"]
    assert files(left[0]) == before
    assert files(out) == files(clean())


def test_any_page_can_be_made_by_itself(clean):
    site = site_module.Site(CATALOG, list(SPOKEN.by_tag.values()))
    played, _ = performance.perform(CATALOG, {})
    material = site.material(played)
    for path in ("", "abbot/", "base/c3.1/"):
        text = site.typesetter(material, SPOKEN.by_tag["cs"]).set(site.leaves[path])
        assert text.encode() == (clean() / "cs" / path / "index.html").read_bytes()


def test_the_folder_can_be_moved(clean, tmp_path):
    """Nothing in it tells where it was written."""
    moved = shutil.copytree(clean(), tmp_path / "elsewhere" / "moved", copy_function=shutil.copy2)
    assert str(Path(clean()).parent) not in (moved / MARKER).read_text(encoding="utf-8")
    assert build(CATALOG, SPOKEN, moved, processes=1).made == 0
