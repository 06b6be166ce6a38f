"""Links for moves and rounds mentioned in a chat line."""

from django import template
from django.utils.safestring import SafeString

from tables.models import Table
from tables.present.play import references

register = template.Library()


@register.filter
def linked(text: str, table: Table) -> SafeString:
    """Return the line as HTML, with links from moves and rounds to their positions."""
    return references.linked(text, table)
