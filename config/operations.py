"""Migration operations for a site with games in progress."""

from typing import Any

from django.contrib.postgres import operations as postgres
from django.db.migrations import AddIndex


class AddIndexConcurrently(AddIndex):
    """Build an index without locking its table against moves, if the database can; otherwise as usual.

    PostgreSQL can do this only outside a transaction: the migration sets ``atomic = False`` and does nothing else.
    """

    atomic = False

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        self._operation(schema_editor).database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        self._operation(schema_editor).database_backwards(app_label, schema_editor, from_state, to_state)

    def _operation(self, schema_editor: Any) -> AddIndex:
        operations = {"postgresql": postgres.AddIndexConcurrently}
        return operations.get(schema_editor.connection.vendor, AddIndex)(self.model_name, self.index)
