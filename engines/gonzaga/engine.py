"""Gonzaga as the contract wants it: dispatch to the modules that hold the rules."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from engines.contract import Abstain, BadOptions, Facet, Filed, NotPending, Outcome, Pending, Step, Told, Trait, When
from engines.gonzaga import (
    actions,
    bot,
    conservation,
    events,
    facets,
    flow,
    imagine,
    loader,
    opening,
    options,
    policy,
    scoring,
    setup,
    steward,
)
from engines.gonzaga import fallback as late
from engines.gonzaga import state as states
from engines.gonzaga.actions import SealPlan, Turn
from engines.gonzaga.board import Cover, World
from engines.gonzaga.decisions import plan as planning
from engines.gonzaga.decisions import turn as turns
from engines.gonzaga.state import AskPlans, AskTurn, Public, Seen

# Measured with bots, by seats.
WAITS = {2: 29, 3: 37, 4: 42}


class Gonzaga:
    """The engine; ``data`` is the folder that holds one folder for each version."""

    slug = "gonzaga"
    title = "Gonzaga"
    seat_range = range(2, 5)
    stage: Literal["specimen", "alpha", "beta", "stable"] = "beta"
    versions: tuple[str, ...] = ("1",)
    traits = frozenset(Trait)
    State: Any = states.State
    Options: Any = options.Options
    Action: Any = actions.Action
    Event: Any = events.Event
    Policy: Any = policy.Policy

    def __init__(self, data: Path = loader.DATA) -> None:
        self.data = data

    def world(self, public: Public) -> World:
        """The tables of the board and scenario a game is played on."""
        return loader.world(self.data, public.version, public.scenario)

    def start(self, options: options.Options, seats: int, key: bytes) -> Step[Any, Any]:
        """Set up, deal and draw for the first round. Raises :class:`BadOptions`."""
        if seats not in self.seat_range:
            raise BadOptions("seats", least=self.seat_range[0], most=self.seat_range[-1])
        if options.version not in self.versions:
            raise BadOptions("unknown_version", version=options.version)
        scenario, drawn = setup.scenario(loader.load(self.data / options.version), options, seats, key)
        world = loader.world(self.data, options.version, scenario.id)
        dealt, draws = setup.deal(world, seats, key)
        play = flow.Play(world, dealt)
        setup.open_game(play)
        flow.advance(play)
        return setup.with_draws(play.step(), (*drawn, *draws))

    def pending(self, public: Public) -> tuple[Pending, ...]:
        """Plans while planning, then turns; a seat may file its turn once its plan is sealed."""
        if not public.agenda:
            return ()
        if isinstance(public.agenda[0], AskPlans):
            return planning.pending(public) + turns.pending(public)
        return turns.pending(public)

    def legal(self, seen: Seen, pending: Pending) -> tuple[SealPlan, ...] | list[Turn]:
        """Every plan, or every turn on the map as it is; a turn to file can only become illegal later, never legal."""
        world, court = self.world(seen.public), seen.public.courts[pending.seat]
        if pending.kind == planning.KIND:
            return planning.legal(world, court)
        plan = self._plan(seen, pending.seat)
        if plan is None:
            return []
        cover = Cover(len(seen.public.courts), seen.public.pieces)
        return turns.legal(world, cover, court, pending.seat, plan)

    def apply(self, state: states.State, seat: int, action: actions.Action) -> Step[Any, Any]:
        """Seal a plan or take a turn, and all that follows. Raises :class:`NotPending` or :class:`IllegalAction`."""
        play = flow.Play(self.world(state.public), state)
        if isinstance(action, SealPlan):
            self._seal(play, seat, action)
        else:
            self._act(play, seat, action)
        flow.advance(play)
        return play.step()

    def imagine(self, seen: Seen, key: bytes) -> states.State:
        """Deal anew what this viewer does not see."""
        return imagine.imagine(self.world(seen.public), seen, key)

    def foresee(self, state: states.State, pending: Pending) -> states.State:
        """Turns are filed for the map as it is."""
        return state

    def outcome(self, public: Public) -> Outcome | None:
        """The result once the agenda is empty."""
        return None if public.agenda else scoring.outcome(self.world(public), public)

    def check(self, state: states.State) -> None:
        """Raise :class:`BrokenState` unless everything is conserved and within its limits."""
        conservation.check(self.world(state.public), state)

    def facets(self, options: Options, public: Public, events: Sequence[Told[events.Event]]) -> tuple[Facet, ...]:
        """The scenario, and what was founded, linked and reached."""
        return facets.facets(self.world(public), public)

    def opening(self, played: Sequence[tuple[int, actions.Action]], seat: int) -> str:
        """The plan of the first round."""
        return opening.opening(played, seat)

    def progress(self, public: Public) -> tuple[int, int]:
        """(round, last round as far as it is known)."""
        return public.round, public.last_round or flow.LAST_ROUND

    def waits(self, options: Options, seats: int) -> int:
        """How often a game stands still for somebody; scenarios differ little."""
        return WAITS[seats]

    def habits(self, options: Options) -> tuple[policy.Policy, ...]:
        """Nothing is ordered unless a player does."""
        return ()

    def orders(self, options: Options, seats: int) -> tuple[policy.Policy, ...]:
        """What scores well at once is taken, though nothing was filed; all else is asked."""
        return policy.USUAL

    def fallback(self, seen: Seen, pending: Pending) -> actions.Action:
        """The plan that acts latest, or a donation."""
        if pending.kind == planning.KIND:
            return late.plan(self.world(seen.public), seen.public, pending.seat)
        return turns.DONATE

    def bot(self, seen: Seen, pending: Pending) -> actions.Action | Filed[Turn]:
        """What the bot plans or plays, or files for its place; a donation where its plan cannot be seen."""
        world = self.world(seen.public)
        if pending.kind == planning.KIND:
            return bot.plan(world, seen, pending.seat)
        plan = self._plan(seen, pending.seat)
        if plan is None:
            return turns.DONATE
        if pending.when is When.MAY:
            return Filed(pending.key, bot.wishes(world, seen, pending.seat, plan))
        return bot.turn(world, seen, pending.seat, plan)

    def steward(self, seen: Seen, pending: Pending) -> actions.Action:
        """What keeps an absent seat alive: no ring is spent."""
        world = self.world(seen.public)
        if pending.kind == planning.KIND:
            return steward.plan(world, seen.public, pending.seat)
        return steward.turn(world, seen.public, pending.seat, self._turns(seen, pending))

    def policy(self, order: policy.Policy, seen: Seen, pending: Pending) -> Turn | Abstain:
        """What a standing order answers; plans are always asked."""
        if pending.kind == planning.KIND:
            return Abstain("plans_are_asked")
        return policy.answer(self.world(seen.public), order, seen, pending, self._turns(seen, pending))

    def _turns(self, seen: Seen, pending: Pending) -> list[Turn]:
        found = self.legal(seen, pending)
        assert isinstance(found, list)
        return found

    def _plan(self, seen: Seen, seat: int) -> SealPlan | None:
        """The plan of a seat as far as the viewer sees it."""
        court = seen.public.courts[seat]
        if court.plan is None and seen.seat == seat and seen.hand is not None:
            return seen.hand.plan
        return court.plan

    def _seal(self, play: flow.Play, seat: int, plan: SealPlan) -> None:
        public = play.public
        if not 0 <= seat < len(public.courts) or not public.agenda or not isinstance(public.agenda[0], AskPlans):
            raise NotPending("no plan is asked")
        planning.check(play.world, public.courts[seat], plan)
        flow.seal(play, seat, plan)

    def _act(self, play: flow.Play, seat: int, turn: Turn) -> None:
        if play.public.agenda[:1] != (AskTurn(seat),):
            raise NotPending("it is not this seat's turn")
        flow.act(play, seat, turn)


ENGINE = Gonzaga()
