"""Common code of standing-order forms. A field of the posted form maps to the list of its values."""

from collections.abc import Mapping, Sequence

type Fields = Mapping[str, Sequence[str]]


def last_value(fields: Fields, name: str) -> str:
    """Return the last value of a field. It is empty if there is none."""
    return fields[name][-1] if fields.get(name) else ""


def form_values(proposed: Mapping[str, str], ordered: Mapping[str, str], refused: Fields) -> dict[str, str]:
    """Return the values of the inputs: the refused values if there are any, or else those of the order.

    Inputs without such a value get the proposed one.
    """
    sent = {name: last_value(refused, name) for name in proposed if name in refused}
    return {**proposed, **(sent if refused else ordered)}
