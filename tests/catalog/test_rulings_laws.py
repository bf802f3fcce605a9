"""Laws of rulings over any small catalogue: order is nothing, the narrower wins, what passes the check has no contradiction."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from catalog import Question, Rulings
from tests.catalog.rulings import catalog_of, member, ruling

ACTORS = ("dragon", "player")
TARGETS = ("meeple", "giant", "dragon", "farmer")
PLACES = ("hoard", "coat-of-arms", "city", "field")
KINDS = {"city", "field"}
EDITIONS = ("c2", "c3.1")
TABLES: tuple[tuple[str, ...] | None, ...] = (None, ("base",), ("base", "lair"))
MEMBERS = [
    member("m1", "giant", "meeple"),
    member("m2", "dragon", "giant"),
    member("m3", "dragon", "meeple"),
    member("m4", "player", "dragon"),
]

places = st.sets(st.sampled_from(PLACES), max_size=2).filter(lambda found: len(found & KINDS) < 2)


@st.composite
def rulings(draw: st.DrawFn, name: str) -> dict[str, Any]:
    target, on = draw(st.sampled_from(TARGETS)), draw(places)
    words = " ".join((draw(st.sampled_from(ACTORS)), "place", target, *sorted(on)))
    verdict, box = draw(st.sampled_from(["may", "may-not", "must"])), draw(st.sampled_from(["base", "lair"]))
    more: dict[str, Any] = {}
    if draw(st.booleans()):
        more["editions"] = [draw(st.sampled_from(EDITIONS))]
    if draw(st.booleans()):
        more["boxes"] = draw(st.sampled_from([["lair"], ["base"]]))
    return ruling(name, words, verdict, box=box, **more)


@st.composite
def entries(draw: st.DrawFn, most: int = 5) -> list[dict[str, Any]]:
    count = draw(st.integers(1, most))
    members = draw(st.lists(st.sampled_from(MEMBERS), unique_by=lambda m: m["id"], max_size=3))
    return [*members, *(draw(rulings(f"r{n}")) for n in range(count))]


def questions() -> list[Question]:
    """Return every question of the small world that can come true: a farmer does not stand in a city."""
    on = [(), *((p,) for p in PLACES), ("hoard", "city"), ("hoard", "coat-of-arms"), ("hoard", "coat-of-arms", "field")]
    return [
        Question(actor, "place", target, where, edition, table)
        for actor, target, where, edition, table in product(ACTORS, TARGETS, on, EDITIONS, TABLES)
        if not (target == "farmer" and "city" in where)
    ]


ALL = questions()
some = st.sampled_from(ALL)


def _said(catalog: Any, question: Question) -> tuple[Any, ...]:
    answer = Rulings(catalog).ask(question)
    exceptions = {(e.verdict, e.statement) for e in answer.exceptions}
    return answer.verdict, answer.play, exceptions, set(answer.consequences), set(answer.rulings), answer.other_editions


@settings(max_examples=60)
@given(entries(), some, st.randoms(use_true_random=False))
def test_the_order_of_statements_does_not_matter(found: list[dict[str, Any]], question: Question, chance: Any) -> None:
    # Of two memberships that lead to the same class, the first is cited: they stay as they are.
    members, rules = ([e for e in found if e["id"].startswith(letter)] for letter in "mr")
    chance.shuffle(rules)
    assert _said(catalog_of(found), question) == _said(catalog_of([*members, *rules]), question)


@settings(max_examples=60)
@given(entries(), some)
def test_a_place_that_no_ruling_mentions_changes_nothing(found: list[dict[str, Any]], question: Question) -> None:
    catalog = catalog_of(found)
    elsewhere = replace(question, on=(*question.on, "monastery"))
    assert _said(catalog, question) == _said(catalog, elsewhere)


@settings(max_examples=60)
@given(entries(), some, st.sampled_from(["may", "may-not", "must"]))
def test_a_ruling_narrower_than_all_others_wins(found: list[dict[str, Any]], question: Question, verdict: str) -> None:
    words = " ".join((question.actor, "place", question.target, *question.on, "monastery"))
    if KINDS & {*question.on} or question.target == "farmer":
        words = words.replace("monastery", "village")
    narrow = ruling("narrow", words, verdict, box=(question.boxes or ("base",))[0])
    where = tuple(words.split()[3:])
    asked = replace(question, on=where)
    answer = Rulings(catalog_of([*found, narrow])).ask(asked)
    assert (answer.verdict, answer.rulings) == (verdict, ("narrow",))


@settings(max_examples=60)
@given(entries(), some)
def test_a_default_reaches_an_element_only_through_a_declared_class(found: list[dict[str, Any]], question: Question) -> None:
    alone = [e for e in found if e["id"].startswith("r")]
    answer = Rulings(catalog_of(alone)).ask(question)
    reachable = {question.target, *(["meeple"] if question.target == "farmer" else [])}
    rules = {e["id"]: e["effect"]["rules"][0]["permission"] for e in alone}
    for statement in answer.rulings:
        named = rules[statement]["target"]
        assert named in reachable or (named == "farmer" and question.target == "meeple" and "field" in question.on)
        assert rules[statement]["actor"] == question.actor


@settings(max_examples=80)
@given(entries())
def test_beating_is_a_strict_order(found: list[dict[str, Any]]) -> None:
    judge = Rulings(catalog_of(found))
    for one, two in product(judge.rows, repeat=2):
        assert not (judge.beats(one, two) and judge.beats(two, one))
    for one, two, three in permutations(judge.rows, 3):
        assert not (judge.beats(one, two) and judge.beats(two, three)) or judge.beats(one, three)


@settings(max_examples=80)
@given(entries())
def test_what_the_check_lets_pass_never_contradicts_itself(found: list[dict[str, Any]]) -> None:
    judge = Rulings(catalog_of(found))
    if list(judge.clashes()):
        return
    for question in ALL:
        setting = next(judge._settings(question))
        firm = judge.winners(judge._about(question, setting), setting)
        assert len({row.permission.verdict for row in firm}) <= 1, question


@settings(max_examples=80)
@given(entries())
def test_for_each_clash_there_is_a_question_that_shows_it(found: list[dict[str, Any]]) -> None:
    judge = Rulings(catalog_of(found))
    for clash in judge.clashes():
        on = tuple(sorted(clash.one.places | clash.other.places))
        # The Lair needs the base game: both are on a table where its rulings hold.
        table = ("base", "lair") if "lair" in clash.one.boxes | clash.other.boxes else ("base",)
        asked = [Question(clash.actor, "place", clash.target, on, edition, table) for edition in EDITIONS]
        settings = [(question, next(judge._settings(question))) for question in asked]
        answers = [judge.winners(judge._about(question, setting), setting) for question, setting in settings]
        assert any(clash.one in firm and clash.other in firm for firm in answers)
