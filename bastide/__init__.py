"""Bastide: a rulebook that can be played. The command line; its parts are the packages catalog, engine and generator."""
