"""Where the data is: the folders ``rules_data`` and ``site`` lie beside the packages in a checkout, and inside one in a wheel."""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGES = Path(__file__).resolve().parent.parent


def data_root(packages: Path = _PACKAGES) -> Path:
    """Return the folder that holds ``rules_data`` and ``site``. ``packages`` is the folder that holds our packages.

    Raises ``FileNotFoundError`` where neither a checkout nor a wheel's data is there.
    """
    # The wheel's place comes first: beside installed packages a folder of that name could be somebody else's.
    places = (packages / "bastide" / "_data", packages)
    for place in places:
        if (place / "rules_data").is_dir() and (place / "site").is_dir():
            return place
    raise FileNotFoundError(f"The data of Bastide (rules_data and site) is in none of: {', '.join(map(str, places))}")


def rules_data() -> Path:
    """Return the folder of all that is known about the games: YAML and PO files."""
    return data_root() / "rules_data"


def real(path: Path) -> Path:
    """Return where a path leads through all links; where these go round in a ring, and lead nowhere, no error."""
    # `Path.resolve` raises for a ring in some versions of Python.
    return Path(os.path.realpath(path))


def site_data() -> Path:
    """Return the folder of the site's templates, styles, scripts, art and fonts."""
    return data_root() / "site"
