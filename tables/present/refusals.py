"""Why something was not done, in the reader's language.

The site's own codes are worded here; everything else comes from an engine and is worded by the presenter of its game.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engines.contract import IllegalAction
from tables.games.kit.guide import Advice
from tables.games.registry import presenter
from tables.present import learning
from tables.services.errors import Code, Refusal, Unwelcome

_WORDS: Mapping[Code, Promise] = {
    Code.STALE: gettext_lazy(
        "You have already moved here, perhaps in another window, or the deadline has done it for you. This is the position"
        " now; nothing else was changed."
    ),
    Code.NOT_PENDING: gettext_lazy("This is no longer asked. The table has moved on; look at the position and choose again."),
    Code.NOT_YOURS: gettext_lazy("This is not your seat."),
    Code.NOT_SEATED: gettext_lazy("You do not sit at this table."),
    Code.NOT_OPEN: gettext_lazy("This table no longer takes players."),
    Code.NOT_RUNNING: gettext_lazy("This game is not running."),
    Code.ALREADY_STARTED: gettext_lazy("The game has already started."),
    Code.ALREADY_SEATED: gettext_lazy("You already sit at this table."),
    Code.FULL: gettext_lazy("All seats are taken; somebody was faster."),
    Code.NOT_INVITED: gettext_lazy("This table can only be joined with its invitation link."),
    Code.STEWARD_PLAYS: gettext_lazy("The steward plays for you. Take your seat back first; then you can play on."),
    Code.SEAT_CLOSED: gettext_lazy("This seat is no longer open: somebody was faster, or its player has come back."),
    Code.KNOWS_HANDS: gettext_lazy("You have seen another hand of this game, so you cannot take this seat."),
    Code.UNRELIABLE: gettext_lazy(
        "This table asks for players who answer in time %(least)d times of a hundred; over the last year you did so %(share)d"
        " times."
    ),
    Code.BAD_CONDITION: gettext_lazy("There is no such condition."),
    Code.NOT_HOST: gettext_lazy("Only whoever opened the table can do this."),
    Code.UNKNOWN_PERSON: gettext_lazy("Nobody here has this name."),
    Code.INVITED_ONESELF: gettext_lazy("You sit here already."),
    Code.SITS_HERE: gettext_lazy("They sit at this table already."),
    Code.INVITED_BEFORE: gettext_lazy("They have been invited to this table already."),
    Code.INVITED_ENOUGH: gettext_lazy("That is enough for one table: wait until somebody has answered."),
    Code.ENDED: gettext_lazy("The game is over."),
    Code.QUARANTINED: gettext_lazy(
        "This table is being looked after by the people who run the site. Nothing can be played until they are done."
    ),
    Code.MALFORMED: gettext_lazy(
        "What was sent could not be read. Nothing was changed; load the page again and try once more."
    ),
    Code.TOO_LARGE: gettext_lazy("What was sent was too large. Nothing was changed."),
    Code.EMPTY: gettext_lazy("Nothing was chosen."),
    Code.NEVER_LEGAL: gettext_lazy("This can never be carried out here, so it was not kept. Choose again."),
    Code.TOO_MANY: gettext_lazy("These are too many at once."),
    Code.TOO_MANY_ORDERS: gettext_lazy("You have as many orders as there may be: remove one first."),
    Code.ORDER_NUMBER: gettext_lazy(
        "“%(label)s” must be a whole number from %(least)d to %(most)d. Your orders are as they were."
    ),
    Code.NO_SUCH_ORDER: gettext_lazy("This order is not there any more."),
    Code.TOO_MANY_PLANS: gettext_lazy(
        "So many steps are kept on this planning board that there is no room: delete a line first."
    ),
    Code.TWO_SEATS_ONLY: gettext_lazy("A game of more than two seats cannot be conceded; you can leave it."),
    Code.BAD_WORD: gettext_lazy("This word cannot be used."),
    Code.ADDRESS_IN_NAME: gettext_lazy(
        "The name of a table holds no address of a page or a mailbox. If it is none, put a blank after the full stop."
    ),
    Code.BAD_SEATS: gettext_lazy("This game is not played with so many seats."),
    Code.BAD_BOTS: gettext_lazy("So many bots do not fit: one seat is yours."),
    Code.BAD_PACE: gettext_lazy("There is no such pace."),
    Code.BAD_OPTIONS: gettext_lazy("These options do not make a game."),
    Code.UNKNOWN_GAME: gettext_lazy("There is no such game here."),
    Code.TOO_FAST: gettext_lazy("That was a little fast. Wait a moment and try again; what you wrote is still there."),
    Code.EXTENDED: gettext_lazy("There was more time for this decision already; it is given once."),
    Code.BAD_QUIET_HOURS: gettext_lazy("Quiet hours last some time, and twelve hours at most."),
    Code.AWAY_PAST: gettext_lazy("An absence can only be announced for the time to come."),
    Code.AWAY_ORDER: gettext_lazy("An absence ends after it has begun."),
    Code.AWAY_FAR: gettext_lazy("An absence can be announced a year ahead, not further."),
    Code.AWAY_LONG: gettext_lazy("You can be away for %(days)d days at a time."),
    Code.AWAY_OVERLAP: gettext_lazy("You have already announced an absence for some of these days."),
    Code.AWAY_BUDGET: gettext_lazy("You do not have so many days left: in %(year)d there are %(days)d."),
    Code.AWAY_OVER: gettext_lazy("This absence is already over."),
    Code.PAUSED: gettext_lazy("This game is paused; its clocks stand still already."),
    Code.NOT_PAUSED: gettext_lazy("This game is not paused; its clocks run."),
    Code.NO_REASON: gettext_lazy("Every act of an operator needs a short reason."),
    Code.BAD_HOURS: gettext_lazy("So many hours cannot be given: at least one, and %(most)d at most."),
    Code.BOT_PLAYS: gettext_lazy("A bot plays this seat."),
    Code.PERSON_PLAYS: gettext_lazy("Its holder plays this seat. Let the steward take it first; then its holder is told."),
    Code.STEWARD_THERE: gettext_lazy("The steward plays this seat already."),
    Code.OPEN_ALREADY: gettext_lazy("This seat is open already."),
    Code.SAW_HANDS: gettext_lazy("They have seen another hand of this game, so they cannot take this seat."),
    Code.NOT_QUARANTINED: gettext_lazy("This table is not set aside."),
    Code.DOES_NOT_HOLD: gettext_lazy("Something at this table does not hold, so it would be set aside again at once."),
    Code.BLANK: gettext_lazy("There is nothing to say in an empty message."),
    Code.TOO_LONG: gettext_lazy("This is too long."),
    Code.NO_SUCH_MOVE: gettext_lazy("This game has no such move."),
    Code.NOT_YOUR_COMMENT: gettext_lazy("Somebody else wrote this comment."),
    Code.UNWELCOME: gettext_lazy("The rules allow that; here the guide goes another way, and nothing was sent."),
}


def words(refusal: Refusal | IllegalAction, game: str = "") -> str:
    """One or two sentences, the rule cited at the end; what a guide says leads to the rule."""
    if isinstance(refusal, Unwelcome) and (advice := _advice(refusal, game)):
        show = presenter(game)
        return format_html('{} [<a href="{}">{}</a>]', advice.words, learning.permalink(show, advice.rule), advice.rule)
    return _cited(_sentence(refusal.code, refusal.params, game), refusal.rule)


def _cited(said: str, rule: str) -> str:
    return f"{said} [{rule}]" if rule else said


def _advice(refusal: Unwelcome, game: str) -> Advice | None:
    return presenter(game).guides[refusal.guide].stations[refusal.station].wrong.get(refusal.wrong)


def _sentence(code: str, params: Mapping[str, Any], game: str) -> str:
    if code in Code:
        words = str(_WORDS[Code(code)])
        return words % params if params else words
    explained = presenter(game).words.explain(code, params) if game else ""
    return explained or _("This cannot be done now. Nothing was changed.")
