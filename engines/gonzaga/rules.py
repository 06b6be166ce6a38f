"""Rules for the kit: they look up the world of a game and call the responsible modules."""

from collections.abc import Iterable
from pathlib import Path

from engines.contract import BadOptions, NotPending, Outcome, Pending, Step
from engines.gonzaga import flow, loader, scoring, setup
from engines.gonzaga.actions import Action, SealPlan, Turn
from engines.gonzaga.board import Cover, World
from engines.gonzaga.decisions import plan as planning
from engines.gonzaga.decisions import turn as turns
from engines.gonzaga.desk import Desk
from engines.gonzaga.events import Event
from engines.gonzaga.options import Options
from engines.gonzaga.state import AskPlans, AskTurn, Public, Seen, State


class Rules:
    """Rules of Gonzaga; ``data`` is the folder with one subfolder for each of the ``versions``."""

    def __init__(self, data: Path, versions: tuple[str, ...]) -> None:
        self._data, self._versions = data, versions

    def world(self, public: Public) -> World:
        """Return the tables of the board and scenario of a game."""
        return loader.world(self._data, public.version, public.scenario)

    def start(self, options: Options, seats: int, key: bytes) -> Step[State, Event]:
        """Set up, deal and draw for the first round. Raises :class:`BadOptions`."""
        if options.version not in self._versions:
            raise BadOptions("unknown_version", version=options.version)
        scenario, scenario_draws = setup.scenario(loader.load(self._data / options.version), options, seats, key)
        world = loader.world(self._data, options.version, scenario.id)
        state, deal_draws = setup.deal(world, seats, key)
        desk = Desk(world, state)
        desk.drew(*scenario_draws, *deal_draws)
        setup.open_game(desk)
        flow.advance(desk)
        return desk.step()

    def pending(self, public: Public) -> tuple[Pending, ...]:
        """Return plans while planning, then turns. A seat can queue its turn once its plan is sealed."""
        if not public.agenda:
            return ()
        if isinstance(public.agenda[0], AskPlans):
            return planning.pending(public) + turns.pending(public)
        return turns.pending(public)

    def legal(self, seen: Seen, pending: Pending) -> Iterable[Action]:
        """Return every plan, or every turn on the current map.

        A queued turn can only become illegal later, never legal.
        """
        if pending.kind == planning.KIND:
            return planning.legal(self.world(seen.public), seen.public.courts[pending.seat])
        return self.turns(seen, pending.seat)

    def turns(self, seen: Seen, seat: int) -> list[Turn]:
        """Return every turn of a seat on the current map; none if its plan cannot be seen."""
        plan = plan_of(seen, seat)
        if plan is None:
            return []
        cover = Cover(len(seen.public.courts), seen.public.pieces)
        return turns.legal(self.world(seen.public), cover, seen.public.courts[seat], seat, plan)

    def apply(self, state: State, seat: int, action: Action) -> Step[State, Event]:
        """Seal a plan or take a turn, and play all that follows.

        Raises :class:`NotPending` or :class:`IllegalAction`.
        """
        desk = Desk(self.world(state.public), state)
        task = next(iter(state.public.agenda), None)
        if isinstance(action, SealPlan):
            if not isinstance(task, AskPlans):
                raise NotPending("no plan is asked")
            planning.check(desk.world, state.public.courts[seat], action)
            flow.seal(desk, seat, action)
        else:
            if task != AskTurn(seat):
                raise NotPending("it is not this seat's turn")
            flow.act(desk, seat, action)
        desk.acted()
        flow.advance(desk)
        return desk.step()

    def outcome(self, public: Public) -> Outcome | None:
        """Return the result once the agenda is empty."""
        return None if public.agenda else scoring.outcome(self.world(public), public)

    def progress(self, public: Public) -> tuple[int, int]:
        """Return the current round and the last possible round."""
        return public.round, public.last_round or flow.LAST_ROUND


def plan_of(seen: Seen, seat: int) -> SealPlan | None:
    """Return the plan of a seat, or None if the viewer cannot see it."""
    court = seen.public.courts[seat]
    if court.plan is None and seen.seat == seat and seen.hand is not None:
        return seen.hand.plan
    return court.plan
