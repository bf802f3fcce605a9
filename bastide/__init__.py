"""Bastide: a rulebook that can be played. This is its public interface; the packages below it are the house.

>>> import bastide
>>> loaded = bastide.load()
>>> loaded.errors
()
>>> catalog = loaded.catalog
>>> bastide.can(catalog, bastide.Question("dragon", "remove", "meeple", edition="c3.1")).verdict
'does'
>>> catalog.designs["base/d"].edges
'CRFR'
>>> bastide.pictures(catalog).tile(catalog.designs["base/d"])[:4]
'<svg'
>>> table = bastide.lay_table(catalog, "base,river@c2", edition="c1")
>>> table.editions
{'base': 'c1', 'river': 'c2'}
>>> game = bastide.Game(bastide.compile_rules(table, players=3), seed=7)
>>> game.colours[game.player], game.describe(game.actions()[0])["tile"]
('red', 'river/i')
>>> bastide.languages(catalog).by_tag["cs"].name_of("dragon").text
'drak'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bastide.drawing import pictures
    from catalog import Answer, Catalog, Finding, Loaded, ProverMissingError, Question, QuestionError, Rulings, can, load, prove
    from engine import (
        Event,
        Game,
        IllegalActionError,
        Played,
        Rules,
        SavedGameError,
        SetupError,
        Table,
        TableError,
        compile_rules,
        explain,
        lay_table,
        random_game,
        replay,
        save,
        simulate,
    )
    from generator.i18n import Language, Languages, languages
    from generator.output import OutputError
    from generator.pictures import Pictures, Placed
    from generator.site import Built, SiteError, build

    __version__: str

_HOMES = {
    "bastide.drawing": ["pictures"],
    "bastide.version": ["__version__"],
    "catalog": ["Answer", "Catalog", "Finding", "Loaded", "ProverMissingError", "Question", "QuestionError", "Rulings", "can", "load", "prove"],
    "engine": [
        "Event", "Game", "IllegalActionError", "Played", "Rules", "SavedGameError", "SetupError", "Table", "TableError",
        "compile_rules", "explain", "lay_table", "random_game", "replay", "save", "simulate",
    ],
    "generator.i18n": ["Language", "Languages", "languages"],
    "generator.output": ["OutputError"],
    "generator.pictures": ["Pictures", "Placed"],
    "generator.site": ["Built", "SiteError", "build"],
}  # fmt: skip
"""Where each name comes from. It is fetched when it is first asked for: who asks a question does not wait for the site."""

__all__ = [
    "Answer", "Built", "Catalog", "Event", "Finding", "Game", "IllegalActionError", "Language", "Languages", "Loaded",
    "OutputError", "Pictures", "Placed", "Played", "ProverMissingError", "Question", "QuestionError", "Rules", "Rulings", "SavedGameError",
    "SetupError", "SiteError", "Table", "TableError", "__version__", "build", "can", "compile_rules", "explain", "languages",
    "lay_table", "load", "pictures", "prove", "random_game", "replay", "save", "simulate",
]  # fmt: skip


def __getattr__(name: str) -> Any:  # noqa: ANN401  each name has a type of its own
    """Fetch a name of the interface."""
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
    globals()[name] = getattr(import_module(home), name)
    return globals()[name]


def __dir__() -> list[str]:
    """Return the names of the interface too that were not fetched yet."""
    return sorted({*globals(), *__all__})
