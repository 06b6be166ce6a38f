"""What happens at a table and is no move: it stands in the table's log all the same."""

import json
from collections.abc import Mapping
from datetime import datetime

from tables.models import Seat, SiteEvent, Table


def record(
    *,
    table: Table,
    kind: SiteEvent.Kind,
    now: datetime,
    seat: Seat | None = None,
    user_id: int | None = None,
    by_operator: bool = False,
    facts: Mapping[str, int | str] | None = None,
) -> SiteEvent:
    """Write it down after the newest move. ``facts`` are what its sentence needs beside seat and person, never a secret."""
    return SiteEvent.objects.create(
        table=table,
        after_seq=table.seq,
        kind=kind,
        seat=seat,
        user_id=user_id,
        by_operator=by_operator,
        facts=json.dumps(dict(facts or {}), sort_keys=True),
        at=now,
    )
