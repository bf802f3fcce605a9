"""Saved games of JCloisterZone (``.jcz``): set up with our entries, played by our rules, and held against what they assert.

What its games call our boxes, figures, features and moves is data: ``rules_data/formats/jcz.yaml``.
"""

from bastide.jcz.replay import FORMAT, SUFFIX, play, replay

__all__ = ["FORMAT", "SUFFIX", "play", "replay"]
