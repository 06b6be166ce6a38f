"""Finished games in words: a line of the list, a position of the replay, the findings of the check."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engines import registry
from engines.contract import Seen, Told, view
from tables.models import Move, Table
from tables.present.base import Player
from tables.present.registry import presenter
from tables.present.seating import players, seat_name
from tables.selectors import coding
from tables.selectors.archive import Replayed, key_of
from tables.selectors.export import public_via
from tables.services.verify import Finding

_FINDINGS = {
    "commitment": gettext_lazy("The secret is the one whose fingerprint was shown before anybody joined."),
    "sequence": gettext_lazy("The record has no gap."),
    "draws": gettext_lazy("Every draw follows from the secret and the players' words."),
    "receipts": gettext_lazy("Every sealed answer is the one its receipt was given for."),
    "replay": gettext_lazy("Every move is legal and had the effects that were recorded."),
    "state": gettext_lazy("The replay ends in the position the site kept."),
}
_VIA = {
    Move.Via.DEADLINE: gettext_lazy("played by the deadline"),
    Move.Via.STEWARD: gettext_lazy("played by the steward"),
    Move.Via.BOT: gettext_lazy("played by a bot"),
}


@dataclass(frozen=True)
class Eyes:
    """From where a finished game is read: everything open, an onlooker's place, or one seat."""

    who: Literal["all", "none", "seat"]
    seat: int | None = None

    @property
    def query(self) -> str:
        """What keeps the choice in an address."""
        return {"all": "", "none": "?eyes=none"}.get(self.who, f"?eyes={self.seat}")


def title(table: Table) -> str:
    """What the table is called: its own name, or else that of its game."""
    return table.name or registry.engine(table.game).title


def row(table: Table) -> Mapping[str, Any]:
    """A line of the list; best place first."""
    seats = sorted(table.seats.all(), key=lambda seat: (seat.place or 99, seat.position))
    return {
        "table": table,
        "title": title(table),
        "engine": registry.engine(table.game),
        "ended_by": table.get_ended_by_display(),
        "seats": [{"name": seat_name(seat), "place": seat.place, "score": seat.score} for seat in seats],
    }


def step_context(table: Table, moves: Sequence[Move], replayed: Replayed, eyes: Eyes) -> dict[str, Any]:
    """Everything the replay page shows of one step."""
    show = presenter(table.game)
    public = replayed.state.public
    people = players(table.game, public, table.seats.all())
    told = [told for told in replayed.told if eyes.who == "all" or told.visible_to(eyes.seat)]
    return {
        "table": table,
        "title": title(table),
        "game": registry.engine(table.game),
        "options_words": show.options_words(coding.options(table.game, table.options)),
        "ended_by": table.get_ended_by_display(),
        "presenter": show,
        "board": show.board(replayed.seen(eyes.seat), people, [entry.event for entry in told]),
        "board_template": f"games/{table.game}/_board.html",
        "round_words": show.round_words(public),
        "happened": _sentences(show, told, public, people),
        "move": replayed.move,
        "actor": _name_of(people, replayed.move),
        "players": people,
        "points": [{"player": player, "points": show.points(public, player.seat)} for player in people],
        "secrets": _secrets(show, replayed, people, eyes),
        "log": _log(table, moves, public, people, eyes),
        "result": _result(table, show, people),
        "eyes": eyes,
    }


def _sentences(show: Any, told: Sequence[Told[Any]], public: Any, people: Sequence[Player]) -> list[str]:
    return [words for entry in told if (words := _sentence(show, entry, public, people))]


def _sentence(show: Any, entry: Told[Any], public: Any, people: Sequence[Player]) -> str:
    """An event that was told to some seats only names them: here others read it too."""
    words: str = show.event_words(entry.event, public, people)
    if not words or entry.to is None:
        return words
    names = ", ".join(people[seat].name for seat in entry.to)
    return _("To %(names)s alone: %(sentence)s") % {"names": names, "sentence": words}


def _name_of(people: Sequence[Player], move: Move) -> Player | None:
    return people[move.seat.index] if move.seat and move.seat.index is not None else None


def _secrets(show: Any, replayed: Replayed, people: Sequence[Player], eyes: Eyes) -> list[Mapping[str, Any]]:
    """What lay hidden at this step in the hands that are open now."""
    if eyes.who == "none":
        return []
    shown = people if eyes.who == "all" else [people[eyes.seat or 0]]
    found = [(player, show.secrets(_hand(replayed, player.seat), people)) for player in shown]
    return [{"player": player, "words": words} for player, words in found if words]


def _hand(replayed: Replayed, seat: int) -> Seen[Any, Any]:
    return view(replayed.state, seat)


def _log(table: Table, moves: Sequence[Move], public: Any, people: Sequence[Player], eyes: Eyes) -> list[Mapping[str, Any]]:
    show = presenter(table.game)
    lines = []
    for move in moves:
        told = [entry for entry in coding.events(table.game, move.events) if eyes.who == "all" or entry.visible_to(eyes.seat)]
        lines.append(
            {
                "seq": move.seq,
                "at": move.at,
                "actor": _name_of(people, move),
                "via": _VIA.get(Move.Via(public_via(move)), ""),
                "sentences": _sentences(show, told, public, people),
                "receipt": move.receipt,
                "salt": bytes(move.salt).hex() if move.salt else "",
                "action": move.action if move.receipt else "",
                "address": reverse("archive:step", args=[table.code, move.seq]) + eyes.query,
            }
        )
    return lines


def _result(table: Table, show: Any, people: Sequence[Player]) -> Mapping[str, Any]:
    """The final table: a column per seat, a line per kind of points; without an outcome only how it ended."""
    outcome = coding.outcome(table.outcome)
    places = {seat.index: seat.place for seat in table.seats.all()}
    standing = [{"player": player, "place": places.get(player.seat)} for player in people]
    if outcome is None:
        return {"standing": standing, "reason": "", "lines": []}
    codes = list(dict.fromkeys(line.code for lines in outcome.breakdown for line in lines))
    sums = [{line.code: line.points for line in lines} for lines in outcome.breakdown]
    return {
        "standing": standing,
        "reason": show.reason_words(outcome.reason),
        "lines": [{"words": show.line_words(code), "points": [points.get(code, 0) for points in sums]} for code in codes],
        "totals": outcome.scores,
        "tiebreak": outcome.tiebreak if any(outcome.tiebreak) else (),
    }


def finding(found: Finding) -> Mapping[str, Any]:
    """One thing that was checked, in a sentence."""
    return {"words": _FINDINGS[found.code], "ok": found.ok, "count": found.count, "detail": found.detail}


def chance_context(table: Table) -> dict[str, Any]:
    """The secret, the words in order of joining, the key they make, and every draw."""
    seats = sorted(table.seats.all(), key=lambda seat: seat.position)
    moves = table.moves.order_by("seq").only("seq", "draws")
    return {
        "table": table,
        "title": title(table),
        "secret": bytes(table.secret).hex(),
        "key": key_of(table).hex(),
        "words": [{"name": seat_name(seat), "word": seat.word} for seat in seats],
        "draws": [{"seq": move.seq, "draw": draw} for move in moves for draw in coding.draws(move.draws)],
    }
