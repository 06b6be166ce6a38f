"""Refusals of services and faults of games. An action that raises one of these has had no effect on the game."""

from enum import StrEnum
from typing import Any

from engines.contract import BadOptions, IllegalAction


class Code(StrEnum):
    """Reason for a refusal by the site; ``tables.present.refusals`` has words for each. Codes of games are not included."""

    STALE = "stale"
    NOT_PENDING = "not_pending"
    NOT_YOURS = "not_yours"
    NOT_SEATED = "not_seated"
    SEAT_HIDDEN = "seat_hidden"
    NOT_OPEN = "not_open"
    NOT_RUNNING = "not_running"
    ALREADY_STARTED = "already_started"
    ALREADY_SEATED = "already_seated"
    FULL = "full"
    NOT_INVITED = "not_invited"
    STEWARD_PLAYS = "steward_plays"
    SEAT_CLOSED = "seat_closed"
    KNOWS_HANDS = "knows_hands"
    RATED_PAUSED = "rated_paused"
    UNRELIABLE = "unreliable"
    OTHER_LANGUAGE = "other_language"
    NOT_CHOSEN = "not_chosen"
    INEXPERIENCED = "inexperienced"
    RATED_TOO_LOW = "rated_too_low"
    RATED_TOO_HIGH = "rated_too_high"
    NOT_RATED = "not_rated"
    BAD_CONDITION = "bad_condition"
    NOT_HOST = "not_host"
    UNKNOWN_PERSON = "unknown_person"
    INVITED_ONESELF = "invited_oneself"
    SITS_HERE = "sits_here"
    INVITED_BEFORE = "invited_before"
    INVITED_ENOUGH = "invited_enough"
    NO_EVENT = "no_event"
    NOT_ORGANISER = "not_organiser"
    EVENT_STARTED = "event_started"
    EVENT_CLOSED = "event_closed"
    EVENT_OVER = "event_over"
    EVENT_FULL = "event_full"
    EVENT_SEATS = "event_seats"
    EVENT_ROUNDS = "event_rounds"
    EVENT_GROUPS = "event_groups"
    EVENT_DAYS = "event_days"
    EVENT_PLAYERS = "event_players"
    EVENT_DEAL = "event_deal"
    EVENT_NAME = "event_name"
    EVENT_TABLE = "event_table"
    NOT_ENTERED = "not_entered"
    ALREADY_ENTERED = "already_entered"
    RESULTS_STAND = "results_stand"
    PROLONGED_ENOUGH = "prolonged_enough"
    PLAYS_THERE = "plays_there"
    BAD_PLACES = "bad_places"
    ROUND_OPEN = "round_open"
    BAD_EXCHANGE = "bad_exchange"
    EXCHANGE_APART = "exchange_apart"
    NO_ROUND = "no_round"
    ON_PROBATION = "on_probation"
    ENDED = "ended"
    NOT_OVER = "not_over"
    REMOVED = "removed"
    ONESELF = "oneself"
    BLOCKED_BY_YOU = "blocked_by_you"
    TOO_MANY_PEOPLE = "too_many_people"
    BAD_DAYS = "bad_days"
    NOBODY_CHOSEN = "nobody_chosen"
    SUSPENDED = "suspended"
    NO_LINES = "no_lines"
    REPORTED_ENOUGH = "reported_enough"
    SETTLED_BEFORE = "settled_before"
    NO_ONLOOKER = "no_onlooker"
    TOO_FEW = "too_few"
    REMATCH_WITHOUT = "rematch_without"
    QUARANTINED = "quarantined"
    MALFORMED = "malformed"
    TOO_LARGE = "too_large"
    EMPTY = "empty"
    NEVER_LEGAL = "never_legal"
    TOO_MANY = "too_many"
    TOO_MANY_ORDERS = "too_many_orders"
    ORDER_NUMBER = "order_number"
    NO_SUCH_ORDER = "no_such_order"
    TOO_MANY_PLANS = "too_many_plans"
    TOO_MANY_SHOWN = "too_many_shown"
    NOT_YOUR_VARIATION = "not_your_variation"
    TWO_SEATS_ONLY = "two_seats_only"
    BAD_WORD = "bad_word"
    BAD_CHARACTER = "bad_character"
    ADDRESS_IN_NAME = "address_in_name"
    BAD_SEATS = "bad_seats"
    BAD_BOTS = "bad_bots"
    GUEST_BOTS = "guest_bots"
    BAD_PACE = "bad_pace"
    SAME_PACE = "same_pace"
    BAD_OPTIONS = "bad_options"
    UNKNOWN_GAME = "unknown_game"
    TOO_FAST = "too_fast"
    EXTENDED = "extended"
    BAD_QUIET_HOURS = "bad_quiet_hours"
    AWAY_PAST = "away_past"
    AWAY_ORDER = "away_order"
    AWAY_FAR = "away_far"
    AWAY_LONG = "away_long"
    AWAY_OVERLAP = "away_overlap"
    AWAY_BUDGET = "away_budget"
    AWAY_OVER = "away_over"
    PAUSED = "paused"
    NOT_PAUSED = "not_paused"
    NOT_PAUSED_HERE = "not_paused_here"
    NO_REASON = "no_reason"
    BAD_HOURS = "bad_hours"
    BOT_PLAYS = "bot_plays"
    PERSON_PLAYS = "person_plays"
    STEWARD_THERE = "steward_there"
    OPEN_ALREADY = "open_already"
    SAW_HANDS = "saw_hands"
    NOT_QUARANTINED = "not_quarantined"
    DOES_NOT_HOLD = "does_not_hold"
    BLANK = "blank"
    TOO_LONG = "too_long"
    NO_SUCH_MOVE = "no_such_move"
    NOT_YOUR_COMMENT = "not_your_comment"
    UNWELCOME = "unwelcome"
    FOLLOWS_ENOUGH = "follows_enough"
    TOO_MANY_WAYS = "too_many_ways"
    TABLE_HAS_WAYS = "table_has_ways"
    TOLD_THERE = "told_there"
    EXPORT_MAKING = "export_making"
    EXPORT_TODAY = "export_today"
    EXPORT_GONE = "export_gone"
    NOT_ANALYSED = "not_analysed"
    ANALYSES_OFF = "analyses_off"
    ANALYSES_ENOUGH = "analyses_enough"
    ANALYSIS_MAKING = "analysis_making"
    ANALYSIS_FAILED = "analysis_failed"
    CLUB_HAS_WAYS = "club_has_ways"
    EVENT_HAS_WAYS = "event_has_ways"
    TOO_MANY_CLUBS = "too_many_clubs"
    IN_MANY_CLUBS = "in_many_clubs"
    CLUB_FULL = "club_full"
    NOT_OFFICER = "not_officer"
    NOT_A_MEMBER = "not_a_member"
    EXCLUDED = "excluded"
    MEMBERS_ONLY = "members_only"
    MEMBER_ALREADY = "member_already"
    LAST_OFFICER = "last_officer"
    TURNED_AWAY = "turned_away"
    BY_LETTER = "by_letter"
    INVITED_TO_CLUB = "invited_to_club"
    ADDRESS_IN_CLUB = "address_in_club"
    CLUB_NAME = "club_name"
    MANY_WAIT = "many_wait"


class Refusal(Exception):
    """Refused action: a ``code``, the ``rule`` of the game if there is one, and ``params`` for the words."""

    code: str
    rule: str
    params: dict[str, Any]

    def __init__(self, code: Code, **params: Any) -> None:
        super().__init__(code.value)
        self.code, self.rule, self.params = code, "", params


class Stale(Refusal):
    """Refusal because the page is out of date: the seat has moved since the page was loaded."""

    def __init__(self) -> None:
        super().__init__(Code.STALE)


class NotPending(Refusal):
    """Refusal because the decision is not open, or never belonged to this seat."""

    def __init__(self) -> None:
        super().__init__(Code.NOT_PENDING)


class NotYours(Refusal):
    """Refusal because the seat belongs to another user, another table, or nobody."""

    def __init__(self, code: Code = Code.NOT_YOURS) -> None:
        super().__init__(code)


class StewardPlays(NotYours):
    """Refusal because the steward plays the seat; its holder can take it back."""

    def __init__(self) -> None:
        super().__init__(Code.STEWARD_PLAYS)


class NotRunning(Refusal):
    """Refusal because the game has not started, is over, or is on hold: ``code`` says which."""


class Quarantined(NotRunning):
    """Refusal because the action broke the game and its table was put on hold."""

    def __init__(self) -> None:
        super().__init__(Code.QUARANTINED)


class Full(Refusal):
    """Refusal because the table has no free seat for the user: the seats are taken or reserved."""

    def __init__(self) -> None:
        super().__init__(Code.FULL)


class Illegal(Refusal):
    """Refusal by the engine: the action breaks a rule."""

    def __init__(self, error: IllegalAction) -> None:
        Exception.__init__(self, f"{error.code} [{error.rule}]" if error.rule else error.code)
        self.code, self.rule, self.params = error.code, error.rule, dict(error.params)


class Unwelcome(Refusal):
    """Refusal because the guide of this table expects another action, although the rules allow this one.

    ``wrong`` is the key of the explanation at the guide's step ``station``.
    """

    def __init__(self, guide: str, station: str, wrong: str) -> None:
        super().__init__(Code.UNWELCOME)
        self.guide, self.station, self.wrong = guide, station, wrong


class Unplayable(Refusal):
    """Refusal by the engine: the options or the number of seats are invalid."""

    def __init__(self, error: BadOptions) -> None:
        Exception.__init__(self, error.code)
        self.code, self.rule, self.params = error.code, "", dict(error.params)


class Fault(Exception):
    """Error of a game, not a refusal: no player did anything wrong.

    ``where`` is the place in the code. The message of the error is left out, because it might reveal a secret of the game.
    """

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.where = where


class Broken(Fault):
    """Fault that ends play: a failed check, an unreadable position, or a default move that cannot be played."""


class Crashed(Fault):
    """Fault of an engine that crashed on an action instead of refusing it."""
