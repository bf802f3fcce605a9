"""The words of ``bastide can`` and ``bastide rulings``: any language, number and form, in quotes or not; what departs from what."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bastide.words import Part, UnknownWordError, Words, plain, share_out
from generator import sayings
from generator.i18n.style import NO_BREAK
from tests.bastide.conftest import Run, interface
from tests.catalog.museum import read_yaml
from tests.catalog.rulings import catalog_of, member, ruling
from tests.ours import ours

CASES = read_yaml(Path(__file__).parents[1] / "data" / "questions.yaml")
UNCOUNTED = {"inn on the lake"}
"""Synonyms whose plural is not made at their end."""


def _places(case: dict[str, Any]) -> list[str]:
    return [word for place in case.get("on", ()) for word in ("--on", place)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["ask"])
def test_a_question_in_words(run: Run, case: dict[str, Any]) -> None:
    asked = [*_places(case), "--edition", case.get("edition", "c3.1"), "--format", "json"]
    ran = run("can", case["ask"], *asked)
    assert ran.code == 0, ran.err
    answer = ran.json
    assert " ".join(answer["question"][k] for k in ("actor", "verb", "target")) == case["is"]
    assert answer["verdict"] == case["verdict"]
    if "departs-from" in case:
        assert [default["id"] for default in answer["departs_from"]] == case["departs-from"]
    if "pending" in case:
        assert [e["id"] for e in answer["entails"] if e["pending"]] == case["pending"]
    # As separate words it is the same question.
    assert run("can", *case["ask"].split(), *asked).json == answer


def test_every_synonym_is_understood_in_the_plural() -> None:
    words = Words(ours().catalog)
    for element in ours().catalog.elements.values():
        for word in element.aliases if element.plural else ():
            ends = {"y": "ies", "f": "ves"}
            plural = word[:-1] + ends[word[-1]] if word[-1] in ends else word + ("es" if word.endswith(("s", "ch")) else "s")
            if word not in UNCOUNTED and not word.endswith(("s", "men")):
                assert words.meanings(plural, ours().catalog.elements) == [element.id], plural


def test_every_verb_is_understood_in_the_third_person() -> None:
    words = Words(ours().catalog)
    for verb in ours().catalog.verbs.values():
        for word in (verb.name, *verb.aliases):
            first, *rest = word.split()
            third = " ".join([first + ("es" if first.endswith(("ch", "ss", "o")) else "s"), *rest])
            assert words.meanings(third, ours().catalog.verbs) == [verb.id], third


def test_scenery_means_only_what_nothing_else_does() -> None:
    words, elements = Words(ours().catalog), ours().catalog.elements
    assert words.meanings("highwaymen", elements) == ["highwayman"]
    assert words.meanings("printed highwayman", elements) == ["printed-highwayman"]
    assert words.meanings("donkey stables", elements) == ["donkey-stable"]


def test_letters_without_a_plain_part_are_typed_plain_too() -> None:
    assert plain("Młyn, Đorđe!") == "mlyn-dorde"


WRONG = {
    "`large meepel` is no word": (["dragon", "eats", "large", "meepel"], "`large meeple`"),
    "`eatss` is no word": (["dragon", "eatss", "large", "meeple"], "`eats`"),
    "`Does the dragon` is no word": (["Does the dragon eat meeples?"], "`dragon eat meeples`"),
    "`pastyrr` is no word": (["drak odstranit pastyrr"], "`pastýř`"),
    "`kouzlny portal` is no word": (["kouzlny portal umístit družiník"], "`kouzelný portál`"),
    "`kouzelny portl` is no word": (["kouzelny portl", "umístit", "družiník"], "`kouzelný portál`"),
    "`dragon eats` is too short": (["dragon", "eats"], "as plain words"),
    "an empty word is too short": ([" "], "as plain words"),
    "has 90 words": (["dragon " * 90], "write fewer words"),
    "`may` is no word": (["may the dragon remove a shepherd?"], "`dragon remove shepherd`"),
    "`fairy be` is no word": (["fairy", "be", "assigned", "to", "large", "meeples"], "`fairy assigned to large meeples`"),
    "`smí drak` is no word": (["smí drak sežrat pastýře"], "`drak sežrat pastýře`"),
    "`dragon hord` is no word": (["dragon remove dragon hord"], "`dragon hoard`"),
    "`remve the` is no word": (["dragon remve the meeple"], "`remove`"),
    "begins with no sort": (["thing:dragon", "eats", "meeple"], "sorts are"),
}


@pytest.mark.parametrize(("told", "given", "hint"), [(t, *g) for t, g in WRONG.items()], ids=WRONG)
def test_a_word_that_means_nothing_is_named_with_one_that_does(run: Run, told: str, given: list[str], hint: str) -> None:
    ran = run("can", *given)
    assert (ran.code, ran.out) == (2, "")
    message, help_ = ran.err.splitlines()
    assert told in message
    assert hint in help_


def test_a_place_that_means_nothing_is_named_too(run: Run) -> None:
    ran = run("can", "dragon eats meeple", "--on", "obrane stanoviste")
    assert ran.code == 2
    assert "did you mean `obranné stanoviště`?" in ran.err


def _read(*meanings: dict[str, list[str]]) -> list[Part]:
    def one(known: dict[str, list[str]], word: str) -> str:
        if len(known.get(word, ())) != 1:
            message = f"{word}: {known.get(word, 'nothing')}"
            raise UnknownWordError(message, None)
        return known[word][0]

    return [
        Part(
            f"PART{n}",
            lambda word, known=known: known.get(word, []),
            lambda word, known=known: one(known, word),
            lambda word, known=known: any(word == other[:-1] for other in known),
        )
        for n, known in enumerate(meanings)
    ]


def test_words_are_shared_out_where_that_goes_in_one_way_only() -> None:
    parts = _read({"old mill": ["mill"], "old": ["age"]}, {"wheel": ["wheel"], "mill wheel": ["mill-wheel"]})
    assert share_out(["old", "wheel"], parts, 2) == ("age", "wheel")
    assert share_out(["old mill", "wheel"], parts, 2) == ("mill", "wheel")
    with pytest.raises(UnknownWordError, match=r"can be read as `old \| mill wheel` or `old mill \| wheel`") as told:
        share_out(["old mill wheel"], parts, 2)
    assert told.value.hint == "put words that go together in quotes"


def test_a_word_of_several_meanings_says_all_of_them() -> None:
    parts = _read({"bank": ["river-bank", "money-bank"]}, {"open": ["open"]})
    with pytest.raises(UnknownWordError, match=r"river-bank.*money-bank"):
        share_out(["bank open"], parts, 1)
    both = catalog_of([])
    words = Words(both, [("thing", "city"), ("thing", "road")])
    with pytest.raises(UnknownWordError, match="`thing` can mean city or road") as told:
        words.element("thing", both.elements)
    assert told.value.hint == "write the id"


def test_people_read_the_answer_in_their_language(run: Run) -> None:
    lines = run(
        "can", "drak hledí na družiníky", "--on", "obranné stanoviště", "--edition", "c3.1", "--lang", "cs"
    ).out.splitlines()
    assert lines[0] == "nemusí  drak hledět na družiník, kde stojí: obranné stanoviště  (c3.1)"
    assert any(line.startswith("  místo: má. ") and "[dragon-faces-meeples]" in line for line in lines)
    lines = run("can", "drak odstranit víla", "--edition", "c3.1", "--lang", "cs").out.splitlines()
    assert lines[0].startswith("neuvádí se")
    assert lines[2] == "  Hraje se dál, jako by odpověď byla: nemá."


def test_every_saying_is_given_to_translators() -> None:
    messages, _ = interface()
    assert set(sayings.MESSAGES) <= {message.english for message in messages}


def test_the_caveat_is_in_the_language_too(run: Run) -> None:
    answer = run("can", "dragon remove phantom", "--edition", "c2", "--lang", "cs", "--format", "json").json
    assert answer["caveat"].replace(NO_BREAK, " ") == "Stojí to jen v pravidlech jiných edic: c1."


def test_what_an_answer_departs_from_is_told_with_why_it_would_hold(run: Run) -> None:
    words = ("can", "magic-portal", "place", "abbot", "--on", "road", "--edition", "c3.1")
    (default,) = run(*words, "--format", "json").json["departs_from"]
    assert (default["sort"], default["id"], default["verdict"]) == ("statement", "portal-reaches-any-tile", "may")
    assert [reason["id"] for reason in default["because"]] == ["abbot-counts-as-a-meeple"]
    shown = run(*words).out
    assert "\n  instead of: may. When you have placed" in shown
    assert "\n  for: The abbot counts as a meeple" in shown


def test_a_ruling_with_a_condition_of_its_own_is_told_once_and_first(run: Run) -> None:
    lines = run("can", "dragon", "remove", "shepherd", "--edition", "c3.1").out.splitlines()
    assert lines[2] == "  The dragon removes shepherds, but not one with the fairy."
    assert "  but: does not, by the same ruling" in lines
    assert sum("removes shepherds" in line for line in lines) == 1
    assert sum("(play does not do this yet)" in line for line in lines) == 2


def test_a_narrower_ruling_of_the_same_verdict_is_no_departure() -> None:
    from bastide import answers  # noqa: PLC0415  the small catalogue is asked as the command asks ours
    from catalog import Question  # noqa: PLC0415
    from generator.i18n import languages  # noqa: PLC0415

    catalog = catalog_of(
        [
            ruling("general", "dragon remove meeple", "does"),
            ruling("narrow", "dragon remove meeple city", "does"),
            member("mill-is-a-meeple", "dragon", "meeple"),
        ]
    )
    question = Question("dragon", "remove", "meeple", ("city",), "c3.1")
    found = answers.answer(catalog, question, answers.ask(catalog, question), languages(catalog).by_tag["en"])
    assert [r["id"] for r in found["rulings"]] == ["narrow"]
    assert [(d["sort"], d["id"], d["verdict"]) for d in found["departs_from"]] == [("verb", "remove", "does-not")]


# bastide rulings


def _ids(ran: Any) -> list[str]:
    assert ran.code == 0, ran.err
    return [row["id"] for row in ran.json]


def test_rulings_take_the_words_of_every_language(run: Run) -> None:
    english = _ids(run("rulings", "dragon", "shepherd", "--format", "json"))
    assert english
    for words in (["drak", "pastýři"], ["drak pastyri"], ["Dragon shepherds"], ["element:dragon", "figure:shepherd"]):
        assert _ids(run("rulings", *words, "--format", "json")) == english


def test_rulings_take_the_names_of_boxes(run: Run) -> None:
    by_id = _ids(run("rulings", "dragon-and-fairy", "--format", "json"))
    for words in (["Dragon & Fairy"], ["Draak & Fée".replace("é", "e")], ["dragon", "and", "fairy"], ["box:Víla a drak"]):
        assert _ids(run("rulings", *words, "--format", "json")) == by_id
    assert set(_ids(run("rulings", "Dragon & Fairy", "large meeple", "--format", "json"))) <= set(by_id)


def test_rulings_are_in_reading_order_and_say_where_they_are_shown(run: Run) -> None:
    catalog = ours().catalog
    rows = run("rulings", "dragon", "--format", "json").json
    order = list(catalog.statements)
    assert [row["id"] for row in rows] == sorted((row["id"] for row in rows), key=order.index)
    for row in rows:
        assert row["examples"] == [e.id for e in catalog.examples.values() if row["id"] in e.shows]
    assert any(row["examples"] for row in rows)


def test_people_read_rulings_with_names_and_sources(run: Run) -> None:
    english, czech = (run("rulings", "dragon", "maiden", "--lang", lang).out.splitlines() for lang in ("en", "cs"))
    assert english[:3] == [
        "dragon / castle / maiden  (c3.1)",
        "  The dragon moves on past castles. It removes neither a castle nor the maiden on it.",
        "  Dragon and Fairy  [dragon-leaves-castles-alone]",
    ]
    assert czech[0] == "drak / hrad / hradní panna  (c3.1)"
    assert "The Tower" in run("rulings", "box:tower").out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["box:towr"], "did you mean `tower`?"),
        (["Dragn & Fairi"], "did you mean"),
        (["Princess and Dargon"], "did you mean `princess-and-dragon`?"),
        (["dragon", "fairy", "abbot"], "is no word"),
        (["thing:dragon"], "sorts are"),
    ],
)
def test_what_no_ruling_can_be_about(run: Run, words: list[str], told: str) -> None:
    ran = run("rulings", *words)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
