"""Planning board: variations that a person tries out, replayed by the rules on an imagined table.

The imagined state is based only on what its viewer sees: neither draws nor the hands of others influence it.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import msgspec
from django.core.paginator import Page, Paginator
from django.db.models import Count

from accounts.models import User
from engines import registry
from engines.contract import Engine, EngineError, IllegalAction, Pending, Seen, When
from tables.models import PlanNode, Seat, ShownPlan, Table
from tables.selectors import coding
from tables.selectors.archive import games
from tables.selectors.play import recap, state

# Number of shown variations on one page of the list at their move.
SHOWN = 20


@dataclass(frozen=True)
class PlanRoot:
    """Beginning of variations: the position after a move, as ``eyes`` saw it, in an imagined world of its owner.

    If ``eyes`` is None, it is a spectator's view.
    """

    owner: User
    table: Table
    eyes: Seat | None
    at_seq: int
    world: int = 0

    @property
    def engine(self) -> Engine:
        """Rules of the game."""
        return registry.engine(self.table.game)

    @property
    def seat(self) -> int | None:
        """Seat of the viewer in the game."""
        return self.eyes.index if self.eyes else None

    @cached_property
    def start(self) -> Any:
        """State at the beginning of the variations.

        Raises :class:`archive.Unplayable`, and the errors of ``state.seen``.
        """
        return self.engine.imagine(_seen(self), _key(self))

    @property
    def fields(self) -> dict[str, Any]:
        """Fields that all nodes of its variations share."""
        return {"owner": self.owner, "table": self.table, "eyes": self.eyes, "at_seq": self.at_seq, "world": self.world}


@dataclass(frozen=True)
class Step:
    """Action of a variation. ``before`` and ``after`` are the states around it; ``after`` is None if it is refused.

    ``events`` are those the viewer would see. ``invented``: the step drew or revealed something that the viewer cannot know.
    ``continues`` is the key of the previous choice in the same turn.
    """

    node: PlanNode
    parent: "Step | None"
    action: Any
    before: Any = field(repr=False)
    after: Any = field(default=None, repr=False)
    events: Sequence[Any] = ()
    invented: bool = False
    continues: str = ""
    refusal: IllegalAction | None = None

    @property
    def line(self) -> "Sequence[Step]":
        """All steps up to this one."""
        return (*(self.parent.line if self.parent else ()), self)


@dataclass(frozen=True)
class Opening:
    """First actions of a variation, if they answer one of the viewer's open decisions."""

    pending: Pending
    actions: tuple[Any, ...]

    @property
    def is_drafted(self) -> bool:
        """True if the actions can become a draft; otherwise they are queued for their turn."""
        return self.pending.when is When.NOW or self.pending.sealed

    @property
    def how(self) -> Literal["first", "each"]:
        """Way to queue the actions: ``first`` for a choice in a ranked list, ``each`` for steps to play in order."""
        return "each" if len(self.actions) > 1 or self.pending.continues else "first"


def may_plan(table: Table, user: User, seat: Seat | None) -> bool:
    """Return whether a user may plan: they have a seat at the table, or the game is over and they may read its record."""
    return bool(table.state) and (seat is not None or games.archived_tables(user).filter(pk=table.pk).exists())


def may_show(table: Table, user: User) -> bool:
    """Return whether a user may show variations: they have an account, and they and other people may read the finished game."""
    if user.is_guest or table.practice:
        return False
    return games.archived_tables(user).filter(pk=table.pk).exists()


def node_of(owner: User, table: Table, viewer: Seat | None, number: int) -> PlanNode | None:
    """Return the user's plan node with this number at the table, or None if they have no such node."""
    return PlanNode.objects.filter(owner=owner, table=table, eyes=viewer, pk=number).first()


def plan_roots(owner: User, table: Table, viewer: Seat | None) -> Sequence[tuple[int, int]]:
    """Return the beginnings of the user's variations, each as the number of the move and the number of the world, newest move
    first."""
    nodes = PlanNode.objects.filter(owner=owner, table=table, eyes=viewer).values_list("at_seq", "world")
    return list(nodes.order_by("-at_seq", "world").distinct())


def notes(seat: Seat) -> str:
    """Return the notes of a seat's player about the table."""
    text: str = Seat.objects.only("row_id", "notes").get(pk=seat.pk).notes
    return text


def tree(root: PlanRoot) -> Sequence[Step]:
    """Return the steps of all variations of a root, each before its successors; nothing follows a refused step.

    Raises the errors of ``PlanRoot.start``.
    """
    children: dict[int | None, list[PlanNode]] = {}
    for node in PlanNode.objects.filter(**root.fields).order_by("pk"):
        children.setdefault(node.parent_id, []).append(node)
    return list(_grown(root, root.start, None, children))


def replay_node(root: PlanRoot, node: PlanNode, before: Any, parent: Step | None) -> Step:
    """Return the node's action played on ``before``; actions that are illegal or unknown to the rules are refused."""
    action: Any = None
    try:
        action = coding.action(root.table.game, node.action)
        step = root.engine.apply(before, node.seat, action)
    except IllegalAction as error:
        return Step(node, parent, action, before, refusal=error)
    except (EngineError, msgspec.MsgspecError):
        return Step(node, parent, action, before, refusal=IllegalAction("not_pending", ""))
    return Step(
        node,
        parent,
        action,
        before,
        after=step.state,
        events=[entry.event for entry in step.events if entry.visible_to(root.seat)],
        invented=bool(step.draws) or any(entry.reveals for entry in step.events if entry.visible_to(root.seat)),
        continues=_continues(root, before, node),
    )


def shown_counts(table: Table) -> Mapping[int, int]:
    """Return the number of shown variations for each move after which some begin, in the order of the game."""
    counted = ShownPlan.objects.filter(table=table).values("at_seq").annotate(number=Count("pk")).order_by("at_seq")
    return {row["at_seq"]: row["number"] for row in counted}


def shown_at(table: Table, seq: int, page: str = "") -> Page[ShownPlan]:
    """Return a page of the variations shown after a move with their owners, the newest first.

    An invalid number leads to the nearest page.
    """
    shown = ShownPlan.objects.filter(table=table, at_seq=seq).select_related("user").defer("notes")
    return Paginator(shown.order_by("-pk"), SHOWN).get_page(page)


def shown_plan(table: Table, number: int) -> ShownPlan | None:
    """Return a shown variation of a table with its owner, or None."""
    return ShownPlan.objects.filter(table=table, pk=number).select_related("user", "eyes").first()


def shown_by(owner: User, table: Table) -> Mapping[int, ShownPlan]:
    """Return the variations that a user shows at a table, by the number of their last step."""
    return {shown.node_id: shown for shown in ShownPlan.objects.filter(user=owner, table=table)}


def may_withdraw(user: User, shown: ShownPlan) -> bool:
    """Return whether a user may withdraw a shown variation: their own, or any for staff."""
    return user.is_staff or shown.user_id == user.pk


def shown_root(shown: ShownPlan, table: Table) -> PlanRoot:
    """Return the beginning of a shown variation."""
    return PlanRoot(shown.user, table, shown.eyes, shown.at_seq, shown.world)


def shown_line(root: PlanRoot, shown: ShownPlan) -> Sequence[Step]:
    """Return the steps of a shown variation, numbered from 1, up to and including the first that the rules refuse.

    Raises the errors of ``PlanRoot.start``.
    """
    line: list[Step] = []
    notes = shown.notes or [""] * len(shown.steps)
    for number, ((seat, key, action), note) in enumerate(zip(shown.steps, notes, strict=True), 1):
        before = line[-1] if line else None
        node = PlanNode(**root.fields, pk=number, seat=seat, key=key, action=action, note=note)
        line.append(replay_node(root, node, before.after if before else root.start, before))
        if line[-1].refusal:
            break
    return line


def open_decisions(root: PlanRoot, state: Any) -> Sequence[Pending]:
    """Return the open decisions in a state, the viewer's first."""
    open_now = [one for one in root.engine.pending(state.public) if one.when is When.NOW]
    return sorted(open_now, key=lambda one: (one.seat != root.seat, one.seat))


def opening(line: Sequence[Step], viewer: Seat | None) -> Opening | None:
    """Return the viewer's first turn in a variation if it answers a real open decision, otherwise None."""
    mine = [step for step in line if viewer and step.node.seat == viewer.index and step.refusal is None]
    if viewer is None or not mine or viewer.table.status != Table.Status.RUNNING or viewer.steward_since:
        return None
    open_now = registry.engine(viewer.table.game).pending(state.seen(viewer.table, viewer).public)
    first = mine[0].node.key
    pending = next((one for one in open_now if one.seat == viewer.index and one.key == first), None)
    return Opening(pending, tuple(_turn(mine))) if pending else None


def _turn(mine: Sequence[Step]) -> Iterator[Any]:
    keys = {mine[0].node.key}
    for step in mine:
        if not {step.node.key, step.continues} & keys:
            return
        keys.add(step.node.key)
        yield step.action


def _grown(
    root: PlanRoot, before: Any, parent: Step | None, children: Mapping[int | None, Sequence[PlanNode]]
) -> Iterator[Step]:
    for node in children.get(parent.node.pk if parent else None, ()):
        step = replay_node(root, node, before, parent)
        yield step
        if step.refusal is None:
            yield from _grown(root, step.after, step, children)


def _continues(root: PlanRoot, before: Any, node: PlanNode) -> str:
    pending = root.engine.pending(before.public)
    return next((one.continues for one in pending if one.seat == node.seat and one.key == node.key), "")


def _seen(root: PlanRoot) -> Seen[Any, Any]:
    if root.at_seq == root.table.seq:
        return state.seen(root.table, root.eyes)
    return recap.positions(root.table, root.eyes, (root.at_seq,))[0]


def _key(root: PlanRoot) -> bytes:
    """Return the key of the imagined world, the same each time a variation is opened."""
    facts = f"plan/{root.table.code}/{root.owner.pk}/{root.seat}/{root.at_seq}/{root.world}"
    return hashlib.sha256(facts.encode()).digest()
