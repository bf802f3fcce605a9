"""The proof that on no table two rulings disagree and neither wins, or the smallest tables on which they do. Needs clingo.

The check at loading (``Rulings.clashes``) compares rulings two by two, at once and without a solver, and takes every box to be on
the table in one edition. The proof goes through all tables there are: any boxes, each in any of its editions, with any of its
modules and any values of its options.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from catalog.effects import Effect, IsA
from catalog.encoding import PROGRAM, Encoding
from catalog.findings import Finding, Related
from catalog.index import Catalog
from catalog.model import Path
from catalog.questions import Row, Rulings, Setting
from catalog.yamlfile import YamlFile, read

if TYPE_CHECKING:
    import clingo

HINT = "name the loser in `overrides`, narrow one of them, or add a ruling for this case"


class ProverMissingError(RuntimeError):
    """The solver is not installed."""

    hint = "install it beside this program: pip install clingo, or pipx inject bastide clingo"

    def __init__(self) -> None:
        """Say what is missing."""
        super().__init__("a proof needs clingo, which is not installed")


@dataclass(frozen=True, slots=True)
class Case:
    """A case on a table: who does what to whom, in which places, and which conditions hold, as :func:`catalog.questions.spelled` has them."""

    actor: str
    verb: str
    target: str
    on: tuple[str, ...]
    holding: frozenset[str]
    setting: Setting


@dataclass(frozen=True, slots=True)
class Unresolved:
    """Rulings of which none yields, in the smallest case: two that disagree, or (``circle``) some of which each beats the next."""

    rows: tuple[Row, ...]
    case: Case
    circle: bool = False


class Prover:
    """Finds the cases that the rulings of a catalogue leave unresolved. Raises :class:`ProverMissingError` without clingo."""

    def __init__(self, catalog: Catalog) -> None:
        """Read the rulings in; nothing is solved yet."""
        try:
            import clingo  # noqa: PLC0415  an extra, needed here only
        except ImportError:
            raise ProverMissingError from None
        self.rulings = Rulings(catalog)
        self.encoding = Encoding(self.rulings)
        self._clingo = clingo

    @cached_property
    def control(self) -> clingo.Control:
        """The solver with the grounded program."""
        control = self._clingo.Control(["--warn=none"])
        control.add("base", [], PROGRAM + self.encoding.text)
        control.ground([("base", [])])
        return control

    def unresolved(self) -> list[Unresolved]:
        """Return every two rulings that somewhere disagree, and every circle, each with the smallest case that shows it."""
        found: dict[frozenset[int], Unresolved] = {}
        for wanted in self._wanted():
            case, applying = self._smallest(wanted)
            if wanted.name == "clash":
                numbers = [argument.number for argument in wanted.arguments]
            else:
                numbers = self._circle(wanted.arguments[0].number, applying, case.setting)
            one = Unresolved(tuple(self.rulings.rows[n] for n in numbers), case, circle=wanted.name == "circle")
            # A circle comes up again from every ruling that loses to one in it, and may need other boxes then.
            known = found.setdefault(frozenset(numbers), one)
            if len(one.case.setting.editions or ()) < len(known.case.setting.editions or ()):
                found[frozenset(numbers)] = one
        return list(found.values())

    def _wanted(self) -> list[clingo.Symbol]:
        """Return what is wrong in some case: all of it by one search, which keeps what has come up in any answer."""
        solving = self.control.configuration.solve
        solving.opt_mode, solving.enum_mode, solving.models = "ignore", "brave", 0  # type: ignore[union-attr]
        last: Sequence[clingo.Symbol] = ()
        with self.control.solve(assumptions=[(self._clingo.Function("wanted"), True)], yield_=True) as handle:
            for model in handle:
                last = model.symbols(atoms=True)
        return sorted(symbol for symbol in last if symbol.name in {"clash", "circle"})

    def _smallest(self, wanted: clingo.Symbol) -> tuple[Case, list[int]]:
        """Return the smallest case in which something is wrong, and the rulings that apply to it."""
        solving = self.control.configuration.solve
        solving.opt_mode, solving.enum_mode, solving.models = "opt", "auto", 0  # type: ignore[union-attr]
        last: Sequence[clingo.Symbol] = ()
        with self.control.solve(assumptions=[(wanted, True)], yield_=True) as handle:
            for model in handle:
                last = model.symbols(atoms=True)
        return self.case(last), sorted(s.arguments[0].number for s in last if s.name == "applies")

    def case(self, symbols: Iterable[clingo.Symbol]) -> Case:
        """Return the case that an answer of the solver describes."""
        said: dict[str, list[tuple[str, ...]]] = {}
        numbers = set()
        for symbol in symbols:
            if symbol.name == "true":
                numbers.add(symbol.arguments[0].number)
            elif symbol.name in {"actor", "verb", "target", "place", "at", "plays", "value"}:
                said.setdefault(symbol.name, []).append(tuple(argument.string for argument in symbol.arguments))
        played = {words[0] for words in said.get("plays", ()) if len(words) == 1}
        modules = [m.id for box in self.rulings.catalog.boxes.values() for m in box.modules]
        setting = Setting(
            editions=tuple(sorted((box, edition) for box, edition in said.get("at", ()))),
            options=frozenset(value for _, _, value in said.get("value", ())),
            left_out=tuple(m for m in modules if m not in played),
        )
        holding = frozenset(spelled for spelled, n in self.encoding.conditions.items() if n in numbers)
        ((actor,), (verb,), (target,)) = (said[name][0] for name in ("actor", "verb", "target"))
        return Case(actor, verb, target, tuple(sorted(p for (p,) in said.get("place", ()))), holding, setting)

    def _circle(self, start: int, applying: Sequence[int], setting: Setting) -> list[int]:
        """Return rulings each of which loses to the next, and the last, which stands last in the data, to the first.

        Every one that applies is beaten, so that whoever begins, the way comes back to itself.
        """
        rows, way = self.rulings.rows, [start]
        while True:
            one = next(n for n in applying if n != way[-1] and self.rulings.beats(rows[n], rows[way[-1]], setting))
            if one in way:
                circle = way[way.index(one) :]
                end = circle.index(max(circle)) + 1
                return [*circle[end:], *circle[:end]]
            way.append(one)


def prove(catalog: Catalog) -> tuple[Finding, ...]:
    """Return a finding for whatever rulings leave unresolved on some table; none is the proof that there is nothing.

    The catalogue should have no other errors: a ruling that could not be read decides nothing. Raises
    :class:`ProverMissingError` without clingo.
    """
    prover = Prover(catalog)
    teller = _Teller(prover.rulings)
    for found in prover.unresolved():
        teller.tell(found)
    findings = [finding for file in teller.files.values() for finding in file.findings]
    return tuple(sorted(findings, key=lambda f: (f.file, f.line, f.column, f.message)))


class _Teller:
    """Notes what is unresolved in the files that the rulings stand in, which are read again for that."""

    def __init__(self, rulings: Rulings) -> None:
        self.rulings = rulings
        self.catalog = rulings.catalog
        self.files: dict[str, YamlFile] = {}

    def _place(self, statement: str, path: Path) -> tuple[YamlFile, Path]:
        origin = self.catalog.origins["statement", statement]
        if origin.file not in self.files:
            in_pack = any(origin.file.startswith(f"{pack}/") for pack in self.catalog.packs)
            whole = FilePath(origin.file) if in_pack else self.catalog.root / origin.file
            self.files[origin.file] = read(whole, origin.file)
        return self.files[origin.file], (*origin.path, *path)

    def tell(self, found: Unresolved) -> None:
        """Note a finding at the ruling that stands last; the others are beside it, and what makes them speak of one case."""
        *others, last = found.rows
        file, path = self._place(last.statement.id, last.path)
        if found.circle:
            ways = ", that to ".join(f"`{row.statement.id}`" for row in others)
            said = f"this loses to {ways}, and that to this, so that none of them decides"
        else:
            said = f"this says `{last.permission.verdict}`, `{others[0].statement.id}` says `{others[0].permission.verdict}`"
            said += ", and neither wins"
        case = found.case
        where = f" on {', '.join(case.on)}" if case.on else ""
        message = f"`{case.actor} {case.verb} {case.target}{where}` with {self._table(found)}{_under(found)}: {said}"
        beside = [(row.statement.id, row.path, f"`{row.statement.id}` says `{row.permission.verdict}` here") for row in others]
        related = tuple(self._related(*one) for one in (*beside, *self._memberships(found)))
        file.add("unresolved-rulings", path, message, hint=HINT, key=True, related=related)

    def _related(self, statement: str, path: Path, message: str) -> Related:
        file, whole = self._place(statement, path)
        return file.related(whole, message)

    def _memberships(self, found: Unresolved) -> Iterator[tuple[str, Path, str]]:
        case, told = found.case, set[str]()
        for row in found.rows:
            for element, above in ((case.actor, row.permission.actor), (case.target, row.target)):
                for statement in self.rulings.classes(element, case.setting)[above]:
                    effect = self.catalog.statements[statement].effect
                    rules = enumerate(effect.rules if isinstance(effect, Effect) else ())
                    n, rule = next((n, rule) for n, rule in rules if isinstance(rule, IsA))
                    if statement not in told:
                        told.add(statement)
                        yield statement, ("effect", "rules", n, "is-a"), f"`{rule.element}` counts as `{rule.class_}` here"

    def _table(self, found: Unresolved) -> str:
        """Return a table as ``--with`` takes it, and the values that are not the default or that a ruling names."""
        setting, words = found.case.setting, []
        table = dict(setting.editions or ())
        for box in (box for box in self.catalog.boxes.values() if box.id in table):
            modules = [m.id for m in box.modules]
            played = [m for m in modules if m not in setting.left_out]
            words.append(f"{box.id}@{table[box.id]}" + ("" if played == modules else f":{'+'.join(played)}"))
        named = {row.statement.option for row in found.rows}
        values = sorted(setting.options & named | setting.options - self.catalog.values_at(table))
        return f"`{','.join(words)}`" + "".join(f" and `{value}`" for value in values)


def _under(found: Unresolved) -> str:
    """Return in words which conditions hold in the case."""
    bound = dict.fromkeys(f"`{row.statement.id}`" for row in found.rows if row.permission.if_)
    return f", where the condition of {' and that of '.join(bound)} holds" if bound else ""
