"""Saved games of JCloisterZone: our own recorded games played, what they assert, and files that are broken in every way."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from bastide import jcz
from bastide.jcz.places import edges, ports
from tests.bastide.conftest import Run
from tests.ours import ours
from tests.programs import ROOT

GAMES = ROOT / "tests" / "data" / "jcz"
NAMES = sorted(path.stem for path in GAMES.glob("*.jcz"))
Data = dict[str, Any]


def game(name: str) -> Data:
    """Return a recorded game, to be changed at will."""
    data: Data = json.loads((GAMES / f"{name}.jcz").read_text(encoding="utf-8"))
    return data


def told(data: object) -> Data:
    return jcz.replay(ours().catalog, data)


def asserting(name: str, *texts: str) -> list[tuple[str, object]]:
    """Return how some sentences about the end of a game fare, with what came out or the reason."""
    data = game(name)
    data["test"]["assertions"] = list(texts)
    return [(a["status"], a["reason"] or a["got"]) for a in told(data)["assertions"]]


# What holds


@pytest.mark.parametrize("name", NAMES)
def test_all_that_a_recorded_game_asserts_comes_true(name: str) -> None:
    result = told(game(name))
    assert (result["error"], result["ok"]) == (None, True)
    assert result["notes"] == (
        ["what chance decided is not in the file; played as its assertions say"] if name == "circus" else []
    )
    assert [a for a in result["assertions"] if a["status"] != "pass"] == []


def test_the_command_line_tells_it_as_json_and_in_words(run: Run) -> None:
    file = GAMES / "field-at-the-end.jcz"
    result = run("replay", file, "--format", "json")
    assert (result.code, result.err) == (0, "")
    assert result.json["file"] == str(file)
    assert (result.json["ok"], result.json["scores"], result.json["error"]) == (True, {"Ada": 7, "Bela": 0}, None)
    assert result.json["assertions"][0] == {"text": "Ada has 7 points.", "status": "pass", "got": 7, "reason": None}
    shown = run("replay", file)
    assert shown.code == 0
    assert "pass        Ada scored city for 4 points." in shown.out


@pytest.mark.parametrize("name", NAMES)
def test_its_points_are_explained_under_the_names_of_its_players(run: Run, name: str) -> None:
    file = GAMES / f"{name}.jcz"
    scores = told(game(name))["scores"]
    rows = run("explain", file, "--format", "json").json
    assert {row["player"] for row in rows} == {player for player, points in scores.items() if points}
    for player, points in scores.items():
        assert sum(row["points"] for row in rows if row["player"] == player) == points
    assert all(statement in ours().catalog.statements for row in rows for statement in row["statements"])
    first = next(iter(scores))
    assert run("explain", file, "--player", first.upper()).out.splitlines()[0] == first


def test_what_cannot_be_played_is_not_explained(run: Run, tmp_path: Path) -> None:
    data = game("field-at-the-end")
    data["setup"]["sets"]["no-such-box"] = 1
    file = tmp_path / "broken.JCZ"
    file.write_text(json.dumps(data), encoding="utf-8")
    ran = run("explain", file)
    assert (ran.code, ran.out) == (1, "")
    assert "no-such-box" in ran.err
    assert run("explain", GAMES / "field-at-the-end.jcz", "--player", "Adda").err.endswith("did you mean `ada`?\n")


def test_an_assertion_that_fails_ends_with_1(run: Run, tmp_path: Path) -> None:
    data = game("field-at-the-end")
    data["test"]["assertions"] = ["Ada has 8 points.", "The cat sat on the mat."]
    file = tmp_path / "cat.JCZ"
    file.write_text(json.dumps(data), encoding="utf-8")
    result = run("replay", file)
    assert result.code == 1
    assert "fail        Ada has 8 points.; it is 7" in result.out
    assert "unsupported The cat sat on the mat. (nobody here knows what that states)" in result.out
    assert "1 assertion failed" in result.out


ENDS = {
    "Ada has 6 points": ("fail", 7),
    "Ada scored city for 5 points": ("fail", [4]),
    "Ada scored road for 0 points": ("fail", []),
    "Bela scored field for 0 points": ("pass", []),
    "Phase is TilePhase": ("fail", ["GameOverPhase"]),
    "phase is GameOverPhase": ("pass", ["GameOverPhase"]),
    "Player can pass": ("fail", False),
    "Undo is allowed.": ("fail", False),
    "Available action Meeple for SmallFollower": ("fail", []),
    "Meeple SmallFollower options: {Road,W,[1,0]}": ("fail", []),
}


@pytest.mark.parametrize("text", ENDS)
def test_an_assertion_is_held_against_what_came_out(text: str) -> None:
    assert asserting("field-at-the-end", text) == [ENDS[text]]


UNKNOWN = {
    "Zoe has 6 points": "nobody of that name plays: Ada, Bela",
    "Ada scored bonfire for 6 points": "nobody here knows what `bonfire` is scored for",
    "Phase is TeaPhase": "nobody here knows the phase `TeaPhase`",
    "Ada has TUNNEL_A token with count 2.": "not supported: `TUNNEL_A` is of The Tunnel, which the data has not got",
    "Ada has PENNY token with count 2.": "not supported: no figure or token `PENNY` is known here",
    "Available action Dance for SmallFollower": "nobody here knows the action `Dance`",
    "Available action Meeple for Cat": "not supported: no figure or token `Cat` is known here",
    "Available action ReturnMeeple for MOON": "nobody here knows by what `MOON` takes figures off the board",
    "Meeple SmallFollower options: {Road,W}": "`{Road,W}` cannot be read",
    "Meeple SmallFollower options: {Moat,W,[1,0]}": "not supported: no feature `Moat` is known here",
    "Meeple SmallFollower options: {Road,Q,[1,0]}": "not supported: no place `Q` on a tile is known here",
    "TilePlacement BA/Q options: [1,0] - [0]": "no tile of the sets in this game is known as `BA/Q`",
    "": "nobody here knows what that states",
}


@pytest.mark.parametrize("text", UNKNOWN)
def test_what_cannot_be_told_is_unsupported_with_the_reason(text: str) -> None:
    assert asserting("field-at-the-end", text) == [("unsupported", UNKNOWN[text])]


def test_points_for_the_same_thing_are_used_once() -> None:
    twice = "Ada scored city for 4 points."
    assert [status for status, _ in asserting("field-at-the-end", twice, twice)] == ["pass", "fail"]


@pytest.mark.parametrize(
    ("options", "status"),
    [
        (
            "{Road,W,[1,0]}; {Road,E,[1,0]}; {Road,S,[1,0]}; {Field,NL.NR.EL.WR,[1,0]}; {Field,ER.SL,[1,0]}; {Field,SR.WL,[1,0]}",
            "pass",
        ),
        ("{Road,W,[1,0]}", "fail"),
        (
            "{Road,W,[1,0]}; {Road,E,[1,0]}; {Road,S,[1,0]}; {Field,NL.NR.EL.WR,[1,0]}; {Field,ER.SL,[1,0]}; {Road,N,[0,0]}",
            "fail",
        ),
    ],
)
def test_all_that_may_be_done_with_the_tile_is_listed(options: str, status: str) -> None:
    assert asserting("small-city", f"Meeple SmallFollower options: {options}")[0][0] == status


def test_before_the_turn_is_ended_nothing_is_scored() -> None:
    data = game("abbot-in-the-garden")
    last = data["replay"].pop()
    assert last["type"] == "COMMIT"
    data["test"]["assertions"] = ["Ada has 0 points", "Phase is CommitActionPhase", "Player can't pass", "Undo is allowed"]
    assert [a["status"] for a in told(data)["assertions"]] == ["pass"] * 4
    data["replay"].pop()
    action = "Available action ReturnMeeple for ABBOT_RETURN"
    listed = "ReturnMeeple ABBOT_RETURN options: {0.abbot.1,Garden,I,[0,-1]}"
    data["test"]["assertions"] = [action, listed, "Phase is ActionPhase", "Player can pass"]
    assert [a["status"] for a in told(data)["assertions"]] == ["pass"] * 4


def test_the_supply_is_as_large_as_the_file_says() -> None:
    data = game("river-to-the-lake")
    del data["replay"][-1]
    data["replay"] += [
        {"type": "PLACE_TILE", "player": 0, "payload": {"tileId": "BA/RrG", "rotation": "R180", "position": [1, 1]}},
        {
            "type": "DEPLOY_MEEPLE",
            "player": 0,
            "payload": {"pointer": {"position": [1, 1], "feature": "Road", "location": "NE"}, "meepleId": "0.small.3"},
        },
    ]
    result = told(data)
    assert result["error"].startswith("move 14 (DEPLOY_MEEPLE) is not legal: no `meeple` is left in the supply of red")
    assert result["statements"] == ["place-meeple", "place-farmer"]


def test_one_may_play_alone_and_two_may_have_one_name() -> None:
    data = game("field-at-the-end")
    data["players"] = [{"name": "Ada"}, {"name": "Ada"}]
    data["test"]["assertions"] = ["Ada (2) has 0 points"]
    result = told(data)
    assert (result["scores"], result["ok"]) == ({"Ada": 7, "Ada (2)": 0}, True)
    assert list(told(game("small-city"))["scores"]) == ["Ada"]


def test_without_an_order_the_moves_tell_what_was_drawn() -> None:
    data = game("field-at-the-end")
    del data["gameAnnotations"]
    data["test"]["assertions"] = ["Ada has 4 points", "Phase is TilePhase"]
    assert told(data)["ok"]


# What does not


def changed(data: Data, path: tuple[str | int, ...], value: object) -> Data:
    data = copy.deepcopy(data)
    inner: Any = data
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return data


MOVE = ("replay", 0, "payload")
WRONG: dict[str, tuple[tuple[str | int, ...], object]] = {
    "no set of tiles `winter-wonder` is known here": (("setup", "sets", "winter-wonder"), 1),
    "needs a box that the data has not got: The Goldmines (gold-mines)": (("setup", "sets", "goldmines"), 1),
    "no element `teapot` is known here": (("setup", "elements", "teapot"), 1),
    "has not got: Abbey & Mayor (abbey-and-mayor)": (("setup", "elements", "wagon"), 1),
    "no rule `tea-time` (here `5`) is known here": (("setup", "rules", "tea-time"), 5),
    "we do not play `tiny-city-scoring: 3`": (("setup", "rules", "tiny-city-scoring"), "3"),
    "in the bag in two editions": (("setup", "sets", "basic:2"), 1),
    "`setup.sets.basic:1`": (("setup", "sets", "basic:1"), "one"),
    "no tiles are in the bag": (("setup", "sets"), {}),
    "known as `BA/Z`": (("setup", "start", 0, "tile"), "BA/Z"),
    "`setup.start.0.rotation`": (("setup", "start", 0, "rotation"), 45),
    "`players`": (("players",), []),
    "6 players cannot play": (("players",), [{"name": name} for name in "abcdef"]),
    "it has no `setup`": ((), None),
    "`replay.0.type`": (("replay", 0, "type"), None),
    "move 1 (DANCE) is not supported": (("replay", 0, "type"), "DANCE"),
    "move 1 (UNDO): there is nothing that could be taken back": (("replay", 0, "type"), "UNDO"),
    "move 1 (PLACE_TILE): it does not say what such a move says: `rotation`": ((*MOVE, "rotation"), "R45"),
    "move 1 (PLACE_TILE): it does not say what such a move says: `position.1`": ((*MOVE, "position"), [1]),
    "move 1 (PLACE_TILE): no tile of the sets in this game is known as `BA/Z`": ((*MOVE, "tileId"), "BA/Z"),
    "move 1 (PLACE_TILE) is not legal: the tile that was drawn is `base/e`": ((*MOVE, "tileId"), "BA/L"),
    "move 1 (PLACE_TILE) is not legal: at 0,-1 the south edge of the tile shows field": ((*MOVE, "rotation"), "R0"),
    "move 1 (PLACE_TILE) is not legal: no tile lies next to 9,9": ((*MOVE, "position"), [9, 9]),
    "move 1 (PLACE_TILE): it is the turn of Ada": (("replay", 0, "player"), 1),
    "move 2 (DEPLOY_MEEPLE): `0.small` is no name of a figure": (("replay", 1, "payload", "meepleId"), "0.small"),
    "move 2 (DEPLOY_MEEPLE): `7.small.1` belongs to nobody": (("replay", 1, "payload", "meepleId"), "7.small.1"),
    "move 2 (DEPLOY_MEEPLE): the figure `1.small.1` is not theirs": (("replay", 1, "payload", "meepleId"), "1.small.1"),
    "move 2 (DEPLOY_MEEPLE): not supported: no figure or token `cat`": (("replay", 1, "payload", "meepleId"), "0.cat.1"),
    "not supported: `wagon` is of Abbey & Mayor": (("replay", 1, "payload", "meepleId"), "0.wagon.1"),
    "move 2 (DEPLOY_MEEPLE) is not legal: the tile has no such feature there": (
        ("replay", 1, "payload", "pointer"),
        {"position": [0, -1], "feature": "City", "location": "N"},
    ),
    "not supported: no feature `Moat`": (
        ("replay", 1, "payload", "pointer"),
        {"position": [0, -1], "feature": "Moat", "location": "N"},
    ),
    "move 2 (DEPLOY_MEEPLE) is not legal: `meeple` may only go on the tile that is placed now": (
        ("replay", 1, "payload", "pointer"),
        {"position": [0, 0], "feature": "Road", "location": "WE"},
    ),
    "move 4 (PLACE_TILE): the turn before was not ended": (("replay", 2), {"type": "PASS"}),
    "the sets in this game hold no more tiles `BA/L`": (("gameAnnotations", "drawOrder"), ["BA/L"] * 5),
}


@pytest.mark.parametrize("message", WRONG)
def test_what_is_wrong_is_told_in_one_line(message: str) -> None:
    path, value = WRONG[message]
    data = game("field-at-the-end")
    result = told(changed(data, path, value) if path else value)
    assert message in result["error"]
    assert "\n" not in result["error"]
    assert not result["ok"]
    assert {a["status"] for a in result["assertions"]} <= {"unsupported"}


@pytest.mark.parametrize(
    ("name", "element", "value", "message"),
    [
        ("abbot-in-the-garden", "garden", None, "`garden` is left out, and we cannot play `abbot` without it"),
        ("tower-and-phantom", "tower", None, "`tower` is left out, and we cannot play `tower` without it"),
        ("tower-and-phantom", "tower", 2, "`tower` is there 2 times; we play with one set of it"),
        ("mage-and-witch", "mage", 2, "`mage` is there 2 times; we play with one set of it"),
        ("dragon-and-portal", "dragon", 2, "`dragon` is there 2 times; we play with one set of it"),
        ("dragon-and-portal", "dragon", None, "move 14 (MOVE_NEUTRAL_FIGURE): it is the turn of Bela"),
        ("dragon-and-portal", "fairy", None, "move 10 (MOVE_NEUTRAL_FIGURE) is not legal"),
        ("dragon-and-portal", "portal", None, "move 18 (DEPLOY_MEEPLE) is not legal"),
        ("tower-and-phantom", "phantom", 0, "move 3 (DEPLOY_MEEPLE): it is the turn of Bela"),
        ("inn-and-large-meeple", "big-follower", None, "no `large-meeple` is left in the supply of blue"),
    ],
)
def test_figures_and_modules_are_switched_apart_from_the_tiles(name: str, element: str, value: int | None, message: str) -> None:
    data = game(name)
    data["setup"]["elements"][element] = value
    if value is None:
        del data["setup"]["elements"][element]
    assert message in told(data)["error"]


def test_tiles_without_their_rules_are_only_tiles() -> None:
    data = game("inn-and-large-meeple")
    del data["setup"]["elements"]["inn"]
    assert told(data)["scores"] == {"Ada": 4, "Bela": 0}


def test_more_figures_than_there_are_in_a_box() -> None:
    data = game("field-at-the-end")
    data["setup"]["elements"]["small-follower"] = 50
    data["test"]["assertions"] = []
    assert told(data)["ok"]


def test_what_chance_decides_is_held_against_all_that_it_may_decide() -> None:
    data = game("circus")
    for points, status in ((5, "pass"), (4, "pass"), (77, "fail")):
        data["test"]["assertions"] = [f"Ada scored bigtop for {points} points."]
        result = told(data)
        assert [a["status"] for a in result["assertions"]] == [status]
    assert "never came out as asserted" in result["notes"][0]


STRICT = "princess-by-the-strict-reading"
JOURNEY = ["Phase is DragonMovePhase", "Player can't pass", "Undo is not allowed"]


@pytest.mark.parametrize(
    ("moves", "texts"),
    [
        (6, ["Player can't pass", "ReturnMeeple PRINCESS options: {0.small.1,City,WSE,[0,-1]}", "Undo is allowed"]),
        (11, [*JOURNEY, "Bela has 0 points"]),
        (12, ["Phase is DragonMovePhase", "Undo is allowed"]),
        (13, JOURNEY),
        (14, ["Phase is DragonMovePhase", "Player can't pass"]),
        (15, ["Phase is TilePhase", "Player can't pass", "Undo is not allowed"]),
    ],
)
def test_steps_without_a_choice_are_waited_for_as_the_file_tells_of_them(moves: int, texts: list[str]) -> None:
    data = game(STRICT)
    del data["replay"][moves:]
    data["test"]["assertions"] = texts
    result = told(data)
    assert (result["error"], [a["status"] for a in result["assertions"]]) == (None, ["pass"] * len(texts))


def test_a_dragon_that_comes_before_the_scoring_lets_nothing_be_scored_yet() -> None:
    data = game("dragon-and-portal")
    del data["replay"][14:]
    data["test"]["assertions"] = [*JOURNEY[:2], "Undo is allowed", "Ada has 4 points"]
    assert [a["status"] for a in told(data)["assertions"]] == ["pass"] * 4
    data = game("dragon-and-portal")
    del data["replay"][15:]
    data["test"]["assertions"] = ["Phase is CommitActionPhase", "Player can't pass", "Undo is not allowed"]
    assert [a["status"] for a in told(data)["assertions"]] == ["pass"] * 3


@pytest.mark.parametrize(("move", "to"), [(11, [0, 0]), (11, [9, 9]), (12, [0, -1]), (14, [1, -1])])
def test_a_dragon_goes_no_other_way(move: int, to: list[int]) -> None:
    result = told(changed(game(STRICT), ("replay", move, "payload", "to"), to))
    assert result["error"].startswith(f"move {move + 1} (MOVE_NEUTRAL_FIGURE)")


def test_who_has_to_send_a_knight_home_may_not_pass() -> None:
    result = told(changed(game(STRICT), ("replay", 6), {"type": "PASS", "player": 0, "payload": {}}))
    assert "move 7 (PASS)" in result["error"]
    assert result["statements"] == ["princess-has-to-send-a-knight-home"]


def test_what_our_rules_forbid_is_told_with_the_statements() -> None:
    data = game("river")
    data["replay"].append({"type": "PLACE_TILE", "payload": {"tileId": "RI.1/II", "rotation": "R90", "position": [2, 1]}})
    result = told(data)
    assert result["error"].startswith("move 7 (PLACE_TILE) is not legal: at 2,1 it would bend the same way")
    assert [ours().catalog.box_of[s] for s in result["statements"]] == ["river"]


# Places on a tile


@pytest.mark.parametrize(
    ("location", "meant"),
    [
        ("N", {"N"}),
        ("NWSE", {"N", "W", "S", "E"}),
        ("_E", {"N", "W", "S"}),
        ("NL.NR.EL", {"NL", "NR", "EL"}),
        ("I", set()),
        ("IV", set()),
        ("AS_ABBOT", None),
        ("_", None),
        ("_X", None),
        ("NM.NR", None),
        ("", set()),
    ],
)
def test_locations(location: str, meant: set[str] | None) -> None:
    assert ports(location) == meant


def test_half_an_edge_is_told_only_where_the_edge_is_anothers() -> None:
    assert edges(["NL", "N", "NR", "EL"]) == {"N", "EL"}


def test_every_format_is_spoken_by_tiles() -> None:
    catalog = ours().catalog
    for box in ("base", "river"):
        for edition in ("c1", "c2"):
            assert all(jcz.FORMAT in printing.known_as for printing in catalog.printings_of(box, edition))


def test_a_ransom_may_be_paid_before_the_tile_is_placed() -> None:
    data = game("tower-and-phantom")
    moves = data["replay"]
    paid = next(n for n, move in enumerate(moves) if move["type"] == "PAY_RANSOM")
    moves[paid - 1 : paid + 1] = moves[paid], moves[paid - 1]
    assert told(data)["ok"]
