"""The fields of the one-click form that opens a practice table."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from tables.forms.lobby import PracticeForm

register = template.Library()


@register.simple_tag
def practice_fields() -> SafeString:
    """The token of the form, and the field into which a browser writes its time zone."""
    form = PracticeForm()
    return mark_safe(f"{form['token']}{form['time_zone']}")  # noqa: S308  # both are drawn, and so escaped, by Django
