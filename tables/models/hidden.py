"""Columns from which something hidden follows: positions, actions, draws, orders, notes.

Whoever reads an instance of a model, or writes one, has them as they are. In the database they are sealed (config/safe/),
each bound to its table, column and row, which ``bound`` names by columns that are there before it is written and never change.
What is empty is not sealed: ``""``, ``[]``, None.

Nothing is looked up by them: it would find nothing, without a word. ``values`` and ``values_list`` give a Sealed, which
``opened`` opens for whoever can say whose it is; ``update`` takes nothing else. To a migration they are the plain columns that
they are to a database.
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
    """A value as the database has it."""

    text: str


class _OpenedWhenRead(DeferredAttribute):
    """Keeps what was loaded until somebody reads it; then it is opened, once."""

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
        """As it is stored: an instance of which nothing else was loaded would have to ask for what names its row."""
        rows = self.field.model._base_manager.using(instance._state.db).filter(pk=instance.pk)
        instance.__dict__[self.field.attname] = rows.values_list(self.field.attname, flat=True).get()


def _is_sealed(value: Any) -> bool:
    """Whether this is a sealed value, or the text of one."""
    if isinstance(value, bytes | memoryview):
        value = bytes(value).decode(errors="replace")
    return type(value) is Sealed or (isinstance(value, str) and bool(key_of(value)))


class Hidden(models.Field):  # type: ignore[type-arg]
    """What these columns have in common."""

    # The field as a database has it.
    stored: "type[AnyField]"
    descriptor_class = _OpenedWhenRead

    def __init__(self, *args: Any, bound: tuple[str] | tuple[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.bound = bound

    def get_lookup(self, lookup_name: str) -> NoReturn:
        """Raises FieldError."""
        raise FieldError(f"{self.model.__name__}.{self.name} is hidden: read the rows and look at what they hold.")

    def get_transform(self, lookup_name: str) -> NoReturn:
        """Raises FieldError."""
        self.get_lookup(lookup_name)

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        return name, f"django.db.models.{self.stored.__name__}", args, kwargs

    def clone(self) -> Any:
        _name, _path, args, kwargs = self.deconstruct()
        return type(self)(*args, bound=self.bound, **kwargs)

    def row_of(self, instance: Any) -> list[Any]:
        """What names the row of an instance."""
        known = instance.__dict__
        return [known[name] if name in known else getattr(instance, name) for name in self.bound]

    def sealed(self, value: Any, *row: Any) -> Any:
        """A value as it is written to the row of that name; what is empty or sealed, and expressions, as they are."""
        if not value or type(value) is Sealed or hasattr(value, "resolve_expression"):
            return value
        return Sealed(keyring().seal(self.to_bytes(value), self._place(row)))

    def opened(self, value: Any, *row: Any) -> Any:
        """A value as it was before. Raises CannotOpen."""
        return self.of_bytes(keyring().open(value.text, self._place(row))) if type(value) is Sealed else value

    def to_bytes(self, value: Any) -> bytes:
        """What is sealed."""
        raise NotImplementedError

    def of_bytes(self, data: bytes) -> Any:
        """What it stands for."""
        raise NotImplementedError

    def pre_save(self, model_instance: Any, add: bool) -> Any:
        return self.sealed(getattr(model_instance, self.attname), *self.row_of(model_instance))

    def value_from_object(self, obj: Any) -> Any:
        """What ``dumpdata`` writes is sealed, and ``loaddata`` saves it as it is."""
        value = self.pre_save(obj, add=False)
        return value.text if type(value) is Sealed else value

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        """Raises TypeError for what is not sealed."""
        if value and not _is_sealed(value) and not hasattr(value, "resolve_expression"):
            raise TypeError(f"{self.model.__name__}.{self.name} is hidden: save its instance.")
        return super().get_db_prep_save(value, connection)

    def _place(self, row: tuple[Any, ...]) -> str:
        if None in row or len(row) != len(self.bound):
            raise ValueError(f"{self.model.__name__}.{self.name}: nobody can tell whose it is")
        return f"{self.start}|{row[0]}" if len(row) == 1 else f"{self.start}|{row[0]}|{row[1]}"

    @cached_property
    def start(self) -> str:
        """How the place of every value begins: with table and column."""
        return f"{self.model._meta.db_table}|{self.column}"


def new_row_id() -> str:
    """A name for a row, drawn by lot."""
    return secrets.token_urlsafe(12)


class RowId(Char):
    """The name of a row that has no other one before it is written: its primary key comes with it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        given: dict[str, Any] = {"max_length": 16, "default": new_row_id, "editable": False}
        super().__init__(*args, **given | kwargs)

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


class HiddenText(Hidden, Text):
    """A text that nothing is looked up by."""

    stored = models.TextField

    def to_bytes(self, value: str) -> bytes:
        return value.encode()

    def of_bytes(self, data: bytes) -> str:
        return data.decode()

    def get_prep_value(self, value: Any) -> Any:
        return value.text if type(value) is Sealed else super().get_prep_value(value)

    def from_db_value(self, value: str | None, expression: object, connection: object) -> str | Sealed | None:
        return Sealed(value) if value else value


class HiddenBytes(Hidden, models.BinaryField):  # type: ignore[type-arg]
    """Bytes that nothing is looked up by."""

    stored = models.BinaryField

    def to_bytes(self, value: bytes) -> bytes:
        return bytes(value)

    def of_bytes(self, data: bytes) -> bytes:
        return data

    def value_from_object(self, obj: Any) -> Any:
        found = super().value_from_object(obj)
        return found.encode() if isinstance(found, str) else found

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        stored = value.text.encode() if type(value) is Sealed else value
        return super().get_db_prep_value(stored, connection, prepared)

    def from_db_value(self, value: Any, expression: object, connection: object) -> Sealed | None:
        return Sealed(bytes(value).decode("ascii", "replace")) if value else None


class HiddenJson(Hidden, models.JSONField):
    """A value of JSON that nothing is looked up by."""

    stored = models.JSONField

    def to_bytes(self, value: Any) -> bytes:
        return json.dumps(value).encode()

    def of_bytes(self, data: bytes) -> Any:
        return json.loads(data)

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        return super().get_db_prep_value(value.text if type(value) is Sealed else value, connection, prepared)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        found = super().from_db_value(value, expression, connection)
        return Sealed(found) if isinstance(found, str) and found else found


def hidden(model: type[models.Model], column: str) -> Hidden:
    """The field itself, for whoever reads or writes it apart from an instance."""
    return cast(Hidden, model._meta.get_field(column))


def sealed(row: models.Model, column: str) -> Any:
    """What an instance holds in a column as ``update`` takes it for its row."""
    return hidden(type(row), column).pre_save(row, add=False)


def opened(model: type[models.Model], column: str, value: Any, *row: Any) -> Any:
    """What ``values_list`` gave of a column, as it was before it was sealed; ``row`` names the row as ``bound`` does.

    Raises CannotOpen.
    """
    return hidden(model, column).opened(value, *row)


class DataKey(models.Model):
    """A key with which something in this database may be sealed, by the name that sealed values have for it; not the key."""

    key_id = models.CharField(max_length=8, primary_key=True)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return self.key_id
