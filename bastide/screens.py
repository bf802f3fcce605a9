"""What people at the terminal read: sentences, lists and pictures, as wide as the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from bastide.moves import Told
from bastide.terminal import printable

WIDEST = 100
"""Sentences are not set wider than so many characters."""


class Screen:
    """Prints on a console what a game has to tell."""

    def __init__(self, console: Console) -> None:
        """Print on a console."""
        self.console = console

    def list(self, words: Sequence[str], first: int) -> None:
        """Print numbered words in as many columns as there is room for, each read downwards."""
        if not words:
            return
        width = len(str(first + len(words) - 1))
        items = [f"{n:>{width}}  {word}" for n, word in enumerate(words, start=first)]
        wide = max(len(item) for item in items) + 3
        columns = max(1, min((self.console.width + 1) // wide, (len(items) + 3) // 4))
        rows = -(-len(items) // columns)
        for row in range(rows):
            self.tell("  " + "".join(f"{item:<{wide}}" for item in items[row::rows]).rstrip())

    def happened(self, sentences: Iterable[Told]) -> None:
        """Print what happened, each sentence with its cause; a turn begins with a heading."""
        for told in sentences:
            if told.heading:
                self.tell("")
            cause = f"  ({', '.join(told.causes)})" if told.causes else ""
            self.tell(Text.assemble((printable(told.words), "bold" if told.heading else ""), (cause, "dim")))

    def tell(self, *sentences: str | Text) -> None:
        """Print sentences, broken where the terminal ends; what goes on below begins where the sentence began."""
        for sentence in sentences:
            text = sentence if isinstance(sentence, Text) else Text(printable(sentence))
            hang = len(text.plain) - len(text.plain.lstrip())
            width = max(20, min(self.console.width, WIDEST)) - hang
            for line in text[hang:].wrap(self.console, width) if hang < len(text) else [Text()]:
                line.rstrip()
                self.console.print(Text.assemble(" " * hang, line))

    def lines(self, lines: Iterable[Text]) -> None:
        """Print lines as they are."""
        for line in lines:
            self.console.print(line)

    def flow(self, words: Iterable[Text]) -> None:
        """Print words side by side, in as many lines as they need."""
        line = Text()
        for word in words:
            if line and line.cell_len + 3 + word.cell_len > self.console.width:
                self.console.print(line)
                line = Text()
            line = Text.assemble(line, "   ", word) if line else word
        if line:
            self.console.print(line)
