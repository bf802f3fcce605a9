"""The site while one writes: each page made when it is asked for, from the files as they are now, with what is wrong with them."""

from generator.preview.preview import Answer, Preview
from generator.preview.serving import HOST, SCRIPT, VERSION, serve, server, to_stderr

__all__ = ["HOST", "SCRIPT", "VERSION", "Answer", "Preview", "serve", "server", "to_stderr"]
