"""Reading: the JSON of a saved game of JCloisterZone as typed data. What is not needed of it is not looked at."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from engine import SavedGameError

Coordinate = Annotated[int, Field(strict=True, ge=-1000, le=1000)]
Position = tuple[Coordinate, Coordinate]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Count = Annotated[int, Field(strict=True, ge=0, le=1000)]
Turned = Literal[0, 90, 180, 270]


class Part(BaseModel):
    """A part of the file, under the names that the file has."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class StartTile(Part):
    """A tile that lies at the beginning."""

    tile: Name
    x: Coordinate
    y: Coordinate
    rotation: Turned = 0


class Setup(Part):
    """The bag, what is switched on, and what lies at the beginning."""

    sets: dict[Name, Count]
    elements: dict[Name, bool | Count]
    rules: dict[Name, Any] = {}
    start: tuple[StartTile, ...]


class Player(Part):
    """Somebody who plays."""

    name: Name


def _or_empty(value: object) -> object:
    return {} if value is None else value


class Record(Part):
    """A move: its kind, what it says, and by the number of the player who makes it, if that is told."""

    type: Name
    payload: Annotated[dict[str, Any], BeforeValidator(_or_empty)] = {}
    player: Count | None = None


class Annotations(Part):
    """What was fixed of the game: which tiles are drawn, and after how many turns it ends."""

    drawOrder: tuple[Name, ...] = ()  # noqa: N815  the file's own name
    endTurn: Count | None = None  # noqa: N815


class Test(Part):
    """What the file asserts of the end."""

    assertions: tuple[Annotated[str, Field(max_length=20_000)], ...] = ()


class File(Part):
    """A saved game."""

    setup: Setup
    players: Annotated[tuple[Player, ...], Field(min_length=1)]
    replay: tuple[Record, ...] = ()
    gameAnnotations: Annotated[Annotations, BeforeValidator(_or_empty)] = Annotations()  # noqa: N815
    test: Annotated[Test, BeforeValidator(_or_empty)] = Test()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, each once: of two of the same name the second gets a number."""
        found: list[str] = []
        for player in self.players:
            name, n = player.name, 2
            while name in found:
                name, n = f"{player.name} ({n})", n + 1
            found.append(name)
        return tuple(found)


class Pointer(Part):
    """A place: a feature of a tile, by where it lies on that tile."""

    position: Position
    feature: Name
    location: Name


class FigurePointer(Part):
    """A figure where it stands."""

    featurePointer: Pointer  # noqa: N815
    meepleId: Name  # noqa: N815


class Placement(Part):
    """The payload of a tile that is placed."""

    tileId: Name  # noqa: N815
    rotation: Literal["R0", "R90", "R180", "R270"]
    position: Position


class Deployment(Part):
    """The payload of a figure that is placed."""

    pointer: Pointer
    meepleId: Name  # noqa: N815


class NeutralMove(Part):
    """The payload of a figure that is nobody's, and where it goes; nowhere: off the board."""

    figureId: Name  # noqa: N815
    to: Position | FigurePointer | Pointer | None


class TokenMove(Part):
    """The payload of a piece that goes to a place."""

    token: Name
    pointer: Position | Pointer


class Picking(Part):
    """The payload of a place that is chosen."""

    pointer: Position | Pointer


class Taking(Part):
    """The payload of a figure that is taken: where it stands, or by its name alone."""

    pointer: FigurePointer | None = None
    meepleId: Name | None = None  # noqa: N815


def parse(data: object) -> File:
    """Return a file's data. Raises :class:`SavedGameError` with what is wrong first."""
    if not isinstance(data, dict) or "setup" not in data or "players" not in data:
        raise SavedGameError("this is no saved game of JCloisterZone: it has no `setup` and `players`")
    try:
        return File.model_validate(data)
    except ValidationError as error:
        raise SavedGameError(f"this is no saved game of JCloisterZone: {_first(error)}") from error


def payload(kind: type[Part], said: dict[str, Any]) -> Any:  # noqa: ANN401  one of the payloads
    """Return what a move says. Raises :class:`SavedGameError` where it says something else."""
    try:
        return kind.model_validate(said)
    except ValidationError as error:
        raise SavedGameError(f"it does not say what such a move says: {_first(error)}") from error


def _first(error: ValidationError) -> str:
    details = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(step) for step in details["loc"])
    return f"`{where}`: {details['msg']}" if where else details["msg"]
