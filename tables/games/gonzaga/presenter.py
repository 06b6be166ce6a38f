"""Gonzaga on pages, in mails and in the archive: the one place outside the engine that knows the game."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _
from PIL import Image

from engines.contract import Pending
from engines.gonzaga import ENGINE, events
from engines.gonzaga.actions import Action
from engines.gonzaga.flow import LAST_ROUND
from engines.gonzaga.options import Options
from engines.gonzaga.policy import Policy
from engines.gonzaga.state import Public, Seen
from tables.games.contract import NOTHING_GIVEN, Answer, FacetField, Ordered, Player
from tables.games.gonzaga import archive, log
from tables.games.gonzaga import choices as gonzaga_choices
from tables.games.gonzaga import counters as gonzaga_counters
from tables.games.gonzaga import hand as gonzaga_hand
from tables.games.gonzaga import panel as gonzaga_panel
from tables.games.gonzaga import showcase as gonzaga_showcase
from tables.games.gonzaga import words as gonzaga_words
from tables.games.gonzaga.board import board as gonzaga_board
from tables.games.gonzaga.board import picture as gonzaga_picture
from tables.games.gonzaga.board.ground import content_of
from tables.games.gonzaga.orders import forms as gonzaga_ordering
from tables.games.gonzaga.orders import words
from tables.games.kit import layers
from tables.selectors.orders import KeptOrder


def _scenario_choices() -> list[tuple[str, Any]]:
    """Drawn by lot, or by name, sorted by the number of players."""
    groups: dict[int, list[tuple[str, str]]] = {}
    for each in content_of(ENGINE.versions[-1]).scenarios:
        groups.setdefault(each.seats, []).append((each.id, each.name))
    return [("", _("drawn by lot")), *((_for_players(seats), found) for seats, found in sorted(groups.items()))]


def _for_players(seats: int) -> str:
    return ngettext("for %(count)d player", "for %(count)d players", seats) % {"count": seats}


class OptionsForm(forms.Form):
    """Which scenario is played; it must be one for the number of seats."""

    scenario = forms.TypedChoiceField(
        label=gettext_lazy("Scenario"),
        choices=_scenario_choices,
        required=False,
        empty_value=None,
        help_text=gettext_lazy(
            "The scenario decides which regions flourish. A named one must be for as many players as the table has seats."
        ),
    )


class Gonzaga:
    """The presenter; see :class:`tables.games.contract.Presenter`."""

    slug = "gonzaga"
    styles: Sequence[str] = ("gonzaga/map.css", "gonzaga/table.css")
    scripts: Sequence[str] = ("gonzaga/map.js", "gonzaga/turn.js")
    takes_orders = True
    drafted: Sequence[str] = ()

    def options_form(self, data: Any = None) -> forms.Form:
        """What can be chosen for a new table."""
        return OptionsForm(data)

    def options_words(self, options: Options) -> str:
        """The scenario."""
        if options.scenario is None:
            return _("scenario drawn by lot")
        return _("scenario %(name)s") % {"name": content_of(options.version).scenario(options.scenario).name}

    def seat_css(self, public: Public, seat: int) -> str:
        """The colour of a seat."""
        return public.courts[seat].colour

    def round_words(self, public: Public) -> str:
        """How far the game is."""
        if public.round == (public.last_round or LAST_ROUND):
            return _("round %(round)d, the last one") % {"round": public.round}
        return _("round %(round)d of at most %(most)d") % {"round": public.round, "most": public.last_round or LAST_ROUND}

    def asked_words(self, kind: str) -> str:
        """What somebody is asked to do."""
        return str(gonzaga_words.ASKED[kind])

    def points(self, public: Public, seat: int) -> int:
        """The points so far."""
        return public.courts[seat].score

    def counters(self, public: Public) -> Mapping[str, Sequence[int]]:
        """What lies open before everybody, in numbers."""
        return gonzaga_counters.counters(public)

    def banner(self, public: Public) -> str:
        """The last round is announced [G-13.9]."""
        if not public.agenda or public.round != (public.last_round or LAST_ROUND):
            return ""
        return _("This is the last round.")

    def board(self, seen: Seen, players: Sequence[Player], marked: Sequence[Any] = ()) -> Mapping[str, Any]:
        """The map with all pieces and a label for every hex."""
        return gonzaga_board.context(seen.public, [player.name for player in players], marked)

    def hand(self, seen: Seen, players: Sequence[Player]) -> Mapping[str, Any]:
        """The mats of all players, and the viewer's objective and plan."""
        return gonzaga_hand.context(seen, players)

    def secrets(self, seen: Seen, players: Sequence[Player]) -> Sequence[str]:
        """The hidden objective and a plan that lies face down."""
        return gonzaga_hand.secrets(seen)

    def panel(self, seen: Seen, pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Mapping[str, Any]:
        """The form of one decision."""
        return gonzaga_panel.context(seen, pending, legal)

    def compose(self, kind: str, fields: Mapping[str, str]) -> list[Any]:
        """A plan from its plain inputs. Raises ValueError for nonsense."""
        return gonzaga_panel.compose(kind, fields)

    def action_words(self, action: Action, public: Public, players: Sequence[Player]) -> str:
        """An action in a phrase."""
        return gonzaga_words.action_words(content_of(public.version), action)

    def order_words(self, order: Policy, players: Sequence[Player]) -> str:
        """A standing order in a sentence."""
        return words.order_words(order)

    def order_form(self, order: Policy) -> str:
        """The form in which an order can be changed."""
        return gonzaga_ordering.form_of(order)

    def orders_panel(
        self,
        seen: Seen,
        orders: Sequence[KeptOrder],
        players: Sequence[Player],
        edited: Any = None,
        given: Mapping[str, Sequence[str]] = NOTHING_GIVEN,
    ) -> Mapping[str, Any]:
        """The forms of standing orders."""
        return gonzaga_ordering.context(orders, edited, given)

    def compose_orders(self, fields: Mapping[str, Sequence[str]]) -> Ordered:
        """The orders of a form. Raises ValueError for nonsense, IllegalAction for a number that makes no order."""
        return gonzaga_ordering.compose(fields)

    def event_words(self, event: events.Event, public: Public, players: Sequence[Player]) -> str:
        """An event in a sentence; of cards locked for a next round only while there can be one."""
        if isinstance(event, events.CardsLocked) and not public.agenda:
            return ""
        return _worded(public.version, event, tuple(player.name for player in players), get_language())

    def facet_fields(self) -> Mapping[str, FacetField]:
        """How the archive asks for the facets."""
        return archive.facet_fields()

    def moment_words(self, event: events.Event, public: Public, players: Sequence[Player]) -> str:
        """A marked moment in a few words."""
        return archive.moment_words(content_of(public.version), event, [player.name for player in players])

    def opening_words(self, code: str) -> str:
        """How a seat began, in a phrase."""
        return archive.opening_words(code)

    def explain(self, code: str, params: Mapping[str, Any]) -> str:
        """Why the engine refused; empty for a code it does not use."""
        return gonzaga_words.explain(code, params)

    def line_words(self, code: str) -> str:
        """A line of the final breakdown."""
        return str(gonzaga_words.LINES[code])

    def reason_words(self, reason: str) -> str:
        """Why the game ended."""
        return str(gonzaga_words.REASONS.get(reason, ""))

    def showcase(self) -> Mapping[str, Any]:
        """A map with a few pieces, and all fiefs."""
        version = ENGINE.versions[-1]
        return {
            "board": gonzaga_board.drawing(gonzaga_showcase.position(version)),
            "tiles": [gonzaga_hand.tile(version, fief.number) for fief in content_of(version).fiefs],
            "symbols": content_of(version).symbols,
            "seas": content_of(version).seas,
        }

    def picture(self, public: Public) -> Image.Image:
        """The map."""
        svg = render_to_string("games/gonzaga/_picture.svg", gonzaga_picture.context(public))
        return layers.compose(svg, css="gonzaga/map.css", width=gonzaga_picture.WIDTH)

    def choices(self, seen: Seen, pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Sequence[Answer]:
        """The plans or turns that bring most."""
        return gonzaga_choices.choices(seen, pending, legal)


@lru_cache(maxsize=8192)
def _worded(version: str, event: events.Event, names: tuple[str, ...], language: str | None) -> str:
    """An old event is told on every page of its table; ``language`` is the active one."""
    return log.sentence(content_of(version), event, names)


PRESENTER = Gonzaga()
