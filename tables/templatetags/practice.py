"""Fields of one-click forms that open a practice table."""

from collections.abc import Sequence

from django import template
from django.utils.safestring import SafeString, mark_safe

from engines import registry
from tables.forms.bots import counts_of_bots, opponent_choices, opponents_words
from tables.forms.lobby import PracticeForm
from tables.forms.once import OnceForm
from tables.services.lobby.tables import BOT_NAMES

register = template.Library()


@register.simple_tag
def practice_fields() -> SafeString:
    """Return the form's token and the field for the browser's time zone."""
    form = PracticeForm()
    return mark_safe(f"{form['token']}{form['time_zone']}")  # noqa: S308  # both are drawn, and so escaped, by Django


@register.simple_tag
def once_field() -> SafeString:
    """Return the form's token alone."""
    return mark_safe(str(OnceForm()["token"]))  # noqa: S308  # drawn, and so escaped, by Django


@register.simple_tag
def all_bots() -> Sequence[tuple[str, list[tuple[str, str]]]]:
    """Return the names of all bots, each with the values and names of its levels."""
    return [(name, opponent_choices(name)) for name in BOT_NAMES]


@register.simple_tag
def how_many_bots(slug: str) -> str:
    """Return the words that ask for the number of bots in a game."""
    return opponents_words(counts_of_bots(registry.engine(slug)))
