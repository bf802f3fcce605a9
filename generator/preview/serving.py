"""The server of the preview: on this machine alone, to nobody who came by another name, and it reads again what is edited."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from watchfiles import awatch

from generator.preview import preview as previewing
from generator.preview.preview import Preview

HOST = "127.0.0.1"
NAMES = (HOST, "localhost")
"""What this machine calls itself: a request for another host comes by way of a page elsewhere, whose name was made to lead here."""
VERSION = "/-/version"
"""The address that tells which state is shown; the script in each page asks for it."""
SCRIPT = f"/{previewing.SCRIPT}"
_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin"}


def application(preview: Preview) -> Starlette:
    """Return the application that answers with a preview, and keeps it up to date while it runs."""
    ready = asyncio.Event()

    async def version(_: Request) -> Response:
        await ready.wait()
        return PlainTextResponse(preview.version, headers=_HEADERS)

    async def page(request: Request) -> Response:
        await ready.wait()
        answer = await asyncio.to_thread(preview.answer, request.path_params["path"])
        headers = {**_HEADERS, "Location": quote(answer.location)} if answer.location else _HEADERS
        return Response(answer.body, answer.status, headers, answer.type)

    async def begin() -> None:
        await asyncio.to_thread(preview.reload)
        ready.set()

    async def watch() -> None:
        # This looks on from now on: what is edited while it is read for the first time is read again.
        async for found in awatch(*preview.watched, debounce=300, step=30):
            await ready.wait()
            await asyncio.to_thread(preview.reload, {Path(path) for _, path in found})

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(begin()), asyncio.create_task(watch())]
        yield
        for task in tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks)

    hosts = Middleware(TrustedHostMiddleware, allowed_hosts=list(NAMES))
    return Starlette(routes=[Route(VERSION, version), Route("/{path:path}", page)], lifespan=life, middleware=[hosts])


def serve(preview: Preview, port: int, told: Callable[[str], None] | None = None) -> None:
    """Serve a preview on 127.0.0.1 until the program is stopped (Ctrl-C).

    ``port`` 0 takes a free one. The address goes to stderr in a sentence, and is ``told`` alone. Raises ``OSError`` for a port that
    cannot be opened.
    """
    with socket.create_server((HOST, port)) as opened:
        address = f"http://{HOST}:{opened.getsockname()[1]}/"
        to_stderr(f"{address} (Ctrl-C stops it)")
        if told is not None:
            told(address)
        server(preview).run(sockets=[opened])


def server(preview: Preview) -> uvicorn.Server:
    """Return the server of a preview, to be run on an open socket; set its ``should_exit`` to stop it."""
    return uvicorn.Server(uvicorn.Config(application(preview), log_level="warning", timeout_graceful_shutdown=1))


def to_stderr(sentence: str) -> None:
    """Tell a sentence on stderr."""
    sys.stderr.write(f"{sentence}\n")
