"""Check of an event: numbers, divisions, draws, results and ranks must follow from its rows and its finished tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from config.safe.sealing import CannotOpen
from engines import chance
from engines.events import fields, formats
from tables.models import Entry, Event, EventNote, EventRound, EventTable, Seat, Table
from tables.selectors.events import rows
from tables.selectors.events.rows import Division
from tables.services.events import results, seasons

Kind = EventNote.Kind


@dataclass(frozen=True)
class _Checked:
    """Event with the rows that several checks need."""

    event: Event
    divisions: Sequence[Division]

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """Numbered entries in the order of their numbers."""
        return sorted((entry for part in self.divisions for entry in part.entries), key=lambda entry: entry.number or 0)

    @cached_property
    def replaced(self) -> frozenset[int]:
        """Numbers of the entries that another person may have had earlier."""
        # A deleted account is gone from the note too, so every entry without a user may be the one of such a note.
        people = set(EventNote.objects.filter(event=self.event, kind=Kind.REPLACED).values_list("user", flat=True))
        return frozenset(entry.number for entry in self.entries if entry.number is not None and entry.user_id in people)

    @cached_property
    def is_fixed(self) -> bool:
        """True if the organiser has exchanged seats."""
        return EventNote.objects.filter(event=self.event, kind=Kind.FIXED).exists()


def verify_event(event: Event) -> list[str]:
    """Return one sentence for everything in a started event that does not follow from its rows and finished tables."""
    checked = _Checked(event, rows.divisions(event))
    found = [*_numbers(checked), *_divisions(checked)]
    for division in checked.divisions:
        try:
            found += [*_rounds(checked, division), *_ranks(event, division)]
        except (ArithmeticError, LookupError, TypeError, ValueError, CannotOpen) as error:
            found.append(f"division {division.number}: its rows cannot be computed: {type(error).__name__}")
    return found


def _numbers(checked: _Checked) -> Iterator[str]:
    """Check that the players are numbered by strength, then by the time of signing up."""
    by_strength = sorted(checked.entries, key=lambda entry: (-entry.strength, entry.joined_at, entry.pk))
    if [entry.number for entry in by_strength] != list(range(len(by_strength))):
        yield "the players are not numbered by strength and time of signing up"


def _divisions(checked: _Checked) -> Iterator[str]:
    """Check the divisions of a season: by number in the first one, later by promotion and relegation."""
    if checked.event.format != Event.Format.SEASON:
        if any(entry.division for entry in checked.entries):
            yield "an event without divisions has several"
        return
    stored = [tuple(entry.number for entry in division.entries) for division in checked.divisions]
    if checked.event.follows is None:
        divided = [tuple(sorted(each)) for each in fields.divisions(range(len(checked.entries)))]
        is_valid = stored == divided
    else:
        possible = seasons.possible_divisions(checked.event, checked.entries, checked.replaced)
        is_valid = possible is None or any(stored == _sorted(divided) for divided in possible)
    if not is_valid:
        yield "the divisions do not follow from the last season and the ratings"


def _sorted(divided: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    return [tuple(sorted(members)) for members in divided]


def _rounds(checked: _Checked, division: Division) -> Iterator[str]:
    if [row.number for row in division.rounds] != list(range(len(division.rounds))):
        yield f"division {division.number}: a round is missing or doubled"
        return
    for row in division.rounds:
        where = f"division {division.number}, round {row.number}"
        tables = rows.tables_in_order(row)
        found = [*_draw(division, row, tables), *_withdrawn(checked, row, division), *_deals(row)]
        found += [*_seats(checked, row, tables)]
        yield from (f"{where}: {each}" for each in found)
        for table in tables:
            yield from (f"{where}, table {table.position}: {each}" for each in _table(checked, table, row))


def _draw(division: Division, row: EventRound, tables: Sequence[EventTable]) -> Iterator[str]:
    """Check the tables and byes against a new draw with the stored costs and the secret."""
    before = division.before(row.number)
    if not before.is_played:
        yield "it was drawn before the last round was finished"
        return
    drawn = formats.next_round(before, secret=division.secret, costs=rows.pairs_of(row.costs))
    if drawn is None:
        yield "the event was over before it"
        return
    if [table.position for table in tables] != list(range(len(tables))):
        yield "a table is missing or doubled"
    if [tuple(table.drawn) for table in tables] != list(drawn.tables):
        yield "the tables are not those of the draw"
    if tuple(row.byes) != drawn.byes:
        yield "the byes are not those of the draw"


def _withdrawn(checked: _Checked, row: EventRound, division: Division) -> Iterator[str]:
    """Check who had withdrawn before the draw. A player who has replaced one who withdrew plays."""
    before, by_then = set(), set()
    for entry in division.entries:
        if entry.number is not None and entry.left_at:
            before |= {entry.number} if entry.left_at < row.drawn_at else set()
            by_then |= {entry.number} if entry.left_at <= row.drawn_at else set()
    if not before - checked.replaced <= set(row.left) <= by_then | checked.replaced:
        yield "the players who had withdrawn are not those of the draw"


def _deals(row: EventRound) -> Iterator[str]:
    if row.commitments != [chance.commitment(bytes.fromhex(secret)) for secret in row.deals]:
        yield "the hashes of the same deal do not match"


def _seats(checked: _Checked, row: EventRound, tables: Sequence[EventTable]) -> Iterator[str]:
    """Check that players differ from the draw only where the organiser has exchanged them."""
    if all(table.players == table.drawn for table in tables):
        return
    if not checked.is_fixed:
        yield "players were exchanged without a note"
    players = sorted(player for table in tables for player in table.players)
    if players != sorted(player for table in tables for player in table.drawn):
        yield "the exchanged players are not those of the draw"


def _table(checked: _Checked, row: EventTable, drawn: EventRound) -> Iterator[str]:
    if drawn.ended_at and not row.places:
        yield "it has no result although its round has ended"
    if row.table is not None and not (set(row.players) & checked.replaced):
        yield from _people(checked, row, row.table)
    if not row.places or row.adjudicated:
        return
    if row.table is None or row.table.status != Table.Status.ENDED:
        yield "it has a result although no game has ended"
        return
    places, points = results.result_of(row.table, len(row.players))
    if (row.places, row.points) != (list(places), list(points)):
        yield "the result is not that of the game"
    left = {entry.number: entry.left_at for entry in checked.entries if entry.left_at and entry.number not in checked.replaced}
    gone = set(results.gone_from(row.table, row.players, left))
    if not gone <= set(row.gone) <= gone | checked.replaced:
        yield "the players who had withdrawn are not those of the result"


def _people(checked: _Checked, row: EventTable, table: Table) -> Iterator[str]:
    """Check that each player sits on their own seat, or that a bot has it for a player who had withdrawn."""
    holders = {seat.index: seat for seat in Seat.objects.filter(table=table)}
    for index, number in enumerate(row.players):
        entry, seat = checked.entries[number], holders.get(index)
        if seat is None or (seat.user_id != entry.user_id and not (seat.bot and entry.left_at)):
            yield f"player {number} does not sit on seat {index}"


def _ranks(event: Event, division: Division) -> Iterator[str]:
    """Check the final ranks, and that the event has not ended too early."""
    if event.stage != Event.Stage.OVER:
        if any(entry.rank is not None for entry in division.entries):
            yield f"division {division.number}: there are final ranks before the end"
        return
    if not formats.is_over(division.competition):
        yield f"division {division.number}: the event ended too early"
        return
    ranks = {row.player: row.rank for row in formats.ranking(division.competition)}
    yield from (
        f"division {division.number}: player {entry.number} has rank {entry.rank}, not {ranks[entry.number]}"
        for entry in division.entries
        if entry.number is not None and entry.rank != ranks[entry.number]
    )
