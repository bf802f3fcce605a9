"""Templates that were compiled are known to the next process, and those that were edited are not taken for what they were."""

from __future__ import annotations

import marshal
from pathlib import Path

import jinja2
import pytest

from catalog import store
from generator import bytecode
from generator.i18n import Language
from generator.rendering import compile_all, environment
from tests.programs import ROOT
from tests.site.small import english_and_czech, small


@pytest.fixture
def english() -> Language:
    return english_and_czech(small()).by_tag["en"]


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the templates that are compiled, in a cache of its own."""
    monkeypatch.setenv(store.VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(bytecode, "_compiled", {})
    names: list[str] = []
    compiling = jinja2.Environment.compile

    def compile(self, source, name=None, *rest, **more):  # noqa: A001
        names.append(name)
        return compiling(self, source, name, *rest, **more)

    monkeypatch.setattr(jinja2.Environment, "compile", compile)
    return names


def _next_process() -> None:
    bytecode.keep()
    bytecode._compiled.clear()


def test_a_template_is_compiled_once_until_it_is_edited(english, compiled, tmp_path):
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "a.j2").write_text("one {{ 1 + 1 }}", encoding="utf-8")
    (folder / "b.j2").write_text("two", encoding="utf-8")
    compile_all(environment(folder, english))
    assert environment(folder, english).get_template("a.j2").render() == "one 2"
    _next_process()
    assert environment(folder, english).get_template("a.j2").render() == "one 2"
    assert sorted(compiled) == ["a.j2", "b.j2"]
    (folder / "a.j2").write_text("three", encoding="utf-8")
    assert environment(folder, english).get_template("a.j2").render() == "three"
    _next_process()
    assert environment(folder, english).get_template("a.j2").render() == "three"
    assert sorted(compiled) == ["a.j2", "a.j2", "b.j2"]


@pytest.mark.parametrize("part", [b"", b"nonsense", marshal.dumps(3), marshal.dumps(("sum", "no code"))])
def test_what_is_no_template_is_compiled(part, english, compiled, tmp_path):
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "a.j2").write_text("one", encoding="utf-8")
    env = environment(folder, english)
    key = env.bytecode_cache.get_cache_key("a.j2", str(folder / "a.j2"))
    bytecode.compiled(folder)._memory._written[key] = part
    assert env.get_template("a.j2").render() == "one"
    assert compiled == ["a.j2"]


def test_without_a_cache_nothing_is_kept(english, compiled, tmp_path, monkeypatch):
    monkeypatch.setenv(store.VARIABLE, "off")
    for _ in range(2):
        environment(ROOT / "site" / "templates", english).get_template("sitemap.xml.j2")
        _next_process()
    assert compiled == ["sitemap.xml.j2"] * 2
    assert not (tmp_path / "cache").exists()
