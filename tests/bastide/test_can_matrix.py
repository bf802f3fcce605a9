"""What the sources say, asked on the command line: each question of the matrix has its answer there, as JSON."""

from __future__ import annotations

from typing import Any

import pytest

from catalog import Question
from tests.bastide.conftest import Run
from tests.catalog.matrix import matrix, named


@pytest.mark.parametrize(("question", "row"), list(matrix()), ids=named)
def test_the_command_line_answers_as_the_sources_do(question: Question, row: dict[str, Any], run: Run) -> None:
    places = [word for place in question.on for word in ("--on", place)]
    asked = (question.actor, question.verb, question.target, *places, "--edition", str(question.edition), "--format", "json")
    ran = run("can", *asked)
    assert ran.code == 0, ran.err
    answer = ran.json
    assert answer["verdict"] == row["verdict"]
    assert answer["play"] == row.get("play", "refuse" if row["verdict"] in {"may-not", "does-not", "need-not"} else "allow")
    assert [c["verdict"] for c in answer["conditions"]] == row.get("exceptions", []) or "from" in row
    assert set(row.get("by", ())) <= {ruling["id"] for ruling in answer["rulings"]}
    assert (answer["caveat"] is not None) == ("from" in row)
