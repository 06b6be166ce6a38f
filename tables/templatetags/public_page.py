"""Metadata of public pages for search engines and other sites."""

from typing import Any

from django import template
from django.conf import settings
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from config import languages

register = template.Library()


@register.simple_tag(takes_context=True)
def public_page(context: Any, title: str, description: str) -> SafeString:
    """Return description, address without filters, and Open Graph tags. Pages without this tag ask not to be indexed."""
    address = settings.SITE_URL + context["request"].path
    locale = languages.locale(get_language())
    properties = {"type": "website", "site_name": "Staffetta", "title": title, "description": description, "url": address}
    tags = format_html_join("\n", '<meta property="og:{}" content="{}">', (properties | {"locale": locale}).items())
    markup = '<meta name="description" content="{}">\n<link rel="canonical" href="{}">\n{}'
    return format_html(markup, description, address, tags)
