"""Number fields with a preset: input replaces it, even without scripts, because the preset is only a placeholder."""

import ast
import re
from pathlib import Path

import pytest
from django import forms
from django.conf import settings

from tables.games.kit.inputs import PresetField

ROOT = Path(settings.BASE_DIR)
TAG = re.compile(r"<input\b[^>]*>")
# Templates print a typed value only after a refusal, or for a limit that is removed by emptying its field.
REFUSED = ("{% if refused", "{% if refusal", "{% elif widget.value")
NO_LIMIT = {"at_most", "keep", "slot"}


def tags():
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for tag in TAG.findall(path.read_text()):
            if 'type="number"' in tag:
                yield path.relative_to(ROOT / "templates"), tag


def test_there_are_number_fields_in_templates():
    assert len(list(tags())) > 8


@pytest.mark.parametrize(("path", "tag"), list(tags()), ids=lambda part: str(part)[:60])
def test_templates_write_a_preset_as_a_placeholder(path, tag):
    name = re.search(r'name="([^"]*)"', tag)[1]
    is_optional = path.name == "_orders.html" and name in NO_LIMIT and "required" not in tag
    assert not re.search(r'\bvalue="', tag) or is_optional or any(each in tag for each in REFUSED), (path, tag)


def test_forms_give_presets_to_preset_fields_alone():
    """Only preset fields have a preset. A plain IntegerField would show its ``initial`` as a typed value."""
    found = []
    for folder in ("tables", "accounts"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for call in ast.walk(ast.parse(path.read_text())):
                if isinstance(call, ast.Call) and ast.unparse(call.func).endswith(("IntegerField", "NumberInput")):
                    given = {word.arg for word in call.keywords}
                    if "models." not in ast.unparse(call.func) and given & {"initial", None}:
                        found.append(f"{path.relative_to(ROOT)}:{call.lineno}")
    assert found == []


class Form(forms.Form):
    number = PresetField(min_value=1, max_value=9, initial=4)


@pytest.mark.parametrize(
    ("sent", "number"),
    [
        ({"number": "2", "number-preset": "4"}, 2),
        ({"number": "", "number-preset": "4"}, 4),
        ({"number": "0"}, None),
        ({}, None),
    ],
)
def test_an_empty_field_means_its_preset(sent, number):
    form = Form(sent)
    assert form.is_valid() == (number is not None)
    assert form.cleaned_data.get("number") == number


def test_a_preset_is_a_placeholder_and_what_was_refused_is_a_value():
    fresh, refused = str(Form()["number"]), str(Form({"number": "77"})["number"])
    assert 'placeholder="4"' in fresh
    assert ' value="4"' not in fresh.partition(">")[0]
    assert 'type="hidden" name="number-preset" value="4"' in fresh
    assert ' value="77"' in refused
    assert "preset" not in refused
