"""GNU gettext and we read the same files alike: what its programs refuse, and what they make of a translator's work."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from catalog.paths import rules_data
from generator.i18n import po
from generator.i18n.merge import merge
from generator.i18n.messages import Message
from tests.generator.i18n_fakes import HEADER

FORMS = "nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);"
OURS = sorted((rules_data() / "locales").glob("*/*.po"))


def _accepted(gettext: dict[str, Path], path: Path) -> str:
    """Return what msgfmt has against a file, missing fields of the header left out."""
    done = subprocess.run(
        [gettext["msgfmt"], "--check", "--output-file=/dev/null", str(path)], capture_output=True, text=True, check=False
    )
    return "\n".join(line for line in done.stderr.splitlines() if "missing in header" not in line)


@pytest.mark.parametrize("path", OURS, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_gettext_has_nothing_against_our_files(path: Path, gettext: dict[str, Path]):
    assert _accepted(gettext, path) == ""


def test_words_in_several_forms_are_nothing_that_gettext_checks(tmp_path: Path, gettext: dict[str, Path]):
    (entry,) = merge([Message("a", "You score {points} points.")], (), by_context=True, nplurals=3)
    done = po.Entry(entry.context, entry.ids, ("Máš {points} {points:bod|body|bodů}.",), entry.flags)
    path = tmp_path / "rules.po"
    po.write(path, po.PoFile(HEADER.strip(), FORMS, (done,)))
    assert _accepted(gettext, path) == ""
