"""A finished game as plain text to read and to keep: who, how it ended, and every move in sentences, with everything open."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import gettext as _

from engines.contract import view
from tables.games.base import Presenter
from tables.games.contract import Player
from tables.games.registry import presenter
from tables.models import Move, Table
from tables.present.archive import log
from tables.present.archive.eyes import Eyes
from tables.present.archive.lines import Place, result, sentences, title
from tables.present.seats import tenures
from tables.present.seats.seating import archive_name, archive_person, players
from tables.present.time.moments import day, moment
from tables.selectors import coding
from tables.selectors.archive.games import Replayed

WIDTH = 78
WIDEST_NAME = 12
INDENT = "    "
_ALL = Eyes("all")


def record_text(table: Table, moves: Sequence[Move], replayed: Replayed) -> str:
    """The whole game in the reader's language and zone; it was ``replayed`` to its end."""
    show = presenter(table.game)
    people = players(table.game, replayed.state.public, table.seats.all(), called=archive_name)
    parts = (
        _head(table, show, replayed, people),
        _result(table, show, people),
        *_rounds(table, show, people, moves, replayed),
        _hidden(show, people, replayed.state),
        _foot(table),
    )
    return "\n\n".join("\n".join(lines) for part in parts if (lines := list(part))) + "\n"


def _head(table: Table, show: Presenter, replayed: Replayed, people: Sequence[Player]) -> Iterator[str]:
    yield from _heading(title(table), "=")
    facts = (
        replayed.engine.title if table.name else "",
        show.options.options_words(coding.options(table.game, table.options)),
        str(table.get_ended_by_display()),
    )
    yield from _wrapped(" · ".join(filter(None, facts)))
    yield from _wrapped(get_text_list([player.name for player in people], str(_("and"))))
    times = {"start": day(table.started_at), "end": day(table.ended_at), "zone": get_current_timezone_name()}
    yield from _wrapped(_("From %(start)s to %(end)s, in the time of %(zone)s") % times)


def _result(table: Table, show: Presenter, people: Sequence[Player]) -> Iterator[str]:
    final = result(table, show, people)
    yield from _heading(_("Result"))
    yield from _wrapped(str(final["reason"]))
    yield from (_standing(place) for place in final["places"])
    if final.get("lines"):
        yield ""
        yield from _points(final)


def _standing(place: Place) -> str:
    notes = [_("bot") if place.player.is_bot else "", _("left the game") if place.left else "", place.course]
    said = [f"{place.place}." if place.place else "–", place.player.name]
    said += [str(place.score)] if place.score is not None else []
    return " ".join([*said, *(f"({note})" for note in notes if note)])


def _points(final: Mapping[str, Any]) -> Iterator[str]:
    """A line for each kind of points, with a column for each player in the order of the standing."""
    rows = [(str(line["words"]), line["points"]) for line in final["lines"]] + [(_("Total"), final["totals"])]
    if final["tiebreak"]:
        rows.append((str(final["tiebreak_words"]), final["tiebreak"]))
    names = [place.player.name[:WIDEST_NAME] for place in final["places"]]
    widest = max(len(words) for words, _numbers in rows)
    for words, cells in [("", names), *rows]:
        yield words.ljust(widest) + "".join(f"{cell:>{len(name) + 2}}" for cell, name in zip(cells, names, strict=True))


def _rounds(
    table: Table, show: Presenter, people: Sequence[Player], moves: Sequence[Move], replayed: Replayed
) -> Iterator[Sequence[str]]:
    """A part for each round: its moves, and what happened beside them."""
    held = log.tenures_of(table)
    beside = log.beside(table)
    for number, made in groupby(moves, key=lambda move: replayed.course.rounds[move.seq]):
        lines = _heading(_("Round %(number)s") % {"number": number})
        for move in made:
            then = tenures.players_then(people, held, move.seq, called=archive_person)
            lines += _move(show, move, replayed, then)
            lines += _indented(words for entry in beside.get(move.seq, ()) for words in entry.sentences)
        yield lines


def _move(show: Presenter, move: Move, replayed: Replayed, people: Sequence[Player]) -> Iterator[str]:
    how, public = log.via_words(move), replayed.course.publics[move.seq]
    yield f"{move.seq}. {moment(move.at)}" + (f" ({how})" if how else "")
    yield from _indented(sentences(show, replayed.course.events[move.seq], public, people, _ALL))
    if move.sealed:
        answer = show.words.action_words(coding.action(show.slug, move.action), public, people)
        yield from _indented([_("The sealed answer: “%(answer)s”") % {"answer": answer}])


def _hidden(show: Presenter, people: Sequence[Player], state: Any) -> Iterator[str]:
    """What the players still held at the end."""
    held = [(player, show.hand.secrets(view(state, player.seat), people)) for player in people]
    if any(words for _player, words in held):
        yield from _heading(_("What was hidden"))
    for player, words in held:
        if words:
            yield player.name
            yield from _indented(words)


def _foot(table: Table) -> Iterator[str]:
    yield settings.SITE_URL + reverse("archive:detail", args=[table.code])
    yield settings.SITE_URL + reverse("archive:record", args=[table.code])


def _heading(words: str, line: str = "-") -> list[str]:
    return [words, line * len(words)]


def _wrapped(words: str, indent: str = "") -> list[str]:
    return wrap(words, WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _indented(said: Iterable[str]) -> Iterator[str]:
    for words in said:
        yield from _wrapped(str(words), INDENT)
