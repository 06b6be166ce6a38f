"""What a subject is, and how its rows are read: a batch at a time, however many there are."""

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

# So many rows are in memory at a time. Between batches no cursor is open, so that whoever reads may write.
BATCH = 200

# A row of which a sealed value does not open is left out; this one stands in its place.
LEFT_OUT: Mapping[str, Any] = {}

type Row = Mapping[str, Any]
type Rows = Callable[[User], Iterator[Row]]
type Choices = Mapping[str, Mapping[Any, Any]]


@dataclass(frozen=True)
class Subject:
    """One kind of thing: a file of the archive with its ``name``, a section of the page in it with its ``title``.

    ``covers`` are the references to people and seats (``tables.Seat.user``) that ``rows`` follows. ``choices`` has the words
    for what stands in a row, by the name of the column. ``about`` says in a sentence what is not there, if there is something.
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
    """The rows of a model whose ``owner`` (the name of a field, or a path to one) somebody is, with some columns.

    A column is the name of a field, or ``name=path`` (``table=table__code``). ``where`` narrows the rows. The column
    ``encoded`` holds JSON. ``covers`` are further references of the same model.
    """
    paths = dict(_named(column) for column in columns)

    def rows(user: User) -> Iterator[Row]:
        mine = model._default_manager.filter(**{owner: user})
        for row in walk(mine if where is None else mine.filter(where), paths):
            yield row | {encoded: decoded(row[encoded])} if encoded and row else row

    followed = frozenset(f"{model._meta.label}.{each}" for each in (owner.split("__")[0], *covers))
    choices = {label: words for label, path in paths.items() if (words := _choices(model, path))}
    return Subject(name, title, rows, followed, choices, about)


def walk(rows: QuerySet[Any, Any], paths: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """The rows in the order of their numbers, each with the values of ``paths`` under their names, or LEFT_OUT."""
    last, own = 0, {field.name: field for field in rows.model._meta.local_fields}
    sealed = {path: field for path in paths.values() if isinstance(field := own.get(path), Hidden)}
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
    """What an encoded column says; the text itself if it says nothing that can be read."""
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
