"""What keeps somebody out of a page, as axe sees it."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe


def violations(page, *, only: tuple[str, ...] = ()) -> list[tuple[str, list[str]]]:
    """Return the rules that a page breaks, each with the first places that break it. With ``only``, no other rules are tried.

    The style sheets are not fetched once more: of a page that is a file, the browser forbids it, and says so in the console.
    """
    options = {"preload": False, **({"runOnly": list(only)} if only else {})}
    found = Axe().run(page, options=options).response["violations"]
    return [(broken["id"], [node["html"][:150] for node in broken["nodes"]][:3]) for broken in found]
