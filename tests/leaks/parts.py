"""Hidden parts of a table: for each kind, worlds that agree in everything that other viewers may know.

A kind is a function of the world at its position. It yields one part for each hidden object of its kind, and no part if nothing
of the kind is hidden now.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from engines import orders, registry
from engines.contract import Filed, Pending, When, decode, view
from tables.models import Decision, Move, OrderDeed, Seat, StandingOrder, Table
from tables.selectors import coding, planning
from tables.selectors.play import state
from tables.services import ordering
from tables.services import planning as plans
from tables.services.archive import archiving
from tables.services.clubs import members
from tables.services.mail import choices, feeds
from tables.services.play import ending, moves, preparing
from tests.engines.walks import ORDERS
from tests.leaks.answers import Viewer, rolled_back
from tests.leaks.worlds import World
from tests.rows import rewrite
from tests.site import absence, factories
from tests.site.other_worlds import OTHER_WAYS, become_other

type Deed = Callable[[], object]


@dataclass(frozen=True)
class Part:
    """Hidden part: its name, the function that makes each world, and the viewers it is hidden from.

    ``redealt`` says that some worlds have another secret for dealing, though the record stays as it is.
    """

    name: str
    worlds: Mapping[str, Deed]
    hidden_from: Sequence[Viewer]
    redealt: bool = False

    @property
    def title(self) -> str:
        """Title that distinguishes the part from other parts. It names the viewer if there is only one."""
        return self.name if len(self.hidden_from) > 1 else f"{self.name}, from {self.hidden_from[0]}"


def sealed_answer(world: World) -> Iterator[Part]:
    """Yield sealed answers with different content, while other players still decide about their own."""
    for one in _open(world, When.NOW, sealed=True):
        if any(each.sealed and each.when is When.NOW and each.seat != one.seat for each in world.asked()):
            yield _part(world, one, "a sealed answer", {name: _sends(world, one, action) for name, action in _two(world, one)})


def replaced_answer(world: World) -> Iterator[Part]:
    """Yield replacements of a sealed answer."""
    for one in _open(world, When.MAY, sealed=True):
        yield _part(world, one, "a replaced answer", {name: _sends(world, one, action) for name, action in _two(world, one)})


def filed_ahead(world: World) -> Iterator[Part]:
    """Yield turns queued in advance. The worlds differ in their existence, content and origin, by hand or by standing order."""
    for one in _open(world, When.AHEAD):
        yield _part(world, one, "an answer filed ahead", _preparations(world, one) | _speaking(world, one))


def filed_turn(world: World) -> Iterator[Part]:
    """Yield turns queued for a decision that is not due yet. The worlds differ in their existence and content."""
    for one in _open(world, When.MAY, sealed=False):
        yield _part(world, one, "an answer filed for a turn", _preparations(world, one))


def draft(world: World) -> Iterator[Part]:
    """Yield drafts. The worlds differ in the draft's existence and content, and in whether the deadline sends it."""
    for one in _open(world, When.NOW):
        seat = world.seat(one)
        drafts_of = {name: partial(_draft, world, one, action) for name, action in _two(world, one)}
        at_deadline = {"a draft for the deadline": partial(_draft, world, one, world.legal(one)[0], plays=True)}
        later = {"an order for later": partial(_order, world, seat, _silent(world, seat))} if _silent(world, seat) else {}
        yield _part(world, one, "a draft", {"nothing": _nothing} | drafts_of | at_deadline | later)


def deadline_ahead(world: World) -> Iterator[Part]:
    """Yield missed deadlines of decisions in advance. Each finds nothing, a draft, a queued turn or a standing order."""
    for one in _open(world, When.AHEAD):
        drafted = partial(_draft, world, one, world.legal(one)[-1], plays=True)
        in_time = {"filed in time": partial(_file, world, one, (world.legal(one)[-1],))}
        worlds = {"no draft": _nothing, "a draft": drafted, **in_time, **_speaking(world, one)}
        yield _part(
            world, one, "a draft at the deadline", {name: partial(_late, world, one, deed) for name, deed in worlds.items()}
        )


def deadline_sealed(world: World) -> Iterator[Part]:
    """Yield drafts that a deadline has sealed."""
    for one in _open(world, When.NOW, sealed=True):
        if any(each.sealed and each.when is When.NOW and each.seat != one.seat for each in world.asked()):
            worlds = {name: partial(_draft, world, one, action, plays=True) for name, action in _two(world, one)}
            yield _part(world, one, "a sealed draft", {name: partial(_late, world, one, deed) for name, deed in worlds.items()})


def order_or_hand(world: World) -> Iterator[Part]:
    """Yield the origin of a decision that was made when it became due: a turn queued by hand, or a standing order."""
    for one in _open(world, When.AHEAD):
        for policy in _policies(world, one):
            ordered = partial(_place_comes, world, one, partial(_order, world, world.seat(one), policy))
            by_hand = partial(_place_comes, world, one, partial(_file_as, world, one, ordered))
            yield _part(world, one, "how an answer came", {"by an order": ordered, "filed by hand": by_hand})
            return


def notes(world: World) -> Iterator[Part]:
    """Yield notes, variations on the planning board and notification settings."""
    for one in _open(world, When.NOW):
        yield _part(world, one, "notes and plans", {"nothing": _nothing, "notes and plans": partial(_write_down, world, one)})


def everything(world: World) -> Iterator[Part]:
    """Yield everything that one viewer cannot know: other players' hands, unknown cards, and the rows that contain them."""
    if not world.table.seq:
        return
    for viewer in world.viewers():
        seat = world.table.seats.filter(user=viewer.user).first() if viewer.user else None
        others = {f"another {number}": partial(_become, world, seat, number) for number in range(len(OTHER_WAYS))}
        yield Part("what only others know", {"the true one": _nothing} | others, [viewer], redealt=True)


def ended(world: World) -> Iterator[Part]:
    """Yield the drafts, notes, plans and orders that remain once the game is over."""
    for one in _open(world, When.NOW):
        kept = partial(_prepare_all, world, one)
        worlds = {"nothing kept": partial(_end, world, _nothing), "much kept": partial(_end, world, kept)}
        yield _part(world, one, "what is kept after the end", worlds)


def left_seat(world: World) -> Iterator[Part]:
    """Yield the preparations of a player who left, before and after a substitute takes the seat.

    None of these preparations may be passed on to the substitute.
    """
    for one in _open(world, When.NOW):
        seat, kept = world.seat(one), partial(_prepare_all, world, one)
        afterwards: dict[str, Deed] = {"left behind": _nothing}
        # With two seats, leaving means conceding, and there is no seat to take.
        if world.table.seat_count > 2:
            afterwards["kept from a substitute"] = partial(_take, world, seat)
        for name, then in afterwards.items():
            worlds = {"nothing prepared": _nothing, "much prepared": kept}
            yield _part(
                world,
                one,
                f"what was {name}",
                {each: partial(_leave, world, seat, deed, then) for each, deed in worlds.items()},
            )
        return


def addresses_of_tables(world: World) -> Iterator[Part]:
    """Yield the invitation and the secret of a table."""

    def another() -> None:
        rewrite(Table.objects.filter(pk=world.number), invite="another-invitation-1", secret=b"s" * 32)

    yield Part("an invitation and a secret", {"one": _nothing, "another": another}, world.viewers(), redealt=True)


KINDS: Mapping[str, Callable[[World], Iterator[Part]]] = {
    kind.__name__: kind
    for kind in (
        sealed_answer,
        replaced_answer,
        filed_ahead,
        filed_turn,
        draft,
        deadline_ahead,
        deadline_sealed,
        order_or_hand,
        notes,
        everything,
        ended,
        left_seat,
        addresses_of_tables,
    )
}
"""All kinds of hidden parts."""


def _nothing() -> None:
    """Change nothing."""


def _open(world: World, when: When, *, sealed: bool | None = None) -> Iterator[Pending]:
    """Yield the open decisions of this kind, except those of the admin."""
    for one in world.asked():
        if one.when is when and sealed in (None, one.sealed) and world.plays(one) and world.legal(one):
            yield one


def _part(world: World, one: Pending, name: str, worlds: Mapping[str, Deed]) -> Part:
    return Part(f"{name} ({one.kind})", worlds, world.viewers(world.seat(one).user))


def _two(world: World, one: Pending) -> list[tuple[str, Any]]:
    legal = world.legal(one)
    return [("the first answer", legal[0]), ("the last answer", legal[-1])] if len(legal) > 1 else []


def _sends(world: World, one: Pending, action: Any) -> Deed:
    return lambda: factories.send(world.seat(one), action, key=one.key, now=world.now)


def _preparations(world: World, one: Pending) -> dict[str, Deed]:
    filed = {f"{name} filed": partial(_file, world, one, (action,)) for name, action in _two(world, one)}
    own = {"the game's own": partial(_file, world, one, (), "fallback"), "withdrawn": partial(_withdraw, world, one)}
    return {"nothing": _nothing} | own | filed


def _speaking(world: World, one: Pending) -> dict[str, Deed]:
    known = _policies(world, one)
    return {"an order": partial(_order, world, world.seat(one), known[0])} if known else {}


def _policies(world: World, one: Pending) -> list[Any]:
    """Return the standing orders that would make this decision."""
    engine, seat = registry.engine(world.table.game), world.seat(one)
    seen = state.seen(world.table, seat)
    return [each for each in _known_orders(engine) if orders.can_answer(engine, [each], seen, one)]


def _silent(world: World, seat: Seat) -> Any:
    """Return a standing order that does not apply now, or None."""
    engine = registry.engine(world.table.game)
    seen = state.seen(world.table, seat)
    mine = [one for one in engine.pending(seen.public) if one.seat == seat.index]
    quiet = (each for each in _known_orders(engine) if not any(orders.can_answer(engine, [each], seen, one) for one in mine))
    return next(quiet, None)


def _known_orders(engine: Any) -> list[Any]:
    return [decode(engine.Policy, text) for text in ORDERS.get(engine.slug, ())]


def _file(world: World, one: Pending, actions: tuple[Any, ...], otherwise: Any = "ask") -> None:
    seat = world.seat(one)
    filed = Filed(one.key, actions, otherwise=otherwise)
    preparing.file_answer(seat_id=seat.pk, filed=filed, user_id=seat.user_id, now=world.now)


def _withdraw(world: World, one: Pending) -> None:
    _file(world, one, (), "fallback")
    preparing.withdraw_filed(seat_id=world.seat(one).pk, key=one.key, now=world.now)


def _order(world: World, seat: Seat, policy: Any) -> None:
    ordering.give_orders(seat_id=seat.pk, first=[policy], lasting=True, user_id=seat.user_id, now=world.now)


def _draft(world: World, one: Pending, action: Any, *, plays: bool = False) -> None:
    seat = world.seat(one)
    preparing.save_draft(seat_id=seat.pk, key=one.key, actions=[action], now=world.now)
    preparing.play_at_deadline(seat_id=seat.pk, key=one.key, plays=plays)


def _late(world: World, one: Pending, deed: Deed) -> None:
    """Run ``deed``, postpone the table's other deadlines, and let this decision's deadline pass."""
    deed()
    row = Decision.objects.get(seat=world.seat(one), key=one.key, closed_at=None)
    due = row.due_at
    assert due is not None
    others = Decision.objects.filter(table=world.number, closed_at=None, due_at__isnull=False).exclude(pk=row.pk)
    others.update(due_at=due + absence.DAY, over_at=due + absence.DAY, bank_at=due + absence.DAY)
    world.move_clock(due)
    moves.time_out(decision_id=row.pk, now=due)


def _place_comes(world: World, one: Pending, deed: Deed) -> None:
    """Run ``deed``, and make the other players act until the seat's decision has been made without the seat."""
    deed()
    now, seat = world.now, world.seat(one)
    for _answer in range(20):
        if not any(each.seat == one.seat and each.key == one.key for each in world.asked()):
            return
        first = next(each for each in world.asked() if each.when is When.NOW)
        now += timedelta(minutes=1)
        assert first.seat != seat.index, "its place has come, and it is asked"
        factories.send(world.seat(first), world.legal(first)[-1], key=first.key, now=now)
    world.move_clock(now)


def _file_as(world: World, one: Pending, deed: Deed) -> None:
    """Queue the action that a standing order chooses for this decision when ``deed`` is run and undone."""
    with rolled_back():
        deed()
        move = Move.objects.get(table=world.number, seat=world.seat(one), key=one.key)
    _file(world, one, (coding.action(world.table.game, move.action),))


def _write_down(world: World, one: Pending) -> None:
    seat = world.seat(one)
    user = seat.user
    root = planning.PlanRoot(user, world.table, seat, world.table.seq)
    plans.note_table(seat_id=seat.pk, user=user, text="Keep the bridge.")
    asked = planning.open_decisions(root, root.start)[0]
    legal = list(registry.engine(world.table.game).legal(view(root.start, asked.seat), asked))
    plans.try_out(root, after=None, pending=asked, actions=legal[:1], now=world.now)
    plans.try_out(root, after=None, pending=asked, actions=legal[-1:], now=world.now)
    choices.set_cadences(user_id=user.pk, cadences={"turn": "never", "reminder": "digest"}, now=world.now)
    choices.set_rhythm(user_id=user.pk, digest_hour=19, quiet_while_here=False, now=world.now)
    feeds.make_feed(user_id=user.pk, now=world.now)


def _become(world: World, seat: Seat | None, number: int) -> None:
    become_other(world.table, seat, number)


def _prepare_all(world: World, one: Pending) -> None:
    """Prepare everything that a player can prepare without other players' knowledge."""
    seat = world.seat(one)
    _draft(world, one, world.legal(one)[0], plays=True)
    _write_down(world, one)
    if silent := _silent(world, seat):
        _order(world, seat, silent)
        order = StandingOrder.objects.filter(seat=seat).latest("pk")
        OrderDeed.objects.create(order=order, seq=world.table.seq, at=world.now)
    mine = [each for each in world.asked() if each.seat == one.seat and each.when is When.MAY and not each.sealed]
    for each in mine:
        _file(world, each, (world.legal(each)[0],))


def _end(world: World, deed: Deed) -> None:
    deed()
    for user in world.players:
        ending.agree_to_end(table_id=world.number, user=user, now=world.now)
    archiving.archive_game(table_id=world.number)


def _leave(world: World, seat: Seat, deed: Deed, then: Deed) -> None:
    deed()
    ending.resign(table_id=world.number, user=seat.user, now=world.now)
    then()


def _take(world: World, seat: Seat) -> None:
    """Let the spectator join the club, as its tables require, and take the seat."""
    members.join_club(club_id=world.club.pk, user=world.spectator, now=world.now)
    absence.substituted(seat, world.spectator, now=world.now + timedelta(minutes=1))
