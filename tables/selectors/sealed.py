"""Sealed values in the database: their columns, the tables they belong to, and values that cannot be decrypted."""

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
    """Model with its columns of sealed values."""

    model: type[models.Model]
    fields: tuple[Hidden, ...]


def sealed_models() -> Sequence[Column]:
    """Return every model with columns of sealed values."""
    columns = []
    for model in apps.get_app_config("tables").get_models():
        fields = tuple(field for field in model._meta.local_fields if isinstance(field, Hidden))
        if fields:
            columns.append(Column(model, fields))
    return columns


def table_of(place: str) -> int | None:
    """Return the id of the table to which a sealed value belongs, or None.

    ``place`` is the value's ``CannotOpen.place``.
    """
    for model, fields in ((column.model, column.fields) for column in sealed_models()):
        path = _path_to_table(model)
        for field in fields:
            if path and place.startswith(f"{field.start}|"):
                row = dict(zip(field.bound, place.removeprefix(f"{field.start}|").split("|"), strict=True))
                table_id: int | None = model._base_manager.filter(**row).values_list(path, flat=True).first()
                return table_id
    return None


def closed_places(table: Table) -> list[str]:
    """Return the places of all sealed values of a table that cannot be decrypted."""
    places = []
    for column in sealed_models():
        if path := _path_to_table(column.model):
            for row in column.model._base_manager.filter(**{path: table.pk}).order_by("pk").iterator(chunk_size=BATCH):
                places += [place for field in column.fields if (place := _closed_place(row, field))]
    return places


def _path_to_table(model: type[models.Model]) -> str:
    """Return the path from a row of a model to its table; empty if it belongs to none."""
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
