"""Template filters for names in sentences: in emails to strangers, and in any script."""

from django import template
from django.template.defaultfilters import stringfilter

from accounts import addresses
from config import characters

register = template.Library()
register.filter("without_addresses", stringfilter(addresses.without_addresses))
register.filter("isolated", stringfilter(characters.isolated))
