"""What happens at a table and is no move: it stands in the table's log all the same."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from tables.models import Seat, SiteEvent, Table


@dataclass(frozen=True)
class Operator:
    """Who acts for the site and why: an id of an account, None on the command line, and a short text for the table's log."""

    user_id: int | None
    reason: str

    @property
    def facts(self) -> dict[str, int | str]:
        """What stands with every act: why, and whose it was."""
        return {"reason": self.reason} | ({"operator": self.user_id} if self.user_id else {})


def record(
    *,
    table: Table,
    kind: SiteEvent.Kind,
    now: datetime,
    seat: Seat | None = None,
    user_id: int | None = None,
    operator: Operator | None = None,
    facts: Mapping[str, int | str] | None = None,
) -> SiteEvent:
    """Write it down after the newest move. ``facts`` are what its sentence needs beside seat and person, never a secret.

    ``user_id`` is whom it is about, ``operator`` who did it if it was nobody at the table.
    """
    return SiteEvent.objects.create(
        table=table,
        after_seq=table.seq,
        kind=kind,
        seat=seat,
        user_id=user_id,
        by_operator=operator is not None,
        facts=json.dumps({**(facts or {}), **(operator.facts if operator else {})}, sort_keys=True),
        at=now,
    )
