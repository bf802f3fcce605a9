"""``bastide build`` goes on where a translation has an error, and tells it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bastide.conftest import Run


def test_an_error_in_a_translation_is_told_and_the_site_is_built(
    tiny: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tiny("new", "tile", "my-pack/a")
    tiny("translate", "update", "--lang", "de", "--pack", "my-pack")
    path = Path("my-pack/locales/de/rules.po")
    path.write_text(path.read_text(encoding="utf-8").replace('msgstr ""\n', 'msgstr "<b>[fett"\n')[:-3], encoding="utf-8")
    ran = tiny("build", "--lang", "EN,De", "--no-search", "--pack", "my-pack", "--format", "json")
    assert (ran.code, ran.json["languages"]) == (0, ["en", "de"])
    assert "my-pack/locales/de/rules.po:" in ran.err
    assert "what they are about is shown in English" in ran.err
    assert Path("public/de/index.html").is_file()
    assert tiny("check", "--pack", "my-pack").code == 1
