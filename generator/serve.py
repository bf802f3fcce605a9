"""The site while one writes: built, shown on this machine alone, and built again whenever a file changes.

An edit that breaks the data leaves the last good site in place; a browser is shown what is wrong and where, and comes back to
its page when that is put right.
"""

from __future__ import annotations

import asyncio
import html
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route
from watchfiles import awatch

from catalog.findings import Finding

Build = Callable[[Path], Sequence[Finding]]
"""Builds the site into a folder and returns the errors for which it could not, none when it is there."""
HOST = "127.0.0.1"
VERSION = "/-/version"
"""The address that tells which build is shown; the script in each page asks for it."""
_SCRIPT = f"""<script>
(() => {{
  let shown = null;
  setInterval(async () => {{
    try {{
      const version = await (await fetch("{VERSION}", {{cache: "no-store"}})).text();
      if (shown !== null && version !== shown) location.reload();
      shown = version;
    }} catch {{ /* The program was stopped. */ }}
  }}, 700);
}})();
</script>
"""


class Preview:
    """A site that is built again when a file changes."""

    def __init__(self, build_fn: Build, data_dirs: Sequence[Path], out: Path, told: Callable[[str], None] | None = None) -> None:
        """Build with ``build_fn`` into ``out`` and watch ``data_dirs``. ``told`` gets a sentence after each build."""
        self._build = build_fn
        self._watched = [str(folder) for folder in data_dirs if folder.exists()]
        self._told = told
        self.out = out
        self.version = 0
        self.errors: tuple[Finding, ...] = ()
        self.trouble = ""

    def rebuild(self) -> None:
        """Build once. Whatever goes wrong becomes what the browser is shown."""
        self.errors, self.trouble = (), ""
        try:
            self.errors = tuple(self._build(self.out))
        except Exception as error:  # noqa: BLE001  half-written files may fail in any way, and the next edit may mend them
            self.trouble = f"{type(error).__name__}: {error}"
        self.version += 1
        if self._told is not None:
            self._told(self._outcome())

    def app(self) -> Starlette:
        """Return the application: the files of the site, or the page of what is wrong."""
        routes = [Route(VERSION, self._version), Route("/{path:path}", self._page)]
        return Starlette(routes=routes, lifespan=self._life)

    @asynccontextmanager
    async def _life(self, _: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(self.rebuild)
        stop = asyncio.Event()
        task = asyncio.create_task(self._watch(stop))
        yield
        stop.set()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    async def _watch(self, stop: asyncio.Event) -> None:
        async for _ in awatch(*self._watched, stop_event=stop, debounce=200, step=50):
            await asyncio.to_thread(self.rebuild)

    async def _version(self, _: Request) -> Response:
        return PlainTextResponse(str(self.version), headers={"Cache-Control": "no-store"})

    async def _page(self, request: Request) -> Response:
        path = request.path_params["path"]
        file = self._file(path)
        if (self.errors or self.trouble) and (file is None or file.suffix == ".html"):
            return _html(self._wrong(), 503)
        if file is None:
            missing = self.out / "404.html"
            return _html(missing.read_text(encoding="utf-8"), 404) if missing.is_file() else PlainTextResponse("not found", 404)
        if file.suffix == ".html":
            return _html(file.read_text(encoding="utf-8"), 200)
        return FileResponse(file, headers={"Cache-Control": "no-store"})

    def _file(self, path: str) -> Path | None:
        """Return the file of an address, never one outside the site."""
        root = self.out.resolve()
        file = (root / path).resolve()
        if not file.is_relative_to(root):
            return None
        if file.is_dir():
            file /= "index.html"
        return file if file.is_file() else None

    def _outcome(self) -> str:
        if self.trouble:
            return f"not built: {self.trouble}"
        if self.errors:
            return f"not built: {len(self.errors)} errors, the first at {_place(self.errors[0])}: {self.errors[0].message}"
        return f"built, version {self.version}"

    def _wrong(self) -> str:
        """Return the page that says what is wrong. It needs nothing of the site, which may not be there."""
        items = [f"<li>{_told(error)}</li>" for error in self.errors] or [f"<li><p>{html.escape(self.trouble)}</p></li>"]
        return _WRONG.replace("<!-- items -->", "\n".join(items))


def serve(build_fn: Build, data_dirs: Sequence[Path], port: int, told: Callable[[str], None] | None = None) -> None:
    """Serve the site on 127.0.0.1 until the program is stopped (Ctrl-C); build it again when a file below ``data_dirs`` changes.

    ``port`` 0 takes a free one. ``told`` gets a sentence with the address and one after each build; they go to stderr without it.
    Raises ``OSError`` for a port that cannot be opened.
    """
    told = told or _to_stderr
    with tempfile.TemporaryDirectory(prefix="bastide-") as folder, socket.create_server((HOST, port)) as opened:
        told(f"http://{HOST}:{opened.getsockname()[1]}/ (Ctrl-C stops it)")
        server(Preview(build_fn, data_dirs, Path(folder) / "site", told)).run(sockets=[opened])


def server(preview: Preview) -> uvicorn.Server:
    """Return the server of a preview, to be run on an open socket; set its ``should_exit`` to stop it."""
    return uvicorn.Server(uvicorn.Config(preview.app(), log_level="warning", timeout_graceful_shutdown=1))


def _to_stderr(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")


def _html(text: str, status: int) -> HTMLResponse:
    """Return a page with the script that loads it again after the next build."""
    before, end, after = text.rpartition("</body>")
    page = f"{before}{_SCRIPT}{end}{after}" if end else text + _SCRIPT
    return HTMLResponse(page, status, headers={"Cache-Control": "no-store"})


def _place(finding: Finding) -> str:
    return f"{finding.file}:{finding.line}:{finding.column}"


def _told(finding: Finding) -> str:
    parts = [
        f"<p><code>{html.escape(_place(finding))}</code> {html.escape(finding.code)}</p>",
        f"<p><b>{html.escape(finding.message)}</b></p>",
    ]
    if finding.hint:
        parts.append(f"<p>{html.escape(finding.hint)}</p>")
    parts += [
        f"<p><code>{html.escape(f'{r.file}:{r.line}:{r.column}')}</code> {html.escape(r.message)}</p>" for r in finding.related
    ]
    return "".join(parts)


_WRONG = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Not built</title>
<style>
body { font: 1.05rem/1.5 sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1.2rem; }
li { margin-block: 1.2rem; }
p { margin: 0; }
</style>
</head>
<body>
<main>
<h1>The data has errors</h1>
<p>The site was not built again. This page goes away by itself when they are put right.</p>
<ol>
<!-- items -->
</ol>
</main>
</body>
</html>
"""
