"""``bastide rulebook``: where the book goes, what it is for, and what is said where it cannot be written."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from bastide import drawing
from bastide.verbs import rulebook
from generator.rulebook import PressError
from tests.bastide.conftest import PROGRAM, TOLL_HOUSE, environ, program

pytestmark = pytest.mark.long


def test_without_a_file_the_page_goes_to_the_output_and_nothing_else_does(run):
    ran = run("rulebook", "--with", "base", "--edition", "c1")
    assert ran.code == 0
    assert ran.out.startswith("<!doctype html>")
    assert ran.out.rstrip().endswith("</html>")
    assert ran.err == ""


def test_the_page_is_utf_8_whatever_the_terminal_speaks():
    done = program("rulebook", "--with", "base:", "--edition", "c1", "--lang", "cs", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert done.returncode == 0
    assert "Příprava hry" in done.stdout.decode("utf-8")


def test_a_terminal_is_asked_for_a_file():
    main, worker = pty.openpty()
    with subprocess.Popen([*PROGRAM, "rulebook", "--with", "base"], stdout=worker, stderr=subprocess.PIPE, env=environ()) as ran:
        error = ran.communicate(timeout=60)[1].decode()
    os.close(worker)
    os.close(main)
    assert ran.returncode == 2
    assert "say where to write it: --out rules.html or --out rules.pdf" in error


def test_a_program_is_told_what_was_written(run, tmp_path):
    file = tmp_path / "rules.html"
    ran = run("rulebook", "--with", "base:", "--edition", "c2", "--out", file, "--format", "json")
    assert (ran.code, ran.json, ran.err) == (0, {"written": [str(file)]}, "")
    ran = run("rulebook", "--with", "base:", "--edition", "c2", "--format", "json")
    assert (ran.code, ran.out) == (2, "")
    assert "say where to write it" in ran.err


def test_a_page_is_written_into_a_file_and_takes_the_place_of_the_old_one(run, tmp_path):
    file = tmp_path / "new" / "rules.HTML"
    file.parent.mkdir()
    file.write_text("old")
    ran = run("rulebook", "--with", "base:", "--edition", "c2", "--lang", "CS", "--out", file)
    assert (ran.code, ran.out, ran.err) == (0, "", f"wrote {file}\n")
    assert '<html lang="cs">' in file.read_text(encoding="utf-8")
    assert [path.name for path in file.parent.iterdir()] == ["rules.HTML"]


@pytest.mark.usefixtures("pango")
def test_a_booklet_is_written_as_pdf(run, tmp_path):
    file = tmp_path / "rules.pdf"
    ran = run("rulebook", "--with", "base:", "--edition", "c1", "--out", file)
    assert (ran.code, ran.err) == (0, f"wrote {file}\n")
    assert file.read_bytes().startswith(b"%PDF-")


def test_all_boxes_of_an_edition_make_one_book(run, tmp_path):
    file = tmp_path / "all.html"
    assert run("rulebook", "--edition", "c2", "--out", file).code == 0
    assert 'id="castle-scores"' in file.read_text(encoding="utf-8")


def test_editions_modules_and_options_are_chosen_as_for_a_game(run):
    chosen = "tower,dragon-and-fairy@c3.1,base:"
    book = run("rulebook", "--edition", "c2", "--with", chosen, "--option", "captives=anybody").out
    assert 'id="dragon-symbol-moves-dragon"' in book
    assert 'id="build-floor"' in book
    assert 'id="place-farmer"' not in book


def test_a_pack_is_printed_like_any_other_box(run):
    book = run("rulebook", "--pack", TOLL_HOUSE, "--with", "toll-house").out
    assert 'id="contents_toll-house"' in book


def test_a_game_without_turns_has_a_book_too(tiny):
    assert tiny("rulebook").code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--with", "drgaon-and-fairy"], ["there is no box `drgaon-and-fairy`", "dragon-and-fairy"]),
        (["--edition", "c9"], ["there is no edition `c9`"]),
        (["--with", "dragon-and-fairy", "--edition", "c1"], ["the box `dragon-and-fairy` was not published in `c1`", "c3.1"]),
        (["--with", "base,base"], ["the box `base` is named twice"]),
        (["--with", "base:inns"], ["the box `base` has no module `inns`"]),
        (["--with", "base", "--option", "captives=anybody"], ["no box on the table has the option `captives`", "tower"]),
        (["--with", "base", "--lang", "xx"], ["there is no language `xx`", "en, ca, cs"]),
        (["--with", ""], ["`` is no choice of a box"]),
    ],
)
def test_a_table_that_cannot_be_laid_is_told_in_a_sentence(run, tmp_path, arguments, words):
    file = tmp_path / "rules.html"
    ran = run("rulebook", *arguments, "--out", file)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("bastide: ")
    assert all(word in ran.err for word in words)
    assert "Traceback" not in ran.err
    assert not file.exists()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("rules.txt", "`rules.txt` ends with `.txt`, which says neither page nor paper"),
        ("rules", "`rules` has no ending, which says neither page nor paper"),
        (".pdf", "`.pdf` has no ending"),
    ],
)
def test_a_file_of_another_sort_is_refused_before_any_work(run, tmp_path, monkeypatch, name, words):
    monkeypatch.setattr(rulebook, "read", lambda _: pytest.fail("the data were read"))
    ran = run("rulebook", "--out", tmp_path / name)
    assert ran.code == 2
    assert words in ran.err
    assert "name a file that ends with .html or .pdf" in ran.err
    assert not list(tmp_path.iterdir())


def test_a_folder_is_no_file(run, tmp_path):
    folder = tmp_path / "book.pdf"
    folder.mkdir()
    ran = run("rulebook", "--out", folder)
    assert (ran.code, ran.err) == (2, f"bastide: {folder} is a folder; name a file\n")


def test_a_place_that_cannot_be_written_is_told_in_a_sentence(run, tmp_path):
    (tmp_path / "file").write_text("")
    ran = run("rulebook", "--with", "base:", "--out", tmp_path / "file" / "rules.html")
    assert ran.code == 1
    assert "cannot be written: " in ran.err
    assert "Traceback" not in ran.err


def test_without_weasyprint_nothing_is_done_and_it_is_said_what_to_install(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    monkeypatch.setattr(rulebook, "read", lambda _: pytest.fail("the data were read"))
    ran = run("rulebook", "--out", tmp_path / "rules.pdf")
    assert ran.code == 1
    assert (
        ran.err
        == "bastide: a PDF needs WeasyPrint, which is not installed beside bastide, or too old\n   -> pip install 'weasyprint>=69'\n"
    )


@pytest.mark.usefixtures("pango")
def test_a_book_that_fails_leaves_the_old_one_as_it_was(run, tmp_path, monkeypatch):
    file = tmp_path / "rules.pdf"
    file.write_bytes(b"old")

    def fails(_: str) -> bytes:
        raise PressError("no ink", "buy some")

    monkeypatch.setattr(rulebook, "to_pdf", fails)
    ran = run("rulebook", "--with", "base:", "--out", file)
    assert (ran.code, ran.err) == (1, "bastide: no ink\n")
    assert file.read_bytes() == b"old"


def test_a_drawing_of_a_pack_that_fails_is_told(run, tmp_path, monkeypatch):
    def fails(*_: object, **__: object) -> None:
        raise drawing.DrawingError("art/marks/x.svg.j2:3 cannot be used: no filter")

    monkeypatch.setattr(rulebook, "page_of", fails)
    ran = run("rulebook", "--with", "base:", "--out", tmp_path / "rules.html")
    assert (ran.code, ran.err) == (1, "bastide: art/marks/x.svg.j2:3 cannot be used: no filter\n")


def test_the_help_has_an_example(run):
    ran = run("rulebook", "--help")
    assert "bastide rulebook --with dragon-and-fairy,inns-and-cathedrals --edition c3.1 --lang cs --out rules.pdf" in " ".join(
        ran.out.split()
    )
