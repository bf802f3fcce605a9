"""What is wrong with a translation, seen beside its English: each mistake with what to write instead."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from catalog.findings import Finding, Severity, did_you_mean
from catalog.text import PLACEHOLDER, Link, Words, left_over, parse, placeholders
from generator.i18n.messages import Message, fold
from generator.i18n.po import Entry
from generator.i18n.style import Style, spoken_forms

_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_DIGITS = re.compile(r"\d+")
_PERCENT = re.compile(r"%(?:%|\((?P<name>[^()]*)\)(?P<type>[a-z])?|(?P<stray>.?))", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]{2,}")
Spell = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Problem:
    """A mistake in a translation, before it has a place."""

    code: str
    message: str
    hint: str
    severity: Severity = "error"


def check_entry(
    entry: Entry, english: Message, known: Collection[str], name: str, style: Style, *, interface: bool = False
) -> Iterator[Finding]:
    """Yield what is wrong with an entry of the file ``name``. An entry that is empty or outdated is not looked at.

    ``known`` are the ids that a link may lead to, ``style`` is how the language sets texts. The placeholders of the ``interface``
    are Python's, those of the data ours.
    """
    if entry.fuzzy or not any(entry.strings) or entry.ids != english.ids:
        return
    problems = _interface(entry, english) if interface else data_problems(entry.strings[0], english.english, known, style)
    seen = set()
    for problem in (*problems, *(p for text in entry.strings for p in _setting(text, style))):
        if problem not in seen:
            seen.add(problem)
            yield Finding(problem.code, problem.severity, name, entry.line, 1, entry.context or "", problem.message, problem.hint)


def data_problems(translation: str, english: str, known: Collection[str], style: Style) -> Iterator[Problem]:
    """Yield what is wrong with the translation of a text of the data."""
    given = placeholders(translation)
    wanted = {p.name for p in placeholders(english)}
    yield from _placeholders({p.name for p in given if not p.forms}, wanted, "{{{}}}".format)
    for number in given:
        if number.forms and number.name not in wanted:
            hint = f"name one of {', '.join(sorted(wanted))}" if wanted else "the English text has no number: write one form"
            yield Problem("translation-placeholder", f"the English text has no number for `{number}`", hint)
        elif number.forms and len(number.forms) != style.forms:
            forms = "|".join("..." for _ in range(style.forms))
            message = f"`{number}` has {len(number.forms)} forms, and the language has {style.forms}"
            yield Problem("translation-placeholder", message, f"write {{{number.name}:{forms}}}")
    yield from _links(translation, english, known)
    yield from _terms(translation, style)
    yield from _markup(left_over(translation), left_over(english))
    shown = " ".join(_shown(translation))
    yield from _numbers(shown, " ".join(_shown(english)))
    yield from _copied(translation, english)


def _interface(entry: Entry, english: Message) -> Iterator[Problem]:
    """Yield what is wrong with an interface string; each plural form is held against the English singular and plural."""
    names = [_percents(text) for text in english.ids]
    for text in filter(None, entry.strings):
        given = _percents(text)
        # One form may do without the count ("one tile") if one English form does.
        yield from _placeholders(given, set.intersection(*names), str, allowed=set.union(*names))
        yield from _percent_signs(text, english.ids)
        yield from _markup(_TAG.findall(text), _TAG.findall(english.ids[-1]))
        yield from _numbers(_PERCENT.sub(" ", text), " ".join(_PERCENT.sub(" ", t) for t in english.ids))
        yield from _copied(text, english.ids[-1])


def _shown(text: str) -> Iterator[str]:
    for part in parse(text):
        match part:
            case Words(words) | Link(words, _):
                yield PLACEHOLDER.sub(" ", words)


def _placeholders(given: set[str], wanted: set[str], spell: Spell, allowed: set[str] | None = None) -> Iterator[Problem]:
    allowed = wanted if allowed is None else allowed
    for name in sorted(wanted - given):
        hint = f"put {spell(name)} where the value belongs"
        yield Problem("translation-placeholder", f"the placeholder {spell(name)} is missing", hint)
    for name in sorted(given - allowed):
        best = did_you_mean(name, allowed - given) or did_you_mean(name, allowed)
        listed = ", ".join(spell(n) for n in sorted(allowed)) or "none"
        hint = f"did you mean {spell(best)}?" if best else f"the English text has {listed}"
        yield Problem("translation-placeholder", f"the English text has no placeholder {spell(name)}", hint)


def _percents(text: str) -> set[str]:
    """Return the placeholders of an interface string, letter included: ``%(n)d`` does not take what ``%(n)s`` takes."""
    return {m.group() for m in _PERCENT.finditer(text) if m["type"]}


def _percent_signs(text: str, english: Iterable[str]) -> Iterator[Problem]:
    """Find a % that would make the page fail: it must be doubled, or begin a placeholder that is whole."""
    if any(_bad_percents(t) for t in english):
        return
    for bad in _bad_percents(text):
        hint = "write %(name)s for a value, %% for the sign itself"
        yield Problem("translation-placeholder", f"`{bad}` is no placeholder", hint)


def _bad_percents(text: str) -> list[str]:
    return [m.group() for m in _PERCENT.finditer(text) if m["stray"] is not None or (m["name"] is not None and not m["type"])]


def _links(translation: str, english: str, known: Collection[str]) -> Iterator[Problem]:
    given = {p.target: p.words for p in parse(translation) if isinstance(p, Link)}
    wanted = {p.target: p.words for p in parse(english) if isinstance(p, Link)}
    missing = [t for t in wanted if t not in given]
    for target in (t for t in given if t not in wanted):
        words = given[target]
        if target in known:
            hint = f"link [{words}]({missing[0]})" if len(missing) == 1 else f"write {words} without a link"
            yield Problem("translation-link", f"the English text has no link to `{target}`", hint)
            continue
        best = did_you_mean(target, missing) or did_you_mean(target, known)
        hint = f"did you mean [{words}]({best})?" if best else "keep the targets of the English links"
        yield Problem("translation-link", f"the link [{words}]({target}) leads to nothing", hint)
        if best in missing:
            missing.remove(best)
    for target in missing:
        hint = f"write [your word]({target}) for [{wanted[target]}]({target})"
        yield Problem("translation-link", f"the link to `{target}` is missing", hint)


def _markup(given: list[str], wanted: list[str]) -> Iterator[Problem]:
    extra, lost = Counter(given) - Counter(wanted), Counter(wanted) - Counter(given)
    hint = "use the tags of the English text" if wanted else "leave it out: a link is [word](id), a number is {name}"
    for piece in extra:
        yield Problem("translation-markup", f"`{piece}` is not in the English text", hint)
    for piece in lost:
        yield Problem("translation-markup", f"`{piece}` of the English text is missing", f"put {piece} where it belongs")


def _terms(translation: str, style: Style) -> Iterator[Problem]:
    for part in parse(translation):
        if not isinstance(part, Link):
            continue
        for words in spoken_forms(part.words):
            if not style.knows(part.target, words):
                term = style.terms[part.target]
                best = did_you_mean(words, term.words)
                hint = f"did you mean `{best}`? " if best else ""
                hint += f"else add it to the `forms:` of the term, or to its `allowed:` where it is no form of it: {part.target}"
                message = f"`{words}` is no form of the term `{term.name}`"
                yield Problem("translation-term", message, hint, "warning")


def _setting(text: str, style: Style) -> Iterator[Problem]:
    quotes = style.own.quotes if style.own else ()
    for mark in style.wrong_marks(text):
        hint = f"this language writes {' and '.join('…'.join(pair) for pair in quotes)}"
        yield Problem("translation-quotes", f"the quotation mark {mark} is wrong here, or lacks its other", hint, "warning")
    if style.tied(text) != text:
        at = next(n for n, (a, b) in enumerate(zip(text, style.tied(text), strict=True)) if a != b)
        near = text[max(0, at - 12) : at + 12]
        hint = "`translate update` puts no-break spaces in"
        yield Problem("translation-spaces", f"a line may not break at the space in `{near}`", hint, "warning")


def _numbers(given: str, english: str) -> Iterator[Problem]:
    allowed = set(_DIGITS.findall(english))
    for number in _DIGITS.findall(given):
        if number not in allowed:
            hint = "put the placeholder of the English text there, or the word where English has a word"
            yield Problem("translation-number", f"the number {number} is written out", hint)


def _copied(translation: str, english: str) -> Iterator[Problem]:
    if fold(translation) == fold(english) and len(_WORD.findall(" ".join(_shown(english)))) > 2:
        yield Problem("translation-is-english", "this is the English text", "translate it, or leave msgstr empty", "warning")
