"""``play`` with the boxes that ask for more than a place and a figure: bids, bridges, towers, prisoners, features of the whole board."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable, Sequence
from functools import cache

import pytest
from rich.console import Console

from bastide import drawing
from bastide.boards import LARGE, Artist, Key
from bastide.choices import Question
from bastide.moves import Phrases
from bastide.playing import Session
from bastide.tiles import Json, turned_into
from engine import Action, Game, Rules, compile_rules, lay_table
from generator.pictures.inks import Inks
from tests.engine.tables import laid
from tests.ours import ours

BRIDGES = "bridges-castles-and-bazaars@c1"
TOGETHER = "mage-and-witch@c2,tower@c2,bridges-castles-and-bazaars@c2,under-the-big-top@c2,inns-and-cathedrals@c2"
ASKED = re.compile(r"(?:(\w+): )?(\w+) \(([\dxy, to]+), \? k s u q\): $")


@cache
def inks() -> Inks:
    return drawing.pictures(ours().catalog).inks


@cache
def rules_of(table: str, players: int = 3, *options: str) -> Rules:
    return compile_rules(lay_table(ours().catalog, table, options=options), players)


def at(rules: Rules, wanted: Callable[[Json], bool], seeds: Sequence[int], points: int = 0, most: int = 0) -> Game:
    """Play by chance until somebody can do what is wanted in (at least ``most`` ways); everybody begins with some points."""
    for seed in seeds:
        game, chance = Game(rules, seed), random.Random(seed)
        game.state.scores[:] = [points] * rules.players
        while actions := game.actions():
            told = [game.describe(action) for action in actions]
            if len(told) > 1 and sum(wanted(one) for one in told) > most:
                return game
            game.play(chance.choice(_seldom(actions, told)))
    raise AssertionError("no such game")


def _seldom(actions: Sequence[Action], told: Sequence[Json]) -> list[Action]:
    """Return what is no mere placement and no mere figure, or else everything."""
    return [
        a
        for a, t in zip(actions, told, strict=True)
        if "place" not in t and "put" not in t and t.get("choose") != "nothing" and "pass" not in t
    ] or list(actions)


def chosen(sort: str) -> Callable[[Json], bool]:
    """Return whether an action chooses something of a sort."""
    return lambda told: told.get("choose", "nothing") != "nothing" and any(sort in thing for thing in told["choose"])


def shown_by(game: Game, *lines: str, width: int = 100) -> list[str]:
    """Return what people see who type these lines: what stands there before each, and at the end."""
    shown, typed, parts = io.StringIO(), iter(lines), []

    def line() -> str | None:
        parts.append(shown.getvalue())
        shown.seek(0)
        shown.truncate()
        return next(typed, None)

    console = Console(file=shown, width=width, soft_wrap=True, highlight=False, markup=False, emoji=False)
    Session(game, Artist(game.rules, Key(game.rules, inks())), console, line).play()
    return [*parts, shown.getvalue()]


def asked_in(shown: str) -> tuple[str | None, str, str]:
    """Return who is asked, for what, and what can be typed."""
    found = ASKED.search(shown)
    assert found is not None, shown[-300:]
    return found[1], found[2], found[3]


def number_of(shown: str, words: str) -> str:
    """Return the number of an answer."""
    found = re.search(rf" (\d+)  {re.escape(words)}", shown)
    assert found is not None, shown
    return found[1]


# Questions


BIDS = Question("Points", ["nothing", "3 points", "4 points"], (), numbers=[0, 3, 4])
PLACES = Question("Tile", ["0,1", "-2,0"], (), places={"0,1": 0, "-2,0": 1})


@pytest.mark.parametrize(
    ("question", "word", "answer"),
    [
        (BIDS, "0", 0),
        (BIDS, "4", 2),
        (BIDS, " 03 ", 1),
        (BIDS, "1", None),
        (BIDS, "5", None),
        (BIDS, "-3", None),
        (BIDS, "3.0", None),
        (BIDS, "٣", None),
        (BIDS, "", None),
        (PLACES, "2", 1),
        (PLACES, "-2, 0", 1),
        (PLACES, "0 , 1", 0),
        (PLACES, "0,2", None),
        (PLACES, ",", None),
        (PLACES, "0", None),
    ],
)
def test_what_is_typed_means_an_answer_or_none(question: Question, word: str, answer: int | None) -> None:
    assert question.answer(word.strip()) == answer


def test_numbers_with_gaps_are_told() -> None:
    assert BIDS.asked == "0, 3 to 4"
    assert PLACES.asked == "1 to 2"
    by_place = Question("Tile", PLACES.meanings, (), places=PLACES.places, by_place=True)
    assert by_place.asked == "x,y"
    assert by_place.answer("1") is None
    assert by_place.answer("0,1") == 0


# Auctions


def test_bids_are_typed_as_points() -> None:
    game = at(rules_of(BRIDGES), chosen("tile"), range(5), points=20)
    first, tile, bad, bid, *_ = shown_by(game, "1", "21", "7", "7", "x")
    seller, what, _ = asked_in(first)
    assert what == "Tile"
    lot = re.findall(r"^  1  (\S+)$", first, re.MULTILINE)[-1]
    assert asked_in(tile)[1:] == ("Points", "0 to 20")
    assert "`21` is no choice here: type a number, 0 to 20" in bad
    assert f"{seller} bids 7 points for {lot}  (bazaar-auction)" in bid
    assert f"{seller} sells {lot}. The highest bid is 7 points, by {seller}." in bid
    assert asked_in(bid)[2] == "0, 8 to 20"
    assert "`7` is no choice here" in shown_by(game, "7")[1]


def test_a_seller_hears_the_highest_bid_and_takes_or_pays_it() -> None:
    game = at(rules_of(BRIDGES), chosen("tile"), range(5), points=20)
    parts = shown_by(game, "1", "2", "5", "0", "2")
    (bidder, _, _), (other, _, _), (seller, prompt, _) = (asked_in(part) for part in parts[2:5])
    assert len({bidder or "", other or "", seller or ""}) == 3
    assert prompt == "Choose"
    assert f"{bidder or game.colours[game.state.active]} bids 5 points  (bazaar-auction)" in parts[3]
    assert "bids nothing  (bazaar-auction)" in parts[4]
    assert "The highest bid is 5 points, by " in parts[4]
    assert "takes the bid and leaves the tile  (bazaar-auction)" in parts[5]
    assert re.search(r"loses 5 points: payment  \(bazaar-auction\)", parts[5])
    assert re.search(r"gets 5 points: payment  \(bazaar-auction\)", parts[5])


def test_a_bid_that_is_taken_back_is_forgotten() -> None:
    game = at(rules_of(BRIDGES), chosen("tile"), range(5), points=20)
    parts = shown_by(game, "1", "2", "5", "u", "6")
    assert "The highest bid is 5 points" in parts[3]
    assert "The highest bid is 2 points" in parts[4]
    assert "The highest bid is 6 points" in parts[5]


def test_what_was_won_lies_face_up_in_order() -> None:
    rules = rules_of(BRIDGES, 3, "bazaars=one-each")
    game = at(rules, lambda told: chosen("tile")(told) and "points" not in str(told), range(5))
    shown = shown_by(game, "1")[0]
    assert "the next one first: " in shown
    assert asked_in(shown)[1] == "Choose"
    assert "  1  " in shown


# Bridges and castles


def test_a_tile_may_be_placed_with_a_bridge_or_let_go() -> None:
    game = Game(rules_of(BRIDGES, 2), 40)
    chance = random.Random(40)
    while not any("discard" in game.describe(action) for action in game.actions()[-1:]):
        game.play(chance.choice(game.actions()))
    drawn = game.view()["drawn"]
    first, hint, after = shown_by(game, "?", number_of(shown_by(game)[0], "let the tile go"))[:3]
    assert re.search(r" 1  -?\d+,-?\d+ \(with bridge\)", first)
    assert "[build-bridge]" in hint
    assert "[unplaceable-land-tile]" in hint
    assert f"{drawn} is not placed, and goes back into the box  (unplaceable-land-tile)" in after


def test_a_bridge_is_drawn_from_edge_to_edge() -> None:
    rules = rules_of(BRIDGES, 2)
    artist = Artist(rules, Key(rules, inks()))
    # Over a monastery without roads: the monastery stays to be seen.
    for axis, (first, last) in enumerate((((6, 0), (6, 4)), ((0, 2), (12, 2)))):
        drawn = artist.tile("base/b", 0, LARGE, axis)[0, 0]
        carried = drawn.block.carried
        assert carried is not None
        assert drawn.block.part[first] == drawn.block.part[last] == carried[0]
        assert drawn.kind(carried[0]) == carried[1]
        ports = ["NSEW"[2 * axis], "NSEW"[2 * axis + 1]]
        assert drawn.on({"kind": carried[1], "ports": ports}) == carried[0]
        assert "(M)" in "\n".join(artist.row(drawn, row).plain for row in range(LARGE[1]))
    assert artist.tile("base/b", 0, LARGE)[0, 0].block.carried is None


def test_a_bridge_can_be_built_after_the_tile() -> None:
    game = at(rules_of(BRIDGES, 2), lambda told: "span" in told and "place" not in told, range(5))
    shown, hint, after = shown_by(game, "?", "1")[:3]
    assert "  0  no bridge" in shown
    assert re.search(r"  1  bridge across -?\d+,-?\d+ from (north to south|east to west)", shown)
    assert "[build-bridge]" in hint
    assert re.search(r"^build: \w+'s bridge goes to", after, re.MULTILINE)
    assert "bridge, across a tile" in after


def test_a_castle_is_seen_on_the_board() -> None:
    game = at(rules_of(BRIDGES), lambda told: "castle-token" in str(told.get("choose")), range(5))
    shown, after = shown_by(game, "1")[:2]
    assert "Completed in this turn: the city at " in shown
    assert "  0  nothing of this" in shown
    assert re.search(r"there is now a castle  \(castle-instead-of-points\)", after)
    parts = turned_into(game)
    assert {kind for kinds in parts.values() for kind in kinds.values()} == {"castle"}
    artist = Artist(game.rules, Key(game.rules, inks()))
    letter = artist.key.initials["castle"]
    view = game.view()
    plain = ["\n".join(line.plain for line in artist.board(view, {}, 300, become=become)) for become in (None, parts)]
    assert plain[0].count(letter) < plain[1].count(letter)
    assert f"{letter} castle" in [line.plain for line in artist.key.legend(["base/d"], ["castle"])]


# Towers and pieces on squares themselves


def test_a_tower_shows_how_high_it_is_and_who_stands_there() -> None:
    game = at(rules_of("tower@c1"), lambda told: told.get("offer") == "stand-on-tower", range(5))
    shown = shown_by(game)[0]
    number = number_of(shown, "station meeple on the tower foundation at ")
    build = re.search(r"build tower floor on the tower foundation at -?\d+,-?\d+ with (\d+) tower floor", shown)
    assert build is not None
    assert f"TO{build[1]}" in shown
    assert "TO tower floor, with how many there are" in shown
    after = shown_by(game, number)[1]
    assert re.search(r"TO\d[rbg]m", after)


def test_captives_and_their_ransom() -> None:
    game = at(rules_of("tower@c1"), lambda told: told.get("offer") == "ransom", range(9), points=9)
    first = shown_by(game, width=120)[0]
    assert re.search(r"\(?[rbg]m \w+'s meeple, in front of \w+", first)
    number = number_of(first, "pay 3 points and release ")
    after = shown_by(game, "?", number)
    assert "[ransom]" in after[1]
    assert re.search(r"loses 3 points: payment  \(ransom\)", after[2])
    assert "goes back to the supply  (ransom)" in after[2]


def test_captives_are_counted() -> None:
    rules = rules_of("tower@c1")
    artist = Artist(rules, Key(rules, inks()))
    captive = {"piece": "meeple", "of": "red", "before": "blue"}
    told = artist.pieces({"pieces": [captive, captive, {"piece": "meeple", "of": "red", "at": [0, 0]}]})
    assert [line.plain for line in told] == ["rm red's meeple, in front of blue (2)", "rm red's meeple"]


def test_acrobats_and_the_circus() -> None:
    game = at(rules_of("under-the-big-top@c2"), lambda told: told.get("offer") == "become-acrobat", range(3))
    assert number_of(shown_by(game)[0], "place meeple on the acrobat site at ")
    game = at(rules_of("under-the-big-top@c2"), lambda told: told.get("offer") == "score-pyramid", range(9))
    first = shown_by(game)[0]
    assert re.search(r"score pyramid on the acrobat site at \S+ with 3 meeples", first)
    after = shown_by(game, number_of(first, "score pyramid"))[1]
    assert re.search(r"gets 5 points: bonus  \(score-pyramid\)", after)


# Features of the whole board


def test_one_of_very_many_features_is_asked_for_by_tile() -> None:
    game = at(rules_of("mage-and-witch@c1"), chosen("feature"), range(3), most=90)
    first = shown_by(game)[0]
    far = number_of(first, "the mage")
    assert int(asked_in(first)[2].split()[-1]) <= 40
    far = re.findall(r" (\d+)  the \w+.*, on a tile \(\d+ choices\)", first)[0]
    parts = shown_by(game, far, "1", "99,99", "x")
    assert asked_in(parts[1])[1:] == ("Tile", "x,y")
    assert "`1` is no choice here: type the place of a tile as at the margins" in parts[2]
    assert "`99,99` is no choice here" in parts[3]
    tile = next(
        f"{x},{y}"
        for action in game.actions()
        for thing in game.describe(action)["choose"]
        if "feature" in thing
        for x, y in thing["feature"]["tiles"][:1]
        if [x, y] != game.view()["board"][-1]["at"]
    )
    then = shown_by(game, far, tile.replace(",", " , "))[2]
    assert f" at {tile}, " in then or "goes on the" in then


def test_a_place_can_be_typed_for_the_tile() -> None:
    game = Game(rules_of("base@c1", 2), 7)
    x, y = game.describe(game.actions()[0])["place"]
    parts = shown_by(game, "9,9", f" {x}, {y} ")
    assert "`9,9` is no choice here" in parts[1]
    assert asked_in(parts[2])[1] in {"Rotation", "Figure"}


# By chance


@pytest.mark.parametrize(("table", "seed"), [(TOGETHER, 4), ("phantom@c1,tower@c1,bridges-castles-and-bazaars@c1", 7)])
@pytest.mark.parametrize("width", [40, 100])
def test_who_answers_anything_can_play(table: str, seed: int, width: int) -> None:
    rules = rules_of(table)
    game, chance, shown, answers = Game(rules, seed), random.Random(seed), io.StringIO(), iter(range(200))
    game.state.scores[:] = [12] * 3

    def line() -> str | None:
        asked = shown.getvalue()
        shown.seek(0)
        shown.truncate()
        # Prompts go on behind what was shown; they alone are not broken.
        assert max(map(len, asked.splitlines())) <= max(width, 40) + 20
        if next(answers, None) is None:
            return None
        _, _, numbers = asked_in(asked)
        if numbers == "x,y":
            return f"{chance.randint(-4, 4)},{chance.randint(-4, 4)}" if chance.random() < 0.9 else "u"
        rows = [(int(a), int(b or a)) for a, b in re.findall(r"(\d+)(?: to (\d+))?", numbers)]
        any_of = [n for first, last in rows for n in range(first, last + 1)]
        return chance.choice(["?", "k", "s", "u", *["n"] * 20]).replace("n", str(chance.choice(any_of)))

    console = Console(file=shown, width=width, soft_wrap=True, highlight=False, markup=False, emoji=False)
    Session(game, Artist(rules, Key(rules, inks())), console, line).play()
    assert len(game.moves) > 30


def test_points_name_what_was_paid() -> None:
    phrases = Phrases(ours().catalog)
    assert phrases.feature(None, ["ransom"]) == "payment"
    assert phrases.feature(None, ["bazaar-auction"]) == "payment"
    assert phrases.feature(None, ["circus-scores", "tiger-value"]) == "bonus"


# The dragon


def dragon_waits(*tiles: str) -> Game:
    """Return a game in which these land tiles come next, and the dragon is not on the board."""
    board = [{"tile": "base/d", "at": [0, 0]}]
    return laid(ours().catalog, "base,princess-and-dragon", "c2", board=board, piles={"land": list(tiles)})


def test_what_is_laid_aside_is_seen_and_comes_back() -> None:
    game = dragon_waits("princess-and-dragon/h", "princess-and-dragon/l", "princess-and-dragon/z", "base/u", "base/v")
    first, told, _ = shown_by(game, "1")
    assert "5 tiles left\nface up (waiting): princess-and-dragon/l, princess-and-dragon/h\n" in first
    assert "2 tiles are shuffled into another pile  (laid-aside-tiles-come-back)" in told
    assert "place: the dragon goes to 0,-1  (volcano-calls-the-dragon)" in told
    assert "face up" not in told


def test_a_tile_laid_aside_in_the_middle_of_the_game_is_told_of() -> None:
    told = "".join(shown_by(dragon_waits("base/u", "princess-and-dragon/h", "princess-and-dragon/z"), "1", "1", "0"))
    assert "princess-and-dragon/h is laid aside, face up  (dragon-tile-waits-for-a-volcano)" in told
    game = dragon_waits("princess-and-dragon/h", "princess-and-dragon/z", "base/u")
    assert "1 tile is shuffled into another pile" in shown_by(game, "1")[1]


def test_each_player_is_asked_for_a_step_of_the_dragon() -> None:
    board = [
        {"tile": tile, "at": at} for tile, at in (("base/d", [0, 0]), ("base/u", [-1, 0]), ("base/b", [0, 1]), ("base/u", [1, 0]))
    ]
    position = {"board": board, "pieces": [{"piece": "dragon", "at": [1, 0]}], "draws": ["princess-and-dragon/h", "base/b"]}
    game = laid(ours().catalog, "base,princess-and-dragon", "c2", **position)
    game.apply(game.find({"place": [2, 0]}))
    first, second, _ = shown_by(game, "2")
    assert asked_in(first)[1:] == ("Choose", "1 to 2")
    assert "  1  the tile at 2,0\n  2  the tile at 0,0\n" in first
    assert "the dragon goes to 0,0  (players-drive-the-dragon-in-turn)" in second
    assert "blue decides" in second
    assert asked_in(second) == ("blue", "Choose", "1 to 2")


def test_of_two_figures_in_one_place_the_one_with_the_fairy_is_told_apart() -> None:
    phrases = Phrases(ours().catalog)
    acrobat = {"piece": "meeple", "of": "red", "at": [0, 1]}
    assert phrases.piece(acrobat) == "red's meeple at 0,1"
    assert phrases.piece({**acrobat, "bearing": ["fairy", "dragon"]}) == "red's meeple at 0,1, with the fairy and the dragon"
