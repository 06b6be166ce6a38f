"""Events at a table that are not moves but appear in its log."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from tables.models import Seat, SiteEvent, Table
from tables.services.changes import refresh_messages


@dataclass(frozen=True)
class Operator:
    """Admin who acts: account ID, or None on the command line, and a short reason for the table's log."""

    user_id: int | None
    reason: str

    @property
    def facts(self) -> dict[str, int | str]:
        """Facts stored with every action: its reason and its admin."""
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
    """Record an event after the newest move, and refresh messages about the table.

    ``facts`` are further values for its sentence; they must not contain a secret. ``user_id`` is the person concerned.
    ``operator`` is the admin who acted, or None if no admin did.
    """
    refresh_messages(table)
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
