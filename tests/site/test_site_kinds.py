"""A page of each kind in a browser: what it asks for and says, whether it fits, and whom it keeps out."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.site.access import violations_in_both_looks
from tests.site.checker import of_each_kind
from tests.site.conftest import BASE_URL
from tests.site.serving import PHONE, serving

UNFOLD = "document.querySelectorAll('details').forEach(d => d.open = true)"

LEFT = "net::ERR_ABORTED"
"""What a request ends with whose page was left before it was answered."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def web(site, tmp_path_factory) -> Iterator[str]:
    """Serve the site as a plain file server does, below the path that it was built for; return where."""
    root = tmp_path_factory.mktemp("web")
    place = root / urlsplit(BASE_URL).path.strip("/")
    place.symlink_to(site, target_is_directory=True)
    with serving(root) as address:
        yield f"{address}{place.name}/"


@pytest.fixture
def page(chromium):
    """Open a page on a phone. No worker is in its way: it would fetch the whole language."""
    context = chromium.new_context(service_workers="block", viewport=PHONE)
    yield context.new_page()
    context.close()


def _open(page, address, kind):
    """Go to a page and unfold all of it; what leads on is left for where it leads."""
    page.goto(address)
    if kind == "redirect":
        page.wait_for_url(lambda url: url != address)
    page.evaluate(UNFOLD)


def _is_trouble(said) -> bool:
    """Tell whether a message of the console is one of the page: that its worker was kept out is of our own making."""
    return said.type in {"error", "warning"} and "Service Worker registration blocked" not in said.text


def test_each_kind_of_page_fits_and_keeps_to_itself_in_every_language(page, site, spoken, web):
    troubles: list[str] = []
    here = ""
    page.on(
        "request", lambda request: None if request.url.startswith(web) else troubles.append(f"{here}: asks for {request.url}")
    )
    page.on("requestfailed", lambda r: None if r.failure == LEFT else troubles.append(f"{here}: {r.url} failed, {r.failure}"))
    page.on("response", lambda answer: troubles.append(f"{here}: {answer.status} {answer.url}") if answer.status >= 400 else None)
    page.on("pageerror", lambda error: troubles.append(f"{here}: {error}"))
    page.on("console", lambda said: troubles.append(f"{here}: {said.text}") if _is_trouble(said) else None)
    for tag in spoken.by_tag:
        for kind, path in of_each_kind(site, tag).items():
            here = f"{kind} ({path})"
            _open(page, web + path, kind)
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                troubles.append(f"{here}: is wider than a phone")
    assert troubles == []


def test_each_kind_of_page_is_accessible(page, site, web):
    found = {}
    for kind, path in of_each_kind(site, "cs").items():
        _open(page, web + path, kind)
        found[f"{kind} ({path})"] = violations_in_both_looks(page)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found[f"{kind} ({path}) is wide"] = True
    assert {place: broken for place, broken in found.items() if broken} == {}


def test_the_page_for_wrong_addresses_works_below_any_address(page, site, web):
    lost = f"{web}cs/nowhere/at/all/"
    page.route(lost, lambda route: route.fulfill(status=404, body=(site / "404.html").read_bytes(), content_type="text/html"))
    page.goto(lost)
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith('"Atkinson')
    page.get_by_role("link", name="čeština").click()
    page.wait_for_url(f"{web}cs/")
