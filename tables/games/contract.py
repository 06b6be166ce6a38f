"""Contract of a game with the site's pages, emails and archive: words and drawings, never rules.

A game's folder, ``tables/games/<slug>/``, is the only place outside the engine that knows the game. Its style sheets, scripts
and images are in ``static/<slug>/`` there. :mod:`tables.games.offer` has the type of every function a game can offer.
``presenter.py`` names those of its modules; :mod:`tables.games.base` has the defaults for the others. All words are in the
active language, plain text, complete sentences or phrases. ``players`` are all players in the order of seats. ``seen`` is the
viewer's view of the game (seat None: a spectator).

A game's templates are in ``templates/games/<slug>/``. Templates that it does not have are taken from ``templates/games/kit/``:

- ``_board.html`` gets ``board``. It is drawn from Public alone; only a player's own page adds something for the hand. ``tabs``
  in its context are :class:`Tab`: parts of the board with drawers of their own on a desktop.
- ``_hand.html`` gets ``hand``: the viewer's own knowledge, and the mats of all players. If ``listed``, the list of players
  shows the mats instead.
- ``_player.html`` gets ``line`` (a player of the list) and ``row``: the seat's entry in ``by_seat`` of ``Board.context``.
- ``_stock.html`` gets ``board``: the things common to all players, below their list.
- ``_panel.html`` gets ``slot`` (addresses and hidden fields of one open decision), ``panel`` and ``csrf_token``.
- ``_aid.html`` needs nothing: a page of the rules in short.
- ``_preferences.html`` and ``_orders.html`` get ``orders``, if the game takes standing orders on its pages. These forms only
  make orders; ``_order_list.html`` shows existing ones. Each form of ``_orders.html`` includes ``tables/_order_end.html`` with
  its name as ``form`` (and ``ticked`` where an order is usually meant to last).
- ``_settled.html`` gets ``orders``: a choice of the player for later decisions, shown in the panel on every player's turn.
- ``_replay.html`` gets the context of a step in the archive: the board in a replay. The kit's is ``_board.html``.
- ``_replay_news.html`` and ``_replay_rest.html`` get the same: the parts above and below the board.
- ``_about.html`` and ``_caption.html`` get ``engine`` and ``seats_most``: the front page's words on the game and its picture.
- ``_asks.html`` gets the same: list items for an invitation, on the player's tasks and the playing time.
- ``_showcase_board.html`` gets the result of :class:`tables.games.offer.Showcase`: the picture of the front page.
- ``_rules_intro.html`` gets ``show``, ``book`` and ``engine``: the beginning of the page of rules.
- ``rules.html`` is the page of rules. The kit's is made of the game's rule book, glossary and ``_aid.html``.
- ``aid.html`` is the printable page of the rules in short. The kit's shows ``_aid.html``.

A panel has real forms that post ``action`` fields, each one action as JSON. Several are played in their order:
    <form method="post" action="{{ slot.draft_url }}" hx-post="{{ slot.draft_url }}" hx-target="#panel" hx-swap="outerHTML">
      {% csrf_token %}{% include "tables/_slot.html" %}
      <button class="button choose" name="action" value="{{ choice.json }}">{{ choice.words }}</button>
    </form>

Nothing is sent with one tap. A button that chooses goes to ``slot.draft_url``, where its action is added to the draft
(``do=back`` and ``do=clear`` remove actions). Where a draft is a whole answer, the action replaces it. The draft is shown with
the one red button that sends it to ``slot.act_url``. A form that goes there directly has a ``required`` field that is not
filled yet. ``slot.file_url`` takes the same fields as a queued turn, in the order of rank (``otherwise=ask|fallback``,
``do=withdraw``). With ``do=wait`` the player waits for the turns before theirs. A form that composes its action from plain
inputs (radio buttons that work without JavaScript) sends ``compose=<kind>`` and its fields;
:class:`tables.games.offer.PanelCompose` makes the actions.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar

from django.utils.functional import Promise

from engines.contract import encode


@dataclass(frozen=True)
class Player:
    """Player of a seat, as pages and emails name them. ``css`` is the class of the seat's colour and pattern.

    ``bot`` says "bot" and its level; it is empty for people.
    """

    seat: int
    name: str
    css: str = ""
    is_me: bool = False
    bot: str = ""


NOTHING_GIVEN: Mapping[str, Sequence[str]] = MappingProxyType({})


@dataclass(frozen=True)
class Ordered:
    """Orders from a form: policies to try before or after all others, and the types of orders they replace.

    If ``lasting``, the form's tick box is ignored: the orders cover all rounds or end by themselves.
    """

    first: Sequence[Any] = ()
    last: Sequence[Any] = ()
    replaces: tuple[type, ...] = ()
    lasting: bool = False


@dataclass(frozen=True)
class Tab:
    """A drawer that a game adds to the table page: its title and the id of its part of the board."""

    id: str
    words: str


@dataclass(frozen=True)
class HexRow:
    """A row of hexes, one letter for each: covered, covered and marked, with a ring, or a blank for none.

    If ``shifted``, the row begins half a hex further to the right.
    """

    HEX: ClassVar[str] = "#"
    MARKED: ClassVar[str] = "^"
    RING: ClassVar[str] = "O"

    shifted: bool
    hexes: str

    def __str__(self) -> str:
        """Return the row for a font with letters of equal width: each hex is two letters wide."""
        return " " * self.shifted + " ".join(self.hexes)


@dataclass(frozen=True)
class Answer:
    """One whole answer: its actions, their words, and a note on its result, such as immediate points (empty for none).

    ``shape`` is a small SVG for a page, in the colour of the surrounding text; empty for none. ``rows`` are the same shape for
    emails, which cannot show SVG.
    """

    actions: tuple[Any, ...]
    words: str
    note: str = ""
    shape: str = ""
    rows: tuple[HexRow, ...] = ()

    @property
    def code(self) -> str:
        """Short name that depends only on the actions."""
        return hashlib.sha256(encode(self.actions)).hexdigest()[:12]


@dataclass(frozen=True)
class FacetField:
    """Form field for a facet: its name, and its values in the order of the form, each with its words.

    Without ``choices`` it is a number, asked for as "at least". ``most`` is the largest sensible number.
    """

    label: str
    choices: Mapping[str, str] = field(default_factory=dict)
    most: int = 0


type Text = str | Promise
"""Text in the active language, or marked by ``gettext_lazy`` and translated at each use."""


@dataclass(frozen=True)
class Entry:
    """Glossary entry: the name of something on the board or in a panel, and one sentence that explains it.

    - ``key`` is its permanent name (the address of its line on the page of rules).
    - ``on``: CSS selectors of the things it explains, joined by commas. Each is a chain of simple selectors
      (``tag.class[attribute^="value"]``). It is empty if the entry is found by its name in a label (``labelled``).
    - ``rule``: an id of ``RULES.md`` that says more.
    """

    key: str
    name: Text
    words: Text
    on: str = ""
    rule: str = ""


@dataclass(frozen=True)
class Rule:
    """A rule in our own words.

    ``id`` is that of ``RULES.md``, cited by code and tests, and its address on the page. ``example`` is a worked example.
    ``name`` is the subject of the rule, if it needs one.
    """

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
