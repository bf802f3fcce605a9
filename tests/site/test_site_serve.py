"""The preview: it makes the page that is asked for, follows edits, and tells what is wrong with them instead of breaking."""

from __future__ import annotations

import http.client
import posixpath
import re
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import generator.i18n.interface
import generator.preview.preview
import generator.site
from bastide.reading import lines_of
from catalog.paths import site_data
from generator import addresses
from generator.output import MARKER
from generator.preview import HOST, SCRIPT, VERSION, Preview, server
from generator.preview.faults import fault
from generator.preview.preview import _NO_SEARCH
from tests.programs import ROOT
from tests.site.conftest import PACK

PAGE = "/en/meadow-fair/c3.1/"
MILL = ROOT / "tests" / "data" / "pack-watermill"


class Served:
    """A preview of our data and two packs that runs, with a folder of the site and packs of its own to edit."""

    def __init__(self, folder: Path, preview: Preview, port: int) -> None:
        self.folder, self.preview, self.port = folder, preview, port
        self.pack, self.mill, self.site = folder / "meadow-fair", folder / "watermill", folder / "site"

    def ask(self, path: str, host: str | None = None, method: str = "GET") -> tuple[int, str]:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=180)
        try:
            connection.request(method, path, headers={"Host": host} if host else {})
            answer = connection.getresponse()
            return answer.status, answer.read().decode(errors="replace")
        finally:
            connection.close()

    def text(self, path: str = PAGE) -> str:
        status, text = self.ask(path)
        assert status == 200
        return text

    @contextmanager
    def edited(self, file: Path, before: str, after: str) -> Iterator[str]:
        """Edit a file; yield the page when that was read. Then put it back, and see that the page is as it was."""
        was, kept = file.read_bytes(), self._plain(self.text())
        assert before in was.decode()
        self.save(file, was.decode().replace(before, after, 1).encode())
        try:
            yield self.ask(PAGE)[1]
        finally:
            self.save(file, was)
        assert self._plain(self.text()) == kept

    def save(self, file: Path, content: bytes) -> None:
        version = self.ask(VERSION)[1]
        # In one go: what is half written would be read, and told, too.
        unsaved = self.folder / "unsaved"
        unsaved.write_bytes(content)
        unsaved.replace(file)
        wait_for(lambda: self.ask(VERSION)[1] != version)
        # That may still have been for an edit before.
        self.preview.reload({file})

    def _plain(self, page: str) -> str:
        return re.sub(r'data-shown="[^"]*"', "", page)


def wait_for(what):
    for _ in range(3600):
        if what():
            return
        time.sleep(0.05)
    pytest.fail("nothing happened for three minutes")


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("served")
    for source, name in ((PACK, "meadow-fair"), (MILL, "watermill"), (site_data(), "site")):
        shutil.copytree(source, folder / name)
    with pytest.MonkeyPatch.context() as patch:
        for module in (generator.site, generator.i18n.interface, generator.preview.preview):
            patch.setattr(module, "site_data", lambda: folder / "site")
        preview = Preview([folder / "meadow-fair", folder / "watermill"], lines_of=_lines_of(folder), built=folder / "built")
        with socket.create_server((HOST, 0)) as opened:
            running = server(preview)
            thread = threading.Thread(target=running.run, kwargs={"sockets": [opened]})
            thread.start()
            wait_for(lambda: running.started)
            yield Served(folder, preview, opened.getsockname()[1])
            running.should_exit = True
            thread.join(timeout=20)
            assert not thread.is_alive()


def _lines_of(folder: Path):
    """Return what gives the lines of files, those of the site from the copy."""

    def lines_of_catalog(catalog):
        ours = lines_of(catalog)
        return lambda name: (folder / name).read_text(encoding="utf-8").split("\n") if name.startswith("site/") else ours(name)

    return lines_of_catalog


# What is there


def test_pages_pictures_and_files_are_made_when_they_are_asked_for(served):
    page = served.text()
    assert "Nobody fights at a" in page
    for path, piece in {
        "/": 'href="cs/index.html"',
        "/index.html": 'href="cs/index.html"',
        "/en/": "<h1",
        "/en/index.html": "<h1",
        "/cs/meadow-fair/": '<html lang="cs"',
        "/robots.txt": "User-agent",
        "/assets/site.css": "--paper",
        "/assets/site.js": "use strict",
        "/pictures/meadow-fair/a.svg": "<svg",
        "/pictures/base/d.fields.svg": "<svg",
        "/pictures/opening.svg": "<svg",
        "/pictures/edge-city.svg": "<svg",
        "/pictures/meeple.red.svg": "<svg",
        "/pictures/watermill/miller-goes-to-the-road.after.svg": "<svg",
        "/pictures/base/turns-of-three-players.move-1.svg": "<svg",
        SCRIPT: "location.reload",
        f"/{addresses.WORKER}": "unregister",
        "/-/live.css": ".live",
    }.items():
        assert piece in served.text(path), path


@pytest.mark.parametrize("at", ["en/", "cs/watermill/c3.1/", "en/tiles/", "en/meadow-fair/c3.1/tiles/"])
def test_whatever_a_page_names_is_there(served, at):
    text = served.text(f"/{at}")
    named = {
        m for m in re.findall(r'(?:src|href)="([^"#?:]+)"', text) if not m.startswith("/-/") and not m.endswith("index.html")
    }
    assert named
    for name in named:
        path = posixpath.normpath(posixpath.join("/", at, name))
        assert served.ask(path)[0] == 200, path


def test_examples_are_played_for_the_page_that_shows_them_alone(served):
    def played() -> set[str]:
        return {i for i, lazy in served.preview._stage.examples.items() if "played" in vars(lazy)}

    served.save(served.mill / "rules.yaml", (served.mill / "rules.yaml").read_bytes() + b"\n")
    before = played()
    served.text("/en/glossary/")
    assert played() == before
    assert "miller-goes-to-the-road.after.svg" in served.text("/en/watermill/c3.1/")
    assert "miller-goes-to-the-road" in played()
    assert len(played()) < len(served.preview._stage.examples) / 2


@pytest.mark.parametrize(
    "path",
    [
        "/en/nowhere/", "/en/nowhere", "/xx/", "/xx", "//en", "/..%2f..%2fetc/passwd", "/assets/../site/templates/home.html.j2", "/assets/..%2flive%2flive.js",
        "/assets/%2fetc%2fpasswd", "/pictures/..%2f..%2fsite%2fart%2finks.yaml", "/pictures/base/nothing.svg", "/-/..%2flive.html.j2",
        "/-/nothing", "/pictures/base/miller-goes-to-the-road.after.svg", "/pictures/watermill/miller-goes-to-the-road.never.svg",
    ],
)  # fmt: skip
def test_what_is_not_there_is_not_found(served, path):
    status, text = served.ask(path)
    assert status == 404
    assert "root:" not in text


def test_an_address_without_its_last_slash_leads_on(served):
    for path in ("/en", "/cs", PAGE.removesuffix("/")):
        connection = http.client.HTTPConnection(HOST, served.port, timeout=180)
        connection.request("GET", path)
        answer = connection.getresponse()
        assert (answer.status, answer.headers["Location"]) == (307, f"{path}/")
        connection.close()
        assert served.ask(f"{path}/")[0] == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "192.168.0.1"])
def test_who_came_by_another_name_is_refused(served, host):
    status, text = served.ask(PAGE, host)
    assert status == 400
    assert "Nobody fights" not in text


def test_this_machine_has_two_names_and_is_only_read(served):
    assert served.ask(PAGE, f"localhost:{served.port}")[0] == 200
    assert served.ask(PAGE, method="POST")[0] == 405
    assert HOST == "127.0.0.1"


def test_what_is_served_has_a_script_and_no_words_of_script(served):
    page = served.text()
    assert f'<script src="{SCRIPT}" data-version="{VERSION}"' in page
    assert page.index(SCRIPT) < page.index("</head>")
    for part in page.split("<script")[1:]:
        assert "src=" in part.split(">")[0] or "application/" in part.split(">")[0]


# Edits


def test_an_edit_of_data_shows(served):
    with served.edited(served.pack / "rules.yaml", "Nobody fights", "Nobody sings") as page:
        assert "Nobody sings at a" in page


def test_an_edit_of_a_translation_shows(served):
    file = served.pack / "locales" / "cs" / "rules.po"
    with served.edited(file, "získáte *přesně*", "dostanete *přesně*"):
        assert "dostanete" in served.text("/cs/meadow-fair/c3.1/")
        assert served.preview._loaded.catalog is served.preview._stage.catalog, "data that nobody edited is not read again"
    assert "dostanete" not in served.text("/cs/meadow-fair/c3.1/")


def test_an_edit_of_a_template_shows(served):
    with served.edited(served.site / "templates" / "rulebook.html.j2", "<h1>", '<h1 class="other">') as page:
        assert '<h1 class="other">' in page


def test_an_edit_of_a_style_shows_and_no_page_is_made_again(served):
    stage = served.preview._stage
    with served.edited(served.site / "css" / "site" / "site.css", "body { margin: 0;", "body { margin: 7px;"):
        assert "margin: 7px" in served.text("/assets/site.css")
        assert served.preview._stage is stage
    new = served.site / "css" / "site" / "new.css"
    served.save(new, b"p { margin: 0 }")
    assert "p { margin" in served.text("/assets/new.css")
    version = served.ask(VERSION)[1]
    new.unlink()
    wait_for(lambda: served.ask(VERSION)[1] != version)
    assert served.ask("/assets/new.css")[0] == 404


def test_an_edit_of_art_is_drawn(served):
    before = served.text("/pictures/base/d.svg")
    file = served.site / "art" / "inks.yaml"
    ink = next(line.partition('"')[2].partition('"')[0] for line in file.read_text(encoding="utf-8").split("\n") if '"#' in line)
    with served.edited(file, ink, "#123456"):
        found = [served.text(f"/pictures/base/{letter}.svg") for letter in "abcd"]
        assert any("#123456" in text for text in found) or found[3] == before
    assert served.text("/pictures/base/d.svg") == before


def test_art_of_a_pack_is_drawn(served):
    mark = served.pack / "art" / "marks" / "new.svg"
    assert served.text("/pictures/meadow-fair/a.svg")
    assert served.preview._drawn
    version = served.ask(VERSION)[1]
    mark.parent.mkdir(parents=True)
    mark.write_text("<svg/>", encoding="utf-8")
    wait_for(lambda: served.ask(VERSION)[1] != version and not served.preview._drawn)
    shutil.rmtree(served.pack / "art")
    served.preview.reload()


def test_a_box_may_have_the_name_of_the_folder_of_languages(tmp_path):
    preview = Preview([tmp_path / "pack"], lines_of=lines_of)
    assert preview._beside_data(tmp_path / "pack" / "locales" / "cs" / "rules.po")
    assert not preview._beside_data(tmp_path / "pack" / "rules.yaml")
    assert not preview._beside_data(tmp_path / "data" / "expansions" / "locales" / "rules.yaml")


# Mistakes


def test_broken_data_is_told_above_the_last_good_page(served):
    with served.edited(served.pack / "rules.yaml", "section: game-end", "section: game-over") as page:
        line = (served.pack / "rules.yaml").read_text(encoding="utf-8").split("\n").index("    section: game-over") + 1
        assert f"{served.pack}/rules.yaml:{line}:" in page
        assert "<code>section: <mark>game-over</mark></code>" in page
        assert "wrong-value" in page
        assert "did you mean" in page
        assert "Nobody fights at a" in page, "the page is as it was"
        assert page.index("game-over") < page.index("<h1>")
        assert "Traceback" not in page
        assert "game-over" in served.text("/cs/"), "it is told on every page"


def test_what_is_no_yaml_is_told(served):
    with served.edited(served.pack / "rules.yaml", "statements:\n", "statements: [\n") as page:
        assert "yaml-syntax" in page
        assert f"{served.pack}/rules.yaml:" in page


def test_a_broken_translation_is_told_and_its_page_shows_the_english(served):
    assert "you get <em>exactly</em>" not in served.text("/cs/meadow-fair/c3.1/")
    with served.edited(served.pack / "locales" / "cs" / "rules.po", 'msgstr "Když si', 'msgstr "Když" si') as page:
        assert f"{served.pack}/locales/cs/rules.po:11:1" in page
        assert "translation-syntax" in page
        assert "you get <em>exactly</em>" in served.text("/cs/meadow-fair/c3.1/")
        assert "Nobody fights at a" in page


def test_a_template_that_cannot_be_read_is_told(served):
    with served.edited(served.site / "templates" / "rulebook.html.j2", "<h1>", "{% if %}<h1>") as page:
        lines = (served.site / "templates" / "rulebook.html.j2").read_text(encoding="utf-8").split("\n")
        line = next(n for n, text in enumerate(lines, 1) if "{% if %}" in text)
        assert f"site/templates/rulebook.html.j2:{line}:1" in page
        assert "{% if %}" in page.replace("<mark>", "").replace("</mark>", "")
        assert "Nobody fights at a" in page


def test_a_template_that_fails_is_told_where_it_stands(served):
    with served.edited(served.site / "templates" / "rulebook.html.j2", "<h1>", "{{ nonsense.there }}<h1>") as page:
        lines = (served.site / "templates" / "rulebook.html.j2").read_text(encoding="utf-8").split("\n")
        line = next(n for n, text in enumerate(lines, 1) if "nonsense" in text)
        assert f"site/templates/rulebook.html.j2:{line}:1" in page
        assert "nonsense" in page
        assert "Nobody fights at a" in page, "the page is as it was when it could be made"
        assert "nonsense" not in served.text("/en/glossary/"), "other pages are as they are"
        status, alone = served.ask("/en/river/c3/")
        assert status == 500
        assert f"site/templates/rulebook.html.j2:{line}:1" in alone
        assert SCRIPT in alone


def test_an_example_that_does_not_hold_is_told_at_its_place(served):
    file = served.mill / "examples.yaml"
    served.text("/en/watermill/c3.1/")
    with served.edited(file, "points: {blue: 6}", "points: {blue: 7}"):
        status, page = served.ask("/en/watermill/c3.1/")
        assert (status, "example-fails" in page) == (200, True)
        assert f"{file}:" in page
        assert "mill-wheel-at-the-end" in page
        assert served.ask("/pictures/watermill/mill-wheel-at-the-end.after.svg")[0] == 500
    assert "example-fails" not in served.text("/en/watermill/c3.1/")


def test_warnings_are_at_the_foot(served):
    page = served.text()
    assert "[pending]" not in page
    foot = page[page.index('class="live live-foot"') :]
    assert "<details>" in foot
    assert "fair-is-quiet" in foot or "still to be written" in foot


def test_mistakes_there_from_the_start(tmp_path):
    pack = shutil.copytree(PACK, tmp_path / "fair")
    rules = pack / "rules.yaml"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("section: game-end", "section: <b>"), encoding="utf-8")
    told = []
    preview = Preview([pack], lines_of=lines_of, told=told.append)
    preview.reload()
    answer = preview.answer("en/base/")
    assert answer.status == 503
    assert f"{rules}:" in answer.body.decode()
    assert "&lt;b&gt;" in answer.body.decode()
    assert "section: <b>" not in answer.body.decode()
    assert preview.answer("-/live.js").status == 200
    assert "1 error, at" in told[0]
    rules.write_text(text, encoding="utf-8")
    preview.reload({rules})
    assert preview.answer("en/base/").status == 200
    assert "read in" in told[1]


def test_what_breaks_while_it_is_read_is_a_sentence(monkeypatch):
    def dry(*_, **__):
        raise ValueError("the ink is dry")

    monkeypatch.setattr(generator.preview.preview, "load", dry)
    preview = Preview(lines_of=lines_of)
    preview.reload()
    page = preview.answer("en/").body.decode()
    assert "ValueError: the ink is dry" in page
    assert "Traceback" not in page


def test_a_long_line_is_shown_in_part():
    finding = generator.preview.preview.Finding("x", "error", "f", 1, 501, "", "m")
    shown = fault(finding, lambda _: ["a" * 500 + "b" * 500])
    assert shown.before.strip("…") == "a" * 80
    assert shown.after.strip("…") == "b" * 80
    assert fault(finding, lambda _: []).line is None


def test_of_many_findings_the_first_are_shown(served):
    findings = [generator.preview.preview.Finding("x", "error", "f", n, 1, "", f"mistake {n};") for n in range(1, 60)]
    page = served.preview._panels.alone(findings, "1")
    assert "59 errors in the files, of which these are the first 20" in page
    assert page.count("mistake ") == 20
    assert "mistake 20;" in page


# Search


def test_search_needs_a_build(served):
    status, text = served.ask("/en/search/pagefind/pagefind.js")
    assert (status, text.strip()) == (404, _NO_SEARCH)
    folder = served.folder / "built" / "en" / "search" / "pagefind"
    folder.mkdir(parents=True)
    (folder / "pagefind.js").write_text("search()", encoding="utf-8")
    (served.folder / "built" / "secret.txt").write_text("secret", encoding="utf-8")
    assert served.ask("/en/search/pagefind/pagefind.js")[0] == 404, "the folder was not built by us"
    (served.folder / "built" / MARKER).touch()
    assert served.text("/en/search/pagefind/pagefind.js") == "search()"
    for path in ("/en/search/..%2f..%2fsecret.txt", "/en/search/pagefind/..%2f..%2f..%2fsecret.txt", "/en/search/nothing.js"):
        assert served.ask(path)[0] == 404
    shutil.rmtree(served.folder / "built")
