"""The matrix of all that can be asked: each answer is that of `can`, nothing is left out unsaid, and the gaps are counted."""

from __future__ import annotations

from itertools import combinations

import pytest

from bastide import answers
from catalog import Question, can
from catalog.matrix import SORTS, matrix, together
from catalog.questions import Rulings
from catalog.vocabulary import Mark
from generator.i18n import languages
from tests.catalog.matrix import matrix as told
from tests.ours import ours


@pytest.fixture(scope="module")
def catalog():
    return ours().catalog


@pytest.fixture(scope="module")
def matrices(catalog):
    rulings = Rulings(catalog)
    return {edition: matrix(rulings, edition) for edition in catalog.editions}


def cells(matrices):
    for edition, found in matrices.items():
        for line in found.lines:
            for cell in line.cells.values():
                yield edition, line, cell


def test_each_answer_is_what_can_says(catalog, matrices):
    rulings = Rulings(catalog)
    for edition, line, cell in cells(matrices):
        assert cell.answer == rulings.ask(Question(line.actor, line.verb, cell.target, edition=edition))
        for case in cell.places:
            assert case.answer == rulings.ask(Question(line.actor, line.verb, cell.target, case.on, edition))
    edition, line, cell = next((e, x, c) for e, x, c in cells(matrices) if c.places)
    assert can(catalog, Question(line.actor, line.verb, cell.target, edition=edition)) == cell.answer


def test_what_the_sources_say_of_a_place_is_among_the_places(matrices):
    """Of a question with a place, the answer is in its cell: as one of its places, or as that of the cell, which holds there too."""
    seen = 0
    for question, row in told():
        line = next((x for x in matrices[question.edition].lines if (x.actor, x.verb) == (question.actor, question.verb)), None)
        if line is None or question.target not in line.cells:
            continue
        cell = line.cells[question.target]
        verdicts = {case.answer.verdict for case in cell.places if {*case.on} <= {*question.on}} | {cell.answer.verdict}
        assert row["verdict"] in verdicts, question
        seen += bool(question.on)
    assert seen > 10


def test_every_ruling_has_a_line_and_a_cell_in_its_editions(catalog, matrices):
    for row in Rulings(catalog).rows:
        permission = row.permission
        for edition in row.editions:
            found = matrices[edition]
            if permission.target not in found.targets:
                continue
            line = next((x for x in found.lines if (x.actor, x.verb) == (permission.actor, permission.verb)), None)
            if line is None:
                brought = [box for box in catalog.boxes.values() if permission.actor in box.brings]
                silent = (permission.actor, permission.verb) in found.silent
                assert silent or not any(edition in box.editions for box in brought)
            else:
                assert permission.target in line.cells


def test_targets_are_what_boxes_of_the_edition_bring_but_for_scenery(catalog, matrices):
    for edition, found in matrices.items():
        here = {e for box in catalog.boxes.values() if edition in box.editions for e in box.brings}
        assert set(found.targets) <= here
        for element in here - set(found.targets):
            entry = catalog.elements[element]
            assert isinstance(entry, Mark)
            assert entry.sort == "scenery"


def test_a_line_is_asked_about_whole_sorts(catalog, matrices):
    for found in matrices.values():
        for line in found.lines:
            sorts = {SORTS[type(catalog.elements[target])] for target in line.cells}
            assert list(line.cells) == [target for target, sort in found.targets.items() if sort in sorts]


def test_the_gaps_are_counted(matrices):
    for found in matrices.values():
        silent = [cell for line in found.lines for cell in line.cells.values() if not cell.stated]
        assert all(cell.answer.verdict == "not-stated" and not cell.places for cell in silent)
        assert found.asked - found.stated == len(silent) > 0
        assert all(line.stated for line in found.lines)
        assert 0 <= found.borrowed <= found.stated


def test_an_answer_of_another_edition_is_told_from_one_of_its_own(matrices):
    borrowed = [(edition, cell) for edition, _, cell in cells(matrices) if cell.borrowed]
    assert borrowed
    assert all(edition not in cell.answer.other_editions for edition, cell in borrowed)


def test_statements_about_two_boxes_are_those_that_the_command_line_lists(catalog):
    english = languages(catalog).by_tag["en"]
    found = together(catalog)
    assert any(found.values())
    assert not all(found.values())
    for (one, other), statements in list(found.items())[::7]:
        listed = answers.rulings(catalog, [("box", one), ("box", other)], None, None, english, examples=False)
        assert set(statements) <= {row["id"] for row in listed}


def test_boxes_that_come_in_one_edition_are_a_pair_unless_one_needs_the_other(catalog):
    found = together(catalog)
    for one, other in combinations(catalog.boxes, 2):
        needed = one in catalog.boxes[other].needs or other in catalog.boxes[one].needs
        shared = {*catalog.editions_of(one)} & {*catalog.editions_of(other)}
        if shared and not needed:
            assert (one, other) in found
        elif needed:
            assert (one, other) not in found
        else:
            assert found.get((one, other), True)
