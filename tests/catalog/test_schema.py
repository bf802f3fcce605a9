"""From plain data to models: what is kept beside a mistake, and words for every pattern and type that the models ask for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from catalog import did_you_mean
from catalog.boxes import EditionFile, SourceFile
from catalog.effects import KINDS
from catalog.findings import hint_for
from catalog.gathering import BOX_FILES, VOCABULARY
from catalog.model import Model
from catalog.moved import MovedFile
from catalog.schema import FORMS, shown, validate
from catalog.statements import StatementFile
from catalog.tiles import TileFile
from catalog.yamlfile import read


def _patterns(node: Any) -> set[str]:
    found = set()
    if isinstance(node, dict):
        found |= {node["pattern"]} if isinstance(node.get("pattern"), str) else set()
        found |= {pattern for value in node.values() for pattern in _patterns(value)}
    elif isinstance(node, list):
        found |= {pattern for value in node for pattern in _patterns(value)}
    return found


def test_every_pattern_of_the_models_is_told_in_words() -> None:
    models: list[type[Model]] = [*VOCABULARY.values(), *BOX_FILES.values(), EditionFile, SourceFile, MovedFile, *KINDS]
    patterns = {pattern for model in models for pattern in _patterns(model.model_json_schema())}
    assert sorted(patterns - FORMS.keys()) == []


def _read(tmp_path: Path, text: str) -> Any:
    path = tmp_path / "file.yaml"
    path.write_text(text, encoding="utf-8")
    return read(path, "file.yaml")


def test_wrong_entries_are_left_out_and_the_places_of_the_others_are_remembered(tmp_path: Path) -> None:
    designs = ["{id: b/a}", "{id: b/b, edges: FFFF}", "{id: b/c, edges: FF}", "{id: b/d, edges: FFFF}"]
    file = _read(tmp_path, "designs:\n" + "".join(f"  - {design}\n" for design in designs) + "more: 1\n")
    parsed = validate(file, TileFile)
    assert parsed is not None
    assert [design.id for design in parsed.designs] == ["b/b", "b/d"]
    assert [file.entry("designs", n) for n in range(2)] == [("designs", 1), ("designs", 3)]
    assert [(f.code, f.line) for f in file.findings] == [("wrong-shape", 2), ("wrong-value", 4), ("unknown-key", 6)]


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        # Of the two that an effect can be, only the one that was meant is spoken of.
        ("{none: flavuor}", [("wrong-value", "effect.none")]),
        ("{none: {covered: [a]}}", [("unknown-kind", "effect.none")]),
        ("{rule: []}", [("unknown-key", "effect.rule")]),
        ("{when: setup, none: flavour}", [("unknown-key", "effect.none")]),
        ("nothing", [("wrong-type", "effect")]),
        ("[]", [("wrong-type", "effect")]),
        ("{do: [{walk: [dragon]}]}", [("wrong-type", "effect.do.0.walk")]),
        ("{do: [{walk: {peice: dragon}}]}", [("wrong-type", "effect.do.0.walk")]),
        ("{do: [{walk: {piece: dragon, permited: a}}]}", [("unknown-key", "effect.do.0.walk.permited")]),
        ("{do: [{put: }]}", [("missing-key", "effect.do.0.put")] * 3),
        ("{do: [{choose: {from: [{peices: {}}], as: [a], do: [{walk: a}]}}]}", [("unknown-kind", "effect.do.0.choose.from.0")]),
        (
            "{do: [{for-each: {of: {pieces: {at: {cel: a}}}, do: [{walk: it}]}}]}",
            [("unknown-kind", "effect.do.0.for-each.of.pieces.at")],
        ),
        ("{rules: [{scoring: {of: city, completed: {tiel: 1}}}]}", [("unknown-key", "effect.rules.0.scoring.completed.tiel")]),
        (
            "{rules: [{scoring: {of: city, completed: {marks: {A: 1}}}}]}",
            [("wrong-value", "effect.rules.0.scoring.completed.marks.A")],
        ),
    ],
)
def test_each_mistake_is_said_once_at_its_place(effect: str, said: list[tuple[str, str]], tmp_path: Path) -> None:
    file = _read(tmp_path, f"statements:\n  - {{id: a, section: score, text: a, source: {{doc: b}}, effect: {effect}}}\n")
    parsed = validate(file, StatementFile)
    assert [(f.code, f.path.removeprefix("statements.0.")) for f in file.findings] == said
    assert parsed == StatementFile(statements=())


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "null"),
        (True, "true"),
        ({"a": 1, 2: 3}, "a, 2"),
        ({}, "{}"),
        ([1, [2, "x"]], "[1, [2, x]]"),
        (-(10**50), "a very large number"),
        ("a\n b", "a b"),
        ("x" * 50, "x" * 37 + "..."),
        (1.5, "1.5"),
    ],
)
def test_any_value_is_shown_short(value: object, words: str) -> None:
    assert shown(value) == words


def test_a_number_too_long_to_be_written_is_shown() -> None:
    assert shown(10**5000) == "a very large number"


@pytest.mark.parametrize(
    ("word", "known", "hint"),
    [
        ("meepel", {"meeple", "mayor"}, "did you mean `meeple`?"),
        ("xyz", {"meeple", "mayor"}, "one of: mayor, meeple"),
        ("NE", {"N", "E"}, "one of: E, N"),
        ("xyz", set(), None),
        ("xyz", {f"word-{n}" for n in range(13)}, None),
        (3, {"c3", "c3.1"}, "one of: c3, c3.1"),
    ],
)
def test_hints(word: object, known: set[str], hint: str | None) -> None:
    assert hint_for(word, known) == hint


def test_the_nearest_word_is_the_same_in_whatever_order_they_are_known() -> None:
    assert did_you_mean("aab", ["aaa", "bab", "aac"]) == did_you_mean("aab", ["bab", "aac", "aaa"])
