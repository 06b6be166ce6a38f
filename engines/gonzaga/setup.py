"""Setup before the first round [G-1]."""

from engines import chance
from engines.contract import Draw
from engines.gonzaga import events
from engines.gonzaga.board import World
from engines.gonzaga.content import Content, Scenario
from engines.gonzaga.desk import Desk
from engines.gonzaga.flow import ROUND
from engines.gonzaga.options import Options, chosen, scenarios_for
from engines.gonzaga.state import Court, Hand, Public, State, Vault

RINGS = 6


def scenario(content: Content, options: Options, seats: int, key: bytes) -> tuple[Scenario, tuple[Draw, ...]]:
    """Return the chosen scenario or draw one [G-1.2]. Raises :class:`BadOptions`."""
    chosen_scenario = chosen(content, options, seats)
    if chosen_scenario is not None:
        return chosen_scenario, ()
    candidates = scenarios_for(content, seats)
    index, draw = chance.pick(key, "scenario", len(candidates))
    return candidates[index], (draw,)


def deal(world: World, seats: int, key: bytes) -> tuple[State, tuple[Draw, ...]]:
    """Return the state before the first draw: colours, decks and objectives [G-1.1, G-1.7, G-1.8]."""
    content = world.board.content
    colours, colour_draw = chance.shuffle(key, "colours", content.colours())
    decks = [chance.shuffle(key, f"deck/{seat}", content.deck(colours[seat])) for seat in range(seats)]
    objectives, objective_draw = chance.shuffle(key, "objectives", [objective.id for objective in content.objectives])
    public = Public(
        version=content.version,
        scenario=world.scenario.id,
        courts=tuple(Court(colour, RINGS) for colour in colours[:seats]),
        agenda=ROUND,
    )
    hands = tuple(Hand(objective) for objective in objectives[:seats])
    vault = Vault(tuple(deck for deck, _ in decks), objectives[seats:])
    return State(public, hands, vault), (colour_draw, *(draw for _, draw in decks), objective_draw)


def open_game(desk: Desk) -> None:
    """Announce the start of the game, and tell each seat its objective."""
    desk.tell(events.GameStarted(desk.public.scenario, tuple(court.colour for court in desk.public.courts)))
    for seat, hand in enumerate(desk.hands):
        desk.tell(events.ObjectiveDealt(seat, hand.objective), to=(seat,))
