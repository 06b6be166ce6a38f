"""Database columns that reveal hidden information: positions, actions, draws, orders, notes.

Model instances have the plain values. In the database they are sealed (config/safe/), each bound to its table, column and row.
``bound`` lists columns that identify the row: they are set before it is written and must not change. Empty values (``""``,
``[]``, None) are not sealed.

You cannot filter by these columns. ``values`` and ``values_list`` return a Sealed; ``opened`` decrypts it with the values that
identify its row. ``update`` accepts a Sealed, an empty value or an expression. Migrations use plain database columns instead.
"""

import json
import secrets
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, cast

from django.core.exceptions import FieldError
from django.db import models
from django.db.models.query_utils import DeferredAttribute
from django.utils.functional import cached_property

from config.safe.sealing import key_of, keyring

if TYPE_CHECKING:
    type AnyField = models.Field[Any, Any]
    Text = models.TextField[str, str]
    Char = models.CharField[str, str]
else:
    Text, Char = models.TextField, models.CharField


class Sealed(NamedTuple):
    """Sealed value as stored in the database."""

    text: str


class _OpenedWhenRead(DeferredAttribute):
    """Attribute that keeps the loaded sealed value until it is read, and then decrypts it once."""

    field: Any

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        if instance is None:
            return self
        value = instance.__dict__.get(self.field.attname)
        if value is None or type(value) is Sealed:
            value = super().__get__(instance, cls)
            if type(value) is Sealed:
                value = instance.__dict__[self.field.attname] = self.field.opened(value, *self.field.row_of(instance))
        return value

    def __set__(self, instance: Any, value: Any) -> None:
        instance.__dict__[self.field.attname] = value

    def fetch_one(self, instance: Any) -> None:
        """Load this stored value only. Refreshing the instance would also query the columns that identify its row."""
        rows = self.field.model._base_manager.using(instance._state.db).filter(pk=instance.pk)
        instance.__dict__[self.field.attname] = rows.values_list(self.field.attname, flat=True).get()


def _is_sealed(value: Any) -> bool:
    """Return whether this is a sealed value, or its text."""
    if isinstance(value, bytes | memoryview):
        value = bytes(value).decode(errors="replace")
    return type(value) is Sealed or (isinstance(value, str) and bool(key_of(value)))


class Hidden(models.Field):  # type: ignore[type-arg]
    """Base of the hidden columns."""

    # Field type of the database column.
    stored: "type[AnyField]"
    descriptor_class = _OpenedWhenRead

    def __init__(self, *args: Any, bound: tuple[str] | tuple[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.bound = bound

    def get_lookup(self, lookup_name: str) -> NoReturn:
        """Refuse every lookup. Raises FieldError."""
        raise FieldError(f"{self.model.__name__}.{self.name} is hidden: read the rows and look at what they hold.")

    def get_transform(self, lookup_name: str) -> NoReturn:
        """Refuse every transform. Raises FieldError."""
        self.get_lookup(lookup_name)

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        return name, f"django.db.models.{self.stored.__name__}", args, kwargs

    def clone(self) -> Any:
        _name, _path, args, kwargs = self.deconstruct()
        return type(self)(*args, bound=self.bound, **kwargs)

    def row_of(self, instance: Any) -> list[Any]:
        """Return the values that identify the row of an instance."""
        loaded = instance.__dict__
        return [loaded[name] if name in loaded else getattr(instance, name) for name in self.bound]

    def sealed(self, value: Any, *row: Any) -> Any:
        """Return the value sealed for a row. Empty or sealed values and expressions stay unchanged."""
        if not value or type(value) is Sealed or hasattr(value, "resolve_expression"):
            return value
        return Sealed(keyring().seal(self.to_bytes(value), self._place(row)))

    def opened(self, value: Any, *row: Any) -> Any:
        """Return the decrypted value. A value that is not sealed stays unchanged. Raises CannotOpen."""
        return self.from_bytes(keyring().open(value.text, self._place(row))) if type(value) is Sealed else value

    def to_bytes(self, value: Any) -> bytes:
        """Return the bytes to seal."""
        raise NotImplementedError

    def from_bytes(self, data: bytes) -> Any:
        """Return the value of decrypted bytes."""
        raise NotImplementedError

    def pre_save(self, model_instance: Any, add: bool) -> Any:
        return self.sealed(getattr(model_instance, self.attname), *self.row_of(model_instance))

    def value_from_object(self, obj: Any) -> Any:
        """Return the sealed text for ``dumpdata``; ``loaddata`` stores it unchanged."""
        value = self.pre_save(obj, add=False)
        return value.text if type(value) is Sealed else value

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        """Prepare a value for the database. Raises TypeError for a value that should be sealed and is not."""
        if value and not _is_sealed(value) and not hasattr(value, "resolve_expression"):
            raise TypeError(f"{self.model.__name__}.{self.name} is hidden: save its instance.")
        return super().get_db_prep_save(value, connection)

    def _place(self, row: tuple[Any, ...]) -> str:
        if None in row or len(row) != len(self.bound):
            raise ValueError(f"{self.model.__name__}.{self.name}: nobody can tell whose it is")
        return f"{self.start}|{row[0]}" if len(row) == 1 else f"{self.start}|{row[0]}|{row[1]}"

    @cached_property
    def start(self) -> str:
        """Table and column, the first part of the place to which each value is bound."""
        return f"{self.model._meta.db_table}|{self.column}"


def new_row_id() -> str:
    """Return a random identifier for a row."""
    return secrets.token_urlsafe(12)


class RowId(Char):
    """Random value that identifies a row before it is written and has a primary key."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        defaults: dict[str, Any] = {"max_length": 16, "default": new_row_id, "editable": False}
        super().__init__(*args, **defaults | kwargs)

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


class HiddenText(Hidden, Text):
    """Hidden text; you cannot filter by it."""

    stored = models.TextField

    def to_bytes(self, value: str) -> bytes:
        return value.encode()

    def from_bytes(self, data: bytes) -> str:
        return data.decode()

    def get_prep_value(self, value: Any) -> Any:
        return value.text if type(value) is Sealed else super().get_prep_value(value)

    def from_db_value(self, value: str | None, expression: object, connection: object) -> str | Sealed | None:
        return Sealed(value) if value else value


class HiddenBytes(Hidden, models.BinaryField):  # type: ignore[type-arg]
    """Hidden bytes; you cannot filter by them."""

    stored = models.BinaryField

    def to_bytes(self, value: bytes) -> bytes:
        return bytes(value)

    def from_bytes(self, data: bytes) -> bytes:
        return data

    def value_from_object(self, obj: Any) -> Any:
        value = super().value_from_object(obj)
        return value.encode() if isinstance(value, str) else value

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        stored = value.text.encode() if type(value) is Sealed else value
        return super().get_db_prep_value(stored, connection, prepared)

    def from_db_value(self, value: Any, expression: object, connection: object) -> Sealed | None:
        return Sealed(bytes(value).decode("ascii", "replace")) if value else None


class HiddenJson(Hidden, models.JSONField):
    """Hidden JSON value; you cannot filter by it."""

    stored = models.JSONField

    def to_bytes(self, value: Any) -> bytes:
        return json.dumps(value).encode()

    def from_bytes(self, data: bytes) -> Any:
        return json.loads(data)

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        return super().get_db_prep_value(value.text if type(value) is Sealed else value, connection, prepared)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        loaded = super().from_db_value(value, expression, connection)
        return Sealed(loaded) if isinstance(loaded, str) and loaded else loaded


def hidden(model: type[models.Model], column: str) -> Hidden:
    """Return the field, to read or write its values without an instance."""
    return cast(Hidden, model._meta.get_field(column))


def sealed(row: models.Model, column: str) -> Any:
    """Return an instance's sealed value of a column, in the form for ``update``."""
    return hidden(type(row), column).pre_save(row, add=False)


def opened(model: type[models.Model], column: str, value: Any, *row: Any) -> Any:
    """Return the decrypted form of a value from ``values_list``. ``row`` has the values of the columns in ``bound``.

    Raises CannotOpen.
    """
    return hidden(model, column).opened(value, *row)


class DataKey(models.Model):
    """Id of a key that may have sealed data in this database, as written in sealed values. It is not the key itself."""

    key_id = models.CharField(max_length=8, primary_key=True)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return self.key_id
