"""Secrets of rounds with the same deal, as far as they are public."""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.chance import deal_name
from tables.models import Event, EventRound


@dataclass(frozen=True)
class Deal:
    """Deal of the tables of a round; in pairs, of the first or second table of each pair.

    ``leg`` counts from 1. ``name`` is the text in the records of the games. ``secret`` (hex) is empty until the round
    has ended.
    """

    leg: int
    name: str
    commitment: str
    secret: str


def deals_of(event: Event, row: EventRound) -> Sequence[Deal]:
    """Return the deals of a round; none if its tables have secrets of their own. The secrets of open rounds are not read."""
    secrets = [""] * len(row.commitments) if row.is_withheld else row.deals
    return [
        Deal(leg + 1, deal_name(event.code, row.division, row.number, leg), commitment, secret)
        for leg, (commitment, secret) in enumerate(zip(row.commitments, secrets, strict=True))
    ]


def has_own_secrets(event: Event) -> bool:
    """Return whether an event with the same deal has a round whose tables have secrets of their own."""
    return event.same_deal and event.pk is not None and event.rounds.filter(commitments=[]).exists()
