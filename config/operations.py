"""Operations for migrations of a site that is being played at."""

from typing import Any

from django.contrib.postgres import operations as postgres
from django.db.migrations import AddIndex


class AddIndexConcurrently(AddIndex):
    """Build an index without locking its table against moves where the database can; anywhere else as usual.

    PostgreSQL builds it outside of transactions only: its migration sets ``atomic = False`` and does nothing else.
    """

    atomic = False

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        self._way(schema_editor).database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        self._way(schema_editor).database_backwards(app_label, schema_editor, from_state, to_state)

    def _way(self, schema_editor: Any) -> AddIndex:
        ways = {"postgresql": postgres.AddIndexConcurrently}
        return ways.get(schema_editor.connection.vendor, AddIndex)(self.model_name, self.index)
