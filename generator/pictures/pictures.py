"""The pictures: one tile, a board, a sheet, and a tile with its fields marked."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from markupsafe import escape
from shapely import box as rectangle
from shapely import unary_union
from shapely.geometry import Polygon

from catalog.tiles import EDGES, Design, Edge, Feature
from catalog.vocabulary import FeatureKind, Figure, Mark
from generator.geometry import SIDE, Chance, FeatureShape, Frame, Layout, MarkShape, Point, layout, number, polar
from generator.pictures.board import Box, box_of, turned
from generator.pictures.inks import Inks, read_inks
from generator.pictures.paint import PASSES, Painter
from generator.pictures.placed import PiecePlaced, Placed
from generator.pictures.standing import Stand, squares, stands
from generator.pictures.view import FigureView, Room, View, disc

SMALL = 100
"""Below this many pixels a side, a square is drawn without decor."""
_TINY = 32
"""Below this many pixels a side, a figure by itself is drawn without fine lines."""
_RIM = 1.6
"""How far inside a square its outline lies."""
_STRIP = 0.42
"""How deep the strip along an edge is, as a part of a side."""
_OPENING = 6.0
"""The room that a gate or a tunnel's mouth takes from decor, as a radius."""
_ABOVE = 90
"""The order of marks: above all features."""


class Pictures:
    """Draws designs. It keeps the layout of each design that it has drawn, and the drawing for each way that it was turned."""

    def __init__(
        self,
        kinds: Mapping[str, FeatureKind],
        marks: Mapping[str, Mark],
        art: Sequence[Path],
        figures: Mapping[str, Figure] | None = None,
    ) -> None:
        """Draw with this vocabulary, from these art folders: the first that has a drawing or an ink decides.

        ``figures`` give names; a figure that is not among them is called by its id.
        Raises ``pydantic.ValidationError`` for an ``inks.yaml`` that is not as described in :mod:`generator.pictures.inks`.
        """
        self._kinds, self._marks, self._figures = kinds, marks, figures or {}
        self.inks: Inks = read_inks(art)
        self._painter = Painter(art, self.inks)
        self._layouts: dict[str, tuple[Design, Layout]] = {}
        self._drawings: dict[tuple[str, int, bool], tuple[Design, str]] = {}

    def layout(self, design: Design) -> Layout:
        """Return where everything on a design lies."""
        known = self._layouts.get(design.id)
        if known is None or known[0] != design:
            known = self._layouts[design.id] = design, layout(design, self._kinds, self.inks.measures)
        return known[1]

    def tile(self, design: Design, *, size: int | None = None, title: str | None = None, rotation: int = 0) -> str:
        """Return a tile as a standalone ``<svg>``, fit for a file and for use inside a page.

        ``size`` is the side of one square in pixels; without it the picture takes the width it is given. ``rotation`` counts
        clockwise quarter turns. ``title`` is what the picture is called for who does not see it, else the design's id.
        """
        bounds = turned(box_of(self.layout(design).bounds), rotation)
        body = self._turned(design, rotation, detail=size is None or size >= SMALL) + self._frame(bounds)
        return _svg(bounds, body, title or design.id, size)

    def edge(self, kind: FeatureKind, *, title: str = "") -> str:
        """Return the strip of a tile along an edge at which a kind of feature ends; what is beyond that edge is below the picture.

        ``title`` is what the picture is called for who does not see it; without one it is hidden from them.
        """
        ports: tuple[Edge, ...] = ("N", "S") if kind.shape == "line" else ("S",)
        features = () if kind.shape == "remainder" else (Feature(kind=kind.id, ports=ports),)
        design = Design(id=f"edge/{kind.id}", edges=4 * (kind.edge or ""), features=features)
        return _svg(Box(0, SIDE * (1 - _STRIP), SIDE, SIDE), self._drawn(self.layout(design), detail=True, turn=0), title, None)

    def board(self, placed: Sequence[Placed], *, size: int | None = None, title: str = "", margin: float = 4) -> str:
        """Return a board of placed tiles; ``size`` is the side of a square in pixels, ``margin`` is in hundredths of it."""
        return self.position(placed, (), size=size, title=title, margin=margin)

    def position(
        self,
        placed: Sequence[Placed],
        pieces: Sequence[PiecePlaced],
        *,
        highlight: Collection[tuple[int, int]] = (),
        room: Collection[tuple[int, int]] = (),
        size: int | None = None,
        title: str = "",
        description: str = "",
        margin: float = 4,
    ) -> str:
        """Return a board of placed tiles with the pieces on it; ``size`` is the side of a square in pixels, ``margin`` in hundredths.

        The squares of ``highlight`` get an outline, neighbours a common one; for those of ``room`` there is room, whether something
        lies there or not. ``title`` is what the picture is called for who does
        not see it (without one it is hidden from them), ``description`` says more. Raises :class:`PositionError` for a piece that
        cannot stand where it should.
        """
        detail = size is None or size >= SMALL
        drawn, boxes = [], [Box(SIDE * x, SIDE * y, SIDE * x + SIDE, SIDE * y + SIDE) for x, y in highlight]
        outline = _outlined(boxes)
        for item in placed:
            local = turned(box_of(self.layout(item.design).bounds), item.quarter_turns)
            bounds = local.shifted(SIDE * item.x, SIDE * item.y)
            drawn.append(
                _nested(bounds, local, self._turned(item.design, item.quarter_turns, detail=detail)) + self._frame(bounds)
            )
            boxes.append(bounds)
        boxes += (Box(SIDE * x, SIDE * y, SIDE * x + SIDE, SIDE * y + SIDE) for x, y in room)
        if outline:
            rim = f'<path d="{outline}" fill="none" stroke-linejoin="round" stroke='
            drawn.append(
                f'{rim}"{self._colour("paper")}" stroke-width="3.2"/>{rim}"{self._colour("highlight")}" stroke-width="1.6"/>'
            )
        drawn.append(self._standing(placed, pieces, detail=detail))
        return _svg(Box.around(boxes).grown(margin), "".join(drawn), title, size, description)

    def figure(self, figure: str, colour: str | None = None, *, size: int | None = None, title: str | None = None) -> str:
        """Return one figure by itself, as it stands; ``size`` is the side of the picture in pixels."""
        radius = self.inks.figure(figure).radius
        piece, key = PiecePlaced(figure, 0, 0, colour), f"{figure}|{colour}|{size}"
        view = self._figure(piece, Stand(0, 0, radius), key, detail=size is None or size >= _TINY)
        pixels = None if size is None else round(size * SIDE / (2 * radius))
        return _svg(Box(-radius, -radius, radius, radius), self._painted(view), title or view.name, pixels)

    def sheet(
        self, items: Sequence[tuple[Design, str]], columns: int, *, size: int | None = None, title: str = "", ink: str = "#6b6459"
    ) -> str:
        """Return a contact sheet: tiles in rows of ``columns`` squares, each with its label below; wide tiles take two places."""
        gap, line = 12.0, 22.0
        drawn, boxes = [], []
        x = y = row = 0.0
        for design, label in items:
            local = box_of(self.layout(design).bounds)
            if x > 0 and x + local.width > columns * (SIDE + gap):
                x, y, row = 0.0, y + row + line, 0.0
            bounds = Box(x, y, x + local.width, y + local.height)
            drawn.append(
                _nested(bounds, local, self._turned(design, 0, detail=size is None or size >= SMALL)) + self._frame(bounds)
            )
            drawn.append(
                f'<text x="{number(x + local.width / 2)}" y="{number(bounds.bottom + 12)}" text-anchor="middle" '
                f'font-family="sans-serif" font-size="9" fill="{ink}">{escape(label)}</text>'
            )
            boxes.append(bounds)
            x, row = x + local.width + gap, max(row, local.height)
        whole = Box.around(boxes).grown(gap)
        whole = Box(whole.left, whole.top, whole.right, whole.bottom + 8)
        return _svg(whole, "".join(drawn), title, size)

    def overlay(self, design: Design, *, size: int | None = None, title: str | None = None) -> str:
        """Return a tile with its fields as the rules see them: each tinted and numbered, its half-edges labelled."""
        plan = self.layout(design)
        bounds = box_of(plan.bounds)
        frames = [Frame(SIDE * square.at[0], SIDE * square.at[1]) for square in design.all_squares]
        tinted, written = "", ""
        for n, derived in enumerate(plan.fields):
            piece = plan.piece_of(derived)
            if piece is not None:
                tint = self.inks.tints[n % len(self.inks.tints)] if self.inks.tints else self._colour("ink")
                tinted += f'<path d="{_outline(piece.region)}" fill="{tint}" fill-opacity=".7" fill-rule="evenodd"/>'
                written += _text(piece.anchor.x, piece.anchor.y, str(n + 1), 10)
            written += "".join(_text(*_inside(frames[i], half), half, 5) for i, half in derived.ports)
        body = self._drawn(plan, detail=False, turn=0, ground=tinted)
        return _svg(bounds, body + written + self._frame(bounds), title or design.id, size)

    def _standing(self, placed: Sequence[Placed], pieces: Sequence[PiecePlaced], *, detail: bool) -> str:
        """Return the pieces of a position, the largest and the farthest first."""
        if not pieces:
            return ""
        board = squares(placed, lambda item: self.layout(item.design))
        found = stands(board, pieces, [self.inks.figure(piece.figure).radius for piece in pieces], self._kinds)
        whole = repr(([(item.design.id, item.x, item.y, item.quarter_turns) for item in placed], pieces, detail))
        order = sorted(
            range(len(pieces)), key=lambda n: (not pieces[n].across, -found[n].r, round(found[n].y, 3), round(found[n].x, 3), n)
        )
        drawn = ""
        for n in order:
            piece, stand = pieces[n], found[n]
            view = self._figure(piece, stand, f"{whole}|{n}", detail=detail)
            # By this a script finds the same piece in the picture of another moment.
            told = (
                f'data-piece="{escape(piece.figure)} {escape(piece.colour or "")}" data-at="{number(stand.x)} {number(stand.y)}"'
            )
            drawn += f"<g {told}>{self._painted(view)}</g>"
        return drawn

    def _painted(self, view: FigureView) -> str:
        return self._painter.whole((f"figures/{view.id}.svg.j2", "figures/_figure.svg.j2"), view)

    def _figure(self, piece: PiecePlaced, stand: Stand, key: str, *, detail: bool) -> FigureView:
        ink, player = self.inks.figure(piece.figure), self.inks.player(piece.colour)
        return FigureView(
            piece.figure,
            self._figures[piece.figure].name if piece.figure in self._figures else piece.figure,
            _uid(key),
            detail,
            stand.x,
            stand.y,
            stand.r,
            90 if stand.shape in ink.lies else 0,
            90 * EDGES.index(piece.facing) if piece.facing else None,
            player.fill,
            player.on,
            player.sign,
            across=piece.across,
        )

    def _turned(self, design: Design, quarter_turns: int, *, detail: bool) -> str:
        """Return all of a tile, turned about the middle of its square at (0, 0)."""
        turn = quarter_turns % 4
        known = self._drawings.get((design.id, turn, detail))
        if known is None or known[0] != design:
            body = self._drawn(self.layout(design), detail=detail, turn=90 * turn)
            whole = f'<g transform="rotate({90 * turn} 50 50)">{body}</g>' if turn else body
            known = self._drawings[design.id, turn, detail] = design, whole
        return known[1]

    def _drawn(self, plan: Layout, *, detail: bool, turn: int, ground: str = "") -> str:
        """Return all of a tile as it lies; ``ground`` is drawn below everything else, ``turn`` is how far it will be turned."""
        x0, y0, x1, y1 = plan.bounds
        layers: dict[str, list[tuple[int, str]]] = {name: [] for name in PASSES}
        for order, names, view in self._views(plan, detail=detail, turn=turn):
            for name, text in self._painter.passes(names, view).items():
                layers[name].append((order, text))
        drawn = "".join(text for name in PASSES for _, text in sorted(layers[name], key=lambda item: item[0]))
        whole = f"M{number(x0)} {number(y0)}H{number(x1)}V{number(y1)}H{number(x0)}Z"
        return f'<path d="{whole}" fill="{self._colour("ground")}"/>{ground}{drawn}'

    def _views(self, plan: Layout, *, detail: bool, turn: int) -> Iterator[tuple[int, tuple[str, str], View]]:
        """Yield what is to be drawn: its order, the templates that may draw it, and what they see."""
        room = Room()
        for m in plan.marks:
            room.take(disc(m.spot.x, m.spot.y, m.spot.clear))
        for f in plan.features:
            room.drawn.extend(f.curves)
            for opening in (*f.gates, *f.mouths):
                room.take(disc(opening.x, opening.y, _OPENING))
        uid = _uid(f"{plan.design.id}|{detail}|{turn}")
        for f in plan.features:
            names = f"features/{f.feature.kind}.svg.j2", f"features/_{f.shape}.svg.j2"
            yield self.inks.kind(f.feature.kind).order, names, self._feature(f, plan, uid, room, detail=detail, turn=turn)
        for m in plan.marks:
            sort = self._marks[m.mark].sort if m.mark in self._marks else "symbol"
            names = f"marks/{m.mark}.svg.j2", f"marks/_{sort}.svg.j2"
            yield _ABOVE, names, self._mark(m, plan, uid, room, detail=detail, turn=turn)
        rest = next((kind for kind in self._kinds.values() if kind.shape == "remainder"), None)
        if rest is None or not detail:
            return
        for n, piece in enumerate(plan.pieces):
            view = View(
                rest.id,
                rest.name,
                uid,
                detail,
                Chance(f"{plan.design.id}/{n}"),
                room,
                piece.region,
                x=piece.anchor.x,
                y=piece.anchor.y,
                r=piece.anchor.clear,
            )
            yield self.inks.kind(rest.id).order, (f"features/{rest.id}.svg.j2", f"features/_{rest.shape}.svg.j2"), view

    def _feature(self, f: FeatureShape, plan: Layout, uid: str, room: Room, *, detail: bool, turn: int) -> View:
        kind, ink, spot = self._kinds[f.feature.kind], self.inks.kind(f.feature.kind), f.spot or f.anchor
        return View(
            kind.id,
            kind.name,
            uid,
            detail,
            Chance(f"{plan.design.id}/{f.ref[0]}/{f.ref[1]}"),
            room,
            f.region,
            d=f.d,
            ways=tuple(c.d for c in f.curves),
            hidden=tuple(c.d for c in f.hidden),
            curves=f.curves,
            gates=f.gates,
            mouths=f.mouths,
            overpasses=f.overpasses,
            width=ink.width,
            x=spot.x,
            y=spot.y,
            r=spot.clear,
            arms=f.arms,
            turn=-turn if ink.upright else 0,
        )

    def _mark(self, m: MarkShape, plan: Layout, uid: str, room: Room, *, detail: bool, turn: int) -> View:
        name = self._marks[m.mark].name if m.mark in self._marks else m.mark
        return View(
            m.mark,
            name,
            uid,
            detail,
            Chance(f"{plan.design.id}/{m.square}"),
            room,
            disc(m.spot.x, m.spot.y, m.spot.clear),
            x=m.spot.x,
            y=m.spot.y,
            r=m.spot.clear,
            arms=m.arms,
            turn=-turn if self.inks.mark(m.mark).upright else 0,
        )

    def _colour(self, name: str) -> str:
        return self.inks.colours.get(name, "#808080")

    def _frame(self, bounds: Box) -> str:
        return (
            f'<rect class="frame" x="{number(bounds.left)}" y="{number(bounds.top)}" width="{number(bounds.width)}" '
            f'height="{number(bounds.height)}" fill="none" stroke="{self._colour("frame")}" stroke-width=".8"/>'
        )


def _uid(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:8]


def _outlined(boxes: Sequence[Box]) -> str:
    """Return the outline of squares, just inside them, as data of a path; neighbours have a common one."""
    whole = unary_union([rectangle(b.left, b.top, b.right, b.bottom) for b in boxes]).buffer(-_RIM, join_style="mitre")
    return "".join(_outline(part) for part in getattr(whole, "geoms", [whole]) if not part.is_empty)


def _outline(region: Polygon) -> str:
    """Return the rings of a region as data of a path."""
    rings = (region.exterior, *region.interiors)
    return "".join("M" + "L".join(f"{number(x)} {number(y)}" for x, y in ring.simplify(0.2).coords[:-1]) + "Z" for ring in rings)


def _text(x: float, y: float, text: str, size: float) -> str:
    """Return dark letters with a pale rim, centred on a point."""
    return (
        f'<text x="{number(x)}" y="{number(y + 0.36 * size)}" text-anchor="middle" font-family="sans-serif" font-weight="bold" '
        f'font-size="{number(size)}" fill="#1d1a16" stroke="#ffffff" stroke-width="1.6" paint-order="stroke">{text}</text>'
    )


def _inside(frame: Frame, half: str) -> Point:
    """Return where the label of a half-edge stands: a little inward from its middle."""
    return polar(frame.half(half), frame.inward(next(edge for edge in EDGES if half[0] == edge)), 6)


def _nested(bounds: Box, local: Box, body: str) -> str:
    place = f'x="{number(bounds.left)}" y="{number(bounds.top)}"'
    extent = f'width="{number(bounds.width)}" height="{number(bounds.height)}"'
    return f'<svg {place} {extent} viewBox="{local.view}">{body}</svg>'


def _svg(bounds: Box, body: str, title: str, size: int | None, description: str = "") -> str:
    measure = ""
    if size is not None:
        measure = f' width="{round(bounds.width * size / SIDE)}" height="{round(bounds.height * size / SIDE)}"'
    more = f"<desc>{escape(description)}</desc>" if description else ""
    named = f'role="img"><title>{escape(title)}</title>{more}' if title else 'aria-hidden="true">'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{bounds.view}"{measure} {named}{body}</svg>'
