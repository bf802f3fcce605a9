"""What CONTRIBUTING tells translators is so: its glossary can be read, its marks count, its words in several forms are put right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from catalog.text import inflected, placeholders
from generator.i18n.conventions import locale_of, plural_form
from generator.i18n.glossary import GlossaryFile
from generator.i18n.reviews import wrong, wrong_words
from tests.programs import ROOT

SAID = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Translators")[2].partition("\n## ")[0]


def test_the_glossary_that_is_shown_has_every_part_that_there_is():
    (block,) = re.findall(r"```yaml\n(.*?)```", SAID, re.DOTALL)
    shown = GlossaryFile.model_validate(YAML(typ="safe").load(block))
    assert wrong_words(shown.terms[0].reviewed or "") is None
    for part in (shown, shown.language, shown.terms[0], shown.boxes[0], shown.terms[0].printed[0]):
        assert part.model_fields_set == set(type(part).model_fields)


def test_the_mark_that_is_shown_is_one():
    marks = re.findall(r"^    # (reviewed.*)$", SAID, re.MULTILINE)
    assert marks
    assert all(wrong(mark) is None for mark in marks)


@pytest.mark.parametrize(("number", "form"), [(1, 0), (3, 1), (7, 2)])
def test_the_forms_that_are_shown_are_those_of_czech(number, form):
    told = SAID.partition("**Numbers.**")[2].partition("**")[0]
    shown = [text for text in re.findall(r"`([^`]*)`", told.replace("\n", " ")) if "{" in text]
    assert len(shown) == 3
    locale = locale_of("cs")
    for text in shown:
        counted = next(p for p in placeholders(text) if p.forms)
        assert counted.forms[form] in inflected(text, {counted.name: number}, plural_form(locale))


def test_the_ids_that_are_shown_are_of_our_data():
    shown = re.search(r'msgctxt "statement/(.*?)"', SAID)
    path = Path(re.search(r"#: (\S+)", SAID)[1])
    assert f"id: {shown[1]}\n" in (ROOT / "rules_data" / path).read_text(encoding="utf-8")
