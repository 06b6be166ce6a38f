"""Form built from the options of an engine: its fields, its valid input, and its refusals."""

from typing import Annotated, Any, Literal

import msgspec
import pytest

from tables.games.kit import options


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options with one field of each kind that a form supports."""

    version: str = "1"
    long_game: bool = False
    rounds: Annotated[int, msgspec.Meta(ge=3, le=9)] = 5
    board: Literal["river", "hills"] = "river"
    variant: Literal["short", "harsh"] | None = None


LABELS = {"long_game": "A long game", "rounds": "Rounds", "rounds?": "Five is usual.", "board.hills": "In the hills"}
FORM = options.form_class(Options, LABELS)
SENT = {"rounds": "7", "board": "hills", "variant": "", "long_game": "on"}


def test_it_asks_for_every_option_but_the_version_and_begins_with_the_defaults() -> None:
    form = FORM()
    assert list(form.fields) == ["long_game", "rounds", "board", "variant"]
    assert {name: form.fields[name].initial for name in form.fields} == {
        "long_game": False,
        "rounds": 5,
        "board": "river",
        "variant": None,
    }


def test_names_and_help_are_those_given_or_spelt_out() -> None:
    fields = FORM().fields
    assert (fields["rounds"].label, fields["rounds"].help_text) == ("Rounds", "Five is usual.")
    assert fields["board"].label == "Board"
    assert dict(fields["board"].choices) == {"river": "River", "hills": "In the hills"}


def test_what_is_chosen_makes_options() -> None:
    form = FORM(SENT)
    assert form.is_valid(), form.errors
    assert Options(**form.cleaned_data) == Options(long_game=True, rounds=7, board="hills")
    assert Options(**_cleaned({**SENT, "variant": "harsh"})).variant == "harsh"


def _cleaned(sent: dict[str, str]) -> dict[str, Any]:
    form = FORM(sent)
    assert form.is_valid(), form.errors
    return dict(form.cleaned_data)


@pytest.mark.parametrize(
    ("field", "value"),
    [("rounds", "2"), ("rounds", "10"), ("rounds", "many"), ("board", "sea"), ("board", ""), ("variant", "x")],
)
def test_what_the_engine_does_not_know_is_refused_beside_its_field(field: str, value: str) -> None:
    form = FORM({**SENT, field: value})
    assert set(form.errors) == {field}


def test_an_option_of_another_kind_needs_a_form_of_its_own() -> None:
    class Odd(msgspec.Struct):
        heights: tuple[int, ...] = ()

    with pytest.raises(TypeError, match="heights"):
        options.form_class(Odd, {})
