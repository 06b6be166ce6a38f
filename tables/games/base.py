"""A game's presenter, put together from its modules, and what every game gets unless a module of its own says otherwise."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import fields, replace
from functools import cached_property, lru_cache
from importlib import import_module
from types import MappingProxyType
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from PIL import Image

from engines.contract import Engine, Pending, Seen
from engines.guide import guides_of
from tables.games import offer
from tables.games.contract import Answer, Chapter, Entry, FacetField, Ordered, Player
from tables.games.kit import buttons, layers, phrases, png, reading, tallies, typed
from tables.games.kit.choices import MOST, Trial, plain
from tables.games.kit.guide import Told
from tables.games.kit.options import form_class
from tables.games.kit.outlook import Outlook, outlook

PICTURE_WIDTH = 760
COLOURS = ("red", "yellow", "green", "blue", "violet")
KEPT_SENTENCES = 8192

NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})


class Presenter:
    """One game in words and pictures. Each group of :mod:`tables.games.offer` names the functions of the game's modules; for
    a function that a game leaves out there is a default.

    ``styles`` are static paths of its style sheets, the first one also that of pictures; ``scripts`` those of the modules that
    pages with a board load. Without scripts of its own, a game's board can be touched where it says ``data-action``.
    ``drafted`` are the kinds of decisions whose ``_panel.html`` puts a draft together step by step and sends it; for any other
    kind a draft is a whole answer, brought from the planning board, and stands in the panel's place. ``showcase_styles`` are
    those the front page needs, if not all; ``drawing_styles`` those of a drawing that the archive and the rules show and no
    table. ``practice`` are the options of a practice table, if not the usual ones. Standing orders are made on the game's
    pages if ``orders`` has ``compose``, and pictures of the board are drawn (``draws``) if ``board`` has ``svg``.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        options: offer.Options | None = None,
        words: offer.Words | None = None,
        log: offer.Log | None = None,
        board: offer.Board | None = None,
        hand: offer.Hand | None = None,
        panel: offer.Panel | None = None,
        orders: offer.Orders | None = None,
        archive: offer.Archive | None = None,
        reading: offer.Reading | None = None,
        styles: Sequence[str] = (),
        scripts: Sequence[str] = ("js/touched.js",),
        drafted: Container[str] = (),
        showcase_styles: Sequence[str] = (),
        drawing_styles: Sequence[str] = (),
        practice: Mapping[str, Any] = NO_OPTIONS,
    ) -> None:
        self.engine, self.slug = engine, engine.slug
        self.styles, self.scripts, self.drafted = styles, scripts, drafted
        self.showcase_styles, self.drawing_styles = showcase_styles or styles, drawing_styles
        self.practice = practice
        self.takes_orders = orders is not None and orders.compose is not None
        self.draws = board is not None and board.svg is not None
        self.options = _completed(options or offer.Options(), Options(self))
        self.words = _completed(words or offer.Words(), Words(self))
        self.log = _completed(log or offer.Log(), Log())
        self.board = _completed(board or offer.Board(), Board(self))
        self.hand = _completed(hand or offer.Hand(), Hand())
        self.panel = _completed(panel or offer.Panel(), Panel(self))
        self.orders = _completed(orders or offer.Orders(), Orders())
        self.archive = _completed(archive or offer.Archive(), Archive())
        self.reading = _completed(reading or offer.Reading(), Reading())
        # An old event is told on every page of its table.
        self._worded = lru_cache(KEPT_SENTENCES)(self._sentence)
        self._all_worded = lru_cache(KEPT_SENTENCES)(self._sentences)

    def event_words(self, event: Any, public: Any, players: Sequence[Player]) -> str:
        """An event in a sentence; empty for events that need no line of their own."""
        if not self.log.is_told(event, public):
            return ""
        version = self.version_of(public)
        return self._worded(event, version, tuple(player.name for player in players), get_language())

    def told_words(self, events: Sequence[Any], public: Any, players: Sequence[Player]) -> tuple[str, ...]:
        """What :meth:`event_words` says of each of these events, without those that need no line."""
        told = tuple(event for event in events if self.log.is_told(event, public))
        version = self.version_of(public)
        return self._all_worded(told, version, tuple(player.name for player in players), get_language())

    def version_of(self, public: Any) -> str:
        """The version of the rules that a game is played by."""
        version: str = getattr(public, "version", self.engine.versions[-1])
        return version

    def _sentences(self, events: Sequence[Any], version: str, names: Sequence[str], language: str | None) -> tuple[str, ...]:
        said = (self._worded(event, version, names, language) for event in events)
        return tuple(sentence for sentence in said if sentence)

    def _sentence(self, event: Any, version: str, names: Sequence[str], language: str | None) -> str:
        return self.log.sentence(event, version, names)

    def counted(self, public: Any, seats: int) -> Mapping[str, Sequence[int]]:
        """Points first, then what else is counted: what it is called, and its number by seat."""
        points = [self.board.points(public, seat) for seat in range(seats)]
        return {_("Points"): points, **self.board.counters(public)}

    def answers(self, seen: Seen[Any, Any], pending: Pending, players: Sequence[Player]) -> Sequence[Answer]:
        """What a mail offers for a decision; empty where only the table will do."""
        return self.panel.choices(seen, pending, list(self.engine.legal(seen, pending)), players)[:MOST]

    def picture(self, public: Any) -> Image.Image | None:
        """The board for mails and link previews, in daylight; None if the game draws none."""
        svg = self.board.svg(public)
        return layers.compose(svg, css=self.styles[0], width=PICTURE_WIDTH) if svg else None

    def outlook(self, seen: Seen[Any, Any], actions: Sequence[Any]) -> Outlook:
        """What an answer comes to, as far as its seat can know."""
        return outlook(self.engine, seen, actions)

    def look(self, svg: str) -> Image.Image:
        """A close-up in daylight."""
        return png.raster(svg, css=png.flat_css(self.styles[0]), width=PICTURE_WIDTH)

    def glossary(self) -> Sequence[Entry]:
        """The words of the game, then those that every table has."""
        return [*self.reading.glossary(), *reading.everywhere()]

    @cached_property
    def guides(self) -> Mapping[str, Told]:
        """What teaches the game, by the name in addresses, the one to begin with first; empty for a game that is not taught."""
        if not guides_of(self.slug):
            return {}
        words: Mapping[str, Told] = import_module(f"tables.games.{self.slug}.guide").TOLD
        return words

    @property
    def taught(self) -> Sequence[tuple[str, Told]]:
        """The same as a list."""
        return list(self.guides.items())

    def template(self, name: str) -> tuple[str, str]:
        """Where a template of the game is looked for: its own first, then the one for all games."""
        return f"games/{self.slug}/{name}", f"games/kit/{name}"


def _completed[OfferT: offer.Offer](offered: OfferT, default: object) -> OfferT:
    """Return all functions of a group: each as the game offers it, else the default."""
    missing = [field.name for field in fields(offered) if getattr(offered, field.name) is None]
    return replace(offered, **{name: getattr(default, name) for name in missing})


class Options:
    """A form made from the engine's ``Options``."""

    def __init__(self, show: Presenter) -> None:
        self._show = show

    def form(self, data: Any = None) -> Any:
        """A field for each option but the version."""
        return form_class(self._show.engine.Options, self._show.options.labels())(data)

    def options_words(self, options: Any) -> str:
        """Nothing."""
        return ""

    def labels(self) -> Mapping[str, Any]:
        """The names of the engine."""
        return {}


class Words:
    """Names of the engine, spelt out."""

    def __init__(self, show: Presenter) -> None:
        self._show = show

    def question_words(self, kind: str) -> str:
        """Whatever it is."""
        return _("make a move")

    def action_words(self, action: Any, public: Any, players: Sequence[Player]) -> str:
        """The action and its fields."""
        return phrases.phrase(action)

    def round_words(self, public: Any) -> str:
        """The progress of the engine."""
        now, most = self._show.engine.progress(public)
        return _("round %(round)d of at most %(most)d") % {"round": now, "most": most}

    def banner(self, public: Any) -> str:
        """Nothing."""
        return ""

    def explain(self, code: str, params: Mapping[str, Any]) -> str:
        """The site says that it cannot be done."""
        return ""

    def line_words(self, code: str) -> str:
        """The code; a tie-break has a word."""
        return _("Tie-break") if code == "tiebreak" else phrases.spelt(code)

    def reason_words(self, reason: str) -> str:
        """Only that it is over."""
        return _("The game is over.")


class Log:
    """Names of the engine, spelt out."""

    def sentence(self, event: Any, version: str, names: Sequence[str]) -> str:
        """The event and its fields, with the name of its seat."""
        return phrases.happened(event, names)

    def is_told(self, event: Any, public: Any) -> bool:
        """Always."""
        return True


class Board:
    """A list of players with what is counted, and the drawing if there is one."""

    def __init__(self, show: Presenter) -> None:
        self._show = show

    def seat_css(self, public: Any, seat: int) -> str:
        """One colour after the other."""
        return COLOURS[seat]

    def points(self, public: Any, seat: int) -> int:
        """Those of the outcome."""
        outcome = self._show.engine.outcome(public)
        return outcome.scores[seat] if outcome else 0

    def counters(self, public: Any) -> Mapping[str, Sequence[int]]:
        """Nothing but the points."""
        return {}

    def svg(self, public: Any) -> str:
        """None."""
        return ""

    def close_up(self, public: Any, pending: Pending, actions: Sequence[Any], told: Sequence[Any]) -> str:
        """The whole board."""
        return ""

    def text_map(self, public: Any, players: Sequence[Player]) -> str:
        """What is counted."""
        counted = self._show.counted(public, len(players))
        return typed.sheet(typed.table([player.name for player in players], counted.items()))

    def context(self, seen: Seen[Any, Any], players: Sequence[Player], marked: Sequence[Any] = ()) -> Mapping[str, Any]:
        """The drawing, and a row for each player."""
        counted = self._show.counted(seen.public, len(players))
        return tallies.context(self._show.board.svg(seen.public), counted, players)

    def showcase(self) -> Mapping[str, Any]:
        """The drawing of a game some moves old."""
        return tallies.showcase(self._show.engine, self._show.board.svg)


class Hand:
    """Nothing."""

    def context(self, seen: Seen[Any, Any], players: Sequence[Player]) -> Mapping[str, Any]:
        """Nothing to show."""
        return {}

    def secrets(self, seen: Seen[Any, Any], players: Sequence[Player]) -> Sequence[str]:
        """Nothing to tell."""
        return ()


class Panel:
    """A button for each legal action."""

    def __init__(self, show: Presenter) -> None:
        self._show = show

    def context(self, seen: Seen[Any, Any], pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Any:
        """The buttons."""
        return buttons.context(self._show.words.action_words, seen, pending, legal, players)

    def compose(self, kind: str, fields: Mapping[str, str]) -> list[Any]:
        """Buttons send whole actions. Raises ValueError."""
        raise ValueError(kind)

    def brief(self, seen: Seen[Any, Any], pending: Pending, players: Sequence[Player]) -> Sequence[str]:
        """Nothing: the question says it all."""
        return ()

    def choices(
        self, seen: Seen[Any, Any], pending: Pending, legal: Sequence[Any], players: Sequence[Player]
    ) -> Sequence[Answer]:
        """Every answer of one step."""
        trial = Trial(self._show.engine, self._show.board.points, seen, pending)
        return plain(trial, self._show.words.action_words, legal, players)


class Orders:
    """None are made on the pages; those the engine gives every seat are spelt out."""

    def order_words(self, order: Any, players: Sequence[Player]) -> str:
        """The order and its fields."""
        return phrases.phrase(order)

    def form_of(self, order: Any) -> str:
        """No form."""
        return ""

    def context(self, seen: Any, orders: Any, players: Any, edited: Any, given: Any) -> Mapping[str, Any]:
        """No form."""
        return {}

    def compose(self, fields: Mapping[str, Sequence[str]]) -> Ordered:
        """No form. Raises ValueError."""
        raise ValueError("orders")


class Archive:
    """Found by players and dates alone."""

    def facet_fields(self) -> Mapping[str, FacetField]:
        """None."""
        return {}

    def moment_words(self, event: Any, public: Any, players: Sequence[Player]) -> str:
        """None."""
        return ""

    def opening_words(self, code: str) -> str:
        """The code."""
        return code


class Reading:
    """Only what every table has is explained, and the rules are told in short."""

    def glossary(self) -> Sequence[Entry]:
        """No words of its own."""
        return ()

    def labelled(self) -> Mapping[str, str]:
        """Nothing."""
        return {}

    def reasons(self) -> Mapping[str, str]:
        """Forms say it themselves."""
        return {}

    def rulebook(self) -> Sequence[Chapter]:
        """None."""
        return ()
