"""Bringing a translation up to date: nothing that a translator wrote is lost, and nothing stale looks right."""

from __future__ import annotations

from dataclasses import replace

from generator.i18n.merge import merge
from generator.i18n.messages import Message
from generator.i18n.po import Entry


def _rules(texts: dict[str, str], old: tuple[Entry, ...] = (), *, prune: bool = False) -> tuple[Entry, ...]:
    return merge([Message(c, t) for c, t in texts.items()], old, by_context=True, nplurals=3, prune=prune)


def _interface(*texts: str | tuple[str, str], old: tuple[Entry, ...] = ()) -> tuple[Entry, ...]:
    now = [Message(None, t) if isinstance(t, str) else Message(None, t[0], plural=t[1]) for t in texts]
    return merge(now, old, by_context=False, nplurals=3)


def _filled(entries: tuple[Entry, ...], string: str = "hotovo") -> tuple[Entry, ...]:
    return tuple(replace(e, strings=(string,) * len(e.strings)) for e in entries)


def test_a_new_text_comes_in_empty_and_in_reading_order():
    done = _filled(_rules({"a": "one", "c": "three"}))
    entries = _rules({"a": "one", "b": "two", "c": "three"}, done)
    assert [(e.context, e.strings) for e in entries] == [("a", ("hotovo",)), ("b", ("",)), ("c", ("hotovo",))]


def test_a_changed_text_keeps_its_translation_and_shows_the_english_it_was_made_for():
    (entry,) = _rules({"a": "one more"}, _filled(_rules({"a": "one"})))
    assert (entry.ids, entry.strings, entry.previous, entry.fuzzy) == (("one more",), ("hotovo",), ("one",), True)


def test_a_text_that_changes_twice_still_shows_the_english_it_was_made_for():
    entries = _filled(_rules({"a": "one"}))
    for english in ("one more", "one less"):
        entries = _rules({"a": english}, entries)
    assert (entries[0].ids, entries[0].previous) == (("one less",), ("one",))


def test_a_text_that_changes_back_is_right_again():
    changed = _rules({"a": "one more"}, _filled(_rules({"a": "one"})))
    (entry,) = _rules({"a": "one"}, changed)
    assert (entry.fuzzy, entry.previous, entry.strings) == (False, (), ("hotovo",))


def test_what_a_translator_marks_fuzzy_stays_so():
    (done,) = _filled(_rules({"a": "one"}))
    (entry,) = _rules({"a": "one"}, (replace(done, flags=done.flags | {"fuzzy"}, comments=("why?",)),))
    assert (entry.fuzzy, entry.comments) == (True, ("why?",))


def test_once_a_translator_clears_the_mark_the_previous_english_goes():
    (drifted,) = _rules({"a": "one more"}, _filled(_rules({"a": "one"})))
    (entry,) = _rules({"a": "one more"}, (replace(drifted, flags=drifted.flags - {"fuzzy"}),))
    assert (entry.fuzzy, entry.previous) == (False, ())


def test_a_text_that_went_is_set_aside_and_found_when_it_comes_back():
    gone = _rules({}, _filled(_rules({"a": "one", "b": "two"})))
    assert [(e.context, e.obsolete) for e in gone] == [("a", True), ("b", True)]
    back = _rules({"b": "two", "a": "another one"}, gone)
    assert [(e.context, e.obsolete, e.fuzzy, e.previous) for e in back] == [("b", False, False, ()), ("a", False, True, ("one",))]


def test_a_text_that_went_while_outdated_is_kept_with_the_english_it_was_made_for():
    drifted = _rules({"a": "one more"}, _filled(_rules({"a": "one"})))
    (gone,) = _rules({}, drifted)
    assert (gone.ids, gone.fuzzy) == (("one",), False)
    assert _rules({"a": "one more"}, (gone,)) == drifted


def test_an_empty_entry_that_went_leaves_nothing_behind():
    assert _rules({}, _rules({"a": "one"})) == ()


def test_prune_deletes_what_was_set_aside():
    gone = _rules({"b": "two"}, _filled(_rules({"a": "one", "b": "two"})))
    assert [e.context for e in _rules({"b": "two"}, gone, prune=True)] == ["b"]


def test_an_interface_string_whose_english_changed_a_little_is_found_by_likeness():
    (entry,) = _interface("Choose your boxes", old=_filled(_interface("Choose the boxes")))
    assert (entry.strings, entry.previous, entry.fuzzy) == (("hotovo",), ("Choose the boxes",), True)


def test_an_interface_string_that_is_like_none_comes_in_empty():
    new, gone = _interface("Rulings", old=_filled(_interface("Choose the boxes")))
    assert (new.strings, gone.obsolete) == (("",), True)


def test_a_string_that_gets_a_plural_gets_all_the_forms_of_the_language():
    (entry,) = _interface(("%(n)s tile", "%(n)s tiles"), old=_filled(_interface("%(n)s tile")))
    assert (entry.ids, entry.strings, entry.fuzzy) == (("%(n)s tile", "%(n)s tiles"), ("hotovo", "", ""), True)


def test_the_flags_that_translators_tools_check_by_are_for_the_interface_only():
    assert [e.flags for e in _rules({"a": "move {times} times", "b": "half, or 50 % of it"})] == [frozenset(), frozenset()]
    assert [sorted(e.flags) for e in _interface("%(n)s tiles")] == [["python-format"]]


def test_what_goes_may_not_stand_under_the_english_of_a_text_that_is_there():
    there, gone = Entry(None, ("one",), ("jedna",)), Entry(None, ("six",), ("jedna!",), frozenset({"fuzzy"}), previous=("one",))
    kept, aside = _interface("one", old=(there, gone))
    assert (kept.strings, kept.fuzzy) == (("jedna",), False)
    assert (aside.ids, aside.strings, aside.fuzzy, aside.obsolete) == (("six",), ("jedna!",), True, True)
    assert _interface("one", old=(kept, aside)) == (kept, aside)


def test_a_translation_that_another_tool_set_aside_beside_an_empty_entry_is_found():
    aside = Entry("a", ("one",), ("jedna",), obsolete=True)
    (entry,) = _rules({"a": "one more"}, (Entry("a", ("one more",)), aside))
    assert (entry.strings, entry.previous, entry.fuzzy, entry.obsolete) == (("jedna",), ("one",), True, False)


def test_a_translation_set_aside_beside_another_one_of_the_same_text_is_kept_and_pruned():
    now, aside = Entry("a", ("one more",), ("ještě jedna",)), Entry("a", ("one",), ("jedna",), obsolete=True)
    assert _rules({"a": "one more"}, (now, aside)) == (now, aside)
    assert _rules({"a": "one more"}, (now, aside), prune=True) == (now,)
