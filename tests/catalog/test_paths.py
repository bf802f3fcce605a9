"""The data is found in a checkout and in a wheel."""

from __future__ import annotations

from pathlib import Path

import pytest

from catalog.paths import data_root, rules_data, site_data


def _data(folder: Path) -> Path:
    for name in ("rules_data", "site"):
        (folder / name).mkdir(parents=True)
    return folder


def test_in_a_checkout_the_data_lies_beside_the_packages(root: Path) -> None:
    assert data_root() == root
    assert (rules_data() / "vocabulary" / "feature-kinds.yaml").is_file()
    assert (site_data() / "fonts").is_dir()


def test_in_a_wheel_the_data_lies_inside_a_package(tmp_path: Path) -> None:
    inside = _data(tmp_path / "bastide" / "_data")
    assert data_root(tmp_path) == inside


def test_among_installed_packages_a_strangers_folder_of_that_name_is_not_taken(tmp_path: Path) -> None:
    inside = _data(tmp_path / "bastide" / "_data")
    _data(tmp_path)
    assert data_root(tmp_path) == inside


def test_without_data_the_error_says_what_was_looked_for_and_where(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="rules_data and site") as raised:
        data_root(tmp_path)
    assert str(tmp_path / "bastide" / "_data") in str(raised.value)
