"""Results of checking a record."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """Result of one check: ``code`` is its name, ``ok`` its result, ``count`` the number of items checked.

    ``detail`` is a short English description of the failure; ``steps`` are the moves that fail, as far as known.
    """

    code: str
    ok: bool
    count: int = 1
    detail: str = ""
    steps: tuple[int, ...] = ()
