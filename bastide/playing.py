"""A game at the terminal: the board is drawn, who is next chooses by numbers, and every question can be asked for its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from rich.console import Console
from rich.text import Text

from bastide.boards import LARGE, PICK, Artist, Cell
from bastide.choices import MANY, Choice, Question, first_number, grouped, once
from bastide.moves import Phrases, Told, at, in_hand
from bastide.reading import counted
from bastide.sales import Sales
from bastide.screens import Screen
from bastide.terminal import quoted
from bastide.tiles import Json, turned_into
from engine import Action, Game, IllegalActionError

HELP = (
    "Choose by number, a tile also by its place (1,-2). ? tells why something is asked, k what the signs mean, "
    "s the points so far, u takes back, q quits."
)
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


class _BackError(Exception):
    """Somebody wants to take back: what was begun, or else the last move."""


class _QuitError(Exception):
    """Somebody wants to stop, or nobody is there any more."""


def read_line() -> str | None:
    """Return the next line of the input without its end: None when there is no more, "" for one that is no text."""
    try:
        return input()
    except UnicodeDecodeError:
        return ""
    except (EOFError, RuntimeError):
        # A closed input is a RuntimeError.
        return None


class Session(Screen):
    """People at one terminal who play a game to its end, or until they stop."""

    def __init__(self, game: Game, artist: Artist, console: Console, line: Callable[[], str | None] = read_line) -> None:
        """Play on a console; ``line`` gives what is typed, None when there is no more."""
        super().__init__(console)
        self.game, self.artist, self.line = game, artist, line
        self.phrases = Phrases(game.rules.table.catalog)
        self._answered = 0
        self.sales = Sales(game, self.phrases)

    def play(self) -> None:
        """Play until the game is over or somebody quits."""
        self.tell(HELP)
        self.flow(self.artist.key.legend(self.game.rules.ruleset.designs))
        self.happened(self.phrases.heading(self.game))
        try:
            while not self.game.over:
                self._move()
        except _QuitError:
            self.tell("The game is left.")
            return
        self._table()

    def _move(self) -> None:
        self._answered = 0
        try:
            action = self._decide()
        except _BackError:
            if self._answered == 0:
                self._undo()
            self.happened(self.phrases.heading(self.game))
            return
        bid = self.sales.note(action)
        self.happened([bid] if bid else [])
        self.happened(self.phrases.happened(self.game, self.game.apply(action)))

    def _undo(self) -> None:
        """Take back the last move, and before it what was done because nothing else was possible."""
        try:
            self.game.undo()
            while len(self.game.actions()) == 1 and self.game.moves:
                self.game.undo()
        except IllegalActionError as error:
            self.tell(f"{str(error).capitalize()}.")

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
        selling = any(choice.sells for choice in choices)
        now = self.sales.now() if selling else None
        self._table(choices=choices, board=not selling)
        if not selling and not self._numbers(choices):
            # It is about something else than what is chosen: most likely about this.
            self.tell(*self.phrases.completed(self.game))
        if in_hand(self.game):
            self._in_hand(turned=False)
        reasons = once(choice.statement for choice in choices)
        if now is not None:
            self.tell(now)
        elif any("choose" in choice.told and "offer" not in choice.told for choice in choices):
            self.happened(Told(self.phrases.statement(reason), (reason,)) for reason in reasons)
        return self._follow(choices, here, "Choose", reasons)

    def _cause(self, told: Json) -> str | None:
        """Return the statement that an action is by which is told without one."""
        rules = self.game.rules
        if "discard" in told:
            return next((rules.ruleset.statements[p.statement].id for p in rules.programs.unplaceable), None)
        span = rules.ruleset.span
        return rules.ruleset.statements[span.statement].id if "span" in told and span is not None else None

    def _forced(self, prompt: str, words: str) -> None:
        self.tell(f"{prompt}: {words}; nothing else is possible.")

    def _cells(self, tile: str, turns: int, first: Sequence[int]) -> list[Cell]:
        return [(first[0] + dx, first[1] + dy) for dx, dy in self.artist.tile(tile, turns, LARGE)]

    def _choices(self, told: Iterable[tuple[Action, Json]], here: Sequence[Cell]) -> list[Choice]:
        """Put choices into words and in order: to do nothing, what is about the tile just placed, and the rest."""
        pieces = self.game.view()["pieces"]
        found = [Choice(self.phrases.action(w, here, pieces), action, w, self._cause(w)) for action, w in told]
        does = [choice.told for choice in found if not choice.is_nothing]
        nothing = "nothing of this"
        if all("put" in one for one in does):
            nothing = "no figure"
        elif any("span" in one for one in does):
            nothing = f"no {self.phrases.name(next(one['span']['piece'] for one in does if 'span' in one))}"
        found = [replace(c, words=nothing) if c.is_nothing else c for c in found]
        alike = {c.words for n, c in enumerate(found) if c.words in {other.words for other in found[:n]}}
        named = [
            replace(c, words=f"{c.words}, {(c.statement or '').replace('-', ' ')}") if c.words in alike else c for c in found
        ]
        return sorted(named, key=lambda c: (not c.is_nothing, c.is_far(here)))

    def _place(self, told: Sequence[tuple[Action, Json]]) -> Action:
        """Ask where the tile goes, or what is done before it is placed; then how it lies, then what follows."""
        ways: dict[Cell, dict[tuple[str, int, str], list[tuple[Action, Json]]]] = {}
        others = self._choices([(action, words) for action, words in told if "place" not in words], ())
        for action, words in told:
            if "place" in words:
                across = f", with {self.phrases.span(words['span'])}" if "span" in words else ""
                where, lies = (words["place"][0], words["place"][1]), (words["tile"], words["turns"], across)
                ways.setdefault(where, {}).setdefault(lies, []).append((action, words))
        cells = sorted(ways, key=lambda cell: (cell[1], cell[0]))
        if len(told) > 1:
            self._table({cell: str(n) for n, cell in enumerate(cells, start=1)})
            self._in_hand(turned=True)
        rules = self.game.rules.ruleset
        fits = [rules.statements[n].id for n in rules.fits_cited]
        meanings = [*(f"{at(cell)}{self._how(ways[cell])}" for cell in cells), *(other.words for other in others)]
        if len(meanings) > 1:
            self.list(meanings[: len(cells)], 1)
            self.list(meanings[len(cells) :], len(cells) + 1)
        spans = [self._cause(words) for ways_there in ways.values() for (_, words), *_ in ways_there.values()]
        reasons = once([*fits, *spans, *(other.statement for other in others)])
        n = self._ask(Question("Place", meanings, reasons, places={at(cell): n for n, cell in enumerate(cells)}))
        return others[n - len(cells)].action if n >= len(cells) else self._lay(cells[n], ways[cells[n]], reasons)

    def _how(self, lies: Iterable[tuple[str, int, str]]) -> str:
        """Return in how many ways a tile may lie, and what it needs for that."""
        ways = [*lies]
        needs = "" if any(not across for _, _, across in ways) else f", with {self.phrases.name(self.artist.across or '')}"
        return f" ({len(ways)} ways{needs})" if len(ways) > 1 else f" ({needs[2:]})" if needs else ""

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
        self.lines(self.artist.beside(pictures, self.console.width))

    def _lay(self, cell: Cell, ways: Mapping[tuple[str, int, str], list[tuple[Action, Json]]], fits: Sequence[str]) -> Action:
        lies = list(ways)
        if len(lies) > 1:
            pictures = [(str(n), self.artist.tile(*how[:2], LARGE)) for n, how in enumerate(lies, start=1)]
            self.lines(self.artist.beside(pictures, self.console.width))
        meanings = [
            f"{tile} {f'turned {turns} degrees clockwise' if turns else 'as printed'}{across}" for tile, turns, across in lies
        ]
        if any(across for _, _, across in lies) and len(lies) > 1:
            self.list(meanings, 1)
        chosen = lies[self._ask(Question("Rotation", meanings, fits))]
        tile, turns, _ = chosen
        here = self._cells(tile, turns, cell)
        choices = self._choices(ways[chosen], here)
        if len(choices) == 1:
            if choices[0].action[1][2] is not None:
                # Else what follows is asked once the tile lies.
                self._forced("Figure", choices[0].words)
            return choices[0].action
        self._spots(choices, tile, turns, here)
        return self._follow(choices, here, "Figure", once(choice.statement for choice in choices))

    def _spots(self, choices: Sequence[Choice], tile: str, turns: int, here: Sequence[Cell]) -> None:
        """Show the tile with the numbers of the choices where their figures would stand."""
        squares = self.artist.tile(tile, turns, LARGE)
        by_cell = dict(zip(here, squares.values(), strict=True))
        labels: dict[tuple[Cell, int], list[str]] = {}
        for n, choice in enumerate(choices, start=first_number(choices)):
            cell = next((cell for cell in choice.cells if "put" in choice.told and cell in by_cell), None)
            part = None if cell is None else by_cell[cell].on(choice.told["put"]["on"])
            if cell is not None and part is not None:
                labels.setdefault((cell, part), []).append(str(n))
        for (cell, part), numbers in labels.items():
            by_cell[cell].stand(part, (",".join(numbers), PICK))
        self.lines(self.artist.beside([("", squares)], self.console.width))

    def _follow(self, choices: Sequence[Choice], here: Sequence[Cell], prompt: str, reasons: Sequence[str]) -> Action:
        """Ask for one of the choices, listed in words; for a bid by its points; of very many on other tiles step by step."""
        if any(choice.points is not None for choice in choices):
            return self._bid(choices, reasons)
        far = [choice for choice in choices if choice.is_far(here)]
        if len(choices) <= MANY or len(far) < 2:
            if far and prompt == "Figure":
                self._board(numbers=self._numbers(choices))
            return choices[self._pick(prompt, choices, first_number(choices), reasons)].action
        near = [choice for choice in choices if choice not in far]
        heads = grouped(far, lambda choice: self._head(choice.head))
        there = [
            group[0] if len(group) == 1 else Choice(f"{head} ({counted(len(group), 'choice')})", (), {}, group[0].statement)
            for head, group in heads.items()
        ]
        n = self._pick(prompt, [*near, *there], first_number(near), reasons)
        if n < len(near):
            return near[n].action
        group = [*heads.values()][n - len(near)]
        tiles = sorted(once(cell for choice in group for cell in choice.cells), key=lambda cell: (cell[1], cell[0]))
        tile = tiles[self._tile(tiles, reasons)] if len(group) > 1 else tiles[0]
        left = [self._on(choice, tile) for choice in group if tile in choice.cells]
        return left[self._pick(prompt, left, 1, reasons)].action

    def _tile(self, tiles: Sequence[Cell], reasons: Sequence[str]) -> int:
        """Ask for one of these tiles: by number, or of very many by its place alone."""
        many = len(tiles) > MANY
        if len(tiles) > 1:
            self._board(numbers=[] if many else [(str(n), {"cell": cell}) for n, cell in enumerate(tiles, start=1)])
        if not many:
            return self._pick("Tile", [Choice(at(cell), (), {}) for cell in tiles], 1, reasons)
        self.tell("Type the place of a tile as at the margins: x,y.")
        words = [at(cell) for cell in tiles]
        return self._ask(Question("Tile", words, reasons, places={word: n for n, word in enumerate(words)}, by_place=True))

    def _head(self, head: Json) -> str:
        """Return in words what choices on other tiles have in common."""
        if "piece" in head:
            return f"{self.phrases.name(head['piece'])} on another tile"
        words = self.phrases.action(head) if head["choose"] or "offer" in head else ""
        return f"{words}, on a tile" if words else "on a tile"

    def _on(self, choice: Choice, tile: Cell) -> Choice:
        """Return a choice with the words for what of it lies on a tile."""
        feature = choice.told.get("choose", [{}])[-1].get("feature")
        return choice if feature is None else replace(choice, words=self.phrases.part(feature, tile))

    def _bid(self, choices: Sequence[Choice], reasons: Sequence[str]) -> Action:
        """Ask for what is bid on, and then for the points, which are typed as they are."""
        bids = [choice for choice in choices if choice.points is not None]
        lots = grouped(bids, lambda choice: " ".join(self.phrases.thing(thing) for thing in choice.told["choose"][:-1]))
        names = [*lots]
        name = names[self._pick("Tile", [Choice(name, (), {}) for name in names], 1, reasons)] if names != [""] else ""
        nothing = [choice for choice in choices if choice.is_nothing]
        asked = [*nothing, *lots[name]]
        if len(asked) > 1:
            least, most = (counted(lots[name][n].points or 0, "point") for n in (0, -1))
            self.tell(f"Type the points to bid, from {least} to {most}" + ("; 0 to bid nothing." if nothing else "."))
        words = [choice.words if choice.is_nothing else self.phrases.thing(choice.told["choose"][-1]) for choice in asked]
        numbers = [choice.points or 0 for choice in asked]
        return asked[self._ask(Question("Points", words, reasons, numbers=numbers))].action

    def _numbers(self, choices: Sequence[Choice]) -> list[tuple[str, Json]]:
        """Return the numbers of the choices, each with what it stands at on the board."""
        pieces = self.game.view()["pieces"]
        found = []
        for n, choice in enumerate(choices, start=first_number(choices)):
            found += [(str(n), thing) for thing in self.phrases.where(choice.told, choice.statement, pieces)]
        return found

    def _pick(self, prompt: str, choices: Sequence[Choice], first: int, reasons: Sequence[str]) -> int:
        words = [choice.words for choice in choices]
        designs = self.game.rules.ruleset.design_index
        tiles = [(word, self.artist.tile(word, 0, LARGE)) for word in words if word in designs]
        self.lines(self.artist.beside(tiles, self.console.width))
        if len(words) > 1:
            self.list(words, first)
        places = {word: n for n, word in enumerate(words)} if prompt == "Tile" else {}
        return self._ask(Question(prompt, words, reasons, first, [choice.statement for choice in choices], places=places))

    # Asking and telling

    def _ask(self, question: Question) -> int:
        """Ask until a number is chosen and return it, from 0; what else can be asked for is done meanwhile."""
        if len(question.meanings) == 1:
            self._forced(question.prompt, question.meanings[0])
            return 0
        view = self.game.view()
        asks = question.prompt if view["decides"] == view["turn"] else f"{view['decides']}: {question.prompt}"
        while True:
            self.console.print(Text(f"{asks} ({question.asked}, ? k s u q): ", "bold"), end="")
            line = self.line()
            if line is None:
                self.tell("")
                raise _QuitError
            word = line.strip().casefold()
            answer = question.answer(word)
            if answer is not None:
                self._answered += 1
                return answer
            match COMMANDS.get(word):
                case "?":
                    self._explain(question)
                case "s":
                    self.tell(*self.phrases.points(self.game, self.game.colours, self.console.width))
                case "k":
                    kinds = [kind for parts in turned_into(self.game).values() for kind in parts.values()]
                    shown = once([*(tile["tile"] for tile in view["board"]), view["drawn"]])
                    self.flow(self.artist.key.legend(shown, once(kinds)))
                    self.flow(self.artist.pieces(view))
                case "u":
                    raise _BackError
                case "q":
                    raise _QuitError
                case _:
                    typed = quoted(line) if word else "An empty line"
                    self.tell(f"{typed} is no choice here: type {question.wanted}; or ? for help.")

    def _explain(self, question: Question) -> None:
        for statement in question.reasons:
            self.tell(f"{self.phrases.statement(statement)}  [{statement}]")
        causes = once(question.causes)
        if len(causes) > 1 and not question.numbers:
            # Which answer is by which statement.
            words = [f"{m}  [{c}]" if c else m for m, c in zip(question.meanings, question.causes, strict=True)]
            self.list(words, question.first)
        self.tell(HELP)

    def _board(
        self, open_cells: Mapping[Cell, str] | None = None, numbers: Sequence[tuple[str, Json]] = (), moving: Iterable[str] = ()
    ) -> None:
        self.tell("")
        become = turned_into(self.game)
        self.lines(self.artist.board(self.game.view(), open_cells or {}, self.console.width, numbers, set(moving), become))

    def _table(self, open_cells: Mapping[Cell, str] | None = None, choices: Sequence[Choice] = (), *, board: bool = True) -> None:
        """Show the board, the pieces on it, and what everybody has; with the numbers of what can be chosen."""
        game, view, key = self.game, self.game.view(), self.artist.key
        moving = set[str]().union(*(self.phrases.moving(choice.statement) for choice in choices))
        if board:
            self._board(open_cells, self._numbers(choices) if len(choices) <= MANY else (), moving)
            self.flow(self.artist.pieces(view))
        self.tell("")
        for colour, points in view["scores"].items():
            letter, style = key.players[colour]
            mark = ">" if colour == view["decides"] else " "
            supply = self.phrases.supply(view["supply"][colour])
            self.tell(Text.assemble(f"{mark} ", (f" {letter} ", style), f" {colour:<8}{points:>4}  {supply}"))
        left = sum(view["piles"].values()) + in_hand(game)
        decides = f"; {view['decides']} decides" if not game.over and view["decides"] != view["turn"] else ""
        self.tell(f"{counted(left, 'tile')} left{decides}")
        for pile, tiles in view["open"].items():
            if tiles:
                order = "" if pile in game.rules.ruleset.laid_aside else ", the next one first"
                self.tell(f"face up ({pile}){order}: {', '.join(tiles)}")
        self.tell("")
