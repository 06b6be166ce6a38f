"""What a game offers to the site's pages, mails and archive: words and drawings, never rules.

A game's folder, ``tables/games/<slug>/``, is the one place outside the engine that knows the game; its style sheets, scripts
and images lie in ``static/<slug>/`` there. The protocols below say what its modules offer as functions: ``presenter.py`` names
the modules of each, and what none of them offers is that of :mod:`tables.games.base`. All words are in the active language,
plain text, complete sentences or phrases. ``players`` are all players in the order of seats; ``seen`` is what the viewer sees
(seat None: an onlooker).

A game's templates lie in ``templates/games/<slug>/``; for those it has not, there are others in ``templates/games/kit/``:

``_board.html``   gets ``board``; drawn from Public alone, except what a player's own page adds for the hand
                  (``tabs`` in its context are :class:`Tab`: parts of the board that lie in drawers of their own on a desk)
``_hand.html``    gets ``hand``: what the viewer alone knows, and the mats of all players, unless ``listed``: then the list of
                  players tells of them
``_player.html``  gets ``line`` (a player of the list) and ``row``: what ``Board.context`` has for the seat under ``by_seat``
``_stock.html``   gets ``board``: what is common to all players, below their list
``_panel.html``   gets ``slot`` (addresses and hidden fields of one open decision), ``panel`` and ``csrf_token``
``_aid.html``     needs nothing: a page of the rules in short
``_preferences.html``, ``_orders.html``   get ``orders``, if the game takes standing orders on its pages; these forms only make
                  orders, ``_order_list.html`` shows those there are. Each form of ``_orders.html`` includes
                  ``tables/_order_end.html`` with its name as ``form`` (and ``ticked`` where an order is mostly meant to last)
``_settled.html``  gets ``orders``: a choice of the player for decisions to come, shown in the panel whoever's turn it is
``rules.html``    the page of rules; that of the kit is made of the game's rule book, glossary and ``_aid.html``

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
``compose=<kind>`` and its fields; :meth:`Panel.compose` makes the actions.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

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
class Tab:
    """A drawer that a game adds to those of the table page: the id of the part of its board, and what it is called."""

    id: str
    words: str


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


@dataclass(frozen=True)
class Entry:
    """A word of the glossary: what something on the board or in a panel is called, and one sentence on what it is.

    ``key`` names it for ever (the address of its line on the page of rules). ``on``: CSS selectors of what it explains, joined
    by commas, each simple ones (``tag.class[attribute^="value"]``) in a row of ancestors; empty if it is found by its name
    in what something says of itself (:meth:`Reading.labelled`). ``rule``: where the rules say more, an id of ``RULES.md``.
    """

    key: str
    name: str
    words: str
    on: str = ""
    rule: str = ""


@dataclass(frozen=True)
class Rule:
    """A rule in our own words. ``id`` is that of ``RULES.md``, which code and tests cite, and its address on the page.
    ``example``: a worked one; ``name``: what the rule is about, if it needs saying."""

    id: str
    words: str
    example: str = ""
    name: str = ""


@dataclass(frozen=True)
class Chapter:
    """A chapter of the rule book, by the id of its section. ``pictures`` are showcases (``_showcase_<name>.html``)."""

    id: str
    title: str
    rules: Sequence[Rule]
    pictures: Sequence[str] = ()


class Options(Protocol):
    """What can be chosen for a new table."""

    def form(self, data: Any = None) -> Any:
        """A bound or unbound Django form; ``cleaned_data`` is what ``create_table`` takes as options."""
        ...

    def options_words(self, options: Any) -> str:
        """The options in a phrase for a line of the lobby; empty if there is nothing to say."""
        ...

    def labels(self) -> Mapping[str, Any]:
        """What the fields of a form made from the engine's ``Options`` are called, and their texts: "mode", "mode.expert"."""
        ...


class Words(Protocol):
    """What is asked, done, refused and counted, and where the game stands."""

    def question_words(self, kind: str) -> str:
        """What a kind of decision asks for, as a phrase after "you are asked to": "plan the round"."""
        ...

    def action_words(self, action: Any, public: Any, players: Sequence[Player]) -> str:
        """An action in a phrase: a step of a draft, a filed turn, a line of a list."""
        ...

    def round_words(self, public: Any) -> str:
        """Where the game stands: "Round 3 of at most 12"."""
        ...

    def banner(self, public: Any) -> str:
        """What everybody must see ("This is the last round"); empty for nothing."""
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


class Log(Protocol):
    """What happened."""

    def sentence(self, event: Any, version: str, names: Sequence[str]) -> str:
        """An event in a sentence; empty for events that need no line of their own. It is worded once and kept: it follows from
        the event, the version of the data, the names by seat and the active language, and from nothing else."""
        ...

    def is_told(self, event: Any, public: Any) -> bool:
        """Whether an event is worth its line, as things stand after the whole step."""
        ...


class Board(Protocol):
    """What lies open before everybody."""

    def seat_css(self, public: Any, seat: int) -> str:
        """The class of a seat's colour: red, yellow, green, blue or violet."""
        ...

    def points(self, public: Any, seat: int) -> int:
        """The points a seat has now."""
        ...

    def counters(self, public: Any) -> Mapping[str, Sequence[int]]:
        """What everybody sees counted beside the points: what it is called, and its number by seat. A recap tells which of
        them changed."""
        ...

    def svg(self, public: Any) -> str:
        """The board as SVG with a ``viewBox``, made by a template, for mails and link previews; empty if the game draws none.
        What every board of the game has alike stands between ``<!--still-->`` and ``<!--/-->``; see
        :mod:`tables.games.kit.layers`."""
        ...

    def close_up(self, public: Any, pending: Any, actions: Sequence[Any], told: Sequence[Any]) -> str:
        """What an answer changes or chooses, marked, as SVG whose ``viewBox`` is that part of the board, to be seen on a phone;
        empty for the whole board as it is. ``public`` is the position after as much of the answer as can be known, ``told``
        the events that are sure to come of it."""
        ...

    def text_map(self, public: Any, players: Sequence[Player]) -> str:
        """The board in plain letters, for the text of a mail: about twenty lines of at most 60 letters, with a legend; empty
        for none. :mod:`tables.games.kit.typed` helps."""
        ...

    def context(self, seen: Any, players: Sequence[Player], marked: Sequence[Any] = ()) -> Mapping[str, Any]:
        """The context of ``_board.html``; ``marked`` are the events of the step being looked at, to be shown as new.
        ``by_seat`` in it is what the list of players tells of each beside name and points."""
        ...

    def showcase(self) -> Mapping[str, Any]:
        """The context of ``_showcase_board.html``, a drawing for the front page, and of other parts that the game's own
        rules page asks for; empty if there is none."""
        ...


class Hand(Protocol):
    """What the viewer alone knows."""

    def context(self, seen: Any, players: Sequence[Player]) -> Mapping[str, Any]:
        """The context of ``_hand.html``."""
        ...

    def secrets(self, seen: Any, players: Sequence[Player]) -> Sequence[str]:
        """The same in sentences: the archive opens every hand once the game is over."""
        ...


class Panel(Protocol):
    """How a decision is made: on the page and in a mail."""

    def context(self, seen: Any, pending: Any, legal: Sequence[Any], players: Sequence[Player]) -> Mapping[str, Any]:
        """The context of ``_panel.html`` for one open decision of the viewer; ``legal`` are all its legal actions."""
        ...

    def compose(self, kind: str, fields: Mapping[str, str]) -> list[Any]:
        """Actions from the plain inputs of a panel's form. Raises ValueError for nonsense, :class:`IllegalAction` with a code
        of the game for a choice that is not complete."""
        ...

    def brief(self, seen: Any, pending: Any, players: Sequence[Player]) -> Sequence[str]:
        """What a mail says of an open decision above its answers, in sentences: what it is about, what it earns, what one has
        to spend; nothing if the question says it all."""
        ...

    def choices(self, seen: Any, pending: Any, legal: Sequence[Any], players: Sequence[Player]) -> Sequence[Answer]:
        """Answers for a mail, where there is no form: whole ones, most points at once first, a dozen at most; none where only
        the table will do. :mod:`tables.games.kit.choices` finds them."""
        ...


class Orders(Protocol):
    """Standing orders."""

    def order_words(self, order: Any, players: Sequence[Player]) -> str:
        """A standing order in a sentence."""
        ...

    def form_of(self, order: Any) -> str:
        """The name of the form that can be filled with an order, to change it; empty if there is none. The form has the id
        ``form-NAME``, is open if ``edit.form`` is its name, and shows the order ``edit.policy`` then."""
        ...

    def context(
        self, seen: Any, orders: Sequence[KeptOrder], players: Sequence[Player], edited: Any, given: Mapping[str, Sequence[str]]
    ) -> Mapping[str, Any]:
        """The context of ``_preferences.html`` and ``_orders.html``, which get it as ``orders``: forms that post their fields
        with ``do=order``. ``edited`` is the policy that is being changed, or None; ``given`` what was sent and refused."""
        ...

    def compose(self, fields: Mapping[str, Sequence[str]]) -> Ordered:
        """The orders of such a form; each field holds all its values. Raises ValueError for nonsense, :class:`IllegalAction`
        with a code of the game for what makes no order."""
        ...


class Archive(Protocol):
    """What finished games are found, jumped about in and counted by."""

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


class Reading(Protocol):
    """What somebody reads who learns the game: on its page of rules, and beside whatever they point at on the table."""

    def glossary(self) -> Sequence[Entry]:
        """Every symbol, card, place and number on the board and in the panels, in the order of the page of rules."""
        ...

    def labelled(self) -> Mapping[str, str]:
        """What says itself what it shows, as a selector, and the selector of the name inside it; empty: its label or
        text, in which names stand between commas. Entries are looked up by these names."""
        ...

    def reasons(self) -> Mapping[str, str]:
        """Why a control cannot be used where its form does not say so: selectors of disabled ones, and a sentence for each.
        What says so itself has a ``title``."""
        ...

    def rulebook(self) -> Sequence[Chapter]:
        """The rules; nothing if the game has but a page of them in short, or a page of its own."""
        ...
