"""Private trial moves and notes of a person on the planning board, never part of the record.

After the game, their owner can show them to other people.
"""

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
from tables.models import PlanNode, Seat, ShownPlan
from tables.selectors import coding
from tables.selectors import planning as selector
from tables.selectors.planning import Opening, PlanRoot, Step
from tables.selectors.play import asking
from tables.services import suspensions, texts
from tables.services.play import preparing

# Maximum steps of one person at one table, and maximum lengths of texts.
MOST_NODES = 200
LONGEST_NOTE = 1000
LONGEST_NOTES = 10_000
# Random numbers of steps start here, far above the earlier site-wide count.
FIRST_NUMBER = 2**40
# Maximum number of bot moves in a row for players who are not planning.
MOST_REPLIES = 12
# Maximum number of variations that one person shows of one game, and maximum length of all notes of a variation.
MOST_SHOWN = 20
LONGEST_SHOWN = 4000


@transaction.atomic
def try_out(root: PlanRoot, *, after: Step | None, pending: Pending, actions: Sequence[Any], now: datetime) -> Step:
    """Add actions to a variation, reusing existing steps, and return the last step. If one is refused, none is kept.

    Raises a Refusal: empty, too_many_plans, not_pending, or the engine's own code.
    """
    if not actions:
        raise Refusal(Code.EMPTY)
    _one_by_one(root, after)
    for action in actions:
        after = _step(root, after, _next_pending(root, after, pending), action, now)
    assert after is not None
    return after


@transaction.atomic
def play_replies(root: PlanRoot, *, after: Step | None, pending: Pending, now: datetime) -> Step:
    """Add at most MOST_REPLIES bot moves for other players, until the viewer has a decision. Return the last step.

    Raises the Refusals of ``try_out``.
    """
    _one_by_one(root, after)
    step = _reply(root, after, pending, now)
    for _reply_number in range(MOST_REPLIES - 1):
        open_now = selector.open_decisions(root, step.after)
        if not open_now or root.seat is None or open_now[0].seat == root.seat:
            break
        step = _reply(root, step, open_now[0], now)
    return step


def note(node: PlanNode, text: str) -> None:
    """Save a note on a step. Raises a Refusal: too_long, bad_character."""
    node.note = texts.readable(text, LONGEST_NOTE)
    node.save(update_fields=["note"])


@transaction.atomic
def forget(node: PlanNode) -> None:
    """Delete a step and all steps after it."""
    _lock(node.owner_id)
    node.delete()


def note_table(*, seat_id: int, user: User, text: str) -> None:
    """Save the notes of a seat's holder. Raises a Refusal: too_long, bad_character, not_yours."""
    notes = texts.readable(text, LONGEST_NOTES)
    with transaction.atomic():
        seat = Seat.objects.select_for_update(no_key=True).only("row_id").filter(pk=seat_id, user=user).first()
        if seat is None:
            raise NotYours()
        seat.notes = notes
        seat.save(update_fields=["notes"])


@transaction.atomic
def show(root: PlanRoot, step: Step, *, now: datetime) -> ShownPlan:
    """Show the line up to a step, with its notes, to everyone who can read the finished game.

    Others see a copy. Showing it again replaces the copy. Raises a Refusal: not_yours, suspended, not_pending, too_long,
    bad_character, too_many_shown.
    """
    _one_by_one(root, step)
    if not selector.may_show(root.table, root.owner):
        raise NotYours()
    suspensions.check(root.owner, now)
    if step.refusal is not None:
        raise NotPending()
    notes = [texts.readable(part.node.note, LONGEST_NOTE) for part in step.line]
    if sum(map(len, notes)) > LONGEST_SHOWN:
        raise Refusal(Code.TOO_LONG)
    others = ShownPlan.objects.filter(user=root.owner, table=root.table).exclude(node=step.node)
    if others.count() >= MOST_SHOWN:
        raise Refusal(Code.TOO_MANY_SHOWN, most=MOST_SHOWN)
    place = {"table": root.table, "eyes": root.eyes, "at_seq": root.at_seq, "world": root.world}
    copy = {"steps": [(part.node.seat, part.node.key, part.node.action) for part in step.line], "at": now}
    shown, _is_new = ShownPlan.objects.update_or_create(
        user=root.owner, node=step.node, defaults=place | copy | {"notes": notes if any(notes) else []}
    )
    return shown


@transaction.atomic
def withdraw(*, table_id: int, number: int, user: User) -> None:
    """Stop showing the user's own variation, or any variation for staff. Do nothing if it is not shown.

    Raises a Refusal: not_your_variation.
    """
    shown = ShownPlan.objects.select_for_update().filter(pk=number, table=table_id).first()
    if shown is None:
        return
    if not selector.may_withdraw(user, shown):
        raise Refusal(Code.NOT_YOUR_VARIATION)
    shown.delete()


def make_draft(seat: Seat, opening: Opening, *, now: datetime) -> None:
    """Save the start of a variation as the draft of its decision. Raises the Refusals of ``save_draft``."""
    preparing.save_draft(seat_id=seat.pk, key=opening.pending.key, actions=opening.actions, now=now)


def file(seat: Seat, opening: Opening, *, now: datetime) -> None:
    """Queue the start of a variation, replacing the queued turn of its decision. Raises the Refusals of ``file_answer``."""
    _file(seat, Filed(opening.pending.key, opening.actions, opening.how), now)


def rank(seat: Seat, opening: Opening, *, now: datetime) -> None:
    """Add the start of a variation as the last choice of the queued ranked list. Raises the Refusals of ``file_answer``."""
    queued = asking.filings(seat, seat.table.game).waiting.get(opening.pending.key)
    if queued is None or queued.how != opening.how:
        raise NotPending()
    _file(seat, replace(queued, actions=tuple(dict.fromkeys((*queued.actions, *opening.actions)))), now)


def _file(seat: Seat, filed: Filed[Any], now: datetime) -> None:
    preparing.file_answer(seat_id=seat.pk, filed=filed, user_id=seat.user_id, now=now)


def _one_by_one(root: PlanRoot, after: Step | None = None) -> None:
    """Lock the owner, so that the second of two clicks finds the step of the first click and continues from it.

    Raises NotPending if the step ``after`` has been deleted in another window.
    """
    _lock(root.owner.pk)
    if after is not None and not PlanNode.objects.filter(pk=after.node.pk).exists():
        raise NotPending()


def _lock(owner_id: int) -> None:
    User.objects.select_for_update(no_key=True).filter(pk=owner_id).first()


def _next_pending(root: PlanRoot, parent: Step | None, pending: Pending) -> Pending:
    """Return the decision if it is still open, otherwise the next one of its seat. Raises NotPending."""
    open_now = [one for one in selector.open_decisions(root, _state(root, parent)) if one.seat == pending.seat]
    decision = next((one for one in open_now if one.key == pending.key), open_now[0] if open_now else None)
    if decision is None:
        raise NotPending()
    return decision


def _reply(root: PlanRoot, parent: Step | None, pending: Pending, now: datetime) -> Step:
    action = root.engine.bot(view(_state(root, parent), pending.seat), pending)
    return _step(root, parent, pending, action, now)


def _state(root: PlanRoot, parent: Step | None) -> Any:
    return parent.after if parent else root.start


def _step(root: PlanRoot, parent: Step | None, pending: Pending, action: Any, now: datetime) -> Step:
    fields = root.fields | {"parent": parent.node if parent else None, "seat": pending.seat}
    text = coding.to_text(action)
    existing = next((node for node in PlanNode.objects.filter(**fields).order_by("pk") if node.action == text), None)
    node = existing or PlanNode(**fields, action=text, key=pending.key, created_at=now)
    step = selector.replay_node(root, node, _state(root, parent), parent)
    if step.refusal is not None:
        raise Illegal(step.refusal) if step.refusal.rule else NotPending()
    if node.pk is None:
        if PlanNode.objects.filter(owner=root.owner, table=root.table).count() >= MOST_NODES:
            raise Refusal(Code.TOO_MANY_PLANS)
        _keep(node)
    return step


def _keep(node: PlanNode) -> None:
    """Save a step with the number after its owner's last step at the table. A site-wide count would reveal others' planning.

    The first number is random. Raises Stale if the same person added another step at the same moment.
    """
    own_steps = PlanNode.objects.filter(owner=node.owner, table=node.table, pk__gte=FIRST_NUMBER)
    newest = own_steps.aggregate(newest=Max("pk"))["newest"]
    node.pk = newest + 1 if newest else FIRST_NUMBER + secrets.randbelow(FIRST_NUMBER)
    try:
        node.save(force_insert=True)
    except IntegrityError:
        raise Stale() from None
