"""The verbs that ask about the rules: ``can`` and ``rulings``."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from bastide import answers
from bastide.options import Edition, Form, Format, Lang, Packs, With
from bastide.reading import boxes_of, counted, edition_of, hear, lay, read
from bastide.spoken import Speech
from bastide.terminal import err, fail, put_json, quoted, say
from bastide.words import Part, Subjects, UnknownWordError, Words, share_out
from catalog import Catalog, Question
from generator.sayings import Sayings

app = typer.Typer()


@app.command(epilog="Example: bastide can dragon remove meeple --edition c3.1")
def can(
    question: Annotated[
        list[str],
        typer.Argument(
            metavar="ACTOR VERB TARGET",
            help="Who or what does what to whom: plain words in any language of the data, in any number and form.",
        ),
    ],
    on: Annotated[
        list[str] | None, typer.Option("--on", metavar="PLACE", help="Where the target stands; may be given again.")
    ] = None,
    edition: Edition = None,
    with_: With = None,
    lang: Lang = "en",
    pack: Packs = None,
    form: Form = Format.human,
) -> None:
    """Answer a question about the rules. The rulings that give the answer are told with it.

    With --with each ruling must hold in the edition of its box on that table. Without it all boxes are asked, and a ruling of
    another edition answers where the one asked for is silent; the answer then says so.
    """
    catalog = read(pack)
    language, words = hear(catalog, lang)
    things = {i: e for i, e in catalog.elements.items() if i not in catalog.verbs}
    parts = [_part(words, "ACTOR", things), _part(words, "VERB", catalog.verbs), _part(words, "TARGET", things)]
    try:
        table = lay(catalog, with_, edition) if with_ is not None else None
        actor, verb, target = share_out(question, parts, words.longest)
        asked = Question(
            actor,
            verb,
            target,
            tuple(dict.fromkeys(words.element(place, things) for place in on or ())),
            edition=edition_of(catalog, edition) or (table.newest if table else [*catalog.editions][-1]),
            table=table.editions if table else None,
            left_out=table.left_out if table else (),
        )
    except UnknownWordError as error:
        fail(str(error), error.hint)
    for old, new in words.moved(" ".join((*question, *(on or ())))).items():
        if new in (actor, verb, target, *asked.on):
            say(f"`{old}` is called `{new}` now", to=err)
    found = answers.answer(catalog, asked, answers.ask(catalog, asked), language)
    if form is Format.json:
        put_json(found)
    else:
        _print_answer(found, asked, language)


def _part(words: Words, name: str, among: Mapping[str, object]) -> Part:
    return Part(
        name,
        lambda text: words.meanings(text, among),
        lambda text: words.element(text, among),
        lambda text: words.slip(text, among),
    )


def _print_answer(found: dict[str, Any], question: Question, language: Speech) -> None:
    sayings = Sayings(language)
    actor, verb, target = (language.name_of(i).text for i in (question.actor, question.verb, question.target))
    places = f", {sayings.standing_on(language.name_of(place).text for place in question.on)}" if question.on else ""
    table = ", ".join(f"{box}@{edition}" for box, edition in question.table.items()) if question.table else question.edition
    say((sayings.verdict(found["verdict"]), "bold"), f"  {actor} {verb} {target}{places}  ({table})")
    if not found["rulings"]:
        say(f"  {sayings.nothing_stated()}")
    if found["verdict"] == "not-stated":
        say(f"  {sayings.play_goes_on(found['unless_stated'])}")
    exceptions = {condition["ruling"] for condition in found["conditions"]}
    # The ruling that gives the verdict comes first, also where it names a condition under which it gives another.
    told = {ruling["id"]: ruling for n, ruling in enumerate(found["rulings"]) if n == 0 or ruling["id"] not in exceptions}
    sources = {ruling["id"]: _source(ruling, language) for ruling in found["rulings"]}
    for ruling_id, ruling in told.items():
        say(f"\n  {ruling['text']}")
        say("  ", (sources[ruling_id], "dim"))
    for default in found["departs_from"]:
        say(f"\n  {sayings.instead_of(default['verdict'], default['text'])}  ", (f"[{default['id']}]", "dim"))
        for reason in default["because"]:
            say(f"  {sayings.because(reason['text'])}  ", (f"[{reason['id']}]", "dim"))
    for condition in found["conditions"]:
        by, verdict = condition["ruling"], condition["verdict"]
        say(f"\n  {sayings.but_by_the_same(verdict) if by in told else sayings.but(verdict, condition['text'])}")
        say("  ", (sources[by], "dim"))
    for entailed in found["entails"]:
        say(f"\n  {sayings.and_then(entailed['text'], pending=entailed['pending'])}  ", (f"[{entailed['id']}]", "dim"))
    if found["caveat"]:
        say(f"\n  {found['caveat']}")


def _source(ruling: dict[str, Any], language: Speech) -> str:
    date = f", {language.date(ruling['date'])}" if ruling["date"] else ""
    sure = "" if ruling["confidence"] == "high" else f", {Sayings(language).confidence(ruling['confidence'])}"
    return f"{ruling['source_title']}{date}{sure}  [{ruling['id']}]"


@app.command(epilog="Example: bastide rulings dragon fairy --since 2025-10")
def rulings(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[A] [B]", help="Elements or boxes, by words in any language of the data, or box:id, element:id."),
    ] = None,
    since: Annotated[str | None, typer.Option(metavar="DATE", help="Only rulings of this date or later: 2025, 2025-10.")] = None,
    edition: Edition = None,
    lang: Lang = "en",
    pack: Packs = None,
    form: Form = Format.human,
) -> None:
    """List rulings. Between two elements or boxes, about one, or all there are."""
    catalog = read(pack)
    language, known = hear(catalog, lang)
    edition = edition_of(catalog, edition)
    try:
        about = _asked_about(catalog, known, words or [])
    except UnknownWordError as error:
        fail(str(error), error.hint)
    if since is not None and not _is_date(since):
        fail(f"{quoted(since)} is no date", "write 2025, 2025-10 or 2025-10-31")
    found = list(answers.rulings(catalog, about, since, edition, language, examples=form is Format.json))
    if form is Format.json:
        put_json(found)
        return
    for row in found:
        names = (_name(catalog, i, language) for i in row["between"])
        say((" / ".join(names), "bold"), f"  ({', '.join(row['editions'])})")
        say(f"  {row['text']}")
        say("  ", (f"{_source(row, language)}\n", "dim"))
    say(counted(len(found), "ruling"), to=err)


def _name(catalog: Catalog, entry: str, language: Speech) -> str:
    """Return the name of an element or a box."""
    if entry in catalog.elements:
        return language.name_of(entry).text
    return language.text(f"box/{entry}/name", catalog.boxes[entry].name).text


def _asked_about(catalog: Catalog, words: Words, given: list[str]) -> list[tuple[str, str]]:
    """Return what is asked about, as pairs of sort and id: at most two, however many words were typed for them."""
    if not given:
        return []
    boxes = boxes_of(catalog)
    subjects = Subjects(words, boxes, catalog.elements)
    parts = [Part(name, subjects.meanings, subjects.one, subjects.slip) for name in ("A", "B")]
    counts = (1, 2) if len(given) == 1 else (2, 1)
    blame: UnknownWordError | None = None
    for count in counts:
        try:
            found = share_out(given, parts[:count], max(words.longest, boxes.longest))
        except UnknownWordError as error:
            blame = blame or error
        else:
            return [(sort, i) for sort, _, i in (subject.partition(":") for subject in dict.fromkeys(found))]
    raise blame or UnknownWordError("nothing is asked about", None)


def _is_date(text: str) -> bool:
    parts = text.split("-")
    if [len(p) for p in parts] != [4, 2, 2][: len(parts)] or not all(p.isascii() and p.isdigit() for p in parts):
        return False
    try:
        datetime.date(*(int(p) for p in [*parts, "1", "1"][:3]))
    except ValueError:
        return False
    return True
