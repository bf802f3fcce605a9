"""The built site as programs of others see it: valid HTML, and links that all lead somewhere."""

from __future__ import annotations

import subprocess
from urllib.parse import urlsplit

import pytest

from tests.site.checker import broken
from tests.site.conftest import BASE_URL

pytestmark = pytest.mark.slow


def test_every_link_leads_somewhere(site):
    assert broken(site, f"{urlsplit(BASE_URL).path}/") == []


def test_lychee_finds_no_broken_link(site, lychee):
    # The page for wrong addresses is for the web alone: its links begin at the root of the host.
    pages = [str(p) for p in sorted(site.rglob("*.html")) if p.name != "404.html"]
    command = [str(lychee), "--offline", "--include-fragments", "--no-progress", *pages]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]


def test_every_page_is_valid_html(site, vnu):
    command = [*vnu, "--skip-non-html", "--format", "gnu", "--errors-only", str(site)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
