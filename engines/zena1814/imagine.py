"""Some state a viewer cannot tell from the true one: all it does not see is dealt and sealed anew."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engines import chance
from engines.zena1814.content import DECKS, FIGURES, Content, Deck
from engines.zena1814.loader import content
from engines.zena1814.state import AskDiscards, AskPass, Hand, Placed, PlaceFigures, Public, Seen, State, Vault


def imagine(seen: Seen, key: bytes) -> State:
    """Deal the unseen cards to hands and decks by their backs, and let lots and dice come from another key."""
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
    """Shuffle what is left of each deck but the Forts that everybody knows; lots and dice come from another key."""
    vault = state.vault
    known = len(vault.fort) - len(state.public.under)
    fresh = Vault(
        key,
        action=chance.shuffle(key, "redraw/action", vault.action)[0],
        goal=chance.shuffle(key, "redraw/goal", vault.goal)[0],
        fort=(*chance.shuffle(key, "redraw/fort", vault.fort[:known])[0], *vault.fort[known:]),
        event=chance.shuffle(key, "redraw/event", vault.event)[0],
        boxed_event=vault.boxed_event,
    )
    return replace(state, vault=fresh)


def _unseen(seen: Seen, facts: Content, deck: Deck) -> tuple[str, ...]:
    """The cards of a kind that this viewer has not seen: not in a row, the box, its own hand, or opened at the end."""
    public = seen.public
    if deck == "action":
        return _rest(facts.action_deck(public.mode), _outside(seen))
    own = seen.hand.cards if seen.hand is not None else ()
    every = facts.goal_deck() if public.mode == "expert" else ()
    return _rest(every, (card for goals in public.goals for card in goals) if public.goals else own)


def _outside(seen: Seen) -> tuple[str, ...]:
    """The cards that this viewer knows to be in no deck: in a row, the box or its own hand."""
    laid = (card.card for row in seen.public.rows for card in row.cards)
    return (*laid, *seen.public.box, *(seen.hand.cards if seen.hand is not None else ()))


def _actions(seen: Seen, facts: Content, key: bytes) -> tuple[str, ...]:
    """The unseen action cards, those for the hands first. What figures were placed with went back into the deck [Z-4.4]: a
    hand holds no more of it than was drawn from there since."""
    unseen = _shuffled(key, "action", _unseen(seen, facts, "action"))
    held = sum(family.actions for seat, family in enumerate(seen.public.families) if seat != seen.seat)
    never_back, drawn = _never_back(seen, facts)
    hands: list[str] = []
    deck: list[str] = []
    for card in unseen:
        if len(hands) == held or not (never_back[card] or drawn):
            deck.append(card)
            continue
        hands.append(card)
        if never_back[card]:
            never_back[card] -= 1
        else:
            drawn -= 1
    return unseen if (*hands, *deck) == unseen else (*hands, *_shuffled(key, "action/deck", tuple(deck)))


def _never_back(seen: Seen, facts: Content) -> tuple[Counter[str], int]:
    """Of the unseen copies those that never went back into the deck, and how many others may have been drawn and be in a hand.

    Goals are dealt to nobody, so those that are held were drawn, and no action card in their place.
    """
    public, outside = seen.public, Counter(card for card in _outside(seen) if facts.deck_of(card) == "action")
    kept = Counter(facts.action_deck(public.mode)) - Counter(card for cards in public.dealt for card in cards)
    drawn = public.drawn - sum(family.goals for family in public.families)
    return kept - outside, max(0, drawn - (outside - kept).total())


def _forts(public: Public, facts: Content, key: bytes) -> tuple[str, ...]:
    """Those nobody has seen in any order, then those that everybody knows below them [Z-16.15]."""
    if public.mode == "beginner":
        return ()
    seen = (*(laid.card for laid in public.row("fort")), *public.won, *public.box, *public.under)
    return (*_shuffled(key, "fort", _rest((fort.id for fort in facts.forts), seen)), *public.under)


def _hand(public: Public, seat: int, stock: dict[Deck, Iterator[str]], key: bytes) -> Hand:
    """A hand with the backs everybody sees, in any order of receipt; what it sealed is any of what it could have sealed."""
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
    """Any figures on any cards, in time or not: that is sealed, too."""
    late = bool(chance.pick(key, f"imagine/late/{seat}", 2)[0])
    figures, chosen = _shuffled(key, f"figures/{seat}", FIGURES), _shuffled(key, f"places/{seat}", cards)
    return tuple(Placed(figure, card, late) for figure, card in zip(figures[:count], chosen, strict=False))


def _shuffled[T](key: bytes, label: str, items: tuple[T, ...]) -> tuple[T, ...]:
    return chance.shuffle(key, f"imagine/{label}", items)[0]


def _rest(every: Iterable[str], seen: Iterable[str]) -> tuple[str, ...]:
    return tuple((Counter(every) - Counter(seen)).elements())
