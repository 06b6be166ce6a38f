"""Tests of display names: scripts that need joining characters, invisible characters, and names that look alike."""

import pytest
from django.core.exceptions import ValidationError

from accounts import likeness, names
from config import characters

PERSIAN, HINDI = "می‌خواهم", "क्‍ष राज"


@pytest.mark.parametrize("name", [PERSIAN, HINDI, "Zoë d'Este", "עדי", "李小龍", "Anna ☂"])
def test_names_of_every_script_may_be_chosen(name):
    names.validate_new_name(names.tidy(name))


@pytest.mark.parametrize("character", "\u200c\u200d\u200b\u2060\u00ad\u200e\u202e\u2066\ufe0f\u3164\u2800\ufff9")
def test_what_draws_nothing_between_letters_is_refused_by_its_name(character):
    with pytest.raises(ValidationError) as refused:
        names.validate_new_name(f"An{character}na")
    assert characters.label(character) in refused.value.messages[0]


@pytest.mark.parametrize("character", "\u200c\u200d\u200b\u2060\u00ad\u200e\ufe0f\u3164\u2800")
def test_invisible_characters_make_no_difference_to_the_look(character):
    assert likeness.looks(f"An{character}na") == likeness.looks("Anna")
    assert characters.is_empty(f" {character}\u00a0{character}")


def test_a_name_is_found_with_and_without_its_joiners():
    assert names.folded(PERSIAN) == names.folded(PERSIAN.replace("\u200c", ""))


def test_a_name_of_nothing_but_joiners_is_none():
    with pytest.raises(ValidationError):
        names.validate_new_name("\u200c\u200d")
