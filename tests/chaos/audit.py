"""Audit of the database against the ledger: everything acknowledged is stored exactly once, and nothing refused is stored."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.apps import apps

from tables.models import ChatMessage, Delivery, Draft, Event, FiledAnswer, Move, Notification, Submission, Table, Webhook
from tables.services.archive.verify import verify_table
from tables.services.events.verifying import verify_event
from tests.chaos.ledger import CALM, Ledger, Prepared, Sent
from tests.chaos.postbox import Taken
from tests.chaos.settling import A_MONTH
from tests.chaos.world import World
from tests.rows import columns

BY_HAND = (Move.Via.PAGE, Move.Via.MAIL, Move.Via.API)
Finding = tuple[str, str, str]


def audit(world: World, taken: list[Taken], posted: list[tuple[str, str]]) -> None:
    """Compare the database, and the emails and webhook messages that arrived, with the ledger. Add findings to the tally."""
    for kind, column, note in (
        *moves(world.ledger),
        *prepared(world.ledger),
        *chat(world.ledger),
        *opened(world.ledger),
        *mails(world.ledger, taken),
        *hooks(world.ledger, posted),
        *records(world.ledger),
        *events(),
    ):
        world.tally.add(kind, column, note)


def moves(ledger: Ledger) -> Iterator[Finding]:
    """Yield findings about moves.

    Every token must count once, with the actions sent under it. Every recorded move must have a token.
    """
    there = {(row.seat_id, row.token): row for row in Submission.objects.all()}
    by_hand: dict[int, dict[int, Any]] = {}
    for move in Move.objects.filter(via__in=BY_HAND):
        by_hand.setdefault(move.seat_id, {})[move.seq] = json.loads(move.action)
    covered: Counter[tuple[int, int]] = Counter()
    for sent in ledger.sent:
        row = there.get((sent.seat_id, sent.token))
        if row is None:
            if sent.yes:
                yield sent.kind, "lost", f"accepted and not in the record: {sent}"
            continue
        mine = [seq for seq in range(row.first_seq, row.last_seq + 1) if seq in by_hand.get(sent.seat_id, {})]
        covered.update((sent.seat_id, seq) for seq in mine)
        yield from _compared(sent, [by_hand[sent.seat_id][seq] for seq in mine])
    for seat_id, of_seat in by_hand.items():
        for seq in of_seat:
            if covered[seat_id, seq] != 1:
                words = f"move {seq} of seat row {seat_id} stands for {covered[seat_id, seq]} things that were sent"
                yield ledger.kind_of_seat(seat_id), "doubled", words


def _compared(sent: Sent, recorded: list[Any]) -> Iterator[Finding]:
    wanted = [json.loads(action) for action in sent.actions]
    if sent.no:
        yield sent.kind, "lost", f"its sender was told no, and it was played: {sent}"
    if len(recorded) < len(wanted):
        yield sent.kind, "lost", f"only a part was played: {sent}"
    elif len(recorded) > len(wanted):
        yield sent.kind, "doubled", f"played {len(recorded)} times: {sent}"
    elif recorded != wanted:
        yield sent.kind, "lost", f"something else was played: {sent}"


def prepared(ledger: Ledger) -> Iterator[Finding]:
    """Yield findings about queued and drafted turns.

    A queued turn must be kept as a row. A deadline must have played the last draft made for it: if an outage delays the
    deadline, the decision stays open and its player can save another draft.
    """
    last = {(each.seat_id, each.key): each for each in ledger.prepared if not each.filed}
    for each in ledger.prepared:
        counts = each.filed or each is last[each.seat_id, each.key]
        if counts and each.yes and not (_is_filed(each) if each.filed else _is_played(each)):
            yield each.kind, "lost", f"{each}{'' if each.filed else _instead(each)}"
        if not each.filed and _times_played(each) > 1:
            yield each.kind, "doubled", f"{each}"


def _is_filed(each: Prepared) -> bool:
    rows = FiledAnswer.objects.filter(seat_id=each.seat_id, key=each.key)
    wanted = {json.dumps(json.loads(action), sort_keys=True) for action in each.actions}
    return any(wanted <= {json.dumps(one, sort_keys=True) for one in json.loads(row.body)["actions"]} for row in rows)


def _is_played(each: Prepared) -> bool:
    """Return whether the deadline played the draft or did not have to.

    The deadline did not have to play it if it is still to come, if another player moved first, or if the steward, a standing
    order or the player made the decision.
    """
    at_deadline = Move.objects.filter(via=Move.Via.DEADLINE, seat_id=each.seat_id, key=each.key, seq=each.seq + 1)
    return _times_played(each) > 0 or not at_deadline.exists()


def _instead(each: Prepared) -> str:
    """Describe the moves made for a draft's decision, and the drafts still stored for it."""
    played = columns(Move.objects.filter(seat_id=each.seat_id, key=each.key), "seq", "via", "user_id", "action")
    kept = columns(Draft.objects.filter(seat_id=each.seat_id, key=each.key), "actions", "plays_at_deadline")
    return f"; played {played}, still drafted {kept}"


def _times_played(each: Prepared) -> int:
    found = Move.objects.filter(seat_id=each.seat_id, key=each.key, via=Move.Via.DEADLINE, user__isnull=False)
    return sum(json.loads(move.action) == json.loads(each.actions[0]) for move in found)


def chat(ledger: Ledger) -> Iterator[Finding]:
    """Yield findings about chat: every accepted line must be stored exactly once."""
    there = Counter(ChatMessage.objects.values_list("text", flat=True))
    for said in ledger.said:
        if said.yes and not there[said.text]:
            yield said.kind, "lost", f"a line of chat at table {said.code}"
        if there[said.text] > 1:
            yield said.kind, "doubled", f"a line of chat at table {said.code} stands {there[said.text]} times"


def opened(ledger: Ledger) -> Iterator[Finding]:
    """Yield findings about opened tables, clubs and reports: each must be stored exactly once."""
    there: Counter[tuple[str, str]] = Counter()
    for model, column in {each.what for each in ledger.opened}:
        names = apps.get_model("tables", model)._base_manager.values_list(column, flat=True)
        there.update((model, name) for name in names)
    for each in ledger.opened:
        times = there[each.what[0], each.name]
        if each.yes and not times:
            yield each.kind, "lost", f"{each.what[0]} {each.name}"
        if times > 1:
            yield each.kind, "doubled", f"{each.what[0]} {each.name} is there {times} times"


def mails(ledger: Ledger, taken: list[Taken]) -> Iterator[Finding]:
    """Yield findings about emails.

    Each sent email must have arrived. An email that arrived twice must be marked, and no email may be given up.
    """
    arrived = Counter(mail.message_id for mail in taken)
    numbers = {int(name.partition(".")[2].partition("@")[0]) for name in arrived if name.startswith("<notification.")}
    told = Notification.objects.select_related("table", "recipient").in_bulk(numbers)
    newest = {}
    for number, each in sorted(told.items()):
        newest[each.recipient_id, each.table_id, each.event_id] = number
    # One email may cover several tables. It has the id of its newest notification, and all its notifications share one claim.
    by_mail = Delivery.objects.filter(channel="email")
    carried = set(by_mail.filter(notification__in=numbers).exclude(claim="").values_list("claim", flat=True))
    for delivery in by_mail.select_related("notification__table"):
        each = delivery.notification
        kind = ledger.last_kind(_code(each))
        if delivery.status == Delivery.Status.FAILED:
            yield kind, "lost", f"mail {each.pk} was given up after {delivery.attempts} attempts: {delivery.error}"
        is_told = delivery.claim in carried or newest.get((each.recipient_id, each.table_id, each.event_id), 0) >= each.pk
        if delivery.status == Delivery.Status.SENT and not is_told:
            yield kind, "lost", f"mail {each.pk} is said to be sent and never arrived"
    for number, each in told.items():
        times = sum(count for name, count in arrived.items() if name.startswith(f"<notification.{number}@"))
        if times > 1 and not by_mail.filter(notification=each, uncertain=True).exists():
            yield ledger.last_kind(_code(each)), "doubled", f"mail {number} arrived {times} times, unmarked"


def hooks(ledger: Ledger, posted: list[tuple[str, str]]) -> Iterator[Finding]:
    """Yield findings about webhooks, as for emails.

    A webhook that refused every message for days is switched off, and its messages are given up.
    """
    arrived = Counter((path.strip("/"), int(name.removeprefix("notification."))) for path, name in posted)
    off = {f"hook:{pk}" for pk in Webhook.objects.exclude(off_at=None).values_list("pk", flat=True)}
    told = list(Delivery.objects.filter(channel__startswith="hook:").select_related("notification__table"))
    names = {delivery.pk: (str(delivery.notification.recipient_id), delivery.notification_id) for delivery in told}
    carried = {delivery.claim for delivery in told if delivery.claim and arrived[names[delivery.pk]]}
    for delivery in told:
        kind, times = ledger.last_kind(_code(delivery.notification)), arrived[names[delivery.pk]]
        if delivery.status == Delivery.Status.FAILED and delivery.channel not in off:
            yield kind, "lost", f"what {delivery} was about was given up: {delivery.error}"
        if delivery.status == Delivery.Status.SENT and delivery.claim not in carried:
            yield kind, "lost", f"{delivery} is said to be told and never arrived"
        if times > 1 and not delivery.uncertain:
            yield kind, "doubled", f"{delivery} arrived {times} times, unmarked"


def records(ledger: Ledger) -> Iterator[Finding]:
    """Yield findings about records: every table that has started must replay to its stored state."""
    for table in Table.objects.filter(started_at__isnull=False):
        for finding in verify_table(table):
            if not finding.ok:
                yield ledger.last_kind(table.code), "lost", f"table {table.code}: {finding.code} {finding.detail}"


def events() -> Iterator[Finding]:
    """Yield findings about events: draws, results and standings must follow from their rows and games."""
    # Settling gives the running tables more time, so their pace is not that of their event.
    longer = tuple(f"{name} is not that of the event" for name in A_MONTH)
    for event in Event.objects.exclude(started_at=None):
        for words in verify_event(event):
            if not words.endswith(longer):
                yield CALM, "lost", f"event {event.code}: {words}"


def _code(told: Notification) -> str:
    """Return the code of the table or event that a notification is about."""
    return told.table.code if told.table else told.event.code if told.event else ""
