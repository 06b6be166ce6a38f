"""Public state of a Night Post table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engines.specimen.content import content
from engines.specimen.decisions import relay, stable
from engines.specimen.state import Public, Relay, Seen
from tables.games.contract import Player
from tables.games.specimen.words import LETTERS, ROADS

COLOURS = ("red", "blue", "green")


@dataclass(frozen=True)
class Row:
    """One courier as everybody sees them."""

    name: str
    css: str
    coins: int
    horses: int
    town: int
    court: int
    road: str
    sealed: bool
    points: int


def seat_css(public: Public, seat: int) -> str:
    """Return the colour of a seat."""
    return COLOURS[seat]


def points(public: Public, seat: int) -> int:
    """Return the points so far."""
    return public.couriers[seat].tally.total()


def counters(public: Public) -> Mapping[str, Sequence[int]]:
    """Return coins, horses and letters of each courier, by the names of the counters."""
    couriers = public.couriers
    return {
        _("Coins"): [courier.coins for courier in couriers],
        _("Horses"): [courier.horses for courier in couriers],
        _("Town letters"): [courier.letters.town for courier in couriers],
        _("Court letters"): [courier.letters.court for courier in couriers],
    }


def context(seen: Seen, players: Sequence[Player], marked: Sequence[Any] = ()) -> Mapping[str, Any]:
    """Return the context of the board: couriers, roads, an open relay and the price of a horse."""
    public, facts = seen.public, content(seen.public.version)
    return {
        "public": public,
        "rows": [_row(public, player) for player in players],
        "roads": [{"name": ROADS[road.id], "climb": road.climb, "reward": road.reward} for road in facts.roads.values()],
        "relay": _relay_words(public, players),
        "price": stable.price_of_horse(public) if public.stable else None,
    }


def _row(public: Public, player: Player) -> Row:
    courier = public.couriers[player.seat]
    return Row(
        name=player.name,
        css=player.css,
        coins=courier.coins,
        horses=courier.horses,
        town=courier.letters.town,
        court=courier.letters.court,
        road=str(ROADS[courier.road]) if courier.road else "",
        sealed=bool(courier.sealed),
        points=courier.tally.total(),
    )


def _relay_words(public: Public, players: Sequence[Player]) -> str:
    task = next((task for task in public.agenda if isinstance(task, Relay)), None)
    if task is None:
        return ""
    return _("%(name)s offers a %(letter)s as a relay; place %(place)d is next.") % {
        "name": players[task.seat].name,
        "letter": LETTERS[task.letter],
        "place": relay.next_place(task),
    }
