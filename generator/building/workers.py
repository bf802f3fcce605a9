"""Several processes that share work. Each is a copy of this one as it is now (a fork), so that nothing has to be handed over."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TypeVar, cast

from catalog.garbage import settled

T = TypeVar("T")
R = TypeVar("R")
VARIABLE = "BASTIDE_WORKERS"
"""The variable of the environment that says how many processes build."""
ALONE = 16
"""Less work than this is done here."""
_TURNS = 12
"""Into about so many portions per process the work is cut: no process waits long for the last one."""


class WorkersError(ValueError):
    """The number of processes makes no sense; the message says why."""


def count(wanted: int | None = None) -> int:
    """Return how many processes to use: as many as wanted, as the environment says, or as there are cores for this process.

    A program that has other threads is not copied unless that is wanted: what they hold would never be let go in the copy.
    Raises :class:`WorkersError` for a variable that is no number from 1.
    """
    if wanted is None and (said := os.environ.get(VARIABLE)):
        if not said.isascii() or not said.isdigit() or not int(said):
            raise WorkersError(f"{VARIABLE} is {said}; it has to be a number from 1")
        wanted = int(said)
    if "fork" not in multiprocessing.get_all_start_methods() or sys.platform == "darwin":
        return 1
    if wanted is not None:
        return wanted
    if threading.active_count() > 1:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(work: Callable[[T], R], items: Sequence[T], workers: int, least: int = ALONE) -> Iterator[tuple[int, R]]:
    """Yield the number of each item and what ``work`` makes of it, as they get done.

    Work on fewer than ``least`` items is done here. So is what fails in a process, once more: the error is then raised with all that
    it knows, and it is that of the first item that fails, however many processes there are.
    """
    if workers < 2 or len(items) < least:
        yield from ((number, work(item)) for number, item in enumerate(items))
        return
    size = max(1, min(64, len(items) // (workers * _TURNS)))
    portions = [range(start, min(start + size, len(items))) for start in range(0, len(items), size)]
    missing: list[range] = []
    # What is here now is shared with the copies as long as nobody writes to it.
    with settled():
        yield from _shared(work, items, portions, workers, missing)
    for portion in sorted(missing, key=lambda portion: portion.start):
        yield from ((number, work(items[number])) for number in portion)


def _shared(
    work: Callable[[T], R], items: Sequence[T], portions: list[range], workers: int, missing: list[range]
) -> Iterator[tuple[int, R]]:
    """Let processes do portions until one fails; ``missing`` gets those that are not done."""
    context, waiting = multiprocessing.get_context("fork"), iter(portions)
    started, busy = list[tuple[BaseProcess, Connection]](), dict[Connection, range]()
    try:
        for portion in islice(waiting, workers):
            here, there = context.Pipe()
            others = [here, *(connection for _, connection in started)]
            process = context.Process(target=_serve, args=(work, items, there, others), daemon=True)
            process.start()
            there.close()
            started.append((process, here))
            here.send(portion)
            busy[here] = portion
        while busy:
            for ready in wait(list(busy)):
                connection = cast("Connection", ready)
                portion, done = busy.pop(connection), None
                with suppress(EOFError, OSError):
                    done = connection.recv()
                if done is None:
                    missing.append(portion)
                    continue
                yield from zip(portion, done, strict=True)
                # After a failure only what comes before it is still of interest, and that is under way.
                if not missing and (following := next(waiting, None)) is not None:
                    busy[connection] = following
                    connection.send(following)
        missing.extend(waiting)
    except BaseException:
        for copy, _ in started:
            copy.terminate()
        raise
    finally:
        for copy, connection in started:
            connection.close()
            copy.join()


def _serve(work: Callable[[T], R], items: Sequence[T], there: Connection, others: list[Connection]) -> None:
    """Do portions until nobody asks for one. Answer None for a portion that fails."""
    for other in others:
        # Held open here, they would keep each process from seeing that the one that asks is gone.
        other.close()
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            portion = there.recv()
            try:
                done = [work(items[number]) for number in portion]
            except Exception:  # noqa: BLE001  it is raised where the work is done once more
                there.send(None)
            else:
                there.send(done)


__all__ = ["ALONE", "VARIABLE", "WorkersError", "count", "spread"]
