"""What the examples prove: a statement whose effect is taken away, or a number of it changed by one, must make one of its examples fail.

``python -m tests.engine.mutations [BOX|STATEMENT]...`` prints what is not shown or not proved, and why.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from catalog import Catalog
from catalog.effects import Effect, NoEffect
from catalog.examples import Example
from catalog.model import Kind, Model, Path, kebab
from catalog.statements import Statement
from engine.examples import Examples
from tests.ours import ours

EXEMPT: dict[str, str] = {
    "fields-are-never-completed": "what no statement says to be completed never is",
    "river-not-scored": "what no statement says to be completed never is",
    "meeple-on-score-track: do.deal.count": "examples say what stands somewhere, not that nothing else does",
    "meeple-counts: rules.counts.as": "all that counts on a feature counts alike, so that only whether it counts can be seen",
    "abbot-counts: rules.counts.as": "where an abbot may be he is alone",
    "small-city-points: rules.scoring.completed.marks.coat-of-arms": "no tile shows a coat of arms in a city with a single opening",
    "dragon-faces-protected-meeples": "dragon-faces-meeples says so of every meeple, and no ruling is against it",
    "recalled-abbot-brings-no-fairy-points": "fairy-gives-points speaks of completed features alone, and a recalled abbot's is none",
    "abbot-on-monastery": "place-abbot allows it as well, and no ruling about meeples is against it",
    "dragon-removes-ringmasters": "that a ringmaster is a meeple is said by the box that brings it too",
    "dragon-and-fairy-take-phantoms-for-meeples": "that a phantom is a meeple is said by the box that brings it too",
    "dragon-leaves-castles-alone": "where castles can be played, dragon-leaves-lords-alone says so as well",
    "fairy-avoids-maidens": "where castles can be played, fairy-avoids-lords says so as well",
    "dragon-passes-older-bridges": "what no statement says to stop the dragon never does, nor does one let it remove a bridge",
    "lords-bring-no-fairy-points": "fairy-leaves-a-new-lord takes her away before, and fairy-avoids-lords keeps her away",
    "dragon-removes-meeples-from-towers": "dragon-removes-meeples removes meeples alone, and a floor is none",
    "princess-may-send-a-large-meeple-home": "princess-sends-a-knight-home says so of every meeple in a city",
    "princess-spares-lords": "princess-sends-a-knight-home speaks of cities alone, and a castle is none",
    "dragon-clears-towers": "dragon-clears-what-it-visits removes meeples alone, and a floor is none",
    "dragon-spares-bridges-and-castle-tokens": "dragon-clears-what-it-visits removes meeples alone, and these are none",
    "towers-spare-magic-figures": "what no ruling allows to capture is not captured, and build-floor speaks of meeples alone",
    "dragon-leaves-the-circus-alone": "dragon-removes-meeples removes meeples alone, and the big top and its tokens are none",
    "acrobats-bring-no-fairy-points": "fairy-gives-points speaks of completed features alone, and a pyramid is none",
    "pyramid-brings-no-fairy-points": "fairy-brings-points-for-her-feature speaks of features alone, and a pyramid is none",
    "no-figure-on-the-circus": "no statement lets a figure be placed on the circus, as it is no feature",
    "ringmaster-is-no-acrobat": "the statements that let somebody become an acrobat speak of the ordinary meeple alone",
    "large-meeple-is-no-acrobat": "the statements that let somebody become an acrobat speak of the ordinary meeple alone",
    "abbot-is-no-acrobat": "the statements that let somebody become an acrobat speak of the ordinary meeple alone",
    "phantom-is-no-acrobat": "the statements that let somebody become an acrobat speak of the ordinary meeple alone",
    "no-meeple-on-a-bare-foundation": "no statement lets a figure be placed on a foundation: on a tower one is stationed",
    "no-meeple-on-castle": "no statement that lets a figure be placed names castles among its kinds of features",
    "castle-is-not-completed": "what no statement says to be completed never is",
    "castle-token-claims-nothing": "castles ask for the majority among the figures that count, and no statement counts a token",
    "pigs-bring-no-fairy-points": "no rule about pigs is public, so that nothing scores by one",
    "dragon-removes-watchmen": "what is said of meeples says so of watchmen, and no statement lets the dragon remove what they stand on",
    "dragon-faces-watchmen": "dragon-faces-meeples says so of every meeple, and no ruling is against it",
    "fairy-goes-to-a-watchman": "fairy-comes-to-who-scored-nothing says so of every meeple, and no ruling is against it",
    "portal-leads-onto-no-tower": "a portal leads to features alone, and a tower is none",
    "portal-leads-to-no-tower": "a portal leads to features alone, and a tower is none",
    "portal-makes-no-watchmen": "a portal leads to features alone, and a tower is none",
    "watchmen-bring-no-fairy-points": "fairy-gives-points speaks of completed features alone, and a tower is none",
    "dragon-passes-town-halls": "what no statement says to stop the dragon never does",
    "dragon-passes-the-fortress": "what no statement says to stop the dragon never does",
    "dragon-passes-bridges": "what no statement says to stop the dragon never does, nor does one let it remove a bridge",
    "dragon-leaves-the-crown": "no statement lets the dragon remove the crown",
    "dragon-leaves-emblems-on-statues": "no statement lets the dragon remove an emblem",
    "portal-avoids-defense-posts": "a portal leads to features alone, and a defense post is none",
    "portal-avoids-barns": "a portal leads to features alone, and a barn is none",
    "portal-avoids-castles": "a portal leads to the kinds of features that it names, and a castle is none of them",
    "portal-leads-onto-bridges": "portal-reaches-any-tile leads onto every road",
    "portal-avoids-bridges-over-hoards": "portal-avoids-hoards says so of everything on such a tile",
    "fairy-goes-onto-bridges": "fairy-comes-to-who-scored-nothing says so of every meeple, and no ruling is against it",
    "bridge-over-a-hoard": "what no ruling forbids to build may be built",
    "castle-over-a-hoard": "what no ruling forbids to build may be built",
    "barn-over-a-hoard": "what no ruling forbids to build may be built",
    "maidens-bring-no-fairy-points": "fairy-gives-points speaks of completed features alone, and a castle is none",
    "barns-bring-no-fairy-points": "fairy-gives-points speaks of completed features alone, and a barn is none",
    "flocks-bring-no-fairy-points": "fairy-gives-points speaks of completed features alone, and a flock is none",
    "dragon-leaves-the-artists-big-top": "no statement lets the dragon remove the big top or its tokens",
    "fairy-goes-to-an-artist": "fairy-comes-to-who-scored-nothing says so of every meeple, and no ruling is against it",
    "artists-bring-no-fairy-points": "fairy-gives-points speaks of completed features alone, and a pyramid is none",
}
"""What no position can prove, with the reason: a statement (its effect taken away), or ``statement: number`` (a number changed)."""


@dataclass(frozen=True)
class Mutation:
    """A change of one statement: ``name`` is how it is exempted, ``change`` is what is done, in words."""

    name: str
    change: str
    statement: Statement


@dataclass(frozen=True)
class Proofs:
    """Which statements of a catalogue its examples prove."""

    catalog: Catalog

    @cached_property
    def failing(self) -> dict[str, tuple[str, ...]]:
        """The examples that do not hold, with what is wrong."""
        examples = Examples(self.catalog)
        return {i: failures for i, e in self.catalog.examples.items() if (failures := examples.run(e).failures)}

    @cached_property
    def shown(self) -> dict[str, list[Example]]:
        """The examples that show each statement: those that it comes first in go first."""
        found: dict[str, list[Example]] = {}
        for example in sorted(self.catalog.examples.values(), key=lambda e: len(e.shows)):
            for name in example.shows:
                found.setdefault(name, []).append(example)
        return found

    @property
    def stating(self) -> list[Statement]:
        """The statements that have an effect."""
        return [s for s in self.catalog.statements.values() if isinstance(s.effect, Effect)]

    def gaps(self, statement: Statement) -> list[str]:
        """Return a sentence for all of a statement that is not shown or not proved."""
        if not self.shown.get(statement.id):
            return ["no example shows it"]
        holding = [e for e in self.shown[statement.id] if e.id not in self.failing]
        if not holding:
            return [f"no example that shows it holds: {', '.join(e.id for e in self.shown[statement.id])}"]
        names = ", ".join(e.id for e in holding)
        return [
            f"{mutation.change}, and what shows it still holds: {names}"
            for mutation in mutations(statement)
            if mutation.name not in EXEMPT and not self.notices(mutation, holding)
        ]

    def notices(self, mutation: Mutation, examples: list[Example]) -> bool:
        """Tell whether one of the examples fails after a change."""
        statements = {**self.catalog.statements, mutation.statement.id: mutation.statement}
        changed = Examples(replace(self.catalog, statements=statements))
        return any(_fails(changed, example) for example in examples)

    def idle(self) -> list[str]:
        """Return the exemptions that there is no need for, or nothing for."""
        found = dict.fromkeys(EXEMPT, True)
        for statement in self.stating:
            holding = [e for e in self.shown.get(statement.id, ()) if e.id not in self.failing]
            for mutation in mutations(statement):
                if mutation.name in EXEMPT and not self.notices(mutation, holding):
                    found[mutation.name] = False
        return [name for name, needless in found.items() if needless]


def mutations(statement: Statement) -> Iterator[Mutation]:
    """Yield a statement without its effect, and with each number of its effect one more, and one less where something is left."""
    yield Mutation(statement.id, "its effect is taken away", _with(statement, NoEffect(none="flavour")))
    for path, label, number in _numbers(statement.effect, (), ""):
        for changed in (number + 1, number - 1):
            if changed > 0:
                name, change = f"{statement.id}: {label}", f"{label} is {changed} instead of {number}"
                yield Mutation(name, change, _with(statement, _put(statement.effect, path, changed)))


def _with(statement: Statement, effect: object) -> Statement:
    return statement.model_copy(update={"effect": effect})


def _numbers(node: object, path: Path, label: str) -> Iterator[tuple[Path, str, int]]:
    """Yield the numbers that stand in an effect: where, what an author calls the place, and which."""
    if isinstance(node, Model):
        inside = f"{label}.{node.key}" if isinstance(node, Kind) else label
        for name in type(node).model_fields:
            if name in node.model_fields_set:
                yield from _numbers(getattr(node, name), (*path, name), f"{inside}.{kebab(name)}")
    elif isinstance(node, tuple):
        for n, item in enumerate(node):
            yield from _numbers(item, (*path, n), label if len(node) == 1 else f"{label}.{n}")
    elif isinstance(node, dict):
        for key, item in node.items():
            yield from _numbers(item, (*path, key), f"{label}.{key}")
    elif isinstance(node, int) and not isinstance(node, bool):
        yield path, label.lstrip("."), node


def _put(node: object, path: Path, value: int) -> object:
    """Return what a node is with a number at a place of it."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(node, Model):
        return node.model_copy(update={str(step): _put(getattr(node, str(step)), rest, value)})
    if isinstance(node, tuple):
        return tuple(_put(item, rest, value) if n == step else item for n, item in enumerate(node))
    if isinstance(node, dict):
        return {key: _put(item, rest, value) if key == step else item for key, item in node.items()}
    raise TypeError(node)


def _fails(examples: Examples, example: Example) -> bool:
    return bool(examples.run(example).failures)


def report(words: list[str]) -> list[str]:
    """Return in lines what is not shown or not proved of these boxes and statements, of all without any."""
    proofs = Proofs(ours().catalog)
    catalog = proofs.catalog
    if strange := [word for word in words if word not in catalog.boxes and word not in catalog.statements]:
        return [f"there is no box and no statement `{word}`" for word in strange]
    found = [
        f"example {example} does not hold: {'; '.join(failures)}"
        for example, failures in proofs.failing.items()
        if not words or {catalog.box_of_example[example], *catalog.examples[example].shows} & set(words)
    ]
    wanted = [s for s in proofs.stating if not words or {s.id, catalog.box_of[s.id]} & set(words)]
    found += [f"{catalog.box_of[s.id]}/{s.id}: {gap}" for s in wanted for gap in proofs.gaps(s)]
    return [*found, f"{len(wanted)} statements with an effect, {len(found) or 'nothing'} to do"]


if __name__ == "__main__":
    print("\n".join(report(sys.argv[1:])))  # noqa: T201  a script of its own
