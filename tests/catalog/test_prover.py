"""The prover: our data are proved, what is seeded is found in its smallest case, and it says what the questions say."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, product
from typing import Any

import clingo
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from catalog import Catalog, ProverMissingError, Question, Rulings, prove
from catalog.boxes import Box
from catalog.effects import Not
from catalog.prover import Prover, Unresolved, _Teller
from catalog.questions import Row, Setting, spelled
from tests.catalog.rulings import catalog_of, member, ruling
from tests.ours import ours


def _box(name: str, **more: Any) -> Box:
    entry = {"id": name, "name": name, "sort": "fan", "about": "For a test.", "needs": ["base"]}
    return Box.model_validate({**entry, "editions": {"c3.1": {"year": 2026}}, **more})


BOTH = {"c2": {"year": 2020}, "c3.1": {"year": 2026}}
MILL = _box("mill", editions=BOTH, modules=[{"id": "wheels", "name": "Wheels"}])
INN = _box("inn")


def _catalog(entries: list[dict[str, Any]]) -> Catalog:
    """Return the tiny game with The Mill and The Inn too, and these statements."""
    catalog = catalog_of(entries)
    return replace(catalog, boxes={**catalog.boxes, "mill": MILL, "inn": INN})


def _found(entries: list[dict[str, Any]]) -> list[str]:
    """Return what is unresolved, and so for who asks too: the rulings, the case, and the table."""
    prover = Prover(_catalog(entries))
    found = prover.unresolved()
    for one in found:
        case = one.case
        rows, firm = _deciding(prover.rulings, Question(case.actor, case.verb, case.target, case.on), case.setting, case.holding)
        assert ({*map(id, one.rows)} <= {*map(id, rows)} and not firm) if one.circle else {*map(id, one.rows)} <= {*map(id, firm)}
    return sorted(_words(one, _Teller(prover.rulings)) for one in found)


def _words(one: Unresolved, teller: _Teller) -> str:
    rulings = (" > " if one.circle else " / ").join(row.statement.id for row in one.rows)
    return f"{rulings}: {one.case.actor} {one.case.verb} {' '.join((one.case.target, *one.case.on))}, {teller._table(one)}"


CONDITION = {"exists": {"of": {"pieces": {"kind": ["dragon"], "at": "board"}}}}
MAY = ruling("may", "player place meeple", "may")
MAY_NOT = ruling("may-not", "player place meeple", "may-not")
GIANT = ruling("giant", "player place giant", "may", box="lair")
HOARD = ruling("hoard", "player place meeple hoard", "may-not", box="mill")
WHEELS = ruling("wheels", "player place meeple hoard", "may-not", box="mill", module="wheels")
ROLE = ruling("role", "player place farmer", "may")
SETTLED = ruling("third", "player place giant hoard", "may", box="mill", boxes=["lair"])


@cache
def _ours() -> Prover:
    return Prover(ours().catalog)


def test_our_data_are_proved() -> None:
    assert [finding.message for finding in prove(_ours().rulings.catalog)] == []


@pytest.mark.parametrize(
    ("entries", "found"),
    [
        pytest.param([MAY, MAY_NOT], ["may / may-not: player place meeple, `base@c3.1:`"], id="alone"),
        pytest.param(
            [GIANT, HOARD, member("m", "giant", "meeple", box="inn")],
            ["giant / hoard: player place giant hoard, `base@c3.1:,lair@c3.1,mill@c3.1:,inn@c3.1`"],
            id="two boxes, and a third by which a figure is a member of a class",
        ),
        pytest.param(
            [
                ruling("old", "player place meeple", "may", editions=["c2"]),
                ruling("new", "player place meeple", "may-not", box="inn"),
                ruling("old-giants", "player place giant", "must"),
                ruling("new-giants", "player place giant", "may", box="inn", boxes=["base"]),
            ],
            ["old / new: player place meeple, `base@c2:,inn@c3.1`"],
            id="a ruling of another box, unless it needs both",
        ),
        pytest.param(
            [
                ruling("old", "player place meeple hoard", "may", editions=["c2"]),
                ruling("new", "player place meeple coat-of-arms", "may-not", editions=["c3.1"]),
            ],
            [],
            id="one box in two editions",
        ),
        pytest.param(
            [
                ruling("old", "player place meeple hoard", "may", editions=["c2"]),
                ruling("new", "player place meeple coat-of-arms", "may-not", box="inn"),
            ],
            ["old / new: player place meeple coat-of-arms hoard, `base@c2:,inn@c3.1`"],
            id="mixed editions",
        ),
        pytest.param(
            [
                ruling("full", "player place giant", "may", option="length=full"),
                ruling("short", "player place giant", "may", option="length=short"),
                ruling("hoard", "player place meeple hoard", "may-not", option="length=short"),
                member("m", "giant", "meeple"),
            ],
            ["short / hoard: player place giant hoard, `base@c3.1:` and `length=short`"],
            id="a value of an option",
        ),
        pytest.param(
            [
                ruling("full", "player place giant", "may", option="length=full"),
                HOARD,
                member("m", "giant", "meeple", option="length=short"),
            ],
            [],
            id="a class with another value",
        ),
        pytest.param(
            [MAY, GIANT, WHEELS, SETTLED, member("m", "giant", "meeple", module="farmers")],
            [],
            id="settled by a third, also in another module",
        ),
        pytest.param(
            [GIANT, WHEELS, member("m", "giant", "meeple", module="farmers")],
            ["giant / wheels: player place giant hoard, `base@c3.1,lair@c3.1,mill@c3.1`"],
            id="with modules",
        ),
        pytest.param(
            [GIANT, HOARD, member("m", "giant", "meeple"), {**SETTLED, "module": "wheels"}],
            ["giant / hoard: player place giant hoard, `base@c3.1:,lair@c3.1,mill@c3.1:`"],
            id="without a module that would settle it",
        ),
        pytest.param(
            [ROLE, HOARD], ["role / hoard: player place meeple field hoard, `base@c3.1:,mill@c3.1:`"], id="a role and a place"
        ),
        pytest.param([ROLE, ruling("city", "player place meeple city", "may-not")], [], id="a role elsewhere"),
        pytest.param(
            [
                ruling("if", "player place meeple", "may-not", rule={"if": [CONDITION]}),
                ruling("hoard", "player place meeple hoard", "may"),
            ],
            ["if / hoard: player place meeple hoard, `base@c3.1:`"],
            id="a condition",
        ),
        pytest.param(
            [
                ruling("if", "player place meeple coat-of-arms", "may-not", rule={"if": [CONDITION]}),
                ruling("not", "player place meeple hoard", "may", rule={"if": [{"not": [CONDITION]}]}),
            ],
            [],
            id="opposite conditions",
        ),
        pytest.param(
            [
                ruling("with", "player place meeple coat-of-arms", "may-not", rule={"if": [{"with-box": "inn"}]}),
                ruling("hoard", "player place meeple hoard", "may"),
            ],
            ["with / hoard: player place meeple coat-of-arms hoard, `base@c3.1:,inn@c3.1`"],
            id="a condition on the table",
        ),
        pytest.param(
            [
                ruling("full", "player place meeple coat-of-arms", "may-not", rule={"if": [{"option": "length=full"}]}),
                ruling("hoard", "player place meeple hoard", "may", option="length=short"),
            ],
            [],
            id="a condition on an option against a value of it",
        ),
        pytest.param(
            [
                ruling("giant", "player place giant", "may"),
                ruling("meeple", "player place meeple", "may-not"),
                member("m1", "dragon", "giant"),
                member("m2", "dragon", "meeple"),
                member("m3", "giant", "meeple", box="inn"),
            ],
            ["giant / meeple: player place dragon, `base@c3.1:`"],
            id="narrower only by a box that is not on the table",
        ),
        pytest.param(
            [
                ruling("by-giant", "player place meeple giant", "may"),
                ruling("by-meeple", "player place meeple meeple", "may-not"),
                member("m1", "dragon", "giant"),
                member("m2", "dragon", "meeple"),
                member("m3", "giant", "meeple", box="inn"),
            ],
            ["by-giant / by-meeple: player place meeple dragon, `base@c3.1:`"],
            id="a place that is narrower only by a box that is not on the table",
        ),
        pytest.param(
            [
                ruling("giant", "player place giant hoard", "may"),
                ruling("meeple", "player place meeple coat-of-arms", "may-not"),
                member("m", "giant", "meeple", editions=["c2"]),
                ruling("other", "player remove giant", "does", editions=["c3.1"], replaces=["m"]),
            ],
            ["giant / meeple: player place giant coat-of-arms hoard, `base@c2:`"],
            id="a class in one edition",
        ),
        pytest.param(
            [
                ruling("giant", "player place giant hoard", "may"),
                ruling("meeple", "player place meeple coat-of-arms", "may-not"),
                member("m", "giant", "meeple", box="inn"),
                ruling("other", "player remove giant", "does", replaces=["m"]),
            ],
            [],
            id="a class that is replaced",
        ),
        pytest.param([MAY, {**MAY_NOT, "overrides": ["may"]}], [], id="overrides"),
        pytest.param([MAY, {**MAY_NOT, "replaces": ["may"], "box": "inn"}], [], id="replaces"),
        pytest.param([GIANT, {**HOARD, "overrides": ["giant"]}, member("m", "giant", "meeple")], [], id="overrides across boxes"),
        pytest.param(
            [
                {**MAY, "overrides": ["narrowest"]},
                ruling("narrower", "player place meeple hoard", "may-not"),
                ruling("narrowest", "player place meeple hoard coat-of-arms", "must"),
            ],
            ["may > narrower > narrowest: player place meeple coat-of-arms hoard, `base@c3.1:`"],
            id="a circle",
        ),
    ],
)
def test_what_is_seeded_is_found_in_its_smallest_case(entries: list[dict[str, Any]], found: list[str]) -> None:
    assert _found(entries) == found


def test_all_clashes_are_told_in_one_run() -> None:
    others = [ruling(f"r{n}", f"player place {target}", "may-not") for n, target in enumerate(("meeple", "giant", "dragon"))]
    ours = [ruling(f"o{n}", f"player place {target}", "may") for n, target in enumerate(("meeple", "giant", "dragon"))]
    assert [words.partition(":")[0] for words in _found([*ours, *others])] == ["o0 / r0", "o1 / r1", "o2 / r2"]


def test_where_nothing_rules_nothing_is_unresolved() -> None:
    assert prove(_catalog([])) == ()
    assert prove(Catalog(root=_catalog([]).root)) == ()


def test_without_the_solver_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "clingo", None)
    with pytest.raises(ProverMissingError, match="clingo, which is not installed") as error:
        prove(_catalog([]))
    assert "pip install clingo" in error.value.hint


# What the program of logic says is what questions are answered by.

PLACES = ("hoard", "coat-of-arms", "city", "field")
MEMBERS = [("giant", "meeple"), ("dragon", "giant"), ("dragon", "meeple")]


def _where(draw: st.DrawFn) -> dict[str, Any]:
    more: dict[str, Any] = {"box": draw(st.sampled_from(["base", "lair", "mill"]))}
    if more["box"] != "lair" and draw(st.booleans()):
        more["editions"] = [draw(st.sampled_from(["c2", "c3.1"]))]
    also = draw(
        st.sampled_from([{}, {"module": "wheels"}, {"option": "length=short"}, {"option": "length=full"}, {"boxes": ["lair"]}])
    )
    return {**more, **also}


@st.composite
def worlds(draw: st.DrawFn) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = []
    for n in range(draw(st.integers(2, 5))):
        on = draw(st.sets(st.sampled_from(PLACES), max_size=2).filter(lambda found: len(found & {"city", "field"}) < 2))
        target = draw(st.sampled_from(["meeple", "giant", "dragon", "farmer"]))
        condition = draw(st.sampled_from([[], [], [CONDITION], [{"not": [CONDITION]}]]))
        words, verdict = " ".join(["player place", target, *sorted(on)]), draw(st.sampled_from(["may", "may-not"]))
        if target != "farmer" or "city" not in on:
            entries.append(ruling(f"r{n}", words, verdict, rule={"if": condition}, **_where(draw)))
    chosen = draw(st.lists(st.sampled_from(MEMBERS), unique=True, max_size=3))
    entries += [member(f"m{n}", *one, **_where(draw)) for n, one in enumerate(chosen)]
    names = [e["id"] for e in entries]
    for entry in entries:
        key = draw(st.sampled_from([None, None, None, "overrides", "replaces"]))
        if key is not None:
            entry[key] = [draw(st.sampled_from(names))]
    # Those that name themselves or each other are found at loading.
    return [
        e for n, e in enumerate(entries) if all(names.index(o) < n for key in ("overrides", "replaces") for o in e.get(key, ()))
    ]


def _subsets(things: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(things, n) for n in range(len(things) + 1))


def _tables() -> Iterator[Setting]:
    for base, lair, mill, value in product(("c2", "c3.1"), (None, "c3.1"), (None, "c2", "c3.1"), ("full", "short")):
        for left_out in [(), ("wheels",)] if mill else [("wheels",)]:
            on = tuple((box, edition) for box, edition in (("base", base), ("lair", lair), ("mill", mill)) if edition)
            yield Setting(editions=on, options=frozenset({f"length={value}"}), left_out=left_out)


TABLES = [*_tables()]
CASES = [
    Question("player", "place", target, (*marks, *kind))
    for target, marks, kind in product(
        ("meeple", "giant", "dragon"), _subsets(("hoard", "coat-of-arms")), ((), ("city",), ("field",))
    )
]


def _deciding(judge: Rulings, question: Question, setting: Setting, holding: frozenset[str]) -> tuple[list[Row], list[Row]]:
    """Return the rulings that apply to a case and those that win, as questions are answered."""
    so = holding | {f"option {value}" for value in setting.options}
    rows = [row for row in judge._about(question, setting) if row.conditions <= so]
    return rows, judge.winners(rows, setting)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(worlds())
def test_it_finds_what_going_through_all_cases_finds(entries: list[dict[str, Any]]) -> None:
    catalog = _catalog(entries)
    prover, judge = Prover(catalog), Rulings(catalog)
    number = {id(row): n for n, row in enumerate(judge.rows)}
    yes = {spelled(c) for row in judge.rows for c in row.permission.if_ if not isinstance(c, Not)}
    no = {spelled(c) for row in judge.rows for c in row.permission.if_ if isinstance(c, Not)}
    clashes: dict[frozenset[int], int] = {}
    circles: set[int] = set()
    for setting, question, holding in product(TABLES, CASES, (frozenset(yes), frozenset(no))):
        rows, firm = _deciding(judge, question, setting, holding)
        for one, other in combinations(firm, 2):
            if one.permission.verdict != other.permission.verdict:
                pair = frozenset({number[id(one)], number[id(other)]})
                clashes[pair] = min(clashes.get(pair, 9), len(setting.editions or ()))
        circles |= {number[id(row)] for row in rows} if rows and not firm else set()
    found = prover.unresolved()
    index = {id(row): n for n, row in enumerate(prover.rulings.rows)}
    said = {frozenset(index[id(r)] for r in one.rows): one for one in found if not one.circle}
    assert {pair: len(one.case.setting.editions or ()) for pair, one in said.items()} == clashes
    in_circles = {index[id(row)] for one in found if one.circle for row in one.rows}
    assert in_circles <= circles
    assert bool(in_circles) == bool(circles)


CHOICES = (("box", 1), ("at", 2), ("plays", 2), ("value", 3), ("verb", 1), ("actor", 1), ("target", 1), ("place", 1))


def _solved(prover: Prover, question: Question, setting: Setting) -> set[int]:
    """Return the rulings that win in a case without conditions, as the solver has it."""
    catalog, table = prover.rulings.catalog, dict(setting.editions or ())
    box_of = {m.id: box for box in table for m in catalog.boxes[box].modules if m.id not in setting.left_out}
    values = [(box, o.id, c) for box, e in table.items() for o in catalog.boxes[box].options for c in o.choices(e)]
    truth = {
        "box": {(box,) for box in table},
        "at": set(table.items()),
        "plays": {(box, module) for module, box in box_of.items()},
        "value": {words for words in values if words[-1] in setting.options},
        "verb": {(question.verb,)},
        "actor": {(question.actor,)},
        "target": {(question.target,)},
        "place": {(place,) for place in question.on},
    }
    atoms = prover.control.symbolic_atoms
    assumed = [
        (atom.symbol, tuple(a.string for a in atom.symbol.arguments) in truth[name])
        for name, arity in CHOICES
        for atom in atoms.by_signature(name, arity)
    ]
    free = [(clingo.Function("true", [clingo.Number(n)]), False) for n in prover.encoding.conditions.values()]
    free = [(symbol, value) for symbol, value in free if symbol in atoms and clingo.Function("free", symbol.arguments) in atoms]
    prover.control.configuration.solve.opt_mode = "ignore"  # type: ignore[union-attr]
    prover.control.configuration.solve.enum_mode = "auto"  # type: ignore[union-attr]
    with prover.control.solve(assumptions=[*assumed, *free, (clingo.Function("wanted"), False)], yield_=True) as handle:
        (model,) = handle
        assert prover.case(model.symbols(atoms=True)).setting == setting
        return {s.arguments[0].number for s in model.symbols(atoms=True) if s.name == "wins"}


def _chance(catalog: Catalog, judge: Rulings, chance: random.Random) -> tuple[Question, Setting]:
    """Return a case that a ruling speaks of, or one near it, on a table where it may hold."""
    row = chance.choice(judge.rows)
    todo = [row.box, *row.statement.boxes, *chance.sample([*catalog.boxes], 3)]
    for box in todo:
        todo += [need for need in catalog.boxes[box].needs if need not in todo]
    table = {box: chance.choice(catalog.editions_of(box)) for box in todo}
    if chance.random() < 0.8:
        table[row.box] = chance.choice(sorted(row.editions))
    modules = [(box.id, m.id) for box in catalog.boxes.values() for m in box.modules]
    left_out = tuple(m for box, m in modules if box not in table or chance.random() < 0.2)
    wanted = [c for box in table for o in catalog.boxes[box].options for c in o.choices() if chance.random() < 0.5]
    setting = Setting(editions=tuple(sorted(table.items())), options=catalog.values_at(table, wanted), left_out=left_out)

    def near(element: str) -> str:
        return chance.choice([e for e in catalog.elements if e not in catalog.roles and judge.within(e, element)])

    places = {*row.places}
    if chance.random() < 0.5:
        places |= {*chance.choice(judge.rows).places}
    grounds = [p for p in sorted(places) if p in catalog.kinds or getattr(catalog.elements[p], "ground", False)]
    places -= {*grounds[1:]}
    question = Question(
        near(row.permission.actor), row.permission.verb, near(row.target), tuple(sorted(places)),
        table=table, options=tuple(wanted), left_out=left_out,
    )  # fmt: skip
    return question, setting


@pytest.mark.parametrize("seed", range(4))
def test_on_our_data_it_says_what_questions_are_answered(seed: int) -> None:
    prover, chance = _ours(), random.Random(seed)
    judge = prover.rulings
    for _ in range(40):
        question, setting = _chance(judge.catalog, judge, chance)
        _, firm = _deciding(judge, question, setting, frozenset())
        assert _solved(prover, question, setting) == {judge.rows.index(row) for row in firm}, (question, setting)
        verdicts = {row.permission.verdict for row in firm} or {"not-stated"}
        assert {judge.ask(question).verdict} == verdicts
