"""A bot that searches for the best turn, and the steward of an absent seat.

It sees only what its seat sees and looks no farther than the end of its turn. It draws no random number: the same position
always gets the same answer.
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
    """Return the bot's choice: one step of a turn, a complete turn to queue or an abstention, or an answer at a scoring."""
    public, seat = seen.public, pending.seat
    goals = seen.hand.goals if seen.hand is not None else ()
    match pending.kind:
        case turn.KIND if pending.when is When.MAY:
            next_turn = ahead.foreseen(public, seat)
            return _filed(pending, _turn(Valuation(next_turn, seat, goals, weights), next_turn, seat))
        case turn.KIND:
            return _act(Valuation(public, seat, goals, weights), public, seat)
        case feed.KIND:
            after_scoring = replace(public, agenda=public.agenda[1:])
            return scorings.feeding(Valuation(after_scoring, seat, goals, weights), public, seat)
        case release.KIND:
            return scorings.release(Valuation(public, seat, goals, weights), public, seat)
        case _:
            raise ValueError(f"{pending.kind} asked of {seen}")


def keep(seen: Seen, pending: Pending) -> Action | Filed[Action] | Abstain:
    """Return an action that keeps an absent seat alive: the bot's choice, but no unit is given back."""
    return ReleaseUnits() if pending.kind == release.KIND else decide(seen, pending)


def _act(valuation: Valuation, public: Public, seat: int) -> Action:
    """Return the next action of the best turn, or its end."""
    task = public.task
    actions_left = turn.MOST_ACTIONS - (task.done if isinstance(task, AskTurn) else 0)
    choice = Planner(valuation).choose(Sketch(public.realms[seat], public.supply, public.display), actions_left)
    return EndTurn() if choice is None else choice.action()


def _filed(pending: Pending, steps: tuple[Action, ...]) -> Filed[Action] | Abstain:
    """Return the turn to queue if it creates a culture tile; later cards can hardly improve it.

    Otherwise abstain and decide once all cards are known.
    """
    if any(isinstance(step, CreateCulture) for step in steps):
        return Filed(pending.key, steps, how="each")
    return Abstain("waits_for_cards")


def _turn(valuation: Valuation, public: Public, seat: int) -> tuple[Action, ...]:
    """Return the steps of the best turn, each bound to the card it takes, and its end."""
    planner, steps = Planner(valuation), list[Action]()
    sketch = Sketch(public.realms[seat], public.supply, public.display)
    for actions_left in range(turn.MOST_ACTIONS, 0, -1):
        choice = planner.choose(sketch, actions_left)
        if choice is None:
            break
        steps.append(ahead.bind_card(choice.action(), sketch.display))
        sketch = planner.after(choice, sketch)
    return (*steps, EndTurn())
