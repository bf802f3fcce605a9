"""The examples, played: those that nothing has changed for are taken from the last build.

What comes of an example depends on the example but for its title, and on what the statements at its table do, not on what they say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from catalog import Catalog
from catalog.examples import Example
from catalog.statements import Statement
from engine import TableError, lay_table
from generator.building.fingerprint import fingerprint, tell
from generator.building.memory import Made
from generator.building.plain import dump, load
from generator.building.workers import spread
from generator.pages.examples import PlayedExample, held, play_one

SAID = frozenset({"text", "source", "covers", "revises"})
"""The fields of a statement that nothing is played by."""
_TITLE = "title"


def perform(
    catalog: Catalog, known: Mapping[str, Made], workers: int = 1, step: Callable[[], None] = lambda: None
) -> tuple[dict[str, PlayedExample], dict[str, Made]]:
    """Return all examples, played, and what the next build has to know of them. ``known`` is what the last one knew.

    ``step`` is called for each. Raises :class:`~generator.pages.examples.BrokenExampleError` where an example does not hold.
    """
    origins = _Origins(catalog)
    of = {example.id: origins.of(example) for example in catalog.examples.values()}
    outcomes: dict[str, PlayedExample | str] = {}
    kept: dict[str, Made] = {}
    for name, made in known.items():
        if of.get(name) == made.of:
            try:
                outcomes[name] = load(PlayedExample, made.result, catalog)
            except ValueError:
                # Then it is played.
                continue
            kept[name] = made
            step()
    # Those at the same table stand together, so that it is laid in one process.
    todo = sorted((e for e in catalog.examples.values() if e.id not in outcomes), key=lambda e: str(origins.table(e)))
    if todo:
        outcomes.update(_play(catalog, todo, workers, step))
    played = held({name: outcomes[name] for name in catalog.examples})
    told = {name: kept.get(name) or Made(of[name], result=dump(one)) for name, one in played.items()}
    for name, one in played.items():
        tell(one, (one.example, told[name].result))
    return played, told


def _play(
    catalog: Catalog, todo: Sequence[Example], workers: int, step: Callable[[], None]
) -> Iterator[tuple[str, PlayedExample | str]]:
    """Yield what comes of examples, by id."""
    from engine import Examples  # noqa: PLC0415  who plays nothing does not wait for what plays

    stage = Examples(catalog)

    def work(example: Example) -> object:
        played = play_one(stage, example)
        return played if isinstance(played, str) else [dump(played)]

    for number, outcome in spread(work, todo, workers):
        yield todo[number].id, outcome if isinstance(outcome, str) else load(PlayedExample, outcome[0], catalog)  # type: ignore[index]  # a list
        step()


class _Origins:
    """Tells what examples come from. Tables that several of them share are laid once."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._tables: dict[tuple[object, ...], str] = {}
        self._effects = {i: _fields(statement, SAID) for i, statement in catalog.statements.items()}

    def table(self, example: Example) -> tuple[str, str | None, tuple[str, ...]]:
        """Return how the table of an example is asked for."""
        return example.table.with_ or self._catalog.box_of_example[example.id], example.table.edition, example.table.options

    def of(self, example: Example) -> str:
        """Return the fingerprint of all that an example comes from."""
        wanted = self.table(example)
        if wanted not in self._tables:
            try:
                statements = lay_table(self._catalog, *wanted).statements
            except TableError as error:
                self._tables[wanted] = str(error)
            else:
                self._tables[wanted] = fingerprint([self._effects[statement.id] for statement in statements])
        return fingerprint([self._tables[wanted], _fields(example, {_TITLE})])


def _fields(entry: Statement | Example, but: frozenset[str] | set[str]) -> str:
    return fingerprint([(name, value) for name, value in entry if name not in but])
