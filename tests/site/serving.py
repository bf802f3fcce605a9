"""A plain file server on this machine, and pages of a browser that look at what it serves, or at the files themselves."""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Error

PHONE = {"width": 360, "height": 740}


class Files(SimpleHTTPRequestHandler):
    """Serves files, and says nothing of it."""

    def log_message(self, *_: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    """Says nothing of a browser that goes away before it has all that it asked for, as each does that follows a link at once."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Tell, by the traceback, of any other error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serving(folder: Path, handler: type[SimpleHTTPRequestHandler] = Files, port: int = 0) -> Iterator[str]:
    """Serve a folder within the block; give the address of its root, with a slash at its end."""
    with Server(("127.0.0.1", port), partial(handler, directory=folder)) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@contextmanager
def visiting(browser):
    """Give a function that opens an address in a phone of its own and returns the page; all are closed with the block.

    What the page says of troubles is in its ``troubles``: errors, and what the console says of errors and warnings. ``permissions``
    are granted to the address's origin, ``watch`` is given the page before it goes there, other options are those of a context.
    """
    contexts = []

    def visit(address, *, permissions=(), watch=lambda _: None, **options):
        context = browser.new_context(**{"viewport": PHONE, **options})
        contexts.append(context)
        if permissions:
            context.grant_permissions(list(permissions), origin=address)
        page = context.new_page()
        page.troubles = []
        page.wait_for_function = partial(_wait_for, page)
        page.on("console", lambda message: page.troubles.append(message.text) if message.type in {"error", "warning"} else None)
        page.on("pageerror", lambda error: page.troubles.append(str(error)))
        watch(page)
        page.goto(address)
        return page

    yield visit
    for context in contexts:
        context.close()


def _wait_for(page, expression, arg=None, timeout=30_000):
    """Wait until an expression is true in a page, and return its value.

    Playwright's own way to wait evaluates it a second time from within the page, which the policy of the site forbids.
    """
    until = time.monotonic() + timeout / 1000
    while True:
        # The page may be on its way to another one.
        with suppress(Error):
            if found := page.evaluate(expression, arg):
                return found
        assert time.monotonic() < until, f"never came true: {expression}"
        page.wait_for_timeout(50)


def file_of(site: Path, path: str) -> str:
    """Return the address of the file of a page, given as its folder or its file; what follows (``?...``, ``#...``) stays behind it."""
    page, rest = re.match(r"([^?#]*)(.*)", path).groups()
    return (site / page / ("" if page.endswith(".html") else "index.html")).as_uri() + rest
