"""Columns with hidden values: they can be read, but lookups by them raise an error."""

import pytest
from django.apps import apps
from django.core.exceptions import FieldError
from django.db.models import F, TextField

from tables.models import (
    DataExportPart,
    Draft,
    Event,
    EventRound,
    FiledAnswer,
    Move,
    OrderDeed,
    PlanNode,
    ReplyAddress,
    Seat,
    StandingOrder,
    Table,
)
from tables.models.hidden import Hidden

HIDDEN = {
    Table: {"secret", "state", "roots"},
    Seat: {"seen_public", "notes"},
    Move: {"action", "events", "draws", "salt"},
    Draft: {"actions"},
    FiledAnswer: {"body"},
    StandingOrder: {"body"},
    PlanNode: {"action", "note"},
    ReplyAddress: {"choices", "played"},
    DataExportPart: {"content"},
    Event: {"secret"},
    EventRound: {"costs", "deals"},
}


def columns():
    return [(model, name) for model, names in HIDDEN.items() for name in sorted(names)]


@pytest.mark.parametrize(("model", "name"), columns(), ids=lambda each: getattr(each, "__name__", each))
@pytest.mark.parametrize("lookup", ["", "__exact", "__in", "__contains", "__isnull", "__length"])
def test_nothing_is_looked_up_by_what_is_hidden(model, name, lookup):
    with pytest.raises(FieldError, match=rf"{model.__name__}\.{name} is hidden"):
        model.objects.filter(**{f"{name}{lookup}": "a"})
    with pytest.raises(FieldError, match="is hidden"):
        model.objects.exclude(**{f"{name}{lookup}": "a"})


def test_nor_from_another_row():
    for lookup in ({"order__body": "a"}, {"order__body__contains": "a"}, {"order__seat__notes__gt": ""}):
        with pytest.raises(FieldError, match="is hidden"):
            OrderDeed.objects.filter(**lookup)
    with pytest.raises(FieldError, match="is hidden"):
        Seat.objects.filter(table__state=F("notes"))


def test_these_are_the_hidden_columns():
    found = {}
    for model in apps.get_app_config("tables").get_models():
        names = {field.name for field in model._meta.local_fields if isinstance(field, Hidden)}
        if names:
            found[model] = names
    assert found == HIDDEN


def test_to_a_migration_they_are_what_they_look_like():
    name, path, args, options = Table._meta.get_field("state").deconstruct()
    assert (name, path, args, options) == TextField(blank=True, name="state").deconstruct()
