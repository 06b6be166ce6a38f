"""Columns from which something hidden follows: positions, actions, draws, orders, notes.

Nothing is looked up by them. A lookup would tell a database, its plans and its log what is hidden; and it would find nothing
any more, without a word, the day such a column is stored otherwise than it reads. To a migration they are what they look like.
"""

from typing import TYPE_CHECKING, Any, NoReturn

from django.core.exceptions import FieldError
from django.db import models

if TYPE_CHECKING:
    type AnyField = models.Field[Any, Any]
    Text = models.TextField[str, str]
else:
    Text = models.TextField


class _Hidden(models.Field):  # type: ignore[type-arg]
    # The field as a database has it.
    stored: "type[AnyField]"

    def get_lookup(self, lookup_name: str) -> NoReturn:
        """Raises FieldError."""
        raise FieldError(f"{self.model.__name__}.{self.name} is hidden: read the rows and look at what they hold.")

    def get_transform(self, lookup_name: str) -> NoReturn:
        """Raises FieldError."""
        self.get_lookup(lookup_name)

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        return name, f"django.db.models.{self.stored.__name__}", args, kwargs


class HiddenText(_Hidden, Text):
    """A text that nothing is looked up by."""

    stored = models.TextField


class HiddenBytes(_Hidden, models.BinaryField):  # type: ignore[type-arg]
    """Bytes that nothing is looked up by."""

    stored = models.BinaryField


class HiddenJson(_Hidden, models.JSONField):
    """A value of JSON that nothing is looked up by."""

    stored = models.JSONField
