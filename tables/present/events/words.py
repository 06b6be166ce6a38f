"""Sentences about an event: its format, its conditions and its chronicle."""

from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines import registry
from engines.events.formats import round_count
from engines.events.lengths import most_rounds
from tables import paces
from tables.models import Entry, Event, EventNote, EventRound, EventTable
from tables.present.seats.seating import archive_person, pseudonym_words
from tables.present.time.moments import day
from tables.present.time.paces import words_of
from tables.selectors.events import deals
from tables.selectors.events.rows import Division, leg_of, setup_of

Format, Kind = Event.Format, EventNote.Kind
LANGUAGE_NAMES = dict(settings.LANGUAGES)


def player_name(entry: Entry) -> str:
    """Return the name of a player, as in the archive once the event is over."""
    if entry.user is None:
        return pseudonym_words(entry.pseudonym) or _("a former player")
    return archive_person(entry.user) if _is_archived(entry.event) else str(entry.user)


def player_page(entry: Entry) -> int | None:
    """Return the number of a player's page, None if it may not be linked."""
    if entry.user is None or entry.user.is_guest or (entry.user.hides_name and _is_archived(entry.event)):
        return None
    return entry.user_id


def host_name(event: Event) -> str:
    """Return the name of the organiser, empty if the account is deleted."""
    if event.host is None:
        return ""
    return archive_person(event.host) if _is_archived(event) else str(event.host)


def _is_archived(event: Event) -> bool:
    """Return whether an event belongs to the archive, where people can hide their name."""
    return event.stage in (Event.Stage.OVER, Event.Stage.CANCELLED)


def round_label(event: Event, number: int) -> str:
    """Return the heading of a round, whose number is counted from 0."""
    match event.format:
        case Format.SEASON:
            return _("Tables")
        case Format.GROUPS:
            return _("Final") if number else _("Groups")
        case _rounds:
            return _("Round %(number)d") % {"number": number + 1}


def round_name(event: Event, drawn: EventRound) -> str:
    """Return the name of a round outside its division; in a season that of the division."""
    if event.format == Format.SEASON:
        return _("Division %(number)s") % {"number": drawn.division + 1}
    return round_label(event, drawn.number)


def round_end(event: Event, drawn: EventRound) -> str:
    """Return the title of a calendar entry for the end of a round."""
    return _("%(event)s: end (%(round)s)") % {"event": event.shown_name, "round": round_name(event, drawn)}


def round_words(division: Division) -> str:
    """Return the current round of a running event that has several, in a knock-out without their number."""
    number, event = len(division.rounds), division.event
    if not number or event.format in (Format.SEASON, Format.GROUPS):
        return ""
    if event.format == Format.KNOCKOUT:
        return round_label(event, number - 1)
    return _("Round %(number)d of %(count)d") % {"number": number, "count": round_count(division.competition)}


def division_label(division: Division) -> str:
    """Return the name of a division."""
    return _("Division %(number)s") % {"number": division.number + 1}


def end_words(divisions: Sequence[Division]) -> str:
    """Return the sentence about the end of an event, with the winners; in a season, of the highest division."""
    champions = [player_name(entry) for entry in ranked(divisions[0]) if entry.rank == 1] if divisions else []
    if not champions:
        return _("The event is over")
    return _("The event is over. Champion: %(names)s") % {"names": ", ".join(champions)}


def table_words(division: Division, row: EventTable) -> str:
    """Return the players of a table of a round by seat, in pairs with the number of the table."""
    names = ", ".join(player_name(division.entry(number)) for number in row.players)
    leg = leg_of(division.event, row)
    return names if leg is None else _("%(names)s (table %(leg)d)") % {"names": names, "leg": leg + 1}


def ranked(division: Division) -> Sequence[Entry]:
    """Return the players of a division with a final rank, the best first."""
    return sorted((entry for entry in division.entries if entry.rank), key=lambda entry: entry.rank or 0)


def stage_label(pairings: int) -> str:
    """Return the name of a stage of a knock-out by its number of pairings."""
    match pairings:
        case 1:
            return _("Final")
        case 2:
            return _("Semi-finals")
        case 4:
            return _("Quarter-finals")
        case _more:
            return _("Last %(players)d") % {"players": 2 * pairings}


def title(event: Event) -> str:
    """Return the title of the event's game."""
    return registry.engine(event.game).title


def format_words(event: Event) -> str:
    """Return the format of an event in one sentence."""
    params = {"seats": event.seats, "rounds": event.round_count, "groups": event.group_count}
    match event.format:
        case Format.MATCH:
            return (
                ngettext(
                    "Pairs: two games with exchanged seats. Everybody meets up to ten players, more play %(rounds)d round.",
                    "Pairs: two games with exchanged seats. Everybody meets up to ten players, more play %(rounds)d rounds.",
                    event.round_count,
                )
                % params
            )
        case Format.KNOCKOUT:
            return _("Knock-out: two games with exchanged seats; who loses the pairing is out.")
        case Format.CUP:
            return (
                ngettext(
                    "Cup with %(seats)d players at a table, %(rounds)d round.",
                    "Cup with %(seats)d players at a table, %(rounds)d rounds.",
                    event.round_count,
                )
                % params
            )
        case Format.SEASON:
            return _("Season in divisions, with all games of %(seats)d players at the same time.") % params
        case _groups:
            return _("%(groups)d groups with %(seats)d players at a table, then a final of the best.") % params


def facts(event: Event) -> Sequence[tuple[str, str]]:
    """Return labels and values of the settings that everybody may read."""
    rows = [
        (_("Format"), format_words(event)),
        (
            _("Round"),
            ngettext("%(count)d day at most", "%(count)d days at most", event.round_days) % {"count": event.round_days},
        ),
        *([(_("Length"), length_words(event))] if event.stage in (Event.Stage.OPEN, Event.Stage.RUNNING) else []),
        (_("Pace"), words_of(paces.from_text(event.pace))),
        (
            _("Absences"),
            ngettext(
                "announced ones stop your clocks for %(count)d day in total",
                "announced ones stop your clocks for %(count)d days in total",
                event.absence_days,
            )
            % {"count": event.absence_days},
        ),
    ]
    if event.same_deal:
        rows.append((_("Same deal"), _same_deal(event)))
    if event.bots:
        rows.append((_("Bots"), _("They fill tables for which players are missing.")))
    return [*rows, *_conditions(event)]


def _same_deal(event: Event) -> str:
    if deals.has_own_secrets(event):
        return _("Players have several tables at the same time in this event. Each table therefore has a deal of its own.")
    return _("All tables of a round have the same draws.")


def _conditions(event: Event) -> Sequence[tuple[str, str]]:
    rows = []
    if event.min_reliability:
        rows.append((_("Deadlines met"), _("at least %(share)d of 100") % {"share": event.min_reliability}))
    if event.min_rating is not None:
        rows.append((_("Minimum rating"), str(event.min_rating)))
    if event.max_rating is not None:
        rows.append((_("Maximum rating"), str(event.max_rating)))
    if event.language:
        rows.append((_("Language"), str(LANGUAGE_NAMES.get(event.language, event.language))))
    return rows


def length_words(event: Event) -> str:
    """Return the largest number of rounds of an event, and the last day on which it can end without being prolonged further."""
    rounds, length = longest(event)
    text = ngettext(
        "At most %(rounds)d round, until %(day)s at the latest.",
        "At most %(rounds)d rounds, until %(day)s at the latest.",
        rounds,
    )
    return text % {"rounds": rounds, "day": day((event.started_at or event.closes_at) + length)}


def longest(event: Event) -> tuple[int, timedelta]:
    """Return the largest number of rounds of an event, and its largest length after the end of signing up."""
    players = 0 if event.stage == Event.Stage.OPEN else event.entries.count()
    rounds = most_rounds(setup_of(event), least=players or event.least, most=players or event.most)
    each = timedelta(days=event.round_days, hours=event.notice_hours)
    return rounds, each * rounds + timedelta(days=event.prolonged_days)


def note_words(note: EventNote) -> str:
    """Return the sentence of the chronicle for an act."""
    name = archive_person(note.user) if note.user else _("A player")
    match Kind(note.kind):
        case Kind.WITHDREW:
            text = _("%(name)s has withdrawn.") % {"name": name}
        case Kind.REPLACED:
            text = _("%(name)s plays on for somebody else.") % {"name": name}
        case Kind.FIXED:
            text = _("The organiser has exchanged seats before the round.")
        case Kind.ADJUDICATED:
            text = _("The organiser has decided the result of a table.")
        case Kind.PROLONGED:
            text = _("The organiser has prolonged the round by a day.")
        case _cancelled:
            # The reason may have been removed after a report.
            is_by_organiser = bool(note.reason or note.by_id)
            words = _("The event was cancelled."), _("The event was cancelled: too few players had signed up.")
            text = words[0] if is_by_organiser else words[1]
    return f"{text} {_('Reason: %(reason)s') % {'reason': note.reason}}" if note.reason else text
