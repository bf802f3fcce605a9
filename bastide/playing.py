"""A game at the terminal: the board is drawn, who is next chooses by numbers, and every question can be asked for its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rich.console import Console
from rich.text import Text

from bastide.boards import LARGE, PICK, Artist, Cell
from bastide.moves import Phrases, Told, at, in_hand
from bastide.reading import counted
from bastide.terminal import printable, quoted, say
from bastide.tiles import Json
from engine import Action, Game, IllegalActionError

WIDEST = 100
"""Sentences are not set wider than so many characters."""
MANY = 16
"""Of more choices than this, those on other tiles are asked for in two steps: first the tile."""
HELP = "Choose by number. ? tells why something is asked, k what the signs mean, s the points so far, u takes back, q quits."
COMMANDS = {
    "?": "?",
    "help": "?",
    "h": "?",
    "u": "u",
    "undo": "u",
    "s": "s",
    "scores": "s",
    "k": "k",
    "key": "k",
    "q": "q",
    "quit": "q",
    "exit": "q",
}

T = TypeVar("T")


class _BackError(Exception):
    """Somebody wants to take back: what was begun, or else the last move."""


class _QuitError(Exception):
    """Somebody wants to stop, or nobody is there any more."""


@dataclass(frozen=True)
class Choice:
    """Something to choose: in words, as an action, and as the engine tells it."""

    words: str
    action: Action
    told: Json

    @property
    def statement(self) -> str | None:
        """The statement that offers it."""
        named: str | None = self.told.get("offer", self.told.get("statement"))
        return named

    @property
    def is_nothing(self) -> bool:
        """Whether nothing is done."""
        return self.told.get("choose", "nothing") == "nothing" and not {"put", "offer"} & set(self.told)

    @property
    def cell(self) -> Cell | None:
        """The cell that a figure is placed on."""
        put = self.told.get("put")
        return (put["at"][0], put["at"][1]) if put else None


@dataclass(frozen=True)
class Question:
    """What is asked: what each answer means, from a number on, the statements that ask, and those that each answer is by."""

    prompt: str
    meanings: Sequence[str]
    reasons: Sequence[str]
    first: int = 1
    causes: Sequence[str | None] = ()


def read_line() -> str | None:
    """Return the next line of the input without its end: None when there is no more, "" for one that is no text."""
    try:
        return input()
    except UnicodeDecodeError:
        return ""
    except (EOFError, RuntimeError):
        # A closed input is a RuntimeError.
        return None


class Session:
    """People at one terminal who play a game to its end, or until they stop."""

    def __init__(self, game: Game, artist: Artist, console: Console, line: Callable[[], str | None] = read_line) -> None:
        """Play on a console; ``line`` gives what is typed, None when there is no more."""
        self.game, self.artist, self.console, self.line = game, artist, console, line
        self.phrases = Phrases(game.rules.table.catalog)
        self._answered = 0

    def play(self) -> None:
        """Play until the game is over or somebody quits."""
        self._tell(HELP)
        self._flow(self.artist.key.legend(self.game.rules.ruleset.designs))
        self._happened(self.phrases.heading(self.game))
        try:
            while not self.game.over:
                self._move()
        except _QuitError:
            self._tell("The game is left.")
            return
        self._table()

    def _move(self) -> None:
        self._answered = 0
        try:
            action = self._decide()
        except _BackError:
            if self._answered == 0:
                self._undo()
            self._happened(self.phrases.heading(self.game))
            return
        self._happened(self.phrases.happened(self.game, self.game.apply(action)))

    def _undo(self) -> None:
        """Take back the last move, and before it what was done because nothing else was possible."""
        try:
            self.game.undo()
            while len(self.game.actions()) == 1 and self.game.moves:
                self.game.undo()
        except IllegalActionError as error:
            self._tell(f"{str(error).capitalize()}.")

    # What is decided

    def _decide(self) -> Action:
        told = [(action, self.game.describe(action)) for action in self.game.actions()]
        if "place" in told[0][1]:
            return self._place(told)
        tile = self.game.view()["board"][-1]
        here = self._cells(tile["tile"], tile["turns"], tile["at"])
        choices = self._choices(told, here)
        if len(choices) == 1:
            self._forced("Choose", choices[0].words)
            return choices[0].action
        self._table(choices=choices)
        if in_hand(self.game):
            self._in_hand(turned=False)
        reasons = _once(choice.statement for choice in choices)
        if any("choose" in choice.told and "offer" not in choice.told for choice in choices):
            self._happened(Told(self.phrases.statement(reason), (reason,)) for reason in reasons)
        return self._follow(choices, here, "Choose", reasons)

    def _forced(self, prompt: str, words: str) -> None:
        self._tell(f"{prompt}: {words}; nothing else is possible.")

    def _cells(self, tile: str, turns: int, first: Sequence[int]) -> list[Cell]:
        return [(first[0] + dx, first[1] + dy) for dx, dy in self.artist.tile(tile, turns, LARGE)]

    def _choices(self, told: Iterable[tuple[Action, Json]], here: Sequence[Cell]) -> list[Choice]:
        """Put choices into words and in order: to do nothing, what is about the tile just placed, and the rest."""
        found = [Choice(self.phrases.action(words, here), action, words) for action, words in told]
        alike = {c.words for n, c in enumerate(found) if c.words in {other.words for other in found[:n]}}
        named = [
            Choice(f"{c.words}, {(c.statement or '').replace('-', ' ')}", c.action, c.told) if c.words in alike else c
            for c in found
        ]
        return sorted(named, key=lambda c: (not c.is_nothing, c.cell is not None and c.cell not in here))

    def _place(self, told: Iterable[tuple[Action, Json]]) -> Action:
        """Ask where the tile goes, then how it lies, then what follows."""
        ways: dict[Cell, dict[tuple[str, int], list[tuple[Action, Json]]]] = {}
        for action, words in told:
            where, lies = (words["place"][0], words["place"][1]), (words["tile"], words["turns"])
            ways.setdefault(where, {}).setdefault(lies, []).append((action, words))
        cells = sorted(ways, key=lambda cell: (cell[1], cell[0]))
        if len(self.game.actions()) > 1:
            self._table({cell: str(n) for n, cell in enumerate(cells, start=1)})
            self._in_hand(turned=True)
        rules = self.game.rules.ruleset
        fits = [rules.statements[n].id for n in rules.fits_cited]
        several = {cell: f" ({len(lies)} ways)" if len(lies) > 1 else "" for cell, lies in ways.items()}
        meanings = [f"{at(cell)}{several[cell]}" for cell in cells]
        if len(cells) > 1:
            self._list(meanings, 1)
        chosen = cells[self._ask(Question("Place", meanings, fits))]
        return self._lay(chosen, ways[chosen], fits)

    def _in_hand(self, *, turned: bool) -> None:
        """Show the tile that was drawn, each face; if it is ``turned``, in each rotation that looks different."""
        game = self.game
        faces = game.rules.ruleset.faces[game.state.drawn]
        tiles = [(game.rules.ruleset.designs[face], 90 * turns) for face in faces for turns in range(4 if turned else 1)]
        shown: set[str] = set()
        pictures = []
        for tile, turns in tiles:
            squares = self.artist.tile(tile, turns, LARGE)
            picture = "\n".join(line.plain for line in self.artist.beside([("", squares)], 1))
            if picture not in shown:
                shown.add(picture)
                pictures.append((tile if turns == 0 else f"turned {turns}", squares))
        self._lines(self.artist.beside(pictures, self.console.width))

    def _lay(self, cell: Cell, ways: Mapping[tuple[str, int], list[tuple[Action, Json]]], fits: Sequence[str]) -> Action:
        lies = list(ways)
        if len(lies) > 1:
            pictures = [(str(n), self.artist.tile(*how, LARGE)) for n, how in enumerate(lies, start=1)]
            self._lines(self.artist.beside(pictures, self.console.width))
        meanings = [f"{tile} {f'turned {turns} degrees clockwise' if turns else 'as printed'}" for tile, turns in lies]
        chosen = self._ask(Question("Rotation", meanings, fits))
        tile, turns = lies[chosen]
        here = self._cells(tile, turns, cell)
        choices = self._choices(ways[tile, turns], here)
        if len(choices) == 1:
            self._forced("Figure", choices[0].words)
            return choices[0].action
        self._spots(choices, tile, turns, here)
        return self._follow(choices, here, "Figure", _once(choice.statement for choice in choices))

    def _spots(self, choices: Sequence[Choice], tile: str, turns: int, here: Sequence[Cell]) -> None:
        """Show the tile with the numbers of the choices where their figures would stand."""
        squares = self.artist.tile(tile, turns, LARGE)
        by_cell = dict(zip(here, squares.values(), strict=True))
        labels: dict[tuple[Cell, int], list[str]] = {}
        for n, choice in enumerate(choices, start=_first(choices)):
            if choice.cell in by_cell:
                part = by_cell[choice.cell].on(choice.told["put"]["on"])
                if part is not None:
                    labels.setdefault((choice.cell, part), []).append(str(n))
        for (cell, part), numbers in labels.items():
            by_cell[cell].stand(part, (",".join(numbers), PICK))
        self._lines(self.artist.beside([("", squares)], self.console.width))

    def _follow(self, choices: Sequence[Choice], here: Sequence[Cell], prompt: str, reasons: Sequence[str]) -> Action:
        """Ask for one of the choices, listed in words; of very many, first for the tile."""
        far = [choice for choice in choices if choice.cell is not None and choice.cell not in here]
        tiles = _once(choice.cell for choice in far)
        if len(choices) <= MANY or len(tiles) < 2:
            if far and prompt == "Figure":
                self._board(numbers=self._numbers(choices))
            return choices[self._pick(prompt, choices, _first(choices), reasons)].action
        near = [choice for choice in choices if choice not in far]
        there = Choice(f"on another tile ({counted(len(far), 'choice')})", far[0].action, {"offer": far[0].statement})
        n = self._pick(prompt, [*near, there], _first(near), reasons)
        if n < len(near):
            return near[n].action
        self._board(numbers=[(str(n), {"cell": cell}) for n, cell in enumerate(tiles, start=1)])
        n = self._pick("Tile", [Choice(at(cell), (), {}) for cell in tiles], 1, reasons)
        there_only = [choice for choice in far if choice.cell == tiles[n]]
        return there_only[self._pick(prompt, there_only, 1, reasons)].action

    def _numbers(self, choices: Sequence[Choice]) -> list[tuple[str, Json]]:
        """Return the numbers of the choices, each with what it stands at on the board."""
        pieces = self.game.view()["pieces"]
        found = []
        for n, choice in enumerate(choices, start=_first(choices)):
            found += [(str(n), thing) for thing in self.phrases.where(choice.told, choice.statement, pieces)]
        return found

    def _pick(self, prompt: str, choices: Sequence[Choice], first: int, reasons: Sequence[str]) -> int:
        words = [choice.words for choice in choices]
        if len(words) > 1:
            self._list(words, first)
        return self._ask(Question(prompt, words, reasons, first, [choice.statement for choice in choices]))

    # Asking and telling

    def _ask(self, question: Question) -> int:
        """Ask until a number is chosen and return it, from 0; what else can be asked for is done meanwhile."""
        if len(question.meanings) == 1:
            self._forced(question.prompt, question.meanings[0])
            return 0
        last = question.first + len(question.meanings) - 1
        numbers = f"{question.first} to {last}"
        while True:
            self.console.print(Text(f"{question.prompt} ({numbers}, ? k s u q): ", "bold"), end="")
            line = self.line()
            if line is None:
                self._tell("")
                raise _QuitError
            word = line.strip().casefold()
            if word.isascii() and word.isdigit() and len(word) < 6 and question.first <= int(word) <= last:
                self._answered += 1
                return int(word) - question.first
            match COMMANDS.get(word):
                case "?":
                    self._explain(question)
                case "s":
                    self._tell(*self.phrases.points(self.game, self.game.colours, self.console.width))
                case "k":
                    view = self.game.view()
                    self._flow(self.artist.key.legend(_once([*(tile["tile"] for tile in view["board"]), view["drawn"]])))
                    self._flow(self.artist.pieces(view))
                case "u":
                    raise _BackError
                case "q":
                    raise _QuitError
                case _:
                    typed = quoted(line) if word else "An empty line"
                    self._tell(f"{typed} is no choice here: type a number, {numbers}; or ? for help.")

    def _explain(self, question: Question) -> None:
        for statement in question.reasons:
            self._tell(f"{self.phrases.statement(statement)}  [{statement}]")
        causes = _once(question.causes)
        if len(causes) > 1:
            # Which answer is by which statement.
            words = [f"{m}  [{c}]" if c else m for m, c in zip(question.meanings, question.causes, strict=True)]
            self._list(words, question.first)
        self._tell(HELP)

    def _list(self, words: Sequence[str], first: int) -> None:
        """Print numbered words in as many columns as there is room for, each read downwards."""
        width = len(str(first + len(words) - 1))
        items = [f"{n:>{width}}  {word}" for n, word in enumerate(words, start=first)]
        wide = max(len(item) for item in items) + 3
        columns = max(1, min((self.console.width + 1) // wide, (len(items) + 3) // 4))
        rows = -(-len(items) // columns)
        for row in range(rows):
            self._tell("  " + "".join(f"{item:<{wide}}" for item in items[row::rows]).rstrip())

    def _happened(self, sentences: Iterable[Told]) -> None:
        """Print what happened, each sentence with its cause; a turn begins with a heading."""
        for told in sentences:
            if told.heading:
                self._tell("")
            cause = f"  ({', '.join(told.causes)})" if told.causes else ""
            self._tell(Text.assemble((printable(told.words), "bold" if told.heading else ""), (cause, "dim")))

    def _tell(self, *sentences: str | Text) -> None:
        """Print sentences, broken where the terminal ends; what goes on below begins where the sentence began."""
        for sentence in sentences:
            text = sentence if isinstance(sentence, Text) else Text(printable(sentence))
            hang = len(text.plain) - len(text.plain.lstrip())
            width = max(20, min(self.console.width, WIDEST)) - hang
            for line in text[hang:].wrap(self.console, width) if hang < len(text) else [Text()]:
                line.rstrip()
                self.console.print(Text.assemble(" " * hang, line))

    def _lines(self, lines: Iterable[Text]) -> None:
        for line in lines:
            self.console.print(line)

    def _flow(self, words: Iterable[Text]) -> None:
        """Print words side by side, in as many lines as they need."""
        line = Text()
        for word in words:
            if line and line.cell_len + 3 + word.cell_len > self.console.width:
                self.console.print(line)
                line = Text()
            line = Text.assemble(line, "   ", word) if line else word
        if line:
            self.console.print(line)

    def _board(
        self, open_cells: Mapping[Cell, str] | None = None, numbers: Sequence[tuple[str, Json]] = (), moving: Iterable[str] = ()
    ) -> None:
        self._tell("")
        board = self.artist.board(self.game.view(), open_cells or {}, self.console.width, numbers, set(moving))
        self._lines(board)

    def _table(self, open_cells: Mapping[Cell, str] | None = None, choices: Sequence[Choice] = ()) -> None:
        """Show the board, the pieces on it, and what everybody has; with the numbers of what can be chosen."""
        game, view, key = self.game, self.game.view(), self.artist.key
        moving = set[str]().union(*(self.phrases.moving(choice.statement) for choice in choices))
        self._board(open_cells, self._numbers(choices), moving)
        self._flow(self.artist.pieces(view))
        self._tell("")
        for colour, points in view["scores"].items():
            letter, style = key.players[colour]
            mark = ">" if colour == view["decides"] else " "
            supply = self.phrases.supply(view["supply"][colour])
            say(f"{mark} ", (f" {letter} ", style), f" {colour:<8}{points:>4}  {supply}", to=self.console)
        left = sum(view["piles"].values()) + in_hand(game)
        decides = f"; {view['decides']} decides" if not game.over and view["decides"] != view["turn"] else ""
        self._tell(f"{counted(left, 'tile')} left{decides}", "")


def _first(choices: Sequence[Choice]) -> int:
    """Return the number of the first choice: 0 to do nothing."""
    return 0 if choices and choices[0].is_nothing else 1


def _once(things: Iterable[T | None]) -> list[T]:
    return [thing for thing in dict.fromkeys(things) if thing is not None]
