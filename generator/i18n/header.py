"""The header of a PO file: what it says of the encoding and of the plural forms, and what a new one says."""

from __future__ import annotations

import re
from gettext import c2py

from babel.messages.pofile import denormalize

from catalog.findings import Finding

_PLURAL_FORMS = re.compile(r"nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;\n]+?)\s*;?\s*")
_CHARSET = re.compile(r"charset=([^\s;]+)", re.IGNORECASE)
_MOST = 6
"""No language has more plural forms."""
_NUMBERS = 1000
"""A rule for plurals is tried with the numbers below."""


def read_header(header: str, name: str, plural_forms: str) -> tuple[str | None, list[Finding]]:
    """Return the plural forms that a header declares, None where it declares none that hold, and what is wrong with the header.

    ``plural_forms`` is what a header of the language may say instead.
    """
    findings = []
    charset = _CHARSET.search(denormalized(header))
    if charset and charset[1].lower() not in {"utf-8", "utf8"}:
        message = f"the header says that the file is in {charset[1]}, and it is read as UTF-8"
        line = _line_of(header, "charset")
        findings.append(
            Finding("translation-file", "error", name, line, 1, "", message, "save the file as UTF-8 and write charset=UTF-8")
        )
    said = re.search(r"^Plural-Forms:\s*(.*)$", denormalized(header), re.MULTILINE)
    if said is None:
        return None, findings
    match = _PLURAL_FORMS.fullmatch(said[1])
    wrong = f"`{said[1]}` is not written as `nplurals=N; plural=RULE;`" if match is None else _wrong(int(match[1]), match[2])
    if match is not None and wrong is None:
        return f"nplurals={match[1]}; plural={match[2]};", findings
    message = f"the plural forms of the header cannot be used: {wrong}"
    hint = f"for this language: Plural-Forms: {plural_forms}"
    findings.append(Finding("translation-plural-forms", "error", name, _line_of(header, "Plural-Forms"), 1, "", message, hint))
    return None, findings


def _wrong(count: int, rule: str) -> str | None:
    """Return what is wrong with a declaration of plural forms, in words; None where nothing is."""
    if not 1 <= count <= _MOST:
        return f"no language has {count} forms"
    try:
        form = c2py(rule)
        unlike = next((n for n in range(_NUMBERS) if not 0 <= form(n) < count), None)
    except (ValueError, ZeroDivisionError) as error:
        return f"`{rule}`: {error}"
    return None if unlike is None else f"for {unlike} it gives form {form(unlike)}, and the first of {count} is form 0"


def _line_of(header: str, word: str) -> int:
    return next((n for n, line in enumerate(header.split("\n"), 1) if word in line), 1)


def denormalized(block: str) -> str:
    """Return the texts of some lines of PO, joined: a long header field may be broken over lines."""
    return "".join(denormalize(line[line.index('"') :]) for line in block.split("\n") if line.startswith(('"', "msgstr")))


def new_header(language: str | None, plural_forms: str | None) -> str:
    """Return the header of a new file; without a language, that of a template. No dates: they would change at each run."""
    fields = ["Project-Id-Version: Bastide"]
    if language is not None:
        fields.append(f"Language: {language}")
    fields += ["MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"]
    if plural_forms is not None:
        fields.append(f"Plural-Forms: {plural_forms}")
    return "\n".join(['msgid ""', 'msgstr ""', *(f'"{f}\\n"' for f in fields)])
