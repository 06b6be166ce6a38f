"""Principato on pages, in mails and in the archive: the one place outside the engine that knows the game."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from PIL import Image

from engines.contract import Pending
from engines.principato import ENGINE, events
from engines.principato.actions import Action
from engines.principato.loader import content as content_of
from engines.principato.options import Options
from engines.principato.policy import Policy
from engines.principato.state import AskTurn, Public, Seen
from tables.games.contract import NOTHING_GIVEN, Answer, FacetField, Ordered, Player
from tables.games.kit import layers
from tables.games.principato import archive, log
from tables.games.principato import choices as principato_choices
from tables.games.principato import counters as principato_counters
from tables.games.principato import hand as principato_hand
from tables.games.principato import showcase as principato_showcase
from tables.games.principato import words as principato_words
from tables.games.principato.board import board as principato_board
from tables.games.principato.board import picture as principato_picture
from tables.games.principato.board import realm, year
from tables.games.principato.orders import forms as principato_ordering
from tables.games.principato.orders import words
from tables.games.principato.panel import panel as principato_panel
from tables.selectors.orders import KeptOrder


class OptionsForm(forms.Form):
    """How military scorings are fed."""

    feeding = forms.ChoiceField(
        label=gettext_lazy("Supplying the units"),
        choices=[("in_order", gettext_lazy("in order, as the rules say")), ("sealed", gettext_lazy("sealed, all at once"))],
        initial="in_order",
        help_text=gettext_lazy(
            "Before a military scoring everybody may supply condottieri and militia. By the rules the strongest army decides"
            " first and the others see it; everybody may answer ahead. Sealed is faster: all decide unseen, then all is opened."
        ),
    )


class Principato:
    """The presenter; see :class:`tables.games.contract.Presenter`."""

    slug = "principato"
    styles: Sequence[str] = ("principato/map.css", "principato/table.css", "principato/panel.css")
    scripts: Sequence[str] = ("principato/turn.js",)
    takes_orders = True
    drafted: Sequence[str] = ("turn",)

    def options_form(self, data: Any = None) -> forms.Form:
        """What can be chosen for a new table."""
        return OptionsForm(data)

    def options_words(self, options: Options) -> str:
        """Only what departs from the rules."""
        return _("units supplied under seal") if options.feeding == "sealed" else ""

    def seat_css(self, public: Public, seat: int) -> str:
        """The colour of a seat."""
        return realm.COLOURS[seat]

    def round_words(self, public: Public) -> str:
        """How far the game is."""
        return year.words(public)

    def asked_words(self, kind: str) -> str:
        """What somebody is asked to do."""
        return str(principato_words.ASKED[kind])

    def points(self, public: Public, seat: int) -> int:
        """The points so far; goals are counted once they are open."""
        return realm.points(public, seat)

    def counters(self, public: Public) -> Mapping[str, Sequence[int]]:
        """What lies open before everybody, in numbers."""
        return principato_counters.counters(public)

    def banner(self, public: Public) -> str:
        """Scorings that follow the turn being taken for certain."""
        return year.banner(public) if isinstance(public.task, AskTurn) else ""

    def board(self, seen: Seen, players: Sequence[Player], marked: Sequence[Any] = ()) -> Mapping[str, Any]:
        """The display, the year, the principalities, the military table, the supply and the box."""
        return principato_board.context(seen, players, marked)

    def hand(self, seen: Seen, players: Sequence[Player]) -> Mapping[str, Any]:
        """The cards of all players, and the viewer's goals."""
        return principato_hand.context(seen, players)

    def secrets(self, seen: Seen, players: Sequence[Player]) -> Sequence[str]:
        """The goals, and answers that lie sealed."""
        return principato_hand.secrets(seen)

    def panel(self, seen: Seen, pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Mapping[str, Any]:
        """The form of one decision."""
        return principato_panel.context(seen, pending, legal, players)

    def compose(self, kind: str, fields: Mapping[str, str]) -> list[Any]:
        """Actions from the plain inputs of a form. Raises ValueError for nonsense."""
        return principato_panel.compose(kind, fields)

    def action_words(self, action: Action, public: Public, players: Sequence[Player]) -> str:
        """An action in a phrase; of cards it names those that lie there in ``public``."""
        return principato_words.action_words(public, action)

    def order_words(self, order: Policy, players: Sequence[Player]) -> str:
        """A standing order in a sentence."""
        return words.order_words(order)

    def order_form(self, order: Policy) -> str:
        """The form in which an order can be changed."""
        return principato_ordering.form_of(order)

    def orders_panel(
        self,
        seen: Seen,
        orders: Sequence[KeptOrder],
        players: Sequence[Player],
        edited: Any = None,
        given: Mapping[str, Sequence[str]] = NOTHING_GIVEN,
    ) -> Mapping[str, Any]:
        """The forms of standing orders."""
        return principato_ordering.context(seen, orders, edited, given)

    def compose_orders(self, fields: Mapping[str, Sequence[str]]) -> Ordered:
        """The orders of a form. Raises ValueError for nonsense, IllegalAction for a number that makes no order."""
        return principato_ordering.compose(fields)

    def event_words(self, event: events.Event, public: Public, players: Sequence[Player]) -> str:
        """An event in a sentence."""
        return _worded(public.version, event, tuple(player.name for player in players), get_language())

    def facet_fields(self) -> Mapping[str, FacetField]:
        """How the archive asks for the facets."""
        return archive.facet_fields()

    def moment_words(self, event: events.Event, public: Public, players: Sequence[Player]) -> str:
        """A marked moment in a few words."""
        return archive.moment_words(event, [player.name for player in players])

    def opening_words(self, code: str) -> str:
        """How a seat began, in a phrase."""
        return archive.opening_words(code)

    def explain(self, code: str, params: Mapping[str, Any]) -> str:
        """Why the engine refused; empty for a code it does not use."""
        return principato_words.explain(code, params)

    def line_words(self, code: str) -> str:
        """A line of the final breakdown."""
        return str(principato_words.LINES[code])

    def reason_words(self, reason: str) -> str:
        """Why the game ended."""
        return str(principato_words.REASONS.get(reason, ""))

    def showcase(self) -> Mapping[str, Any]:
        """A principality in its third year."""
        return principato_showcase.context(ENGINE.versions[-1])

    def picture(self, public: Public) -> Image.Image:
        """The display and all principalities."""
        svg = render_to_string("games/principato/_picture.svg", {"picture": principato_picture.picture(public)})
        return layers.compose(svg, css="principato/map.css", width=principato_picture.WIDTH)

    def choices(self, seen: Seen, pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Sequence[Answer]:
        """Answers of a scoring, and turns that bring points."""
        return principato_choices.choices(self, seen, pending, legal, players)


@lru_cache(maxsize=8192)
def _worded(version: str, event: events.Event, names: tuple[str, ...], language: str | None) -> str:
    """An old event is told on every page of its table; ``language`` is the active one."""
    return log.sentence(content_of(version), event, names)


PRESENTER = Principato()
