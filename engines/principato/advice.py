"""Hints of the bot for a decision."""

from engines.contract import Hint, Pending, When
from engines.kit.game import unweighed_hints
from engines.principato import bot
from engines.principato.actions import Action, EndTurn
from engines.principato.decisions import turn
from engines.principato.state import AskTurn, Seen
from engines.principato.thinking.planning import LEAST_GAIN, Planner
from engines.principato.thinking.sketch import Sketch
from engines.principato.thinking.valuation import Valuation
from engines.principato.thinking.weights import WEIGHTS


def hints(seen: Seen, pending: Pending, most: int) -> tuple[Hint, ...]:
    """Return at most ``most`` hints for the next action: the most valuable ones first, then ending the turn.

    For a turn to queue or a decision of another kind, return the bot's choice.
    """
    if pending.kind != turn.KIND or pending.when is When.MAY:
        return unweighed_hints(bot.decide(seen, pending))
    public, seat = seen.public, pending.seat
    goals = seen.hand.goals if seen.hand is not None else ()
    task = public.task
    actions_left = turn.MOST_ACTIONS - (task.done if isinstance(task, AskTurn) else 0)
    planner = Planner(Valuation(public, seat, goals, WEIGHTS))
    weighed = planner.weighed(Sketch(public.realms[seat], public.supply, public.display), actions_left)
    gains: dict[Action, float] = {}
    for gain, choice in weighed:
        if gain > LEAST_GAIN:
            gains.setdefault(choice.action(), gain)
    gains.setdefault(EndTurn(), 0.0)
    return tuple(Hint((action,), gain) for action, gain in list(gains.items())[:most])
