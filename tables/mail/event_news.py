"""Part of an email about one event for one of its players: the end of a round or of the event, or a warning before it."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from fractions import Fraction

from django.conf import settings
from django.urls import reverse
from django.utils import formats as numbers
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.events import formats
from engines.events.standings import table_points
from tables.mail import times, words
from tables.mail.table_news import TableNews
from tables.models import Decision, Entry, Event, EventRound, EventTable, Notification, Seat
from tables.present.events.numbers import place_words
from tables.present.events.words import division_label, player_name
from tables.present.seats import seating
from tables.selectors.clubs import clubs
from tables.selectors.events import rows
from tables.selectors.events.rows import Division

Kind = Notification.Kind


class EventNews:
    """News of one event for one player, from its current state, in the active language and time zone.

    ``notifications`` are about the same event. The end of the event comes first, then a warning, then the end of a round.
    """

    def __init__(self, notifications: Sequence[Notification], *, now: datetime) -> None:
        event = notifications[0].event
        assert event is not None, "the caller chooses notifications with an event"
        self.event, self.reader_id, self._now = event, notifications[0].recipient_id, now
        self._reader = notifications[0].recipient
        ends = [each for each in notifications if each.kind == Kind.ROUND_ENDS]
        over = [each for each in notifications if each.key.startswith("round:")]
        self.is_over = any(each.key.startswith("event:") for each in notifications)
        self.ending = _round(ends[-1]) if ends and not self.is_over else None
        self.ended = _round(over[-1]) if over else None
        self.label = words.event_label(event)

    @property
    def subject(self) -> str:
        """Subject line."""
        drawn = self.ending or self.ended
        params = {"event": self.label, "number": drawn.number + 1 if drawn else 0}
        if self.is_over or drawn is None:
            return (_("The event is over: %(event)s") if self.is_over else _("News of the event: %(event)s")) % params
        return (
            _("Round %(number)d ends soon: %(event)s") if self.ending else _("Round %(number)d is over: %(event)s")
        ) % params

    @property
    def headline(self) -> str:
        """Heading of the email."""
        if self.is_over:
            return _("The event is over")
        if self.ending:
            return _("The round ends soon")
        return _("The round is over") if self.ended else _("News of the event")

    def read(self) -> TableNews:
        """Return the part of the email about the event."""
        found = _entry(self.event, self.reader_id)
        leads, links = list(self._leads(found)), []
        if self.ending:
            links = _waiting(self.ending, self.reader_id)
            leads.append(_waiting_words(len(links)))
        season = self._next_season()
        if season is not None:
            leads.append(_("You can sign up for the next season until %(until)s.") % {"until": _moment(season.closes_at)})
            links.append((_("Next season"), settings.SITE_URL + season.get_absolute_url()))
        return TableNews(
            label=self.label,
            leads=leads,
            links=links,
            is_event=True,
            button=_("View the event"),
            url=settings.SITE_URL + self.event.get_absolute_url(),
            rules_url=settings.SITE_URL + reverse("rules", args=[self.event.game]),
            aid_url=settings.SITE_URL + reverse("aid", args=[self.event.game]),
        )

    def _leads(self, found: tuple[Division, Entry] | None) -> Iterable[str]:
        if self.is_over:
            yield from _outcome(found) if found else [_("The event is over.")]
        if self.ending:
            params = {"number": self.ending.number + 1, "end": _moment(self.ending.ends_at)}
            yield _("Round %(number)d ends on %(end)s. After that, the steward plays wherever a table is waiting.") % params
        ended = self.ended or (_last_round(*found) if found and self.is_over else None)
        if ended:
            yield from _result(found, ended, is_over=self.is_over, now=self._now)

    def _next_season(self) -> Event | None:
        """Return the season that the reader can sign up for now, after the end of this one."""
        if not self.is_over:
            return None
        open_now = Event.objects.readable().filter(follows=self.event, stage=Event.Stage.OPEN, closes_at__gt=self._now)
        season = open_now.first()
        return season if season and clubs.may_come([self._reader], season.club_id) else None


def is_about_event(notification: Notification) -> bool:
    """Return whether a notification is about an event and not about its table."""
    return notification.event_id is not None


def subject_of(notification: Notification) -> tuple[int, int]:
    """Return a key that notifications about the same event or table share."""
    return (notification.event_id, 0) if notification.event_id is not None else (0, notification.table_id)


def _round(notification: Notification) -> EventRound | None:
    """Return the round that the notification's key names."""
    number = notification.key.split(":")[1]
    return EventRound.objects.filter(pk=number, event=notification.event_id).prefetch_related("tables").first()


def _last_round(division: Division, entry: Entry) -> EventRound | None:
    """Return the round that ended together with the event, if the entry had a table in it."""
    ended_at = division.rounds[-1].ended_at if division.rounds else None
    if ended_at is None or ended_at != entry.event.ended_at:
        return None
    last = division.rounds[-1]
    return last if any(entry.number in row.players for row in last.tables.all()) else None


def _entry(event: Event, reader_id: int) -> tuple[Division, Entry] | None:
    """Return the reader's entry and its division, or None for a person who has no place in the event any more."""
    divisions = rows.divisions(event, shows_withheld=False)
    mine = [(division, entry) for division in divisions for entry in division.entries if entry.user_id == reader_id]
    return mine[0] if mine else None


def _outcome(found: tuple[Division, Entry]) -> Iterable[str]:
    """Return the end of the event with the winners, and the reader's final rank, both of the reader's division."""
    division, entry = found
    if division.event.entries.filter(division__gt=0).exists():
        yield f"{division_label(division)}."
    level = [player_name(other) for other in division.entries if other.rank == entry.rank and other.pk != entry.pk]
    params = {"count": len(division.entries), "names": get_text_list(level, _("and"))}
    if entry.rank == 1:
        yield (
            _("The event is over, and you share the first place of %(count)d with %(names)s. Congratulations!")
            if level
            else _("The event is over, and you have won: first of %(count)d. Congratulations!")
        ) % params
        return
    yield _winners(division)
    if entry.rank:
        words = _("You came %(place)s of %(count)d, level with %(names)s.") if level else _("You came %(place)s of %(count)d.")
        yield words % (params | {"place": place_words(entry.rank)})


def _winners(division: Division) -> str:
    winners = [player_name(entry) for entry in division.entries if entry.rank == 1]
    if len(winners) > 1:
        return _("The event is over. %(names)s share the first place.") % {"names": get_text_list(winners, _("and"))}
    return _("The event is over. %(name)s has won.") % {"name": winners[0]} if winners else _("The event is over.")


def _result(found: tuple[Division, Entry] | None, ended: EventRound, *, is_over: bool, now: datetime) -> Iterable[str]:
    yield _("Round %(number)d is over.") % {"number": ended.number + 1}
    if found is None or found[1].number is None:
        return
    division, number = found[0], found[1].number
    results = [result for row in ended.tables.all() if (result := rows.result_of_row(row))]
    earned = sum((table_points(result).get(number, Fraction(0)) for result in results), Fraction(0))
    text = ngettext("You scored %(points)s point in it.", "You scored %(points)s points in it.", 1 if earned == 1 else 2)
    yield text % {"points": _points(earned)}
    if not is_over:
        yield from _standing(division, number)
        yield from _next_round(division, ended, now)


def _standing(division: Division, number: int) -> Iterable[str]:
    rank = next(row.rank for row in formats.ranking(division.competition) if row.player == number)
    best, worst = formats.ranks_still_possible(division.competition)[number]
    yield _("Your rank is now %(rank)d of %(count)d.") % {"rank": rank, "count": len(division.entries)}
    if best != worst:
        yield _("You can still finish anywhere from rank %(best)d to rank %(worst)d.") % {"best": best, "worst": worst}


def _next_round(division: Division, ended: EventRound, now: datetime) -> Iterable[str]:
    for drawn in division.rounds:
        if drawn.number == ended.number + 1:
            params = {"number": drawn.number + 1, "begin": _moment(drawn.begins_at), "end": _moment(drawn.ends_at)}
            if drawn.begins_at > now:
                yield _("Round %(number)d begins on %(begin)s and ends on %(end)s.") % params
            else:
                yield _("Round %(number)d has begun and ends on %(end)s.") % params


def _waiting(ending: EventRound, reader_id: int) -> list[tuple[str, str]]:
    """Return the running tables of the round that wait for the reader: the names of the others, and the address.

    The two tables of a pair have the same names, so their number in the pair distinguishes them.
    """
    decisions = Decision.objects.open().unanswered().filter(seat__user=reader_id, seat__steward_since=None)
    waiting = EventTable.objects.filter(round=ending, table__status="running", table__in=decisions.values("table"))
    found = []
    for row in waiting.select_related("table").only("position", "table__code").order_by("position"):
        assert row.table is not None, "the query joins the table"
        others = Seat.objects.filter(table=row.table).exclude(user=reader_id).select_related("user").order_by("index")
        names, leg = ", ".join(seating.seat_name(seat) for seat in others), rows.leg_of(ending.event, row)
        words = _("Table with %(names)s") if leg is None else _("Table %(leg)d with %(names)s")
        url = settings.SITE_URL + reverse("tables:detail", args=[row.table.code])
        found.append((words % {"names": names, "leg": (leg or 0) + 1}, url))
    return found


def _waiting_words(count: int) -> str:
    if not count:
        return _("No table is waiting for you right now.")
    return ngettext("%(count)d table is waiting for you:", "%(count)d tables are waiting for you:", count) % {"count": count}


def _moment(moment: datetime) -> str:
    return times.absolute(moment, timezone.get_current_timezone())


def _points(points: Fraction) -> str:
    return str(numbers.number_format(int(points) if points.denominator == 1 else round(float(points), 2)))
