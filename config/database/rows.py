"""Instances of the rows of a query, made by the shortest way.

Django makes each by its ``__init__``, which serves whoever makes one by hand as well: signals, defaults, a ``setattr`` for each
column. Where a model adds nothing to that and nobody listens, the columns are put at once where those would put them, by a
function that is written for the query.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import Model, signals
from django.db.models.base import ModelState
from django.db.models.query import ModelIterable
from django.db.models.query_utils import DeferredAttribute

type Converters = dict[int, tuple[Sequence[Callable[[Any, Any, Any], Any]], Any]]


class _Writer:
    """Writes the source of a function that makes an instance of a row, with those it refers to."""

    def __init__(self, converters: Converters, connection: Any) -> None:
        self.converters, self.operations = converters, connection.ops
        self.constants: dict[str, Any] = {"State": ModelState, "new": object.__new__}
        self.lines: list[str] = []

    def instance(self, klass_info: Any, select: Sequence[Any], name: str, depth: int, *, is_outer: bool = True) -> None:
        """Lines after which ``name`` is an instance as ``from_db`` makes it; None where an outer join found nothing."""
        places, model = klass_info["select_fields"], klass_info["model"]
        names = {select[place][0].target.attname: place for place in places}
        key = self.value(names[model._meta.pk_fields[0].attname])
        columns = ", ".join(f"{column!r}: {self.value(place)}" for column, place in names.items())
        kind = self.constant(model)
        if is_outer:
            self.line(depth - 1, f"if {key} is None:")
            self.line(depth, f"{name} = None")
            self.line(depth - 1, "else:")
        self.line(depth, f"{name}, state = new({kind}), State()")
        self.line(depth, "state.adding, state.db, state.fetch_mode, state.fields_cache = False, alias, fetch_mode, {}")
        self.line(depth, f"{name}.__dict__ = {{'_state': state, {columns}}}")
        for number, related in enumerate(klass_info.get("related_klass_infos", [])):
            other = f"{name}_{number}"
            self.instance(related, select, other, depth + 1)
            self.line(depth, f"{self.constant(related['local_setter'])}({name}, {other})")
            self.line(depth, f"if {other} is not None: {self.constant(related['remote_setter'])}({other}, {name})")

    def value(self, place: int) -> str:
        """What stands at a place of the row, converted."""
        code = f"c{place}"
        converters, expression = self.converters.get(place, ((), None))
        for convert in converters:
            code = f"{self.constant(convert)}({code}, {self.constant(expression)}, connection)"
        # What a database has for a time or a truth value is never called for what is not there.
        is_plain = all(getattr(convert, "__self__", None) is self.operations for convert in converters)
        return f"None if c{place} is None else {code}" if converters and is_plain else code

    def constant(self, value: Any) -> str:
        name = f"k{len(self.constants)}"
        self.constants[name] = value
        return name

    def line(self, depth: int, code: str) -> None:
        self.lines.append(" " * depth + code)


def maker(queryset: Any, compiler: Any, converters: Converters, connection: Any) -> Callable[..., Any] | None:
    """How rows of this query become instances; None where only Django knows.

    What it gives takes all rows as the database has them, the alias of the connection and the connection, and gives a list.
    """
    fetch_mode = queryset._fetch_mode
    if queryset._iterable_class is not ModelIterable or queryset._known_related_objects or fetch_mode.track_peers:
        return None
    if not _is_plain(compiler.klass_info):
        return None
    writer = _Writer(converters, connection)
    writer.line(0, "def make(rows, alias, connection):")
    writer.line(1, "made = []")
    writer.line(1, f"for ({', '.join(f'c{place}' for place in range(len(compiler.select)))},) in rows:")
    writer.instance(compiler.klass_info, compiler.select, "one", 2, is_outer=False)
    for name, place in compiler.annotation_col_map.items():
        writer.line(2, f"one.{name} = {writer.value(place)}")
    writer.line(2, "made.append(one)")
    writer.line(1, "return made")
    namespace = writer.constants | {"fetch_mode": fetch_mode}
    exec("\n".join(writer.lines), namespace)  # noqa: S102 - the source is ours, and names in it are identifiers
    made: Callable[..., Any] = namespace["make"]
    return made


def _is_plain(klass_info: Any) -> bool:
    """Whether ``__init__`` would put every column of a row into the ``__dict__`` of an instance, and do nothing else."""
    model = klass_info["model"]
    if klass_info.get("from_parent") or model.__init__ is not Model.__init__ or model.__new__ is not Model.__new__:
        return False
    if model.from_db.__func__ is not Model.from_db.__func__:  # type: ignore[attr-defined]
        return False
    if any(signal.has_listeners(model) for signal in (signals.pre_init, signals.post_init)):
        return False
    attributes = (vars(model).get(field.attname) or getattr(model, field.attname) for field in model._meta.concrete_fields)
    if not all(isinstance(attribute, DeferredAttribute) for attribute in attributes):
        return False
    return all(map(_is_plain, klass_info.get("related_klass_infos", [])))
