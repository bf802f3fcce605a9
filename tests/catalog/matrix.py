"""The matrix: questions about who does what to whom, with the answers that the sources give."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from catalog import Question
from tests.catalog.museum import read_yaml

MATRIX = Path(__file__).parents[1] / "data" / "matrix.yaml"


def matrix() -> Iterator[tuple[Question, dict[str, Any]]]:
    """Yield each question with what is said of its answer."""
    for part in read_yaml(MATRIX):
        for actor, verbs in part.items():
            for verb, rows in verbs.items() if actor != "edition" else ():
                for row in rows:
                    yield Question(actor, verb, row["target"], tuple(row.get("on", ())), part["edition"]), row


def named(value: object) -> str:
    """Return what a test of a question is called."""
    if isinstance(value, Question):
        return " ".join(filter(None, (value.actor, value.verb, value.target, *value.on, value.edition)))
    return ""
