"""Finished games in words: a line of the list, one step of the replay, the result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines import registry
from engines.contract import Outcome, Told
from tables.games.base import Presenter
from tables.games.contract import Player
from tables.games.registry import presenter
from tables.models import Move, Seat, Table
from tables.present.archive import comments, log, previews, steps
from tables.present.archive import course as archive_course
from tables.present.archive.eyes import Eyes
from tables.present.play.recap import Tally, tallies
from tables.present.seats import tenures
from tables.present.seats.seating import archive_name, archive_person, players
from tables.selectors import coding
from tables.selectors.archive.games import Replayed

EndedBy = Table.EndedBy


@dataclass(frozen=True)
class Place:
    """One player at the end: place (None without a result), points (None unless it was played out), whether they had left.

    ``course`` says who played the seat when, if it was not one player all the time.
    """

    player: Player
    place: int | None
    score: int | None
    left: bool
    course: str


def title(table: Table) -> str:
    """What the table is called: its own name, or else that of its game."""
    return table.shown_name or registry.engine(table.game).title


def row(table: Table) -> Mapping[str, Any]:
    """A line of the list; best place first."""
    seats = sorted(table.seats.all(), key=lambda seat: (seat.place or 99, seat.position))
    return {
        "table": table,
        "title": title(table),
        "engine": registry.engine(table.game),
        "ended_by": table.get_ended_by_display(),
        "seats": [
            {"name": archive_name(seat), "place": seat.place, "score": seat.score, "left": seat.resigned_at is not None}
            for seat in seats
        ],
    }


def step_context(table: Table, moves: Sequence[Move], replayed: Replayed, eyes: Eyes) -> dict[str, Any]:
    """Everything the replay page shows of one step."""
    show = presenter(table.game)
    public = replayed.state.public
    people = players(table.game, public, table.seats.all(), called=archive_name)
    then = tenures.players_then(people, log.tenures_of(table), replayed.move.seq, called=archive_person)
    events = [event for event in replayed.events if eyes.may_read(event)]
    commented = comments.commented(table, eyes.query)
    told = archive_course.course_context(table, replayed, people, eyes)
    stops = [moment.seq for moment in told["moments"]]
    ending = result(table, show, people)
    return {
        "table": table,
        "title": title(table),
        "game": replayed.engine,
        "options_words": show.options.options_words(coding.options(table.game, table.options)),
        "ended_by": table.get_ended_by_display(),
        "presenter": show,
        "board": show.board.context(replayed.seen(eyes.seat), people, [entry.event for entry in events]),
        "whole_board_template": show.template("_board.html"),
        "board_template": show.template("_replay.html"),
        "news_template": show.template("_replay_news.html"),
        "rest_template": show.template("_replay_rest.html"),
        "tallies": _tallies(show, replayed, people),
        "round_words": show.words.round_words(public),
        "happened": sentences(show, events, public, then, eyes),
        "move": replayed.move,
        "actor": log.actor_of(then, replayed.move),
        "players": people,
        "last_public": replayed.course.publics[-1],
        "points": [{"player": player, "points": show.board.points(public, player.seat)} for player in people],
        "secrets": _secrets(show, replayed, people, eyes),
        "rounds": log.rounds(table, moves, replayed, people, eyes, commented),
        "commented": commented,
        "result": ending,
        "preview": previews.tags(
            table, title(table), replayed.move.seq, len(moves) - 1, [(held.player, held.score) for held in ending["places"]]
        ),
        "eyes": eyes,
        **told,
        **steps.steps_context(table, replayed.course, replayed.move.seq, eyes, stops),
    }


def _tallies(show: Presenter, replayed: Replayed, people: Sequence[Player]) -> Sequence[Tally]:
    """Whose numbers the step changed, as everybody sees them."""
    publics, at = replayed.course.publics, replayed.move.seq
    return tallies(show, publics[at - 1], publics[at], people) if at else ()


def sentences(show: Presenter, events: Sequence[Told[Any]], public: Any, people: Sequence[Player], eyes: Eyes) -> Sequence[str]:
    """What happened at the step. With everything open, an event that was told to some seats names them."""
    said = [(entry, show.event_words(entry.event, public, people)) for entry in events]
    return [_aside(entry, words, people) if eyes.who == "all" else words for entry, words in said if words]


def _aside(entry: Told[Any], words: str, people: Sequence[Player]) -> str:
    if entry.to is None:
        return words
    names = get_text_list([people[seat].name for seat in entry.to], _("and"))
    return ngettext("%(names)s alone is told: “%(sentence)s”", "Only %(names)s are told: “%(sentence)s”", len(entry.to)) % {
        "names": names,
        "sentence": words,
    }


def _secrets(show: Presenter, replayed: Replayed, people: Sequence[Player], eyes: Eyes) -> list[Mapping[str, Any]]:
    """What lay hidden at this step in the hands that are open now. What no hand held is nobody's to see [X-55]."""
    shown = [player for player in people if eyes.who == "all" or player.seat == eyes.seat]
    secrets = [(player, show.hand.secrets(replayed.seen(player.seat), people)) for player in shown]
    return [{"player": player, "words": words} for player, words in secrets if words]


def result(table: Table, show: Presenter, people: Sequence[Player]) -> Mapping[str, Any]:
    """How it ended: the players by place, and if it was played out a line per kind of points with a column per player."""
    outcome = coding.outcome(table.outcome)
    places = _places(table, people)
    points = _breakdown(show, outcome, [place.player.seat for place in places]) if outcome else {}
    return {"places": places, "reason": _reason(table, show, outcome, places), **points}


def _places(table: Table, people: Sequence[Player]) -> list[Place]:
    seats: dict[int | None, Seat] = {seat.index: seat for seat in table.seats.all()}
    held = [(player, seats[player.seat]) for player in people]
    places = [_place(player, seat) for player, seat in held]
    return sorted(places, key=lambda place: place.place or 99)


def _place(player: Player, seat: Seat) -> Place:
    course = tenures.course(seat.tenures.all(), called=archive_person)
    return Place(player, seat.place, seat.score, seat.resigned_at is not None, course)


def _reason(table: Table, show: Presenter, outcome: Outcome | None, places: Sequence[Place]) -> str:
    if outcome is not None:
        return show.words.reason_words(outcome.reason)
    match EndedBy(table.ended_by):
        case EndedBy.CONCEDED:
            return _("%(name)s conceded the game.") % {"name": places[-1].player.name}
        case EndedBy.AGREED:
            return _("The players agreed to end the game without a result.")
        case EndedBy.CANCELLED:
            return _("The operators called the game off.")
        case _:
            return _("Everybody has left the game.")


def _breakdown(show: Presenter, outcome: Outcome, order: Sequence[int]) -> Mapping[str, Any]:
    codes = dict.fromkeys(line.code for lines in outcome.breakdown for line in lines)
    sums = [{line.code: line.points for line in outcome.breakdown[seat]} for seat in order]
    return {
        "lines": [{"words": show.words.line_words(code), "points": [points.get(code, 0) for points in sums]} for code in codes],
        "totals": [outcome.scores[seat] for seat in order],
        "tiebreak": [outcome.tiebreak[seat] for seat in order] if any(outcome.tiebreak) else (),
        "tiebreak_words": show.words.line_words("tiebreak"),
    }
