"""The codes of the findings in translations."""

from __future__ import annotations

CODES: dict[str, str] = {
    "translation-syntax": "The file is not a PO file in UTF-8: an entry in it cannot be read, and is left out.",
    "translation-file": "The bytes or the header of a PO file are such that other programs read it otherwise, or not at all.",
    "translation-plural-forms": "The header declares plural forms that cannot be used.",
    "translation-duplicate": "Two entries of one file have the same msgctxt (or, in the interface, the same msgid).",
    "translation-unknown": "An entry that nothing in the data or the templates uses any more.",
    "translation-placeholder": "A placeholder is missing, is invented, or is not closed.",
    "translation-link": "The links of a translation do not lead to the same places as the links of the English text.",
    "translation-number": "A number is written out that the English text does not write out: it must be a placeholder or a word.",
    "translation-markup": "The HTML tags of a translation are not those of the English text.",
    "translation-is-english": "English was copied into a translation, so that an untranslated text looks translated.",
    "translation-language": "A folder of translations whose name is not a language tag, or differs from what its files say.",
    "translation-review": "A comment that looks like the mark of a review (`# reviewed: WHO DATE`) and is none, or stands where it cannot be true.",
    "template-syntax": "A template that Jinja2 cannot read, so that its texts cannot be extracted.",
    "glossary-missing": "A language without a glossary: its readers see the English names.",
    "translation-quotes": "A quotation mark that is not the language's own (`quotes:` of its glossary), or that is not closed.",
    "translation-spaces": "A space where the language wants a line not to break: `translate update` puts no-break spaces there.",
    "translation-term": "A link whose words are no form of the glossary's term for the element, and are not allowed for it.",
    "glossary-unknown": "A glossary speaks of an element, a box, an edition or a source that there is not.",
    "glossary-gap": "An element without a term, or a term without its plural, its gender or one of its cases.",
    "glossary-grammar": "A gender or a case that the language does not have, or a case with too few forms or too many.",
    "glossary-duplicate": "Two terms for one element, or one name for two elements that English tells apart.",
}
"""Every code of this package with one sentence on what it means. A glossary's shape is checked like any data file's."""
