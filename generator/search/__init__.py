"""Search on the site: what is found, as records, and the index that a browser asks without a server's help."""

from generator.search.index import INDEX, WORDS, write
from generator.search.records import SORTS, Record, records

__all__ = ["INDEX", "SORTS", "WORDS", "Record", "records", "write"]
