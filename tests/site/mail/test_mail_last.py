"""Line “Only you are left” in emails: shown only if it is public that all other players have answered."""

import pytest

from engines import registry
from engines.contract import When
from tables.mail.asking import is_last
from tables.mail.compose import compose
from tables.models import Notification
from tables.services.play import preparing
from tests.engines.walks import Setup, options_of, states
from tests.site import factories
from tests.site.factories import NOW

SAID = "Only you are left"


@pytest.mark.parametrize("game", [engine.slug for engine in registry.engines(specimens=True)])
def test_it_follows_from_what_all_know_and_everybody_else_was_asked_before(game):
    engine = registry.engine(game)
    for options in options_of(engine):
        asked: set[tuple[int, str]] = set()
        for state in states(Setup(game, options, list(engine.seat_range)[:3][-1], 2)):
            pending = engine.pending(state.public)
            asked |= {(one.seat, one.key) for one in pending if one.when is When.NOW}
            for one in pending:
                if one.when is not When.MAY and is_last(game, state.public, one):
                    others = {(other.seat, other.key) for other in pending if other.key == one.key} - {(one.seat, one.key)}
                    assert others
                    assert others <= asked, "somebody who was never asked has not answered"


@pytest.mark.database
@pytest.mark.django_db
def test_a_letter_says_it_once_the_others_have_sealed_and_not_for_what_they_prepare():
    people = [factories.person(name) for name in ("Anna", "Berto", "Carla")]
    table = factories.running_table(*people, game="gonzaga", now=NOW)
    anna, berto, carla = (factories.seat_of(table, user) for user in people)

    def letter():
        return compose(list(Notification.objects.filter(recipient=people[0]).order_by("pk")), now=NOW).body

    def plan(seat):
        return factories.legal(seat, factories.waiting(table, seat)[0])[0]

    assert SAID not in letter()
    factories.send(berto, plan(berto))
    assert SAID not in letter()
    preparing.save_draft(seat_id=carla.pk, key=factories.decision(carla).key, actions=[plan(carla)], now=NOW)
    assert SAID not in letter()
    factories.send(carla, plan(carla))
    assert SAID in letter()
    factories.send(anna, plan(anna))
    assert SAID not in letter()
