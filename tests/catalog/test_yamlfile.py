"""Where things stand in a file: lines and columns, exact for long and short forms."""

from __future__ import annotations

from pathlib import Path

import pytest

from catalog.yamlfile import MAX_BYTES, YamlFile, read

TEXT = """\
designs:
  - id: box/a
    edges: CRFR
    features:
      - city: {ports: [N], marks: [shield]}
      - road: [E, W]
      - monastery:
      - road:
          ports: [S]
          ends: {city: N}
  - {id: box/b, "edges": 'FFFF', squares: []}
printings: []
"""


def _file(tmp_path: Path, text: str) -> YamlFile:
    path = tmp_path / "tiles.yaml"
    path.write_bytes(text.encode())
    return read(path, "tiles.yaml")


@pytest.mark.parametrize(
    ("path", "place", "key"),
    [
        ((), (1, 1), (1, 1)),
        (("designs",), (1, 1), (1, 1)),
        (("designs", 0), (2, 5), (2, 5)),
        (("designs", 0, "id"), (2, 9), (2, 5)),
        (("designs", 0, "edges"), (3, 12), (3, 5)),
        # A block is pointed at by its key, a value on the line of its key directly.
        (("designs", 0, "features"), (4, 5), (4, 5)),
        (("designs", 0, "features", 0), (5, 9), (5, 9)),
        # `city: {...}` is short for `kind: city, ...`: the model's step `ports` leads through the key `city`.
        (("designs", 0, "features", 0, "ports"), (5, 23), (5, 16)),
        (("designs", 0, "features", 0, "ports", 0), (5, 24), (5, 24)),
        (("designs", 0, "features", 0, "marks", 0), (5, 36), (5, 36)),
        # `road: [...]` is short for `kind: road, ports: [...]`.
        (("designs", 0, "features", 1, "ports", 1), (6, 19), (6, 19)),
        (("designs", 0, "features", 2, "ports"), (7, 9), (7, 9)),
        (("designs", 0, "features", 3, "ports", 0), (9, 19), (9, 19)),
        (("designs", 0, "features", 3, "ends", "port"), (10, 17), (10, 11)),
        (("designs", 1, "edges"), (11, 26), (11, 17)),
        (("designs", 1, "squares"), (11, 43), (11, 34)),
        # What is not there is pointed at as near as can be.
        (("designs", 1, "note"), (11, 5), (11, 5)),
        (("designs", 7, "id"), (1, 1), (1, 1)),
        (("sources",), (1, 1), (1, 1)),
    ],
)
def test_positions(path: tuple[str | int, ...], place: tuple[int, int], key: tuple[int, int], tmp_path: Path) -> None:
    file = _file(tmp_path, TEXT)
    assert file.position(path) == place
    assert file.position(path, key=True) == key


@pytest.mark.parametrize(
    ("path", "spelled"),
    [
        (("designs", 0, "edges"), "designs.0.edges"),
        (("designs", 0, "features", 0, "marks", 0), "designs.0.features.0.city.marks.0"),
        (("designs", 0, "features", 1, "ports", 1), "designs.0.features.1.road.1"),
        (("designs", 0, "word", "features"), "designs.0.features"),
    ],
)
def test_paths_are_spelled_as_the_file_spells_them(path: tuple[str | int, ...], spelled: str, tmp_path: Path) -> None:
    file = _file(tmp_path, TEXT)
    file.add("wrong-value", path, "so it is")
    assert file.findings[0].path == spelled


def test_a_clean_file_is_read_without_its_node_tree(tmp_path: Path) -> None:
    file = _file(tmp_path, TEXT)
    assert file.findings == []
    assert "root" not in vars(file)


def test_line_ends_and_byte_order_marks_move_nothing(tmp_path: Path) -> None:
    plain, windows = _file(tmp_path, TEXT), _file(tmp_path, "\ufeff" + TEXT.replace("\n", "\r\n"))
    assert windows.data == plain.data
    for path in (("designs", 0, "features", 3, "ends"), ("printings",), ("designs",)):
        assert windows.position(path) == plain.position(path)


def test_a_file_is_read_up_to_the_bound(tmp_path: Path) -> None:
    text = TEXT + "#" * (MAX_BYTES - len(TEXT))
    assert _file(tmp_path, text).findings == []
    assert [f.code for f in _file(tmp_path, text + "#").findings] == ["file-too-large"]


def test_what_looks_like_an_id_is_known_even_of_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    file = _file(tmp_path, "a:\n  - {id: box/a}\n  - id: 'dragon'\n    name: x\n  - id: [\n")
    assert file.data is None
    assert {"box/a", "dragon"} <= file.ids()
