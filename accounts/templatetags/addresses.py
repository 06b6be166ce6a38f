"""Names in mails, whose readers may never have heard of who bears them."""

from django import template
from django.template.defaultfilters import stringfilter

from accounts import addresses

register = template.Library()
register.filter("without_addresses", stringfilter(addresses.without_addresses))
