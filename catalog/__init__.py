"""The catalogue: typed entries, the loader and its findings, the index, and the questions it answers. Imports nothing of ours."""

from catalog.findings import CODES, Finding, Related, did_you_mean
from catalog.index import SECTIONS, Catalog
from catalog.load import Loaded, load
from catalog.prover import ProverMissingError, prove
from catalog.questions import Answer, Question, Rulings, can

__all__ = [
    "CODES", "SECTIONS", "Answer", "Catalog", "Finding", "Loaded", "ProverMissingError", "Question", "Related", "Rulings", "can",
    "did_you_mean", "load", "prove",
]  # fmt: skip
