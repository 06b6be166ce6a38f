"""What somebody tries on the planning board and writes down: theirs alone, never part of the record."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max
from msgspec.structs import replace

from accounts.models import User
from engines.contract import Filed, Pending, view
from tables.errors import Code, Illegal, NotPending, NotYours, Refusal, Stale
from tables.models import PlanNode, Seat
from tables.selectors import coding
from tables.selectors import planning as selector
from tables.selectors.planning import Opening, PlanRoot, Step
from tables.selectors.play import asking
from tables.services.play import preparing

# So many steps somebody keeps at one table, and so long texts.
MOST_NODES = 200
LONGEST_NOTE = 1000
LONGEST_NOTES = 10_000
# Numbers of steps are drawn from here on, far above those that were once counted over the whole site.
FIRST_NUMBER = 2**40
# So often bots answer in a row for those who are not planning.
MOST_REPLIES = 12


@transaction.atomic
def try_out(root: PlanRoot, *, after: Step | None, pending: Pending, actions: Sequence[Any], now: datetime) -> Step:
    """Add actions to a line, one after the other; what is there already is gone along, and none is kept if one is refused.

    Raises a Refusal: empty, too_many_plans, not_pending, or what the engine refuses with.
    """
    if not actions:
        raise Refusal(Code.EMPTY)
    _one_by_one(root)
    for action in actions:
        after = _step(root, after, _next_pending(root, after, pending), action, now)
    assert after is not None
    return after


@transaction.atomic
def play_replies(root: PlanRoot, *, after: Step | None, pending: Pending, now: datetime) -> Step:
    """Answer as a bot would, and go on as long as others are to choose and the viewer is not.

    Raises a Refusal as ``try_out``.
    """
    _one_by_one(root)
    step = _reply(root, after, pending, now)
    for _reply_number in range(MOST_REPLIES - 1):
        open_now = selector.open_decisions(root, step.after)
        if not open_now or root.seat is None or open_now[0].seat == root.seat:
            break
        step = _reply(root, step, open_now[0], now)
    return step


def note(node: PlanNode, text: str) -> None:
    """Write down what one thinks of a step. Raises Refusal: too_long."""
    if len(text) > LONGEST_NOTE:
        raise Refusal(Code.TOO_LONG)
    node.note = text
    node.save(update_fields=["note"])


def forget(node: PlanNode) -> None:
    """Delete a step and all that follows it."""
    node.delete()


def note_table(*, seat_id: int, user: User, text: str) -> None:
    """Write down what the holder of a seat wants to remember. Raises a Refusal: too_long, not_yours."""
    if len(text) > LONGEST_NOTES:
        raise Refusal(Code.TOO_LONG)
    with transaction.atomic():
        seat = Seat.objects.select_for_update(no_key=True).only("row_id").filter(pk=seat_id, user=user).first()
        if seat is None:
            raise NotYours()
        seat.notes = text
        seat.save(update_fields=["notes"])


def make_draft(seat: Seat, opening: Opening, *, now: datetime) -> None:
    """Make the head of a line the draft of the decision it answers. Raises a Refusal as ``save_draft``."""
    preparing.save_draft(seat_id=seat.pk, key=opening.pending.key, actions=opening.actions, now=now)


def file(seat: Seat, opening: Opening, *, now: datetime) -> None:
    """File the head of a line for its place, instead of what is filed there. Raises a Refusal as ``file_answer``."""
    _file(seat, Filed(opening.pending.key, opening.actions, opening.how), now)


def rank(seat: Seat, opening: Opening, *, now: datetime) -> None:
    """Add the head of a line as the last choice of the ranked list that is filed. Raises a Refusal as ``file_answer``."""
    before = asking.filings(seat, seat.table.game).waiting.get(opening.pending.key)
    if before is None or before.how != opening.how:
        raise NotPending()
    _file(seat, replace(before, actions=tuple(dict.fromkeys((*before.actions, *opening.actions)))), now)


def _file(seat: Seat, filed: Filed[Any], now: datetime) -> None:
    preparing.file_answer(seat_id=seat.pk, filed=filed, user_id=seat.user_id, now=now)


def _one_by_one(root: PlanRoot) -> None:
    """Of two clicks the second finds the step that the first one made, and goes along it."""
    User.objects.select_for_update(no_key=True).filter(pk=root.owner.pk).first()


def _next_pending(root: PlanRoot, after: Step | None, pending: Pending) -> Pending:
    """The decision itself while it is open, then whatever its seat is asked next."""
    open_now = [one for one in selector.open_decisions(root, _state(root, after)) if one.seat == pending.seat]
    decision = next((one for one in open_now if one.key == pending.key), open_now[0] if open_now else None)
    if decision is None:
        raise NotPending()
    return decision


def _reply(root: PlanRoot, after: Step | None, pending: Pending, now: datetime) -> Step:
    action = root.engine.bot(view(_state(root, after), pending.seat), pending)
    return _step(root, after, pending, action, now)


def _state(root: PlanRoot, after: Step | None) -> Any:
    return after.after if after else root.start


def _step(root: PlanRoot, after: Step | None, pending: Pending, action: Any, now: datetime) -> Step:
    place = root.fields | {"parent": after.node if after else None, "seat": pending.seat}
    text = coding.to_text(action)
    tried = next((node for node in PlanNode.objects.filter(**place).order_by("pk") if node.action == text), None)
    node = tried or PlanNode(**place, action=text, key=pending.key, created_at=now)
    step = selector.replay_node(root, node, _state(root, after), after)
    if step.refusal is not None:
        raise Illegal(step.refusal) if step.refusal.rule else NotPending()
    if node.pk is None:
        if PlanNode.objects.filter(owner=root.owner, table=root.table).count() >= MOST_NODES:
            raise Refusal(Code.TOO_MANY_PLANS)
        _keep(node)
    return step


def _keep(node: PlanNode) -> None:
    """Number a step after its owner's own: of a count over the whole site they could read when others plan.

    The first one's number is drawn. Raises Stale where the same person added another at this moment.
    """
    mine = PlanNode.objects.filter(owner=node.owner, table=node.table, pk__gte=FIRST_NUMBER)
    newest = mine.aggregate(newest=Max("pk"))["newest"]
    node.pk = newest + 1 if newest else FIRST_NUMBER + secrets.randbelow(FIRST_NUMBER)
    try:
        node.save(force_insert=True)
    except IntegrityError:
        raise Stale() from None
