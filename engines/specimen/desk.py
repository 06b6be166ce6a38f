"""The table while one action is carried out: the state so far, and what was told and drawn on the way."""

from typing import Any

from msgspec.structs import replace

from engines.contract import Draw, Step, Told
from engines.specimen.content import Bag, Content, content
from engines.specimen.events import Event
from engines.specimen.state import Backs, Courier, State, Task


class Desk:
    """Holds a scratch copy, so that a refusal half way leaves nothing behind."""

    def __init__(self, state: State) -> None:
        self.public = state.public
        self.hands = state.hands
        self.vault = state.vault
        self._events: list[Told[Event]] = []
        self._draws: list[Draw] = []

    @property
    def content(self) -> Content:
        """The facts this table plays with."""
        return content(self.public.version)

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.hands))

    def step(self) -> Step[State, Event]:
        """What the engine returns."""
        return Step(State(self.public, self.hands, self.vault), tuple(self._events), tuple(self._draws))

    def tell(
        self, event: Event, *, to: tuple[int, ...] | None = None, reveals: bool = False, opens: tuple[str, ...] = ()
    ) -> None:
        """Record an event; see :class:`engines.contract.Told`."""
        self._events.append(Told(event, to, reveals, opens))

    def drew(self, draw: Draw) -> None:
        """Record a random draw."""
        self._draws.append(draw)

    def change(self, **fields: Any) -> None:
        """Change what everybody knows."""
        self.public = replace(self.public, **fields)

    def courier(self, seat: int) -> Courier:
        """What everybody knows of a seat."""
        return self.public.couriers[seat]

    def change_courier(self, seat: int, **fields: Any) -> None:
        """Change what everybody knows of a seat."""
        self.change(couriers=_put(self.public.couriers, seat, replace(self.courier(seat), **fields)))

    def change_hand(self, seat: int, **fields: Any) -> None:
        """Change what one seat knows; everybody sees the backs of its letters."""
        self.hands = _put(self.hands, seat, replace(self.hands[seat], **fields))
        backs = [self.content.bag(letter) for letter in self.hands[seat].letters]
        self.change_courier(seat, letters=Backs(backs.count("town"), backs.count("court")))

    def score(self, seat: int, **points: int) -> None:
        """Add points to lines of a seat's tally."""
        tally = self.courier(seat).tally
        self.change_courier(seat, tally=replace(tally, **{line: getattr(tally, line) + more for line, more in points.items()}))

    def push(self, *tasks: Task) -> None:
        """Put tasks on top of the agenda: they come before everything else."""
        self.change(agenda=tasks + self.public.agenda)

    def pop(self) -> None:
        """Strike out the first task of the agenda."""
        self.change(agenda=self.public.agenda[1:])

    def take(self, seat: int, bag: Bag) -> str:
        """Move the top letter of a bag into a hand."""
        letter, *rest = self.vault.bag(bag)
        self.vault = replace(self.vault, **{bag: tuple(rest)})
        self.change(bags=replace(self.public.bags, **{bag: len(rest)}))
        self.change_hand(seat, letters=tuple(sorted((*self.hands[seat].letters, letter))))
        return letter

    def lose(self, seat: int, *letters: str) -> None:
        """Move letters of a hand out of the game, face up."""
        rest = list(self.hands[seat].letters)
        for letter in letters:
            rest.remove(letter)
        self.change_hand(seat, letters=tuple(rest))
        self.change(gone=self.public.gone + letters)


def _put[T](items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])
