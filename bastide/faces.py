"""One entry for people: what ``bastide show`` prints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bastide.terminal import say

Json = dict[str, Any]
LEFT = 11
"""The width of the names on the left."""


def show(entry: Json) -> None:
    """Print an entry of any sort, as :mod:`bastide.entries` makes it."""
    if entry["sort"] == "tile":
        _tile(entry)
        return
    say((f"{entry['sort']} {entry['id']}", "bold"))
    for key, value in entry.items():
        if key not in {"sort", "id"}:
            for line in _lines(key, value):
                say(line)


def _tile(tile: Json) -> None:
    letter = f"  {tile['letter']}" if tile["letter"] else ""
    say((f"tile {tile['id']}", "bold"), letter)
    squares = tile.get("squares") or [{"name": None, "edges": tile["edges"]}]
    for square in squares:
        _row("edges" if square["name"] is None else square["name"], f"{square['edges']}  (north, east, south, west)")
    _row("tiles", ", ".join(f"{count} in {edition}" for edition, count in tile["counts"].items()) or "none")
    if tile["marks"]:
        _row("marks", ", ".join(tile["marks"]))
    for feature in tile["features"]:
        _row(feature["kind"], "; ".join(_feature(feature)))
    kinds = {tuple(feature["ports"]): feature["kind"] for feature in tile["features"]}
    for field in tile["fields"]:
        touched = " and ".join(f"{kinds[tuple(ports)]} {' '.join(ports)}" for ports in field["cities"])
        _row("field", " ".join(field["ports"]) + (f"; touches {touched}" if touched else ""))
    if tile["confidence"] != "high":
        _row("confidence", tile["confidence"])
    if tile["note"]:
        _row("note", tile["note"])


def _feature(feature: Json) -> Iterator[str]:
    yield " ".join(feature["ports"]) or (f"on {feature['square']}" if "square" in feature else "in the middle")
    if feature["marks"]:
        yield ", ".join(feature["marks"])
    if "corners" in feature:
        yield f"into the corner {' '.join(feature['corners'])}"
    for key, words in (("ends", "ends at"), ("over", "over"), ("under", "under")):
        if key in feature:
            yield f"{words} {_thing(feature[key])}"


def _thing(value: str | Json) -> str:
    return value if isinstance(value, str) else " ".join(f"{kind} {port}" for kind, port in value.items())


def _row(name: str, text: str) -> None:
    say("  ", (f"{name:<{LEFT}}", "dim"), f" {text}")


def _lines(key: str, value: object, indent: int = 2) -> Iterator[str]:
    """Yield the lines of a key and its value, as YAML would have them but without its signs."""
    space = " " * indent
    if isinstance(value, dict | list) and not _is_short(value):
        yield f"{space}{key}"
        for name, inner in value.items() if isinstance(value, dict) else (("-", v) for v in value):
            if name == "-" and isinstance(inner, dict):
                # The first line of an item stands behind its dash.
                lines = [line for k, v in inner.items() for line in _lines(k, v, indent + 4)]
                yield f"{space}  - {lines[0].lstrip()}"
                yield from lines[1:]
            else:
                yield from _lines(name, inner, indent + 2)
    else:
        yield f"{space}{key}{'' if key == '-' else ':'} {_short(value)}"


def _is_short(value: dict[str, object] | list[object]) -> bool:
    inner = value.values() if isinstance(value, dict) else value
    return not any(isinstance(v, dict | list) for v in inner) and (isinstance(value, list) or len(_short(value)) <= 100)


def _short(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "-"
        case dict():
            return ", ".join(f"{key} {_short(inner)}" for key, inner in value.items())
        case list():
            return ", ".join(_short(inner) for inner in value)
    return str(value).strip()
