"""Refusals in the reader's language.

This module has words for the site's own codes. All other codes come from an engine, and its game's presenter has words for
them.
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
        "You have already moved here, perhaps in another window, or the deadline has passed. This is the "
        "current position. Nothing else was changed."
    ),
    Code.NOT_PENDING: gettext_lazy("This decision is no longer open. Look at the current position and choose again."),
    Code.NOT_YOURS: gettext_lazy("This is not your seat."),
    Code.NOT_SEATED: gettext_lazy("You have no seat at this table."),
    Code.SEAT_HIDDEN: gettext_lazy("This screen isn’t showing a seat right now. Press your name to continue."),
    Code.NOT_OPEN: gettext_lazy("Nobody else can join this table any more."),
    Code.NOT_RUNNING: gettext_lazy("This game is not running."),
    Code.ALREADY_STARTED: gettext_lazy("The game has already started."),
    Code.ALREADY_SEATED: gettext_lazy("You already have a seat at this table."),
    Code.FULL: gettext_lazy("All seats are taken. Someone was faster."),
    Code.NOT_INVITED: gettext_lazy("You can only join this table with its invitation link."),
    Code.STEWARD_PLAYS: gettext_lazy("The steward is playing for you. To play on, take your seat back first."),
    Code.SEAT_CLOSED: gettext_lazy("This seat is no longer open. Someone was faster, or its player has come back."),
    Code.KNOWS_HANDS: gettext_lazy("You have seen another player’s hand in this game, so you can’t take this seat."),
    Code.RATED_PAUSED: gettext_lazy(
        "You have left %(most)d rated games in a row. You can’t open or join rated games until "
        "%(until)s. Unrated games are still open to you."
    ),
    Code.UNRELIABLE: gettext_lazy(
        "This table is for players who meet at least %(least)d of 100 deadlines. In the last year, you met %(share)d."
    ),
    Code.OTHER_LANGUAGE: gettext_lazy("This table is for people who use the site in another language (%(language)s)."),
    Code.NOT_CHOSEN: gettext_lazy("This table is only for people chosen by the host."),
    Code.INEXPERIENCED: gettext_lazy("This table is for people who have finished this game before."),
    Code.RATED_TOO_LOW: gettext_lazy("This table requires a rating of at least %(least)d. Yours is %(rating)d."),
    Code.RATED_TOO_HIGH: gettext_lazy("This table requires a rating of at most %(most)d. Yours is %(rating)d."),
    Code.NOT_RATED: gettext_lazy("This table requires a rating of at least %(least)d. You have no rating in this game yet."),
    Code.SAME_PACE: gettext_lazy("This table already has that pace."),
    Code.FOLLOWS_ENOUGH: gettext_lazy("You already follow %(most)d games, the maximum. Stop following one first."),
    Code.BAD_CONDITION: gettext_lazy("This condition does not exist."),
    Code.NO_EVENT: gettext_lazy("This event does not exist."),
    Code.NOT_ORGANISER: gettext_lazy("Only an organiser of the event can do this."),
    Code.EVENT_STARTED: gettext_lazy("The event has already started."),
    Code.EVENT_CLOSED: gettext_lazy("You can no longer sign up for this event."),
    Code.EVENT_OVER: gettext_lazy("This event is not running."),
    Code.EVENT_FULL: gettext_lazy("All %(most)d places of this event are taken."),
    Code.EVENT_SEATS: gettext_lazy("This format is not available for that number of seats."),
    Code.EVENT_ROUNDS: gettext_lazy("This format needs %(least)d to %(most)d rounds."),
    Code.EVENT_GROUPS: gettext_lazy("The final has one seat for each group. Choose 2 to %(most)d groups."),
    Code.EVENT_DAYS: gettext_lazy("One of the numbers of days is outside its limits."),
    Code.EVENT_PLAYERS: gettext_lazy(
        "Choose at least %(least)d and at most %(most)d players, no fewer at most than at least, and no more than the club has "
        "members."
    ),
    Code.EVENT_DEAL: gettext_lazy(
        "In this format, players have several tables at the same time, so the tables cannot have the same deal."
    ),
    Code.EVENT_NAME: gettext_lazy("The name of an event has at least %(least)d characters."),
    Code.EVENT_TABLE: gettext_lazy("This is not possible at a table of an event. The rules of the event say why."),
    Code.NOT_ENTERED: gettext_lazy("You do not take part in this event."),
    Code.ALREADY_ENTERED: gettext_lazy("This person already takes part in the event."),
    Code.RESULTS_STAND: gettext_lazy("This player has already lost a game by withdrawing, so nobody can take over the entry."),
    Code.PROLONGED_ENOUGH: gettext_lazy("The event has been prolonged by %(most)d days, the maximum."),
    Code.PLAYS_THERE: gettext_lazy("You play at this table yourself, so somebody else must decide its result."),
    Code.BAD_PLACES: gettext_lazy(
        "These places don’t fit together. After two first places comes the third, for example “1, 1, 3”."
    ),
    Code.ROUND_OPEN: gettext_lazy("The tables of this round are already open, so its seats can’t be exchanged."),
    Code.BAD_EXCHANGE: gettext_lazy("A player would sit twice at the same table. Choose two other seats."),
    Code.EXCHANGE_APART: gettext_lazy(
        "Players keep their pairing in a knock-out, and their group in groups. Choose two other seats."
    ),
    Code.NO_ROUND: gettext_lazy("No round is running whose end can be moved."),
    Code.ON_PROBATION: gettext_lazy(
        "The steward has taken over %(most)d of your seats in one event. Until you have finished an event, you can play only "
        "one at a time."
    ),
    Code.NOT_HOST: gettext_lazy("Only the host can do this."),
    Code.UNKNOWN_PERSON: gettext_lazy("Nobody on Staffetta has this name."),
    Code.INVITED_ONESELF: gettext_lazy("You already have a seat here."),
    Code.SITS_HERE: gettext_lazy("This person already has a seat at this table."),
    Code.INVITED_BEFORE: gettext_lazy("This person has already been invited to this table."),
    Code.INVITED_ENOUGH: gettext_lazy("You can’t send more invitations for this table yet. Wait until someone has answered."),
    Code.ENDED: gettext_lazy("The game is over."),
    Code.REMATCH_WITHOUT: gettext_lazy("You declined the rematch, and the others are already playing."),
    Code.REMOVED: gettext_lazy("The host of this table prefers to play without you."),
    Code.ONESELF: gettext_lazy("This is you. Choose someone else."),
    Code.BLOCKED_BY_YOU: gettext_lazy("You have blocked this person, so you can’t invite them."),
    Code.TOO_MANY_PEOPLE: gettext_lazy("You already have %(most)d people on this list, the maximum. Remove someone first."),
    Code.BAD_DAYS: gettext_lazy("You can’t choose that many days. Choose fewer."),
    Code.NOBODY_CHOSEN: gettext_lazy("Choose someone first."),
    Code.SUSPENDED: gettext_lazy(
        "You are suspended until %(until)s. You can still read and play your current games. The reason "
        "is on your contacts page."
    ),
    Code.NO_LINES: gettext_lazy("Choose the messages first. They may have been deleted."),
    Code.REPORTED_ENOUGH: gettext_lazy("You have made %(most)d reports within a day, the maximum. Try again later."),
    Code.SETTLED_BEFORE: gettext_lazy("This report has already been settled."),
    Code.NO_ONLOOKER: gettext_lazy(
        "Only spectators who have never played in this game can use this chat, and only while a public game is in progress."
    ),
    Code.TOO_FEW: gettext_lazy("This game can’t be played with so few people."),
    Code.NOT_OVER: gettext_lazy("You can propose a rematch once the game is over."),
    Code.QUARANTINED: gettext_lazy("The admins have put this table on hold. Nothing can be played until they resume it."),
    Code.MALFORMED: gettext_lazy("Your input could not be read. Nothing was changed. Reload the page and try again."),
    Code.TOO_LARGE: gettext_lazy("Your input was too large. Nothing was changed. Try again with less."),
    Code.EMPTY: gettext_lazy("Choose something first."),
    Code.NEVER_LEGAL: gettext_lazy("This could never be played here, so it was not queued. Choose again."),
    Code.TOO_MANY: gettext_lazy("That is too many in one go. Send fewer."),
    Code.TOO_MANY_ORDERS: gettext_lazy("You have the maximum number of orders. Remove one first."),
    Code.ORDER_NUMBER: gettext_lazy(
        "“%(label)s” must be a whole number from %(least)d to %(most)d. Your orders have not changed."
    ),
    Code.NO_SUCH_ORDER: gettext_lazy("This order no longer exists."),
    Code.TOO_MANY_WAYS: gettext_lazy("You already have %(most)d of these, the maximum. Remove one first."),
    Code.TABLE_HAS_WAYS: gettext_lazy("This table already has %(most)d webhooks, the maximum. Remove one first."),
    Code.TOLD_THERE: gettext_lazy("There is already a webhook with this address. Change or remove that one instead."),
    Code.CLUB_HAS_WAYS: gettext_lazy("This club already has %(most)d webhooks, the maximum. Remove one first."),
    Code.EVENT_HAS_WAYS: gettext_lazy("This event already has %(most)d webhooks, the maximum. Remove one first."),
    Code.TOO_MANY_CLUBS: gettext_lazy("You have already founded %(most)d clubs, the maximum."),
    Code.IN_MANY_CLUBS: gettext_lazy("Nobody can be in more than %(most)d clubs. Leave one first."),
    Code.CLUB_FULL: gettext_lazy("This club is full."),
    Code.NOT_OFFICER: gettext_lazy("Only the club’s officers can do this."),
    Code.NOT_A_MEMBER: gettext_lazy("This person is not a member of this club."),
    Code.EXCLUDED: gettext_lazy("You can’t invite this person. The conditions of this table exclude them."),
    Code.MEMBERS_ONLY: gettext_lazy("Only club members can play at this table."),
    Code.MEMBER_ALREADY: gettext_lazy("This person is already in this club."),
    Code.LAST_OFFICER: gettext_lazy("A club needs at least one officer. Make someone else an officer first."),
    Code.TURNED_AWAY: gettext_lazy("The officers of this club have declined your request. They can still invite you."),
    Code.BY_LETTER: gettext_lazy("You can only join this club by invitation."),
    Code.INVITED_TO_CLUB: gettext_lazy("This person has already been invited."),
    Code.MANY_WAIT: gettext_lazy("Too many invitations and requests are open. Wait until some have been answered."),
    Code.ADDRESS_IN_CLUB: gettext_lazy(
        "A club name can’t contain a web or email address. If this is not an address, put a space after the full stop."
    ),
    Code.CLUB_NAME: gettext_lazy("A club name must have %(least)d to %(most)d visible characters."),
    Code.TOO_MANY_PLANS: gettext_lazy("This planning board is full. Delete a variation first."),
    Code.TOO_MANY_SHOWN: gettext_lazy("You already show %(most)d variations of this game, the maximum. Withdraw one first."),
    Code.NOT_YOUR_VARIATION: gettext_lazy("Someone else shows this variation."),
    Code.TWO_SEATS_ONLY: gettext_lazy("You can’t concede a game with more than two seats. You can leave it instead."),
    Code.BAD_WORD: gettext_lazy("Your shuffle word is empty. Type at least one character."),
    Code.BAD_CHARACTER: gettext_lazy(
        "The character %(character)s at position %(position)d is not allowed. Delete it and try again."
    ),
    Code.ADDRESS_IN_NAME: gettext_lazy(
        "A table name can’t contain a web or email address. If this is not an address, put a space after the full stop."
    ),
    Code.BAD_SEATS: gettext_lazy("This game can’t be played with that many seats."),
    Code.BAD_BOTS: gettext_lazy("Choose fewer bots: one seat is yours."),
    Code.GUEST_BOTS: gettext_lazy("Guests play against merchants only. Sign up to choose stronger and weaker bots."),
    Code.BAD_PACE: gettext_lazy("This pace does not exist."),
    Code.BAD_OPTIONS: gettext_lazy("These options don’t make a valid game."),
    Code.UNKNOWN_GAME: gettext_lazy("This game is not available here."),
    Code.TOO_FAST: gettext_lazy("That was too fast. Wait a moment and try again. Your text is still there."),
    Code.EXTENDED: gettext_lazy("This decision has already been given more time. That is possible only once."),
    Code.BAD_QUIET_HOURS: gettext_lazy("Quiet hours can’t be empty and can last at most twelve hours."),
    Code.AWAY_PAST: gettext_lazy("You can only announce an absence in advance."),
    Code.AWAY_ORDER: gettext_lazy("The last day cannot be before the first day."),
    Code.AWAY_FAR: gettext_lazy("You can announce an absence at most a year ahead."),
    Code.AWAY_LONG: gettext_lazy("An absence can last at most %(days)d days."),
    Code.AWAY_OVERLAP: gettext_lazy("You have already announced an absence for some of these days."),
    Code.AWAY_BUDGET: gettext_lazy("You don’t have that many days left. In %(year)d you still have %(days)d."),
    Code.AWAY_OVER: gettext_lazy("This absence is already over."),
    Code.PAUSED: gettext_lazy("This game is already paused. Its clocks are stopped."),
    Code.NOT_PAUSED: gettext_lazy("This game is not paused. Its clocks are running."),
    Code.NOT_PAUSED_HERE: gettext_lazy("Rated games are not paused for this person."),
    Code.NO_REASON: gettext_lazy("Enter a short reason. Every admin action needs one."),
    Code.BAD_HOURS: gettext_lazy("You can give at least one hour and at most %(most)d."),
    Code.BOT_PLAYS: gettext_lazy("A bot plays this seat."),
    Code.PERSON_PLAYS: gettext_lazy("A player holds this seat. Give it to the steward first, so that the player is notified."),
    Code.STEWARD_THERE: gettext_lazy("The steward is already playing this seat."),
    Code.OPEN_ALREADY: gettext_lazy("This seat is already open."),
    Code.SAW_HANDS: gettext_lazy("This person has seen another player’s hand in this game and can’t take this seat."),
    Code.NOT_QUARANTINED: gettext_lazy("This table is not on hold."),
    Code.DOES_NOT_HOLD: gettext_lazy(
        "Something at this table is still wrong. The table would be put on hold again straight away."
    ),
    Code.BLANK: gettext_lazy("The message is empty. Write something first."),
    Code.TOO_LONG: gettext_lazy("This is too long. Shorten it."),
    Code.NO_SUCH_MOVE: gettext_lazy("This move does not exist in this game."),
    Code.NOT_YOUR_COMMENT: gettext_lazy("Someone else wrote this comment."),
    Code.EXPORT_MAKING: gettext_lazy("Your archive is already being prepared."),
    Code.EXPORT_TODAY: gettext_lazy("You already have an archive from today. Request another one tomorrow."),
    Code.EXPORT_GONE: gettext_lazy("There is no archive to download."),
    Code.NOT_ANALYSED: gettext_lazy("This game can’t be analysed."),
    Code.ANALYSES_OFF: gettext_lazy("This site makes no analyses."),
    Code.ANALYSES_ENOUGH: gettext_lazy("The site has no time for further analyses today. Try again tomorrow."),
    Code.ANALYSIS_MAKING: gettext_lazy("Another analysis for you is in progress. Wait until it is finished."),
    Code.ANALYSIS_FAILED: gettext_lazy("The analysis of this game has failed. You can try again after a day."),
    Code.UNWELCOME: gettext_lazy("The rules allow this, but the guide takes another path here. Nothing was sent."),
}


def words(refusal: Refusal | IllegalAction, game: str = "") -> str:
    """Return the refusal in words, with the rule at the end if it names one. Advice from a guide links to the rule."""
    if isinstance(refusal, Unwelcome) and (advice := _advice(refusal, game)):
        game_presenter = presenter(game)
        return format_html(
            '{} [<a href="{}">{}</a>]', advice.words, learning.permalink(game_presenter, advice.rule), advice.rule
        )
    text = _sentence(refusal.code, refusal.params, game)
    if refusal.code == Code.RATED_PAUSED:
        return format_html('{} <a href="{}">{}</a>', text, reverse("manners"), _("Code of conduct"))
    return _cited(text, refusal.rule)


def _cited(text: str, rule: str) -> str:
    return f"{text} [{rule}]" if rule else text


def _advice(refusal: Unwelcome, game: str) -> Advice | None:
    return presenter(game).guides[refusal.guide].stations[refusal.station].wrong.get(refusal.wrong)


def _sentence(code: str, params: Mapping[str, Any], game: str) -> str:
    if code in Code:
        words = str(_WORDS[Code(code)])
        return words % {name: _worded(value) for name, value in params.items()} if params else words
    explained = presenter(game).words.explain(code, params) if game else ""
    return explained or _("This is not possible right now. Nothing was changed.")


def _worded(value: Any) -> Any:
    return moment(value) if isinstance(value, datetime) else value
