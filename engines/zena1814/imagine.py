"""States that look like the true one to a viewer: everything unseen is dealt and sealed at random."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engines import chance
from engines.zena1814.content import DECKS, FIGURES, Content, Deck
from engines.zena1814.loader import content
from engines.zena1814.state import AskDiscards, AskPass, Hand, Placed, PlaceFigures, Public, Seen, State, Vault


def imagine(seen: Seen, key: bytes) -> State:
    """Return an imagined state: unseen cards dealt by their backs, and another key for lots and dice."""
    public, facts = seen.public, content(seen.public.version)
    stock: dict[Deck, Iterator[str]] = {"action": iter(_actions(seen, facts, key))}
    stock["goal"] = iter(_shuffled(key, "goal", _unseen(seen, facts, "goal")))
    hands = tuple(
        seen.hand if seat == seen.seat and seen.hand is not None else _hand(public, seat, stock, key)
        for seat in range(len(public.families))
    )
    boxed, *events = _shuffled(key, "event", _rest((event.id for event in facts.events), public.events))
    vault = Vault(key, tuple(stock["action"]), tuple(stock["goal"]), _forts(public, facts, key), tuple(events), boxed)
    return State(public, hands, vault)


def redraw(state: State, key: bytes) -> State:
    """Return the state with all decks shuffled, except the known Fort cards, and another key for lots and dice."""
    vault = state.vault
    unknown = len(vault.fort) - len(state.public.under)
    redrawn = Vault(
        key,
        action=chance.shuffle(key, "redraw/action", vault.action)[0],
        goal=chance.shuffle(key, "redraw/goal", vault.goal)[0],
        fort=(*chance.shuffle(key, "redraw/fort", vault.fort[:unknown])[0], *vault.fort[unknown:]),
        event=chance.shuffle(key, "redraw/event", vault.event)[0],
        boxed_event=vault.boxed_event,
    )
    return replace(state, vault=redrawn)


def _unseen(seen: Seen, facts: Content, deck: Deck) -> tuple[str, ...]:
    """Return the cards of a deck that this viewer has not seen.

    Seen cards are in a row, the box or its own hand, or were revealed at the end.
    """
    public = seen.public
    if deck == "action":
        return _rest(facts.action_deck(public.mode), _outside(seen))
    own_cards = seen.hand.cards if seen.hand is not None else ()
    all_goals = facts.goal_deck() if public.mode == "expert" else ()
    return _rest(all_goals, (card for goals in public.goals for card in goals) if public.goals else own_cards)


def _outside(seen: Seen) -> tuple[str, ...]:
    """Return the cards that this viewer sees outside the decks: in a row, the box or its own hand."""
    laid = (card.card for row in seen.public.rows for card in row.cards)
    return (*laid, *seen.public.box, *(seen.hand.cards if seen.hand is not None else ()))


def _actions(seen: Seen, facts: Content, key: bytes) -> tuple[str, ...]:
    """Return the unseen action cards. The cards for the hands come first.

    The cards used to place figures went back into the deck [Z-4.4]. All hands together hold at most as many of them as were
    drawn since.
    """
    unseen = _shuffled(key, "action", _unseen(seen, facts, "action"))
    hand_total = sum(family.actions for seat, family in enumerate(seen.public.families) if seat != seen.seat)
    never_back, draws_left = _never_back(seen, facts)
    hands: list[str] = []
    deck: list[str] = []
    for card in unseen:
        if len(hands) == hand_total or not (never_back[card] or draws_left):
            deck.append(card)
            continue
        hands.append(card)
        if never_back[card]:
            never_back[card] -= 1
        else:
            draws_left -= 1
    return unseen if (*hands, *deck) == unseen else (*hands, *_shuffled(key, "action/deck", tuple(deck)))


def _never_back(seen: Seen, facts: Content) -> tuple[Counter[str], int]:
    """Return the unseen copies that never went back into the deck, and the number of other copies that hands can hold.

    The other copies must have been drawn. Goals are never dealt, so each goal in hand was drawn.
    """
    public, seen_cards = seen.public, Counter(card for card in _outside(seen) if facts.deck_of(card) == "action")
    unplaced = Counter(facts.action_deck(public.mode)) - Counter(card for cards in public.dealt for card in cards)
    action_draws = public.drawn - sum(family.goals for family in public.families)
    return unplaced - seen_cards, max(0, action_draws - (seen_cards - unplaced).total())


def _forts(public: Public, facts: Content, key: bytes) -> tuple[str, ...]:
    """Return the unseen Fort cards, shuffled, then the known ones below them [Z-16.15]."""
    if public.mode == "beginner":
        return ()
    seen = (*(laid.card for laid in public.row("fort")), *public.won, *public.box, *public.under)
    return (*_shuffled(key, "fort", _rest((fort.id for fort in facts.forts), seen)), *public.under)


def _hand(public: Public, seat: int, stock: dict[Deck, Iterator[str]], key: bytes) -> Hand:
    """Return a random hand with the public backs, in random order and with random sealed choices."""
    family = public.families[seat]
    sources = {**stock, "goal": iter(public.goals[seat])} if public.goals else stock
    backs = tuple(deck for deck in DECKS for _ in range(family.actions if deck == "action" else family.goals))
    cards = tuple(next(sources[back]) for back in _shuffled(key, f"hand/{seat}", backs))
    match public.task:
        case PlaceFigures():
            return Hand(cards, placed=_placed(cards, seat, family.sealed, key))
        case AskPass() if family.sealed:
            return Hand(cards, passing=_shuffled(key, f"pass/{seat}", cards)[0])
        case AskDiscards():
            return Hand(cards, discards=_shuffled(key, f"discards/{seat}", cards)[: family.sealed])
        case _:
            return Hand(cards)


def _placed(cards: tuple[str, ...], seat: int, count: int, key: bytes) -> tuple[Placed, ...]:
    """Return random figures on random cards. Whether they are in time or late is also random, because that is sealed too."""
    late = bool(chance.pick(key, f"imagine/late/{seat}", 2)[0])
    figures, chosen = _shuffled(key, f"figures/{seat}", FIGURES), _shuffled(key, f"places/{seat}", cards)
    return tuple(Placed(figure, card, late) for figure, card in zip(figures[:count], chosen, strict=False))


def _shuffled[T](key: bytes, label: str, items: tuple[T, ...]) -> tuple[T, ...]:
    return chance.shuffle(key, f"imagine/{label}", items)[0]


def _rest(cards: Iterable[str], seen: Iterable[str]) -> tuple[str, ...]:
    return tuple((Counter(cards) - Counter(seen)).elements())
