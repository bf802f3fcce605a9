"""The program as a process: pipes that close, terminals that are poor, Ctrl-C, and nothing but JSON where JSON was asked for."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.bastide.conftest import PROGRAM, environ, program
from tests.programs import ROOT

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes as POSIX has them")


@posix
def test_a_reader_who_has_seen_enough() -> None:
    writer = subprocess.Popen([*PROGRAM, "rulings"], cwd=ROOT, env=environ(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert writer.stdout is not None
    assert writer.stderr is not None
    assert writer.stdout.readline()
    writer.stdout.close()
    assert b"Traceback" not in writer.stderr.read()
    writer.stderr.close()
    writer.wait(timeout=60)


@posix
def test_closed_streams() -> None:
    for closed in (">&-", "2>&-"):
        command = f'"$@" {closed}'
        ran = subprocess.run(
            ["sh", "-c", command, "sh", *PROGRAM, "show", "base/zz"],
            cwd=ROOT,
            env=environ(),
            capture_output=True,
            check=False,
            timeout=60,
        )
        assert ran.returncode == 2
        assert b"Traceback" not in ran.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk() -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [*PROGRAM, "show", "base"], cwd=ROOT, env=environ(), stdout=full, stderr=subprocess.PIPE, check=False, timeout=60
        )
    assert ran.returncode == 1
    assert ran.stderr.startswith(b"bastide: No space left on device\n")
    assert b"Traceback" not in ran.stderr


def test_a_pipe_is_plain_text_whatever_its_width() -> None:
    ran = program("can", "dragon", "remove", "meeple", COLUMNS="20", TERM="xterm-256color")
    assert b"\x1b" not in ran.stdout
    assert max(map(len, ran.stdout.splitlines())) > 100


def test_colour_where_it_is_forced_and_not_where_it_is_unwanted() -> None:
    bad = ("check", "nowhere")
    assert b"\x1b[31m" in program(*bad, FORCE_COLOR="1", TERM="xterm-256color").stdout
    assert b"\x1b[31m" not in program(*bad, FORCE_COLOR="1", NO_COLOR="1", TERM="xterm-256color").stdout


def test_json_is_alone_and_whole_in_any_encoding() -> None:
    for encoding in ("ascii", "utf-8", "cp1252"):
        ran = program("show", "element:meeple", "--lang", "cs", "--format", "json", PYTHONIOENCODING=encoding)
        assert json.loads(ran.stdout.decode(encoding))["name"] == "družiník"
        assert ran.stderr == b""


def test_a_terminal_without_the_letters() -> None:
    assert b"dru\\u017ein" in program("show", "element:meeple", "--lang", "cs", PYTHONIOENCODING="ascii").stdout


@posix
def test_words_that_are_no_text() -> None:
    ran = subprocess.run(
        [*(a.encode() for a in PROGRAM), b"show", b"\xff\xfe"],
        cwd=ROOT,
        env=environ(),
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert ran.returncode == 2
    assert b"bastide: there is no entry `" in ran.stderr


@posix
def test_ctrl_c_ends_a_build_and_leaves_nothing(tmp_path: Path) -> None:
    builder = subprocess.Popen(
        [*PROGRAM, "build", "--out", "site"], cwd=tmp_path, env=environ(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    for _ in range(600):
        if any(tmp_path.iterdir()):
            break
        time.sleep(0.05)
    builder.send_signal(signal.SIGINT)
    out, err = builder.communicate(timeout=60)
    assert (builder.returncode, out, err) == (130, b"", b"")
    assert list(tmp_path.iterdir()) == []


@posix
def test_ctrl_c_ends_the_server() -> None:
    server = subprocess.Popen(
        [*PROGRAM, "serve", "--port", "0"], cwd=ROOT, env=environ(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert server.stderr is not None
    assert server.stderr.readline().startswith(b"http://127.0.0.1:")
    # The address is told before the first build; the server takes Ctrl-C for itself once it runs.
    server.stderr.readline()
    server.send_signal(signal.SIGINT)
    out, err = server.communicate(timeout=60)
    assert (server.returncode, out) == (0, b"")
    assert b"Traceback" not in err


def test_it_works_from_anywhere(tmp_path: Path) -> None:
    assert program("find-tile", "CCCC", cwd=tmp_path).returncode == 0
