"""What is sealed in the database: in which columns, of which table each value is, and what does not open."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.apps import apps
from django.db import models

from config.safe.sealing import CannotOpen
from tables.models import Table
from tables.models.hidden import Hidden

BATCH = 100


@dataclass(frozen=True)
class Column:
    """A column of sealed values."""

    model: type[models.Model]
    fields: tuple[Hidden, ...]


def sealed_models() -> Sequence[Column]:
    """Every model with columns of sealed values."""
    found = []
    for model in apps.get_app_config("tables").get_models():
        fields = tuple(field for field in model._meta.local_fields if isinstance(field, Hidden))
        if fields:
            found.append(Column(model, fields))
    return found


def table_of(place: str) -> int | None:
    """Return the id of the table to which a sealed value belongs, by its place (``CannotOpen.place``); None if it has none."""
    for model, fields in ((column.model, column.fields) for column in sealed_models()):
        path = _path_to_table(model)
        for field in fields:
            if path and place.startswith(f"{field.start}|"):
                row = dict(zip(field.bound, place.removeprefix(f"{field.start}|").split("|"), strict=True))
                found: int | None = model._base_manager.filter(**row).values_list(path, flat=True).first()
                return found
    return None


def closed_places(table: Table) -> list[str]:
    """Return the places of all sealed values of a table that do not open."""
    found = []
    for column in sealed_models():
        if path := _path_to_table(column.model):
            for row in column.model._base_manager.filter(**{path: table.pk}).order_by("pk").iterator(chunk_size=BATCH):
                found += [place for field in column.fields if (place := _closed_place(row, field))]
    return found


def _path_to_table(model: type[models.Model]) -> str:
    """How a row of a model leads to its table; empty if it belongs to none."""
    names = {field.attname for field in model._meta.concrete_fields}
    if model is Table:
        return "pk"
    return "table_id" if "table_id" in names else "seat__table_id" if "seat_id" in names else ""


def _closed_place(row: models.Model, field: Hidden) -> str:
    try:
        getattr(row, field.attname)
    except CannotOpen as error:
        return error.place
    return ""
