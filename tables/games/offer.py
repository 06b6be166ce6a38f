"""Functions that a game offers, each with its type, and the groups in which its ``presenter.py`` names them.

A group takes functions by name: ``Words(explain=words.explain)``. Those left out are taken from :mod:`tables.games.base`. An
unknown name or a function with other arguments is refused when the game is imported, and by mypy before that.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from inspect import Parameter, signature
from typing import Any, Protocol

from tables.games.contract import Answer, Chapter, Entry, FacetField, Ordered, Player
from tables.selectors.orders import KeptOrder

LEFT_OUT: Any = None
"""Default for a function that a game does not offer."""


class OptionsForm(Protocol):
    """A bound or unbound Django form. ``cleaned_data`` has the options for ``NewTable``."""

    def __call__(self, data: Any = None) -> Any: ...


class OptionsWords(Protocol):
    """The options as a phrase for a line of the lobby. It is empty if there is nothing to say."""

    def __call__(self, options: Any) -> str: ...


class Labels(Protocol):
    """Labels of the form made from the engine's ``Options``, for its fields and their texts: "mode", "mode.expert"."""

    def __call__(self) -> Mapping[str, Any]: ...


class QuestionWords(Protocol):
    """Task of a kind of decision, as a phrase after "you are asked to": "plan the round"."""

    def __call__(self, kind: str) -> str: ...


class ActionWords(Protocol):
    """An action as a phrase: a step of a draft, a queued turn, a line of a list."""

    def __call__(self, action: Any, public: Any, players: Sequence[Player]) -> str: ...


class RoundWords(Protocol):
    """Progress of the game: "Round 3 of at most 12"."""

    def __call__(self, public: Any) -> str: ...


class Banner(Protocol):
    """Notice for everybody ("This is the last round"). It is empty for none."""

    def __call__(self, public: Any) -> str: ...


class Explain(Protocol):
    """Reason for a refusal of the engine or for the end of an order, in a sentence.

    It is empty for a code the game does not know. The page adds the rule.
    """

    def __call__(self, code: str, params: Mapping[str, Any]) -> str: ...


class LineWords(Protocol):
    """Name of a line of the final breakdown. The code ``tiebreak`` is the number that decides ties."""

    def __call__(self, code: str) -> str: ...


class ReasonWords(Protocol):
    """Reason for the end of the game, in a sentence."""

    def __call__(self, reason: str) -> str: ...


class Sentence(Protocol):
    """An event as a sentence. It is empty for events that need no line of their own.

    The sentence is cached. It depends only on the event, the version of the data, the names by seat and the active language.
    """

    def __call__(self, event: Any, version: str, names: Sequence[str]) -> str: ...


class Tone(Protocol):
    """Kind of a sentence of the log. It is empty for anything else.

    - "round" is the start of a round.
    - "faint" is a pass or a sealed answer.
    - "chance" is a draw.
    - "points" is a gain.
    """

    def __call__(self, event: Any) -> str: ...


class IsTold(Protocol):
    """True if the log shows the event. ``public`` is the position after the whole step."""

    def __call__(self, event: Any, public: Any) -> bool: ...


class SeatCss(Protocol):
    """The class of a seat's colour: red, yellow, green, blue or violet."""

    def __call__(self, public: Any, seat: int) -> str: ...


class Points(Protocol):
    """The current points of a seat."""

    def __call__(self, public: Any, seat: int) -> int: ...


class Counters(Protocol):
    """Public counters besides the points: each name with its numbers by seat. A recap shows the changed ones."""

    def __call__(self, public: Any) -> Mapping[str, Sequence[int]]: ...


class Svg(Protocol):
    """The board as SVG with a ``viewBox``, made by a template, for emails and link previews.

    It is empty if the game draws none. The unchanging part of every board of the game is between ``<!--still-->`` and
    ``<!--/-->``; see :mod:`tables.games.kit.layers`.
    """

    def __call__(self, public: Any) -> str: ...


class CloseUp(Protocol):
    """The part of the board that an answer changes or chooses, marked, as SVG for a phone.

    Its ``viewBox`` is that part of the board. It is empty if the board is shown whole. ``public`` is the position after the
    foreseeable part of the answer, ``certain_events`` the events that are sure to follow.
    """

    def __call__(self, public: Any, pending: Any, actions: Sequence[Any], certain_events: Sequence[Any]) -> str: ...


class TextMap(Protocol):
    """The board in plain letters for the text of an email: about 20 lines of at most 60 letters, with a legend.

    It is empty for none. :mod:`tables.games.kit.typed` helps.
    """

    def __call__(self, public: Any, players: Sequence[Player]) -> str: ...


class BoardContext(Protocol):
    """The context of ``_board.html``. ``marked`` are the events of the shown step, to be displayed as new.

    Its ``by_seat`` has the entries of the list of players besides name and points.
    """

    def __call__(self, seen: Any, players: Sequence[Player], marked: Sequence[Any] = ()) -> Mapping[str, Any]: ...


class Spots(Protocol):
    """CSS selectors of the things on the table page that events concern, one per event, oldest first.

    A selector is empty if its event concerns only its player's row. ``public`` is the current position.
    """

    def __call__(self, past_events: Sequence[Any], public: Any) -> Sequence[str]: ...


class Showcase(Protocol):
    """The context of ``_showcase_board.html``, a drawing for the front page.

    The game's rules page can use it too. It is empty if there is no such drawing.
    """

    def __call__(self) -> Mapping[str, Any]: ...


class HandContext(Protocol):
    """The context of ``_hand.html``."""

    def __call__(self, seen: Any, players: Sequence[Player]) -> Mapping[str, Any]: ...


class Secrets(Protocol):
    """The hand in sentences, for the archive, which reveals it once the game is over."""

    def __call__(self, seen: Any, players: Sequence[Player]) -> Sequence[str]: ...


class PanelContext(Protocol):
    """The context of ``_panel.html`` for one open decision of the viewer. ``legal`` are all its legal actions."""

    def __call__(self, seen: Any, pending: Any, legal: Sequence[Any], players: Sequence[Player]) -> Mapping[str, Any]: ...


class PanelCompose(Protocol):
    """Actions from the fields of a panel's form.

    Raises ValueError for invalid values, :class:`IllegalAction` with a code of the game for an incomplete choice.
    """

    def __call__(self, kind: str, fields: Mapping[str, str]) -> list[Any]: ...


class Sketch(Protocol):
    """The context of ``_sketch.html``, a preview of the results of an unsent choice.

    ``fields`` are those of the panel's form. Raises ValueError for a choice that the decision does not offer.
    """

    def __call__(self, seen: Any, pending: Any, fields: Mapping[str, str], players: Sequence[Player]) -> Mapping[str, Any]: ...


class Brief(Protocol):
    """Sentences above the answers in an email: the subject of an open decision, its gain, the player's resources.

    It is empty if the task needs no further words.
    """

    def __call__(self, seen: Any, pending: Any, players: Sequence[Player]) -> Sequence[str]: ...


class Choices(Protocol):
    """Whole answers for an email, which has no form: at most a dozen, highest-scoring first.

    It is empty if only the page of the table can offer them. :mod:`tables.games.kit.choices` helps to find the answers.
    """

    def __call__(self, seen: Any, pending: Any, legal: Sequence[Any], players: Sequence[Player]) -> Sequence[Answer]: ...


class OrderWords(Protocol):
    """A standing order as a sentence."""

    def __call__(self, order: Any, players: Sequence[Player]) -> str: ...


class FormOf(Protocol):
    """The name of the form for changing an order. It is empty if there is none.

    The form has the id ``form-NAME``. It is open if ``edit.form`` is its name, and then shows the order ``edit.policy``.
    """

    def __call__(self, order: Any) -> str: ...


class OrdersContext(Protocol):
    """The context of ``_preferences.html`` and ``_orders.html``, which get it as ``orders``.

    Their forms post their fields with ``do=order``. ``edited`` is the policy being changed, or None. ``posted`` has the refused
    values.
    """

    def __call__(
        self,
        seen: Any,
        orders: Sequence[KeptOrder],
        players: Sequence[Player],
        edited: Any,
        posted: Mapping[str, Sequence[str]],
    ) -> Mapping[str, Any]: ...


class OrdersCompose(Protocol):
    """The orders from the fields of a posted form of standing orders. Each field has a list of values.

    Raises ValueError for invalid values, :class:`IllegalAction` with a code of the game for values that make no order.
    """

    def __call__(self, fields: Mapping[str, Sequence[str]]) -> Ordered: ...


class FacetFields(Protocol):
    """Form fields of the archive for the engine's facets, by name, in the order of the form.

    The first field with choices is the variant, and the statistics separate the games by it.
    """

    def __call__(self) -> Mapping[str, FacetField]: ...


class MomentWords(Protocol):
    """A marked moment of a game in a few words ("Anna founds the Sea League of the Baltic").

    It is empty for any other event. ``public`` is the position after the whole step.
    """

    def __call__(self, event: Any, public: Any, players: Sequence[Player]) -> str: ...


class OpeningWords(Protocol):
    """The opening of a seat as a phrase, from the code of the engine."""

    def __call__(self, code: str) -> str: ...


class Glossary(Protocol):
    """Glossary entries for symbols, cards, places and numbers of board and panels, in the order of the rules page."""

    def __call__(self) -> Sequence[Entry]: ...


class Labelled(Protocol):
    """Selectors of elements that show their own name, each with the selector of the name inside it.

    If the inner selector is empty, the names are the element's label or text, separated by commas. The page finds entries by
    these names.
    """

    def __call__(self) -> Mapping[str, str]: ...


class Reasons(Protocol):
    """Reasons for disabled controls, if their form gives none: a sentence for each selector.

    Controls with a reason of their own have a ``title``.
    """

    def __call__(self) -> Mapping[str, str]: ...


class Rulebook(Protocol):
    """Chapters of the rules. It is empty if the game has only short rules, or a page of its own."""

    def __call__(self) -> Sequence[Chapter]: ...


@dataclass(frozen=True)
class Offer:
    """A group of functions of one game. Raises TypeError for a function that does not take the arguments of its type."""

    def __post_init__(self) -> None:
        for field in fields(self):
            if (function := getattr(self, field.name)) is not None:
                _fits(function, field.type, f"{type(self).__name__}.{field.name}")


def _fits(function: Any, protocol: Any, place: str) -> None:
    actual, (_self, *expected) = list(signature(function).parameters.values()), signature(protocol.__call__).parameters.values()
    extra = actual[len(expected) :]
    pairs = zip(actual, expected, strict=False)
    if (
        [each.name for each in actual[: len(expected)]] != [each.name for each in expected]
        or any(each.default is Parameter.empty for each in extra)
        or any(
            actual_parameter.default is Parameter.empty and expected_parameter.default is not Parameter.empty
            for actual_parameter, expected_parameter in pairs
        )
    ):
        actual_names, expected_names = (", ".join(each.name for each in names) for names in (actual, expected))
        raise TypeError(
            f"{function.__module__}.{function.__qualname__} takes ({actual_names}), and {place} takes ({expected_names})"
        )


@dataclass(frozen=True, kw_only=True)
class Options(Offer):
    """Options of a new table."""

    form: OptionsForm = LEFT_OUT
    options_words: OptionsWords = LEFT_OUT
    labels: Labels = LEFT_OUT


@dataclass(frozen=True, kw_only=True)
class Words(Offer):
    """Words for decisions, actions, refusals, scores and the progress of the game."""

    question_words: QuestionWords = LEFT_OUT
    action_words: ActionWords = LEFT_OUT
    round_words: RoundWords = LEFT_OUT
    banner: Banner = LEFT_OUT
    explain: Explain = LEFT_OUT
    line_words: LineWords = LEFT_OUT
    reason_words: ReasonWords = LEFT_OUT


@dataclass(frozen=True, kw_only=True)
class Log(Offer):
    """Log of the game."""

    sentence: Sentence = LEFT_OUT
    is_told: IsTold = LEFT_OUT
    tone: Tone = LEFT_OUT


@dataclass(frozen=True, kw_only=True)
class Board(Offer):
    """Public board."""

    seat_css: SeatCss = LEFT_OUT
    points: Points = LEFT_OUT
    counters: Counters = LEFT_OUT
    svg: Svg = LEFT_OUT
    close_up: CloseUp = LEFT_OUT
    text_map: TextMap = LEFT_OUT
    context: BoardContext = LEFT_OUT
    spots: Spots = LEFT_OUT
    showcase: Showcase = LEFT_OUT


@dataclass(frozen=True, kw_only=True)
class Hand(Offer):
    """The hand of the viewer's seat."""

    context: HandContext = LEFT_OUT
    secrets: Secrets = LEFT_OUT


@dataclass(frozen=True, kw_only=True)
class Panel(Offer):
    """Making a decision: on the page and in an email."""

    context: PanelContext = LEFT_OUT
    compose: PanelCompose = LEFT_OUT
    sketch: Sketch = LEFT_OUT
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
    """Search, jump links and statistics of finished games."""

    facet_fields: FacetFields = LEFT_OUT
    moment_words: MomentWords = LEFT_OUT
    opening_words: OpeningWords = LEFT_OUT


@dataclass(frozen=True, kw_only=True)
class Reading(Offer):
    """Texts for learning the game: on its rules page, and next to elements that the user points at on the table page."""

    glossary: Glossary = LEFT_OUT
    labelled: Labelled = LEFT_OUT
    reasons: Reasons = LEFT_OUT
    rulebook: Rulebook = LEFT_OUT
