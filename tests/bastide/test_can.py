"""``bastide can``: words in, the answer and its rulings out; with a table, each ruling by the printing of its box."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bastide.conftest import TOLL_HOUSE, Run

SHAPE = {"verdict": str, "play": str, "conditions": list, "consequences": list, "caveat": (str, type(None)), "rulings": list}


@pytest.fixture
def can(run: Run):
    def can(words: str, *options: Any) -> dict[str, Any]:
        ran = run("can", *words.split(), *options, "--format", "json")
        assert ran.code == 0, ran.err
        assert ran.err == ""
        return ran.json

    return can


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        ("dragon remove meeple", "does"),
        ("dragon remove abbot", "does"),
        ("dragon remove coat-of-arms", "not-stated"),
        ("magic-portal place meeple --on dragon-hoard", "may-not"),
        ("player place meeple --on garden", "may-not"),
        ("fairy score abbot", "does"),
    ],
)
def test_the_answer(can, words: str, verdict: str) -> None:
    assert can(f"{words} --edition c3.1")["verdict"] == verdict


def test_the_shape_of_the_answer(can) -> None:
    answer = can("dragon remove abbot --edition c3.1")
    for key, kind in SHAPE.items():
        assert isinstance(answer[key], kind), key
    assert answer["play"] in {"allow", "refuse"}
    assert answer["rulings"]
    for ruling in answer["rulings"]:
        assert isinstance(ruling["id"], str)
        assert isinstance(ruling["text"], str)
        assert isinstance(ruling["source"], str)
        assert ruling["date"] is None or isinstance(ruling["date"], str)
    assert [(c["verdict"], c["ruling"]) for c in answer["conditions"]] == [("does-not", "fairy-keeps-her-meeple")]
    assert answer["question"]["target"] == "abbot"


@pytest.mark.parametrize(
    "words",
    [
        ("drak", "odstranit", "družiník"),
        ("DRAK", "odstranit", "druziniky"),
        ("Dragon", "EAT", "small  meeple"),
        ("element:dragon", "verb:remove", "figure:meeple"),
        ("dragon", "remove", "small_meeple"),
        ("dragon", "remove", "follower"),
    ],
)
def test_words_of_every_language_and_synonyms(run: Run, words: tuple[str, ...]) -> None:
    ran = run("can", *words, "--format", "json")
    assert {k: ran.json["question"][k] for k in ("actor", "verb", "target")} == {
        "actor": "dragon",
        "verb": "remove",
        "target": "meeple",
    }


@pytest.mark.parametrize(("word", "element"), [("pennant", "coat-of-arms"), ("cloister", "monastery"), ("thief", "highwayman")])
def test_words_of_the_first_edition(can, word: str, element: str) -> None:
    assert can(f"dragon remove {word}")["question"]["target"] == element


def test_the_language_of_the_texts(can) -> None:
    english, czech = can("player place meeple --on garden"), can("player place meeple --on garden --lang CS")
    assert english["rulings"][0]["id"] == czech["rulings"][0]["id"]
    assert english["rulings"][0]["text"] != czech["rulings"][0]["text"]
    assert [r["rulings"][0]["language"] for r in (english, czech)] == ["en", "cs"]


def test_without_a_table_another_edition_answers_with_a_caveat(can) -> None:
    answer = can("dragon remove phantom --edition C2")
    assert answer["verdict"] == "does"
    assert answer["caveat"] == "This is stated only for other editions: c1."
    assert can("dragon remove meeple")["caveat"] is None


def test_a_table_that_mixes_printings_needs_no_caveat(can) -> None:
    answer = can("dragon remove meeple --edition c2 --with base,dragon-and-fairy@c3.1")
    assert (answer["verdict"], answer["caveat"]) == ("does", None)
    assert answer["question"]["table"] == {"base": "c2", "dragon-and-fairy": "c3.1"}


@pytest.mark.parametrize("box", ["dragon-and-fairy@c3.1", "princess-and-dragon"])
@pytest.mark.parametrize("figure", ["meeple", "abbot", "large-meeple", "ringmaster"])
def test_no_portal_leads_onto_a_tower_of_the_older_box(can, box: str, figure: str) -> None:
    table = f"tower,abbot,inns-and-cathedrals,under-the-big-top,{box}"
    assert can(f"magic-portal place {figure} --on tower --edition c2 --with {table}")["verdict"] == "may-not"


def test_a_place_that_is_named_twice_is_one_place(can) -> None:
    assert can("dragon remove meeple --on bridge --on bridges")["question"]["on"] == ["bridge"]


def test_a_box_that_is_not_on_the_table_says_nothing(can) -> None:
    answer = can("dragon remove meeple --edition c2 --with base")
    assert (answer["verdict"], answer["play"], answer["rulings"]) == ("not-stated", "refuse", [])


def test_another_printing_of_a_box_on_the_table_answers_with_a_caveat(can) -> None:
    words = f"fairy pass monk --pack {TOLL_HOUSE} --with"
    assert can(f"{words} toll-house@c3.1")["caveat"] is None
    answer = can(f"{words} toll-house@c2")
    assert (answer["verdict"], answer["caveat"]) == ("does-not", "This is stated only for other editions: c3.1.")


def test_the_box_that_took_the_place_of_one_on_the_table_answers_with_a_caveat(can) -> None:
    answer = can("dragon remove castle --with bridges-castles-and-bazaars@c2,dragon-and-fairy@c3.1")
    assert (answer["verdict"], answer["caveat"]) == ("does-not", "This is stated only for other editions: c3.1.")
    # The other dragon of an edition is no such answer.
    assert can("dragon face meeple --with princess-and-dragon@c2")["verdict"] == "not-stated"
    assert can("dragon remove mage --with dragon-and-fairy@c3.1,mage-and-witch@c2")["verdict"] == "not-stated"


def test_modules_that_are_left_out_say_nothing(can) -> None:
    words = f"player place abbot --on garden --pack {TOLL_HOUSE} --with abbot,"
    assert can(f"{words}toll-house")["verdict"] == "may-not"
    assert can(f"{words}toll-house:night-toll")["verdict"] == "may-not"
    assert can(f"{words}toll-house:")["verdict"] == "may"
    assert can(f"{words}TOLL-HOUSE@C2:Night-Toll")["question"]["table"]["toll-house"] == "c2"


def test_people_read_the_answer_first(run: Run) -> None:
    lines = run("can", "dragon", "remove", "meeple", "--edition", "c3.1").out.splitlines()
    assert lines[0] == "does  dragon remove meeple  (c3.1)"
    assert "[dragon-removes-meeples]" in lines[3]
    assert lines[5].startswith("  instead of: does not. ")
    assert lines[5].endswith("  [remove]")
    assert lines[7].startswith("  but: does not. ")
    assert lines[-1].endswith(", 2025  [fairy-keeps-her-meeple]")


def test_people_are_told_what_play_does_where_nothing_is_stated(run: Run) -> None:
    assert "as if the answer were: does not." in run("can", "dragon", "remove", "road").out
    assert "as if the answer were: does." in run("can", "dragon", "pass", "road").out
    assert "as if the answer were: may not." in run("can", "fairy", "assign", "road").out


def test_texts_are_no_markup(run: Run) -> None:
    shown = run("can", "fairy", "pass", "monk", "--pack", TOLL_HOUSE).out
    assert "The toll [house] leaflet :sheep:, not sure  [monk-is-faced-in-c3-1]" in shown
