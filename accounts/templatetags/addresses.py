"""Names in mails, whose readers may never have heard of who bears them."""

from django import template

from accounts import addresses

register = template.Library()
register.filter("without_addresses", addresses.without_addresses)
