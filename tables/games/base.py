"""Presenter of a game, put together from its modules, and the defaults for functions they leave out."""

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
from tables.games.kit.choices import MOST, Trial, single_step_answers
from tables.games.kit.guide import GuideTexts
from tables.games.kit.options import form_class
from tables.games.kit.outlook import Outlook, outlook

PICTURE_WIDTH = 760
COLOURS = ("red", "yellow", "green", "blue", "violet")
KEPT_SENTENCES = 8192

NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})


class Presenter:
    """One game in words and pictures.

    Each group of :mod:`tables.games.offer` names the functions of the game's modules. A function that a game leaves out has a
    default.

    - ``styles`` are static paths of its style sheets. The first one is also used for pictures.
    - ``scripts`` are the modules that pages with a board load. Without scripts of its own, a game's board can be touched at
      ``data-action``.
    - ``drafted`` are the kinds of decisions for which ``_panel.html`` builds a draft step by step and sends it. For other
      kinds, a draft is a whole answer made on the planning board, and it replaces the panel.
    - ``showcase_styles`` are the style sheets for the front page, if not all.
    - ``drawing_styles`` are those of a drawing shown only in the archive and the rules.
    - ``practice`` are the options of a practice table, if not the usual ones.

    Standing orders are made on the game's pages if ``orders`` has ``compose``. Pictures of the board are drawn (``draws``) if
    ``board`` has ``svg``.
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
        # An old event is shown on every page of its table, so its sentence is cached.
        self._worded = lru_cache(KEPT_SENTENCES)(self._sentence)
        self._all_worded = lru_cache(KEPT_SENTENCES)(self._sentences)

    def event_words(self, event: Any, public: Any, players: Sequence[Player]) -> str:
        """Return an event as a sentence. It is empty for events that need no line of their own."""
        if not self.log.is_told(event, public):
            return ""
        version = self.version_of(public)
        return self._worded(event, version, tuple(player.name for player in players), get_language())

    def told_words(self, events: Sequence[Any], public: Any, players: Sequence[Player]) -> tuple[str, ...]:
        """Return the :meth:`event_words` of these events, without those that need no line."""
        logged_events = tuple(event for event in events if self.log.is_told(event, public))
        version = self.version_of(public)
        return self._all_worded(logged_events, version, tuple(player.name for player in players), get_language())

    def version_of(self, public: Any) -> str:
        """Return the version of the rules that a game is played by."""
        version: str = getattr(public, "version", self.engine.versions[-1])
        return version

    def _sentences(self, events: Sequence[Any], version: str, names: Sequence[str], language: str | None) -> tuple[str, ...]:
        sentences = (self._worded(event, version, names, language) for event in events)
        return tuple(sentence for sentence in sentences if sentence)

    def _sentence(self, event: Any, version: str, names: Sequence[str], language: str | None) -> str:
        return self.log.sentence(event, version, names)

    def counted(self, public: Any, seats: int) -> Mapping[str, Sequence[int]]:
        """Return the points, then the other counters: each name with its numbers by seat."""
        points = [self.board.points(public, seat) for seat in range(seats)]
        return {_("Points"): points, **self.board.counters(public)}

    def answers(self, seen: Seen[Any, Any], pending: Pending, players: Sequence[Player]) -> Sequence[Answer]:
        """Return the answers that an email offers for a decision, at most ``MOST``.

        It is empty if only the table can offer them.
        """
        return self.panel.choices(seen, pending, list(self.engine.legal(seen, pending)), players)[:MOST]

    def picture(self, public: Any) -> Image.Image | None:
        """Return the board in daylight for emails and link previews, or None if the game draws none."""
        svg = self.board.svg(public)
        return layers.compose(svg, css=self.styles[0], width=PICTURE_WIDTH) if svg else None

    def outlook(self, seen: Seen[Any, Any], actions: Sequence[Any]) -> Outlook:
        """Return the outcome of an answer, as far as its seat can know it."""
        return outlook(self.engine, seen, actions)

    def look(self, svg: str) -> Image.Image:
        """Return a close-up in daylight."""
        return png.raster(svg, css=png.flat_css(self.styles[0]), width=PICTURE_WIDTH)

    def glossary(self) -> Sequence[Entry]:
        """Return the game's entries, then those common to all games."""
        return [*self.reading.glossary(), *reading.everywhere()]

    @cached_property
    def guides(self) -> Mapping[str, GuideTexts]:
        """Guides of the game by their name in addresses, the first one to read first. Empty for a game without guides."""
        if not guides_of(self.slug):
            return {}
        texts: Mapping[str, GuideTexts] = import_module(f"tables.games.{self.slug}.guide").TOLD
        return texts

    @property
    def taught(self) -> Sequence[tuple[str, GuideTexts]]:
        """``guides`` as a list of pairs."""
        return list(self.guides.items())

    def template(self, name: str) -> tuple[str, str]:
        """Return the paths at which to look for a template: the game's own, then the one for all games."""
        return f"games/{self.slug}/{name}", f"games/kit/{name}"


def _completed[OfferT: offer.Offer](offered: OfferT, default: object) -> OfferT:
    """Return a group with the defaults for functions that the game leaves out."""
    missing = [field.name for field in fields(offered) if getattr(offered, field.name) is None]
    return replace(offered, **{name: getattr(default, name) for name in missing})


class Options:
    """Form made from the engine's ``Options``."""

    def __init__(self, show: Presenter) -> None:
        self._show = show

    def form(self, data: Any = None) -> Any:
        """Return a form with a field for each option except the version."""
        return form_class(self._show.engine.Options, self._show.options.labels())(data)

    def options_words(self, options: Any) -> str:
        """Return an empty string."""
        return ""

    def labels(self) -> Mapping[str, Any]:
        """Return no labels, so that the form uses the engine's names."""
        return {}


class Words:
    """Words spelt out from the engine's names."""

    def __init__(self, show: Presenter) -> None:
        self._show = show

    def question_words(self, kind: str) -> str:
        """Return one phrase for every kind of decision."""
        return _("make a move")

    def action_words(self, action: Any, public: Any, players: Sequence[Player]) -> str:
        """Return the action and its fields."""
        return phrases.phrase(action)

    def round_words(self, public: Any) -> str:
        """Return the progress that the engine reports."""
        current_round, round_limit = self._show.engine.progress(public)
        return _("round %(round)d of at most %(most)d") % {"round": current_round, "most": round_limit}

    def banner(self, public: Any) -> str:
        """Return an empty string."""
        return ""

    def explain(self, code: str, params: Mapping[str, Any]) -> str:
        """Return an empty string. The site then says that the action is not possible."""
        return ""

    def line_words(self, code: str) -> str:
        """Return the code spelt out; a tie-break has a word of its own."""
        return _("Tie-break") if code == "tiebreak" else phrases.spelt(code)

    def reason_words(self, reason: str) -> str:
        """Return a sentence that says only that the game is over."""
        return _("The game is over.")


class Log:
    """Log spelt out from the engine's names."""

    def sentence(self, event: Any, version: str, names: Sequence[str]) -> str:
        """Return the event and its fields, with the name of its seat."""
        return phrases.happened(event, names)

    def is_told(self, event: Any, public: Any) -> bool:
        """Return True for every event."""
        return True

    def tone(self, event: Any) -> str:
        """Return "points" for an event that has some, otherwise an empty string."""
        return "points" if getattr(event, "points", 0) else ""


class Board:
    """List of players with their counters, and the drawing if there is one."""

    def __init__(self, show: Presenter) -> None:
        self._show = show

    def seat_css(self, public: Any, seat: int) -> str:
        """Return a different colour for each seat."""
        return COLOURS[seat]

    def points(self, public: Any, seat: int) -> int:
        """Return the points of the outcome, or 0 before the end."""
        outcome = self._show.engine.outcome(public)
        return outcome.scores[seat] if outcome else 0

    def counters(self, public: Any) -> Mapping[str, Sequence[int]]:
        """Return no counters besides the points."""
        return {}

    def svg(self, public: Any) -> str:
        """Return an empty string."""
        return ""

    def close_up(self, public: Any, pending: Pending, actions: Sequence[Any], certain_events: Sequence[Any]) -> str:
        """Return an empty string, which means the whole board."""
        return ""

    def text_map(self, public: Any, players: Sequence[Player]) -> str:
        """Return the counters as a text table."""
        counters = self._show.counted(public, len(players))
        return typed.sheet(typed.table([player.name for player in players], counters.items()))

    def context(self, seen: Seen[Any, Any], players: Sequence[Player], marked: Sequence[Any] = ()) -> Mapping[str, Any]:
        """Return the drawing, and a row for each player."""
        counters = self._show.counted(seen.public, len(players))
        return tallies.context(self._show.board.svg(seen.public), counters, players)

    def spots(self, past_events: Sequence[Any], public: Any) -> Sequence[str]:
        """Return an empty selector for each event."""
        return [""] * len(past_events)

    def showcase(self) -> Mapping[str, Any]:
        """Return the drawing of a game a few moves old."""
        return tallies.showcase(self._show.engine, self._show.board.svg)


class Hand:
    """Empty hand."""

    def context(self, seen: Seen[Any, Any], players: Sequence[Player]) -> Mapping[str, Any]:
        """Return an empty context."""
        return {}

    def secrets(self, seen: Seen[Any, Any], players: Sequence[Player]) -> Sequence[str]:
        """Return no secrets."""
        return ()


class Panel:
    """Panel with a button for each legal action."""

    def __init__(self, show: Presenter) -> None:
        self._show = show

    def context(self, seen: Seen[Any, Any], pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Any:
        """Return the buttons."""
        return buttons.context(self._show.words.action_words, seen, pending, legal, players)

    def compose(self, kind: str, fields: Mapping[str, str]) -> list[Any]:
        """Raise ValueError, since buttons send whole actions."""
        raise ValueError(kind)

    def sketch(
        self, seen: Seen[Any, Any], pending: Pending, fields: Mapping[str, str], players: Sequence[Player]
    ) -> Mapping[str, Any]:
        """Raise ValueError: nothing is shown before sending."""
        raise ValueError(pending.kind)

    def brief(self, seen: Seen[Any, Any], pending: Pending, players: Sequence[Player]) -> Sequence[str]:
        """Return no sentences, since the question says it all."""
        return ()

    def choices(
        self, seen: Seen[Any, Any], pending: Pending, legal: Sequence[Any], players: Sequence[Player]
    ) -> Sequence[Answer]:
        """Return every answer of one step."""
        trial = Trial(self._show.engine, self._show.board.points, seen, pending)
        return single_step_answers(trial, self._show.words.action_words, legal, players)


class Orders:
    """Standing orders without forms. Orders that every seat has from the engine are spelt out."""

    def order_words(self, order: Any, players: Sequence[Player]) -> str:
        """Return the order and its fields."""
        return phrases.phrase(order)

    def form_of(self, order: Any) -> str:
        """Return an empty string, since there is no form."""
        return ""

    def context(self, seen: Any, orders: Any, players: Any, edited: Any, posted: Any) -> Mapping[str, Any]:
        """Return an empty context, since there is no form."""
        return {}

    def compose(self, fields: Mapping[str, Sequence[str]]) -> Ordered:
        """Raise ValueError, since there is no form."""
        raise ValueError("orders")


class Archive:
    """Archive search by players and dates only."""

    def facet_fields(self) -> Mapping[str, FacetField]:
        """Return no facets."""
        return {}

    def moment_words(self, event: Any, public: Any, players: Sequence[Player]) -> str:
        """Return an empty string."""
        return ""

    def opening_words(self, code: str) -> str:
        """Return the code."""
        return code


class Reading:
    """Glossary common to all games, with the rules in short."""

    def glossary(self) -> Sequence[Entry]:
        """Return no words of the game's own."""
        return ()

    def labelled(self) -> Mapping[str, str]:
        """Return no selectors."""
        return {}

    def reasons(self) -> Mapping[str, str]:
        """Return no reasons, since the forms contain them."""
        return {}

    def rulebook(self) -> Sequence[Chapter]:
        """Return no chapters."""
        return ()
