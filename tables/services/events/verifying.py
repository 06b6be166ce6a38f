"""Check of an event: numbers, divisions, draws, results and ranks must follow from its rows and its finished tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from config.safe.sealing import CannotOpen
from engines import chance
from engines.events import formats
from tables.errors import Refusal
from tables.models import Entry, Event, EventNote, EventRound, EventTable, Seat, Table
from tables.selectors.events import rows
from tables.selectors.events.rows import Division
from tables.services.events import organising, results, seasons, verifying_times
from tables.services.events.running import shares_deal
from tables.services.events.tables import columns_of

Kind = EventNote.Kind
# Facts of the notes that say what organisers changed. Notes of earlier versions lack some.
FACTS = {
    Kind.REPLACED: {"number", "last_number"},
    Kind.FIXED: {"division", "round", "seats"},
    Kind.ADJUDICATED: {"division", "round", "table", "places"},
}


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
    def notes(self) -> Sequence[EventNote]:
        """Notes of the event, the first one first."""
        return list(EventNote.objects.filter(event=self.event).order_by("pk"))

    @cached_property
    def is_told(self) -> bool:
        """True if the notes have all facts. Without them, players and decided results cannot be checked."""
        return all(FACTS.get(Kind(note.kind), set()) <= note.facts.keys() for note in self.notes)

    @cached_property
    def replaced(self) -> Mapping[int | None, int | None]:
        """Numbers of the entries that other people had at the start, with their numbers in the last season."""
        notes = [note for note in reversed(self.notes) if note.kind == Kind.REPLACED]
        return {note.facts["number"]: note.facts["last_number"] for note in notes}


def verify_event(event: Event) -> list[str]:
    """Return one sentence for everything in a started event that does not follow from its rows and finished tables."""
    checked = _Checked(event, rows.divisions(event))
    rounds = [row for division in checked.divisions for row in division.rounds]
    found = [*verifying_times.of_event(event, checked.notes, rounds), *_numbers(checked)]
    if checked.is_told:
        found += [*_divisions(checked), *verifying_times.of_withdrawals(checked.entries, checked.notes)]
    for division in checked.divisions:
        try:
            found += [*_rounds(checked, division), *_ranks(event, division)]
        except (ArithmeticError, LookupError, TypeError, ValueError, CannotOpen, Refusal) as error:
            found.append(f"division {division.number}: its rows cannot be computed: {type(error).__name__}")
    return found


def _numbers(checked: _Checked) -> Iterator[str]:
    """Check that the players are numbered by strength, then by the time of signing up."""
    by_strength = sorted(checked.entries, key=lambda entry: (-entry.strength, entry.joined_at, entry.pk))
    if [entry.number for entry in by_strength] != list(range(len(by_strength))):
        yield "the players are not numbered by strength and time of signing up"
    if not checked.event.least <= len(checked.entries) <= checked.event.most:
        yield "there are too few or too many players"
    if any(entry.joined_at > checked.event.closes_at for entry in checked.entries):
        yield "a player signed up after the end of signing up"


def _divisions(checked: _Checked) -> Iterator[str]:
    """Check the divisions of a season: by number in the first one, later by promotion and relegation."""
    if checked.event.format != Event.Format.SEASON:
        if any(entry.division for entry in checked.entries):
            yield "an event without divisions has several"
        if checked.event.follows_id is not None:
            yield "an event without seasons follows another one"
        return
    stored = [tuple(entry.number for entry in division.entries) for division in checked.divisions]
    divided = seasons.divided_again(checked.event, checked.entries, checked.replaced)
    if stored != [tuple(sorted(members)) for members in divided]:
        yield "the divisions do not follow from the last season and the ratings"


def _rounds(checked: _Checked, division: Division) -> Iterator[str]:
    if [row.number for row in division.rounds] != list(range(len(division.rounds))):
        yield f"division {division.number}: a round is missing or doubled"
        return
    for previous, row in zip([None, *division.rounds], division.rounds, strict=False):
        where = f"division {division.number}, round {row.number}"
        tables = rows.tables_in_order(row)
        found = [*_draw(division, row, tables), *verifying_times.of_round(checked.event, row, previous, checked.notes)]
        if checked.is_told:
            found += [*_withdrawn(checked, row, division), *_seats(checked, row, tables)]
        yield from (f"{where}: {each}" for each in found)
        for table in tables if checked.is_told else ():
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
    if len(row.deals) != division.setup.tables_each * shares_deal(division.event, drawn):
        yield "it has the same deal although its tables have secrets of their own, or the other way round"
    if row.commitments != [chance.commitment(bytes.fromhex(secret)) for secret in row.deals]:
        yield "the hashes of the same deal do not match"


def _withdrawn(checked: _Checked, row: EventRound, division: Division) -> Iterator[str]:
    """Check who had withdrawn before the draw. A player who has replaced one who withdrew plays."""
    before, by_then = set(), set()
    for entry in division.entries:
        if entry.number is not None and entry.left_at:
            before |= {entry.number} if entry.left_at < row.drawn_at else set()
            by_then |= {entry.number} if entry.left_at <= row.drawn_at else set()
    if not before - set(checked.replaced) <= set(row.left) <= by_then | set(checked.replaced):
        yield "the players who had withdrawn are not those of the draw"


def _seats(checked: _Checked, row: EventRound, tables: Sequence[EventTable]) -> Iterator[str]:
    """Check the players against those of the draw, exchanged as the notes of the organiser say."""
    stored, by_position = [list(table.players) for table in tables], {table.position: table for table in tables}
    for table in tables:
        table.players = list(table.drawn)
    for note in checked.notes:
        if note.kind == Kind.FIXED and (note.facts["division"], note.facts["round"]) == (row.division, row.number):
            one, other = note.facts["seats"]
            organising.exchange_seats(checked.event, by_position, one, other)
    if [table.players for table in tables] != stored:
        yield "players were exchanged without a note, or otherwise than it says"
    for table, players in zip(tables, stored, strict=True):
        table.players = players


def _table(checked: _Checked, row: EventTable, drawn: EventRound) -> Iterator[str]:
    if drawn.ended_at and not row.places:
        yield "it has no result although its round has ended"
    if row.table is not None:
        yield from _opened(checked.event, row, row.table, drawn)
        if not set(row.players) & set(checked.replaced):
            yield from _people(checked, row, row.table)
    if bool(row.places) != bool(row.points) or (row.gone and not row.places):
        yield "its result is not complete"
    places = {"division": drawn.division, "round": drawn.number, "table": row.position, "places": row.places}
    decided = any(note.facts == places for note in checked.notes if note.kind == Kind.ADJUDICATED)
    if row.adjudicated and row.table is not None and not decided:
        # A table on hold at the end of its round gets a shared result.
        if row.places and (row.places, row.points) != tuple(map(list, results.shared(len(row.players)))):
            yield "its result was decided without a note"
        return
    if row.places:
        yield from _result(checked, row, is_decided=decided)


def _opened(event: Event, row: EventTable, table: Table, drawn: EventRound) -> Iterator[str]:
    """Check the table against the settings with which the event opens it. Names, clubs and versions may change later."""
    columns = columns_of(event, row, len(row.players))
    later = {"name", "club", "visibility", "is_withheld", "event"}
    if table.version != columns["version"]:
        later |= {"version", "options"}
    yield from (
        f"{name} is not that of the event" for name in columns if name not in later and getattr(table, name) != columns[name]
    )
    if table.event_id != event.pk:
        yield "it is a table of another event"
    if table.is_withheld != drawn.is_withheld:
        yield "it is withheld, or open, against the rules of the same deal"
    if drawn.commitments and table.commitment not in drawn.commitments:
        yield "its secret is not that of the round"


def _result(checked: _Checked, row: EventTable, *, is_decided: bool) -> Iterator[str]:
    if row.adjudicated != is_decided:
        yield "it is not marked as decided by the organiser, or without a note"
    if row.table is None or row.table.status != Table.Status.ENDED:
        yield "it has a result although no game has ended"
        return
    places, points = results.result_of(row.table, len(row.players))
    if (row.places, row.points) != (list(places), list(points)):
        yield "the result is not that of the game"
    replaced = set(checked.replaced)
    left = {entry.number: entry.left_at for entry in checked.entries if entry.left_at and entry.number not in replaced}
    gone = set(results.gone_from(row.table, row.players, left))
    if not gone <= set(row.gone) <= gone | replaced & set(row.players):
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
