"""The program and the machine: pipes that close, terminals that are poor, Ctrl-C, and JSON alone where JSON was asked for."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

from bastide.cli import main
from bastide.terminal import end
from generator.preview import Preview
from generator.preview import preview as previewing
from tests.bastide.conftest import PROGRAM, Run, environ, program
from tests.catalog.museum import MUSEUM
from tests.programs import ROOT

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes as POSIX has them")


@posix
@pytest.mark.parametrize("verb", [["rulings"], ["translate", "status"]])
def test_a_reader_who_has_seen_enough(verb: list[str]) -> None:
    writer = subprocess.Popen([*PROGRAM, *verb], cwd=ROOT, env=environ(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert writer.stdout is not None
    assert writer.stderr is not None
    writer.stdout.close()
    assert writer.stderr.read() == b""
    writer.stderr.close()
    writer.wait(timeout=60)


@posix
@pytest.mark.parametrize("closed", [">&-", "2>&-"])
def test_closed_streams(closed: str) -> None:
    command = ["sh", "-c", f'"$@" {closed}', "sh", *PROGRAM, "frob"]
    ran = subprocess.run(command, cwd=ROOT, env=environ(), capture_output=True, check=False, timeout=60)
    assert ran.returncode == 2
    assert b"Traceback" not in ran.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk() -> None:
    with Path("/dev/full").open("wb") as full:
        command = [*PROGRAM, "--version"]
        ran = subprocess.run(command, cwd=ROOT, env=environ(), stdout=full, stderr=subprocess.PIPE, check=False, timeout=60)
    assert ran.returncode == 1
    assert ran.stderr.startswith(b"bastide: No space left on device\n")
    assert b"Traceback" not in ran.stderr


def test_a_pipe_is_plain_text_whatever_its_width_and_wherever_one_is(tmp_path: Path) -> None:
    ran = program("can", "dragon", "remove", "meeple", cwd=tmp_path, COLUMNS="20", TERM="xterm-256color")
    assert ran.returncode == 0
    assert b"\x1b" not in ran.stdout
    assert max(map(len, ran.stdout.splitlines())) > 100


def test_colour_where_it_is_forced_and_not_where_it_is_unwanted() -> None:
    bad = ("show", "base/d", "--pack", "nowhere")
    assert b"\x1b[31m" in program(*bad, FORCE_COLOR="1", TERM="xterm-256color").stderr
    assert b"\x1b[31m" not in program(*bad, FORCE_COLOR="1", NO_COLOR="1", TERM="xterm-256color").stderr


@pytest.mark.parametrize("encoding", ["ascii", "utf-8", "cp1252"])
def test_a_terminal_without_the_letters(run: Run, monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    def written(*more: str) -> str:
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        monkeypatch.setattr(sys, "stdout", stream)
        with pytest.raises(SystemExit):
            main(["show", "element:meeple", "--lang", "cs", *more])
        return stream.buffer.getvalue().decode(encoding)

    assert run("show", "element:meeple").code == 0
    assert json.loads(written("--format", "json"))["name"] == "družiník"
    assert ("družiník" if encoding == "utf-8" else "dru\\u017ein") in written() or encoding == "cp1252"


@posix
def test_ctrl_c_ends_a_build_and_leaves_nothing(tmp_path: Path) -> None:
    command = [*PROGRAM, "build", "--out", "site"]
    builder = subprocess.Popen(command, cwd=tmp_path, env=environ(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    for _ in range(600):
        if any(tmp_path.iterdir()):
            break
        time.sleep(0.05)
    builder.send_signal(signal.SIGINT)
    for _ in range(40):
        try:
            out, err = builder.communicate(timeout=5)
            break
        except subprocess.TimeoutExpired:
            # Python loses what comes while it cleans up an object; who is still waiting presses again.
            builder.send_signal(signal.SIGINT)
    assert (builder.returncode, out, err) == (130, b"", b"")
    assert list(tmp_path.iterdir()) == []


def _begun(program: subprocess.Popen[bytes], sign: bytes) -> bytes:
    """Wait for a sign of life on stdout, and return what is there until then."""
    assert program.stdout is not None
    seen = b""
    while sign not in seen:
        read = program.stdout.read1()
        assert read, seen
        seen += read
    return seen


@posix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_game_is_saved_when_the_terminal_is_closed(tmp_path: Path, name: str) -> None:
    command = [*PROGRAM, "play", "--with", "base", "--save", "game.json"]
    pipe = subprocess.PIPE
    player = subprocess.Popen(command, cwd=tmp_path, env=environ(), stdin=pipe, stdout=pipe, stderr=pipe)
    _begun(player, b"q): ")
    player.send_signal(signal.Signals[name])
    _, err = player.communicate(timeout=60)
    assert (player.returncode, err) == (128 + signal.Signals[name], b"")
    assert json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))["moves"] == []


@posix
def test_a_simulation_that_is_told_to_end_leaves_no_process(tmp_path: Path) -> None:
    command = [*PROGRAM, "simulate", "--games", "1000000", "--with", "base", "--workers", "2", "--out", "games.jsonl"]
    player = subprocess.Popen(command, cwd=tmp_path, env=environ(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(5)
    player.send_signal(signal.SIGTERM)
    # What still plays would keep the pipes open.
    assert player.communicate(timeout=60) == (b"", b"")
    assert player.returncode == 128 + signal.SIGTERM
    assert list(tmp_path.iterdir()) == []


@posix
def test_a_signal_that_is_ignored_stays_so() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        seen = []
        assert end(lambda: seen.append(signal.getsignal(signal.SIGHUP))) == 0
        assert seen == [signal.SIG_IGN]
        assert end(lambda: seen.append(signal.getsignal(signal.SIGTERM))) == 0
        assert callable(seen[1])
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize(
    ("end", "code", "told"),
    [
        (KeyboardInterrupt(), 0, ""),
        (OSError(98, "Address already in use"), 1, "port 8123 cannot be opened: Address already in use"),
    ],
)
def test_the_end_of_serving(run: Run, monkeypatch: pytest.MonkeyPatch, end: BaseException, code: int, told: str) -> None:
    def serve(preview: Preview, port: int, _: object) -> None:
        assert len(preview.watched) == 2
        assert all(folder.is_dir() for folder in preview.watched)
        assert port == 8123
        raise end

    monkeypatch.setattr("generator.preview.serve", serve)
    ran = run("serve", "--port", "8123")
    assert (ran.code, ran.out) == (code, "")
    assert told in ran.err


def test_what_is_served_is_there_or_its_errors_are_told(
    tiny: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = tmp_path / "my-pack"
    tiny("new", "tile", "my-pack/a", "--pack", pack)
    monkeypatch.setattr(previewing, "rules_data", lambda: MUSEUM / "_root")

    def serve(preview: Preview, *_: object) -> None:
        assert pack in preview.watched
        preview.reload()
        assert preview.answer("en/").status == 200
        (pack / "tiles.yaml").write_text("designs: [\n", encoding="utf-8")
        preview.reload({pack / "tiles.yaml"})
        assert [e.file for e in preview.errors] == [f"{pack}/tiles.yaml"]
        assert preview.answer("en/").status == 200
        assert f"1 error, at {pack}/tiles.yaml:" in capsys.readouterr().err

    monkeypatch.setattr("generator.preview.serve", serve)
    assert tiny("serve", "--pack", pack).code == 0


@posix
def test_programs_are_told_where_the_site_is_served(tmp_path: Path) -> None:
    command = [*PROGRAM, "serve", "--port", "0", "--format", "json"]
    server = subprocess.Popen(command, cwd=tmp_path, env=environ(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    url = json.loads(_begun(server, b"}"))["url"]
    with urlopen(url, timeout=60) as page:  # noqa: S310  it is an address of http on this machine
        assert page.status == 200
    server.send_signal(signal.SIGINT)
    _, err = server.communicate(timeout=60)
    assert server.returncode == 0
    assert err.startswith(f"{url} (Ctrl-C stops it)".encode())
