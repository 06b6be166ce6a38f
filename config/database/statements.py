"""Reads that are compiled once, since Django builds the SQL of most QuerySets more slowly than the database runs it.

A statement is a function of parameters that returns a QuerySet. Its first call compiles the QuerySet with placeholders. Every
call executes that SQL by Django's cursor:

    @statements.read
    def seats_of(table: int) -> QuerySet[Seat]:
        return Seat.objects.filter(table=table).order_by("index")

    seats_of(table.pk)          # a list
    seats_of.plain(table.pk)    # the QuerySet itself

- A parameter is an ``int``, ``str``, ``bytes`` or ``datetime``, None, or a ``Collection`` of such values for ``IN``.
- None, and the length of a collection, change the SQL: each such shape is compiled once. A call with a collection of more than
  ``LONGEST`` values runs the plain QuerySet.
- The function must not look at its parameters. Its QuerySet returns instances, with ``select_related`` and annotations, or the
  tuples of ``values_list``. It has no ``prefetch_related``, no ``flat=True`` and no lookup that depends on the time zone. For
  a list it filters by ``table__pk__in``.

``REGISTERED`` holds every statement; a test compares each with its QuerySet.
"""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Any, cast

from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Expression, QuerySet, Value
from django.db.transaction import TransactionManagementError

# Maximum number of values of a collection for which a statement is compiled.
LONGEST = 32
# Entries of a shape for one value and for None. Any other number is the length of a collection.
_ONE, _NONE = -1, -2

type Shape = tuple[int, ...]

REGISTERED: list["Read[Any, Any]"] = []


class Parameter(Expression):
    """Placeholder for a later value: the parameter ``number``, or its ``item`` if it is a collection."""

    def __init__(self, number: int, item: int | None = None) -> None:
        super().__init__()
        self.number, self.item = number, item

    def as_sql(self, compiler: Any, connection: Any, **_more: Any) -> tuple[str, tuple[Any, ...]]:
        return "%s", (self,)

    def value(self, arguments: Sequence[Any], connection: Any) -> Any:
        """Return the value for this call, in the form that the database driver takes."""
        value = arguments[self.number] if self.item is None else arguments[self.number][self.item]
        return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value


class Constant(Value):
    """Literal from the code that becomes part of the SQL, not a parameter.

    SQLite prepares a statement again at every call that binds a value to a column in the condition of a partial index.
    """

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        return f"'{self.value}'", ()


class _Instances:
    """Builder of model instances from compiled rows, with the related instances of ``select_related``."""

    def __init__(self, info: Any, select: Sequence[Any]) -> None:
        self.model, indexes = info["model"], info["select_fields"]
        self.columns = slice(indexes[0], indexes[-1] + 1)
        # A dictionary keeps the order, and Django searches it faster if some columns are deferred.
        self.names = {select[index].target.attname: None for index in indexes}
        self.key = indexes[list(self.names).index(self.model._meta.pk.attname)]
        self.related = [
            (related_info["local_setter"], related_info["remote_setter"], _Instances(related_info, select))
            for related_info in info.get("related_klass_infos", ())
        ]

    def make(self, row: Sequence[Any], alias: str) -> Any:
        """Return the instance of a row; None where an outer join found nothing."""
        if row[self.key] is None:
            return None
        instance = self.model.from_db(alias, self.names, row[self.columns])
        for set_local, set_remote, maker in self.related:
            related = maker.make(row, alias)
            set_local(instance, related)
            if related is not None:
                set_remote(related, instance)
        return instance


class _Compiled:
    """SQL of a QuerySet for one shape of its parameters, and the conversion of its rows."""

    def __init__(self, queryset: Any, connection: Any) -> None:
        # Statements use only two undocumented parts of Django: the compiler and its column information.
        compiler = queryset.query.get_compiler(connection=connection)
        try:
            self.sql, self.parameters = compiler.as_sql()
        except EmptyResultSet:
            self.sql = ""
            return
        select = [column[0] for column in compiler.select]
        self.converters = [
            (index, convert, expression)
            for index, (converters, expression) in compiler.get_converters(select).items()
            for convert in converters
        ]
        self.instances = None if queryset.query.has_select_fields else _Instances(compiler.klass_info, select)
        self.annotations = list(compiler.annotation_col_map.items())
        self.locks = queryset.query.select_for_update and connection.features.has_select_for_update

    def fetched(self, arguments: Sequence[Any], connection: Any) -> list[Any]:
        """Execute the SQL and return all rows.

        Raises TransactionManagementError if rows are to be locked and no transaction is open.
        """
        if not self.sql:
            return []
        if self.locks and connection.get_autocommit():
            raise TransactionManagementError("select_for_update cannot be used outside of a transaction.")
        values = [
            parameter.value(arguments, connection) if isinstance(parameter, Parameter) else parameter
            for parameter in self.parameters
        ]
        with connection.cursor() as cursor:
            rows = cursor.execute(self.sql, values).fetchall()
        if self.converters:
            rows = [self._converted(row, connection) for row in rows]
        return [self._instance(row, connection.alias) for row in rows] if self.instances else rows

    def _converted(self, row: Sequence[Any], connection: Any) -> Sequence[Any]:
        values = list(row)
        for index, convert, expression in self.converters:
            values[index] = convert(values[index], expression, connection)
        return tuple(values)

    def _instance(self, row: Sequence[Any], alias: str) -> Any:
        instance = cast(_Instances, self.instances).make(row, alias)
        for name, index in self.annotations:
            setattr(instance, name, row[index])
        return instance


class Read[**P, Row]:
    """Statement that returns the rows of a QuerySet; ``build`` is the function that makes the QuerySet."""

    def __init__(self, build: Callable[P, QuerySet[Any, Row]]) -> None:
        self.build = build
        self.__doc__, self.__name__, self.__module__ = build.__doc__, build.__name__, build.__module__
        code = cast(Any, build).__code__
        self._names: tuple[str, ...] = code.co_varnames[: code.co_argcount]
        self._compiled: dict[tuple[str, Shape], _Compiled] = {}
        REGISTERED.append(self)

    def __repr__(self) -> str:
        return f"<{self.__module__}.{self.__name__}>"

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> list[Row]:
        """Execute the statement and return all its rows. The first call with a shape compiles it."""
        values: tuple[Any, ...] = (*args, *(kwargs[name] for name in self._names[len(args) :]))
        arguments = [tuple(dict.fromkeys(value)) if _is_many(value) else value for value in values]
        shape = tuple(map(_shape, arguments))
        if max(shape, default=0) > LONGEST:
            return list(self.plain(*args, **kwargs))
        connection = connections[DEFAULT_DB_ALIAS]
        compiled = self._compiled.get((connection.vendor, shape))
        if compiled is None:
            queryset = cast(Any, self.build)(*map(_stand_in, range(len(shape)), shape))
            compiled = self._compiled[connection.vendor, shape] = _Compiled(queryset, connection)
        return compiled.fetched(arguments, connection)

    def first(self, *args: P.args, **kwargs: P.kwargs) -> Row | None:
        """Execute the statement and return its first row, or None if there is none."""
        return next(iter(self(*args, **kwargs)), None)

    def plain(self, *args: P.args, **kwargs: P.kwargs) -> QuerySet[Any, Row]:
        """Return the QuerySet for these values, which Django compiles."""
        return self.build(*args, **kwargs)

    def forget(self) -> None:
        """Drop the compiled SQL, so that the next call compiles it again."""
        self._compiled.clear()


read = Read


def _is_many(value: Any) -> bool:
    return isinstance(value, Collection) and not isinstance(value, str | bytes)


def _shape(argument: Any) -> int:
    if argument is None:
        return _NONE
    return len(argument) if type(argument) is tuple else _ONE


def _stand_in(number: int, length: int) -> Any:
    """Return an argument for ``build``: a parameter, None, or a list of parameters."""
    if length == _NONE:
        return None
    return Parameter(number) if length == _ONE else [Parameter(number, item) for item in range(length)]
