"""Everything dealt before the first round [G-1]."""

import msgspec

from engines import chance
from engines.contract import Draw, Step
from engines.gonzaga import events
from engines.gonzaga.board import World
from engines.gonzaga.content import Content, Scenario
from engines.gonzaga.flow import ROUND, Play
from engines.gonzaga.options import Options, chosen, scenarios_for
from engines.gonzaga.state import Court, Hand, Public, State, Vault

RINGS = 6


def scenario(content: Content, options: Options, seats: int, key: bytes) -> tuple[Scenario, tuple[Draw, ...]]:
    """The scenario chosen or drawn [G-1.2]. Raises :class:`BadOptions`."""
    named = chosen(content, options, seats)
    if named is not None:
        return named, ()
    candidates = scenarios_for(content, seats)
    number, draw = chance.pick(key, "scenario", len(candidates))
    return candidates[number], (draw,)


def deal(world: World, seats: int, key: bytes) -> tuple[State, tuple[Draw, ...]]:
    """Colours, decks and objectives: the state before the first draw [G-1.1, G-1.7, G-1.8]."""
    content = world.board.content
    colours, first = chance.shuffle(key, "colours", content.colours())
    decks = [chance.shuffle(key, f"deck/{seat}", content.deck(colours[seat])) for seat in range(seats)]
    objectives, last = chance.shuffle(key, "objectives", [each.id for each in content.objectives])
    public = Public(
        version=content.version,
        scenario=world.scenario.id,
        courts=tuple(Court(colour, RINGS) for colour in colours[:seats]),
        agenda=ROUND,
    )
    hands = tuple(Hand(objective) for objective in objectives[:seats])
    vault = Vault(tuple(deck for deck, _ in decks), objectives[seats:])
    return State(public, hands, vault), (first, *(draw for _, draw in decks), last)


def open_game(play: Play) -> None:
    """Tell how the game begins, each seat its own objective."""
    play.tell(events.GameStarted(play.public.scenario, tuple(court.colour for court in play.public.courts)))
    for seat, hand in enumerate(play.hands):
        play.tell(events.ObjectiveDealt(seat, hand.objective), seat)


def with_draws(step: Step[State, events.Event], draws: tuple[Draw, ...]) -> Step[State, events.Event]:
    """The step with the draws that led to it."""
    return msgspec.structs.replace(step, draws=draws)
