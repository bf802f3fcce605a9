"""What a language lacks is said in English, and only where a reader reads it does a page say so in its markup."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from generator.untranslated import English, Marking, footnote, in_html, is_in, plain
from tests.site.speaking import heard


@dataclass
class Lacking:
    """A language with some strings."""

    known: dict[str, str]

    def gettext(self, message: str) -> str:
        return self.known.get(message) or English(message)

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        return self.gettext(singular if n == 1 else plural)

    def pgettext(self, _: str, message: str) -> str:
        return self.gettext(message)

    def npgettext(self, _: str, singular: str, plural: str, n: int) -> str:
        return self.ngettext(singular, plural, n)


CZECH = Marking(Lacking({"Tiles": "Kartičky", "in %(place)s": "na místě %(place)s"}))


def _said(message: str, **values: object) -> Markup:
    return Markup(CZECH.gettext(message)) % values  # noqa: S704  strings of this file


@pytest.mark.parametrize(
    ("html", "done"),
    [
        (_said("Tiles"), "Kartičky"),
        (_said("My game"), '<span lang="en">My game</span>'),
        (_said("%(share)s %% of it", share=7), '<span lang="en">7 % of it</span>'),
        (_said("%(done)s of %(all)s", done=3, all=12), '<span lang="en">3 of 12</span>'),
        (_said("%(old)s → %(new)s", old="a", new="b"), "a → b"),
        (_said("Box: %(box)s.", box="Věž"), '<span lang="en">Box: </span>Věž.'),
        (_said("in %(place)s", place=_said("the game box")), 'na místě <span lang="en">the game box</span>'),
        (_said("Look: %(what)s", what=_said("a tile")), '<span lang="en">Look: a tile</span>'),
        (_said("Look: %(what)s", what=Markup("<div>%s</div>") % "a < b"), '<span lang="en">Look: </span><div>a &lt; b</div>'),
        (_said("a <strong>big</strong> one"), "".join(f'{tag}<span lang="en">{text}</span>' for tag, text in (("", "a "), ("<strong>", "big"), ("</strong>", " one")))),
        (Markup('<p title="{0}" data-of=".a > .b">{0}</p>').format(_said("Edition")), '<p title="Edition" data-of=".a > .b"><span lang="en">Edition</span></p>'),
        (Markup("<option value='1'>{}</option>").format(_said("Any edition")), "<option value='1'>Any edition</option>"),
        (Markup("<title>{} · Bastide</title>").format(_said("My game")), "<title>My game · Bastide</title>"),
        (Markup('<script type="application/json">{{"a": "{}"}}</script>').format(_said("My game")), '<script type="application/json">{"a": "My game"}</script>'),
        (_said("A tile, cut short")[:6], "A til"),
    ],
)  # fmt: skip
def test_english_is_an_element_where_one_may_stand_and_plain_elsewhere(html, done):
    assert in_html(html) == done
    assert plain(html) == plain(in_html(html)).replace('<span lang="en">', "").replace("</span>", "")


@pytest.mark.parametrize(
    ("page", "stays"),
    [("{}", False), ("<p>{en}</p>{}", True), ("{}<p>{en}</p>", True), ('<p title="{en}">Karta</p>{}', False), ("<title>{en}</title>{}", False)],
)  # fmt: skip
def test_the_footnote_stays_where_a_reader_reads_english(page, stays):
    note = footnote(f"<p>{CZECH.gettext('Some words are in English.')}</p>")
    done = in_html(page.replace("{en}", CZECH.gettext("My game")).replace("{}", note))
    assert ("Some words" in done) is stays
    assert heard(done)
    assert plain(done) == done


def test_counts_and_contexts_are_said_too():
    assert in_html(CZECH.ngettext("a tile", "tiles", 2)) == '<span lang="en">tiles</span>'
    assert in_html(CZECH.pgettext("verb", "place")) == '<span lang="en">place</span>'
    assert in_html(CZECH.npgettext("verb", "place", "places", 1)) == '<span lang="en">place</span>'


WORDS = st.sampled_from(["Kartičky", "3", "a > b", "Věž's", 'the "big" one', "", "100 %"])
STRINGS = st.sampled_from(["Tiles", "My game", "in %(place)s", "at %(place)s, or so", "%(place)s of %(place)s", "50 %% of %(place)s", "→ %(place)s"])  # fmt: skip


TEXT_ONLY = ["title", "option", "textarea"]


def _put(tag: str, inner: Markup, other: Markup) -> Markup:
    return Markup('<{0} title="{1}">{2}</{0}>').format(tag, other, inner)


def _noted(html: Markup) -> Markup:
    return html if "a note" in html else Markup("<div>{}{}</div>").format(html, footnote("<i>a note</i>"))


SAID = st.builds(lambda message, word: _said(message, place=word), STRINGS, WORDS)
HTML = st.recursive(
    WORDS.map(Markup.escape) | SAID,
    lambda inner: st.one_of(
        st.builds(lambda message, value: _said(message, place=value), STRINGS, inner),
        st.builds(_put, st.sampled_from(["p", "b", "li", "summary"]), inner, SAID),
        st.builds(_put, st.sampled_from(TEXT_ONLY), SAID, SAID),
        st.lists(inner, max_size=3).map(Markup(" ").join),
        inner.map(_noted),
    ),
)


@given(HTML)
def test_marking_changes_no_word_and_leaves_no_mark(html):
    done = in_html(html)
    assert not is_in(done)
    assert plain(done) == done
    before, after = heard(plain(html)), heard(done)
    assert after.text in {before.text, before.text.replace("a note", "")}
    assert [value for value in after.attributes if value != "en"] == before.attributes
    assert in_html(done) == done
    own = [text for tag, language, text in after.said if language != "en" and tag not in TEXT_ONLY]
    assert not [text for text in own for word in ("My game", "or so", " of ", "50 %") if word in text]
