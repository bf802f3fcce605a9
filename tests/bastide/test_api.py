"""The interface for programs: its example runs, and what it promises is there."""

from __future__ import annotations

import doctest

import bastide


def test_the_example_runs() -> None:
    tried = doctest.testmod(bastide, optionflags=doctest.ELLIPSIS)
    assert (tried.failed, tried.attempted > 5) == (0, True)


def test_what_is_promised_is_there_and_documented() -> None:
    assert sorted(bastide.__all__) == bastide.__all__
    for name in bastide.__all__:
        assert getattr(bastide, name).__doc__
