"""Texts of statements become HTML: links, numbers, emphasis, and nothing that an author did not mean."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.markup import UnknownNumberError, excerpt, to_html


def nowhere(_):
    return None


def glossary(target):
    return f"../glossary/index.html#{target}"


def test_a_link_leads_to_what_it_names():
    html = to_html("The [dragons](dragon) sleep.", {}, glossary)
    assert html == 'The <a class="term" href="../glossary/index.html#dragon">dragons</a> sleep.'


def test_a_link_to_what_no_page_shows_is_its_words():
    assert to_html("The [dragons](dragon) sleep.", {}, nowhere) == "The dragons sleep."


def test_a_number_is_the_one_of_the_effect():
    assert to_html("You get {completed.tile} points.", {"completed.tile": 2}, nowhere) == "You get 2 points."


def test_a_number_that_the_effect_lacks_is_an_error_that_names_it():
    with pytest.raises(UnknownNumberError, match=r"\{points\}"):
        to_html("You get {points} points.", {}, nowhere)


def test_emphasis_is_set():
    assert to_html("Do *not* do **that**.", {}, nowhere) == "Do <em>not</em> do <strong>that</strong>."


def test_a_link_may_stand_in_emphasis():
    assert to_html("*See [it](a)*", {}, glossary) == '<em>See <a class="term" href="../glossary/index.html#a">it</a></em>'


@pytest.mark.parametrize(
    "text", ["<b>x</b>", "a & b", '"q"', "<script>alert(1)</script>", '[a](b "c")', "![a](b)", "<http://x.y>"]
)
def test_html_and_other_markup_is_shown_as_written(text):
    html = to_html(text, {}, glossary)
    assert "<script" not in html
    assert "<b>" not in html
    assert "<img" not in html


@given(st.text(alphabet="ab []()<>&\"'*{}_!`\\", max_size=40))
def test_no_text_makes_a_tag_of_its_own(text):
    tags = set()

    class Tags(HTMLParser):
        def handle_starttag(self, tag, _):
            tags.add(tag)

    try:
        Tags().feed(to_html(text, {}, glossary))
    except UnknownNumberError:
        return
    assert tags <= {"a", "em", "strong"}


def test_an_address_is_escaped():
    assert 'href="&lt;&quot;&gt;"' in to_html("[a](b)", {}, lambda _: '<">')


def test_an_excerpt_is_plain_and_ends_between_words():
    text = "The [dragon](dragon) moves {times} times over the board and removes what it finds there"
    assert excerpt(text, {"times": 2}, 32) == "The dragon moves 2 times over …"
    assert excerpt("Short.", {}) == "Short."
