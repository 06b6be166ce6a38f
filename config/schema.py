"""Whether a database fits this code, looked at before and after its migrations.

Two migrations were edited after they had shipped, so a database of those days has them on its list and lacks what they make
now. ``mend`` adds it before anything else is migrated. ``check_version`` and ``check_columns`` stop what would only fail at the
first move: a database that a newer version has upgraded, or one without columns that the code reads.
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
    """The database cannot be used by this version; the message says why and what to do."""


class Gap(NamedTuple):
    """A column that a migration makes now and did not always make.

    ``fill`` gives the rows that are there already what it should say; ``default`` stands until then.
    """

    model: str
    column: str
    default: Any
    fill: Callable[[StateApps, str], object] | None = None


def _fill_kind(then: StateApps, alias: str) -> None:
    """A filed answer is of the kind of the decision it was filed for."""
    decisions = then.get_model("tables", "Decision").objects.filter(seat=OuterRef("seat"), key=OuterRef("key"))
    filed = then.get_model("tables", "FiledAnswer").objects.using(alias)
    filed.update(kind=Coalesce(Subquery(decisions.values("kind")[:1]), Value("")))


FIRST, SECOND = ("tables", "0001_initial"), ("tables", "0002_clock_and_absence")
COLUMNS = {
    FIRST: [Gap("filedanswer", "kind", "", _fill_kind)],
    SECOND: [Gap("decision", "rested_seconds", 0)],
}
INDEXES = {SECOND: [("table", "table_paused"), ("table", "table_quarantined")]}


def before_migrating(*, using: str, **_more: Any) -> None:
    """What ``migrate`` does first. Raises Unfit."""
    check_version(connections[using])
    mend(connections[using])


def after_migrating(*, using: str, **more: Any) -> None:
    """What ``migrate`` does last; emptying a database sends the same signal without a plan. Raises Unfit."""
    if "plan" in more:
        check_columns(connections[using])


def mend(connection: BaseDatabaseWrapper) -> None:
    """Add what migrations of a database make now and did not make when they were applied to it."""
    loader = MigrationLoader(connection)
    applied = [node for node in loader.graph.nodes if node in loader.applied_migrations]
    if FIRST not in applied:
        return
    then = loader.project_state(applied).apps
    for node in applied:
        for gap in COLUMNS.get(node, ()):
            _add_column(connection, then, gap)
        for model, index in INDEXES.get(node, ()):
            _add_index(connection, then.get_model("tables", model), index)


def check_version(connection: BaseDatabaseWrapper) -> None:
    """Raises Unfit if migrations were applied that this version does not know."""
    loader = MigrationLoader(connection)
    unknown = [node for node in loader.applied_migrations if node[0] in OURS and node not in loader.graph.nodes]
    if unknown:
        names = ", ".join(f"{app}.{name}" for app, name in sorted(unknown))
        raise Unfit(f"This database was last used by another version of Staffetta, which knows {names}. {ADVICE}")


def check_columns(connection: BaseDatabaseWrapper) -> None:
    """Raises Unfit if all migrations are applied and still a table or a column is missing that the code reads."""
    loader = MigrationLoader(connection)
    wanted = {node for node in loader.graph.leaf_nodes() if node[0] in OURS}
    missing = list(_missing(connection)) if wanted <= loader.applied_migrations.keys() else []
    if missing:
        raise Unfit(f"This database lacks {', '.join(missing)}, though all its migrations were applied. {ADVICE}")


def _add_column(connection: BaseDatabaseWrapper, then: StateApps, gap: Gap) -> None:
    model = then.get_model("tables", gap.model)
    if gap.column in _columns(connection, model):
        return
    field = model._meta.get_field(gap.column).clone()
    field.default = gap.default
    field.set_attributes_from_name(gap.column)
    field.model = model
    with connection.schema_editor() as editor:
        editor.add_field(model, field)
    if gap.fill:
        gap.fill(then, connection.alias)


def _add_index(connection: BaseDatabaseWrapper, model: type[models.Model], name: str) -> None:
    with connection.cursor() as cursor:
        existing = connection.introspection.get_constraints(cursor, model._meta.db_table)
    if name not in existing:
        index = next(index for index in model._meta.indexes if index.name == name)
        with connection.schema_editor() as editor:
            editor.add_index(model, index)


def _missing(connection: BaseDatabaseWrapper) -> Iterator[str]:
    """Names of tables, and of columns as ``table.column``."""
    present = set(connection.introspection.table_names())
    for model in (model for app in OURS for model in apps.get_app_config(app).get_models(include_auto_created=True)):
        table = model._meta.db_table
        if table not in present:
            yield table
            continue
        known = _columns(connection, model)
        yield from (f"{table}.{field.column}" for field in model._meta.local_concrete_fields if field.column not in known)


def _columns(connection: BaseDatabaseWrapper, model: type[models.Model]) -> set[str]:
    """Of a table that exists. Django's introspection parses the SQL each table of SQLite was made by."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {connection.ops.quote_name(model._meta.db_table)} WHERE 1 = 0")  # noqa: S608
        return {column[0] for column in cursor.description}
