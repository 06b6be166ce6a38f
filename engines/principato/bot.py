"""An opponent that looks for the best turn, and the steward of an absent seat.

It sees what its seat sees, looks no farther than the end of its turn and draws no random number: the same position always gets
the same answer.
"""

from msgspec.structs import replace

from engines.contract import Abstain, Filed, Pending, When
from engines.principato import ahead
from engines.principato.actions import Action, CreateCulture, EndTurn, ReleaseUnits
from engines.principato.decisions import feed, release, turn
from engines.principato.state import AskTurn, Public, Seen
from engines.principato.thinking import scorings
from engines.principato.thinking.planning import Planner
from engines.principato.thinking.sketch import Sketch
from engines.principato.thinking.valuation import Valuation
from engines.principato.thinking.weights import WEIGHTS, Weights


def decide(seen: Seen, pending: Pending, weights: Weights = WEIGHTS) -> Action | Filed[Action] | Abstain:
    """What the bot does; it is asked anew for each step of a turn, and for a turn to be filed all at once."""
    public, seat = seen.public, pending.seat
    goals = seen.hand.goals if seen.hand is not None else ()
    match pending.kind:
        case turn.KIND if pending.when is When.MAY:
            coming = ahead.foreseen(public, seat)
            return _filed(pending, _turn(Valuation(coming, seat, goals, weights), coming, seat))
        case turn.KIND:
            return _act(Valuation(public, seat, goals, weights), public, seat)
        case feed.KIND:
            scored = replace(public, agenda=public.agenda[1:])
            return scorings.feeding(Valuation(scored, seat, goals, weights), public, seat)
        case release.KIND:
            return scorings.release(Valuation(public, seat, goals, weights), public, seat)
        case _:
            raise ValueError(f"{pending.kind} asked of {seen}")


def keep(seen: Seen, pending: Pending) -> Action | Filed[Action] | Abstain:
    """What keeps an absent seat alive: it plays on like the bot, but gives back nothing of its owner's."""
    return ReleaseUnits() if pending.kind == release.KIND else decide(seen, pending)


def _act(value: Valuation, public: Public, seat: int) -> Action:
    """The next action of the best turn, or its end."""
    task = public.task
    left = turn.MOST_ACTIONS - (task.done if isinstance(task, AskTurn) else 0)
    choice = Planner(value).choose(Sketch(public.realms[seat], public.supply, public.display), left)
    return EndTurn() if choice is None else choice.action()


def _filed(pending: Pending, steps: tuple[Action, ...]) -> Filed[Action] | Abstain:
    """A turn that brings a culture tile is hardly bettered by a card still to come; any other is decided when all is known."""
    if any(isinstance(step, CreateCulture) for step in steps):
        return Filed(pending.key, steps, how="each")
    return Abstain("waits_for_cards")


def _turn(value: Valuation, public: Public, seat: int) -> tuple[Action, ...]:
    """The steps of the best turn, each bound to the card it takes, and its end."""
    planner, steps = Planner(value), list[Action]()
    sketch = Sketch(public.realms[seat], public.supply, public.display)
    for left in range(turn.MOST_ACTIONS, 0, -1):
        choice = planner.choose(sketch, left)
        if choice is None:
            break
        steps.append(ahead.named(choice.action(), sketch.display))
        sketch = choice.after
    return (*steps, EndTurn())
