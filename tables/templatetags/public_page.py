"""What search engines and other sites are told of a page that everybody may read."""

from typing import Any

from django import template
from django.conf import settings
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tables.present.archive.previews import LOCALES

register = template.Library()


@register.simple_tag(takes_context=True)
def public_page(context: Any, title: str, description: str) -> SafeString:
    """Its description, its address without any filters, and Open Graph tags. A page without this tag asks not to be listed."""
    address = settings.SITE_URL + context["request"].path
    locale = LOCALES.get(get_language() or "", LOCALES["en"])
    said = {"type": "website", "site_name": "Staffetta", "title": title, "description": description, "url": address}
    tags = format_html_join("\n", '<meta property="og:{}" content="{}">', (said | {"locale": locale}).items())
    plain = '<meta name="description" content="{}">\n<link rel="canonical" href="{}">\n{}'
    return format_html(plain, description, address, tags)
