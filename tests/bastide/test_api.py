"""The interface for programs: its example runs, and what it promises is there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import bastide


def test_the_example_runs() -> None:
    tried = doctest.testmod(bastide, optionflags=doctest.ELLIPSIS)
    assert (tried.failed, tried.attempted > 5) == (0, True)


def test_what_is_promised_is_there_and_documented() -> None:
    assert sorted(bastide.__all__) == bastide.__all__
    for name in bastide.__all__:
        assert getattr(bastide, name).__doc__


def test_the_program_in_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    readme = Path(__file__).parents[2] / "README.md"
    (program,) = re.findall(r"```python\n(.*?)```", readme.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(program, "README.md", "exec"), {})  # noqa: S102  the program is ours
    assert "statements" in capsys.readouterr().out
