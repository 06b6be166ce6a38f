"""Night Post on the page: the words and shapes of the specimen game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, assert_never

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engines.contract import Pending, When, encode
from engines.specimen import ENGINE, actions, events, policy
from engines.specimen.content import Content, content
from engines.specimen.decisions import packing, relay, stable
from engines.specimen.options import Options
from engines.specimen.state import Public, Relay, Seen
from tables.games.contract import NOTHING_GIVEN, Answer, FacetField, Ordered, Player
from tables.games.kit.choices import plain
from tables.games.specimen import archive, log
from tables.games.specimen.words import ASKED, BAGS, LETTERS, LINES, ROADS
from tables.selectors.orders import KeptOrder

COLOURS = ("red", "blue", "green")


@dataclass(frozen=True)
class Choice:
    """One button: what it says and the encoded action it sends."""

    label: str
    value: str


class OptionsForm(forms.Form):
    """How many nights are played at most."""

    nights = forms.TypedChoiceField(
        label=gettext_lazy("Nights"), coerce=int, initial=3, choices=[(count, count) for count in range(1, 5)]
    )


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


class Night:
    """The presenter; see :class:`tables.games.contract.Presenter`."""

    slug = "specimen"
    styles: Sequence[str] = ()
    scripts: Sequence[str] = ()
    takes_orders = False
    drafted: Sequence[str] = ("offer", "packing", "relay", "draw", "stable")

    def options_form(self, data: Any = None) -> forms.Form:
        """What can be chosen for a new table."""
        return OptionsForm(data)

    def options_words(self, options: Options) -> str:
        """The options in one phrase."""
        return ngettext("%(count)d night", "%(count)d nights", options.nights) % {"count": options.nights}

    def seat_css(self, public: Public, seat: int) -> str:
        """The colour of a seat."""
        return COLOURS[seat]

    def round_words(self, public: Public) -> str:
        """How far the game is."""
        return _("night %(night)d of %(nights)d") % {"night": public.night, "nights": public.nights}

    def asked_words(self, kind: str) -> str:
        """What somebody is asked to do."""
        return str(ASKED[kind])

    def points(self, public: Public, seat: int) -> int:
        """The points so far."""
        return public.couriers[seat].tally.total()

    def counters(self, public: Public) -> Mapping[str, Sequence[int]]:
        """What lies open before everybody, in numbers."""
        couriers = public.couriers
        return {
            _("Points"): [courier.tally.total() for courier in couriers],
            _("Coins"): [courier.coins for courier in couriers],
            _("Horses"): [courier.horses for courier in couriers],
            _("Town letters"): [courier.letters.town for courier in couriers],
            _("Court letters"): [courier.letters.court for courier in couriers],
        }

    def banner(self, public: Public) -> str:
        """The last night is announced."""
        return _("This is the last night.") if public.night == public.nights and public.ended is None else ""

    def board(self, seen: Seen, players: Sequence[Player], marked: Sequence[Any] = ()) -> Mapping[str, Any]:
        """What lies open on the table."""
        public, facts = seen.public, content(seen.public.version)
        return {
            "public": public,
            "rows": [_row(public, player) for player in players],
            "roads": [{"name": ROADS[road.id], "climb": road.climb, "reward": road.reward} for road in facts.roads.values()],
            "relay": _relay_words(public, players),
            "price": stable.price_of_horse(public) if public.stable else None,
        }

    def hand(self, seen: Seen, players: Sequence[Player]) -> Mapping[str, Any]:
        """What only the viewer sees; empty for an onlooker."""
        if seen.hand is None:
            return {}
        facts = content(seen.public.version)
        return {
            "letters": [_letter(facts, letter) for letter in seen.hand.letters],
            "packed": [LETTERS[letter] for letter in seen.hand.packed],
            "road": ROADS[seen.hand.road] if seen.hand.road else "",
        }

    def secrets(self, seen: Seen, players: Sequence[Player]) -> Sequence[str]:
        """The letters held and the sealed road."""
        if seen.hand is None:
            return []
        letters = [_("Letters: %(letters)s") % {"letters": ", ".join(str(LETTERS[letter]) for letter in seen.hand.letters)}]
        road = [_("Road: %(road)s") % {"road": ROADS[seen.hand.road]}] if seen.hand.road else []
        return letters + road

    def panel(self, seen: Seen, pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Mapping[str, Any]:
        """The choices of one decision; what is not asked at once can be filed in a ranked list."""
        filing = pending.when is not When.NOW and not pending.sealed
        return {
            "choices": [Choice(self.action_words(action, seen.public, players), encode(action).decode()) for action in legal],
            "how": ("each" if pending.kind == stable.KIND else "first") if filing else "",
            "drafted": pending.kind == packing.KIND,
            "complete": not legal or pending.kind == stable.KIND,
            "changing": pending.when is When.MAY and pending.sealed,
        }

    def compose(self, kind: str, fields: Mapping[str, str]) -> list[Any]:
        """Every form of this game sends whole actions."""
        raise ValueError(kind)

    def action_words(self, action: actions.Action, public: Public, players: Sequence[Player]) -> str:
        """One action as a button or a line of a draft says it."""
        match action:
            case actions.SealRoad(road):
                return _("Seal the %(road)s") % {"road": ROADS.get(road, road)}
            case actions.Offer(letter):
                return _("Offer the %(letter)s") % {"letter": LETTERS.get(letter, letter)}
            case actions.OfferNothing():
                return _("Offer nothing")
            case actions.Join(place):
                return ngettext("Join for %(place)d coin", "Join for %(place)d coins", place) % {"place": place}
            case actions.Decline():
                return _("Stay at home")
            case actions.DrawFrom(bag):
                return _("Draw from the %(bag)s") % {"bag": BAGS[bag]}
            case actions.Hire(at_most):
                return ngettext(
                    "Hire a horse for at most %(price)d coin", "Hire a horse for at most %(price)d coins", at_most
                ) % {"price": at_most}
            case actions.Rest():
                return _("Hire no more horses")
            case actions.Pack(letter):
                return _("Pack the %(letter)s") % {"letter": LETTERS.get(letter, letter)}
        assert_never(action)

    def order_words(self, order: policy.Policy, players: Sequence[Player]) -> str:
        """A standing order in a sentence."""
        match order:
            case policy.JoinUpTo(0):
                return _("Stay at home at every relay.")
            case policy.JoinUpTo(place):
                words = ngettext(
                    "Join every relay for at most %(place)d coin.", "Join every relay for at most %(place)d coins.", place
                )
                return words % {"place": place}
            case policy.AlwaysDraw(bag):
                return _("Always draw from the %(bag)s.") % {"bag": BAGS[bag]}
        assert_never(order)

    def order_form(self, order: policy.Policy) -> str:
        """None are made on its pages."""
        return ""

    def orders_panel(
        self,
        seen: Seen,
        orders: Sequence[KeptOrder],
        players: Sequence[Player],
        edited: Any = None,
        given: Mapping[str, Sequence[str]] = NOTHING_GIVEN,
    ) -> Mapping[str, Any]:
        """None are made on its pages."""
        return {}

    def compose_orders(self, fields: Mapping[str, Sequence[str]]) -> Ordered:
        """None are made on its pages."""
        raise ValueError("orders")

    def event_words(self, event: events.Event, public: Public, players: Sequence[Player]) -> str:
        """One sentence of the log."""
        return log.sentence(event, [player.name for player in players])

    def facet_fields(self) -> Mapping[str, FacetField]:
        """How the archive asks for the facets."""
        return archive.facet_fields()

    def moment_words(self, event: events.Event, public: Public, players: Sequence[Player]) -> str:
        """A marked moment in a few words."""
        return archive.moment_words(event)

    def opening_words(self, code: str) -> str:
        """How a seat began, in a phrase."""
        return archive.opening_words(code)

    def explain(self, code: str, params: Mapping[str, Any]) -> str:
        """Why the engine refused; empty for a code it does not use."""
        match code:
            case "not_your_letter":
                return _("You hold no %(letter)s that is still free.") % {
                    "letter": LETTERS.get(params["letter"], params["letter"])
                }
            case "no_such_road":
                return _("There is no such road.")
            case "not_the_next_place":
                return _("The next place of the relay costs %(next)s, not %(place)s.") % params
            case "price_above_limit":
                return _("The next horse costs %(price)s; your limit is %(at_most)s.") % params
        return ""

    def line_words(self, code: str) -> str:
        """A line of the final score."""
        return str(LINES[code])

    def reason_words(self, reason: str) -> str:
        """Why the game ended."""
        return _("Somebody reached thirty points.") if reason == "renown" else _("The last night is over.")

    def showcase(self) -> Mapping[str, Any]:
        """The front page shows real games only."""
        return {}

    def picture(self, public: Public) -> None:
        """This game is a table, not a board: there is nothing to draw."""

    def choices(self, seen: Seen, pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Sequence[Answer]:
        """Every answer of one step."""
        return plain(ENGINE, self, seen, pending, legal, players)


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


def _letter(facts: Content, letter: str) -> Mapping[str, Any]:
    return {"name": LETTERS[letter], "worth": facts.letters[letter].worth, "bag": facts.bag(letter)}


def _relay_words(public: Public, players: Sequence[Player]) -> str:
    found = next((task for task in public.agenda if isinstance(task, Relay)), None)
    if found is None:
        return ""
    return _("%(name)s offers a %(letter)s as a relay; place %(place)d is next.") % {
        "name": players[found.seat].name,
        "letter": LETTERS[found.letter],
        "place": relay.next_place(found),
    }


PRESENTER = Night()
