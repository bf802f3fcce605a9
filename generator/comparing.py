"""What is said around a comparison of editions: headings and short phrases, in the language of the reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from generator.untranslated import Speaker


@dataclass(frozen=True, slots=True)
class Comparing:
    """The phrases in one language. What has no translation is said in English."""

    language: Speaker

    def heading(self, sort: str) -> str:
        """Return the heading of what is compared, by its sort."""
        gettext = self.language.gettext
        return {
            "content": gettext("What is in the box"),
            "element": gettext("What comes and goes"),
            "module": gettext("Modules"),
            "option": gettext("Options"),
            "tile": gettext("The tiles"),
            "term": gettext("Words"),
        }[sort]

    def only_in(self, edition: str, *, public: bool) -> str:
        """Return that a box is in one of two editions only; of one whose rules are not public, that it is known here only there."""
        gettext = self.language.gettext
        return (gettext("only in %(edition)s") if public else gettext("known here only in %(edition)s")) % {"edition": edition}

    def rules_not_public(self) -> str:
        """Return why little is said of a box."""
        return self.language.gettext("Its rules are not public yet; only what is known of it is compared.")

    def nothing_changed(self) -> str:
        """Return the sentence of a comparison that finds nothing."""
        return self.language.gettext("Nothing changed.")

    def counted(self, count: int, thing: str | None = None, *, plain: bool = False, squares: int | None = None) -> str:
        """Return so many tiles: those that show a thing, those without a symbol, those of several squares, or all."""
        ngettext, double = self.language.ngettext, (squares or 1) > 1
        if plain:
            said = ngettext("%(num)s tile without a symbol", "%(num)s tiles without a symbol", count)
        elif thing is not None and double:
            said = ngettext("%(num)s double tile: %(thing)s", "%(num)s double tiles: %(thing)s", count)
        elif thing is not None:
            said = ngettext("%(num)s tile: %(thing)s", "%(num)s tiles: %(thing)s", count)
        elif double:
            said = ngettext("%(num)s double tile", "%(num)s double tiles", count)
        else:
            said = ngettext("%(num)s tile", "%(num)s tiles", count)
        return said % {"num": count, "thing": thing}

    def same_tile(self, old: str, new: str) -> str:
        """Return that two tiles with other letters are the same."""
        return self.language.gettext("%(old)s is now %(new)s") % {"old": old, "new": new}

    def default(self, value: str) -> str:
        """Return that a value of an option is the default."""
        return self.language.gettext("%(value)s (default)") % {"value": value}
