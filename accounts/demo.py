"""Four demo users, and players against them. They can be created only outside production."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction

from accounts.models import User

# This password is public.
PASSWORD = "staffetta"  # noqa: S105
PEOPLE = {
    "anna": {"display_name": "Anna", "language": "en", "time_zone": "Europe/London"},
    "bruno": {"display_name": "Bruno", "language": "de", "time_zone": "Europe/Berlin"},
    "chiara": {"display_name": "Chiara", "language": "it", "time_zone": "Europe/Rome"},
    "dario": {"display_name": "Dario", "language": "en", "time_zone": "America/New_York"},
}
# They have no password, and fill the demo’s season.
PLAYERS = {
    "elena": {"display_name": "Elena", "language": "it", "time_zone": "Europe/Rome"},
    "fritz": {"display_name": "Fritz", "language": "de", "time_zone": "Europe/Vienna"},
    "greta": {"display_name": "Greta", "language": "de", "time_zone": "Europe/Zurich"},
    "harold": {"display_name": "Harold", "language": "en", "time_zone": "Europe/London"},
    "irene": {"display_name": "Irene", "language": "it", "time_zone": "Europe/Rome"},
}


def address(name: str) -> str:
    """Return the sign-in address of ``name``. No email is ever delivered to the domain .test."""
    return f"{name}@demo.test"


def create_demo_users() -> dict[str, User]:
    """Create anna, bruno, chiara and dario with a confirmed address and PASSWORD, or reset those that exist.

    Return them by name. Raises ImproperlyConfigured under production settings.
    """
    if settings.PRODUCTION:
        raise ImproperlyConfigured("Demo users have a password that everybody knows; production refuses to make them.")
    with transaction.atomic():
        return {name: _person(address(name), **fields) for name, fields in PEOPLE.items()}


def create_demo_players() -> dict[str, User]:
    """Create further players, to whom nobody can sign in, and return them by name.

    Raises ImproperlyConfigured under production settings.
    """
    if settings.PRODUCTION:
        raise ImproperlyConfigured("Production refuses to make demo users.")
    players = {}
    for name, fields in PLAYERS.items():
        players[name], is_new = User.objects.get_or_create(email=address(name), defaults={**fields, "is_demo": True})
        if is_new:
            players[name].set_unusable_password()
            players[name].save(update_fields=["password"])
    return players


def _person(email: str, **fields: str) -> User:
    user, _created = User.objects.get_or_create(email=email, defaults={**fields, "is_demo": True})
    user.set_password(PASSWORD)
    user.is_demo = True
    user.save(update_fields=["password", "is_demo"])
    EmailAddress.objects.update_or_create(user=user, email=email, defaults={"verified": True, "primary": True})
    return user
