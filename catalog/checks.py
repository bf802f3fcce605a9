"""The checks over the whole catalogue: references and texts here, tiles in ``tile_checks``, options in ``option_checks``,
what takes the place of what in ``edition_checks``, effects in ``statement_checks``, examples in ``example_checks``,
ids that have moved in ``move_checks``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from catalog import edition_checks, example_checks, format_checks, move_checks, option_checks, statement_checks, text, tile_checks
from catalog.effects import Auction, CoveredBy, LayAside, NoEffect, Pile, Repeat
from catalog.findings import hint_for
from catalog.index import Catalog
from catalog.model import Model
from catalog.reporter import Reporter, Walked
from catalog.statements import Statement
from catalog.yamlfile import YamlFile


def run(
    catalog: Catalog,
    files: Mapping[str, YamlFile],
    half_read: frozenset[str] = frozenset(),
    unread: frozenset[str] = frozenset(),
    walked: Walked | None = None,
    *,
    outlined: bool = False,
) -> None:
    """Run every check; findings go to the files. ``half_read`` and ``unread`` are those of :class:`Reporter`.

    ``outlined``: nothing was wrong when the files said the same but for the texts of statements. Then only these are looked at.
    """
    broken = frozenset(name for name, file in files.items() if file.findings)
    report = Reporter(catalog, files, half_read, unread, broken, Walked() if walked is None else walked)
    if not outlined:
        run_but_texts(report)
    for statement in catalog.statements.values():
        _text(statement, catalog, report)


def run_but_texts(report: Reporter) -> None:
    """Run the checks that look at no text of a statement."""
    tile_checks.run(report)
    _references(report.catalog, report)
    option_checks.run(report)
    edition_checks.run(report)
    _stages(report.catalog, report)
    statement_checks.run(report)
    example_checks.run(report)
    format_checks.run(report)
    move_checks.run(report)


def _entries(catalog: Catalog) -> Iterator[tuple[str, str, Model]]:
    yield from (("element", i, e) for i, e in catalog.elements.items())
    yield from (("edition", i, e) for i, e in catalog.editions.items())
    yield from (("big box", b.id, b) for b in catalog.big_boxes)
    yield from (("box", i, b) for i, b in catalog.boxes.items())
    yield from (("design", i, d) for i, d in catalog.designs.items())
    yield from (("printing", str(n), p) for n, p in enumerate(catalog.printings))
    yield from (("statement", i, s) for i, s in catalog.statements.items())
    yield from (("example", i, e) for i, e in catalog.examples.items())


def _known(catalog: Catalog, report: Reporter) -> dict[str, set[str]]:
    parts = [node for found in report.effects.values() for _, node in found]
    return {
        "feature-kind": set(catalog.kinds),
        "figure": set(catalog.figures),
        "role": set(catalog.roles),
        "mark": set(catalog.marks),
        "actor": set(catalog.actors),
        "verb": set(catalog.verbs),
        "box": set(catalog.boxes),
        "edition": set(catalog.editions),
        "source": set(catalog.sources),
        "design": set(catalog.designs),
        "statement": set(catalog.statements),
        "module": {m.id for b in catalog.boxes.values() for m in b.modules},
        "colour": {*catalog.colours},
        "format": set(catalog.formats),
        "loop": {node.name for node in parts if isinstance(node, Repeat)},
        "pile": {
            node.name if isinstance(node, Pile) else node.into for node in parts if isinstance(node, Pile | Auction | LayAside)
        },
    }


def _references(catalog: Catalog, report: Reporter) -> None:
    known = _known(catalog, report)
    there: dict[tuple[str, ...], set[str]] = {}
    for sort, entry_id, entry in _entries(catalog):
        for path, value, ref in report.references(entry):
            if ref.to not in there:
                there[ref.to] = {word for kind in ref.to for word in known.get(kind, ())}
            if value in there[ref.to] or value in report.half_read or report.unread & {*ref.to} or ref.to[0] not in known:
                continue
            message, hint = f"there is no {_or(ref.to)} `{value}`", report.hint(value, there[ref.to], ref.to)
            report.add(sort, entry_id, path, "unknown-reference", message, hint=hint)


def _stages(catalog: Catalog, report: Reporter) -> None:
    """Find elements whose stage is not that of the boxes that bring them, and names for figures on what no figure stands on."""
    for role in catalog.roles.values():
        if role.on in catalog.figures and not catalog.figures[role.on].ground:
            message = f"no figure stands on a `{role.on}`"
            report.add("element", role.id, ("on",), "wrong-shape", message, hint=f"write `ground: true` with `{role.on}`")
    for element in catalog.elements.values():
        stages = {one.stage for box in catalog.boxes.values() if element.id in box.brings for one in box.editions.values()}
        if element.stage == "referenced" and "playable" in stages:
            message = f"`{element.id}` comes with a box whose rules are here"
            report.add("element", element.id, ("stage",), "wrong-stage", message, hint="leave out `stage`")
        if element.stage == "playable" and stages == {"referenced"}:
            message = f"`{element.id}` comes only with boxes whose rules are not public"
            report.add("element", element.id, ("id",), "wrong-stage", message, hint="write `stage: referenced`")


def _or(words: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


_ENGLISH_FORMS = 2


def _text(statement: Statement, catalog: Catalog, report: Reporter) -> None:
    def add(code: str, piece: str, message: str, hint: str | None = None) -> None:
        report.add("statement", statement.id, ("text",), code, message, hint=hint, key=True, piece=piece)

    numbers, words = text.placeholders(statement.text), text.written_numbers(statement.text)
    found = text.candidates(statement, catalog, written=report.effect) if numbers or words else []
    paths = sorted({".".join(path[-2:]) for path, _ in found})
    covered = statement.effect.none if isinstance(statement.effect, NoEffect) else None
    # The numbers of what covers it are not all known.
    blind = isinstance(covered, CoveredBy) and bool(report.half_read & {*covered.entries} or "statement" in report.unread)
    for part in text.parse(statement.text):
        if isinstance(part, text.Link) and part.target not in catalog.elements and not report.excuses(part.target):
            piece = f"]({part.target})"
            add("bad-link", piece, f"the link `{part.target}` leads to no element", report.hint(part.target, catalog.elements))
    for number in numbers:
        piece = str(number)
        if len(number.forms) not in (0, _ENGLISH_FORMS):
            message = f"`{piece}` has not the two forms that English has"
            add("text-markup", piece, message, f"{{{number.name}:form for one|form for others}}")
        if not blind:
            values = text.lookup(number.name, found)
            if not values:
                hint = hint_for(number.name, paths) if paths else "the effect has no number"
                add("unknown-placeholder", piece, f"`{piece}` names no number of the effect", hint)
            elif len(values) > 1:
                hint = f"say which: {', '.join(paths)}"
                add("unknown-placeholder", piece, f"`{piece}` names several numbers of the effect", hint)
    for piece in text.left_over(statement.text):
        add("text-markup", piece, f"`{piece}` is neither a link nor a placeholder", "links are [words](element), numbers {name}")
    for word in words:
        hint = f"take it from the effect: {{{'}, {'.join(paths)}}}" if paths else "say it without a number, or in the effect"
        add("number-in-text", word, f"`{word}` is written out, so that text and play could drift apart", hint)


__all__ = ["Reporter", "run"]
