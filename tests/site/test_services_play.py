"""The one write path: what a player, an opponent and a stranger can and cannot send."""

import pytest

from engines.specimen.actions import Pack, Rest, SealRoad
from tables.models import Move, Submission, Table, Tenure
from tables.selectors import coding, log, state
from tables.services import play
from tables.services.errors import Illegal, NotPending, NotRunning, NotYours, Refusal, Stale
from tables.services.verify import verify_table
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW


@pytest.fixture
def actors():
    player, opponent, stranger = (factories.person(name) for name in ("Player", "Opponent", "Stranger"))
    table = factories.running_table(player, opponent)
    return table, factories.seat_of(table, player), factories.seat_of(table, opponent), stranger


def test_a_move_enters_the_record(actors):
    table, mine, _theirs, _stranger = actors
    result = factories.send(mine, SealRoad("valley"), now=NOW)
    move = Move.objects.get(table=table, seq=1)
    assert (result.first_seq, result.last_seq, result.replayed) == (1, 1, False)
    assert (move.seat, move.user, move.via, move.kind) == (mine, mine.user, Move.Via.PAGE, "saddle")
    assert factories.fresh(table).seq == 1
