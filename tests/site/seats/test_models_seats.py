"""Players and holders of a seat: the properties of a seat and the database queries agree."""

from datetime import UTC, datetime
from itertools import product

import pytest

from accounts.models import User
from tables.models import Seat, Table

pytestmark = [pytest.mark.django_db, pytest.mark.database]
AT = datetime(2026, 5, 4, 12, tzinfo=UTC)


@pytest.fixture
def seats() -> list[Seat]:
    """Create and return one seat for each combination: kind of holder, with or without steward, left or not."""
    table = Table.objects.create(
        game="specimen", version="1", options="{}", seat_count=2, decision_minutes=60, reply_minutes=60, commitment="0" * 64
    )
    made = []
    for number, (holder, steward, resigned) in enumerate(product(("person", "bot", "nobody"), (None, AT), (None, AT))):
        user = User.objects.create_user(f"p{number}@example.test", f"Person {number}") if holder == "person" else None
        bot = "Ada" if holder == "bot" else ""
        made.append(
            Seat.objects.create(table=table, position=number, user=user, bot=bot, steward_since=steward, resigned_at=resigned)
        )
    return made


def test_the_database_finds_whom_a_seat_says_is_played_by_a_person(seats: list[Seat]) -> None:
    asked = {seat.pk for seat in Seat.objects.played_by_person()}
    assert asked == {seat.pk for seat in seats if seat.is_played_by_person}
    assert len(asked) == 1


def test_the_database_finds_whom_a_seat_says_is_held_by_a_person(seats: list[Seat]) -> None:
    held = {seat.pk for seat in Seat.objects.held_by_person()}
    assert held == {seat.pk for seat in seats if seat.is_held_by_person}
    assert len(held) == 2


def test_a_person_plays_no_seat_that_a_bot_or_the_steward_plays(seats: list[Seat]) -> None:
    assert not [seat for seat in seats if seat.is_played_by_person and seat.is_automatic]
