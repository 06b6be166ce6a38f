"""What the forms of standing orders share: fields that hold all their values, and numbers within limits."""

from collections.abc import Mapping, Sequence

from engines.contract import IllegalAction

type Fields = Mapping[str, Sequence[str]]


def one(fields: Fields, name: str) -> str:
    """The last value of a field; empty if there is none."""
    return fields[name][-1] if fields.get(name) else ""


def number(fields: Fields, name: str, label: object, limits: range) -> int:
    """A whole number within limits. Raises IllegalAction, with what its field is called on the page, for anything else."""
    given = one(fields, name).strip()
    if given.isascii() and given.isdecimal() and len(given) < 4 and int(given) in limits:
        return int(given)
    raise IllegalAction("order_number", "", label=str(label), least=limits[0], most=limits[-1])


def shown(proposed: Mapping[str, str], ordered: Mapping[str, str], given: Fields) -> dict[str, str]:
    """What the inputs of forms hold: what was sent and refused, or an order as it is, and proposals in all others."""
    sent = {name: one(given, name) for name in proposed if name in given}
    return {**proposed, **(sent if given else ordered)}
