"""Secrecy of a round with the same deal, and of blocks: a part of what `make leaks` asks (tests/leaks/whole_events.py)."""

import re
from dataclasses import replace

import pytest
from django.db import connection

from tests.leaks import rounds
from tests.leaks.addresses import addresses
from tests.leaks.answers import Ask
from tests.leaks.ring import Ring

# PostgreSQL does not take back the ids of rows that are rolled back, so equal worlds differ in them.
BY_ID = pytest.mark.skipif(connection.vendor != "sqlite", reason="rows of equal worlds need equal ids, as in make leaks")
pytestmark = [pytest.mark.django_db, BY_ID]
# Pages on which other people or other tables appear, for a player and for an admin who plays.
PAGES = r"^/(people/\d+/|tables/|events/\w+/(|feed/)|my/people/|archive/|t/\w+/|)$"
STAFF = r"^/(staff/tables/(\w+/)?|staff/people/\d+/|admin/tables/(table|move|decision|chatmessage|siteevent|eventnote)/)$"
DEEDS = ("moves and talk at a withheld table", "decided results of withheld tables", "a block")


def test_nobody_can_tell_what_happens_at_a_withheld_table(time_machine):
    world = rounds.prepared_event(lambda now: time_machine.move_to(now, tick=False))
    ring = Ring(world)
    player, admin, *_others = world.viewers()
    for viewer, pages in ((player, PAGES), (admin, STAFF)):
        asked = [Ask(address) for address in addresses(world, viewer) if re.match(pages, address)]
        assert len(asked) > 10
        ring.know({viewer.name: {ask: ring.ask(viewer, ask) for ask in asked}})
    parts = {part.name: part for part in rounds.secrets(world)}
    for name in DEEDS:
        hidden_from = [viewer for viewer in (player, admin) if viewer in parts[name].hidden_from]
        ring.compare(replace(parts[name], hidden_from=hidden_from))
    assert ring.compared > 50
    assert not ring.findings, ring.report()
