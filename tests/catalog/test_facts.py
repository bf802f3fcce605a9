"""The numbered facts of the sources: each is stated, or not taken for a reason, never both; no entry names one that is none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from catalog import Catalog
from tests.catalog.museum import read_yaml
from tests.ours import ours

DATA = Path(__file__).parents[1] / "data"
LISTS: dict[str, dict[str, Iterable[str]]] = {
    box: read_yaml(DATA / f"{box}_facts.yaml") for box in ("dragon_and_fairy", "mage_and_witch")
}
ALL = {fact for facts in LISTS.values() for part in facts.values() for fact in part}


@cache
def _catalog() -> Catalog:
    return ours().catalog


def _covered() -> Iterator[tuple[str, str]]:
    """Yield each fact that an entry covers, with the entry."""
    yield from ((fact, statement.id) for statement in _catalog().statements.values() for fact in statement.covers)
    yield from ((fact, box.id) for box in _catalog().boxes.values() for fact in box.covers)


def _not_taken() -> dict[str, str]:
    return {fact: given.reason for box in _catalog().boxes.values() for given in box.not_taken for fact in given.facts}


def test_no_fact_is_listed_twice() -> None:
    listed = [fact for facts in LISTS.values() for part in facts.values() for fact in part]
    assert len(listed) == len(ALL)


@pytest.mark.parametrize("box", LISTS)
def test_every_fact_is_stated_or_not_taken_for_a_reason(box: str) -> None:
    accounted = {fact for fact, _ in _covered()} | _not_taken().keys()
    assert [fact for fact in (*LISTS[box]["facts"], *LISTS[box]["rulings"]) if fact not in accounted] == []


def test_no_fact_is_both_stated_and_not_taken() -> None:
    assert sorted({fact for fact, _ in _covered()} & _not_taken().keys()) == []


def test_no_entry_names_a_fact_that_does_not_exist() -> None:
    families = {fact.partition("-")[0] for fact in ALL}
    named = [*_covered(), *((fact, "not-taken") for fact in _not_taken())]
    assert [(fact, entry) for fact, entry in named if fact not in ALL and fact.partition("-")[0] in families] == []


def test_every_reason_is_a_sentence() -> None:
    assert [reason for reason in _not_taken().values() if not (reason[0].isupper() and reason.rstrip().endswith("."))] == []


def test_no_entry_names_a_fact_twice() -> None:
    covered = list(_covered())
    assert sorted({pair for pair in covered if covered.count(pair) > 1}) == []
