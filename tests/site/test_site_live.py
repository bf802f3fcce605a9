"""The preview in a browser: a page comes up to date by itself, and stays where it was scrolled to."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time

import pytest

from tests.bastide.conftest import environ
from tests.site.conftest import PACK

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'"


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """Return the address of a preview in a process of its own, and the pack that it shows."""
    pack = shutil.copytree(PACK, tmp_path_factory.mktemp("live") / "fair")
    command = [sys.executable, "-m", "bastide", "serve", "--port", "0", "--pack", str(pack)]
    process = subprocess.Popen(command, env=environ(), cwd=pack.parent, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    yield process.stderr.readline().split()[0], pack
    process.terminate()
    process.wait(timeout=20)
    process.stderr.close()


def test_a_page_comes_up_to_date_by_itself(served, chromium):
    address, pack = served
    rules = pack / "rules.yaml"
    text = rules.read_text(encoding="utf-8")
    page = chromium.new_page(viewport={"width": 360, "height": 500})
    said = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    # The policy that the built site is to have: nothing that is served breaks it.
    page.route("**/en/**", _with_policy)
    page.set_default_timeout(120_000)
    page.goto(f"{address}en/meadow-fair/c3.1/")
    assert "Nobody fights" in page.inner_text("main")
    page.evaluate("scrollTo(0, 400)")
    assert page.evaluate("scrollY") == 400

    rules.write_text(text.replace("Nobody fights", "Nobody sings"), encoding="utf-8")
    page.get_by_text("Nobody sings").first.wait_for()
    wait_for(lambda: page.evaluate("scrollY") == 400)

    rules.write_text(text.replace("section: game-end", "section: game-over"), encoding="utf-8")
    page.wait_for_selector("section.live")
    assert "rules.yaml:" in page.inner_text("section.live")
    assert page.inner_text("section.live mark") == "game-over"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360

    rules.write_text(text, encoding="utf-8")
    page.wait_for_selector("section.live", state="detached")
    page.get_by_text("Nobody fights").first.wait_for()
    assert said == []
    page.close()


def wait_for(what):
    for _ in range(600):
        if what():
            return
        time.sleep(0.1)
    pytest.fail("nothing happened for a minute")


def _with_policy(route):
    answer = route.fetch()
    route.fulfill(response=answer, headers={**answer.headers, "content-security-policy": POLICY})
