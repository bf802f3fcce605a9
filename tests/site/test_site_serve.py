"""The preview: it shows the site, follows edits, and tells what is wrong with them instead of breaking."""

from __future__ import annotations

import shutil
import socket
import threading
import time
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from catalog import load
from generator.i18n import languages
from generator.serve import HOST, VERSION, Preview, server
from generator.site import build
from tests.site.conftest import PACK


@pytest.fixture
def pack(tmp_path):
    return shutil.copytree(PACK, tmp_path / "meadow-fair")


@pytest.fixture
def preview(pack, tmp_path):
    def build_fn(out):
        loaded = load([pack])
        errors = [f for f in loaded.errors if f.file.startswith(str(pack))]
        if not errors:
            build(loaded.catalog, languages(loaded.catalog, only=[]), out)
        return errors

    shown = Preview(build_fn, [pack], tmp_path / "out")
    with socket.create_server((HOST, 0)) as opened:
        shown.port = opened.getsockname()[1]
        running = server(shown)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [opened]})
        thread.start()
        wait_for(lambda: running.started)
        yield shown
        running.should_exit = True
        thread.join(timeout=20)
        assert not thread.is_alive()


def wait_for(what):
    for _ in range(1800):
        if what():
            return
        time.sleep(0.1)
    pytest.fail("nothing happened for three minutes")


def fetch(preview, path):
    try:
        with urlopen(f"http://{HOST}:{preview.port}{path}") as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()


def edit(pack, before, after):
    file = pack / "rules.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")


def test_an_edit_shows_and_a_broken_one_says_where(preview, pack):
    page = "/en/meadow-fair/c3.1/"
    status, text = fetch(preview, page)
    assert status == 200
    assert "Nobody fights at a" in text
    assert VERSION in text
    assert VERSION not in (preview.out / "en" / "index.html").read_text(encoding="utf-8")

    first = fetch(preview, VERSION)[1]
    edit(pack, "Nobody fights", "Nobody sings")
    wait_for(lambda: fetch(preview, VERSION)[1] != first)
    assert "Nobody sings" in fetch(preview, page)[1]

    second = fetch(preview, VERSION)[1]
    edit(pack, "section: game-end", "section: game-over")
    wait_for(lambda: fetch(preview, VERSION)[1] != second)
    status, text = fetch(preview, page)
    assert status == 503
    assert "rules.yaml:" in text
    assert "Traceback" not in text
    assert "Nobody sings" in (preview.out / "en" / "meadow-fair" / "c3.1" / "index.html").read_text(encoding="utf-8")
    assert fetch(preview, "/assets/site.css")[0] == 200

    third = fetch(preview, VERSION)[1]
    edit(pack, "section: game-over", "section: game-end")
    wait_for(lambda: fetch(preview, VERSION)[1] != third)
    assert fetch(preview, page)[0] == 200


def test_what_is_not_there_is_not_found(preview):
    assert fetch(preview, "/en/nowhere/")[0] == 404
    assert fetch(preview, "/..%2f..%2fetc/passwd")[0] == 404


def test_a_build_that_breaks_is_a_sentence(tmp_path):
    def build_fn(_):
        raise ValueError("the ink is dry")

    told = []
    shown = Preview(build_fn, [], tmp_path, told.append)
    shown.rebuild()
    assert shown.trouble == "ValueError: the ink is dry"
    assert told == ["not built: ValueError: the ink is dry"]
