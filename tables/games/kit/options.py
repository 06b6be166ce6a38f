"""Form made from the ``Options`` of an engine, with fields for booleans, choices of texts and whole numbers."""

from collections.abc import Mapping
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from django import forms

from tables.games.kit.inputs import PresetField
from tables.games.kit.phrases import spelt

VERSION = "version"


def form_class(options: type[msgspec.Struct], labels: Mapping[str, Any]) -> type[forms.Form]:
    """Return a form class with a field for every option except the version. The initial value is the option's default.

    ``labels`` has the name of a field under ``"field"``, of one of its texts under ``"field.text"``, and its help under
    ``"field?"``. A missing name is made from the identifier.
    Raises TypeError for an option of another type: its game needs a form of its own.
    """
    hints = get_type_hints(options, include_extras=True)
    defaults = options()
    fields = {
        name: _field(name, hints[name], getattr(defaults, name), labels)
        for name in options.__struct_fields__
        if name != VERSION
    }
    return type(f"{options.__name__}Form", (forms.Form,), fields)


def _field(name: str, kind: Any, default: Any, labels: Mapping[str, Any]) -> forms.Field:
    common = {"label": labels.get(name, spelt(name)), "help_text": labels.get(f"{name}?", ""), "initial": default}
    info = msgspec.inspect.type_info(kind)
    if isinstance(info, msgspec.inspect.BoolType):
        return forms.BooleanField(required=False, **common)
    if isinstance(info, msgspec.inspect.IntType):
        return PresetField(min_value=info.ge, max_value=info.le, **common)
    texts = [text for text in _texts(kind) if text is not None]
    if not texts or not all(isinstance(text, str) for text in texts):
        raise TypeError(f"no field is known for the option {name}: {kind}")
    choices = [(text, labels.get(f"{name}.{text}", spelt(text))) for text in texts]
    if default is None:
        choices = [("", labels.get(f"{name}.", "–")), *choices]
    return forms.TypedChoiceField(choices=choices, required=default is not None, empty_value=None, **common)


def _texts(kind: Any) -> tuple[Any, ...]:
    """Return the texts of a Literal or of a union of Literals, with None for the member None. Empty for other types."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        return tuple(text for member in get_args(kind) for text in ((None,) if member is type(None) else _texts(member)))
    return ()
