"""Every page of the built site read once: its links lead somewhere, its ids are its own, its headings come in order."""

from __future__ import annotations

import re
import subprocess
from urllib.parse import urlsplit

import pytest

from tests.site.checker import broken, read
from tests.site.conftest import BASE_URL

OF_SOME_LANGUAGES = {"its_cases", "the_titles"}
"""The ids of what only the languages have that know something of it."""

pytestmark = pytest.mark.slow


def test_every_link_leads_somewhere(site):
    assert broken(site, f"{urlsplit(BASE_URL).path}/") == []


def test_lychee_finds_no_broken_link(site, lychee):
    # The page for wrong addresses is for the web alone: its links begin at the root of the host.
    pages = [str(p) for p in sorted(site.rglob("*.html")) if p.name != "404.html"]
    command = [str(lychee), "--offline", "--include-fragments", "--no-progress", *pages]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]


def test_ids_are_unique_and_never_made_of_translated_words(site, spoken):
    for page in (site / "en").rglob("index.html"):
        ids = read(page).ids
        assert len(ids) == len(set(ids)), page
        assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9._-]*|[0-9][a-z0-9.-]*[a-z][a-z0-9.-]*", i) for i in ids), page
        for tag in spoken.by_tag:
            other = read(site / tag / page.relative_to(site / "en")).ids
            assert len(other) == len(set(other)), f"{tag}: {page}"
            assert set(other) ^ set(ids) <= OF_SOME_LANGUAGES, f"{tag}: {page}"


def test_headings_come_in_order_and_pictures_have_words(site):
    for page in site.rglob("*.html"):
        sheet = read(page)
        assert sheet.headings[:1] == [1], page
        assert sheet.headings.count(1) == 1, page
        assert all(b - a <= 1 for a, b in zip(sheet.headings, sheet.headings[1:], strict=False)), page
        assert all("alt" in image and "width" in image and "height" in image for image in sheet.images), page
        assert {"main", "header" if page.parent != site else "main"} <= sheet.tags, page
