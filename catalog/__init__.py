"""The catalogue: typed entries, the loader and its findings, the index, and the questions it answers. Imports nothing of ours."""

from typing import TYPE_CHECKING, Any

from catalog.asked import QuestionError
from catalog.findings import CODES, Finding, Related, did_you_mean
from catalog.index import SECTIONS, Catalog
from catalog.load import Loaded, load
from catalog.questions import Answer, Question, Rulings, can

if TYPE_CHECKING:
    from catalog.prover import ProverMissingError, prove

__all__ = [
    "CODES", "SECTIONS", "Answer", "Catalog", "Finding", "Loaded", "ProverMissingError", "Question", "QuestionError", "Related", "Rulings", "can",
    "did_you_mean", "load", "prove",
]  # fmt: skip


def __getattr__(name: str) -> Any:  # noqa: ANN401  each name has a type of its own
    """Fetch the prover where it is asked for: nothing else waits for it."""
    if name not in {"ProverMissingError", "prove"}:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
    from catalog import prover  # noqa: PLC0415

    return getattr(prover, name)
