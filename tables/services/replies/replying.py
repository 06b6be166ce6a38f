"""Playing what somebody answered to a letter: the number of a choice, in a mail that is proven to be theirs.

Nothing is ever answered by mail. What came of a mail is written down without a word of what it said; what was not played and is
proven to be of whoever the letter was for, they are told on their pages.
"""

import logging
from datetime import datetime, timedelta

from django.db import DatabaseError, IntegrityError, transaction
from django.utils import translation

from tables.errors import Code, Refusal
from tables.games.contract import Answer
from tables.mail import asking
from tables.mail.replies.reading import Incoming, Proof
from tables.models import InboundMail, ReplyAddress, Seat
from tables.selectors.mail import linked as standing
from tables.selectors.mail import links
from tables.selectors.mail.linked import IsOver, LinkedDecision, Over
from tables.selectors.play.state import Unreadable
from tables.services import quarantine
from tables.services.replies import links as answering

logger = logging.getLogger(__name__)

Outcome = InboundMail.Outcome
# A mail that is still being read after so long was left lying by a worker that died.
LEASE = timedelta(minutes=10)
# Of one person in an hour, and to one letter altogether: whoever knows its address may send there what they like.
MOST_OF_ONE, SPAN, MOST_TO_ONE = 60, timedelta(hours=1), 100
KEPT = timedelta(days=30)
_BY_OVER = {
    Over.EXPIRED: Outcome.EXPIRED,
    Over.MOVED_ON: Outcome.MOVED_ON,
    Over.OTHER_HANDS: Outcome.OTHER_HANDS,
    Over.STEWARD: Outcome.STEWARD,
    Over.QUARANTINED: Outcome.QUARANTINED,
    Over.ENDED: Outcome.ENDED,
}
_BY_CODE = {
    Code.STALE: Outcome.MOVED_ON,
    Code.NOT_PENDING: Outcome.MOVED_ON,
    Code.NOT_YOURS: Outcome.OTHER_HANDS,
    Code.STEWARD_PLAYS: Outcome.STEWARD,
    Code.QUARANTINED: Outcome.QUARANTINED,
    Code.NOT_RUNNING: Outcome.ENDED,
    Code.ENDED: Outcome.ENDED,
}


class _NotPlayed(Exception):
    """Nothing was played, and why."""

    def __init__(self, outcome: InboundMail.Outcome) -> None:
        super().__init__(outcome.value)
        self.outcome = outcome


def receive(*, mail: Incoming, now: datetime) -> InboundMail.Outcome | None:
    """Play what a mail says, once, however often it comes; None if it answers no letter of ours or is being read elsewhere.

    Raises what the database raises: then it may be tried again.
    """
    address = ReplyAddress.objects.select_related("user", "seat").filter(token=mail.token).first() if mail.token else None
    if address is None:
        logger.info("a mail came in that answers no letter")
        return None
    is_theirs = mail.proof is Proof.PROVEN and mail.sender == (address.user.email or "").lower()
    row = None if _are_enough(address, now, is_theirs=is_theirs) else _begin(mail, address, now)
    if row is None or row.outcome:
        return Outcome(row.outcome) if row else None
    try:
        outcome = _outcome(mail, address, row, is_theirs, now)
    except DatabaseError:
        raise
    # Whatever is wrong with one mail, the others are read.
    except Exception as error:  # noqa: BLE001
        logger.error("a mail that came in could not be read: %s", quarantine.place(error))
        outcome = Outcome.BROKEN
    _settle(row, outcome, address, is_theirs=is_theirs)
    logger.info("a mail to table %s: %s", row.table_id, outcome.value)
    return outcome


def dismiss(*, user_id: int, mail_id: int, now: datetime) -> None:
    """Whoever was told that something was not played has seen it."""
    InboundMail.objects.filter(pk=mail_id, reader=user_id, dismissed_at=None).update(dismissed_at=now)


def forget(*, now: datetime) -> None:
    """Forget letters that can be answered no more, and with them what was answered to them."""
    ReplyAddress.objects.filter(made_at__lt=now - links.LIFETIME - KEPT).delete()
    InboundMail.objects.filter(at__lt=now - KEPT).delete()


def _are_enough(address: ReplyAddress, now: datetime, *, is_theirs: bool) -> bool:
    """Whether so many came that no more are written down: to one letter of others than its reader, of its reader in an hour."""
    if is_theirs:
        return InboundMail.objects.filter(reader=address.user_id, at__gt=now - SPAN).count() > MOST_OF_ONE
    return address.mails.filter(reader=None).count() >= MOST_TO_ONE


def _begin(mail: Incoming, address: ReplyAddress, now: datetime) -> InboundMail | None:
    """The row of this mail: a new one, what came of it, or what a worker that died left; None if another one is at it."""
    earlier = InboundMail.objects.filter(digest=mail.digest).first()
    if earlier is None:
        try:
            with transaction.atomic():
                table_id = address.seat.table_id
                return InboundMail.objects.create(digest=mail.digest, address=address, table_id=table_id, at=now)
        except IntegrityError:
            return None
    if earlier.outcome:
        return earlier
    left = InboundMail.objects.filter(pk=earlier.pk, outcome="", at=earlier.at, at__lte=now - LEASE)
    return earlier if left.update(at=now) else None


def _settle(row: InboundMail, outcome: InboundMail.Outcome, address: ReplyAddress, *, is_theirs: bool) -> None:
    """Of what one person is told about one table the newest is enough, and nothing once it was played."""
    reader = address.user_id if is_theirs else None
    with transaction.atomic():
        InboundMail.objects.filter(pk=row.pk).update(outcome=outcome, reader=reader)
        if reader:
            told = InboundMail.objects.filter(reader=reader, table=row.table_id, dismissed_at=None)
            told.filter(at__lte=row.at).exclude(pk=row.pk).update(dismissed_at=row.at)


def _outcome(mail: Incoming, address: ReplyAddress, row: InboundMail, is_theirs: bool, now: datetime) -> InboundMail.Outcome:
    if mail.proof is not Proof.PROVEN:
        return Outcome.NO_DMARC if mail.proof is Proof.UNPROVEN else Outcome.DMARC_FAILED
    if not is_theirs:
        return Outcome.STRANGER
    if InboundMail.objects.filter(reader=address.user_id, at__gt=now - SPAN).count() >= MOST_OF_ONE:
        return Outcome.TOO_MANY
    try:
        chosen = _chosen(mail, address)
        with translation.override(address.user.language):
            return _play(mail, address, chosen, now)
    except _NotPlayed as reason:
        return reason.outcome
    except IsOver as over:
        return _BY_OVER[over.why]
    except Unreadable:
        return Outcome.QUARANTINED
    except Refusal as refusal:
        return next((outcome for code, outcome in _BY_CODE.items() if code == refusal.code), Outcome.REFUSED)


def _chosen(mail: Incoming, address: ReplyAddress) -> str:
    """The code of the choice that its first line is. Raises _NotPlayed."""
    choices: list[str] = address.choices.split()
    if mail.is_automatic:
        raise _NotPlayed(Outcome.AUTOMATIC)
    if not mail.is_whole:
        raise _NotPlayed(Outcome.TOO_LARGE)
    if mail.is_quoted:
        raise _NotPlayed(Outcome.QUOTED)
    if mail.number is None:
        raise _NotPlayed(Outcome.NO_NUMBER)
    if mail.number > len(choices):
        raise _NotPlayed(Outcome.NO_SUCH)
    return choices[mail.number - 1]


def _play(mail: Incoming, address: ReplyAddress, code: str, now: datetime) -> InboundMail.Outcome:
    seat = Seat.objects.with_table().get(pk=address.seat_id)
    token = f"reply-{address.token}-{code}"
    if address.played == code or standing.was_sent(seat, token):
        return Outcome.AGAIN
    link = links.Link(address.seat_id, address.key, address.user_id, address.made_at)
    linked = standing.linked_decision(link, seat, now=now)
    if seat.plies != address.own_ply:
        raise _NotPlayed(Outcome.MOVED_ON)
    answer = _answer(linked, code)
    if mail.below.startswith(answer.words):
        # The list of the letter itself, its number in a line of its own.
        raise _NotPlayed(Outcome.QUOTED)
    answering.answer(linked=linked, actions=answer.actions, own_ply=address.own_ply, token=token, now=now)
    address.played = code
    address.save(update_fields=["played"])
    return Outcome.PLAYED


def _answer(linked: LinkedDecision, code: str) -> Answer:
    answer = next((answer for answer in asking.answers(linked) if answer.code == code), None)
    if answer is None:
        raise _NotPlayed(Outcome.CHANGED)
    return answer
