"""The verbs that play: ``play``, ``replay``, ``explain``, ``simulate``."""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress

from bastide import drawing, files, jcz, saved
from bastide.boards import Artist, Key
from bastide.moves import Phrases
from bastide.options import Edition, Form, Format, Options, Packs, Players, With, path_word
from bastide.playing import Session
from bastide.reading import counted, lay, read
from bastide.terminal import err, fail, out, put_json, quoted, say
from catalog import Catalog
from catalog.effects import NoEffect
from catalog.findings import hint_for
from engine import Game, Played, Rules, SavedGameError, SetupError, compile_rules, random_game, save
from engine import explain as explain_points
from engine import simulate as play_many

app = typer.Typer()
Seed = Annotated[int | None, typer.Option(metavar="S", help="What chance begins with: the same seed is the same game.")]
File = Annotated[Path, typer.Argument(metavar="FILE", parser=path_word, help="A saved game.")]


def _rules(catalog: Catalog, with_: str | None, edition: str | None, options: list[str] | None, players: int) -> Rules:
    """Compile the table that the options of a verb describe; end with code 2 where there is no such table.

    What of its rules is not played is told on stderr.
    """
    table = lay(catalog, with_, edition, options or ())
    for box in table.unpublished:
        name = catalog.boxes[box].name
        say(f"The rules of {name} are not public: nothing of it comes into play, and what other boxes say of it holds.", to=err)
    waiting = [s.id for s in table.statements if isinstance(s.effect, NoEffect) and s.effect.none == "pending"]
    if waiting:
        say(f"Not played yet: {', '.join(waiting)}", to=err)
    try:
        return compile_rules(table, players)
    except SetupError as error:
        fail(str(error))


def _played_at(rules: Rules) -> str:
    return ", ".join(f"{box}@{edition}" for box, edition in rules.table.editions.items())


@app.command(epilog="Example: bastide play --with base,river --players 3 --save game.json")
def play(
    with_: With = None,
    edition: Edition = None,
    players: Players = 2,
    option: Options = None,
    seed: Seed = None,
    at_random: Annotated[bool, typer.Option("--random", help="Play by chance to the end, and tell the result.")] = False,
    save_to: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", parser=path_word, help="Write the game there, also if it is left.")
    ] = None,
    pack: Packs = None,
    form: Form = Format.human,
) -> None:
    """Play a game. All players sit at this terminal; with --random none, and the moves are drawn by lot.

    What can be chosen has a number. Type ? to see why something is asked, s for the points so far and what they were given for,
    u to take back, and q to quit.
    """
    catalog = read(pack)
    rules = _rules(catalog, with_, edition, option, players)
    seed = random.SystemRandom().randrange(1 << 31) if seed is None else seed
    if save_to is not None:
        files.ready(save_to)
    if at_random:
        game = random_game(rules, seed)
    else:
        game = Game(rules, seed)
        # Who wants JSON gets it alone on stdout, and plays on stderr.
        _at_the_terminal(catalog, game, save_to, (err if form is Format.json else out).console)
    _write(game, save_to)
    if form is Format.json:
        put_json(
            {
                "scores": saved.scores(game),
                "turns": game.state.turn + 1,
                "winners": [game.colours[p] for p in game.winners],
                "over": game.over,
                "seed": seed,
                "hash": game.hash(),
            }
        )
        return
    _tell_result(game, seed)
    if save_to is not None:
        say(f"wrote {save_to}", to=err)


def _at_the_terminal(catalog: Catalog, game: Game, save_to: Path | None, console: Console) -> None:
    stream = sys.stderr if console is err.console else sys.stdout
    letters = "utf" not in (getattr(stream, "encoding", None) or "utf-8").lower()
    try:
        with drawing.drawn(catalog):
            inks = drawing.pictures(catalog).inks
    except drawing.DrawingError as error:
        fail(str(error), error.hint, code=1)
    try:
        Session(game, Artist(game.rules, Key(game.rules, inks, letters=letters)), console).play()
    except KeyboardInterrupt:
        _write(game, save_to)
        raise


def _write(game: Game, path: Path | None) -> None:
    if path is not None:
        _write_text(path, json.dumps(save(game), indent=1, ensure_ascii=False) + "\n")


def _write_text(path: Path, text: str) -> None:
    try:
        files.write(path, text)
    except OSError as error:
        fail(f"{path} cannot be written: {error.strerror}", code=1)


def _tell_result(game: Game, seed: int) -> None:
    turns = game.state.turn + 1
    say(f"{_played_at(game.rules)}, seed {seed}: {counted(turns, 'turn')}{'' if game.over else ', not over'}")
    for colour, points in saved.scores(game).items():
        won = "  wins" if game.colours.index(colour) in game.winners else ""
        say(f"  {colour:<8}{points:>5}", (won, "bold"))
    say(f"  hash    {game.hash()}")


@app.command(epilog="Example: bastide replay game.json --format json")
def replay(file: File, pack: Packs = None, form: Form = Format.human) -> None:
    """Replay a saved game and check what it says of its end. A move that is not legal is told with the statements that forbid it.

    Games of ours are JSON; those of JCloisterZone are files whose name ends in .jcz.
    """
    catalog = read(pack)
    told: dict[str, Any] = {"file": str(file), "ok": False, "scores": {}, "turns": None, "hash": None}
    told |= {"assertions": [], "error": None, "statements": [], "notes": []}
    try:
        data = saved.read(file)
        if file.suffix.lower() == jcz.SUFFIX:
            told |= jcz.replay(catalog, data)
        else:
            told |= saved.told(catalog, data)
    except saved.UnreadableError as error:
        fail(str(error))
    except SavedGameError as error:
        told |= {"error": str(error), "statements": list(error.statements)}
    if form is Format.json:
        put_json(told)
    else:
        _tell_replay(catalog, told)
    raise typer.Exit(0 if told["ok"] else 1)


def _tell_replay(catalog: Catalog, told: dict[str, Any]) -> None:
    if told["error"] is not None:
        phrases = Phrases(catalog)
        say(f"bastide: {told['file']}: {told['error']}", to=err)
        for statement in told["statements"]:
            say(f"   {phrases.statement(statement)}  [{statement}]", to=err)
        return
    styles = {"pass": "green", "fail": "bold red", "unsupported": "yellow"}
    for assertion in told["assertions"]:
        status = assertion["status"]
        but = f"; it is {json.dumps(assertion['got'])}" if status == "fail" else ""
        why = f" ({assertion['reason']})" if assertion.get("reason") else ""
        say((f"{status:<12}", styles[status]), f"{assertion['text']}{but}{why}")
    for note in told["notes"]:
        say(f"note: {note}", to=err)
    failed = sum(a["status"] == "fail" for a in told["assertions"])
    say(f"{told['file']}: {counted(failed, 'assertion')} failed" if failed else f"{told['file']}: all is as it says")


@app.command(epilog="Example: bastide explain game.json --player red")
def explain(
    file: File,
    player: Annotated[
        str | None,
        typer.Option("--player", metavar="P", help="Only this player's points: a colour, or a name in a game of JCloisterZone."),
    ] = None,
    pack: Packs = None,
    form: Form = Format.human,
) -> None:
    """Explain every point of a saved game. Each with its turn, what it was given for, and the statements that gave it.

    The game is one of ours, or of JCloisterZone.
    """
    catalog = read(pack)
    try:
        data = saved.read(file)
        if file.suffix.lower() == jcz.SUFFIX:
            game, called = jcz.play(catalog, data)
        else:
            game = saved.play(catalog, data)
            called = game.colours
    except saved.UnreadableError as error:
        fail(str(error))
    except SavedGameError as error:
        fail(f"{file}: {error}", f"see: {', '.join(error.statements)}" if error.statements else None, code=1)
    names = dict(zip(game.colours, called, strict=True))
    chosen = None if player is None else _colour(names, player)
    if form is Format.json:
        put_json([{**row, "player": names[row["player"]]} for row in explain_points(game, chosen)])
        return
    width = out.console.width if out.console.is_terminal else None
    for line in Phrases(catalog).points(game, game.colours if chosen is None else (chosen,), width, names):
        say(line)


def _colour(names: Mapping[str, str], word: str) -> str:
    """Return the colour that a player is known by here, from the name."""
    colours = {name.casefold(): colour for colour, name in names.items()}
    wanted = word.strip().casefold()
    if wanted not in colours:
        fail(f"no player of this game is {quoted(word)}", hint_for(wanted, colours))
    return colours[wanted]


@app.command(epilog="Example: bastide simulate --games 1000 --with base@c1 --seed 7 --out games.jsonl")
def simulate(
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")],
    with_: With = None,
    edition: Edition = None,
    players: Players = 2,
    option: Options = None,
    seed: Annotated[int, typer.Option(metavar="S", help="The seed of the first game; the next have the next.")] = 0,
    workers: Annotated[
        int | None, typer.Option(metavar="W", min=1, help="How many processes play; without it, as many as there are processors.")
    ] = None,
    out_to: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", parser=path_word, help="Write each game there, as a line of JSON.")
    ] = None,
    pack: Packs = None,
    form: Form = Format.human,
) -> None:
    """Play many random games. The same seed gives the same games, however many processes play them."""
    catalog = read(pack)
    rules = _rules(catalog, with_, edition, option, players)
    if out_to is not None:
        files.ready(out_to)
    started = time.perf_counter()
    found: list[Played] = []
    try:
        with Progress(console=err.console, transient=True, disable=not err.console.is_terminal) as progress:
            task = progress.add_task("playing", total=games)
            for played in play_many(rules, games, seed, workers or _processors()):
                found.append(played)
                progress.advance(task)
    except BrokenProcessPool:
        fail("a process that played was ended from outside, perhaps for want of memory", "take fewer: --workers 1", code=1)
    speed = games / (time.perf_counter() - started)
    if out_to is not None:
        _write_text(out_to, "".join(_line(rules, played) for played in found))
    told = {"games": games, "games_per_second": round(speed, 1), **_statistics(rules, found), "seed": seed}
    if form is Format.json:
        put_json(told)
    else:
        _tell_statistics(rules, told)


def _processors() -> int:
    return os.cpu_count() or 1


def _line(rules: Rules, played: Played) -> str:
    scores = dict(zip(rules.colours, played.scores, strict=True))
    winners = [rules.colours[n] for n in played.winners]
    told = {"seed": played.seed, "turns": played.turns, "scores": scores, "winners": winners, "hash": played.hash}
    return json.dumps(told) + "\n"


def _statistics(rules: Rules, found: Sequence[Played]) -> dict[str, Any]:
    """Return the mean, the least and the most of the scores and the turns, the games each won, and those that several won together.

    A game that several won counts for each of them.
    """
    scores = {}
    for n, colour in enumerate(rules.colours):
        wins = sum(n in played.winners for played in found)
        scores[colour] = {**_spread([played.scores[n] for played in found]), "wins": wins}
    shared = sum(len(played.winners) > 1 for played in found)
    return {"scores": scores, "shared": shared, "turns": _spread([played.turns for played in found])}


def _spread(numbers: Sequence[int]) -> dict[str, float]:
    return {"mean": round(sum(numbers) / len(numbers), 3), "min": min(numbers), "max": max(numbers)}


def _tell_statistics(rules: Rules, told: dict[str, Any]) -> None:
    say(f"{counted(told['games'], 'game')} of {_played_at(rules)}, from seed {told['seed']}")
    say(f"  {'':<8}{'mean':>8}{'least':>7}{'most':>7}{'won':>8}")
    for name, row in [*told["scores"].items(), ("turns", told["turns"])]:
        say(f"  {name:<8}{row['mean']:>8.1f}{row['min']:>7}{row['max']:>7}{row.get('wins', ''):>8}")
    say(f"  shared: {told['shared']}")
    say(f"{told['games_per_second']} games a second", to=err)
