"""The tests. A package of this name, so that no other distribution's ``tests`` is taken for it."""
