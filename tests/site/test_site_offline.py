"""The site without a connection: what was fetched ahead is there, and with a connection nothing old is shown."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from generator import addresses, offline
from tests.site.conftest import BASE_URL
from tests.site.serving import PHONE, Files, serving

BOOK = "cs/abbot/c3.1/"


class Server:
    """A plain file server on this machine, which can be stopped and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port, self.asked = folder, 0, []
        self.start()

    def start(self) -> None:
        asked = self.asked

        class Handler(Files):
            def log_message(self, *_):
                asked.append(self.path)

        self._running = ExitStack()
        self.port = urlsplit(self._running.enter_context(serving(self.folder, Handler, self.port))).port
        self.runs = True

    def stop(self) -> None:
        self._running.close()
        self.runs = False

    @property
    def home(self) -> str:
        return f"http://127.0.0.1:{self.port}/deep/bastide/"


@contextmanager
def served_below_a_path(site, root):
    """Serve a copy of a site, as ``Server``; its files may be replaced, not changed."""
    shutil.copytree(site, root / "deep" / "bastide", copy_function=os.link)
    server = Server(root)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def served(small_site, tmp_path_factory):
    """Serve a site of which a language is kept within seconds."""
    with served_below_a_path(small_site, tmp_path_factory.mktemp("web")) as server:
        yield server


@pytest.fixture
def home(served):
    return served.home


@pytest.fixture
def context(chromium, served):
    context = chromium.new_context(viewport=PHONE)
    yield context
    context.close()
    if not served.runs:
        served.start()


def kept(page):
    """Wait until the page says that its language is kept."""
    page.locator("#is_kept").wait_for(state="visible", timeout=120_000)


def publish(served, path, before, after):
    """Put a changed page in the place of one, as a new build would."""
    folder = served.folder / "deep" / "bastide"
    changed = {path: (folder / path).read_text(encoding="utf-8").replace(before, after)}
    lists = [json.loads(file.read_text(encoding="utf-8")) for file in (folder / addresses.LISTS).glob("*.json")]
    files = {p: h for told in lists for part in told.values() for p, h in part.items()}
    for name, text in changed.items():
        assert after in text
        (folder / name).unlink()
        (folder / name).write_text(text, encoding="utf-8")
    files |= {name: offline.hash_of(folder / name) for name in changed}
    for name, text in offline.lists(files, ["en", "cs"], ["base", "abbot"]):
        (folder / name).unlink()
        (folder / name).write_text(text, encoding="utf-8")


def test_after_one_visit_the_language_is_there_without_a_connection(context, site, tmp_path):
    """The whole of it, with some thousand files."""
    page = context.new_page()
    with served_below_a_path(site, tmp_path) as server:
        home = server.home
        page.goto(f"{home}cs/dragon-and-fairy/c3.1/")
        kept(page)
    context.set_offline(True)
    page.reload()
    assert page.locator("h1").text_content().replace("\N{NO-BREAK SPACE}", " ").startswith("Víla a drak")
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith('"Atkinson')
    # Another book, through the links of the site; then a tile whose picture nobody has looked at.
    page.goto(f"{home}cs/base/c3.1/index.html?with=anything#place-meeple")
    assert page.locator(":target").count() == 1
    page.goto(f"{home}cs/tiles/dragon-and-fairy/b")
    assert page.url == f"{home}cs/tiles/dragon-and-fairy/b/"
    seen = "img => { img.loading = 'eager'; return img.decode().then(() => img.naturalWidth); }"
    assert all(image.evaluate(seen) > 0 for image in page.locator("main img").all())
    assert page.evaluate("document.fonts.load('1rem Alegreya').then(found => found.length)") == 1


def test_what_is_not_kept_is_told_in_words(context, served, home):
    page = context.new_page()
    page.goto(f"{home}cs/glossary/")
    kept(page)
    served.stop()
    context.set_offline(True)
    answer = page.goto(f"{home}cs/nowhere/at/all/")
    assert answer.status == 503
    assert page.url == f"{home}cs/nowhere/at/all/"
    assert page.locator("html").get_attribute("data-kind") == "offline"
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith('"Atkinson')
    page.locator("main a").last.click()
    assert page.url == f"{home}cs/glossary/index.html"
    assert page.goto(f"{home}en/glossary/").status == 503


def test_what_has_changed_is_shown_at_once_and_kept_anew(context, served, home):
    page = context.new_page()
    page.goto(f"{home}{BOOK}")
    kept(page)
    before = len(served.asked)
    publish(served, f"{BOOK}index.html", "</h1>", " Mark One</h1>")
    publish(served, "cs/glossary/index.html", "</h1>", " Mark Two</h1>")
    page.reload()
    assert "Mark One" in page.locator("h1").text_content()
    kept(page)
    fetched = [path for path in served.asked[before:] if "?" in path]
    assert sorted(path.partition("?")[0] for path in fetched) == [
        f"/deep/bastide/{BOOK}index.html",
        "/deep/bastide/cs/glossary/index.html",
    ]
    served.stop()
    context.set_offline(True)
    page.reload()
    assert "Mark One" in page.locator("h1").text_content()
    page.goto(f"{home}cs/glossary/")
    assert "Mark Two" in page.locator("h1").text_content()


def test_what_is_on_no_list_any_more_is_let_go(context, served, home):
    page = context.new_page()
    page.goto(f"{home}cs/")
    kept(page)
    folder = served.folder / "deep" / "bastide"
    told = json.loads((folder / "offline" / "cs.json").read_text(encoding="utf-8"))
    del told["first"]["cs/glossary/index.html"]
    (folder / "offline" / "cs.json").unlink()
    (folder / "offline" / "cs.json").write_text(json.dumps(told), encoding="utf-8")
    page.reload()
    kept(page)
    stored = page.evaluate(
        "caches.keys().then(([name]) => caches.open(name)).then(c => c.keys()).then(all => all.map(r => new URL(r.url).pathname))"
    )
    assert "/deep/bastide/cs/rulings/index.html" in stored
    assert "/deep/bastide/cs/glossary/index.html" not in stored


def test_who_saves_data_gets_the_first_part_and_what_was_read(context, served, home):
    context.add_init_script("Object.defineProperty(Navigator.prototype, 'connection', {get: () => ({saveData: true})})")
    page = context.new_page()
    page.goto(f"{home}cs/")
    page.evaluate("navigator.serviceWorker.ready")
    known = "address => caches.match(address).then(answer => answer?.json())"
    for _ in range(600):
        if found := page.evaluate(known, f"{home}offline/known"):
            break
        page.wait_for_timeout(100)
    files = found["files"]
    told = json.loads((served.folder / "deep" / "bastide" / "offline" / "cs.json").read_text(encoding="utf-8"))
    assert set(files) <= set(told["first"])
    assert page.locator("#is_kept").is_hidden()


def test_a_list_has_all_of_its_language_and_what_is_needed_first_comes_first(site, loaded):
    boxes = loaded.catalog.boxes
    for tag in ("en", "cs"):
        told = json.loads((site / offline.list_path(tag)).read_text(encoding="utf-8"))
        for path in (
            "index.html",
            f"{tag}/index.html",
            f"{tag}/base/c3.1/index.html",
            f"{tag}/offline/index.html",
            "assets/site.css",
        ):
            assert path in told["first"], path
        for path in (f"{tag}/tiles/base/a/index.html", f"{tag}/base/index.html", "pictures/base/a.svg"):
            assert path in told["then"], path
        listed = told["first"] | told["then"]
        assert len(listed) == len(told["first"]) + len(told["then"])
        there = {p.relative_to(site).as_posix() for p in (site / tag).rglob("*") if p.is_file() and p.suffix != ".xml"}
        assert there <= set(listed)
        assert not any(p.startswith(("cards/", "sitemap", "sw.js", "en/" if tag == "cs" else "cs/")) for p in listed)
        assert {p: offline.hash_of(site / p) for p in listed} == listed
        assert boxes


def test_the_lists_come_from_the_files_alone():
    files = {
        "index.html": "1",
        "cs/index.html": "2",
        "cs/mill/c1/index.html": "3",
        "cs/mill/index.html": "4",
        "en/index.html": "5",
    }
    (path, text), *rest = offline.lists(files, ["cs", "en"], ["mill"])
    assert path == "offline/cs.json"
    first = {"index.html": "1", "cs/index.html": "2", "cs/mill/c1/index.html": "3"}
    assert json.loads(text) == {"first": first, "then": {"cs/mill/index.html": "4"}}
    assert len(rest) == 1


def test_a_file_opened_without_a_server_asks_for_no_worker(chromium, site):
    page = chromium.new_page()
    troubles = []
    page.on("console", lambda message: troubles.append(message.text))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto((site / "en" / "glossary" / "index.html").as_uri())
    page.wait_for_timeout(300)
    assert troubles == []
    page.close()


def test_what_a_system_is_told_of_the_site_leads_to_its_files(site):
    for tag in ("en", "cs"):
        folder = site / tag
        told = json.loads((folder / addresses.MANIFEST).read_text(encoding="utf-8"))
        assert (told["lang"], told["start_url"], told["scope"]) == (tag, "index.html", "../")
        assert {icon["sizes"] for icon in told["icons"]} == {"any", "192x192", "512x512"}
        for icon in told["icons"]:
            assert (folder / icon["src"]).resolve().is_file()
            if icon["type"] == "image/png":
                assert (folder / icon["src"]).read_bytes()[16:20] == int(icon["sizes"].split("x")[0]).to_bytes(4)
    assert BASE_URL not in (site / "cs" / addresses.MANIFEST).read_text(encoding="utf-8")
