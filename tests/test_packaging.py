"""What is published works without a checkout: the sdist builds the wheel, the wheel carries the data, and the program runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.programs import ROOT

pytestmark = pytest.mark.slow

Run = Callable[..., subprocess.CompletedProcess[str]]


def _run(command: list[str | Path], folder: Path) -> subprocess.CompletedProcess[str]:
    # What points Python at the checkout must not help the wheel.
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False, timeout=300)


def _published(folder: Path) -> set[str]:
    """Return the files below a folder of the checkout as the wheel should have them, relative to the root."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in {".pyc", ".swp"}
    }


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the sdist, and the wheel from the sdist. The build backend is among the dev tools: nothing is downloaded."""
    folder = tmp_path_factory.mktemp("dist")
    result = _run([sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT], folder)
    assert result.returncode == 0, result.stdout + result.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    (wheel,) = dist.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into an environment of its own, and return the folder of its programs.

    The libraries are borrowed from the environment that runs the tests, by a path that comes after the wheel's and whose own
    ``.pth`` files Python does not read: an editable install there stays unseen.
    """
    home = tmp_path_factory.mktemp("venv")
    venv.create(home, symlinks=os.name != "nt")
    place = {
        name: sysconfig.get_path(name, "venv", {"base": str(home), "platbase": str(home)}) for name in ("purelib", "scripts")
    }
    borrowed = dict.fromkeys(sysconfig.get_path(name) for name in ("purelib", "platlib"))
    Path(place["purelib"], "borrowed.pth").write_text("\n".join(borrowed) + "\n", encoding="utf-8")
    python = Path(place["scripts"], "python")
    pip: list[str | Path] = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "install",
        "--quiet",
        "--no-index",
        "--no-deps",
        "--ignore-installed",
    ]
    result = _run([*pip, wheel], home)
    assert result.returncode == 0, result.stdout + result.stderr
    return Path(place["scripts"])


@pytest.fixture
def bastide(programs: Path, tmp_path: Path) -> Run:
    """Run the installed program in an empty folder."""

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return _run([programs / "bastide", *arguments], tmp_path)

    return run


def _contents(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as zipped:
        return set(zipped.namelist())


def test_the_wheel_carries_the_code_and_all_data(wheel: Path) -> None:
    names = _contents(wheel)
    data = {f"bastide/_data/{name}" for part in ("rules_data", "site") for name in _published(ROOT / part)}
    code = {name for part in ("bastide", "catalog", "engine", "generator") for name in _published(ROOT / part)}
    assert sorted((data | code) - names) == []


def test_the_wheel_carries_nothing_else(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in _contents(wheel)}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"bastide", "catalog", "engine", "generator"}


def test_the_licences_travel_with_wheel_and_sdist(dist: Path, wheel: Path) -> None:
    (sdist,) = dist.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as zipped, tarfile.open(sdist) as tarred:
        contents = (zipped.namelist(), tarred.getnames())
    for names in contents:
        files = {name.rsplit("/", 1)[-1] for name in names}
        assert {"LICENSE", "LICENSE-DATA.md", "NOTICE.md", "OFL-alegreya.txt"} <= files


def test_the_installed_data_is_found_and_is_not_the_checkouts(programs: Path, tmp_path: Path) -> None:
    result = _run([programs / "python", "-c", "from catalog.paths import data_root; print(data_root())"], tmp_path)
    found = Path(result.stdout.strip())
    assert found.parts[-2:] == ("bastide", "_data"), result.stderr
    assert found.is_relative_to(programs.parent)
    assert (found / "rules_data" / "vocabulary" / "feature-kinds.yaml").is_file()


def test_installed_it_finds_its_own_data_without_fault(bastide: Run) -> None:
    result = bastide("check")
    assert result.returncode == 0, result.stdout + result.stderr


def test_installed_it_answers_a_question(bastide: Run) -> None:
    result = bastide("can", "dragon", "remove", "meeple", "--edition", "c3.1", "--format", "json")
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["verdict"] == "does"


def test_installed_it_builds_the_site_and_leaves_nothing_else(bastide: Run, tmp_path: Path) -> None:
    result = bastide("build", "--lang", "en", "--out", "public")
    assert result.returncode == 0, result.stdout + result.stderr
    assert (tmp_path / "public" / "index.html").is_file()
    assert [path.name for path in tmp_path.iterdir()] == ["public"]
