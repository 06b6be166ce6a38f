"""What a game offers to the site's pages, mails and archive: words and drawings, never rules.

A game's presenter is ``tables/games/<slug>/presenter.py::PRESENTER``. Its folder is the one place outside the engine that
knows the game; its style sheets, scripts and images lie in ``static/<slug>/`` there.
Its templates lie in ``templates/games/<slug>/``:

``_board.html``   gets ``board``; drawn from Public alone, except what a player's own page adds for the hand
``_hand.html``    gets ``hand``: what the viewer alone knows, and the mats of all players
``_panel.html``   gets ``slot`` (addresses and hidden fields of one open decision), ``panel`` and ``csrf_token``
``_aid.html``     needs nothing: a page of the rules in short
``_preferences.html``, ``_orders.html``   get ``orders``, if the game takes standing orders on its pages; these forms only make
                  orders, ``_order_list.html`` shows those there are. Each form of ``_orders.html`` includes
                  ``tables/_order_end.html`` with its name as ``form`` (and ``ticked`` where an order is mostly meant to last)
``rules.html``    a whole page that extends ``base.html``

A panel holds real forms that post ``action`` fields, each one action as JSON; several are played in their order::

    <form method="post" action="{{ slot.draft_url }}" hx-post="{{ slot.draft_url }}" hx-target="#panel" hx-swap="outerHTML">
      {% csrf_token %}{% include "tables/_slot.html" %}
      <button class="button choose" name="action" value="{{ choice.json }}">{{ choice.words }}</button>
    </form>

Nothing is sent with one tap: a button that chooses goes to ``slot.draft_url``, where its action is added to the draft
(``do=back`` and ``do=clear`` take away) or, where a draft is a whole answer, takes its place; the draft is shown with the one
red button that sends it to ``slot.act_url``. A form that goes there at once has something ``required`` in it that nobody has
chosen yet. To ``slot.file_url`` the same fields are filed in the order of rank (``otherwise=ask|fallback``, ``do=withdraw``;
``do=wait`` files that one wants to see what those before do).
A form that composes its action from plain inputs instead (radio buttons that work without JavaScript) sends
``compose=<kind>`` and its fields; :meth:`Presenter.compose` makes the actions.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

from PIL import Image

from engines.contract import encode
from tables.selectors.orders import KeptOrder


@dataclass(frozen=True)
class Player:
    """Who sits on a seat, as pages and mails name them. ``css`` is the class of the seat's colour and pattern."""

    seat: int
    name: str
    css: str = ""
    is_me: bool = False
    is_bot: bool = False


NOTHING_GIVEN: Mapping[str, Sequence[str]] = MappingProxyType({})


@dataclass(frozen=True)
class Ordered:
    """What a form about standing orders asks for: policies to be tried before all others or after them, and the types of orders
    they take the place of. ``lasting``: they are for all rounds, or know themselves when they are over, whatever is ticked."""

    first: Sequence[Any] = ()
    last: Sequence[Any] = ()
    replaces: tuple[type, ...] = ()
    lasting: bool = False


@dataclass(frozen=True)
class Answer:
    """One whole answer: its actions, what they are in words, and in a few words what they bring at once (empty for nothing)."""

    actions: tuple[Any, ...]
    words: str
    note: str = ""

    @property
    def code(self) -> str:
        """A short name, the same wherever its actions are."""
        return hashlib.sha256(encode(self.actions)).hexdigest()[:12]


@dataclass(frozen=True)
class FacetField:
    """How a form asks for a facet: what it is called, and its texts in the order of the form, each with its words.

    Without ``choices`` it is a number, asked for "at least", and ``most`` is the largest that makes sense to ask for.
    """

    label: str
    choices: Mapping[str, str] = field(default_factory=dict)
    most: int = 0


class Presenter(Protocol):
    """One game in words and pictures. All words are in the active language, plain text, complete sentences or phrases.

    ``players`` are all players in the order of seats; ``seen`` is what the viewer sees (seat None: an onlooker).
    """

    slug: str
    scripts: Sequence[str]
    """Static paths of the modules a page with a board loads (``<script type="module">``)."""
    styles: Sequence[str]
    """Static paths of its style sheets."""
    takes_orders: bool
    """Whether standing orders are made on its pages: ``_preferences.html`` on the table page, ``_orders.html`` on their own."""

    drafted: Sequence[str]
    """The kinds of decisions whose ``_panel.html`` puts a draft together step by step and sends it. For any other kind a draft
    is a whole answer, brought from the planning board, and stands in the place of the panel."""

    def options_form(self, data: Any = None) -> Any:
        """A bound or unbound Django form; ``cleaned_data`` is what ``create_table`` takes as options."""
        ...

    def options_words(self, options: Any) -> str:
        """The options in a phrase for a line of the lobby; empty if there is nothing to say."""
        ...

    def seat_css(self, public: Any, seat: int) -> str:
        """The class of a seat's colour: red, yellow, green, blue or violet."""
        ...

    def round_words(self, public: Any) -> str:
        """Where the game stands: "Round 3 of at most 12"."""
        ...

    def asked_words(self, kind: str) -> str:
        """What a kind of decision asks for, as a phrase after "you are asked to": "plan the round"."""
        ...

    def points(self, public: Any, seat: int) -> int:
        """The points a seat has now."""
        ...

    def counters(self, public: Any) -> Mapping[str, Sequence[int]]:
        """What everybody sees counted for every seat, points first: what it is called, and its number by seat. A recap tells
        which of them changed."""
        ...

    def banner(self, public: Any) -> str:
        """A sentence everybody must see, such as the announcement of the last round; empty if there is none."""
        ...

    def board(self, seen: Any, players: Sequence[Player], marked: Sequence[Any] = ()) -> Mapping[str, Any]:
        """The context of ``_board.html``; what the ``marked`` events put on the board is shown as new."""
        ...

    def hand(self, seen: Any, players: Sequence[Player]) -> Mapping[str, Any]:
        """The context of ``_hand.html``."""
        ...

    def secrets(self, seen: Any, players: Sequence[Player]) -> Sequence[str]:
        """What the viewer alone knows, in sentences: the archive opens every hand once the game is over."""
        ...

    def panel(self, seen: Any, pending: Any, legal: Sequence[Any], players: Sequence[Player]) -> Mapping[str, Any]:
        """The context of ``_panel.html`` for one open decision of the viewer; ``legal`` are all its legal actions."""
        ...

    def choices(self, seen: Any, pending: Any, legal: Sequence[Any], players: Sequence[Player]) -> Sequence[Answer]:
        """Answers for a mail, where there is no form: whole ones, most points at once first, a dozen at most; none where only
        the table will do. Mostly :func:`tables.games.kit.choices.plain`."""
        ...

    def compose(self, kind: str, fields: Mapping[str, str]) -> list[Any]:
        """Actions from the plain inputs of a panel's form. Raises ValueError for nonsense, :class:`IllegalAction` with a code
        of the game for a choice that is not complete."""
        ...

    def action_words(self, action: Any, public: Any, players: Sequence[Player]) -> str:
        """An action in a phrase: a step of a draft, a filed turn, a line of a list."""
        ...

    def order_words(self, order: Any, players: Sequence[Player]) -> str:
        """A standing order in a sentence."""
        ...

    def order_form(self, order: Any) -> str:
        """The name of the form that can be filled with an order, to change it; empty if there is none. The form has the id
        ``form-NAME``, is open if ``edit.form`` is its name, and shows the order ``edit.policy`` then."""
        ...

    def orders_panel(
        self,
        seen: Any,
        orders: Sequence[KeptOrder],
        players: Sequence[Player],
        edited: Any = None,
        given: Mapping[str, Sequence[str]] = NOTHING_GIVEN,
    ) -> Mapping[str, Any]:
        """The context of ``_preferences.html`` and ``_orders.html``, which get it as ``orders``: forms that post their fields
        with ``do=order``. ``edited`` is the policy that is being changed, ``given`` what was sent in a form and refused."""
        ...

    def compose_orders(self, fields: Mapping[str, Sequence[str]]) -> Ordered:
        """The orders of such a form; each field holds all its values. Raises ValueError for nonsense, :class:`IllegalAction`
        with a code of the game for what makes no order."""
        ...

    def event_words(self, event: Any, public: Any, players: Sequence[Player]) -> str:
        """An event in a sentence; empty for events that need no line of their own."""
        ...

    def facet_fields(self) -> Mapping[str, FacetField]:
        """How the archive asks for each facet of the engine, by its name, in the order of the form. The first one with choices
        is the variant that statistics are told apart by."""
        ...

    def moment_words(self, event: Any, public: Any, players: Sequence[Player]) -> str:
        """A marked moment of a game in a few words ("Anna founds the Sea League of the Baltic"); empty for any other event.
        ``public`` is the position after the whole step."""
        ...

    def opening_words(self, code: str) -> str:
        """How a seat began, in a phrase, from the code of the engine."""
        ...

    def explain(self, code: str, params: Mapping[str, Any]) -> str:
        """Why the engine refused, or why an order is over, in a sentence; empty for a code the game does not know. The page
        adds the rule."""
        ...

    def line_words(self, code: str) -> str:
        """A line of the final breakdown; ``tiebreak`` is the number that decides ties."""
        ...

    def reason_words(self, reason: str) -> str:
        """Why the game ended, in a sentence."""
        ...

    def showcase(self) -> Mapping[str, Any]:
        """The context of ``_showcase_board.html``, a drawing for the front page, and of other parts that the game's own
        rules page asks for; empty if there is none."""
        ...

    def picture(self, public: Any) -> Image.Image | None:
        """The board for mails and link previews, in daylight; None if the game draws none."""
        ...
