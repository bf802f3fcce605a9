"""Small catalogues of rulings for the tests: the museum's tiny game, with statements made on the spot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from catalog import Catalog, load
from catalog.statements import Statement
from tests.catalog.museum import MUSEUM


@cache
def tiny_game() -> Catalog:
    return load(root=MUSEUM / "_root").catalog


def ruling(statement: str, words: str, verdict: str, **more: Any) -> dict[str, Any]:
    """Return a statement that rules: ``words`` are actor, verb, target and the places; ``rule`` is more of the permission."""
    actor, verb, target, *places = words.split()
    rule = {"actor": actor, "verb": verb, "target": target, "on": places, "verdict": verdict, **more.pop("rule", {})}
    return _statement(statement, {"permission": rule}, **more)


def member(statement: str, element: str, of: str, **more: Any) -> dict[str, Any]:
    """Return a statement that makes an element count as another."""
    return _statement(statement, {"is-a": {"element": element, "class": of}}, **more)


def _statement(statement: str, rule: dict[str, Any], *, box: str = "base", **more: Any) -> dict[str, Any]:
    entry = {"id": statement, "section": "general", "text": "So it is.", "source": {"doc": "rulebook"}}
    return {**entry, "effect": {"rules": [rule]}, **more, "box": box}


def catalog_of(entries: Sequence[dict[str, Any]]) -> Catalog:
    """Return the tiny game with these statements and no others."""
    statements = {e["id"]: Statement.model_validate({k: v for k, v in e.items() if k != "box"}) for e in entries}
    return replace(tiny_game(), statements=statements, box_of={e["id"]: e["box"] for e in entries})
