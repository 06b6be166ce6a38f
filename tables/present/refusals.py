"""Why something was not done, in the reader's language.

The site's own codes are worded here; everything else comes from an engine and is worded by the presenter of its game.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engines.contract import IllegalAction
from tables.games.registry import presenter
from tables.services.errors import Refusal

_WORDS: Mapping[str, Promise] = {
    "stale": gettext_lazy(
        "You have already moved here, perhaps in another window, or the deadline has done it for you. This is the position"
        " now; nothing else was changed."
    ),
    "not_pending": gettext_lazy("This is no longer asked. The table has moved on; look at the position and choose again."),
    "not_yours": gettext_lazy("This is not your seat."),
    "not_seated": gettext_lazy("You do not sit at this table."),
    "not_open": gettext_lazy("This table no longer takes players."),
    "not_running": gettext_lazy("This game is not running."),
    "already_started": gettext_lazy("The game has already started."),
    "already_seated": gettext_lazy("You already sit at this table."),
    "full": gettext_lazy("All seats are taken; somebody was faster."),
    "not_invited": gettext_lazy("This table can only be joined with its invitation link."),
    "steward_plays": gettext_lazy("The steward plays for you. Take your seat back first; then you can play on."),
    "seat_closed": gettext_lazy("This seat is no longer open: somebody was faster, or its player has come back."),
    "knows_hands": gettext_lazy("You have seen another hand of this game, so you cannot take this seat."),
    "unreliable": gettext_lazy(
        "This table asks for players who answer in time %(least)d times of a hundred; over the last year you did so %(share)d"
        " times."
    ),
    "bad_condition": gettext_lazy("There is no such condition."),
    "not_host": gettext_lazy("Only whoever opened the table can do this."),
    "unknown_person": gettext_lazy("Nobody here has this name."),
    "invited_oneself": gettext_lazy("You sit here already."),
    "sits_here": gettext_lazy("They sit at this table already."),
    "invited_before": gettext_lazy("They have been invited to this table already."),
    "invited_enough": gettext_lazy("That is enough for one table: wait until somebody has answered."),
    "ended": gettext_lazy("The game is over."),
    "quarantined": gettext_lazy(
        "This table is being looked after by the people who run the site. Nothing can be played until they are done."
    ),
    "malformed": gettext_lazy("What was sent could not be read. Nothing was changed; load the page again and try once more."),
    "too_large": gettext_lazy("What was sent was too large. Nothing was changed."),
    "empty": gettext_lazy("Nothing was chosen."),
    "never_legal": gettext_lazy("This can never be carried out here, so it was not kept. Choose again."),
    "too_many": gettext_lazy("These are too many at once."),
    "too_many_orders": gettext_lazy("You have as many orders as there may be: remove one first."),
    "order_number": gettext_lazy(
        "“%(label)s” must be a whole number from %(least)d to %(most)d. Your orders are as they were."
    ),
    "no_such_order": gettext_lazy("This order is not there any more."),
    "too_many_plans": gettext_lazy("So many steps are kept on this planning board that there is no room: delete a line first."),
    "two_seats_only": gettext_lazy("A game of more than two seats cannot be conceded; you can leave it."),
    "bad_word": gettext_lazy("This word cannot be used."),
    "address_in_name": gettext_lazy(
        "The name of a table holds no address of a page or a mailbox. If it is none, put a blank after the full stop."
    ),
    "bad_seats": gettext_lazy("This game is not played with so many seats."),
    "bad_bots": gettext_lazy("So many bots do not fit: one seat is yours."),
    "bad_pace": gettext_lazy("There is no such pace."),
    "bad_options": gettext_lazy("These options do not make a game."),
    "unknown_game": gettext_lazy("There is no such game here."),
    "too_fast": gettext_lazy("That was a little fast. Wait a moment and try again; what you wrote is still there."),
    "extended": gettext_lazy("There was more time for this decision already; it is given once."),
    "bad_quiet_hours": gettext_lazy("Quiet hours last some time, and twelve hours at most."),
    "away_past": gettext_lazy("An absence can only be announced for the time to come."),
    "away_order": gettext_lazy("An absence ends after it has begun."),
    "away_far": gettext_lazy("An absence can be announced a year ahead, not further."),
    "away_long": gettext_lazy("You can be away for %(days)d days at a time."),
    "away_overlap": gettext_lazy("You have already announced an absence for some of these days."),
    "away_budget": gettext_lazy("You do not have so many days left: in %(year)d there are %(days)d."),
    "away_over": gettext_lazy("This absence is already over."),
    "paused": gettext_lazy("This game is paused; its clocks stand still already."),
    "not_paused": gettext_lazy("This game is not paused; its clocks run."),
    "no_reason": gettext_lazy("Every act of an operator needs a short reason."),
    "bad_hours": gettext_lazy("So many hours cannot be given: at least one, and %(most)d at most."),
    "bot_plays": gettext_lazy("A bot plays this seat."),
    "person_plays": gettext_lazy("Its holder plays this seat. Let the steward take it first; then its holder is told."),
    "steward_there": gettext_lazy("The steward plays this seat already."),
    "open_already": gettext_lazy("This seat is open already."),
    "saw_hands": gettext_lazy("They have seen another hand of this game, so they cannot take this seat."),
    "not_quarantined": gettext_lazy("This table is not set aside."),
    "does_not_hold": gettext_lazy("Something at this table does not hold, so it would be set aside again at once."),
    "blank": gettext_lazy("There is nothing to say in an empty message."),
    "too_long": gettext_lazy("This is too long."),
    "no_such_move": gettext_lazy("This game has no such move."),
    "not_your_comment": gettext_lazy("Somebody else wrote this comment."),
}


def words(refusal: Refusal | IllegalAction, game: str = "") -> str:
    """One or two sentences, the rule cited at the end."""
    said = _sentence(refusal.code, refusal.params, game)
    return f"{said} [{refusal.rule}]" if refusal.rule else said


def _sentence(code: str, params: Mapping[str, Any], game: str) -> str:
    if code in _WORDS:
        return str(_WORDS[code]) % params if params else str(_WORDS[code])
    explained = presenter(game).words.explain(code, params) if game else ""
    return explained or _("This cannot be done now. Nothing was changed.")
