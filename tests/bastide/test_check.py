"""``bastide check``: what it reads, what it keeps, and the three faces of a finding."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from rich.console import Console

from bastide.report import FindingFormat, human, show
from catalog import Finding, Related
from tests.bastide.conftest import Run
from tests.catalog.museum import MUSEUM

BOX = "id: my-pack\nname: My pack\nsort: fan\nabout: For a test.\nneeds: [base]\neditions:\n  c3.1: {year: 2026}\n"
BAD = "designs:\n  - id: my-pack/a\n    edges: CFF\n"
KEYS = {"code", "severity", "file", "line", "column", "path", "message", "hint"}


@pytest.fixture(autouse=True)
def _pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my-pack").mkdir()
    Path("my-pack/expansion.yaml").write_text(BOX, encoding="utf-8")
    Path("my-pack/tiles.yaml").write_text(BAD, encoding="utf-8")


def test_our_data_is_sound(run: Run) -> None:
    ran = run("check", "--format", "json")
    assert (ran.code, [f for f in ran.json["findings"] if f["severity"] == "error"]) == (0, [])


def test_json(tiny: Run) -> None:
    ran = tiny("check", "my-pack", "--format", "json")
    assert (ran.code, ran.err) == (1, "")
    (finding,) = ran.json["findings"]
    assert finding.keys() >= KEYS
    assert (finding["file"], finding["line"], finding["severity"]) == ("my-pack/tiles.yaml", 3, "error")


def test_gnu_is_a_line_a_finding(tiny: Run) -> None:
    ran = tiny("check", "my-pack", "--format", "gnu")
    (line,) = ran.out.splitlines()
    assert line.startswith("my-pack/tiles.yaml:3:12: error: ")


def test_people_see_their_line(tiny: Run) -> None:
    lines = tiny("check", "my-pack").out.splitlines()
    assert lines[1:3] == ["     3 |     edges: CFF", "                    ^"]
    assert lines[-1].endswith(": 1 error, 0 warnings")


@pytest.mark.parametrize("named", ["my-pack/", "./my-pack", "my-pack/../my-pack", "my-pack my-pack/", "my-pack --pack my-pack"])
def test_a_pack_is_read_once_however_it_is_named(tiny: Run, named: str) -> None:
    ran = tiny("check", *named.split(), "--format", "json")
    assert [f["line"] for f in ran.json["findings"]] == [3]


def test_a_file_of_a_pack(tiny: Run) -> None:
    assert tiny("check", "my-pack/tiles.yaml").code == 1
    assert tiny("check", "my-pack/expansion.yaml").code == 0


@pytest.mark.parametrize("place", ["my-pack", "my-pack/notes", "my-pack/locales/cs"])
@pytest.mark.parametrize("name", ["notes.txt", "rulse.yaml", "rulse.po"])
def test_a_file_that_nothing_reads_is_refused(tiny: Run, place: str, name: str) -> None:
    Path(place).mkdir(parents=True, exist_ok=True)
    Path(place, name).write_text("gibberish: [\n", encoding="utf-8")
    (finding,) = tiny("check", f"{place}/{name}", "--format", "json").json["findings"]
    assert (finding["code"], finding["severity"]) == ("unknown-file", "error")
    assert Path(finding["file"]) == Path(place, name)


def test_a_file_of_the_pack_that_one_stands_in(tiny: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("my-pack")
    Path("rulings.yaml").write_text("bogus: 1\n", encoding="utf-8")
    assert {f["file"] for f in tiny("check", "tiles.yaml", "--format", "json").json["findings"]} == {"./tiles.yaml"}
    assert {f["file"] for f in tiny("check", "rulings.yaml", "--format", "json").json["findings"]} == {"./rulings.yaml"}
    assert {f["file"] for f in tiny("check", ".", "--format", "json").json["findings"]} == {"./tiles.yaml", "./rulings.yaml"}


def test_a_part_of_our_data(tiny: Run) -> None:
    assert tiny("check", MUSEUM / "_root" / "expansions" / "base", "--pack", "my-pack").code == 0
    assert (
        tiny("check", MUSEUM / "_root", "--format", "json").json["findings"] == tiny("check", "--format", "json").json["findings"]
    )


def test_what_a_pack_does_to_our_data_is_told_with_it(tiny: Run) -> None:
    Path("my-pack/expansion.yaml").write_text(BOX.replace("my-pack", "lair"), encoding="utf-8")
    found = tiny("check", "my-pack", "--format", "json").json["findings"]
    assert "duplicate-id" in {f["code"] for f in found}


def test_hidden_files_are_those_of_other_programs(tiny: Run) -> None:
    before = tiny("check", "my-pack", "--format", "json").json
    Path("my-pack/.pre-commit-config.yaml").write_text("repos: []\n", encoding="utf-8")
    Path("my-pack/locales/cs").mkdir(parents=True)
    Path("my-pack/locales/cs/._rules.po").write_bytes(b"\0\5\x16\7")
    assert tiny("check", "my-pack", "--format", "json").json == before
    (finding,) = tiny("check", "my-pack/.pre-commit-config.yaml", "--format", "json").json["findings"]
    assert finding["code"] == "unknown-file"


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("nowhere", "no such folder"),
        ("lonely.yaml", "not a folder"),
        ("empty", "`expansion.yaml` has to be in it"),
        ("ring", "folder"),
    ],
)
def test_what_is_no_pack(tiny: Run, named: str, told: str) -> None:
    Path("lonely.yaml").touch()
    Path("empty").mkdir()
    Path("ring").symlink_to("ring")
    for arguments in (["check", named], ["show", "base/a", "--pack", named]):
        ran = tiny(*arguments)
        assert ran.code == 1
        assert told in ran.out + ran.err


CLASH = """\
statements:
  - id: kind-dragon
    section: turn-end
    text: The [dragon](dragon) does not remove a [meeple](meeple).
    source: {doc: rulebook}
    effect:
      rules:
        - permission: {actor: dragon, verb: remove, target: meeple, verdict: does-not}
"""


def test_what_is_proved_is_said(tiny: Run) -> None:
    ran = tiny("check", "--prove")
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "proved: on no table do two rulings contradict each other")
    assert "proved" not in tiny("check").out
    assert tiny("check", "--prove", "--format", "json").json == {"findings": []}


def test_a_clash_is_told_once_and_with_its_table_where_a_proof_is_asked_for(tiny: Run) -> None:
    Path("my-pack/tiles.yaml").unlink()
    Path("my-pack/rules.yaml").write_text(CLASH, encoding="utf-8")
    (plain,) = [f for f in tiny("check", "my-pack", "--format", "json").json["findings"] if f["code"] != "file-missing"]
    ran = tiny("check", "my-pack", "--prove", "--format", "json")
    (proved,) = [f for f in ran.json["findings"] if f["code"] != "file-missing"]
    assert (ran.code, plain["code"], proved["code"]) == (1, "clash", "unresolved-rulings")
    assert "with `base@c3.1:,lair@c3.1,my-pack@c3.1`" in proved["message"]
    assert plain["line"] == proved["line"] == 8
    told = tiny("check", "my-pack", "--prove").out.splitlines()[-1]
    assert told == "not proved: there are tables on which rulings contradict each other"


def test_of_data_with_errors_nothing_is_proved(tiny: Run) -> None:
    ran = tiny("check", "my-pack", "--prove")
    assert (ran.code, ran.out.splitlines()[-1]) == (1, "not proved: first the errors have to go")


def test_a_proof_without_the_solver_tells_what_to_install(tiny: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "clingo", None)
    ran = tiny("check", "--prove")
    assert (ran.code, ran.out) == (2, "")
    assert "a proof needs clingo, which is not installed" in ran.err
    assert "pip install clingo" in ran.err
    assert tiny("check").code == 0


def _human(line: str, column: int, **more: str) -> list[str]:
    finding = Finding("code", "error", "a.yaml", 1, column, "", more.get("message", "wrong"), None)
    return human(finding, lambda _: [line]).plain.splitlines()


def test_the_mark_stands_under_its_place() -> None:
    assert _human("key: value", 6)[1:] == ["     1 | key: value", "         " + "     ^"]
    assert _human("\tkey: value", 7)[2] == "         \t     ^"
    assert _human("龍: value", 4)[2] == "         " + "    ^"
    assert _human("key: value\r", 6)[1] == "     1 | key: value"


def test_a_long_line_is_shown_in_part() -> None:
    _, line, mark = _human("x" * 5000 + "!" + "y" * 5000, 5001)
    assert len(line) < 150
    assert line[mark.index("^")] == "!"
    _, line, mark = _human("!" + "y" * 5000, 1)
    assert line[mark.index("^")] == "!"


def test_an_authors_line_commands_no_terminal() -> None:
    _, line, mark = _human("a\x1b[31mb!", 8)
    assert "\x1b" not in line
    assert line[mark.index("^")] == "!"
    assert "\x1b" not in "".join(_human("a", 1, message="\x1b[31m"))


def test_nothing_is_markup_and_nothing_is_wrapped(capsys: pytest.CaptureFixture[str]) -> None:
    other = Related("b.yaml", 2, 1, "[red]here[/red] " + "z" * 200)
    finding = Finding("code", "warning", "[a].yaml", 1, 1, "", "[bold]no[/bold] :sheep: " + "w" * 300, "[x]", (other,))
    console = Console(width=40, soft_wrap=True, highlight=False, markup=False, emoji=False)
    show([finding], FindingFormat.human, console, lambda _: [])
    assert capsys.readouterr().out.splitlines()[:3] == [
        f"[a].yaml:1:1: warning: [bold]no[/bold] :sheep: {'w' * 300} [code]",
        "   -> [x]",
        f"   b.yaml:2:1: [red]here[/red] {'z' * 200}",
    ]
