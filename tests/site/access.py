"""What keeps somebody out of a page, as axe sees it."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe

ENOUGH = 6
"""So many of a kind beside each other are tried: a list of a thousand rules is as accessible as its first ones are."""
_SKIP_ALIKE = """enough => {
    const counts = new Map();
    for (const node of document.body.querySelectorAll("*")) {
        const kind = `${node.tagName} ${node.className} ${node.getAttribute("role")}`;
        const kinds = counts.get(node.parentNode) ?? counts.set(node.parentNode, new Map()).get(node.parentNode);
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        node.toggleAttribute("data-passed-over", kinds.get(kind) > enough);
    }
}"""


def violations(page, *, only: tuple[str, ...] = ()) -> list[tuple[str, list[str]]]:
    """Return the rules that a page breaks, each with the first places that break it. With ``only``, no other rules are tried.

    The style sheets are not fetched once more: of a page that is a file, the browser forbids it, and says so in the console.
    """
    page.evaluate(_SKIP_ALIKE, ENOUGH)
    options = {"preload": False, "resultTypes": ["violations"], **({"runOnly": list(only)} if only else {})}
    found = Axe().run(page, context={"exclude": [["[data-passed-over]"]]}, options=options).response["violations"]
    return [(broken["id"], [node["html"][:150] for node in broken["nodes"]][:3]) for broken in found]


def violations_in_both_looks(page) -> list[tuple[str, str, list[str]]]:
    """Return what :func:`violations` finds on a small light screen and on a large dark one, of which the colours alone are new."""
    found = []
    for width, scheme, only in ((360, "light", ()), (1280, "dark", ("color-contrast",))):
        page.set_viewport_size({"width": width, "height": 740})
        page.emulate_media(color_scheme=scheme)
        found += [(f"{width} {scheme}", *broken) for broken in violations(page, only=only)]
    return found
