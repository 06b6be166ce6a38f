"""Subjects of the export, and reading their rows in batches of fixed size."""

import json
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Field, Model, QuerySet
from django.utils.functional import Promise

from accounts.models import User
from config.safe.sealing import CannotOpen
from tables.models.hidden import Hidden

logger = logging.getLogger(__name__)

# Number of rows in memory at a time. No cursor is open between batches, so that the reader may write.
BATCH = 200

# This row replaces a row with a sealed value that cannot be decrypted.
LEFT_OUT: Mapping[str, Any] = {}

type Row = Mapping[str, Any]
type Rows = Callable[[User], Iterator[Row]]
type Choices = Mapping[str, Mapping[Any, Any]]


@dataclass(frozen=True)
class Subject:
    """Subject: a file of the archive with its ``name``, a section of its page with its ``title``.

    ``covers`` are the references to people and seats (``tables.Seat.user``) that ``rows`` follows. ``choices`` are the texts
    for values, by the name of the column. ``about`` says in a sentence what is missing, if anything is.
    """

    name: str
    title: Promise
    rows: Rows
    covers: frozenset[str]
    choices: Choices = field(default_factory=dict)
    about: Promise | str = ""


def plain(
    name: str,
    title: Promise,
    model: type[Model],
    owner: str,
    *columns: str,
    where: Any = None,
    encoded: str = "",
    covers: tuple[str, ...] = (),
    about: Promise | str = "",
) -> Subject:
    """Return a subject: the rows of a model with the person as ``owner`` (a field or a path to one), with some columns.

    A column is the name of a field, or ``name=path`` (``table=table__code``). ``where`` narrows the rows. The column
    ``encoded`` contains JSON. ``covers`` are further references of the same model.
    """
    paths = dict(_named(column) for column in columns)

    def rows(user: User) -> Iterator[Row]:
        mine = model._default_manager.filter(**{owner: user})
        for row in walk(mine if where is None else mine.filter(where), paths):
            yield row | {encoded: decoded(row[encoded])} if encoded and row else row

    references = frozenset(f"{model._meta.label}.{each}" for each in (owner.split("__")[0], *covers))
    choices = {label: words for label, path in paths.items() if (words := _choices(model, path))}
    return Subject(name, title, rows, references, choices, about)


def walk(rows: QuerySet[Any, Any], paths: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield the rows in the order of their ids, each with the values of ``paths`` by name.

    A row that cannot be decrypted is logged, and LEFT_OUT is yielded in its place.
    """
    last, fields_by_name = 0, {field.name: field for field in rows.model._meta.local_fields}
    sealed = {path: field for path in paths.values() if isinstance(field := fields_by_name.get(path), Hidden)}
    bound = {name for field in sealed.values() for name in field.bound}
    while batch := list(rows.filter(pk__gt=last).order_by("pk").values("pk", *bound, *paths.values())[:BATCH]):
        for row in batch:
            try:
                row |= {path: field.opened(row[path], *(row[name] for name in field.bound)) for path, field in sealed.items()}
            except CannotOpen as error:
                logger.error("a row is left out of somebody's data: %s", error)
                yield dict(LEFT_OUT)
            else:
                yield {name: row[path] for name, path in paths.items()}
        last = batch[-1]["pk"]


def decoded(text: str) -> Any:
    """Return the value of an encoded column, or the text itself if it is unreadable."""
    try:
        return json.loads(text) if text else None
    except ValueError:
        return text


def _named(column: str) -> tuple[str, str]:
    name, _equals, path = column.partition("=")
    return name, path or name


def _choices(model: type[Model], path: str) -> Mapping[Any, Any]:
    *relations, last = path.split("__")
    for relation in relations:
        related = model._meta.get_field(relation).related_model
        assert isinstance(related, type), path
        model = related
    column = model._meta.get_field(last)
    return dict(column.flatchoices) if isinstance(column, Field) else {}
