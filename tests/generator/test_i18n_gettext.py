"""GNU gettext and we read the same files alike: what its programs refuse, and what they make of a translator's work."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from catalog import load
from catalog.index import Catalog
from catalog.moved import Moved
from catalog.paths import rules_data
from generator.i18n import extract_all, po, update_all
from generator.i18n.merge import merge
from generator.i18n.messages import Message
from tests.generator.i18n_fakes import HEADER, WYRM_MOVES, WYRM_SLEEPS, catalog, site, write

FORMS = "nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);"
OURS = sorted((rules_data() / "locales").glob("*/*.po"))


def _accepted(gettext: dict[str, Path], path: Path) -> str:
    """Return what msgfmt has against a file, missing fields of the header left out."""
    done = subprocess.run(
        [gettext["msgfmt"], "--check", "--output-file=/dev/null", str(path)], capture_output=True, text=True, check=False
    )
    return "\n".join(line for line in done.stderr.splitlines() if "missing in header" not in line)


@pytest.mark.parametrize("path", OURS, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_gettext_has_nothing_against_our_files(path: Path, gettext: dict[str, Path]):
    assert _accepted(gettext, path) == ""


def test_words_in_several_forms_are_nothing_that_gettext_checks(tmp_path: Path, gettext: dict[str, Path]):
    (entry,) = merge([Message("a", "You score {points} points.")], (), by_context=True, nplurals=3)
    done = po.Entry(entry.context, entry.ids, ("Máš {points} {points:bod|body|bodů}.",), entry.flags)
    path = tmp_path / "rules.po"
    po.write(path, po.PoFile(HEADER.strip(), FORMS, (done,)))
    assert _accepted(gettext, path) == ""


Merged = Callable[[Catalog], Path]


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    return site(tmp_path, page='{{ _("Search the rules") }}{{ ngettext("%(num)s tile", "%(num)s tiles", 3) }}')


@pytest.fixture
def merged(tmp_path: Path, gettext: dict[str, Path], pages: Path) -> Merged:
    """Return a function that merges the texts of a game into the Czech files as other tools do, and returns the file of the rules."""

    def run(game: Catalog) -> Path:
        for template in extract_all(game, tmp_path / "pot", site=pages):
            assert _accepted(gettext, template) == ""
            path = tmp_path / "locales" / "cs" / template.name[:-1]
            if path.exists():
                _msgmerge(gettext, path, template)
                assert _accepted(gettext, path) == ""
        return tmp_path / "locales" / "cs" / "rules.po"

    return run


def _msgmerge(gettext: dict[str, Path], path: Path, template: Path) -> None:
    command = [str(gettext["msgmerge"]), "--update", "--quiet", "--previous", "--backup=off", str(path), str(template)]
    subprocess.run(command, check=True)


def _entry(context: str, english: str, czech: str) -> str:
    return f'msgctxt "statement/{context}"\nmsgid "{english}"\nmsgstr "{czech}"\n\n'


def _by_context(path: Path) -> dict[str | None, po.Entry]:
    return {e.context: e for e in po.read(path, path.name, FORMS).entries}


@pytest.mark.slow
def test_msgmerge_leaves_our_own_files_as_update_writes_them(tmp_path: Path, gettext: dict[str, Path]):
    shutil.copytree(rules_data() / "locales", tmp_path / "locales")
    ours = replace(load().catalog, root=tmp_path)
    update_all(ours)
    templates = {t.name[:-1]: t for t in extract_all(ours, tmp_path / "pot")}
    for path in sorted((tmp_path / "locales").glob("*/*.po")):
        before = path.read_text(encoding="utf-8")
        assert _accepted(gettext, path) == ""
        _msgmerge(gettext, path, templates[path.name])
        update_all(ours, [path.parent.name])
        # It sets the header in its own way.
        assert path.read_text(encoding="utf-8").partition("\n\n")[2] == before.partition("\n\n")[2], path
    assert all(_accepted(gettext, template) == "" for template in templates.values())


def test_what_msgmerge_marks_fuzzy_is_fuzzy_for_us_with_its_previous_english(tmp_path: Path, pages: Path, merged: Merged):
    write(tmp_path, "rules.po", _entry("wyrm-moves", WYRM_MOVES, "[Drak](wyrm) {times}"))
    now = WYRM_MOVES.replace("moves", "steps")
    game = catalog(tmp_path, {"wyrm-moves": now})
    path = merged(game)
    assert '#| msgctxt "statement/wyrm-moves"' in path.read_text(encoding="utf-8")
    update_all(game, site=pages)
    entry = _by_context(path)["statement/wyrm-moves"]
    assert (entry.ids, entry.previous, entry.fuzzy, entry.strings) == ((now,), (WYRM_MOVES,), True, ("[Drak](wyrm) {times}",))
    before = path.read_bytes()
    merged(game)
    update_all(game, site=pages)
    assert path.read_bytes() == before


def test_the_mark_of_a_review_comes_through_msgmerge(tmp_path: Path, pages: Path, merged: Merged):
    reviewed = "# reviewed: Jana Nováková 2026-11-30\n" + _entry("wyrm-moves", WYRM_MOVES, "[Drak](wyrm) {times}")
    write(tmp_path, "rules.po", reviewed)
    path = merged(catalog(tmp_path))
    assert _by_context(path)["statement/wyrm-moves"].comments == ("reviewed: Jana Nováková 2026-11-30",)
    changed = catalog(tmp_path, {"wyrm-moves": WYRM_MOVES.replace("moves", "steps")})
    merged(changed)
    update_all(changed, site=pages)
    entry = _by_context(path)["statement/wyrm-moves"]
    assert (entry.fuzzy, entry.comments) == (True, ("reviewed earlier: Jana Nováková 2026-11-30",))
    merged(catalog(tmp_path))
    update_all(catalog(tmp_path), site=pages)
    entry = _by_context(path)["statement/wyrm-moves"]
    assert (entry.fuzzy, entry.comments) == (False, ("reviewed: Jana Nováková 2026-11-30",))


def test_what_msgmerge_takes_for_another_text_comes_back_to_its_own(tmp_path: Path, pages: Path, merged: Merged):
    write(tmp_path, "rules.po", _entry("wyrm-moves", WYRM_MOVES, "[Drak](wyrm) {times}"))
    game = catalog(tmp_path, {"wyrm-moves": "Nobody knows what {times} of them do there at night, or why they do it."})
    path = merged(game)
    assert "#~ msgstr" in path.read_text(encoding="utf-8")
    update_all(game, site=pages)
    entry = _by_context(path)["statement/wyrm-moves"]
    assert (entry.previous, entry.fuzzy, entry.strings, entry.obsolete) == ((WYRM_MOVES,), True, ("[Drak](wyrm) {times}",), False)
    assert update_all(game, site=pages) == []


def test_what_msgmerge_offers_from_elsewhere_stays_fuzzy_until_a_translator_has_looked(
    tmp_path: Path, pages: Path, merged: Merged
):
    write(tmp_path, "rules.po", _entry("wyrm-sleeps", WYRM_SLEEPS, "V [doupěti](den) [drak](wyrm) spí."))
    game = catalog(tmp_path, {"wyrm-sleeps": WYRM_SLEEPS, "wyrm-dreams": WYRM_SLEEPS})
    path = merged(game)
    for _ in range(2):
        update_all(game, site=pages)
        entry = _by_context(path)["statement/wyrm-dreams"]
        assert (entry.fuzzy, entry.previous_context, entry.previous) == (True, "statement/wyrm-sleeps", (WYRM_SLEEPS,))
        assert not _by_context(path)["statement/wyrm-sleeps"].fuzzy
        merged(game)


def test_a_translation_that_msgmerge_moved_with_its_id_is_right(tmp_path: Path, pages: Path, merged: Merged):
    write(tmp_path, "rules.po", _entry("wyrm-naps", WYRM_SLEEPS, "V [doupěti](den) [drak](wyrm) spí."))
    moves = {("statement", "wyrm-naps"): Moved.model_validate({"from": "wyrm-naps", "to": "wyrm-sleeps", "since": "2026-10"})}
    game = replace(catalog(tmp_path), moved=moves)
    path = merged(game)
    assert _by_context(path)["statement/wyrm-sleeps"].fuzzy
    update_all(game, site=pages)
    entry = _by_context(path)["statement/wyrm-sleeps"]
    assert (entry.fuzzy, entry.previous, entry.strings) == (False, (), ("V [doupěti](den) [drak](wyrm) spí.",))
