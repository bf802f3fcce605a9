"""Formal readings: each kind of the vocabulary can be said, in words that a translator has seen."""

from __future__ import annotations

import typing
from collections import Counter

import pytest
from babel import Locale
from markupsafe import Markup

from catalog import effects, load
from catalog.effects import EVENTS, KINDS, Effect, StepName
from catalog.model import walk
from catalog.paths import site_data
from catalog.statements import Statement
from generator.i18n import Language, languages
from generator.i18n.strings import translations
from generator.reading import BOUND, Readings
from generator.rendering import environment
from generator.voice import Voice

FOLDER = site_data() / "readings"


@pytest.fixture(scope="module")
def catalog():
    return load().catalog


@pytest.fixture(scope="module")
def english(catalog):
    return languages(catalog, only=[]).by_tag["en"]


@pytest.fixture(scope="module")
def readings(catalog, english):
    return Readings(catalog, english, FOLDER)


@pytest.fixture
def read(readings, english):
    def read(effect):
        statement = Statement.model_validate(
            {"id": "made-up", "section": "general", "text": "Made up.", "source": {"doc": "nowhere"}, "effect": effect}
        )
        return readings.read(statement, Voice(english), lambda entry: Markup("<a>{}</a>").format(entry)).body

    return read


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.key)
def test_each_kind_has_a_template(kind):
    assert (FOLDER / f"{kind.key}.j2").is_file(), f"write site/readings/{kind.key}.j2: {kind.__doc__}"


def test_no_template_is_left_over():
    known = {kind.key for kind in KINDS} | {"words", "effect"}
    assert {path.stem for path in FOLDER.glob("*.j2")} == known


def test_there_are_words_for_everything_that_the_vocabulary_fixes(english):
    words = environment(FOLDER, english).get_template("words.j2").module
    assert set(words.EVENTS) == set(EVENTS)
    assert set(words.STEPS) == set(typing.get_args(StepName))
    assert set(words.BOUND) == BOUND
    assert set(words.VERDICTS) == set(typing.get_args(effects.Verdict))


def test_every_statement_of_the_data_can_be_read(catalog, english, readings):
    for statement in catalog.statements.values():
        said = readings.read(statement, Voice(english), Markup)
        assert said.body.strip(), statement.id
        assert said.lang == ""
        kinds = {type(node).key for _, node, _ in walk(statement.effect) if isinstance(node, tuple(KINDS))}
        assert kinds or not isinstance(statement.effect, Effect)


def test_what_is_chosen_becomes_a_letter_where_it_is_named(read):
    html = read(
        {
            "when": "turn-start",
            "do": [
                {
                    "choose": {
                        "from": [{"cells": {}}, {"features": {"state": "completed"}}],
                        "as": ["goal", "prize"],
                        "do": [{"put": {"piece": "dragon", "to": {"cell": "goal"}, "verb": "place"}}],
                    }
                }
            ],
        }
    )
    assert '<b class="letter">A</b> any square' in html
    assert '<b class="letter">B</b> any feature, completed' in html
    assert 'on the tile itself: <b class="letter">A</b>' in html
    assert "goal" not in html


def test_acts_inside_acts_are_lists_inside_lists(read):
    html = read(
        {"when": "turn-start", "do": [{"repeat": {"name": "r", "times": 3, "do": [{"walk": "dragon"}, {"stop": {"loop": "r"}}]}}]}
    )
    assert html.count("<ol>") == 2
    assert "Do this 3 times" in html


def test_an_element_is_called_by_its_name(read):
    shown = {"tile-has": {"tile": "drawn", "mark": "coat-of-arms"}}
    assert "the tile drawn shows coat of arms" in read({"when": "tile-drawn", "if": [shown], "do": [{"walk": "dragon"}]})


def test_a_scoring_table_has_a_row_for_each_thing_that_counts(read):
    html = read(
        {
            "rules": [
                {
                    "scoring": {
                        "of": "city",
                        "completed": {"tile": 2, "marks": {"coat-of-arms": 2}},
                        "final": {"tile": 1, "touching": {"kind": "road", "completed": True, "points": 3}},
                    }
                }
            ]
        }
    )
    assert html.count("<tr>") == 4
    assert "<td>2</td><td>1</td>" in html
    assert "<td>2</td><td>0</td>" in html
    assert "<td>0</td><td>3</td>" in html


def test_a_reading_that_is_not_translated_says_that_it_is_english(catalog):
    missing = Counter()
    strings = translations([], "nplurals=3; plural=0;", missing)
    language = Language("cs", "čeština", catalog, Locale("cs"), strings=strings, untranslated=missing)
    statement = next(s for s in catalog.statements.values() if isinstance(s.effect, Effect))
    said = Readings(catalog, language, FOLDER).read(statement, Voice(language), Markup)
    assert (said.lang, said.state) == ("en", "missing")
