"""Fields of one-click forms that open a practice table."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from engines import registry
from tables.forms.lobby import PracticeForm, counts_of_bots, opponents_words
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
def bot_names() -> tuple[str, ...]:
    """Return the names of all bots."""
    return BOT_NAMES


@register.simple_tag
def how_many_bots(slug: str) -> str:
    """Return the words that ask for the number of bots in a game."""
    return opponents_words(counts_of_bots(registry.engine(slug)))
