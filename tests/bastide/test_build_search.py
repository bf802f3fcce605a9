"""The search of the site on the command line: made, left out, and impossible."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bastide.conftest import Run


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_search_is_made_unless_it_is_left_out(tiny: Run) -> None:
    assert tiny("build", "--lang", "en", "--out", "with").code == 0
    assert Path("with/en/search/pagefind/pagefind.js").is_file()
    assert tiny("build", "--lang", "en", "--out", "without", "--no-search").code == 0
    assert [p.name for p in Path("without/en/search").iterdir()] == ["index.html"]


def test_without_pagefind_a_build_says_how_to_do_without(tiny: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pagefind.service.get_executable", lambda: None)
    ran = tiny("build", "--lang", "en", "--out", "site")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("bastide: the program pagefind is not installed")
    assert "--no-search" in ran.err
    assert not Path("site").exists()
    assert tiny("build", "--lang", "en", "--out", "site", "--no-search").code == 0


def test_an_index_of_the_same_records_is_taken_over(tiny: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tiny("build", "--lang", "en", "--out", "site").code == 0
    before = {p: p.read_bytes() for p in Path("site/en/search").rglob("*") if p.is_file()}
    assert len(before) > 5
    monkeypatch.setattr("pagefind.service.get_executable", lambda: None)
    assert tiny("build", "--lang", "en", "--out", "site").code == 0
    assert {p: p.read_bytes() for p in Path("site/en/search").rglob("*") if p.is_file()} == before
    # One that somebody changed is made again.
    Path("site/en/search/words.json").write_text("[]")
    assert tiny("build", "--lang", "en", "--out", "site").code == 1
