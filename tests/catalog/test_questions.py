"""Questions: what the sources say is what the data answers, and the cases that a small catalogue can show."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from catalog import Answer, Catalog, Question, Rulings, can
from catalog.effects import Effect, Not
from catalog.questions import Beaten
from tests.catalog.matrix import matrix, named
from tests.catalog.rulings import catalog_of, member, ruling
from tests.ours import ours


@cache
def _rulings() -> Rulings:
    return Rulings(ours().catalog)


@pytest.mark.parametrize(("question", "row"), list(matrix()), ids=named)
def test_the_data_answers_as_the_sources_do(question: Question, row: dict[str, Any]) -> None:
    answer = _rulings().ask(question)
    assert answer.verdict == row["verdict"]
    assert answer.play == row.get("play", "refuse" if row["verdict"] in {"may-not", "does-not", "need-not"} else "allow")
    assert [exception.verdict for exception in answer.exceptions] == row.get("exceptions", []) or "from" in row
    assert set(row.get("by", ())) <= set(answer.rulings)
    assert list(answer.other_editions) == row.get("from", [])
    assert (answer.rulings == ()) == (answer.verdict == "not-stated")


def test_an_exception_names_the_statement_that_makes_it() -> None:
    answer = _rulings().ask(Question("dragon", "remove", "meeple", edition="c3.1"))
    assert [(e.verdict, e.statement) for e in answer.exceptions] == [("does-not", "fairy-keeps-her-meeple")]


def test_the_real_data_has_no_clash() -> None:
    assert [(c.one.statement.id, c.other.statement.id) for c in _rulings().clashes()] == []


def _ask(catalog: Catalog, words: str, **more: Any) -> Answer:
    actor, verb, target, *on = words.split()
    return can(catalog, Question(actor, verb, target, tuple(on), **more))


GENERAL = ruling("general", "dragon remove meeple", "does")


def test_what_no_ruling_reaches_is_not_stated_and_play_follows_the_verb() -> None:
    catalog = catalog_of([])
    assert _ask(catalog, "dragon remove meeple") == Answer("not-stated", "refuse")
    assert _ask(catalog, "dragon return meeple") == Answer("not-stated", "allow")


def test_words_that_do_not_exist_are_never_reached_and_a_verb_must_exist() -> None:
    rulings = Rulings(catalog_of([GENERAL]))
    assert rulings.ask(Question("ghost", "remove", "nobody", ("nowhere",))).verdict == "not-stated"
    with pytest.raises(KeyError):
        rulings.ask(Question("dragon", "frighten", "meeple"))


@pytest.mark.parametrize(
    ("narrow", "question"),
    [
        (ruling("narrow", "dragon remove giant", "does-not"), "dragon remove giant"),
        (ruling("narrow", "dragon remove meeple hoard", "does-not"), "dragon remove meeple hoard"),
        (ruling("narrow", "dragon remove meeple hoard", "does-not", box="lair"), "dragon remove giant hoard coat-of-arms"),
        (ruling("narrow", "dragon remove farmer", "does-not"), "dragon remove farmer"),
        (ruling("narrow", "dragon remove farmer", "does-not"), "dragon remove meeple field"),
        (ruling("narrow", "dragon remove meeple field", "does-not"), "dragon remove farmer"),
        (ruling("narrow", "dragon remove meeple", "does-not", boxes=["lair"]), "dragon remove meeple"),
        (ruling("narrow", "dragon remove meeple", "does-not", overrides=["general"]), "dragon remove meeple"),
        (ruling("narrow", "dragon remove meeple", "does-not", replaces=["general"]), "dragon remove meeple"),
    ],
)
def test_a_narrower_ruling_wins(narrow: dict[str, Any], question: str) -> None:
    catalog = catalog_of([GENERAL, member("class", "giant", "meeple"), narrow])
    assert list(Rulings(catalog).clashes()) == []
    answer = _ask(catalog, question)
    assert answer.verdict == "does-not"
    assert answer.play == "refuse"
    assert "general" not in answer.rulings


def test_a_ruling_on_a_role_reaches_nobody_elsewhere() -> None:
    catalog = catalog_of([ruling("farmers", "dragon remove farmer", "does-not")])
    assert _ask(catalog, "dragon remove meeple").verdict == "not-stated"
    assert _ask(catalog, "dragon remove meeple city").verdict == "not-stated"


def test_an_answer_cites_what_makes_its_target_a_member_of_the_class() -> None:
    chain = [member("giants", "giant", "meeple"), member("trolls", "dragon", "giant")]
    catalog = catalog_of([ruling("rule", "player place meeple", "may"), *chain])
    assert _ask(catalog, "player place dragon").rulings == ("rule", "trolls", "giants")


def test_of_several_that_make_it_a_member_the_one_of_the_rulings_box_is_cited() -> None:
    chain = [member("first", "giant", "meeple"), member("own", "giant", "meeple", box="lair")]
    catalog = catalog_of([GENERAL, *chain, ruling("there", "player place meeple", "may", box="lair")])
    assert _ask(catalog, "player place giant").rulings == ("there", "own")
    assert _ask(catalog, "dragon remove giant").rulings == ("general", "first")


def test_a_membership_holds_only_with_its_box_and_in_its_edition() -> None:
    catalog = catalog_of([GENERAL, member("class", "giant", "meeple", box="lair", editions=["c3.1"])])
    assert _ask(catalog, "dragon remove giant", boxes=("base", "lair"), edition="c3.1").verdict == "does"
    assert _ask(catalog, "dragon remove giant", boxes=("base",), edition="c3.1").verdict == "not-stated"
    assert _ask(catalog, "dragon remove giant", edition="c2").other_editions == ("c3.1",)


def test_a_membership_that_is_replaced_makes_no_member() -> None:
    other = ruling("other", "player place giant", "may", box="lair", replaces=["class"])
    catalog = catalog_of([GENERAL, member("class", "giant", "meeple"), other])
    assert _ask(catalog, "dragon remove giant", table={"base": "c3.1"}).verdict == "does"
    assert _ask(catalog, "dragon remove giant", table={"base": "c3.1", "lair": "c3.1"}).verdict == "not-stated"


@pytest.mark.parametrize("words", ["player place {}", "player place meeple {}"])
def test_a_box_that_is_not_on_the_table_makes_no_ruling_narrower(words: str) -> None:
    rules = [ruling("one", words.format("giant"), "may"), ruling("other", words.format("meeple"), "may-not")]
    classes = [member("m1", "dragon", "giant"), member("m2", "dragon", "meeple"), member("m3", "giant", "meeple", box="lair")]
    catalog = catalog_of([*rules, *classes])
    both = _ask(catalog, words.format("dragon"), table={"base": "c3.1"})
    assert (both.verdict, {*both.rulings} & {"one", "other"}) == ("may-not", {"one", "other"})
    narrower = _ask(catalog, words.format("dragon"), table={"base": "c3.1", "lair": "c3.1"})
    assert (narrower.verdict, {*narrower.rulings} & {"one", "other"}) == ("may", {"one"})


def test_an_answer_names_the_rulings_that_lose_to_it_and_say_otherwise() -> None:
    catalog = catalog_of(
        [
            GENERAL,
            member("class", "giant", "meeple"),
            ruling("same", "dragon remove giant", "does"),
            ruling("elsewhere", "dragon remove meeple road", "need-not"),
            ruling("narrow", "dragon remove giant city", "does-not"),
        ]
    )
    answer = _ask(catalog, "dragon remove giant city")
    assert (answer.verdict, answer.rulings) == ("does-not", ("narrow",))
    assert answer.beaten == (Beaten("does", GENERAL["id"], ("class",)), Beaten("does", "same"))
    assert _ask(catalog, "dragon remove giant").beaten == ()
    assert _ask(catalog, "dragon remove dragon").beaten == ()


def test_a_ruling_with_a_condition_is_nothing_that_an_answer_departs_from() -> None:
    condition = {"if": [{"exists": {"of": {"pieces": {"kind": ["dragon"]}}}}]}
    catalog = catalog_of(
        [ruling("if", "dragon remove meeple", "does", rule=condition), ruling("city", "dragon remove meeple city", "does-not")]
    )
    assert _ask(catalog, "dragon remove meeple city").beaten == ()


def test_a_ruling_of_another_edition_answers_and_says_so() -> None:
    catalog = catalog_of([ruling("new", "dragon remove meeple", "does", editions=["c3.1"])])
    assert _ask(catalog, "dragon remove meeple", edition="c3.1").other_editions == ()
    assert _ask(catalog, "dragon remove meeple", edition="c2") == Answer("does", "allow", (), (), ("new",), ("c3.1",))


def test_without_an_edition_the_newest_answers() -> None:
    old = ruling("old", "dragon remove meeple", "does", editions=["c2"])
    new = ruling("new", "dragon remove meeple", "does-not", editions=["c3.1"])
    assert _ask(catalog_of([old, new]), "dragon remove meeple").verdict == "does-not"
    assert _ask(catalog_of([old]), "dragon remove meeple").verdict == "does"


def test_a_ruling_counts_only_with_its_boxes_on_the_table() -> None:
    catalog = catalog_of([GENERAL, ruling("more", "dragon remove meeple", "does-not", boxes=["lair"])])
    assert _ask(catalog, "dragon remove meeple", boxes=("base",)).verdict == "does"
    assert _ask(catalog, "dragon remove meeple", boxes=("base", "lair")).verdict == "does-not"
    assert _ask(catalog, "dragon remove meeple", boxes=("lair",)).verdict == "not-stated"


CONDITION = {"if": [{"exists": {"of": {"pieces": {"kind": ["dragon"], "at": "board"}}}}]}


def test_a_conditional_ruling_is_an_exception_not_the_verdict() -> None:
    catalog = catalog_of([GENERAL, ruling("sometimes", "dragon remove meeple", "does-not", rule=CONDITION)])
    answer = _ask(catalog, "dragon remove meeple")
    assert answer.verdict == "does"
    assert [(e.verdict, e.statement) for e in answer.exceptions] == [("does-not", "sometimes")]
    assert answer.rulings == ("general", "sometimes")


def test_a_condition_alone_leaves_the_rest_not_stated() -> None:
    answer = _ask(catalog_of([ruling("sometimes", "dragon remove meeple", "does", rule=CONDITION)]), "dragon remove meeple")
    assert (answer.verdict, answer.play) == ("not-stated", "refuse")
    assert [e.verdict for e in answer.exceptions] == ["does"]


def test_a_conditional_ruling_is_silent_where_a_narrower_one_is_firm() -> None:
    catalog = catalog_of(
        [
            ruling("sometimes", "dragon remove meeple", "does", rule=CONDITION),
            ruling("never", "dragon remove meeple", "does-not", overrides=["sometimes"]),
        ]
    )
    assert _ask(catalog, "dragon remove meeple").exceptions == ()


def test_a_ruling_under_an_option_is_an_exception() -> None:
    catalog = catalog_of([GENERAL, ruling("short", "dragon remove meeple", "does-not", option="length=short")])
    answer = _ask(catalog, "dragon remove meeple")
    assert answer.verdict == "does"
    assert [(e.verdict, e.statement) for e in answer.exceptions] == [("does-not", "short")]


def test_a_ruling_under_an_option_that_is_chosen_is_the_verdict() -> None:
    catalog = catalog_of([GENERAL, ruling("short", "dragon remove meeple", "does-not", option="length=short")])
    answer = _ask(catalog, "dragon remove meeple", options=("length=short",))
    assert (answer.verdict, answer.exceptions, answer.rulings) == ("does-not", (), ("short",))


def test_a_ruling_under_the_default_is_the_verdict_unless_another_value_is_chosen() -> None:
    catalog = catalog_of([GENERAL, ruling("full", "dragon remove meeple", "does-not", option="length=full")])
    for table in ({}, {"table": {"base": "c3.1", "lair": "c3.1"}}):
        answer = _ask(catalog, "dragon remove meeple", **table)
        assert (answer.verdict, answer.exceptions, answer.rulings) == ("does-not", (), ("full",))
        answer = _ask(catalog, "dragon remove meeple", options=("length=short",), **table)
        assert (answer.verdict, [e.statement for e in answer.exceptions]) == ("does", ["full"])


def test_rulings_under_two_values_of_one_option_never_meet() -> None:
    full = ruling("full", "dragon remove meeple", "does-not", option="length=full")
    short = ruling("short", "dragon remove meeple", "does", option="length=short")
    assert list(Rulings(catalog_of([full, short])).clashes()) == []
    weather = ruling("wet", "dragon remove meeple", "does", option="weather=wet")
    assert [(c.one.statement.id, c.other.statement.id) for c in Rulings(catalog_of([full, weather])).clashes()] == [
        ("full", "wet")
    ]


def test_a_table_may_mix_printings() -> None:
    catalog = catalog_of(
        [
            ruling("general", "player place meeple", "may", editions=["c2"]),
            ruling("hoards", "player place meeple hoard", "may-not", box="lair"),
            member("giants", "giant", "meeple", box="lair", boxes=["base"]),
        ]
    )
    mixed = {"base": "c2", "lair": "c3.1"}
    assert _ask(catalog, "player place meeple hoard", table=mixed).rulings == ("hoards",)
    assert _ask(catalog, "player place giant", table=mixed).rulings == ("general", "giants")
    assert _ask(catalog, "player place giant", table={"base": "c2"}).verdict == "not-stated"
    assert _ask(catalog, "player place meeple", table={"base": "c3.1"}) == Answer("not-stated", "refuse")
    assert _ask(catalog, "player place meeple", table=mixed, edition="c3.1").other_editions == ()


def test_a_statement_under_an_option_replaces_nothing_unasked() -> None:
    catalog = catalog_of([GENERAL, ruling("short", "dragon remove giant", "does", option="length=short", replaces=["general"])])
    assert _ask(catalog, "dragon remove meeple").verdict == "does"


def test_what_follows_from_the_winner_follows_and_from_the_loser_does_not() -> None:
    catalog = catalog_of(
        [
            ruling("general", "dragon remove meeple", "does", rule={"entails": ["first"]}),
            ruling("hoard", "dragon remove meeple hoard", "does", rule={"entails": ["second"]}),
        ]
    )
    assert _ask(catalog, "dragon remove meeple").consequences == ("first",)
    assert _ask(catalog, "dragon remove meeple hoard").consequences == ("second",)


def test_rulings_that_clash_are_answered_with_caution_whichever_stands_first() -> None:
    two = [ruling("one", "player place meeple", "may"), ruling("other", "player place meeple", "may-not", box="lair")]
    for entries in (two, two[::-1]):
        assert _ask(catalog_of(entries), "player place meeple").verdict == "may-not"
        assert len(list(Rulings(catalog_of(entries)).clashes())) == 1


def test_rulings_under_opposite_conditions_do_not_clash() -> None:
    catalog = catalog_of([ruling("with", "player place meeple", "may", rule=CONDITION)])
    (permission,) = catalog.statements["with"].permissions
    opposite = permission.model_copy(update={"if_": (Not.model_construct(None, any_of=permission.if_),), "verdict": "may-not"})
    effect = Effect.model_construct(None, when=None, rules=(opposite,))
    without = catalog.statements["with"].model_copy(update={"id": "without", "effect": effect})
    statements, box_of = {**catalog.statements, "without": without}, {"with": "base", "without": "base"}
    assert list(Rulings(replace(catalog, statements=statements, box_of=box_of)).clashes()) == []
