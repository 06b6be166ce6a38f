"""What a game offers to the site's pages, mails and archive: words and drawings, never rules.

A game's folder, ``tables/games/<slug>/``, is the one place outside the engine that knows the game; its style sheets, scripts
and images lie in ``static/<slug>/`` there. :mod:`tables.games.offer` has the type of every function a game can offer;
``presenter.py`` names those of its modules, and what it leaves out is that of :mod:`tables.games.base`. All words are in the
active language, plain text, complete sentences or phrases. ``players`` are all players in the order of seats; ``seen`` is what
the viewer sees (seat None: an onlooker).

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
``_replay.html``  gets the context of a step in the archive: the board in a replay; that of the kit is ``_board.html``
``_replay_news.html``, ``_replay_rest.html``   get the same: what is told above the board, and what lies below it
``_about.html``, ``_caption.html``   get ``engine`` and ``seats_most``: the front page's words on the game and on its picture
``_asks.html``    gets the same: list items that say on an invitation what a player does, and how long it takes
``_showcase_board.html``   gets what :class:`tables.games.offer.Showcase` returns: the picture of the front page
``_rules_intro.html``   gets ``show``, ``book`` and ``engine``: what comes first on the page of rules
``rules.html``    the page of rules; that of the kit is made of the game's rule book, glossary and ``_aid.html``
``aid.html``      the page of the rules in short, to be printed; that of the kit shows ``_aid.html``

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
``compose=<kind>`` and its fields; :class:`tables.games.offer.PanelCompose` makes the actions.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from django.utils.functional import Promise

from engines.contract import encode


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


type Text = str | Promise
"""A text that is read: in the active language, or marked by ``gettext_lazy`` and translated each time it is read."""


@dataclass(frozen=True)
class Entry:
    """A word of the glossary: what something on the board or in a panel is called, and one sentence on what it is.

    ``key`` names it for ever (the address of its line on the page of rules). ``on``: CSS selectors of what it explains, joined
    by commas, each simple ones (``tag.class[attribute^="value"]``) in a row of ancestors; empty if it is found by its name
    in what something says of itself (``labelled``). ``rule``: where the rules say more, an id of ``RULES.md``.
    """

    key: str
    name: Text
    words: Text
    on: str = ""
    rule: str = ""


@dataclass(frozen=True)
class Rule:
    """A rule in our own words. ``id`` is that of ``RULES.md``, which code and tests cite, and its address on the page.
    ``example``: a worked one; ``name``: what the rule is about, if it needs saying."""

    id: str
    words: Text
    example: Text = ""
    name: Text = ""


@dataclass(frozen=True)
class Chapter:
    """A chapter of the rule book, by the id of its section. ``pictures`` are showcases (``_showcase_<name>.html``)."""

    id: str
    title: Text
    rules: Sequence[Rule]
    pictures: Sequence[str] = ()
