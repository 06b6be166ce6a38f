"""Why something was not done, in the reader's language.

The site's own codes are worded here; everything else comes from an engine and is worded by the presenter of its game.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engines.contract import IllegalAction
from tables.errors import Code, Refusal, Unwelcome
from tables.games.kit.guide import Advice
from tables.games.registry import presenter
from tables.present import learning
from tables.present.time.moments import moment

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
    Code.RATED_PAUSED: gettext_lazy(
        "You left %(most)d rated games in a row, so you open and join no rated games until %(until)s. Unrated games are open to"
        " you."
    ),
    Code.UNRELIABLE: gettext_lazy(
        "This table asks for players who answer in time %(least)d times of a hundred; over the last year you did so %(share)d"
        " times."
    ),
    Code.OTHER_LANGUAGE: gettext_lazy("This table is for people who use the site in another language: %(language)s."),
    Code.NOT_CHOSEN: gettext_lazy("This table is for people its host has chosen."),
    Code.INEXPERIENCED: gettext_lazy("This table is for people who have played this game to its end before."),
    Code.RATED_TOO_LOW: gettext_lazy("This table asks for a rating of %(least)d at least; yours is %(rating)d."),
    Code.RATED_TOO_HIGH: gettext_lazy("This table asks for a rating of %(most)d at most; yours is %(rating)d."),
    Code.NOT_RATED: gettext_lazy("This table asks for a rating of %(least)d at least; you have none in this game yet."),
    Code.SAME_PACE: gettext_lazy("That is the pace of this table already."),
    Code.FOLLOWS_ENOUGH: gettext_lazy("You follow %(most)d games already; that is as many as one person can."),
    Code.BAD_CONDITION: gettext_lazy("There is no such condition."),
    Code.NOT_HOST: gettext_lazy("Only whoever opened the table can do this."),
    Code.UNKNOWN_PERSON: gettext_lazy("Nobody here has this name."),
    Code.INVITED_ONESELF: gettext_lazy("You sit here already."),
    Code.SITS_HERE: gettext_lazy("They sit at this table already."),
    Code.INVITED_BEFORE: gettext_lazy("They have been invited to this table already."),
    Code.INVITED_ENOUGH: gettext_lazy("That is enough for one table: wait until somebody has answered."),
    Code.ENDED: gettext_lazy("The game is over."),
    Code.REMATCH_WITHOUT: gettext_lazy("The others play again already, and you declined."),
    Code.REMOVED: gettext_lazy("The host of this table would like to play without you."),
    Code.ONESELF: gettext_lazy("That is yourself."),
    Code.BLOCKED_BY_YOU: gettext_lazy("You have blocked them, so you cannot invite them."),
    Code.TOO_MANY_PEOPLE: gettext_lazy("You keep %(most)d people, which is as many as there may be: let somebody go first."),
    Code.BAD_DAYS: gettext_lazy("So many days cannot be chosen."),
    Code.NOBODY_CHOSEN: gettext_lazy("Choose somebody first."),
    Code.SUSPENDED: gettext_lazy(
        "You are suspended until %(until)s. Until then you can read, and play on where you sit; why stands on the page of your"
        " people."
    ),
    Code.NO_LINES: gettext_lazy("Choose the lines first; perhaps they are no longer there."),
    Code.REPORTED_ENOUGH: gettext_lazy("You have made %(most)d reports within a day, which is as many as there may be."),
    Code.SETTLED_BEFORE: gettext_lazy("Somebody has settled this report already."),
    Code.NO_ONLOOKER: gettext_lazy("This talk is for those who watch a public game that runs, and have never played in it."),
    Code.TOO_FEW: gettext_lazy("This game is not played by so few."),
    Code.NOT_OVER: gettext_lazy("There is a rematch of a game once it is over."),
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
    Code.TOO_MANY_WAYS: gettext_lazy("You have %(most)d of them, which is as many as there may be: remove one first."),
    Code.TABLE_HAS_WAYS: gettext_lazy("This table has %(most)d of them, which is as many as there may be."),
    Code.TOLD_THERE: gettext_lazy("There is a webhook with this address already. Change or remove that one instead."),
    Code.CLUB_HAS_WAYS: gettext_lazy("This club has %(most)d of them, which is as many as there may be."),
    Code.TOO_MANY_CLUBS: gettext_lazy("You have founded %(most)d clubs, which is as many as one person may."),
    Code.IN_MANY_CLUBS: gettext_lazy("Nobody is in more than %(most)d clubs at once: leave one first."),
    Code.CLUB_FULL: gettext_lazy("This club has as many members as there may be."),
    Code.NOT_OFFICER: gettext_lazy("Only an officer of the club can do this."),
    Code.NOT_A_MEMBER: gettext_lazy("They are no member of this club."),
    Code.MEMBERS_ONLY: gettext_lazy("Only members of its club can play at this table."),
    Code.MEMBER_ALREADY: gettext_lazy("They are in this club already."),
    Code.LAST_OFFICER: gettext_lazy("A club needs an officer: make somebody else one first."),
    Code.TURNED_AWAY: gettext_lazy("The officers of this club have decided against it. They can invite you."),
    Code.BY_LETTER: gettext_lazy("One joins this club by invitation only."),
    Code.INVITED_TO_CLUB: gettext_lazy("They have been invited already."),
    Code.MANY_WAIT: gettext_lazy("So many people are asked or have asked already that nobody else can be, for now."),
    Code.ADDRESS_IN_CLUB: gettext_lazy(
        "The name of a club holds no address of a page or a mailbox. If it is none, put a blank after the full stop."
    ),
    Code.CLUB_NAME: gettext_lazy("The name of a club has %(least)d to %(most)d visible characters."),
    Code.TOO_MANY_PLANS: gettext_lazy(
        "So many steps are kept on this planning board that there is no room: delete a line first."
    ),
    Code.TWO_SEATS_ONLY: gettext_lazy("A game of more than two seats cannot be conceded; you can leave it."),
    Code.BAD_WORD: gettext_lazy("Your word is empty. Type at least one character."),
    Code.BAD_CHARACTER: gettext_lazy(
        "The text can’t contain the character %(character)s, at position %(position)d. Delete it and try again."
    ),
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
    Code.NOT_PAUSED_HERE: gettext_lazy("Rated games of this person are not paused."),
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
    Code.EXPORT_MAKING: gettext_lazy("Your archive is being made already."),
    Code.EXPORT_TODAY: gettext_lazy("You have an archive of today. Ask for another one tomorrow."),
    Code.EXPORT_GONE: gettext_lazy("There is no archive that could be fetched."),
    Code.UNWELCOME: gettext_lazy("The rules allow that; here the guide goes another way, and nothing was sent."),
}


def words(refusal: Refusal | IllegalAction, game: str = "") -> str:
    """One or two sentences, the rule cited at the end; what a guide says leads to the rule."""
    if isinstance(refusal, Unwelcome) and (advice := _advice(refusal, game)):
        show = presenter(game)
        return format_html('{} [<a href="{}">{}</a>]', advice.words, learning.permalink(show, advice.rule), advice.rule)
    said = _sentence(refusal.code, refusal.params, game)
    if refusal.code == Code.RATED_PAUSED:
        return format_html('{} <a href="{}">{}</a>', said, reverse("manners"), _("The rules of manners"))
    return _cited(said, refusal.rule)


def _cited(said: str, rule: str) -> str:
    return f"{said} [{rule}]" if rule else said


def _advice(refusal: Unwelcome, game: str) -> Advice | None:
    return presenter(game).guides[refusal.guide].stations[refusal.station].wrong.get(refusal.wrong)


def _sentence(code: str, params: Mapping[str, Any], game: str) -> str:
    if code in Code:
        words = str(_WORDS[Code(code)])
        return words % {name: _worded(value) for name, value in params.items()} if params else words
    explained = presenter(game).words.explain(code, params) if game else ""
    return explained or _("This cannot be done now. Nothing was changed.")


def _worded(value: Any) -> Any:
    return moment(value) if isinstance(value, datetime) else value
