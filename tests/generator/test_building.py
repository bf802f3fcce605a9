"""The parts of the build: fingerprints, what is traced, what is remembered, and work that is shared."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.building.fingerprint import fingerprint
from generator.building.grounds import Grounds
from generator.building.memory import Made, Memory, Printed, numbered
from generator.building.parts import Part, Parts, packed, unpacked
from generator.building.plain import dump
from generator.building.plain import load as revive
from generator.building.tracing import GONE, Answers, Recorder, Traced, ordered, pruned
from generator.building.workers import WorkersError, count, spread
from generator.i18n import languages
from generator.output import Output, OutputError
from generator.pages.examples import Aside, Position
from generator.pages.material import Material
from tests.ours import ours
from tests.programs import ROOT

CATALOG = ours().catalog
LANGUAGES = tuple(languages(CATALOG, only=["cs"]).by_tag.values())
FIRST = next(iter(CATALOG.statements.values()))
HASHED = """
from catalog import load
from generator.building.fingerprint import fingerprint
catalog = load().catalog
print(fingerprint([catalog.statements, catalog.designs, catalog.examples, catalog.boxes]))
"""


def test_a_fingerprint_is_the_same_in_every_process():
    told = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        told.add(
            subprocess.run([sys.executable, "-c", HASHED], env=environment, capture_output=True, text=True, check=True).stdout
        )
    assert len(told) == 1


def test_a_fingerprint_tells_whatever_differs():
    values = [1, True, "1", (1,), [], {}, {"a": 1, "b": 2}, {"b": 2, "a": 1}, None, FIRST, FIRST.effect, FIRST.source]
    values.append(FIRST.model_copy(update={"text": "Other."}))
    assert len({fingerprint(value) for value in values}) == len(values)
    assert fingerprint(FIRST.model_copy()) == fingerprint(FIRST)
    assert fingerprint({"b", "a"}) == fingerprint({"a", "b"})


def test_of_what_nobody_knows_there_is_no_fingerprint():
    with pytest.raises(TypeError, match="nobody can tell"):
        fingerprint([object()])


@pytest.fixture
def traced():
    return Traced(Material(CATALOG, LANGUAGES))


def test_each_read_is_written_down_with_what_was_asked(traced):
    with traced.reading("cs") as reads:
        catalog = traced.material.catalog
        assert catalog.statements[FIRST.id] is FIRST
        assert "no-such" not in catalog.statements
        assert catalog.statements_of("base", "c1") == CATALOG.statements_of("base", "c1")
        traced.material.mentions.get("no-such")
        traced.material.rulings_about("base", "c1")
        traced.language("cs").text("statement/no-such", "English")
    assert set(reads) == {
        ("cs", "strings", "value"),
        ("catalog", "statements", "item", FIRST.id),
        ("catalog", "statements", "has", "no-such"),
        ("catalog", "statement_ids_of", "call", "base", "c1"),
        *(("catalog", "statements", "item", statement) for statement in CATALOG.statement_ids_of("base", "c1")),
        ("material", "mentions", "has", "no-such"),
        ("material", "rulings_about", "call", "base", "c1"),
        ("cs", "entries", "has", "statement/no-such"),
    }


@given(st.lists(st.tuples(st.text(max_size=3), st.sets(st.integers(0, 5))), max_size=5), st.sets(st.integers(0, 5)))
def test_parts_that_nothing_has_changed_for_are_taken_over(parts, changed):
    """Whatever their texts: one may be empty, or stand within another."""
    recorder, left = Recorder(), {}
    for again in (False, True):
        page, called, setter = "", [], Parts(recorder, left)
        with recorder.recording() as noted:
            for n, (text, reads) in enumerate(parts):

                def make(n=n, text=text, reads=reads, called=called):
                    called.append(n)
                    for read in reads:
                        recorder.note("catalog", "statements", "item", str(read))
                    return text

                page += f"{n}: {setter(str(n), make)}\n"
        reads = pruned(noted)
        assert set(reads) == {("catalog", "statements", "item", str(read)) for _, its in parts for read in its}
        assert page == "".join(f"{n}: {text}\n" for n, (text, _) in enumerate(parts))
        if not again:
            before = ordered(reads)
            numbers = {n for n, read in enumerate(before) if int(read[-1]) in changed}
            left = unpacked(page, before, numbers, packed(page, reads, setter.made) or "[]")
    assert called == [n for n, (_, reads) in enumerate(parts) if not reads.isdisjoint(changed)]


def test_what_reads_all_of_something_reads_its_entries():
    """A page says only that it reads all; so a part of it that reads an entry changes with any."""
    whole, entry = ("catalog", "statements", "all"), ("catalog", "statements", "item", "one")
    reads = pruned({whole: None, entry: None})
    places = packed("text", reads, {"part": Part("text", [entry])})
    assert unpacked("text", reads, {0}, places) == {}
    assert unpacked("text", reads, set(), places) == {"part": Part("text", [whole])}


def test_what_a_page_changes_in_a_part_is_not_taken_over():
    reads = [("catalog", "statements", "item", "one")]
    parts = {"changed": Part("before", reads), "kept": Part("same", reads)}
    assert list(unpacked("after same", reads, set(), packed("after same", reads, parts))) == ["kept"]
    assert packed("page", reads, {}) == ""


def test_who_reads_all_depends_on_all(traced):
    with traced.reading("en") as reads:
        for statement in traced.material.catalog.statements.values():
            assert traced.material.catalog.statements[statement.id] is statement
    assert pruned(reads) == [("en", "strings", "value"), ("catalog", "statements", "all")]


def test_what_a_page_is_given_again_it_has_read(traced):
    keeper = traced.keeper()
    read = []
    for _ in range(2):
        with traced.reading("en") as reads:
            keeper.once("first", lambda: traced.material.catalog.statements[FIRST.id].text)
        read.append(list(reads))
    assert read[0] == read[1] != [("en", "strings", "value")]


def test_no_part_of_a_catalogue_is_gathered_behind_the_back_of_a_page(traced):
    """What a traced catalogue keeps for all pages must not come from what is traced: only the first page would have read it."""
    catalog = traced.material.catalog
    for name, part in vars(type(CATALOG)).items():
        if type(part).__name__ == "cached_property":
            with traced.reading("en") as reads:
                getattr(catalog, name)
            assert list(reads) == [("en", "strings", "value")], name


def test_an_answer_that_is_gone_says_so():
    answers = Answers(Material(CATALOG, LANGUAGES))
    assert answers.fingerprint(("catalog", "statements", "item", "no-such")) == GONE
    assert answers.fingerprint(("catalog", "__class__", "call")) == GONE
    assert answers.fingerprint(("nobody", "statements", "keys")) == GONE
    assert answers.fingerprint(("catalog", "statements", "item", FIRST.id)) == fingerprint(FIRST)


def test_texts_of_a_language_are_known_again_by_where_they_come_from():
    czech = next(language for language in LANGUAGES if language.tag == "cs")
    read = ("cs", "entries", "has", f"statement/{FIRST.id}")
    for origin, told in ((czech.origin, "as before"), ("elsewhere", fingerprint(True))):
        answers = Answers(Material(CATALOG, LANGUAGES))
        answers.take([(read, "as before"), ((), "nothing")], {"cs": origin})
        assert answers.fingerprint(read) == told


def test_a_memory_comes_back_from_its_text():
    reads = (("catalog", "statements", "item", "a"), ("material", "together", "item", ("a", "b")))
    memory = Memory(
        Grounds("d", "p", "s"),
        {"design a": Made("1", {"b.svg": 1, "a.svg": 2})},
        {"example": Made("2", result=[{"z": 1, "a": [None, "é"]}])},
        {"en/index.html": Printed(10, [0, 1])},
        [(read, "3") for read in reads],
    )
    found = Memory.read(memory.written())
    assert found.written() == memory.written()
    assert found.pages == memory.pages
    assert list(found.played["example"].result[0]) == ["z", "a"]
    assert found.reads == memory.reads
    # Pages whose reads are not there are nothing to go by.
    for wrong in ([2], [-1, 0]):
        assert Memory.read(replace(memory, pages={"en/index.html": Printed(10, wrong)}).written()) == Memory()


def test_reads_have_the_same_numbers_whichever_pages_were_made_when():
    one, two, three = (("catalog", "statements", "item", name) for name in "abc")
    made = {"x": (1, [three, one]), "y": (2, [two, one]), "z": (3, [three])}
    all_at_once = Memory(pages=(cold := numbered(Memory(), {}, made, "fp of {}".format))[0], reads=cold[1])
    assert all_at_once.reads == [(read, f"fp of {read}") for read in (one, two, three)]
    assert all_at_once.pages == {"x": Printed(1, [0, 2]), "y": Printed(2, [0, 1]), "z": Printed(3, [2])}
    # Without one of the pages fewer are read; then it is made again.
    less = numbered(all_at_once, {name: all_at_once.pages[name] for name in "xz"}, {}, str)
    assert less == ({"x": Printed(1, [0, 1]), "z": Printed(3, [1])}, [(one, str(one)), (three, str(three))])
    again = numbered(Memory(pages=less[0], reads=less[1]), less[0], {"y": made["y"]}, "fp of {}".format)
    assert again == (all_at_once.pages, all_at_once.reads)


def test_a_position_comes_back_from_json():
    position = Position((), (), ((1, 2),), ("a/b",), (Aside("x", None, "supply", "red", 2),), {"red": 3})
    told = json.loads(json.dumps(dump(position)))
    assert revive(Position, told, CATALOG) == position
    for broken in (None, [], told[:-1], [*told[:-1], {"red": "3"}], [["no/such"], *told[1:]]):
        with pytest.raises(ValueError):
            revive(Position, broken, CATALOG)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_work_is_done_once_each_whoever_does_it(workers):
    assert sorted(spread(lambda n: n * n, range(100), workers)) == [(n, n * n) for n in range(100)]


@dataclass
class OwnError(Exception):
    """It cannot be handed from one process to another."""

    one: str
    other: object

    def __reduce__(self):
        raise TypeError


@pytest.mark.parametrize("workers", [1, 2])
def test_the_first_failure_is_raised_as_it_is(workers):
    def work(number):
        if number in {37, 90}:
            raise OwnError("at", number)
        return number

    with pytest.raises(OwnError) as raised:
        list(spread(work, range(100), workers))
    assert raised.value.other == 37


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing is killed so here")
def test_work_of_a_process_that_dies_is_done_all_the_same():
    here = os.getpid()

    def work(number):
        if number == 50 and os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    assert sorted(spread(work, range(100), 2)) == [(n, n) for n in range(100)]


def test_how_many_work_is_said_by_the_environment(monkeypatch):
    monkeypatch.setenv("BASTIDE_WORKERS", "3")
    assert count() in {1, 3}
    assert count(2) in {1, 2}
    for wrong in ("0", "two", "-1", "²"):
        monkeypatch.setenv("BASTIDE_WORKERS", wrong)
        with pytest.raises(WorkersError, match="a number from 1"):
            count()


def test_one_build_at_a_time_writes_to_a_folder(tmp_path, monkeypatch):
    monkeypatch.setattr("generator.output._PATIENCE", 0.1)
    with Output(tmp_path / "out"), pytest.raises(OutputError, match="another build"), Output(tmp_path / "out"):
        pass


@pytest.mark.parametrize("exchanges", [True, False])
def test_a_file_that_says_the_same_is_the_same_file(exchanges, tmp_path, monkeypatch):
    if not exchanges:
        monkeypatch.setattr("generator.output._exchange", lambda *_: False)
    out = tmp_path / "out"
    for other in ("one", "two"):
        with Output(out) as output:
            output.write("same.html", "same")
            output.write("other.html", other)
        if other == "one":
            before = {path.name: path.stat().st_ino for path in out.glob("*.html")}
    after = {path.name: path.stat().st_ino for path in out.glob("*.html")}
    assert after["same.html"] == before["same.html"]
    assert after["other.html"] != before["other.html"]
    assert (out / "other.html").read_text(encoding="utf-8") == "two"
    assert {path.name for path in tmp_path.iterdir()} == {"out", *([".out.bastide-new"] if exchanges else [])}


def test_a_build_killed_between_two_renames_is_mended(tmp_path):
    out = tmp_path / "out"
    with Output(out) as output:
        output.write("a.html", "a")
    out.rename(output._aside)
    with Output(out) as output:
        assert (out / "a.html").is_file()
    assert not output._aside.exists()
