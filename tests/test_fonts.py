"""The vendored fonts: few, small, licensed, and able to write every language of the site."""

from __future__ import annotations

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from catalog.paths import site_data

FONTS = sorted((site_data() / "fonts").glob("*.woff2"))

LETTERS = {
    "Catalan": "àçèéíïòóúü·",
    "Czech": "áčďéěíňóřšťúůýž",
    "Danish, Norwegian, Swedish": "åäæöø",
    "Dutch, French, Italian, Portuguese, Spanish": "àâãçéèêëíîïñôõœúûùü¿¡",
    "Estonian, Latvian, Lithuanian": "āąčēėęģīįķļņõšūųž",
    "German": "äöüß",
    "Hungarian": "áéíóöőúüű",
    "Polish": "ąćęłńóśźż",
    "Romanian": "ăâîșț",
    "Slovak": "áäčďéíĺľňóôŕšťúýž",
    "Turkish": "çğıöşüİ",
}
SIGNS = "0123456789–—…−×°½&%‚‘’„“”«»‹›"


def test_there_are_at_most_four_files_of_250_kb_together() -> None:
    assert 0 < len(FONTS) <= 4
    assert sum(font.stat().st_size for font in FONTS) <= 250_000


def test_every_file_of_the_folder_is_named_in_its_readme_and_has_its_licence() -> None:
    folder = site_data() / "fonts"
    readme = (folder / "README.md").read_text(encoding="utf-8")
    assert [path.name for path in folder.iterdir() if path.name != "README.md" and path.name not in readme] == []
    for font in FONTS:
        family = font.name.rsplit("-", 2)[0]
        assert "SIL Open Font License, Version 1.1" in (folder / f"OFL-{family}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("font", FONTS, ids=lambda path: path.stem)
def test_a_font_has_the_letters_of_every_language(font: Path) -> None:
    known = TTFont(font).getBestCmap()
    wanted = SIGNS + "".join(letters + letters.replace("ß", "").upper() for letters in LETTERS.values())
    assert [sign for sign in wanted if ord(sign) not in known] == []


@pytest.mark.parametrize("font", FONTS, ids=lambda path: path.stem)
def test_no_stroke_goes_through_a_zero(font: Path) -> None:
    glyphs = TTFont(font)["glyf"]
    assert len(glyphs["zero"].getCoordinates(glyphs)[1]) == 2  # the rim and the hole
