"""The functions a game offers, each with its type, and the groups in which its ``presenter.py`` names them.

A group takes functions by name: ``Words(explain=words.explain)``. What is left out is that of :mod:`tables.games.base`. A name
that no group has and a function with other arguments are refused when the game is imported, and by mypy before that.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from inspect import Parameter, signature
from typing import Any, Protocol

from tables.games.contract import Answer, Chapter, Entry, FacetField, Ordered, Player
from tables.selectors.orders import KeptOrder

LEFT_OUT: Any = None
"""The value of a function that a game does not offer."""


class OptionsForm(Protocol):
    """A bound or unbound Django form; ``cleaned_data`` is what ``NewTable`` has as options."""

    def __call__(self, data: Any = None) -> Any: ...


class OptionsWords(Protocol):
    """The options in a phrase for a line of the lobby; empty if there is nothing to say."""

    def __call__(self, options: Any) -> str: ...


class Labels(Protocol):
    """What the fields of a form made from the engine's ``Options`` are called, and their texts: "mode", "mode.expert"."""

    def __call__(self) -> Mapping[str, Any]: ...


class QuestionWords(Protocol):
    """What a kind of decision asks for, as a phrase after "you are asked to": "plan the round"."""

    def __call__(self, kind: str) -> str: ...


class ActionWords(Protocol):
    """An action in a phrase: a step of a draft, a filed turn, a line of a list."""

    def __call__(self, action: Any, public: Any, players: Sequence[Player]) -> str: ...


class RoundWords(Protocol):
    """Where the game stands: "Round 3 of at most 12"."""

    def __call__(self, public: Any) -> str: ...


class Banner(Protocol):
    """What everybody must see ("This is the last round"); empty for nothing."""

    def __call__(self, public: Any) -> str: ...


class Explain(Protocol):
    """Why the engine refused, or why an order is over, in a sentence; empty for a code the game does not know. The page
    adds the rule."""

    def __call__(self, code: str, params: Mapping[str, Any]) -> str: ...


class LineWords(Protocol):
    """A line of the final breakdown; ``tiebreak`` is the number that decides ties."""

    def __call__(self, code: str) -> str: ...


class ReasonWords(Protocol):
    """Why the game ended, in a sentence."""

    def __call__(self, reason: str) -> str: ...


class Sentence(Protocol):
    """An event in a sentence; empty for events that need no line of their own. It is worded once and kept: it follows from
    the event, the version of the data, the names by seat and the active language, and from nothing else."""

    def __call__(self, event: Any, version: str, names: Sequence[str]) -> str: ...


class IsTold(Protocol):
    """Whether an event is worth its line, as things stand after the whole step."""

    def __call__(self, event: Any, public: Any) -> bool: ...


class SeatCss(Protocol):
    """The class of a seat's colour: red, yellow, green, blue or violet."""

    def __call__(self, public: Any, seat: int) -> str: ...


class Points(Protocol):
    """The points a seat has now."""

    def __call__(self, public: Any, seat: int) -> int: ...


class Counters(Protocol):
    """What everybody sees counted beside the points: what it is called, and its number by seat. A recap tells which of
    them changed."""

    def __call__(self, public: Any) -> Mapping[str, Sequence[int]]: ...


class Svg(Protocol):
    """The board as SVG with a ``viewBox``, made by a template, for mails and link previews; empty if the game draws none.
    What every board of the game has alike stands between ``<!--still-->`` and ``<!--/-->``; see
    :mod:`tables.games.kit.layers`."""

    def __call__(self, public: Any) -> str: ...


class CloseUp(Protocol):
    """What an answer changes or chooses, marked, as SVG whose ``viewBox`` is that part of the board, to be seen on a phone;
    empty for the whole board as it is. ``public`` is the position after as much of the answer as can be known, ``told``
    the events that are sure to come of it."""

    def __call__(self, public: Any, pending: Any, actions: Sequence[Any], told: Sequence[Any]) -> str: ...


class TextMap(Protocol):
    """The board in plain letters, for the text of a mail: about twenty lines of at most 60 letters, with a legend; empty
    for none. :mod:`tables.games.kit.typed` helps."""

    def __call__(self, public: Any, players: Sequence[Player]) -> str: ...


class BoardContext(Protocol):
    """The context of ``_board.html``; ``marked`` are the events of the step being looked at, to be shown as new.
    ``by_seat`` in it is what the list of players tells of each beside name and points."""

    def __call__(self, seen: Any, players: Sequence[Player], marked: Sequence[Any] = ()) -> Mapping[str, Any]: ...


class Showcase(Protocol):
    """The context of ``_showcase_board.html``, a drawing for the front page, and of other parts that the game's own
    rules page asks for; empty if there is none."""

    def __call__(self) -> Mapping[str, Any]: ...


class HandContext(Protocol):
    """The context of ``_hand.html``."""

    def __call__(self, seen: Any, players: Sequence[Player]) -> Mapping[str, Any]: ...


class Secrets(Protocol):
    """The same in sentences: the archive opens every hand once the game is over."""

    def __call__(self, seen: Any, players: Sequence[Player]) -> Sequence[str]: ...


class PanelContext(Protocol):
    """The context of ``_panel.html`` for one open decision of the viewer; ``legal`` are all its legal actions."""

    def __call__(self, seen: Any, pending: Any, legal: Sequence[Any], players: Sequence[Player]) -> Mapping[str, Any]: ...


class PanelCompose(Protocol):
    """Actions from the plain inputs of a panel's form. Raises ValueError for nonsense, :class:`IllegalAction` with a code
    of the game for a choice that is not complete."""

    def __call__(self, kind: str, fields: Mapping[str, str]) -> list[Any]: ...


class Brief(Protocol):
    """What a mail says of an open decision above its answers, in sentences: what it is about, what it earns, what one has
    to spend; nothing if the question says it all."""

    def __call__(self, seen: Any, pending: Any, players: Sequence[Player]) -> Sequence[str]: ...


class Choices(Protocol):
    """Answers for a mail, where there is no form: whole ones, most points at once first, a dozen at most; none where only
    the table will do. :mod:`tables.games.kit.choices` finds them."""

    def __call__(self, seen: Any, pending: Any, legal: Sequence[Any], players: Sequence[Player]) -> Sequence[Answer]: ...


class OrderWords(Protocol):
    """A standing order in a sentence."""

    def __call__(self, order: Any, players: Sequence[Player]) -> str: ...


class FormOf(Protocol):
    """The name of the form that can be filled with an order, to change it; empty if there is none. The form has the id
    ``form-NAME``, is open if ``edit.form`` is its name, and shows the order ``edit.policy`` then."""

    def __call__(self, order: Any) -> str: ...


class OrdersContext(Protocol):
    """The context of ``_preferences.html`` and ``_orders.html``, which get it as ``orders``: forms that post their fields
    with ``do=order``. ``edited`` is the policy that is being changed, or None; ``given`` what was sent and refused."""

    def __call__(
        self, seen: Any, orders: Sequence[KeptOrder], players: Sequence[Player], edited: Any, given: Mapping[str, Sequence[str]]
    ) -> Mapping[str, Any]: ...


class OrdersCompose(Protocol):
    """The orders of such a form; each field holds all its values. Raises ValueError for nonsense, :class:`IllegalAction`
    with a code of the game for what makes no order."""

    def __call__(self, fields: Mapping[str, Sequence[str]]) -> Ordered: ...


class FacetFields(Protocol):
    """How the archive asks for each facet of the engine, by its name, in the order of the form. The first one with choices
    is the variant that statistics are told apart by."""

    def __call__(self) -> Mapping[str, FacetField]: ...


class MomentWords(Protocol):
    """A marked moment of a game in a few words ("Anna founds the Sea League of the Baltic"); empty for any other event.
    ``public`` is the position after the whole step."""

    def __call__(self, event: Any, public: Any, players: Sequence[Player]) -> str: ...


class OpeningWords(Protocol):
    """How a seat began, in a phrase, from the code of the engine."""

    def __call__(self, code: str) -> str: ...


class Glossary(Protocol):
    """Every symbol, card, place and number on the board and in the panels, in the order of the page of rules."""

    def __call__(self) -> Sequence[Entry]: ...


class Labelled(Protocol):
    """What says itself what it shows, as a selector, and the selector of the name inside it; empty: its label or
    text, in which names stand between commas. Entries are looked up by these names."""

    def __call__(self) -> Mapping[str, str]: ...


class Reasons(Protocol):
    """Why a control cannot be used where its form does not say so: selectors of disabled ones, and a sentence for each.
    What says so itself has a ``title``."""

    def __call__(self) -> Mapping[str, str]: ...


class Rulebook(Protocol):
    """The rules; nothing if the game has but a page of them in short, or a page of its own."""

    def __call__(self) -> Sequence[Chapter]: ...


@dataclass(frozen=True)
class Offer:
    """A group of functions of one game. Raises TypeError for a function with other arguments than those of its type."""

    def __post_init__(self) -> None:
        for field in fields(self):
            if (function := getattr(self, field.name)) is not None:
                _fits(function, field.type, f"{type(self).__name__}.{field.name}")


def _fits(function: Any, wanted: Any, place: str) -> None:
    its, (_self, *expected) = list(signature(function).parameters.values()), signature(wanted.__call__).parameters.values()
    more = its[len(expected) :]
    pairs = zip(its, expected, strict=False)
    if (
        [each.name for each in its[: len(expected)]] != [each.name for each in expected]
        or any(each.default is Parameter.empty for each in more)
        or any(there.default is Parameter.empty and wish.default is not Parameter.empty for there, wish in pairs)
    ):
        takes, asked = (", ".join(each.name for each in names) for names in (its, expected))
        raise TypeError(f"{function.__module__}.{function.__qualname__} takes ({takes}), and {place} takes ({asked})")


@dataclass(frozen=True, kw_only=True)
class Options(Offer):
    """What can be chosen for a new table."""

    form: OptionsForm = LEFT_OUT
    options_words: OptionsWords = LEFT_OUT
    labels: Labels = LEFT_OUT


@dataclass(frozen=True, kw_only=True)
class Words(Offer):
    """What is asked, done, refused and counted, and where the game stands."""

    question_words: QuestionWords = LEFT_OUT
    action_words: ActionWords = LEFT_OUT
    round_words: RoundWords = LEFT_OUT
    banner: Banner = LEFT_OUT
    explain: Explain = LEFT_OUT
    line_words: LineWords = LEFT_OUT
    reason_words: ReasonWords = LEFT_OUT


@dataclass(frozen=True, kw_only=True)
class Log(Offer):
    """What happened."""

    sentence: Sentence = LEFT_OUT
    is_told: IsTold = LEFT_OUT


@dataclass(frozen=True, kw_only=True)
class Board(Offer):
    """What lies open before everybody."""

    seat_css: SeatCss = LEFT_OUT
    points: Points = LEFT_OUT
    counters: Counters = LEFT_OUT
    svg: Svg = LEFT_OUT
    close_up: CloseUp = LEFT_OUT
    text_map: TextMap = LEFT_OUT
    context: BoardContext = LEFT_OUT
    showcase: Showcase = LEFT_OUT


@dataclass(frozen=True, kw_only=True)
class Hand(Offer):
    """What the viewer alone knows."""

    context: HandContext = LEFT_OUT
    secrets: Secrets = LEFT_OUT


@dataclass(frozen=True, kw_only=True)
class Panel(Offer):
    """How a decision is made: on the page and in a mail."""

    context: PanelContext = LEFT_OUT
    compose: PanelCompose = LEFT_OUT
    brief: Brief = LEFT_OUT
    choices: Choices = LEFT_OUT


@dataclass(frozen=True, kw_only=True)
class Orders(Offer):
    """Standing orders."""

    order_words: OrderWords = LEFT_OUT
    form_of: FormOf = LEFT_OUT
    context: OrdersContext = LEFT_OUT
    compose: OrdersCompose = LEFT_OUT


@dataclass(frozen=True, kw_only=True)
class Archive(Offer):
    """What finished games are found, jumped about in and counted by."""

    facet_fields: FacetFields = LEFT_OUT
    moment_words: MomentWords = LEFT_OUT
    opening_words: OpeningWords = LEFT_OUT


@dataclass(frozen=True, kw_only=True)
class Reading(Offer):
    """What somebody reads who learns the game: on its page of rules, and beside whatever they point at on the table."""

    glossary: Glossary = LEFT_OUT
    labelled: Labelled = LEFT_OUT
    reasons: Reasons = LEFT_OUT
    rulebook: Rulebook = LEFT_OUT
