"""Admin action for a person: allowing them to play rated games again."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from tables.errors import Code, Refusal
from tables.models import LiftedPause
from tables.selectors.seats import manners
from tables.services import texts
from tables.services.site_events import Operator
from tables.services.staff.operating import LONGEST_REASON


@transaction.atomic
def lift_pause(*, user: User, operator: Operator, now: datetime) -> LiftedPause:
    """End a user's pause from rated games. Games left so far no longer count towards a pause, but still towards reliability.

    Raises a Refusal: no_reason, too_long, bad_character, not_paused_here.
    """
    reason = texts.reason(operator.reason, LONGEST_REASON)
    User.objects.select_for_update().get(pk=user.pk)
    if manners.paused_until(user, now) is None:
        raise Refusal(Code.NOT_PAUSED_HERE)
    return LiftedPause.objects.create(user=user, by_id=operator.user_id, reason=reason, at=now)
