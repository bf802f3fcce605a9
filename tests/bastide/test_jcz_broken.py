"""Files that are no saved games of JCloisterZone, or were ones before they were mutilated: each is told of, and nothing is raised."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bastide import jcz
from tests.bastide.conftest import Run
from tests.ours import ours
from tests.programs import ROOT

GAMES = {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests" / "data" / "jcz").glob("*.jcz"))}

BROKEN = ['{"setup": ', "[]", "null", "7", '"game"', "{}", '{"setup": {}, "players": {}}', "\x00", "[" * 5000, '{"setup": 1e999}']


@pytest.mark.parametrize("text", BROKEN)
def test_broken_files(run: Run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "broken.jcz"
    file.write_text(text, encoding="utf-8")
    result = run("replay", file, "--format", "json")
    assert result.code == 1
    assert result.json["error"]
    assert result.err == ""


def test_a_file_that_is_not_there(run: Run, tmp_path: Path) -> None:
    result = run("replay", tmp_path / "none.jcz")
    assert (result.code, result.out) == (2, "")
    assert "cannot be read" in result.err


# Whatever is in a file, it is told, and nothing is raised

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 400)
    | st.sampled_from(["", "BA/C", "R90", "0.small.1", "City", "I", "COMMIT", "PASS"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["position", "tileId", "type", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)


def places(data: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the paths of all that is in a file."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(found for key, value in items for found in places(value, (*path, key)))]


def mutilate(data: Any, path: tuple[str | int, ...], how: str, value: object) -> None:
    """Take something out of a file, put another thing in its place, or say it twice."""
    for step in path[:-1]:
        data = data[step]
    if how == "delete":
        del data[path[-1]]
    elif how == "twice" and isinstance(data, list):
        data.insert(int(path[-1]), copy.deepcopy(data[int(path[-1])]))
    else:
        data[path[-1]] = value


@settings(max_examples=120, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(list(GAMES)), st.data())
def test_a_mutilated_file_is_told_of_and_nothing_is_raised(name: str, draw: st.DataObject) -> None:
    data = json.loads(GAMES[name])
    for _ in range(draw.draw(st.integers(1, 3), label="how many wounds")):
        path = draw.draw(st.sampled_from([p for p in places(data) if p] or [("setup",)]), label="where")
        mutilate(data, path, draw.draw(st.sampled_from(["delete", "twice", "change"])), draw.draw(JSON))
        if not data:
            break
    result = jcz.replay(ours().catalog, data)
    assert isinstance(result["ok"], bool)
    assert result["error"] is None or (isinstance(result["error"], str) and not result["ok"])
    assert {a["status"] for a in result["assertions"]} <= {"pass", "fail", "unsupported"}
    assert all(a["reason"] for a in result["assertions"] if a["status"] == "unsupported")
    json.dumps(result)
