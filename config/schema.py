"""Checks that a database fits this code, before and after its migrations.

Two migrations were edited after their release. A database of that time lists them as applied but lacks columns that they add
now. ``mend`` adds them before anything else is migrated. ``check_version`` and ``check_columns`` find errors before the
first move does: a database upgraded by a newer version, or one without columns that the code reads.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.apps import apps
from django.core.management.base import CommandError
from django.db import connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import StateApps
from django.db.models import OuterRef, Subquery, Value
from django.db.models.functions import Coalesce

OURS = ("accounts", "tables")
ADVICE = (
    "Start the version that last used this database, or restore a backup of it; docs/operations.md says how to upgrade. "
    "To start over, name another database in DATABASE_URL, or move the file of SQLite away."
)


class Unfit(CommandError):
    """Error: this version cannot use the database; the message gives the reason and the way out."""


class Gap(NamedTuple):
    """Column that was added to a migration after its release.

    ``fill`` sets the value in existing rows; they have ``default`` until then.
    """

    model: str
    column: str
    default: Any
    fill: Callable[[StateApps, str], object] | None = None


def _fill_kind(old_apps: StateApps, alias: str) -> None:
    """Set the kind of each queued turn to the kind of its decision."""
    decisions = old_apps.get_model("tables", "Decision").objects.filter(seat=OuterRef("seat"), key=OuterRef("key"))
    answers = old_apps.get_model("tables", "FiledAnswer").objects.using(alias)
    answers.update(kind=Coalesce(Subquery(decisions.values("kind")[:1]), Value("")))


FIRST, SECOND = ("tables", "0001_initial"), ("tables", "0002_clock_and_absence")
COLUMNS = {
    FIRST: [Gap("filedanswer", "kind", "", _fill_kind)],
    SECOND: [Gap("decision", "rested_seconds", 0)],
}
INDEXES = {SECOND: [("table", "table_paused"), ("table", "table_quarantined")]}


def before_migrating(*, using: str, **_more: Any) -> None:
    """Check and mend the database before ``migrate``. Raises Unfit."""
    check_version(connections[using])
    mend(connections[using])


def after_migrating(*, using: str, **more: Any) -> None:
    """Check the columns after ``migrate``. Flushing a database sends the same signal without a plan. Raises Unfit."""
    if "plan" in more:
        check_columns(connections[using])


def mend(connection: BaseDatabaseWrapper) -> None:
    """Add columns and indexes that applied migrations lacked when they ran."""
    loader = MigrationLoader(connection)
    applied = [node for node in loader.graph.nodes if node in loader.applied_migrations]
    if FIRST not in applied:
        return
    old_apps = loader.project_state(applied).apps
    for node in applied:
        for gap in COLUMNS.get(node, ()):
            _add_column(connection, old_apps, gap)
        for model, index in INDEXES.get(node, ()):
            _add_index(connection, old_apps.get_model("tables", model), index)


def check_version(connection: BaseDatabaseWrapper) -> None:
    """Check the applied migrations. Raises Unfit if this version does not know one of them."""
    loader = MigrationLoader(connection)
    unknown = [node for node in loader.applied_migrations if node[0] in OURS and node not in loader.graph.nodes]
    if unknown:
        names = ", ".join(f"{app}.{name}" for app, name in sorted(unknown))
        raise Unfit(f"This database was last used by another version of Staffetta, which knows {names}. {ADVICE}")


def check_columns(connection: BaseDatabaseWrapper) -> None:
    """Check tables and columns. Raises Unfit if one is missing although all migrations are applied."""
    loader = MigrationLoader(connection)
    latest = {node for node in loader.graph.leaf_nodes() if node[0] in OURS}
    missing = list(_missing(connection)) if latest <= loader.applied_migrations.keys() else []
    if missing:
        raise Unfit(f"This database lacks {', '.join(missing)}, though all its migrations were applied. {ADVICE}")


def _add_column(connection: BaseDatabaseWrapper, old_apps: StateApps, gap: Gap) -> None:
    model = old_apps.get_model("tables", gap.model)
    if gap.column in _columns(connection, model):
        return
    field = model._meta.get_field(gap.column).clone()
    field.default = gap.default
    field.set_attributes_from_name(gap.column)
    field.model = model
    with connection.schema_editor() as editor:
        editor.add_field(model, field)
    if gap.fill:
        gap.fill(old_apps, connection.alias)


def _add_index(connection: BaseDatabaseWrapper, model: type[models.Model], name: str) -> None:
    with connection.cursor() as cursor:
        existing = connection.introspection.get_constraints(cursor, model._meta.db_table)
    if name not in existing:
        index = next(index for index in model._meta.indexes if index.name == name)
        with connection.schema_editor() as editor:
            editor.add_index(model, index)


def _missing(connection: BaseDatabaseWrapper) -> Iterator[str]:
    """Yield the names of missing tables, and of missing columns as ``table.column``."""
    tables = set(connection.introspection.table_names())
    for model in (model for app in OURS for model in apps.get_app_config(app).get_models(include_auto_created=True)):
        table = model._meta.db_table
        if table not in tables:
            yield table
            continue
        columns = _columns(connection, model)
        yield from (f"{table}.{field.column}" for field in model._meta.local_concrete_fields if field.column not in columns)


def _columns(connection: BaseDatabaseWrapper, model: type[models.Model]) -> set[str]:
    """Return the column names of an existing table.

    Django's introspection would parse the SQL of each SQLite table instead.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {connection.ops.quote_name(model._meta.db_table)} WHERE 1 = 0")  # noqa: S608
        return {column[0] for column in cursor.description}
