"""The pages for authors: how tiles and statements are written, and a page for each kind of the vocabulary of effects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from catalog import Catalog, effects
from catalog.effects import KINDS
from catalog.findings import CODES
from catalog.model import Kind, walk
from catalog.statements import Statement
from catalog.tiles import Design
from generator import addresses, vocabulary
from generator.pages.leaf import Leaf
from generator.pages.material import Material
from generator.pages.matrix import own_entry
from generator.pages.scribe import Page, Scribe
from generator.vocabulary import FieldView


@dataclass(frozen=True, slots=True)
class KindView:
    """A kind of the vocabulary, as its page prints it.

    ``example``: a statement that uses it, one that is played in an example if there is any, and of these one of the smallest.
    ``snippet``: the kind as it is written there, or the sample of its declaration where no statement uses it.
    """

    key: str
    about: str
    fields: tuple[FieldView, ...]
    sole: str
    example: Statement | None
    snippet: str


def leaves(_: Catalog) -> Iterator[Leaf]:
    """Yield the page for authors, and one for each kind."""
    yield Leaf(addresses.AUTHORS, authors)
    for kind in KINDS:
        yield Leaf(addresses.kind_page(kind.key), partial(kind_page, key=kind.key))


def authors(scribe: Scribe) -> Page:
    """Return the page for authors."""
    material = scribe.material
    design = _telling_design(material)
    statement = material.catalog.statements[material.specimen] if material.specimen else None
    return scribe.page(
        "authors.html.j2",
        groups=[(name, [_line(scribe, key) for key in keys]) for name, keys in vocabulary.families().items()],
        parts=[(part.__name__, vocabulary.about(part), vocabulary.fields(part)) for part in vocabulary.PARTS],
        links=_links(scribe),
        events=effects.EVENTS,
        kinds_of_feature=list(scribe.catalog.kinds.values()),
        design=design,
        design_yaml=material.yaml(design) if design else "",
        picture=scribe.picture(design, "fields", 200) if design else None,
        statement=scribe.statement(statement) if statement else None,
        statement_yaml=material.yaml(statement) if statement else "",
        statement_href=scribe.href(addresses.own_page(statement.id)) if statement else "",
        codes=sorted(CODES.items()),
    )


def _line(scribe: Scribe, key: str) -> dict[str, object]:
    """Return a kind in one line."""
    return {
        "key": key,
        "short": vocabulary.in_short(vocabulary.kind_of(key)),
        "href": scribe.href(addresses.kind_page(key)),
        "uses": len(scribe.material.uses.get(key, ())),
    }


def _links(scribe: Scribe) -> dict[str, str]:
    """Return where each kind is described, and each part, by the name that types give it."""
    kinds = {kind.key: scribe.href(addresses.kind_page(kind.key)) for kind in KINDS}
    return kinds | {part.__name__: scribe.href(addresses.AUTHORS, f"part_{part.__name__}") for part in vocabulary.PARTS}


def kind_page(scribe: Scribe, key: str) -> Page:
    """Return the page of a kind."""
    kind = vocabulary.kind_of(key)
    material = scribe.material
    view = describe(kind, material)
    family = next(name for name, keys in vocabulary.families().items() if key in keys)
    used = material.uses.get(key, ())
    box_of = scribe.catalog.box_of
    return scribe.page(
        "kind.html.j2",
        kind_view=view,
        short=vocabulary.in_short(kind),
        family=family,
        family_href=scribe.href(addresses.AUTHORS, f"of_{family}"),
        siblings=[other for other in vocabulary.families()[family] if other != key],
        stands_in=vocabulary.places(key),
        takes=[other for other in vocabulary.taken(kind) if other != key],
        links=_links(scribe),
        said=scribe.statement(view.example) if view.example else None,
        played=view.example is not None and view.example.id in material.shown_by,
        whole=f"effect:\n{_indented(material.yaml(view.example.effect))}" if view.example else "",
        own=scribe.href(addresses.own_page(view.example.id)) if view.example else "",
        count=len(used),
        entry=partial(own_entry, scribe),
        uses=[
            (box, scribe.box_name(box), some)
            for box, some in ((b, list(found)) for b, found in groupby(used, key=lambda name: box_of[name]))
        ],
    )


def describe(kind: type[Kind], material: Material) -> KindView:
    """Return what the pages say of a kind: its documentation, its fields, and an example."""
    shown = material.shown_by
    used = material.uses.get(kind.key, ())
    best = min(used, key=lambda name: (name not in shown, material.sizes[name]), default=None)
    example = material.catalog.statements[best] if best else None
    if example is None:
        snippet = kind.sample or ""
    else:
        first = next(node for _, node, _ in walk(example.effect) if isinstance(node, kind) and node.key == kind.key)
        snippet = material.yaml(first)
    return KindView(kind.key, vocabulary.about(kind), vocabulary.fields(kind), _sole(kind), example, snippet.strip())


def _sole(kind: type[Kind]) -> str:
    """Return the field that takes the value of a kind by itself; an empty text for a kind whose fields are always named."""
    if kind.sole is None:
        return ""
    return next(field.alias or name for name, field in kind.model_fields.items() if name == kind.sole)


def _indented(text: str) -> str:
    return "".join(f"  {line}" for line in text.splitlines(keepends=True))


def _telling_design(material: Material) -> Design | None:
    """Return the design of one square that shows most of the format: most features, with marks."""
    whole = [d for d in material.catalog.designs.values() if not d.squares]
    return max(whole, key=lambda d: (len({f.kind for f in d.features}), len(d.features), len(material.marks_of(d))), default=None)
