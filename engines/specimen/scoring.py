"""Points for delivered letters and for the hands at the end, and the ranking."""

from collections.abc import Mapping

from msgspec.structs import asdict

from engines.contract import Line, Outcome
from engines.kit.ranking import ranking
from engines.specimen.desk import Desk
from engines.specimen.events import DieRolled, RoadRidden
from engines.specimen.state import Public


def score_rides(desk: Desk, dice: Mapping[str, int]) -> None:
    """Reveal the dice and score every courier's pack by road, die and horses [S-5.3]."""
    for road_id, pips in dice.items():
        desk.reveal(DieRolled(road_id, pips))
    for seat in desk.seats:
        courier = desk.courier(seat)
        road = desk.content.roads[courier.road or ""]
        passed = dice[road.id] + courier.horses >= road.climb
        worths = [desk.content.letters[letter].worth + road.reward for letter in desk.hands[seat].packed]
        points = sum(worths) if passed else desk.content.limits.late * len(worths)
        desk.score(seat, ridden=points)
        desk.tell(RoadRidden(seat, passed, points))


def score_hands(desk: Desk, hands: tuple[tuple[str, ...], ...]) -> None:
    """Take away points for court letters still in hand [S-6.2]."""
    for seat, letters in enumerate(hands):
        court = sum(desk.content.bag(letter) == "court" for letter in letters)
        desk.score(seat, undelivered=-court * desk.content.limits.undelivered)


def outcome(public: Public) -> Outcome | None:
    """Return the result, or None until the game is over.

    Points decide, then coins; further ties share the finishing place [S-6.3].
    """
    if public.ended is None:
        return None
    scores = tuple(courier.tally.total() for courier in public.couriers)
    coins = tuple(courier.coins for courier in public.couriers)
    return Outcome(
        ranking=ranking(tuple(zip(scores, coins, strict=True))),
        scores=scores,
        breakdown=tuple(_lines(public, seat) for seat in range(len(scores))),
        reason=public.ended,
        tiebreak=coins,
    )


def _lines(public: Public, seat: int) -> tuple[Line, ...]:
    return tuple(Line(code, points) for code, points in asdict(public.couriers[seat].tally).items())
