"""Packing two letters: a sealed choice of two decisions, made in one draft [S-5.1]."""

from collections import Counter
from collections.abc import Iterable

from engines.contract import IllegalAction, Pending
from engines.specimen.actions import Pack
from engines.specimen.content import content
from engines.specimen.desk import Desk
from engines.specimen.events import LetterPacked
from engines.specimen.state import Hand, Packing, Public, Seen

KIND = "packing"
ACTIONS = (Pack,)


def keys(public: Public) -> tuple[str, ...]:
    """Return the keys of tonight's choices, the same for all seats."""
    return tuple(f"packing/{public.night}/{number}" for number in range(content(public.version).limits.pack))


def asked_keys(public: Public) -> tuple[str, ...]:
    """Return the keys of tonight's packing decisions; none if no seat had more letters than it must pack."""
    has_choice = (courier.letters.total() > content(public.version).limits.pack for courier in public.couriers)
    return keys(public) if any(has_choice) else ()


def pending(public: Public) -> tuple[Pending, ...]:
    """Return a decision for every seat that has not packed enough yet [S-5.1]."""
    if not isinstance(public.task, Packing):
        return ()
    couriers = enumerate(public.couriers)
    return tuple(
        _decision(public, seat, courier.sealed) for seat, courier in couriers if courier.sealed < demanded(public, seat)
    )


def _decision(public: Public, seat: int, packed: int) -> Pending:
    """Return the decision of a seat; both letters share one clock."""
    all_keys = keys(public)
    return Pending(seat, KIND, all_keys[packed], sealed=True, continues=all_keys[packed - 1] if packed else "")


def legal(seen: Seen, pending: Pending) -> Iterable[Pack]:
    """Yield a choice for each letter that is not packed yet."""
    if seen.hand is not None:
        yield from (Pack(letter) for letter in sorted(unpacked(seen.hand)))


def apply(desk: Desk, seat: int, action: Pack) -> None:
    """Pack one letter; it stays in the hand until all packs are revealed [S-5.1]."""
    if action.letter not in unpacked(desk.hands[seat]):
        raise IllegalAction("not_your_letter", "S-5.1", letter=action.letter)
    pack(desk, seat, action.letter)


def pack(desk: Desk, seat: int, letter: str) -> None:
    """Mark one letter as packed."""
    desk.change_hand(seat, packed=tuple(sorted((*desk.hands[seat].packed, letter))))
    desk.change_courier(seat, sealed=desk.courier(seat).sealed + 1)
    desk.tell(LetterPacked(seat))


def unpacked(hand: Hand) -> Counter[str]:
    """Return the letters still free to be packed."""
    return Counter(hand.letters) - Counter(hand.packed)


def demanded(public: Public, seat: int) -> int:
    """Return how many letters a seat must pack: two, or all it has [S-5.1]."""
    return min(content(public.version).limits.pack, public.couriers[seat].letters.total())
