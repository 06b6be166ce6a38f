"""Setup of the game [S-1]."""

from engines import chance
from engines.specimen import flow
from engines.specimen.content import content
from engines.specimen.desk import Desk
from engines.specimen.events import GameStarted
from engines.specimen.options import Options
from engines.specimen.state import Backs, Courier, Hand, Public, State, Vault

SEATS = range(2, 4)


def set_up(options: Options, seats: int, key: bytes) -> Desk:
    """Shuffle the bags, draw the first courier and deal. Returns the desk of the new game [S-1.1 to S-1.3]."""
    facts = content(options.version)
    town, town_draw = chance.shuffle(key, "bag/town", facts.stock("town"))
    court, court_draw = chance.shuffle(key, "bag/court", facts.stock("court"))
    first, first_draw = chance.pick(key, "first", seats)
    public = Public(
        version=options.version,
        nights=options.nights,
        first=first,
        couriers=(Courier(facts.limits.first_coins),) * seats,
        bags=Backs(len(town), len(court)),
    )
    desk = Desk(State(public, (Hand(),) * seats, Vault(key, town, court)))
    desk.drew(town_draw, court_draw, first_draw)
    desk.reveal(GameStarted(first))
    for seat in desk.seats:
        flow.deal(desk, seat, facts.limits.first_letters)
    return desk
