"""The examples of the catalogue: each holds, and together they prove every statement that does something."""

from __future__ import annotations

import pytest

from engine import lay_table
from tests.engine.mutations import EXEMPT, Proofs, mutations
from tests.ours import ours

PROOFS = Proofs(ours().catalog)


@pytest.mark.parametrize("example", PROOFS.catalog.examples)
def test_an_example_holds(example):
    assert PROOFS.failing.get(example, ()) == ()


@pytest.mark.parametrize("statement", PROOFS.stating, ids=lambda s: s.id)
def test_a_statement_is_shown_and_proved(statement):
    assert PROOFS.gaps(statement) == []


VALUES = [(box.id, option, value) for box in PROOFS.catalog.boxes.values() for option in box.options for value in option.values]


@pytest.mark.parametrize(("box", "option", "value"), VALUES, ids=lambda v: getattr(v, "id", v))
def test_a_value_of_an_option_is_played(box, option, value):
    """An example chooses it, or it is the default there, and what the statements of another value replace is shown."""
    catalog, choice = PROOFS.catalog, f"{option.id}={value.id}"
    others = {f"{option.id}={other.id}" for other in option.values} - {choice}
    replaced = {name for s in catalog.statements.values() if s.option in others for name in s.replaces}

    def plays(example):
        told = example.table
        table = lay_table(catalog, told.with_ or catalog.box_of_example[example.id], told.edition, told.options)
        shown = choice in told.options or not replaced or replaced & {*example.shows}
        return box in table.editions and choice in table.options and bool(shown)

    assert [example.id for example in catalog.examples.values() if plays(example)] != []


def test_only_what_cannot_be_proved_is_exempt():
    assert set(EXEMPT) <= {mutation.name for statement in PROOFS.stating for mutation in mutations(statement)}
    assert PROOFS.idle() == []


def test_a_changed_number_is_noticed_where_it_counts():
    statement = PROOFS.catalog.statements["road-points"]
    assert {m.change for m in mutations(statement)} == {
        "its effect is taken away",
        "rules.scoring.completed.tile is 2 instead of 1",
    }
    (longer,) = (m for m in mutations(statement) if "instead" in m.change)
    longer_road, untouched = (PROOFS.catalog.examples[i] for i in ("road-in-a-ring", "small-city-today"))
    assert PROOFS.notices(longer, [longer_road])
    assert not PROOFS.notices(longer, [untouched])
