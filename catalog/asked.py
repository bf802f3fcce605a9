"""What a question may name: what is misspelt is told, and not answered as if nothing were stated about it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from catalog.findings import hint_for

if TYPE_CHECKING:
    from catalog.index import Catalog
    from catalog.questions import Question


class QuestionError(ValueError):
    """A question about something that is not in the data; ``hint`` says what may be meant, where that is known."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        """Say what there is not."""
        super().__init__(message)
        self.hint = hint


def check(catalog: Catalog, question: Question) -> None:
    """Raise :class:`QuestionError` for an id in a question that the catalogue has not got."""
    things = {i: e for i, e in catalog.elements.items() if i not in catalog.verbs}
    table = question.table or {}
    editions = [question.edition] if question.edition is not None else []
    named: tuple[tuple[str, Iterable[str], Iterable[str]], ...] = (
        ("element", (question.actor, question.target, *question.on), things),
        ("verb", (question.verb,), catalog.verbs),
        ("edition", (*editions, *table.values()), catalog.editions),
        ("box", (*(question.boxes or ()), *table), catalog.boxes),
    )
    for sort, ids, known in named:
        for asked in ids:
            if asked not in known:
                raise QuestionError(f"there is no {sort} `{asked}`", hint_for(asked, known))
