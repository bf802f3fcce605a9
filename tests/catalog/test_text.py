"""Texts: taken apart and put together again, read without links, and searched for numbers and markup that must not be there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog import text
from catalog.statements import Statement
from catalog.text import Link, Number, Part, Words, parse
from tests.catalog.rulings import tiny_game

plain_words = st.text("abc é—,.\n!", min_size=1, max_size=8)
links = st.builds(Link, st.text("abc é", min_size=1, max_size=5), st.text("abc-", max_size=5))
numbers = st.builds(Number, st.text("abc.-", max_size=6))


@st.composite
def parts(draw: st.DrawFn) -> tuple[Part, ...]:
    """Return parts as a text can have them: never words beside words."""
    found: list[Part] = []
    for part in draw(st.lists(plain_words.map(Words) | links | numbers, max_size=6)):
        if not (found and isinstance(part, Words) and isinstance(found[-1], Words)):
            found.append(part)
    return tuple(found)


def written(found: tuple[Part, ...]) -> str:
    def one(part: Part) -> str:
        match part:
            case Words(words):
                return words
            case Link(words, target):
                return f"[{words}]({target})"
            case Number(name):
                return f"{{{name}}}"

    return "".join(map(one, found))


@given(parts())
def test_what_is_written_is_parsed_and_leaves_nothing_over(found: tuple[Part, ...]) -> None:
    assert parse(written(found)) == found
    assert text.left_over(written(found)) == []


@given(st.text("ab []()<>&{}.1", max_size=30) | st.text(max_size=30))
def test_parsing_loses_nothing(given_text: str) -> None:
    assert written(parse(given_text)) == given_text


@given(parts())
def test_a_reader_without_links_sees_the_words_and_the_numbers(found: tuple[Part, ...]) -> None:
    seen = text.plain(written(found), {p.name: 7 for p in found if isinstance(p, Number)})
    for part in found:
        match part:
            case Words(words) | Link(words, _):
                assert " ".join(words.split()) in seen
            case Number(_):
                assert "7" in seen
    assert seen == " ".join(seen.split())


def test_a_number_that_is_not_known_stays_a_placeholder() -> None:
    assert text.plain("You get {points} [points](score).", {}) == "You get {points} points."


@pytest.mark.parametrize(
    ("given_text", "found"),
    [
        ("Two roads and 3 fields", ["Two", "3"]),
        ("twelve [two roads](road) {three}", ["twelve", "two"]),
        ("1,000 or 2.5", ["1,000", "2.5"]),
        ("nineteen, forty-two, a dozen, a thousand", ["nineteen", "forty", "two", "dozen", "thousand"]),
        ("one, first, second, both, twofold, tenant, a pair, everyone, often", []),
    ],
)
def test_numbers_that_are_written_out(given_text: str, found: list[str]) -> None:
    assert text.written_numbers(given_text) == found


@pytest.mark.parametrize(
    ("given_text", "found"),
    [
        ("A [word](city) and {tile}", []),
        ("a < b, a > b, Dragon & Fairy, 5 & 6", []),
        ("<b>bold</b>", ["<b>", "</b>"]),
        ("&amp; &#39; &#x27;", ["&amp;", "&#39;", "&#x27;"]),
        ("[word] (city)", ["[", "]"]),
        ("[word](two words)", ["[", "]"]),
        ("{tile", ["{"]),
        ("[a [b](c)", ["["]),
    ],
)
def test_markup_that_is_left_over(given_text: str, found: list[str]) -> None:
    assert text.left_over(given_text) == found


def test_a_placeholder_is_the_end_of_a_path() -> None:
    found = [(("rules", "scoring", "completed", "tile"), 2), (("rules", "scoring", "final", "tile"), 1)]
    assert text.lookup("completed.tile", found) == {2}
    assert text.lookup("tile", found) == {1, 2}
    assert text.lookup("ile", found) == set()


def test_numbers_come_from_the_effect_and_from_what_covers_a_statement() -> None:
    game = tiny_game()
    scoring = game.statements["city-points"]
    assert text.numbers(scoring, game) == {"completed.tile": 2, "marks.coat-of-arms": 3}
    data = {"id": "again", "section": "score", "text": "{final.tile}, {tile}, {nothing}", "source": {"doc": "rulebook"}}
    again = Statement.model_validate({**data, "effect": {"none": {"covered-by": ["city-points", "base/a"]}}})
    assert text.numbers(again, game) == {"final.tile": 1}


def test_statements_that_cover_one_another_do_not_go_round_for_ever() -> None:
    game = tiny_game()
    data = {"section": "score", "text": "{tile}", "source": {"doc": "rulebook"}}
    one, other = (
        Statement.model_validate({**data, "id": a, "effect": {"none": {"covered-by": [b]}}}) for a, b in (("a", "b"), ("b", "a"))
    )
    assert text.numbers(one, replace(game, statements={"a": one, "b": other})) == {}
