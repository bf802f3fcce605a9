"""The verbs that ask about the rules: ``can`` and ``rulings``."""

from __future__ import annotations

import datetime
from typing import Annotated, Any

import typer

from bastide import answers
from bastide.options import Edition, Form, Format, Lang, Packs, With
from bastide.reading import counted, edition_of, hear, lay, read
from bastide.spoken import Speech
from bastide.terminal import err, fail, put_json, quoted, say
from bastide.words import UnknownWordError, Words
from catalog import Catalog, Question

app = typer.Typer()
DEFAULTS = {
    ("choice", "allow"): "may",
    ("choice", "refuse"): "may-not",
    ("automatic", "allow"): "does",
    ("automatic", "refuse"): "does-not",
}
"""What play does where no statement speaks, in the words of a verdict."""


@app.command(epilog="Example: bastide can dragon remove meeple --edition c3.1")
def can(
    actor: Annotated[str, typer.Argument(metavar="ACTOR", help="Who or what acts.")],
    verb: Annotated[str, typer.Argument(metavar="VERB", help="What it does.")],
    target: Annotated[str, typer.Argument(metavar="TARGET", help="To what.")],
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
    try:
        table = lay(catalog, with_, edition) if with_ is not None else None
        question = Question(
            words.element(actor, things),
            words.element(verb, catalog.verbs),
            words.element(target, things),
            tuple(words.element(place, things) for place in on or ()),
            edition=edition_of(catalog, edition) or (table.newest if table else [*catalog.editions][-1]),
            table=table.editions if table else None,
            left_out=table.left_out if table else (),
        )
    except UnknownWordError as error:
        fail(str(error), error.hint)
    found = answers.answer(catalog, question, answers.ask(catalog, question), language)
    if form is Format.json:
        put_json(found)
    else:
        _print_answer(catalog, found, question, language)


def _print_answer(catalog: Catalog, found: dict[str, Any], question: Question, language: Speech) -> None:
    places = "".join(f" --on {place}" for place in question.on)
    table = ", ".join(f"{box}@{edition}" for box, edition in question.table.items()) if question.table else question.edition
    say((found["verdict"], "bold"), f"  {question.actor} {question.verb} {question.target}{places}  ({table})")
    if not found["rulings"]:
        say("  No statement in the data says so.")
    if found["verdict"] == "not-stated":
        say(f"  Play goes on as if the answer were {DEFAULTS[catalog.verbs[question.verb].mode, found['play']]}.")
    exceptions = {condition["ruling"] for condition in found["conditions"]}
    for ruling in found["rulings"]:
        if ruling["id"] not in exceptions:
            date = f", {language.date(ruling['date'])}" if ruling["date"] else ""
            sure = "" if ruling["confidence"] == "high" else f", {ruling['confidence']} confidence"
            say(f"\n  {ruling['text']}")
            say("  ", (f"{ruling['source_title']}{date}{sure}  [{ruling['id']}]", "dim"))
    for condition in found["conditions"]:
        say(f"\n  but {condition['verdict']}: {condition['text']}  ", (f"[{condition['ruling']}]", "dim"))
    for consequence in found["consequences"]:
        say(f"\n  and then: {consequence}")
    if found["caveat"]:
        say(f"\n  {found['caveat']}")


@app.command(epilog="Example: bastide rulings dragon fairy --since 2025-10")
def rulings(
    one: Annotated[str | None, typer.Argument(metavar="A", help="An element or a box, or box:id, element:id.")] = None,
    other: Annotated[str | None, typer.Argument(metavar="B", help="Another one.")] = None,
    since: Annotated[str | None, typer.Option(metavar="DATE", help="Only rulings of this date or later: 2025, 2025-10.")] = None,
    edition: Edition = None,
    lang: Lang = "en",
    pack: Packs = None,
    form: Form = Format.human,
) -> None:
    """List rulings. Between two elements or boxes, about one, or all there are."""
    catalog = read(pack)
    language, words = hear(catalog, lang)
    edition = edition_of(catalog, edition)
    try:
        about = dict.fromkeys(_element_or_box(catalog, words, word) for word in (one, other) if word is not None)
    except UnknownWordError as error:
        fail(str(error), error.hint)
    if since is not None and not _is_date(since):
        fail(f"{quoted(since)} is no date", "write 2025, 2025-10 or 2025-10-31")
    found = list(answers.rulings(catalog, about, since, edition, language))
    if form is Format.json:
        put_json(found)
        return
    for row in found:
        date = language.date(row["date"]) if row["date"] else "no date"
        say((" / ".join(row["between"]), "bold"), f"  {date}  {', '.join(row['editions'])}  ", (row["id"], "dim"))
        say(f"  {row['text']}\n")
    say(counted(len(found), "ruling"), to=err)


def _element_or_box(catalog: Catalog, words: Words, word: str) -> tuple[str, str]:
    sort, colon, name = word.partition(":")
    box = (name if colon else word).strip().lower()
    if colon and sort.strip().lower() == "box":
        if box not in catalog.boxes:
            raise UnknownWordError(f"there is no box {quoted(box)}", f"there are: {', '.join(catalog.boxes)}")
        return "box", box
    if not colon and box in catalog.boxes:
        if box in catalog.elements:
            raise UnknownWordError(f"{quoted(word)} is a box and an element", f"write box:{box} or element:{box}")
        return "box", box
    return "element", words.element(word, catalog.elements)


def _is_date(text: str) -> bool:
    parts = text.split("-")
    if [len(p) for p in parts] != [4, 2, 2][: len(parts)] or not all(p.isascii() and p.isdigit() for p in parts):
        return False
    try:
        datetime.date(*(int(p) for p in [*parts, "1", "1"][:3]))
    except ValueError:
        return False
    return True
