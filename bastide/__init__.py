"""Bastide: a rulebook that can be played. This is its public interface; the packages below it are the house.

>>> import bastide
>>> catalog = bastide.load().catalog
>>> bastide.can(catalog, bastide.Question("dragon", "remove", "meeple", edition="c3.1")).verdict
'does'
>>> catalog.designs["base/d"].edges
'CRFR'
"""

from importlib.metadata import version

from catalog import Answer, Catalog, Finding, Loaded, Question, Rulings, can, load
from engine import Table, TableError, lay_table
from generator.i18n import Language, Languages, languages
from generator.pictures import Pictures, Placed
from generator.site import Built, build

__version__ = version("bastide")
__all__ = [
    "Answer", "Built", "Catalog", "Finding", "Language", "Languages", "Loaded", "Pictures", "Placed", "Question", "Rulings", "Table",
    "TableError", "__version__", "build", "can", "languages", "lay_table", "load",
]  # fmt: skip
