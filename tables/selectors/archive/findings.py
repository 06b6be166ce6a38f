"""Results of checking a record."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One thing that was checked: ``code`` names it, ``ok`` tells how it came out, ``count`` how many there were of it.

    ``detail`` says in a few words of English where it does not hold, ``steps`` at which moves, as far as they are known.
    """

    code: str
    ok: bool
    count: int = 1
    detail: str = ""
    steps: tuple[int, ...] = ()
