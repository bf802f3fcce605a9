"""Names in effects: what binds them, where they hold, and what is said of one that is unbound or ambiguous."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from catalog import names
from catalog.effects import EVENTS, OFFER_NAMES, Effect
from tests.catalog.museum import read_yaml
from tests.catalog.rulings import tiny_game

CASES: list[dict[str, Any]] = read_yaml(Path(__file__).with_name("names.yaml"))


def _problems(effect: dict[str, Any]) -> list[tuple[str, str]]:
    found = names.check(Effect.model_validate(effect), tiny_game().elements)
    return [(problem.code, problem.name or ".".join(map(str, problem.path))) for problem in found]


@pytest.mark.parametrize(("event", "name"), [(event, name) for event, bound in EVENTS.items() for name in bound])
def test_an_event_binds_its_names_and_no_other_event_does(event: str, name: str) -> None:
    for other, bound in EVENTS.items():
        problems = _problems({"when": other, "do": [_returned(name)]})
        assert (problems == []) == (name in bound), f"{event}: {other}"


@pytest.mark.parametrize(("step", "name"), [(step, name) for step, bound in OFFER_NAMES.items() for name in bound])
def test_an_offer_binds_the_names_of_its_step_and_no_others(step: str, name: str) -> None:
    for other, bound in OFFER_NAMES.items():
        problems = _problems({"rules": [{"offer": {"step": other, "do": [_returned(name)]}}]})
        assert (problems == []) == (name in bound), f"{step}: {other}"


def _returned(name: str) -> dict[str, Any]:
    return {"put": {"piece": name, "to": "box", "verb": "return"}}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_names(case: dict[str, Any]) -> None:
    assert _problems(case["effect"]) == [tuple(problem) for problem in case.get("problems", ())]


def test_of_a_figure_of_which_there_are_many_a_selection_is_proposed() -> None:
    effect = Effect.model_validate({"when": "setup", "do": [{"walk": "giant"}]})
    (problem,) = names.check(effect, tiny_game().elements)
    assert problem.hint == "select some: {pieces: {kind: [giant]}}"
