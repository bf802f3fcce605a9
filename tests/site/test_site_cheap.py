"""What a build does not wait for when hardly anything has changed."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from generator.building import tracing
from generator.building.tracing import Answers
from generator.pages import material
from generator.pages.material import Material
from tests.programs import ROOT
from tests.site.small import small

CATALOG = small()
RULING = next(s for s in CATALOG.statements.values() if any(s.permissions))
SILENT = next(s for s in CATALOG.statements.values() if not any(s.permissions))

AGAIN = """
import sys
from pathlib import Path
from generator import site
from tests.site.small import english_and_czech, small

catalog = small()
site.build(catalog, english_and_czech(catalog), Path(sys.argv[1]), processes=1, search=False)
print(*sorted({"PIL", "fontTools", "pagefind", "resvg_py", "shapely", "numpy"} & sys.modules.keys()))
"""


def test_a_build_with_nothing_to_draw_does_not_wait_for_what_draws(tmp_path):
    told = [
        subprocess.run(
            [sys.executable, "-c", AGAIN, str(tmp_path / "site")],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for _ in range(2)
    ]
    assert "shapely" in told[0]
    assert told[1] == []


def told(catalog):
    """Return the fingerprints of all that follows from the matrices."""
    answers = Answers(Material(catalog, ()))
    return [answers.fingerprint(("material", name, "all")) for name in tracing._FOLLOWS]


def changed(statement, **fields):
    return replace(CATALOG, statements={**CATALOG.statements, statement.id: statement.model_copy(update=fields)})


def test_the_matrices_are_not_worked_out_to_see_that_they_are_the_same(monkeypatch):
    monkeypatch.setattr(material, "matrix", lambda *_: pytest.fail("it was worked out"))
    before = told(CATALOG)
    assert told(changed(RULING, text="Quite another text.")) == before
    assert told(changed(SILENT, editions=("c2",))) == before


def test_the_matrices_are_others_where_a_ruling_is():
    before = told(CATALOG)
    permission = next(iter(RULING.permissions))
    verdict = "not-" if permission.verdict != "may" else "may-not"
    rules = tuple(r.model_copy(update={"verdict": verdict}) if r is permission else r for r in RULING.effect.rules)
    for fields in (
        {"effect": RULING.effect.model_copy(update={"rules": rules})},
        {"editions": ("c1",)},
        {"option": "some"},
        {"overrides": (SILENT.id,)},
        {"boxes": ("some",)},
    ):
        assert told(changed(RULING, **fields)) != before, fields
    assert told(changed(SILENT, replaces=(RULING.id,))) != before
