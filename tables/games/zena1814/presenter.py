"""Zena 1814 on pages, in mails and in the archive: the one place outside the engine that knows the game."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext_lazy
from PIL import Image

from engines.contract import Pending
from engines.zena1814 import ENGINE, events
from engines.zena1814.actions import Action
from engines.zena1814.loader import content as content_of
from engines.zena1814.options import Options
from engines.zena1814.policy import Policy
from engines.zena1814.state import Public, Seen
from tables.games.contract import NOTHING_GIVEN, Answer, FacetField, Ordered, Player
from tables.games.kit import layers
from tables.games.zena1814 import archive, catalogue, deeds, frame, log, refusals
from tables.games.zena1814 import choices as zena1814_choices
from tables.games.zena1814 import counters as zena1814_counters
from tables.games.zena1814 import hand as zena1814_hand
from tables.games.zena1814 import showcase as zena1814_showcase
from tables.games.zena1814.board import board as zena1814_board
from tables.games.zena1814.board import picture as zena1814_picture
from tables.games.zena1814.board import pieces
from tables.games.zena1814.orders import forms as zena1814_ordering
from tables.games.zena1814.orders import words
from tables.games.zena1814.panel import inputs
from tables.games.zena1814.panel import panel as zena1814_panel
from tables.selectors.orders import KeptOrder


class OptionsForm(forms.Form):
    """The mode, who names the start player, and the order within a turn."""

    mode = forms.ChoiceField(
        label=gettext_lazy("Rules"),
        choices=[("expert", gettext_lazy("expert")), ("beginner", gettext_lazy("beginner"))],
        initial="expert",
        help_text=gettext_lazy(
            "Experts have six areas, goals, battles at the Fort and choose where their figures start. Beginners have four areas"
            " and action cards only, and a card decides where everybody starts."
        ),
    )
    starter = forms.ChoiceField(
        label=gettext_lazy("Who names the start player (expert rules)"),
        choices=[
            ("sealed_lot", gettext_lazy("a lot among those who placed their figures in time")),
            ("first_in", gettext_lazy("whoever placed their figures first")),
            ("random", gettext_lazy("nobody: a lot makes the start player")),
        ],
        initial="sealed_lot",
        help_text=gettext_lazy(
            "At a real table the fastest placement earns the start-player card. By post nobody should have to hurry, so a lot"
            " replaces the race. Choose the second way for tables that play live, the third for fewer letters."
        ),
    )
    free_order = forms.BooleanField(
        label=gettext_lazy("Cards may be influenced before one is offered"),
        required=False,
        help_text=gettext_lazy(
            "By the rules a turn moves, then offers, then influences. The publisher has allowed both orders."
        ),
    )


class Zena1814:
    """The presenter; see :class:`tables.games.contract.Presenter`."""

    slug = "zena1814"
    styles: Sequence[str] = ("zena1814/map.css", "zena1814/table.css", "zena1814/panel.css")
    scripts: Sequence[str] = ("zena1814/town.js",)
    takes_orders = True
    drafted: Sequence[str] = ("turn", "draw")

    def options_form(self, data: Any = None) -> forms.Form:
        """What can be chosen for a new table."""
        return OptionsForm(data)

    def options_words(self, options: Options) -> str:
        """The mode, and what departs from the rules."""
        return frame.options_words(options)

    def seat_css(self, public: Public, seat: int) -> str:
        """The colour of a seat."""
        return pieces.COLOURS[seat]

    def round_words(self, public: Public) -> str:
        """How far the game is."""
        return frame.round_words(public)

    def asked_words(self, kind: str) -> str:
        """What somebody is asked to do."""
        return str(frame.ASKED[kind])

    def points(self, public: Public, seat: int) -> int:
        """The points so far; coins and goals count at the end."""
        return frame.points(public, seat)

    def counters(self, public: Public) -> Mapping[str, Sequence[int]]:
        """What lies open before everybody, in numbers."""
        return zena1814_counters.counters(public)

    def banner(self, public: Public) -> str:
        """The last round."""
        return frame.banner(public)

    def board(self, seen: Seen, players: Sequence[Player], marked: Sequence[Any] = ()) -> Mapping[str, Any]:
        """The town, the rows of cards, the event, and what lies before the families."""
        return zena1814_board.context(seen, players, marked)

    def hand(self, seen: Seen, players: Sequence[Player]) -> Mapping[str, Any]:
        """The viewer's cards."""
        return zena1814_hand.context(seen, players)

    def secrets(self, seen: Seen, players: Sequence[Player]) -> Sequence[str]:
        """The hand, and answers that lie sealed."""
        return zena1814_hand.secrets(seen)

    def panel(self, seen: Seen, pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Mapping[str, Any]:
        """The form of one decision."""
        return zena1814_panel.context(seen, pending, legal, players)

    def compose(self, kind: str, fields: Mapping[str, str]) -> list[Any]:
        """Actions from the plain inputs of a form. Raises ValueError for nonsense, IllegalAction for a wrong number."""
        return inputs.compose(kind, fields)

    def action_words(self, action: Action, public: Public, players: Sequence[Player]) -> str:
        """An action in a phrase."""
        return deeds.action_words(public, action, [player.name for player in players])

    def order_words(self, order: Policy, players: Sequence[Player]) -> str:
        """A standing order in a sentence."""
        return words.order_words(order, [player.name for player in players])

    def order_form(self, order: Policy) -> str:
        """The form an order can be changed in."""
        return zena1814_ordering.form_of(order)

    def orders_panel(
        self,
        seen: Seen,
        orders: Sequence[KeptOrder],
        players: Sequence[Player],
        edited: Policy | None = None,
        given: Mapping[str, Sequence[str]] = NOTHING_GIVEN,
    ) -> Mapping[str, Any]:
        """Preferences and rules."""
        return zena1814_ordering.context(seen, orders, players, edited)

    def compose_orders(self, fields: Mapping[str, Sequence[str]]) -> Ordered:
        """The orders of a form. Raises ValueError for nonsense."""
        return zena1814_ordering.compose(fields)

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
        return refusals.explain(code, params)

    def line_words(self, code: str) -> str:
        """A line of the final breakdown."""
        return str(frame.LINES[code])

    def reason_words(self, reason: str) -> str:
        """Why the game ended."""
        return str(frame.REASONS.get(reason, ""))

    def showcase(self) -> Mapping[str, Any]:
        """The town, for the front page, and all cards for the page of rules."""
        version = ENGINE.versions[-1]
        return zena1814_showcase.context(version) | catalogue.context(version)

    def picture(self, public: Public) -> Image.Image:
        """The town and the families."""
        svg = render_to_string("games/zena1814/_picture.svg", {"picture": zena1814_picture.picture(public)})
        return layers.compose(svg, css="zena1814/map.css", width=zena1814_picture.WIDTH)

    def choices(self, seen: Seen, pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Sequence[Answer]:
        """Answers of one step, and turns of one deed."""
        return zena1814_choices.choices(self, seen, pending, legal, players)


@lru_cache(maxsize=8192)
def _worded(version: str, event: events.Event, names: tuple[str, ...], language: str | None) -> str:
    """An old event is told on every page of its table; ``language`` is the active one."""
    return log.sentence(content_of(version), event, names)


PRESENTER = Zena1814()
