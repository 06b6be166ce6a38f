"""Moves sent by replying to an email with the number of a choice, if the sender is proven.

The site never responds by email. The result is stored without the text of the email. If nothing was played and the sender is
proven to be the recipient, they see it on the site.
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
from tables.selectors.mail.linked import LinkedDecision, LinkOver, Over
from tables.selectors.mail.mailing import REPLY
from tables.selectors.play.state import Unreadable
from tables.services import quarantine
from tables.services.replies import links as answering

logger = logging.getLogger(__name__)

Outcome = InboundMail.Outcome
# Time after which the worker that reads an email counts as crashed.
LEASE = timedelta(minutes=10)
# Maximum replies by one person in an hour, and by strangers to one email, because anyone with its address can reply.
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
    """Error raised if nothing was played. It has the outcome."""

    def __init__(self, outcome: InboundMail.Outcome) -> None:
        super().__init__(outcome.value)
        self.outcome = outcome


def receive(*, mail: Incoming, now: datetime) -> InboundMail.Outcome | None:
    """Play the move in an email, once, even if it arrives repeatedly. Store and return the outcome.

    Returns None if it replies to no email of the site, if the limit of stored replies is reached, or if another worker is
    reading it. Database errors are raised; then a retry is possible.
    """
    address = ReplyAddress.objects.select_related("user", "seat").filter(token=mail.token).first() if mail.token else None
    if address is None:
        logger.info("a mail came in that answers no letter")
        return None
    is_recipient = mail.proof is Proof.PROVEN and mail.sender == (address.user.email or "").lower()
    row = None if _are_enough(address, now, is_recipient=is_recipient) else _begin(mail, address, now)
    if row is None or row.outcome:
        return Outcome(row.outcome) if row else None
    try:
        outcome = _outcome(mail, address, row, is_recipient, now)
    except DatabaseError:
        raise
    # Any error in one email must not keep the others from being read.
    except Exception as error:  # noqa: BLE001
        logger.error("a mail that came in could not be read: %s", quarantine.describe_error(error))
        outcome = Outcome.BROKEN
    _settle(row, outcome, address, is_recipient=is_recipient)
    logger.info("a mail to table %s: %s", row.table_id, outcome.value)
    return outcome


def dismiss(*, user_id: int, mail_id: int, now: datetime) -> None:
    """Dismiss the user's notice about a failed reply."""
    InboundMail.objects.filter(pk=mail_id, reader=user_id, dismissed_at=None).update(dismissed_at=now)


def forget(*, now: datetime) -> None:
    """Delete expired reply addresses and old replies."""
    ReplyAddress.objects.filter(made_at__lt=now - links.LIFETIME - KEPT).delete()
    InboundMail.objects.filter(at__lt=now - KEPT).delete()


def _are_enough(address: ReplyAddress, now: datetime, *, is_recipient: bool) -> bool:
    """Return whether the limit of stored replies is reached: per hour for the recipient, per email for strangers."""
    if is_recipient:
        return InboundMail.objects.filter(reader=address.user_id, at__gt=now - SPAN).count() > MOST_OF_ONE
    return address.mails.filter(reader=None).count() >= MOST_TO_ONE


def _begin(mail: Incoming, address: ReplyAddress, now: datetime) -> InboundMail | None:
    """Claim this email: create its row, or take over the row left by a crashed worker. Return the row.

    Return the finished row if the email has been read before, and None if another worker has it.
    """
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
    abandoned = InboundMail.objects.filter(pk=earlier.pk, outcome="", at=earlier.at, at__lte=now - LEASE)
    return earlier if abandoned.update(at=now) else None


def _settle(row: InboundMail, outcome: InboundMail.Outcome, address: ReplyAddress, *, is_recipient: bool) -> None:
    """Store the outcome. If the recipient sent the email, dismiss their older notices for the same table."""
    reader = address.user_id if is_recipient else None
    with transaction.atomic():
        InboundMail.objects.filter(pk=row.pk).update(outcome=outcome, reader=reader)
        if reader:
            notices = InboundMail.objects.filter(reader=reader, table=row.table_id, dismissed_at=None)
            notices.filter(at__lte=row.at).exclude(pk=row.pk).update(dismissed_at=row.at)


def _outcome(mail: Incoming, address: ReplyAddress, row: InboundMail, is_recipient: bool, now: datetime) -> InboundMail.Outcome:
    if mail.proof is not Proof.PROVEN:
        return Outcome.NO_DMARC if mail.proof is Proof.UNPROVEN else Outcome.DMARC_FAILED
    if not is_recipient:
        return Outcome.STRANGER
    if InboundMail.objects.filter(reader=address.user_id, at__gt=now - SPAN).count() >= MOST_OF_ONE:
        return Outcome.TOO_MANY
    try:
        choice = _chosen(mail, address)
        with translation.override(address.user.language):
            return _play(mail, address, choice, now)
    except _NotPlayed as reason:
        return reason.outcome
    except LinkOver as over:
        return _BY_OVER[over.why]
    except Unreadable:
        return Outcome.QUARANTINED
    except Refusal as refusal:
        return next((outcome for code, outcome in _BY_CODE.items() if code == refusal.code), Outcome.REFUSED)


def _chosen(mail: Incoming, address: ReplyAddress) -> str:
    """Return the code of the choice in the first line. Raises _NotPlayed."""
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
    token = f"{REPLY}{address.token}-{code}"
    if address.played == code or standing.was_sent(seat, token):
        return Outcome.AGAIN
    link = links.Link(address.seat_id, address.key, address.user_id, address.made_at)
    linked = standing.linked_decision(link, seat, now=now)
    if seat.plies != address.own_ply:
        raise _NotPlayed(Outcome.MOVED_ON)
    answer = _answer(linked, code)
    if mail.below.startswith(answer.words):
        # The number and the text below it are copied from the list of choices in our email.
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
