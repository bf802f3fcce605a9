"""The pictures: one tile, a board, a sheet, and a tile with its fields marked."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from markupsafe import escape

from catalog.tiles import EDGES, Design
from catalog.vocabulary import FeatureKind, Mark
from generator.geometry import SIDE, Chance, FeatureShape, Frame, Layout, MarkShape, Piece, Point, layout, number, polar
from generator.pictures.board import Box, Placed, box_of, turned
from generator.pictures.inks import Inks, read_inks
from generator.pictures.paint import PASSES, Painter
from generator.pictures.view import Room, View, disc

SMALL = 100
"""Below this many pixels a side, a square is drawn without decor."""
_OPENING = 6.0
"""The room that a gate or a tunnel's mouth takes from decor, as a radius."""
_ABOVE = 90
"""The order of marks: above all features."""


class Pictures:
    """Draws designs. It keeps the layout of each design that it has drawn."""

    def __init__(self, kinds: Mapping[str, FeatureKind], marks: Mapping[str, Mark], art: Sequence[Path]) -> None:
        """Draw with this vocabulary, from these art folders: the first that has a drawing or an ink decides.

        Raises ``pydantic.ValidationError`` for an ``inks.yaml`` that is not as described in :mod:`generator.pictures.inks`.
        """
        self._kinds, self._marks = kinds, marks
        self.inks: Inks = read_inks(art)
        self._painter = Painter(art, self.inks)
        self._layouts: dict[str, tuple[Design, Layout]] = {}

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

    def board(self, placed: Sequence[Placed], *, size: int | None = None, title: str = "", margin: float = 4) -> str:
        """Return a board of placed tiles; ``size`` is the side of a square in pixels, ``margin`` is in hundredths of it."""
        drawn, boxes = [], []
        for item in placed:
            bounds = turned(box_of(self.layout(item.design).bounds), item.quarter_turns).shifted(SIDE * item.x, SIDE * item.y)
            body = self._turned(item.design, item.quarter_turns, detail=size is None or size >= SMALL)
            local = turned(box_of(self.layout(item.design).bounds), item.quarter_turns)
            drawn.append(_nested(bounds, local, body) + self._frame(bounds))
            boxes.append(bounds)
        whole = Box.around(boxes).grown(margin)
        return _svg(whole, "".join(drawn), title, size)

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
                tinted += f'<path d="{_outline(piece)}" fill="{tint}" fill-opacity=".7" fill-rule="evenodd"/>'
                written += _text(piece.anchor.x, piece.anchor.y, str(n + 1), 10)
            written += "".join(_text(*_inside(frames[i], half), half, 5) for i, half in derived.ports)
        body = self._drawn(plan, detail=False, turn=0, ground=tinted)
        return _svg(bounds, body + written + self._frame(bounds), title or design.id, size)

    def _turned(self, design: Design, quarter_turns: int, *, detail: bool) -> str:
        """Return all of a tile, turned about the middle of its square at (0, 0)."""
        turn = quarter_turns % 4
        body = self._drawn(self.layout(design), detail=detail, turn=90 * turn)
        return f'<g transform="rotate({90 * turn} 50 50)">{body}</g>' if turn else body

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
        uid = hashlib.sha256(f"{plan.design.id}|{detail}|{turn}".encode()).hexdigest()[:8]
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
            bridges=f.bridges,
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


def _outline(piece: Piece) -> str:
    rings = (piece.region.exterior, *piece.region.interiors)
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


def _svg(bounds: Box, body: str, title: str, size: int | None) -> str:
    measure = ""
    if size is not None:
        measure = f' width="{round(bounds.width * size / SIDE)}" height="{round(bounds.height * size / SIDE)}"'
    named = f'role="img"><title>{escape(title)}</title>' if title else 'aria-hidden="true">'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{bounds.view}"{measure} {named}{body}</svg>'
