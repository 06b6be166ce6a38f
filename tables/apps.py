"""The app of tables: everything a game played by post needs, whatever the game."""

from importlib import import_module

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Registers the tasks, so that whoever queues one finds it by name."""

    name = "tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import_module("tables.tasks")
