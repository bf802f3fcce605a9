"""Draw the pictures of the README anew: ``python docs/make_pictures.py``. The page needs a Chromium."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from catalog import load
from catalog.paths import site_data
from generator.i18n import languages
from generator.pictures import Pictures
from generator.site import build

BOX, EDITION, COLUMNS = "dragon-and-fairy", "c3.1", 10
HERE = Path(__file__).parent


def main() -> None:
    """Write ``tiles.svg`` and, where there is a Chromium, ``page.png`` beside this file."""
    catalog = load().catalog
    pictures = Pictures(catalog.kinds, catalog.marks, [site_data() / "art"])
    printings = catalog.printings_of(BOX, EDITION)
    sheet = pictures.sheet([(catalog.designs[p.design], p.letter) for p in printings], COLUMNS, size=96, title="Tiles of one box")
    (HERE / "tiles.svg").write_text(sheet, encoding="utf-8")
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("tiles.svg is drawn; page.png needs a Chromium")
    with tempfile.TemporaryDirectory() as folder:
        build(catalog, languages(catalog, only=["en"]), Path(folder) / "site")
        page = Path(folder) / "site" / "en" / BOX / EDITION / "index.html"
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1.5"]
        quiet = ["--no-first-run", "--disable-background-networking", f"--user-data-dir={folder}/profile"]
        shot = [f"--screenshot={HERE / 'page.png'}", "--window-size=1100,1300", page.as_uri()]
        subprocess.run([browser, *flags, *quiet, *shot], check=True, capture_output=True)


if __name__ == "__main__":
    main()
