"""Choices of options, ``option=value``: taken apart, and what is wrong with one that does not exist."""

from __future__ import annotations

from collections.abc import Iterable

from catalog.boxes import RuleOption
from catalog.findings import did_you_mean, hint_for


def split(choice: str) -> tuple[str, str]:
    """Return the option and the value of a choice, in lower case; the value is empty where there is none."""
    option, _, value = choice.partition("=")
    return option.strip().lower(), value.strip().lower()


def option_hint(name: str, options: Iterable[RuleOption]) -> str | None:
    """Return what to write instead of an option that does not exist: the closest one with its values, or all there are."""
    known = {option.id: option for option in options}
    best = did_you_mean(name, known)
    if best is not None:
        return f"did you mean `{best}`? write {_or(known[best].choices())}"
    return hint_for(name, known)


def value_problem(option: RuleOption, value: str, edition: str | None = None) -> tuple[str, str] | None:
    """Return what is wrong with a value, and what to write instead; None if the option has it, in whatever edition.

    With an edition only the values that exist there are told where one is missing.
    """
    known = [v.id for v in option.values]
    if value in known:
        return None
    if not value:
        return f"the option `{option.id}` is named without a value", f"write {_or(option.choices(edition))}"
    best = did_you_mean(value, known)
    meant = f"did you mean `{option.id}={best}`? " if best else ""
    return f"the option `{option.id}` has no value `{value}`", f"{meant}its values are: {', '.join(known)}"


def _or(words: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
