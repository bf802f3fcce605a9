"""The version of Bastide, as it is installed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("bastide")
except PackageNotFoundError:
    # A checkout that is run as it is, without being installed.
    __version__ = "0+checkout"
