"""``bastide diff``: what changed between editions, as data and as people read it."""

from __future__ import annotations

import pytest

from tests.bastide.conftest import TOLL_HOUSE, Run

BOX = ("diff", "c2", "c3.1", "dragon-and-fairy")
SHAPE = {
    "id": str,
    "change": str,
    "sort": str,
    "box": (str, type(None)),
    "section": (str, type(None)),
    "before": list,
    "after": list,
}


@pytest.mark.parametrize("editions", [("c1", "c2"), ("c2", "c3.1"), ("c3", "c1")])
def test_the_shape_of_a_difference(run: Run, editions: tuple[str, str]) -> None:
    ran = run("diff", *editions, "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json
    for row in ran.json:
        for key, kind in SHAPE.items():
            assert isinstance(row[key], kind), (key, row)
        assert row["change"] in {"added", "removed", "changed", "renamed"}
        assert all(isinstance(side["id"], str) for side in (*row["before"], *row["after"]))
        assert row["id"] == (row["after"] or row["before"])[0]["id"]


def test_what_stands_before_and_after(run: Run) -> None:
    rows = {(row["sort"], row["id"]): row for row in run(*BOX, "--format", "json").json}
    box = rows["box", "dragon-and-fairy"]
    assert box["change"] == "renamed"
    assert box["before"] == [
        {"id": "princess-and-dragon", "name": "The Princess & the Dragon", "year": 2016, "stage": "playable"}
    ]
    assert rows["element", "volcano"]["before"] == [{"id": "volcano", "name": "volcano"}]
    symbols = rows["content", "dragon-symbol"]
    assert (symbols["before"][0]["count"], symbols["after"][0]["count"], symbols["counted"]) == (12, 10, "tiles")
    points = rows["statement", "fairy-gives-points"]
    assert (points["change"], points["section"]) == ("changed", "score")
    (before,), (after,) = points["before"], points["after"]
    assert (before["id"], before["numbers"], after["numbers"]) == (
        "fairy-brings-points-for-her-feature",
        {"points": 3},
        {"points": 3},
    )
    assert "3 points" in before["text"]
    assert "3 points" in after["text"]


def test_options_words_and_tiles(run: Run) -> None:
    rows = {(row["sort"], row["id"]): row for row in run("diff", "c1", "c2", "--format", "json").json}
    (cities,) = rows["option", "small-cities"]["before"]
    assert (cities["default"], [v["id"] for v in cities["values"]]) == ("as-any-city", ["as-any-city", "one-a-tile"])
    assert [rows["term", "meeple"][side][0]["word"] for side in ("before", "after")] == ["follower", "meeple"]
    assert rows["tile", "princess-and-dragon/b-garden"]["before"] == [{"id": "princess-and-dragon/b", "letter": "B", "count": 1}]
    assert rows["box", "abbot"]["change"] == "added"
    lines = run("diff", "c1", "c2", "base").out.splitlines()
    assert "    E x 5 -> 4" in lines
    assert any(line.startswith("    + base/e-garden, base/h-garden") for line in lines)
    assert "    B -> princess-and-dragon/b-garden" in run("diff", "c1", "c2", "princess-and-dragon").out.splitlines()
    assert "    = J is now I, L is now K" in run(*BOX).out


def test_the_texts_are_in_the_language_asked_for(run: Run) -> None:
    english, czech = (run("diff", "c1", "c2", "river", "--lang", lang, "--format", "json").json for lang in ("en", "cs"))
    assert [row["id"] for row in english] == [row["id"] for row in czech]
    texts = [[side["text"] for row in rows if row["sort"] == "statement" for side in row["after"]] for rows in (english, czech)]
    assert texts[0] != texts[1]
    shown = run("diff", "c1", "c2", "river", "--lang", "cs").out
    assert "Druhá edice" in shown
    assert "Možnosti" in shown
    assert "Startovní kartička s řekou" in shown
    assert "(výchozí)" in shown


def test_people_read_old_and_new_side_by_side(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    lines = run(*BOX).out.splitlines()
    assert lines[0] == "Second edition (c2) -> Third edition, new boxes (c3.1)"
    assert lines[2] == "The Princess & the Dragon -> Dragon & Fairy  [princess-and-dragon -> dragon-and-fairy]"
    assert "    - volcano, princess" in lines
    assert "    + dragon hoard" in lines
    assert "    30 tiles -> 26" in lines
    assert "    + 4 tiles without a symbol" in lines
    at = lines.index("    [dragon-stays-off-the-fairys-tile -> fairy-keeps-her-meeple, fairy-drives-the-dragon-off]")
    beside = "    The dragon may not enter the tile of the      | When the dragon enters the tile of the fairy,"
    assert beside in lines[at - 12 : at]
    assert all(len(line) <= 100 for line in lines[lines.index(beside) : at])
    assert any(line.startswith("    - ") and line.endswith("[fairy-brings-a-point-each-turn]") for line in lines)


def test_of_a_box_in_one_edition_only_that_is_told(run: Run) -> None:
    ran = run("diff", "c2", "c3.1", "mage-and-witch")
    assert ran.code == 0
    assert ran.out.splitlines()[2] == "Mage & Witch, only in c2  [mage-and-witch]"
    assert "+ " not in ran.out
    # That of 2003 exists too; the data does not have it.
    assert "Traders & Builders, known here only in c3.1  [" in run("diff", "c2", "c3.1", "traders-and-builders").out


def test_of_a_box_whose_rules_are_not_public_that_is_told(run: Run) -> None:
    shown = run("diff", "c2", "c3.1", "tower").out
    assert shown == run("diff", "c2", "c3.1", "towers-and-thieves").out
    assert "The Tower -> Towers & Thieves" in shown
    assert "not public yet" in shown
    assert "30 x tower floors -> 20" in shown


@pytest.mark.parametrize(
    "words",
    [
        ["Dragon & Fairy"],
        ["dragon", "and", "fairy"],
        ["Víla a drak"],
        ["box:dragon-and-fairy"],
        ["Box:Dragon-and-Fairy"],
        ["vila a drak"],
    ],
)
def test_a_box_is_named_in_any_language(run: Run, words: list[str]) -> None:
    assert run("diff", "C2", "c3.1", *words).out == run(*BOX).out


def test_an_edition_differs_in_nothing_from_itself(run: Run) -> None:
    assert run("diff", "c2", "c2", "--format", "json").json == []
    ran = run("diff", "c2", "c2", "base")
    assert (ran.code, ran.err) == (0, "0 differences\n")
    assert "Nothing changed." in ran.out


def test_a_pack_is_compared_too(run: Run) -> None:
    rows = run("diff", "c2", "c3.1", "toll-house", "--pack", TOLL_HOUSE, "--format", "json").json
    assert {row["box"] for row in rows} <= {"toll-house"}
    assert rows


def test_every_sort_can_be_printed(run: Run) -> None:
    sorts = set()
    for editions in (("c1", "c2"), ("c2", "c3.1"), ("c3.1", "c2"), ("c1", "c3")):
        ran = run("diff", *editions)
        assert ran.code == 0
        sorts |= {row["sort"] for row in run("diff", *editions, "--format", "json").json}
    assert sorts == {"box", "content", "element", "module", "option", "tile", "statement", "term"}


WRONG = {
    "no edition `c9`": (["c9", "c2"], "there are: c1, c2, c3, c3.1"),
    "no edition `c31`": (["c2", "c31"], "did you mean `c3.1`?"),
    "no edition an empty word": (["", "c2"], "there are"),
    "no box `dragn-and-fairy`": (["c2", "c3.1", "dragn-and-fairy"], "did you mean `dragon-and-fairy`?"),
    "no box `Drgon & Fairy`": (["c2", "c3.1", "Drgon & Fairy"], "did you mean `Dragon & Fairy`?"),
    "`mage-and-witch` is neither in c3.1": (["c3.1", "c3.1", "mage-and-witch"], "it was in c1, c2, c3"),
    "`dragon-and-fairy` is neither in c1 nor in c2": (["c1", "c2", "dragon-and-fairy"], "it was in c3.1"),
    "missing argument 'E2'": (["c1"], "diff --help"),
}


@pytest.mark.parametrize(("told", "given", "hint"), [(t, *g) for t, g in WRONG.items()], ids=WRONG)
def test_wrong_usage_is_told_in_a_sentence_with_a_hint(run: Run, told: str, given: list[str], hint: str) -> None:
    ran = run("diff", *given)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert hint in ran.err
