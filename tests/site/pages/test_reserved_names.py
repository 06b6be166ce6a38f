"""Reserved names: no user may have the name of a bot, the steward, or a player who has left."""

import pytest
from django.conf import settings
from django.utils import translation

from accounts import reserved
from accounts.models import User
from tables import pseudonyms
from tables.models import Seat, Tenure
from tables.present.seats import seating, tenures
from tables.present.staff import operating
from tables.services.lobby.tables import BOT_NAMES

LANGUAGES = [code for code, _name in settings.LANGUAGES]


def shown_instead_of_names():
    """Return the texts that a page can show in place of a player's name."""
    left, hiding = Seat(), User(display_name="Anna", hides_name=True)
    return [
        str(User()),
        seating.seat_name(left),
        seating.archive_name(left),
        seating.archive_person(hiding),
        seating.pseudonym_words(pseudonyms.new()),
        seating.pseudonym_words("Former player 7F3A"),
        tenures._who(Tenure(bot=tenures.STEWARD), str),
        operating.holder(left),
        *BOT_NAMES,
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_for_somebody_is_nobodys_name(language):
    with translation.override(language):
        shown = shown_instead_of_names()
    for name in shown:
        for written in (name, name.upper(), f"{name} 2", name.replace("e", "\u0435"), name.replace(" ", ".")):
            assert reserved.is_reserved(written), written


@pytest.mark.parametrize(
    "name", ["Steward", "Verwalter", "Reggente", "Former player 7F3A", "Ex giocatore 9", "Ehemaliges Mitglied"]
)
def test_in_plain_words(name):
    assert reserved.is_reserved(name)
    assert not reserved.is_reserved(f"Anna {name[:4]}")
