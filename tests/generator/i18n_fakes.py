"""A small game that nobody plays, for the tests of translations: two elements, two statements, one box."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from catalog.boxes import Box, Edition, Source
from catalog.index import Catalog, Origin
from catalog.statements import Statement
from catalog.vocabulary import Element, Figure, Verb

HEADER = """\
msgid ""
msgstr ""
"Language: cs\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);\\n"
"""
WYRM_MOVES = "The [wyrm](wyrm) makes {times} moves."
WYRM_SLEEPS = "At night the [wyrm](wyrm) sleeps in its [den](den)."


def statement(entry_id: str, text: str) -> Statement:
    return Statement.model_validate(
        {"id": entry_id, "section": "general", "text": text, "source": {"doc": "leaflet"}, "effect": {"none": "flavour"}}
    )


def catalog(
    root: Path,
    texts: dict[str, str] | None = None,
    packs: tuple[Path, ...] = (),
    extra: tuple[Element, ...] = (),
    sources: tuple[Source, ...] = (),
) -> Catalog:
    """Return the game; ``texts`` are its statements by id."""
    texts = {"wyrm-moves": WYRM_MOVES, "wyrm-sleeps": WYRM_SLEEPS} if texts is None else texts
    elements = (
        Figure(id="wyrm", name="wyrm", plural="wyrms", aliases=("worm",), about="A long beast."),
        Figure(id="den", name="den", plural="dens"),
        Verb.model_validate({"id": "wake", "name": "wake", "mode": "choice", "unless-stated": "allow"}),
        *extra,
    )
    box = Box.model_validate(
        {
            "id": "caves",
            "name": "The Caves",
            "sort": "base",
            "about": "Caves and what is in them.",
            "editions": {"c1": {"year": 2001}},
        }
    )
    statements = {i: statement(i, text) for i, text in texts.items()}
    origins = {("statement", i): Origin("expansions/caves/rules.yaml", ("statements", n)) for n, i in enumerate(statements)}
    return Catalog(
        root=root,
        packs=packs,
        editions={"c1": Edition(id="c1", name="First edition", years=(2001, None), marks="Brown backs.")},
        sources={s.id: s for s in sources},
        boxes={"caves": box},
        elements={e.id: e for e in elements},
        statements=statements,
        box_of=dict.fromkeys(statements, "caves"),
        origins={
            **origins,
            ("element", "wyrm"): Origin("vocabulary/figures.yaml", ("figures", 0)),
            ("box", "caves"): Origin("expansions/caves/expansion.yaml", ()),
            ("edition", "c1"): Origin("editions.yaml", ("editions", 0)),
        },
    )


def write(root: Path, name: str, text: str, *, header: bool = True) -> Path:
    """Write a file of the Czech folder, with a PO header before it where it is a PO file."""
    path = root / "locales" / "cs" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    before = f"{HEADER}\n" if header and name.endswith(".po") else ""
    path.write_text(before + dedent(text).lstrip("\n"), encoding="utf-8")
    return path


def site(root: Path, **templates: str) -> Path:
    """Write page templates, by their name without ending, and return their folder."""
    folder = root / "site"
    folder.mkdir(exist_ok=True)
    for name, text in templates.items():
        (folder / f"{name}.j2").write_text(text, encoding="utf-8")
    return folder
