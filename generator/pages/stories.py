"""The page of an example that takes several moves: the board after each of them, what was done, and the rules it followed from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from markupsafe import Markup

from catalog import Catalog
from generator import addresses
from generator.pages.examples import PlayedExample, Step
from generator.pages.illustrations import PlayerView, PositionView, anchor_of, player_view, position_view, title_of
from generator.pages.leaf import Leaf
from generator.pages.scribe import Page, Scribe
from generator.voice import Shown


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that is done in a move, of a ``sort`` that the template has words for.

    ``name`` is the figure, feature or direction it is about, ``on`` the feature it stands on, ``player`` whose it is, ``number`` an
    amount, and ``said`` the beginning of the statement that offers it, as a link.
    """

    sort: str
    name: Shown | None = None
    on: Shown | None = None
    player: PlayerView | None = None
    number: int = 0
    said: Markup | None = None


@dataclass(frozen=True, slots=True)
class StepView:
    """A moment of an example: what was done by whom, what there is to see then, and the rules that it followed from.

    The first moment is before the first move: nobody has done anything.
    """

    anchor: str
    position: PositionView
    player: PlayerView | None = None
    deeds: tuple[Deed, ...] = ()
    rules: tuple[Markup, ...] = ()


def leaves(catalog: Catalog) -> Iterator[Leaf]:
    """Yield the page of each example that has several moves."""
    for example in catalog.examples.values():
        if len(example.moves) > 1:
            yield Leaf(addresses.example_page(example.id), partial(story, example=example.id))


def story(scribe: Scribe, example: str) -> Page:
    """Return the page of an example, moment by moment."""
    played = scribe.material.examples[example]
    # Links to statements stay in the edition in which the main one was played.
    scribe.edition = played.editions.get(scribe.catalog.box_of[played.example.shows[0]])
    width, height = played.size
    home = played.home(scribe.catalog)
    moments = [StepView("step_0", position_view(scribe, played, name, position)) for name, position in _beginning(played)]
    moments += [_moment(scribe, played, n, step) for n, step in enumerate(played.steps, start=1)]
    return scribe.page(
        "example.html.j2",
        title=title_of(scribe, played),
        shows=[scribe.entry(statement) for statement in played.example.shows],
        boxes=[(scribe.box_name(box, edition), scribe.edition_name(edition)) for box, edition in played.editions.items()],
        home=scribe.href(home, anchor_of(played)) if home else None,
        width=width,
        height=height,
        moments=moments,
    )


def _beginning(played: PlayedExample) -> Iterator[tuple[str, Any]]:
    if "before" in played.positions:
        yield "before", played.positions["before"]


def _moment(scribe: Scribe, played: PlayedExample, number: int, step: Step) -> StepView:
    return StepView(
        anchor=f"step_{number}",
        position=position_view(scribe, played, step.name, step.position, step.gained),
        player=player_view(scribe, step.player),
        deeds=tuple(_deeds(scribe, step.move)),
        rules=tuple(scribe.entry(statement) for statement in step.cites),
    )


def _deeds(scribe: Scribe, move: Mapping[str, Any]) -> Iterator[Deed]:
    """Yield what is done in a move, in the order in which one would tell it."""
    if "place" in move:
        yield Deed("place")
    if "span" in move:
        yield Deed("span", scribe.voice.name(move["span"]["piece"]))
    if "put" in move:
        put = move["put"]
        yield Deed("put", scribe.voice.name(put["piece"]), _ground(scribe, put))
    elif "offer" in move:
        yield Deed("offer", said=scribe.entry(move["offer"]))
    chosen = move.get("choose", ())
    if chosen == "nothing":
        yield Deed("nothing")
    else:
        yield from (_chosen(scribe, thing) for thing in chosen)
    if "discard" in move:
        yield Deed("discard")
    if "pass" in move:
        yield Deed("pass")


def _chosen(scribe: Scribe, thing: Mapping[str, Any]) -> Deed:  # noqa: PLR0911  one return for each sort of thing
    if "piece" in thing:
        owner = player_view(scribe, thing["of"]) if "of" in thing else None
        return Deed("piece", scribe.voice.name(thing["piece"]), _ground(scribe, thing), owner)
    if "direction" in thing:
        return Deed("direction", Shown(thing["direction"]))
    if "cell" in thing:
        return Deed("cell")
    if "points" in thing:
        return Deed("points", number=thing["points"])
    if "deal" in thing:
        return Deed(thing["deal"])
    if "tile" in thing:
        return Deed("tile", Shown(scribe.material.letter(scribe.catalog.designs[thing["tile"]])))
    if "feature" in thing:
        return Deed("feature", scribe.voice.name(thing["feature"]["kind"]))
    return Deed("feature", _ground(scribe, thing))


def _ground(scribe: Scribe, placed: Mapping[str, Any]) -> Shown | None:
    return scribe.voice.name(placed["on"]["kind"]) if "on" in placed else None
