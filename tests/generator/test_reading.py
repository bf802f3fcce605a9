"""Formal readings: each kind of the vocabulary can be said, in words that a translator has seen."""

from __future__ import annotations

import typing

import pytest
from babel import Locale
from markupsafe import Markup

from catalog import effects, index
from catalog.effects import EVENTS, KINDS, Effect, StepName
from catalog.model import kebab, walk
from catalog.paths import site_data
from catalog.statements import Statement
from generator import untranslated
from generator.i18n import Language, languages
from generator.i18n.strings import translations
from generator.reading import BOUND, Readings
from generator.rendering import environment
from generator.sayings import SECTIONS, VERDICTS
from generator.voice import Voice
from tests.ours import ours

FOLDER = site_data() / "readings"


@pytest.fixture(scope="module")
def catalog():
    return ours().catalog


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
    assert set(VERDICTS) - {"not-stated"} == set(typing.get_args(effects.Verdict))
    assert tuple(SECTIONS) == index.SECTIONS


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


def test_what_holds_a_walk_up_is_told_with_it(read):
    permit = {"actor": "dragon", "verb": "pass"}
    html = read({"when": "turn-start", "do": [{"walk": {"piece": "dragon", "permitted": permit}}]})
    assert "until no tile is ahead; where the rulings allow: dragon, pass" in html
    assert "rulings" not in read({"when": "turn-start", "do": [{"walk": "dragon"}]})


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


SAID = [
    ({"score": {"player": "active", "points": 3}}, "the player whose turn it is: 3 points"),
    ({"score": {"player": "active", "points": 1, "feature": "completed"}}, ": 1 point for the features completed"),
    (
        {"score": {"player": "each", "points": {"number-of": {"cells": {}}}}},
        "each player: points, namely the number of these: any square",
    ),
    ({"score": {"player": "active", "points": {"value-of": "mover"}}}, "points, namely the value of the moving piece"),
    (
        {"score": {"player": "active", "points": {"worth-of": "scored"}, "feature": "scored"}},
        "points for the feature scored, namely what the feature scored was worth when it was scored in this turn",
    ),
    (
        {"pay": {"from": "active", "to": {"holder-of": "dragon"}, "points": 2}},
        "the player whose turn it is gives points to whoever has dragon in front of them, as far as there are any: 2",
    ),
    ({"complete": "entered"}, "it is scored: the tile it comes to"),
    ({"become": {"feature": "completed", "kind": "road"}}, "this is a feature of the kind “road”: the features completed"),
    (
        {"random": {"of": {"in-pile": "won"}, "as": "the-tile", "do": [{"draw": {"from": ["won"], "tile": "the-tile"}}]}},
        '<b class="letter">A</b> the tiles that lie face up in this pile, each design once: <q>tiles sold</q>',
    ),
    ({"draw": {"from": ["won"], "tile": "drawn"}}, "draw the tile drawn, wherever it lies in this pile: <q>tiles sold</q>"),
    (
        {"draw": {"from": ["river", "land"]}},
        "draw the top one of the first of these piles that is not empty: <q>river</q> and <q>land tiles</q>",
    ),
    ({"move": {"piece": "dragon", "to": "entered"}}, "dragon goes here, without turning: the tile it comes to"),
    ({"lay-aside": {"tile": "drawn", "into": "waiting"}}, "the tile drawn is laid face up on this pile: <q>tiles that wait</q>"),
    (
        {"mix": {"from": "waiting", "into": "land"}},
        "all tiles of the pile <q>tiles that wait</q> into this pile: <q>land tiles</q>",
    ),
    (
        {"score": {"player": {"in-turn": "r"}, "points": 1}},
        "another player each time round, beginning with the one whose turn it is",
    ),
    ({"stock": {"kind": "dragon", "count": 2}}, "belong to nobody: 2 × dragon, in the game box"),
    ({"stock": {"kind": "dragon", "count": 2, "place": "beside-board"}}, "2 × dragon, beside the board"),
    ({"deal": {"to": "each", "kind": "meeple", "count": 7}}, "in their colour: 7 × meeple, in the supply"),
    (
        {"deal": {"to": "each", "kind": "meeple", "count": {"by-players": {2: 10, 3: 9, 4: 7}}}},
        "meeple, in the supply. How many: 10 if 2 play, 9 if 3 play, or 7 if 4 play",
    ),
    (
        {"put": {"piece": "dragon", "to": {"feature": "scored"}, "verb": "place"}},
        "dragon goes here: on the feature: the feature scored",
    ),
    (
        {"put": {"piece": "mover", "to": "beside-board", "verb": "place", "hidden": "dragon"}},
        "beside the board; it lies face down, and until it is put elsewhere nobody sees more than this: dragon",
    ),
]
"""Acts, and words of what is said of them."""


@pytest.mark.parametrize(("act", "words"), SAID, ids=[f"{n} {next(iter(act))}" for n, (act, _) in enumerate(SAID)])
def test_acts(read, act, words):
    assert words in read({"when": "setup", "do": [act]})


def test_an_auction_is_told_step_by_step(read):
    html = read({"when": "setup", "do": [{"auction": {"from": "land", "into": "won", "least": 1}}]})
    assert "turned up from the pile <q>land tiles</q>" in html
    assert "bids 1 point or more" in html
    assert html.count("<li>") == 6
    assert "face up in the pile <q>tiles sold</q>" in html


def test_tiles_that_are_only_turned_up_are_not_sold(read):
    html = read({"when": "setup", "do": [{"auction": {"from": "land", "into": "won", "bids": False}}]})
    assert "only turned up" in html
    assert "sells" not in html


SELECTED = [
    ({"pieces": {"at": {"square": "placed"}}}, "any figure, on the square itself, on none of its features: the tile placed"),
    ({"pieces": {"at": {"around": "placed"}}}, "any figure, on the squares of the tile placed or the eight around each of them"),
    ({"pieces": {"at": {"cross": {"from": "placed", "reach": 2}}}}, "at most 2 squares far"),
    ({"pieces": {"at": {"cross": {"from": "placed", "reach": 1}}}}, "at most 1 square far"),
    (
        {"pieces": {"at": {"cross": {"from": "placed", "reach": {"number-of": {"pieces": {}}}}}}},
        "at most so many squares far: the number of these: any figure",
    ),
    ({"pieces": {"kind": ["abbot"], "class": ["meeple"]}}, "abbot or meeple and whatever counts as one"),
    ({"pieces": {"off": ["road", "city"]}}, "any figure, on no feature of this kind: road or city"),
    ({"pieces": {"at": "box"}}, "any figure, in the game box"),
    ({"cells": {"around": "placed"}}, "any square, among the squares of the tile placed and the eight around each of them"),
    ({"cells": {"next-to": "placed"}}, "any square, sharing an edge with this: the tile placed"),
    ({"cells": {"new-in": "r"}}, "any square, where nothing that moves in this repetition has stood yet"),
    ({"cells": {"permitted": {"actor": "dragon", "verb": "pass"}}}, "any square, where the rulings allow: dragon, pass"),
    ({"cells": {"flanking": "scored"}}, "among the squares of the feature scored, which lie in one line"),
    (
        {"cells": {"marked": "dragon-hoard", "holding": [{"kind": ["meeple"], "most": 0}]}},
        "squares that show dragon hoard, with none of these on it (meeple), what stands on the features there does not count",
    ),
    ({"features": {"holding": [{"least": 2}]}}, "any feature, with at least 2 of these on it (any figure)"),
    (
        {"features": {"holding": [{"owner": "active", "most": 2}]}},
        "at most 2 of these on it (any figure, owned by the player whose turn it is)",
    ),
    (
        {"features": {"holding": [{"class": ["meeple"], "least": 1, "most": 1}]}},
        "exactly 1 of these on it (meeple and whatever counts as one)",
    ),
    ({"features": {"holding": [{"kind": ["abbot"], "least": 1, "most": 3}]}}, "with 1 to 3 of these on it (abbot)"),
    ({"features": {"kind": ["city"], "tiles": 2, "has": "coat-of-arms"}}, "city, on exactly 2 tiles, with coat of arms"),
    ({"features": {"lacks": "coat-of-arms", "earlier": True}}, "without coat of arms, of its kind since before this turn"),
    ({"features": {"touching": "scored"}}, "touching this: the feature scored"),
    (
        {"features": {"near": {"cells": {"around": "placed"}}}},
        "on at least one of these: any square, among the squares of the tile placed",
    ),
]
"""Selections, and words of what is said of them."""


@pytest.mark.parametrize(("selection", "words"), SELECTED, ids=range(len(SELECTED)))
def test_selections(read, selection, words):
    html = read({"when": "tile-placed", "if": [{"exists": {"of": selection}}], "do": [{"walk": "dragon"}]})
    assert "there is at least one of these" in html
    assert words in html


def test_conditions_name_their_numbers(read):
    html = read(
        {
            "when": "setup",
            "if": [
                {"exists": {"of": {"cells": {}}, "least": 3}},
                {"has-points": {"player": "active", "least": 1}},
                {"from-pile": "won"},
                {"happened": {"verb": "remove", "piece": {"pieces": {"class": ["meeple"]}}}},
            ],
            "do": [{"walk": "dragon"}],
        }
    )
    assert "there are at least 3 of these: any square" in html
    assert "has at least 1 point<" in html
    assert "was drawn from this pile: <q>tiles sold</q>" in html
    assert "earlier in this turn, this happened to meeple and whatever counts as one: remove<" in html


RULES = [
    ({"bystander": "dragon"}, "has no part in the majority: dragon"),
    ({"value": {"of": "dragon", "points": 1}}, "dragon is worth 1 point"),
    ({"modify": {"of": ["road", "city"], "divide": 2}}, "the points are divided by 2 and rounded up: road or city"),
    ({"modify": {"of": ["road"], "holding": "dragon", "divide": 2}}, "rounded up: road, with this on it: dragon and whatever counts as one"),
    ({"modify": {"of": ["road"], "add": {"tile": 1}, "divide": 2}}, "After all additions these points are divided by 2"),
    (
        {"modify": {"of": ["road"], "holding": "dragon", "add": {"tile": 1}}},
        "<caption>Added to the points: road, with this on it: dragon and whatever counts as one</caption>",
    ),
    ({"scoring": {"of": "road", "having": "lake", "completed": {"tile": 2}}}, "<caption>Points: road, with lake</caption>"),
    ({"scoring": {"of": "road", "tiles": 2, "completed": {"tile": 2}}}, "<caption>Points: road, of 2 tiles</caption>"),
    ({"span": {"piece": "dragon", "over": "field", "as": "road", "verb": "place"}}, "leads over the tile there: road"),
    ({"offer": {"step": "any", "do": [{"walk": "dragon"}]}}, "Once in a turn, whenever a player has to decide something"),
    ({"offer": {"step": "place-figure", "beside": True, "do": [{"walk": "dragon"}]}}, "once a turn, beside what the limit counts:"),
    (
        {"offer": {"step": "place-figure", "must": True, "do": [{"walk": "dragon"}]}},
        "“placing a figure” a player has to do this where it can be done, and then nothing else:",
    ),
    ({"ends-when": ["land"]}, "and those of every other rule like this, are found empty: <q>land tiles</q>"),
    (
        {
            "permission": {
                "actor": "player", "verb": "place", "target": "meeple", "verdict": "may",
                "if": [{"exists": {"of": {"cells": {"around": "square"}}}}],
            }
        },
        "among the squares of the square in question",
    ),
]  # fmt: skip
"""Facts, and words of what is said of them."""


@pytest.mark.parametrize(("rule", "words"), RULES, ids=[f"{n} {next(iter(rule))}" for n, (rule, _) in enumerate(RULES)])
def test_facts(read, rule, words):
    assert words in read({"rules": [rule]})


def test_an_addition_is_a_table_of_one_column(read):
    html = read({"rules": [{"modify": {"of": ["road"], "add": {"tile": 1, "marks": {"lake": 2}}}}]})
    assert html.count("<tr>") == 3
    assert html.count("<td>") == 2
    assert "divided" not in html


def test_an_effect_says_what_it_waits_for_and_what_waits_for_it(read):
    html = read({"when": "tile-placed", "after": "one", "before": "other", "do": [{"walk": "dragon"}]})
    assert "a tile has been placed, before a figure is" in html
    assert "after this rule: <a>one</a>" in html
    assert "before this rule: <a>other</a>" in html


UNSAID = {
    ("repeat", "name"), ("stop", "loop"), ("in-turn", "loop"),  # nothing but a word by which other rules know it
    ("directions", "toward"), ("turns", "order"), ("ties", "share"), ("wins", "most"),  # there is one word only that can stand there
    ("pieces", "kind"), ("pieces", "class"), ("pieces", "owner"),  # said by ``words.j2``
}  # fmt: skip
"""Fields that the template of their kind does not name."""


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.key)
def test_no_field_is_left_unsaid(kind):
    template = (FOLDER / f"{kind.key}.j2").read_text(encoding="utf-8")
    silent = {(kind.key, kebab(name)) for name in kind.model_fields if f"node.{name}" not in template}
    assert silent == {(key, name) for key, name in UNSAID if key == kind.key}


def test_a_reading_that_is_not_translated_says_which_words_of_it_are_english(catalog):
    strings = translations([], "nplurals=3; plural=0;")
    language = Language("cs", "čeština", catalog, Locale("cs"), strings=strings)
    statement = next(s for s in catalog.statements.values() if isinstance(s.effect, Effect))
    said = Readings(catalog, language, FOLDER).read(statement, Voice(language), Markup)
    assert said.state == "missing"
    assert '<dt><span lang="en">' in untranslated.in_html(said.body)


def test_a_pile_is_called_by_its_label_in_quotation_marks(catalog, read):
    label = next(pile.name for pile in catalog.boxes["base"].piles if pile.id == "land")
    effect = {"when": "tile-placed", "do": [{"draw": {"from": ["land", "attic"]}}]}
    assert f"<q>{label}</q> and <q>attic</q>" in read(effect)


def test_every_pile_of_our_rules_has_a_label_in_every_language(catalog):
    made = {getattr(n, "into", None) or getattr(n, "name", None) for s in catalog.statements.values()
            for _, n, _ in walk(s.effect) if type(n).__name__ in {"Pile", "Auction", "LayAside"}}  # fmt: skip
    named = {pile.id: box.id for box in catalog.boxes.values() for pile in box.piles}
    assert made == named.keys()
    for language in languages(catalog).by_tag.values():
        for pile, box in named.items():
            english = next(one.name for one in catalog.boxes[box].piles if one.id == pile)
            assert language.text(f"pile/{box}/{pile}", english).state in {"source", "translated"}
