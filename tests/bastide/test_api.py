"""The interface for programs: its example runs, and what it promises is there."""

from __future__ import annotations

import doctest
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import bastide
from tests.ours import ours


def test_the_example_runs() -> None:
    tried = doctest.testmod(bastide, optionflags=doctest.ELLIPSIS)
    assert (tried.failed, tried.attempted > 5) == (0, True)


def test_what_is_promised_is_there_and_documented() -> None:
    assert sorted(bastide.__all__) == bastide.__all__
    for name in bastide.__all__:
        assert getattr(bastide, name).__doc__


@pytest.mark.parametrize(
    ("wrong", "told", "hint"),
    [
        ({"actor": "drgon"}, "there is no element `drgon`", "did you mean `dragon`?"),
        ({"actor": "remove"}, "there is no element `remove`", None),
        ({"verb": "remvoe"}, "there is no verb `remvoe`", "did you mean `remove`?"),
        ({"target": "meepel"}, "there is no element `meepel`", "did you mean `meeple`?"),
        ({"on": ("bridge", "brigde")}, "there is no element `brigde`", "did you mean `bridge`?"),
        ({"edition": "c9"}, "there is no edition `c9`", "one of: c1, c2, c3, c3.1"),
        ({"edition": ""}, "there is no edition ``", "one of: c1, c2, c3, c3.1"),
        ({"boxes": ("base", "rivr")}, "there is no box `rivr`", "did you mean `river`?"),
        ({"table": {"base": "c7"}}, "there is no edition `c7`", "one of: c1, c2, c3, c3.1"),
    ],
)
def test_what_is_misspelt_in_a_question_is_told_and_not_answered(wrong: dict[str, Any], told: str, hint: str | None) -> None:
    asked = replace(bastide.Question("dragon", "remove", "meeple"), **wrong)
    with pytest.raises(bastide.QuestionError) as refused:
        bastide.can(ours().catalog, asked)
    assert str(refused.value) == told
    assert hint in {None, refused.value.hint}


def test_the_program_in_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    readme = Path(__file__).parents[2] / "README.md"
    (program,) = re.findall(r"```python\n(.*?)```", readme.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(program, "README.md", "exec"), {})  # noqa: S102  the program is ours
    assert "statements" in capsys.readouterr().out
