"""Every page of the built site is valid HTML."""

from __future__ import annotations

import subprocess

import pytest

pytestmark = pytest.mark.slow


def test_every_page_is_valid_html(site, vnu):
    command = [*vnu, "--skip-non-html", "--format", "gnu", "--errors-only", str(site)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
