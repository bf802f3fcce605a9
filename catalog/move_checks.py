"""The checks of the ids that have moved: the old one is free, the new one is there, and the way from one to the other is short."""

from __future__ import annotations

from catalog.findings import hint_for
from catalog.reporter import Reporter


def run(report: Reporter) -> None:
    """Check every id that has moved."""
    catalog = report.catalog
    for (sort, old), moved in catalog.moved.items():
        entries, listed = catalog.entries(sort), f"moved {sort}"
        if old in entries:
            message = f"the {sort} `{old}` is said to have moved, and is there"
            hint = f"call it `{moved.to}`, or take out this line"
            report.add(
                listed, old, ("from",), "moved-in-use", message, hint=hint, others=[(sort, old, ("id",), "here it is")]
            )  # fmt: skip
        elif (sort, moved.to) in catalog.moved and moved.to not in entries:
            end = catalog.moved_to(sort, old)
            if end is not None:
                message = f"`{moved.to}` has moved on, to `{end}`"
                report.add(listed, old, ("to",), "moved-on", message, hint=f"write `to: {end}`", severity="warning")
            elif _in_circle(report, sort, old):
                report.add(
                    listed, old, ("to",), "cycle", f"the {sort} `{old}` moves in a circle", hint="name the id that it has now"
                )
        elif moved.to not in entries and not report.excuses_entry(sort, moved.to):
            message = f"there is no {sort} `{moved.to}`"
            report.add(listed, old, ("to",), "unknown-reference", message, hint=hint_for(moved.to, entries))


def _in_circle(report: Reporter, sort: str, old: str) -> bool:
    """Tell whether an id that moved comes back to itself. One that only leads to a circle is not to blame."""
    seen: set[str] = set()
    now = old
    while (sort, now) in report.catalog.moved and now not in seen:
        seen.add(now)
        now = report.catalog.moved[sort, now].to
    return now == old
