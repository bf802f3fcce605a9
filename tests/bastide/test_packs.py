"""What an author does: begin a pack, write a tile, look at it, ask, check, build; and begin more without losing a comma."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from bastide.new import NewError, appended
from tests.bastide.conftest import Run

FIVE_LINES = """\
designs:   # mine
- id: my-pack/a
  edges: CRRF
  features:
    - city: {ports: [N], marks: [coat-of-arms]}
    - road: [E, S]   # a bend
# How many there are.
printings:
- {design: my-pack/a, letter: A, counts: {c3.1: 2}}
# The end.
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_from_nothing_to_a_site(tiny: Run) -> None:
    begun = tiny("new", "tile", "My-Pack/A", "--pack", "my-pack")
    assert begun.out == "wrote my-pack/expansion.yaml\nwrote my-pack/tiles.yaml\nnext: bastide check my-pack\n"
    assert tiny("check", "my-pack").out.endswith(": all is well\n")
    Path("my-pack/tiles.yaml").write_text(FIVE_LINES, encoding="utf-8")
    assert tiny("check", "my-pack").code == 0
    shown = tiny("show", "my-pack/a", "--pack", "my-pack", "--svg", "a.svg").out
    assert "  field       EL SR WL WR; touches city N\n" in shown
    assert Path("a.svg").read_text(encoding="utf-8").startswith("<svg")
    fits = tiny("find-tile", "CRRF", "--with", "my-pack", "--pack", "my-pack", "--format", "json").json
    assert {"id": "my-pack/a", "letter": "A", "rotations": [0], "count": 2} in fits
    built = tiny("build", "--pack", "my-pack", "--lang", "en", "--out", "site", "--format", "json")
    assert set(built.json) >= {"pages", "made", "seconds", "languages"}
    assert built.json["languages"] == ["en"]
    assert built.err == ""
    assert list(Path("site/en/tiles/my-pack/a").glob("index.html"))


def test_a_second_tile_leaves_the_authors_lines_alone(tiny: Run) -> None:
    tiny("new", "expansion", "my-pack")
    Path("my-pack/tiles.yaml").write_text(FIVE_LINES, encoding="utf-8")
    assert tiny("new", "tile", "my-pack/b", "--pack", "my-pack", "--format", "json").json == {"written": ["my-pack/tiles.yaml"]}
    lines = Path("my-pack/tiles.yaml").read_text(encoding="utf-8").splitlines()
    kept = iter(lines)
    assert all(line in kept for line in FIVE_LINES.splitlines())
    assert lines[6:10] == ["- id: my-pack/b", "  edges: CFFF", "  features:", "    - city: [N]"]
    assert tiny("check", "my-pack").out.endswith(": all is well\n")


def test_rulings(tiny: Run) -> None:
    begun = tiny("new", "ruling", "my-rule", "--pack", "my-pack", "--format", "json").json
    assert begun == {"written": ["my-pack/expansion.yaml", "my-pack/sources.yaml", "my-pack/rulings.yaml"]}
    assert tiny("new", "ruling", "my-other-rule", "--pack", "my-pack", "--format", "json").json == {
        "written": ["my-pack/rulings.yaml"]
    }
    checked = tiny("check", "my-pack", "--format", "json")
    assert checked.code == 0
    assert [f["code"] for f in checked.json["findings"]] == ["pending", "pending"]
    assert tiny("show", "my-other-rule", "--pack", "my-pack").code == 0


def test_what_is_begun_passes_alone(tiny: Run) -> None:
    tiny("new", "expansion", "my-pack")
    assert tiny("check", "my-pack").out.endswith(": all is well\n")
    assert tiny("new", "tile", "second/b-garden").out.splitlines()[:2] == [
        "wrote second/expansion.yaml",
        "wrote second/tiles.yaml",
    ]
    assert tiny("check", "second", "my-pack").out.endswith(": all is well\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("tile my-pack/a --pack my-pack", "there is a design `my-pack/a` already"),
        ("tile other/b --pack my-pack", "the pack in my-pack is `my-pack`, not `other`"),
        ("tile base/zz", "there is a box `base` already"),
        ("expansion lair", "there is a box `lair` already"),
        ("expansion rulings", "the site has a page called `rulings`"),
        ("expansion my-pack", "exists already"),
        ("ruling giants-are-meeples --pack my-pack", "there is a statement `giants-are-meeples` already"),
        ("ruling my-rule --pack No_Id", "the folder's name `No_Id` is no id"),
        ("tile q/a --pack file", "cannot be written"),
    ],
)
def test_what_cannot_be_begun(tiny: Run, arguments: str, told: str) -> None:
    tiny("new", "tile", "my-pack/a")
    Path("file").touch()
    before = sorted(Path().rglob("*"))
    ran = tiny("new", *arguments.split())
    assert (ran.code, ran.out) == (1, "")
    assert told in ran.err
    assert sorted(Path().rglob("*")) == before


def test_the_file_is_named_that_cannot_be_written(tiny: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(**_: object) -> None:
        raise PermissionError(13, "Permission denied", "my-pack/.tiles.yaml.x7")

    tiny("new", "tile", "my-pack/a")
    monkeypatch.setattr("generator.output.tempfile.mkstemp", refused)
    ran = tiny("new", "tile", "my-pack/b")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.endswith("my-pack/tiles.yaml cannot be written: Permission denied\n")


def test_a_pack_with_errors_is_not_added_to(tiny: Run) -> None:
    tiny("new", "tile", "my-pack/a")
    Path("my-pack/tiles.yaml").write_text("designs: [\n", encoding="utf-8")
    ran = tiny("new", "tile", "my-pack/b")
    assert (ran.code, ran.out) == (1, "")
    assert "my-pack/tiles.yaml:" in ran.err
    assert ran.err.endswith("bastide: 1 error in the data; nothing was done\n")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"# \xff\n", "is not UTF-8 text"),
        (b"designs: [\n", "in a form that nothing can be added to"),
        (b"x: 2026-13-45\n", "in a form that nothing can be added to"),
        (b"x: " + b"[" * 5000, "in a form that nothing can be added to"),
    ],
)
def test_a_file_that_is_there_without_its_pack_and_cannot_be_read(tiny: Run, content: bytes, told: str) -> None:
    Path("my-pack").mkdir()
    Path("my-pack/tiles.yaml").write_bytes(content)
    ran = tiny("new", "tile", "my-pack/a")
    assert (ran.code, ran.out) == (1, "")
    assert told in ran.err
    assert list(Path("my-pack").iterdir()) == [Path("my-pack/tiles.yaml")]


ENTRY = "  - id: new\n    n: 2\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "list:\n  - id: new\n    n: 2\n"),
        ("list:\n", "list:\n  - id: new\n    n: 2\n"),
        ("list: []\n", "list:\n  - id: new\n    n: 2\n"),
        ("list: []  # none yet\n", "list:  # none yet\n  - id: new\n    n: 2\n"),
        ("list:\n  - id: a", "list:\n  - id: a\n  - id: new\n    n: 2\n"),
        ("list:\n- id: a\n", "list:\n- id: a\n- id: new\n  n: 2\n"),
        ("list:\n    - id: a\n", "list:\n    - id: a\n    - id: new\n      n: 2\n"),
        ("other: 1", "other: 1\nlist:\n  - id: new\n    n: 2\n"),
        (
            "list:\n  - id: a\n\n# of the other\nother: 1\n",
            "list:\n  - id: a\n  - id: new\n    n: 2\n\n# of the other\nother: 1\n",
        ),
        ("list:\n  # of a\n  - id: a\n  # of a too\n", "list:\n  # of a\n  - id: a\n  # of a too\n  - id: new\n    n: 2\n"),
        ("list:\r\n  - id: a\r\n", "list:\r\n  - id: a\r\n  - id: new\r\n    n: 2\r\n"),
        ("---\nlist:\n  - id: a\n...\n", "---\nlist:\n  - id: a\n  - id: new\n    n: 2\n...\n"),
        ("\ufefflist:\n  - id: a\n", "\ufefflist:\n  - id: a\n  - id: new\n    n: 2\n"),
    ],
)
def test_lines_are_added_where_a_list_ends(tmp_path: Path, before: str, after: str) -> None:
    file = tmp_path / "file.yaml"
    file.write_bytes(before.encode())
    assert appended(file, {"list": ENTRY}) == after
    assert YAML(typ="safe", pure=True).load(after)["list"][-1] == {"id": "new", "n": 2}


@pytest.mark.parametrize(
    "before",
    [
        "list: [{id: a}]\n",
        '"list":\n  - id: a\n',
        "list: &a\n  - id: a\n",
        "list: {a: 1}\n",
        "- 1\n",
        "list: [\n",
        "{list: []}\n",
    ],
)
def test_lists_in_other_forms_are_refused(tmp_path: Path, before: str) -> None:
    file = tmp_path / "file.yaml"
    file.write_bytes(before.encode())
    with pytest.raises(NewError, match="in a form that nothing can be added to"):
        appended(file, {"list": ENTRY})


def test_drawings_of_a_pack_that_fail(tiny: Run) -> None:
    tiny("new", "tile", "my-pack/a")
    art = Path("my-pack/art/features")
    art.mkdir(parents=True)
    for drawing in ("{{ nothing.at.all }}", "{% if", "{{ 1 / 0 }}"):
        (art / "city.svg.j2").write_text(drawing, encoding="utf-8")
        for verb in (["show", "my-pack/a", "--svg", "a.svg"], ["build", "--out", "site"]):
            ran = tiny(*verb, "--pack", "my-pack")
            assert (ran.code, ran.out) == (1, "")
            assert ran.err.startswith("bastide: my-pack/art/features/city.svg.j2:")
            assert " cannot be used: " in ran.err or " this is no drawing: " in ran.err
    assert not Path("site").exists()


@pytest.mark.parametrize(
    ("file", "content", "code", "line"),
    [
        ("inks.yaml", b"colours: [\n", "yaml-syntax", 2),
        ("inks.yaml", b"- 1\n", "wrong-type", 1),
        ("inks.yaml", b"colours:\n  straw: yellow\n", "wrong-value", 2),
        ("inks.yaml", b"colors: {}\n", "unknown-key", 1),
        ("inks.yaml", b"", "empty-file", 1),
        ("features/city.svg.j2", b"<path/>\n{% if %}\n", "template-syntax", 2),
        ("features/city.svg.j2", b"\n\xff\n", "not-utf-8", 2),
    ],
)
def test_drawings_of_a_pack_are_checked(tiny: Run, file: str, content: bytes, code: str, line: int) -> None:
    tiny("new", "tile", "my-pack/a")
    path = Path("my-pack/art", file)
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    for named in ("my-pack", path):
        (finding,) = tiny("check", named, "--format", "json").json["findings"]
        assert (finding["file"], finding["code"], finding["line"]) == (str(path), code, line)
        assert finding["severity"] == "error"
    ran = tiny("show", "my-pack/a", "--pack", "my-pack", "--svg", "a.svg")
    assert ran.code == 0 or ran.err.startswith(f"bastide: {path}:{line}:")
    path.with_name(f"._{path.name}").write_bytes(b"\0\xff")
    path.write_bytes(b"{}" if file == "inks.yaml" else b"<path/>")
    assert tiny("check", "my-pack").code == 0


@pytest.mark.parametrize("out", ["file", "full", "file/site"])
def test_a_site_that_cannot_be_written(tiny: Run, out: str) -> None:
    Path("file").touch()
    Path("full").mkdir()
    Path("full/letter").touch()
    ran = tiny("build", "--lang", "en", "--out", out)
    assert (ran.code, ran.out) == (1, "")
    assert re.fullmatch(r"bastide: .*\n", ran.err)
    assert Path("full/letter").exists()


def test_the_folder_of_a_pack_to_serve_must_be_there(tiny: Run) -> None:
    assert tiny("serve", "--pack", "nowhere").code == 1


def test_templates_for_translators(tiny: Run) -> None:
    assert tiny("translate", "extract", "--format", "json").json == {"written": ["pot/rules.pot", "pot/interface.pot"]}
    tiny("new", "tile", "my-pack/a")
    begun = tiny("translate", "update", "--lang", "de", "--pack", "my-pack", "--format", "json").json
    assert begun == {"written": ["my-pack/locales/de/rules.po", "my-pack/locales/de/glossary.yaml"]}
    for tag in ("de", "DE"):
        assert tiny("translate", "update", "--lang", tag, "--pack", "my-pack").out == "nothing to change\n"
    assert tiny("translate", "status", "--lang", "En,De", "--pack", "my-pack").out.startswith("de: ")
    states = tiny("translate", "status", "--pack", "my-pack", "--format", "json").json["languages"]
    assert set(states) == {"de"}
    assert all(set(row) == {"total", "translated", "fuzzy", "reviewed", "boxes", "pages"} for row in states.values())
    assert tiny("translate", "update", "--lang", "xx", "--pack", "my-pack").code == 1
    Path("file").touch()
    assert "cannot be written" in tiny("translate", "extract", "--out", "file").err
