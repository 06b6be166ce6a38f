"""Principato: a small Italian state grows for three years, in arms, in culture and by secret goals. Two to four seats."""

from typing import Any

from engines.contract import Trait
from engines.kit.agenda import Agenda, AgendaGame
from engines.kit.game import Parts, waiting_groups
from engines.principato import (
    actions,
    advice,
    ahead,
    bot,
    check,
    decisions,
    events,
    facets,
    fallback,
    flow,
    imagine,
    opening,
    options,
    policy,
    scoring,
    setup,
    state,
)
from engines.principato.desk import Desk


class Principato(
    AgendaGame[options.Options, state.Public, state.Hand, state.Vault, actions.Action, events.Event, policy.Policy]
):
    """Principato engine, assembled from its modules."""

    slug = "principato"
    title = "Principato"
    seat_range = setup.SEATS
    stage = "beta"
    traits = frozenset(Trait)
    State: Any = state.State
    Options: Any = options.Options
    Action: Any = actions.Action
    Event: Any = events.Event
    Policy: Any = policy.Policy
    parts = Parts(
        rules=Agenda(
            set_up=setup.set_up,
            desk=Desk,
            kinds=decisions.ALL,
            advance=flow.advance,
            outcome=scoring.outcome,
            progress=flow.progress,
        ),
        check=check,
        imagine=imagine,
        foresee=ahead,
        fallback=fallback,
        bot=bot,
        advice=advice,
        steward=bot,
        policy=policy,
        usual=policy,
        facets=facets,
        opening=opening,
    )
    # The option ``feeding`` hardly changes these numbers.
    waits_measured = {2: 45, 3: 68, 4: 91}

    def before(self, public: state.Public, seat: int) -> tuple[tuple[int, ...], ...]:
        """Return the seats that decide before this one, clockwise [P-4.1]."""
        seats = len(public.realms)
        return waiting_groups(self.pending(public), seat, [(public.next_seat + turn) % seats for turn in range(seats)])


ENGINE = Principato()
