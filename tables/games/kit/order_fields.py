"""What the forms of standing orders share: fields that hold all their values."""

from collections.abc import Mapping, Sequence

type Fields = Mapping[str, Sequence[str]]


def one(fields: Fields, name: str) -> str:
    """The last value of a field; empty if there is none."""
    return fields[name][-1] if fields.get(name) else ""


def shown(proposed: Mapping[str, str], ordered: Mapping[str, str], given: Fields) -> dict[str, str]:
    """What the inputs of forms hold: what was sent and refused, or an order as it is, and proposals in all others."""
    sent = {name: one(given, name) for name in proposed if name in given}
    return {**proposed, **(sent if given else ordered)}
