"""Finished game as a plain-text file: players, result, and every move in sentences, with all hidden information."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import gettext as _

from config import characters
from engines.contract import view
from tables.games.base import Presenter
from tables.games.contract import Player
from tables.games.registry import presenter
from tables.models import Move, Table
from tables.present.archive import log
from tables.present.archive.lines import Place, Result, result, sentences, title
from tables.present.archive.viewpoints import Viewpoint
from tables.present.seats import tenures
from tables.present.seats.seating import archive_name, archive_person, players
from tables.present.time.moments import day, moment
from tables.selectors import coding
from tables.selectors.archive.games import Replayed

WIDTH = 78
WIDEST_NAME = 12
INDENT = "    "
_ALL = Viewpoint("all")


def record_text(table: Table, moves: Sequence[Move], replayed: Replayed) -> str:
    """Return the whole game in the reader's language and time zone; ``replayed`` must be at its end."""
    game_presenter = presenter(table.game)
    people = players(table.game, replayed.state.public, table.seats.all(), name_of=archive_name)
    parts = (
        _head(table, game_presenter, replayed, people),
        _result(table, game_presenter, people),
        *_rounds(table, game_presenter, people, moves, replayed),
        _hidden(game_presenter, people, replayed.state),
        _foot(table),
    )
    return "\n\n".join("\n".join(lines) for part in parts if (lines := list(part))) + "\n"


def _head(table: Table, presenter: Presenter, replayed: Replayed, people: Sequence[Player]) -> Iterator[str]:
    yield from _heading(title(table), "=")
    facts = (
        replayed.engine.title if table.name else "",
        presenter.options.options_words(coding.options(table.game, table.options)),
        str(table.get_ended_by_display()),
    )
    yield from _wrapped(" · ".join(filter(None, facts)))
    yield from _wrapped(get_text_list([player.name for player in people], str(_("and"))))
    times = {"start": day(table.started_at), "end": day(table.ended_at), "zone": get_current_timezone_name()}
    yield from _wrapped(_("From %(start)s to %(end)s, time zone %(zone)s") % times)


def _result(table: Table, presenter: Presenter, people: Sequence[Player]) -> Iterator[str]:
    final = result(table, presenter, people)
    yield from _heading(_("Result"))
    yield from _wrapped(final.reason)
    yield from (_standing(place) for place in final.places)
    if final.breakdown:
        yield ""
        yield from _points(final)


def _standing(place: Place) -> str:
    notes = [_("bot") if place.player.bot else "", _("left the game") if place.left else "", place.course]
    parts = [f"{place.place}." if place.place else "–", place.player.name]
    parts += [str(place.score)] if place.score is not None else []
    return " ".join([*parts, *(f"({note})" for note in notes if note)])


def _points(final: Result) -> Iterator[str]:
    """Yield a line for each kind of points, with a column for each player by finishing place."""
    rows = [(kind.words, kind.points) for kind in final.breakdown or ()] + [(_("Total"), final.totals or ())]
    if final.tiebreak:
        rows.append((final.tiebreak_words, final.tiebreak))
    names = [characters.cut(place.player.name, WIDEST_NAME) for place in final.places]
    widths = [characters.width(name) + 2 for name in names]
    widest = max(len(words) for words, _numbers in rows)
    for words, cells in [("", names), *rows]:
        columns = zip(map(str, cells), widths, strict=True)
        yield words.ljust(widest) + "".join(characters.padded(cell, width, right=True) for cell, width in columns)


def _rounds(
    table: Table, presenter: Presenter, people: Sequence[Player], moves: Sequence[Move], replayed: Replayed
) -> Iterator[Sequence[str]]:
    """Yield a part for each round: its moves, and the other events."""
    seat_tenures = log.tenures_of(table)
    other_events = log.events_by_move(table)
    for number, round_moves in groupby(moves, key=lambda move: replayed.course.rounds[move.seq]):
        lines = _heading(_("Round %(number)s") % {"number": number})
        for move in round_moves:
            players_then = tenures.players_then(people, seat_tenures, move.seq, name_of=archive_person)
            lines += _move(presenter, move, replayed, players_then)
            lines += _indented(words for entry in other_events.get(move.seq, ()) for words in entry.sentences)
        yield lines


def _move(presenter: Presenter, move: Move, replayed: Replayed, people: Sequence[Player]) -> Iterator[str]:
    origin, public = log.via_words(move), replayed.course.publics[move.seq]
    yield f"{move.seq}. {moment(move.at)}" + (f" ({origin})" if origin else "")
    yield from _indented(sentences(presenter, replayed.course.events[move.seq], public, people, _ALL))
    if move.sealed:
        answer = presenter.words.action_words(coding.action(presenter.slug, move.action), public, people)
        yield from _indented([_("Sealed move: “%(answer)s”") % {"answer": answer}])


def _hidden(presenter: Presenter, people: Sequence[Player], state: Any) -> Iterator[str]:
    """Yield the hidden parts of the players' hands at the end of the game."""
    hands = [(player, presenter.hand.secrets(view(state, player.seat), people)) for player in people]
    if any(words for _player, words in hands):
        yield from _heading(_("Hidden information"))
    for player, words in hands:
        if words:
            yield player.name
            yield from _indented(words)


def _foot(table: Table) -> Iterator[str]:
    yield settings.SITE_URL + reverse("archive:detail", args=[table.code])
    yield settings.SITE_URL + reverse("archive:record", args=[table.code])


def _heading(words: str, line: str = "-") -> list[str]:
    return [words, line * characters.width(words)]


def _wrapped(words: str, indent: str = "") -> list[str]:
    whole = characters.unbroken(words)
    return wrap(whole, WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _indented(texts: Iterable[str]) -> Iterator[str]:
    for words in texts:
        yield from _wrapped(str(words), INDENT)
