"""Statements that are written down once: Django takes longer to make the SQL of a QuerySet than most are answered in.

A statement is a function of named parameters that makes a QuerySet. Called for the first time it is compiled with placeholders,
from then on only executed, by the same cursor as any other query, and its rows become instances by Django's own hands:

    @statements.read
    def seats_of(table: int) -> QuerySet[Seat]:
        return Seat.objects.filter(table=table).order_by("index")

    seats_of(table.pk)          # a list
    seats_of.plain(table.pk)    # the QuerySet itself, made anew

Parameters are ``int``, ``str``, ``bytes``, ``datetime`` or a ``Collection`` of these, for ``IN``. What is None, and how many
values a collection has, changes the SQL: there is one statement for each such shape, and a QuerySet as ever where a collection
is long. The function must not look at its parameters, and use neither lookups that depend on the time zone in force nor
``prefetch_related``. A list for a foreign key is looked up by ``table__pk__in``.

Every statement stands in ``REGISTERED``, by which a test compares all of them with their QuerySets. ``save`` and ``insert``
write instances likewise.
"""

import inspect
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from functools import cache
from itertools import zip_longest
from types import NoneType, UnionType
from typing import Any, cast, get_args, get_origin, get_type_hints

from django.conf import settings
from django.core.exceptions import EmptyResultSet
from django.core.signals import setting_changed
from django.db import DEFAULT_DB_ALIAS, NotSupportedError, connections, models, transaction
from django.db.models import Expression, Field, Model, QuerySet, signals
from django.db.models.constants import OnConflict
from django.db.models.deletion import Collector
from django.db.models.sql import DeleteQuery, InsertQuery, UpdateQuery
from django.db.models.sql.compiler import SQLInsertCompiler
from django.db.transaction import TransactionManagementError

from config.database.rows import maker

# More values than this are looked up by a QuerySet, and more rows written by one, so that there are never many statements.
LONGEST = 32
type AnyField = Field[Any, Any]
_FIELDS: dict[type, AnyField] = {
    int: models.BigIntegerField(),
    str: models.TextField(),
    bytes: models.BinaryField(),
    datetime: models.DateTimeField(),
}
# What a column of these kinds takes as it is, where it is of this very type or None.
_AS_IT_IS: dict[type[AnyField], type] = {
    **dict.fromkeys(
        (
            models.BigAutoField,
            models.BigIntegerField,
            models.IntegerField,
            models.PositiveBigIntegerField,
            models.PositiveIntegerField,
            models.PositiveSmallIntegerField,
            models.SmallIntegerField,
        ),
        int,
    ),
    **dict.fromkeys((models.CharField, models.EmailField, models.SlugField, models.TextField), str),
    models.BooleanField: bool,
}
# In a shape: this parameter has one value, or is None. Any other number is how many values a collection has.
_ONE, _NONE = -1, -2

_BRACKETS = re.compile(r"(?<=[=<>] )\(%s\)")

type Shape = tuple[int, ...]
type Changes = tuple[QuerySet[Any], dict[str, Any]]

REGISTERED: list["Statement[Any, Any]"] = []


class Parameter(Expression):
    """Stands in a QuerySet for a value that comes later: the parameter ``number``, or its ``item`` if it is a collection."""

    def __init__(self, number: int, item: int, field: AnyField) -> None:
        super().__init__(output_field=field)
        self.number, self.item, self.kept_as, self.plain = number, item, field, _plain_type(field)

    def as_sql(self, compiler: Any, connection: Any, **_more: Any) -> tuple[str, tuple[Any, ...]]:
        return "%s", (self,)

    def value(self, arguments: Sequence[Any], connection: Any) -> Any:
        """What is put in its place, as the database takes it."""
        value = arguments[self.number] if self.item < 0 else arguments[self.number][self.item]
        return value if type(value) is self.plain else self.kept_as.get_db_prep_save(value, connection=connection)


def _plain_type(field: Any) -> type | None:
    """The type of a value that a database takes as it is; None where there is none."""
    return _plain_type(field.target_field) if type(field) is models.ForeignKey else _AS_IT_IS.get(type(field))


class _Column:
    """A column of a row that is inserted."""

    def __init__(self, field: Any) -> None:
        self.field, self.name, self.plain = field, field.attname, _plain_type(field)
        self.is_plain = type(field).pre_save is Field.pre_save

    def value(self, row: Any, connection: Any) -> Any:
        """What is put in its place, as the database takes it."""
        value = getattr(row, self.name) if self.is_plain else self.field.pre_save(row, add=True)
        return value if type(value) is self.plain else self.field.get_db_prep_save(value, connection=connection)


def drivers_text(text: str, given: Sequence[Any] = ()) -> tuple[str, tuple[Any, ...]]:
    """SQL as sqlite3 takes it, and what goes into its placeholders; what is the same each time stands in it as a literal.

    SQLite looks at values when it weighs an index that holds a part of the rows, and prepares a statement anew whenever such a
    value is given, the same one too: that takes ten times as long as the statement.
    """
    first, *rest = text.split("%s")
    parts, places = [first], list[Any]()
    for value, part in zip_longest(given, rest, fillvalue=_LATER):
        literal = _literal(value)
        if literal is None:
            places.append(value)
        parts += ("?" if literal is None else literal, str(part))
    return "".join(parts).replace("%%", "%"), tuple(places)


_LATER = object()


def _literal(value: Any) -> str | None:
    """A text or a whole number in SQL; None for what is no constant of these."""
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, str) and "\0" not in value:
        return "'" + str.__str__(value).replace("'", "''").replace("%", "%%") + "'"
    return None


def is_direct(connection: Any, text: str) -> bool:
    """Whether a statement goes to sqlite3 by the driver's own cursor: what Django has around it takes as long as the statement.

    What writes outside of transactions stands in line (config/sqlite3) and goes Django's way, as all that is logged or wrapped.
    """
    if connection.vendor != "sqlite" or connection.execute_wrappers or connection.force_debug_cursor or _debugs():
        return False
    return connection.in_atomic_block or text.startswith("SELECT")


@cache
def _debugs() -> bool:
    """Whether queries are logged. Settings are asked once, for they answer slowly."""
    return bool(settings.DEBUG)


@setting_changed.connect
def _ask_again(**_what: Any) -> None:
    _debugs.cache_clear()


def _directly(connection: Any, driven: str, values: Sequence[Any]) -> Any:
    """The driver's cursor, which has executed a statement."""
    connection.ensure_connection()
    connection.validate_thread_sharing()
    connection.validate_no_broken_transaction()
    try:
        return connection.connection.execute(driven, values)
    except Exception:
        with connection.wrap_database_errors:
            raise


def _by_django(connection: Any, text: str, values: Sequence[Any]) -> Any:
    cursor = connection.cursor()
    cursor.execute(text, values)
    return cursor


def _values(given: Sequence[Any], arguments: Sequence[Any], connection: Any) -> tuple[Any, ...]:
    """What goes into the placeholders."""
    return tuple(item.value(arguments, connection) if isinstance(item, Parameter) else item for item in given)


class _Sql:
    """SQL with what goes into its placeholders; ``text`` is empty where nothing can be found."""

    def __init__(self, compiler: Any) -> None:
        try:
            text, given = compiler.as_sql()
        except EmptyResultSet:
            text, given = "", ()
        # Django puts what it takes for a whole expression in brackets.
        self.text = _BRACKETS.sub("%s", text)
        self._given = tuple(given)
        self.driven, self._driven_given = drivers_text(self.text, self._given)

    def executed(self, arguments: Sequence[Any], connection: Any) -> Any:
        """A cursor that has executed it."""
        if is_direct(connection, self.text):
            return _directly(connection, self.driven, _values(self._driven_given, arguments, connection))
        return _by_django(connection, self.text, _values(self._given, arguments, connection))

    def changed(self, arguments: Sequence[Any], connection: Any) -> int:
        """Execute it and tell how many rows it changed."""
        if not self.text:
            return 0
        with transaction.mark_for_rollback_on_error(using=connection.alias):
            return cast(int, self.executed(arguments, connection).rowcount)


class _Rows:
    """A compiled QuerySet. Its own iterable class makes instances, tuples or values of the rows, as it always does."""

    def __init__(self, queryset: Any, connection: Any) -> None:
        compiler = queryset.query.get_compiler(connection=connection)
        self.sql = _Sql(compiler)
        self.locks = queryset.query.select_for_update and connection.features.has_select_for_update
        self.queryset, self.make = queryset, queryset._iterable_class
        if self.sql.text:
            columns = [column[0] for column in compiler.select[: compiler.col_count]]
            if compiler.has_composite_fields(columns):
                raise NotSupportedError("composite keys")
            # Converters belong to the connection they were asked of, but only read its settings.
            self.converters = list(compiler.get_converters(columns).items())
            self.compiler, self.width = compiler, compiler.col_count if compiler.has_extra_select else None
            self.make_all = maker(queryset, compiler, dict(self.converters), connection)

    def fetched(self, arguments: Sequence[Any], connection: Any) -> list[Any]:
        """All rows. Raises TransactionManagementError where rows are to be locked and no transaction is open."""
        if not self.sql.text:
            return []
        if self.locks and connection.get_autocommit():
            raise TransactionManagementError("select_for_update cannot be used outside of a transaction.")
        rows = self.sql.executed(arguments, connection).fetchall()
        if self.width is not None:
            rows = [row[: self.width] for row in rows]
        if self.make_all is not None:
            return self.make_all(rows, connection.alias, connection)  # type: ignore[no-any-return]
        return list(self.make(_Fetched(self, self._converted(rows, connection), connection.alias)))

    def _converted(self, rows: Sequence[Any], connection: Any) -> Sequence[Any]:
        if not self.converters:
            return rows
        converted = [list(row) for row in rows]
        for place, (converters, expression) in self.converters:
            for convert in converters:
                for row in converted:
                    row[place] = convert(row[place], expression, connection)
        return converted


class _Fetched:
    """What Django's iterables ask of a QuerySet, its query and its compiler, with the rows at hand."""

    _known_related_objects: dict[Any, Any] = {}  # never filled

    def __init__(self, compiled: _Rows, rows: Sequence[Any], alias: str) -> None:
        queryset, compiler = compiled.queryset, compiled.compiler
        self.rows, self.db = rows, alias
        self.model, self._fields, self._fetch_mode = queryset.model, queryset._fields, queryset._fetch_mode
        self.select, self.klass_info = compiler.select, compiler.klass_info
        self.annotation_col_map = compiler.annotation_col_map
        self._query = queryset.query

    def __getattr__(self, name: str) -> Any:
        return getattr(self._query, name)

    @property
    def query(self) -> "_Fetched":
        # Not an attribute: in a ring of references all rows would stay until somebody looks for garbage.
        return self

    def get_compiler(self, using: str) -> "_Fetched":
        return self

    def execute_sql(self, **_how: Any) -> Sequence[Any]:
        return self.rows

    def results_iter(self, results: Any = None, *, tuple_expected: bool = False, **_how: Any) -> Iterable[Any]:
        return map(tuple, self.rows) if tuple_expected else self.rows


class Statement[**P, Answer]:
    """What all kinds have in common: the function, its parameters, and what was compiled of it.

    ``parameters`` tells of each by its name the type of a value, whether there are many, and whether it may be None.
    """

    def __init__(self, build: Callable[P, Any]) -> None:
        self.build = build
        self.__doc__, self.__name__, self.__module__ = build.__doc__, build.__name__, build.__module__
        hints = get_type_hints(build)
        self.parameters = {name: _kind(hints[name]) for name in inspect.signature(build).parameters}
        self._names, self._kinds = tuple(self.parameters), tuple(self.parameters.values())
        self._compiled: dict[tuple[str, Shape], Any] = {}
        REGISTERED.append(self)

    def __repr__(self) -> str:
        return f"<{self.__module__}.{self.__name__}>"

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Answer:
        """Execute it. Raises TypeError for a value of another type than the parameter's."""
        given: tuple[Any, ...] = args + tuple(kwargs[name] for name in self._names[len(args) :]) if kwargs else args
        arguments, shape = self._checked(given)
        connection = connections[DEFAULT_DB_ALIAS]
        compiled = self._compiled.get((connection.vendor, shape))
        if compiled is None:
            if max(shape, default=0) > LONGEST:
                return self._unprepared(self.plain(*args, **kwargs))
            built = cast(Any, self.build)(*self._stand_ins(shape))
            compiled = self._compiled[connection.vendor, shape] = self._compile(connection, built)
        return self._execute(compiled, arguments, connection)

    def plain(self, *args: P.args, **kwargs: P.kwargs) -> Any:
        """What the function makes of these values, for Django to compile."""
        return self.build(*args, **kwargs)

    def _compile(self, connection: Any, built: Any) -> Any:
        return _Sql(built.get_compiler(connection=connection))

    def _execute(self, compiled: Any, arguments: Sequence[Any], connection: Any) -> Answer:
        raise NotImplementedError

    def _unprepared(self, built: Any) -> Answer:
        """The same answer, by Django alone."""
        raise NotImplementedError

    def _checked(self, given: tuple[Any, ...]) -> tuple[list[Any], Shape]:
        arguments, shape = [], []
        for (kind, is_many, may_be_none), value in zip(self._kinds, given, strict=True):
            if is_many and value is not None:
                value = tuple(dict.fromkeys(value))
                is_fitting = all(isinstance(item, kind) for item in value)
                shape.append(len(value))
            else:
                is_fitting = isinstance(value, kind) or (value is None and may_be_none)
                shape.append(_NONE if value is None else _ONE)
            if not is_fitting:
                raise TypeError(f"{self}: a parameter is no {kind.__name__}")
            arguments.append(value)
        return arguments, tuple(shape)

    def _stand_ins(self, shape: Shape) -> list[Any]:
        """What the function is called with: parameters, None where that is given, and lists of parameters."""
        stand_ins: list[Any] = []
        for number, (length, (kind, _is_many, _may_be_none)) in enumerate(zip(shape, self._kinds, strict=True)):
            if length == _NONE:
                stand_ins.append(None)
            elif length == _ONE:
                stand_ins.append(Parameter(number, -1, _FIELDS[kind]))
            else:
                stand_ins.append([Parameter(number, item, _FIELDS[kind]) for item in range(length)])
        return stand_ins


class Read[**P, Row](Statement[P, list[Row]]):
    """Finds rows."""

    def first(self, *args: P.args, **kwargs: P.kwargs) -> Row | None:
        """The first row it finds, None without one."""
        return next(iter(self(*args, **kwargs)), None)

    def _compile(self, connection: Any, built: Any) -> _Rows:
        if built._prefetch_related_lookups or built._known_related_objects:
            raise NotSupportedError(f"{self} fetches more than its own rows")
        return _Rows(built, connection)

    def _execute(self, compiled: _Rows, arguments: Sequence[Any], connection: Any) -> list[Row]:
        return compiled.fetched(arguments, connection)

    def _unprepared(self, built: Any) -> list[Row]:
        return list(built)


class Change[**P](Statement[P, int]):
    """Changes the rows of a QuerySet in one statement, and tells how many."""

    def _compile(self, connection: Any, built: Changes) -> _Sql:
        rows, values = built
        query: Any = rows.query.chain(UpdateQuery)
        query.add_update_values(values)
        if query.get_related_updates() or query.annotations:
            raise NotSupportedError(f"{self} takes more than one statement")
        return cast(_Sql, super()._compile(connection, query))

    def _execute(self, compiled: _Sql, arguments: Sequence[Any], connection: Any) -> int:
        return compiled.changed(arguments, connection)

    def _unprepared(self, built: Changes) -> int:
        rows, values = built
        return rows.update(**values)


class Removal[**P](Statement[P, int]):
    """Deletes the rows of a QuerySet in one statement, and tells how many."""

    def _compile(self, connection: Any, built: QuerySet[Any]) -> _Sql:
        if not Collector(using=connection.alias, origin=built).can_fast_delete(built):
            raise NotSupportedError(f"{self} takes more than one statement, or somebody listens")
        query = built.query.clone()
        query.__class__ = DeleteQuery
        return cast(_Sql, super()._compile(connection, query))

    def _execute(self, compiled: _Sql, arguments: Sequence[Any], connection: Any) -> int:
        return compiled.changed(arguments, connection)

    def _unprepared(self, built: QuerySet[Any]) -> int:
        return built.delete()[0]


def read[**P, Row](build: Callable[P, QuerySet[Any, Row]]) -> Read[P, Row]:
    """A statement of a function that makes a QuerySet."""
    return Read(build)


def change[**P](build: Callable[P, Changes]) -> Change[P]:
    """A statement of a function that makes a QuerySet and the values its rows get, by name."""
    return Change(build)


def removal[**P](build: Callable[P, QuerySet[Any]]) -> Removal[P]:
    """A statement of a function that makes a QuerySet of what is to be deleted."""
    return Removal(build)


def _kind(hint: Any) -> tuple[type, bool, bool]:
    """Of a parameter's annotation: the type of a value, whether there are many, whether it may be None."""
    may_be_none = False
    if isinstance(hint, UnionType):
        [hint] = [member for member in get_args(hint) if member is not NoneType]
        may_be_none = True
    is_many = get_origin(hint) is Collection
    kind = get_args(hint)[0] if is_many else hint
    if kind not in _FIELDS:
        raise TypeError(f"no parameter of a statement is {hint}")
    return kind, is_many, may_be_none


_saves: dict[tuple[str, type[Model], tuple[str, ...]], tuple[_Sql, list[Any], list[Any]]] = {}
_inserts: dict[tuple[str, type[Model], int, tuple[str, ...], tuple[str, ...]], tuple[str, str, list[_Column], list[str]]] = {}


def save(row: Any, columns: Sequence[str]) -> None:
    """As ``row.save(update_fields=columns)``: the same rows, signals and exceptions."""
    model, connection = type(row), connections[DEFAULT_DB_ALIAS]
    if _is_special(model):
        row.save(update_fields=columns)
        return
    key = (connection.vendor, model, tuple(columns))
    if key not in _saves:
        _saves[key] = _saving(connection, model, columns)
    sql, fields, related = _saves[key]
    if any(field.is_cached(row) for field in related):
        row._prepare_related_fields_for_save(operation_name="save", fields=related)
    with transaction.mark_for_rollback_on_error(using=connection.alias):
        count = sql.changed([*(field.pre_save(row, add=False) for field in fields), row.pk], connection)
        if not count:
            raise row.NotUpdated("Save with update_fields did not affect any rows.")
    row._state.db, row._state.adding = connection.alias, False


def create[M: Model](row: M) -> M:
    """As ``row.save(force_insert=True)``, which ``create`` of a manager does: the same rows, signals and exceptions."""
    if _is_special(type(row)):
        row.save(force_insert=True)
    else:
        insert([row])
    return row


def insert[M: Model](rows: Sequence[M], *, unique_fields: Sequence[str] = (), update_fields: Sequence[str] = ()) -> None:
    """As ``bulk_create`` of rows without a primary key, which sends no signals.

    With ``unique_fields`` a row that is there already gets the ``update_fields`` of the new one.
    """
    if not rows:
        return
    model, connection = type(rows[0]), connections[DEFAULT_DB_ALIAS]
    conflicts = tuple(unique_fields), tuple(update_fields)
    if len(rows) > LONGEST or not connection.features.can_return_rows_from_bulk_insert:
        model._default_manager.bulk_create(
            rows, update_conflicts=bool(unique_fields), unique_fields=unique_fields, update_fields=update_fields
        )
        return
    for row in cast(Sequence[Any], rows):
        row._prepare_related_fields_for_save(operation_name="bulk_create")
    key = (connection.vendor, model, len(rows), *conflicts)
    if key not in _inserts:
        _inserts[key] = _inserting(connection, rows, *conflicts)
    text, driven, columns, returned = _inserts[key]
    values = [column.value(row, connection) for row in rows for column in columns]
    with transaction.mark_for_rollback_on_error(using=connection.alias):
        cursor = _directly(connection, driven, values) if is_direct(connection, text) else _by_django(connection, text, values)
        made = cursor.fetchall()
    for row, answers in zip(rows, made, strict=True):
        for name, answer in zip(returned, answers, strict=True):
            setattr(row, name, answer)
        row._state.db, row._state.adding = connection.alias, False


def _is_special(model: type[Model]) -> bool:
    """Whether saving one of these is more than a statement."""
    is_own = model.save is not Model.save
    return is_own or signals.pre_save.has_listeners(model) or signals.post_save.has_listeners(model)


def _saving(connection: Any, model: type[Model], columns: Sequence[str]) -> tuple[_Sql, list[Any], list[Any]]:
    """The statement that saves these columns, the fields whose values it takes, followed by the primary key, and those of them
    that refer to other rows.
    """
    meta = model._meta
    fields = [field for field in meta.local_concrete_fields if not field.primary_key and field.name in columns]
    if len(fields) != len(set(columns)):
        raise ValueError(f"{model.__name__} has not all of {columns}")
    query: Any = model._base_manager.filter(pk=Parameter(len(fields), -1, meta.pk)).query.chain(UpdateQuery)
    query.add_update_fields([(field, None, Parameter(number, -1, field)) for number, field in enumerate(fields)])
    return _Sql(query.get_compiler(connection=connection)), fields, [field for field in fields if field.is_relation]


def _inserting(
    connection: Any, rows: Sequence[Model], unique_fields: Sequence[str], update_fields: Sequence[str]
) -> tuple[str, str, list[_Column], list[str]]:
    """The statement that inserts so many rows, also with the driver's placeholders, the columns whose values it takes, and the
    attributes it returns for each row.
    """
    meta = rows[0]._meta
    fields = [field for field in meta.concrete_fields if not field.primary_key]
    if meta.parents or any(field.generated or field.has_db_default() for field in fields):
        raise NotSupportedError(f"{meta.object_name} has values that only the database knows")
    conflicts = {
        "on_conflict": OnConflict.UPDATE if unique_fields else None,
        "unique_fields": [meta.get_field(name) for name in unique_fields],
        "update_fields": [meta.get_field(name) for name in update_fields],
    }
    query = InsertQuery(meta.model, **conflicts)
    query.insert_values(fields, list(rows))
    # Not the one of PostgreSQL, which makes one array of each column where there are several rows.
    compiler = SQLInsertCompiler(query, connection, None)
    compiler.returning_fields = meta.db_returning_fields
    [(text, _values)] = compiler.as_sql()
    return text, drivers_text(text)[0], list(map(_Column, fields)), [field.attname for field in meta.db_returning_fields]
