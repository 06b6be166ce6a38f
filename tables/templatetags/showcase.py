"""A game's own picture on pages that belong to no table."""

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tables.games.registry import presenter

register = template.Library()


@register.simple_tag
def showcase(slug: str, part: str = "board") -> SafeString:
    """``games/<slug>/_showcase_<part>.html`` with what the game's presenter offers for it; nothing if it offers nothing."""
    show = presenter(slug)
    context = show.board.showcase()
    return render_to_string(show.template(f"_showcase_{part}.html"), dict(context)) if context else SafeString("")
