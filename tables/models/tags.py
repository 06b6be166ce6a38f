"""Field for a set of short texts in one column, with lookups for all or any of some texts."""

import json
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Lookup

if TYPE_CHECKING:
    _Field = models.Field[Any, Any]
    _Lookup = Lookup[Any]
else:
    _Field, _Lookup = models.Field, Lookup


class TagsField(_Field):
    """List of short texts: an array if the database can index arrays (PostgreSQL), otherwise JSON text.

    ``tags__has_all=[...]`` finds the rows that have all of them, ``tags__has_any=[...]`` those that have at least one.
    """

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return "text[]" if connection.vendor == "postgresql" else "text"

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:
        return list(value) if connection.vendor == "postgresql" else json.dumps(list(value), ensure_ascii=False)

    def from_db_value(self, value: Any, *_expression: Any) -> list[str]:
        return json.loads(value) if isinstance(value, str) else list(value or ())


@TagsField.register_lookup
class HasAll(_Lookup):
    """Lookup for rows that have all given texts."""

    lookup_name = "has_all"
    prepare_rhs = False

    def as_postgresql(self, compiler: Any, connection: BaseDatabaseWrapper) -> Any:
        left, params = self.process_lhs(compiler, connection)
        return f"{left} @> %s::text[]", [*params, list(self.rhs)]

    def as_sqlite(self, compiler: Any, connection: BaseDatabaseWrapper) -> Any:
        left, params = self.process_lhs(compiler, connection)
        condition = f"EXISTS (SELECT 1 FROM json_each({left}) WHERE value = %s)"  # noqa: S608 (Django compiled the left side)
        tags = list(self.rhs)
        return " AND ".join([condition] * len(tags)) or "1", [parameter for tag in tags for parameter in (*params, tag)]


@TagsField.register_lookup
class HasAny(_Lookup):
    """Lookup for rows that have at least one of the given texts."""

    lookup_name = "has_any"
    prepare_rhs = False

    def as_postgresql(self, compiler: Any, connection: BaseDatabaseWrapper) -> Any:
        left, params = self.process_lhs(compiler, connection)
        return f"{left} && %s::text[]", [*params, list(self.rhs)]

    def as_sqlite(self, compiler: Any, connection: BaseDatabaseWrapper) -> Any:
        left, params = self.process_lhs(compiler, connection)
        tags = list(self.rhs)
        placeholders = ", ".join(["%s"] * len(tags))
        condition = f"EXISTS (SELECT 1 FROM json_each({left}) WHERE value IN ({placeholders}))"  # noqa: S608 (as above)
        return condition, [*params, *tags]
