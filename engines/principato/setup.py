"""Setup of the game [P-3]."""

from engines import chance
from engines.contract import Draw
from engines.principato import events, flow
from engines.principato.content import KINDS, Content, Kind
from engines.principato.desk import Desk
from engines.principato.loader import content
from engines.principato.options import Options
from engines.principato.state import SCORING, Hand, Principality, Public, State, Stock, Supply, Vault

SEATS = range(2, 5)
STACKS = (1, 2)


def set_up(options: Options, seats: int, key: bytes) -> Desk:
    """Set up a game: pick the start player, deal, lay out the display and begin the first turn. Returns its desk."""
    facts = content(options.version)
    start, start_draw = chance.pick(key, "start_player", seats)
    cards, *card_draws = _start_cards(facts, seats, key)
    decks, deck_draws = _decks(facts, seats, key)
    goals, goal_draws = _goals(facts, seats, key)
    display = decks[0][: facts.for_seats(seats).display]
    pile = decks[0][len(display) :]
    realms = tuple(_realm(facts, *card) for card in cards)
    public = Public(
        version=options.version,
        feeding=options.feeding,
        start=start,
        realms=realms,
        supply=_supply(facts, seats),
        display=display,
        pile=len(pile),
        next_seat=start,
        scoring_due=SCORING in pile,
        turned=display,
    )
    desk = Desk(State(public, tuple(map(Hand, goals)), Vault(pile, decks[1:])))
    desk.drew(start_draw, *card_draws, *deck_draws, *goal_draws)
    _tell(desk, goals)
    flow.begin_turn(desk)
    return desk


def _tell(desk: Desk, goals: tuple[tuple[str, str], ...]) -> None:
    desk.reveal(events.GameBegan(desk.public.start))
    desk.reveal(events.StartCardsDealt(tuple(realm.cards for realm in desk.public.realms)))
    desk.tell(events.GoalsDealt())
    for seat, own_goals in enumerate(goals):
        desk.reveal(events.GoalsSeen(own_goals), to=(seat,))
    desk.reveal(events.DisplayLaid(desk.public.display))


def _start_cards(facts: Content, seats: int, key: bytes) -> tuple[tuple[tuple[str, str], ...], Draw]:
    """Return one card of each start stack for each seat, and the draw; the cards of the first stack are equal [P-3.3]."""
    second, draw = chance.shuffle(key, "s2", facts.start_stack("S2"))
    return tuple(zip(facts.start_stack("S1")[:seats], second[:seats], strict=True)), draw


def _decks(facts: Content, seats: int, key: bytes) -> tuple[tuple[tuple[str, ...], ...], list[Draw]]:
    """Return the decks of the years, including scoring cards, and their draws [P-3.2]."""
    shuffled = [
        chance.shuffle(key, f"deck/{number}", full_deck(facts, number, seats))
        for number in range(1, len(facts.for_seats(seats).decks) + 1)
    ]
    return tuple(deck for deck, _ in shuffled), [draw for _, draw in shuffled]


def full_deck(facts: Content, number: int, seats: int) -> tuple[str, ...]:
    """Return the cards of a deck, counted from 1, with its scoring card if it has one [P-3.2]."""
    cards = facts.deck(number, seats)
    return (*cards, SCORING) if number in facts.scoring_cards.decks else cards


def _goals(facts: Content, seats: int, key: bytes) -> tuple[tuple[tuple[str, str], ...], list[Draw]]:
    """Return one goal of each stack for each seat, and the draws [P-3.5]."""
    (first_goals, first_draw), (second_goals, second_draw) = (
        chance.shuffle(key, f"goals/{stack}", facts.stack(stack)) for stack in STACKS
    )
    return tuple(zip(first_goals[:seats], second_goals[:seats], strict=True)), [first_draw, second_draw]


def _realm(facts: Content, first: str, second: str) -> Principality:
    start = facts.start
    return Principality(
        cards=(first, second),
        fields=start.fields,
        farms=start.farms,
        palazzi=start.palazzi,
        banks=start.banks,
        food=start.food,
        money=start.money,
        favour=start.favour,
    )


def _supply(facts: Content, seats: int) -> Supply:
    """Return the rest of the pool once all seats have their starting tiles and cubes [P-3.6, P-3.7]."""
    pool, start = facts.pool, facts.start
    monuments, books, paintings = (_stock(facts, kind) for kind in KINDS)
    return Supply(
        fields_farms=pool.fields_farms - seats * (start.fields + start.farms),
        palazzi_banks=pool.palazzi_banks - seats * (start.palazzi + start.banks),
        catapults=pool.catapults,
        units=pool.units,
        food=pool.food - seats * start.food,
        money=pool.money - seats * start.money,
        favour=pool.favour - seats * start.favour,
        monuments=monuments,
        books=books,
        paintings=paintings,
    )


def _stock(facts: Content, kind: Kind) -> tuple[Stock, ...]:
    return tuple(Stock(worth.points, worth.tiles) for worth in facts.culture(kind).values)
