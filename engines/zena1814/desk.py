"""The table while one action is carried out: families, figures, decks and rows."""

from typing import Any

from msgspec.structs import replace

from engines.kit.desk import AgendaDesk, put
from engines.zena1814 import events
from engines.zena1814.content import FIGURES, Area, Content, Deck, Figure, Gain
from engines.zena1814.events import Event
from engines.zena1814.loader import content
from engines.zena1814.state import DrawCards, Family, Hand, Laid, Public, Reason, Row, Standing, Task, Vault


class Desk(AgendaDesk[Public, Hand, Vault, Event, Task]):
    """What families, their hands, the decks and the rows of cards go through."""

    @property
    def content(self) -> Content:
        """The facts this table plays with."""
        return content(self.public.version)

    def family(self, seat: int) -> Family:
        """What everybody sees of a seat."""
        return self.public.families[seat]

    def change_family(self, seat: int, **fields: Any) -> None:
        """Change what everybody sees of a seat."""
        self.change(families=put(self.public.families, seat, replace(self.family(seat), **fields)))

    def change_hand(self, seat: int, **fields: Any) -> None:
        """Change what one seat knows; everybody sees the backs of its cards [R-31]."""
        super().change_hand(seat, **fields)
        backs = [self.content.deck_of(card) for card in self.hands[seat].cards]
        self.change_family(seat, actions=backs.count("action"), goals=backs.count("goal"))

    def change_figure(self, seat: int, figure: Figure, **fields: Any) -> None:
        """Change where a figure stands or what is under it."""
        index, figures = FIGURES.index(figure), self.family(seat).figures
        self.change_family(seat, figures=put(figures, index, replace(figures[index], **fields)))

    def pay(self, seat: int, coins: int) -> None:
        """Coins go to the supply, which has no end [R-6]."""
        self.change_family(seat, coins=self.family(seat).coins - coins)

    def score(self, seat: int, line: str, points: int) -> None:
        """Add victory points to a line of a seat's tally."""
        tally = self.family(seat).tally
        self.change_family(seat, tally=replace(tally, **{line: getattr(tally, line) + points}))

    def gain(self, seat: int, line: str, gain: Gain) -> None:
        """Coins and points at once; cards are drawn before anything else happens [Z-8.7, Z-12.4]."""
        self.change_family(seat, coins=self.family(seat).coins + gain.coin)
        self.score(seat, line, gain.vp)
        if gain.card:
            self.push(DrawCards(seat, gain.card))

    def receive(self, seat: int, card: str) -> None:
        """A card comes to a hand, as its newest."""
        self.change_hand(seat, cards=(*self.hands[seat].cards, card))

    def lose(self, seat: int, card: str) -> None:
        """A card leaves a hand; of several alike the newest."""
        cards = self.hands[seat].cards
        index = len(cards) - 1 - cards[::-1].index(card)
        self.change_hand(seat, cards=(*cards[:index], *cards[index + 1 :]))

    def take_top(self, deck: Deck) -> str:
        """Take the top card of a deck one can draw from."""
        card, *rest = getattr(self.vault, deck)
        self.set_deck(deck, tuple(rest))
        return str(card)

    def put_under(self, deck: Deck, *cards: str) -> None:
        """Put cards under a deck, in this order [Z-15.2]."""
        self.set_deck(deck, (*getattr(self.vault, deck), *cards))

    def set_deck(self, deck: str, cards: tuple[str, ...]) -> None:
        """Replace a deck ("action", "goal", "fort" or "event"); everybody sees how many cards it holds."""
        self.vault = replace(self.vault, **{deck: cards})
        self.change(decks=replace(self.public.decks, **{deck: len(cards)}))

    def lay(self, area: Area, card: str) -> int:
        """A new card comes to the right end of a row [Z-7.4]; returns its number."""
        number = self.public.numbered + 1
        self.change(numbered=number)
        self._set_row(area, (*self.public.row(area), Laid(number, card)))
        return number

    def change_laid(self, number: int, **fields: Any) -> None:
        """Change a card in a row."""
        area, laid = self.public.laid(number)
        row = self.public.row(area)
        self._set_row(area, put(row, row.index(laid), replace(laid, **fields)))

    def shift(self, number: int, to: Area) -> None:
        """Move a trick card with its markers to the right end of another row [Z-18.8, Z-18.10]."""
        area, laid = self.public.laid(number)
        self._set_row(area, tuple(card for card in self.public.row(area) if card != laid))
        self._set_row(to, (*self.public.row(to), replace(laid, moved=True)))

    def lift(self, number: int, index: int) -> int:
        """Take the marker at a place (from 0) off a card, those below move up; returns its seat. It is in nobody's supply yet
        [Z-10.6]."""
        _, laid = self.public.laid(number)
        self.change_laid(number, markers=(*laid.markers[:index], *laid.markers[index + 1 :]))
        return laid.markers[index]

    def return_marker(self, seat: int) -> None:
        """A marker comes back to its owner's supply."""
        self.change_family(seat, supply=self.family(seat).supply + 1)

    def remove(self, number: int, reason: Reason) -> None:
        """A card leaves its row, its markers go back to their owners [Z-13.5]; a card of an area goes to the box [Z-1.11].

        Where a Fort card goes from here, unless it was pushed out, is up to the caller.
        """
        area, laid = self.public.laid(number)
        self._set_row(area, tuple(card for card in self.public.row(area) if card != laid))
        for seat in laid.markers:
            self.return_marker(seat)
        if area != "fort" or reason == "pushed_out":
            self.change(box=(*self.public.box, laid.card))
        self.tell(events.CardLeft(laid.card, number, area, reason))

    def _set_row(self, area: Area, cards: tuple[Laid, ...]) -> None:
        rows = self.public.rows
        index = next(index for index, row in enumerate(rows) if row.area == area)
        self.change(rows=put(rows, index, Row(area, cards)))


def standing(areas: tuple[Area, ...]) -> tuple[Standing, ...]:
    """Figures in these areas, in the order of ``FIGURES``."""
    return tuple(Standing(area) for area in areas)
