"""Picture of a game on pages without a table."""

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tables.games.base import Presenter
from tables.games.registry import presenter

register = template.Library()


@register.simple_tag
def showcase(slug: str, part: str = "board") -> SafeString:
    """Return ``games/<slug>/_showcase_<part>.html`` with the presenter's context; empty if it has none."""
    game_presenter = presenter(slug)
    context = game_presenter.board.showcase()
    return render_to_string(game_presenter.template(f"_showcase_{part}.html"), dict(context)) if context else SafeString("")


@register.simple_tag
def showcase_words(show: Presenter, part: str) -> SafeString:
    """Return a game's text on the front page: ``_about.html``, or ``_caption.html`` for its picture."""
    context = {"engine": show.engine, "seats_most": show.engine.seat_range[-1]}
    return render_to_string(show.template(f"_{part}.html"), context)
