"""What the pieces and choices of Night Post are called."""

from django.utils.translation import gettext_lazy

LETTERS = {
    "bill": gettext_lazy("bill"),
    "greeting": gettext_lazy("greeting"),
    "contract": gettext_lazy("contract"),
    "summons": gettext_lazy("summons"),
    "treaty": gettext_lazy("treaty"),
}
ROADS = {"valley": gettext_lazy("valley road"), "river": gettext_lazy("river road"), "ridge": gettext_lazy("ridge road")}
BAGS = {"town": gettext_lazy("town bag"), "court": gettext_lazy("court bag")}
ASKED = {
    "saddle": gettext_lazy("choose a road"),
    "offer": gettext_lazy("offer a letter or not"),
    "relay": gettext_lazy("join the relay or not"),
    "draw": gettext_lazy("draw a letter"),
    "stable": gettext_lazy("hire horses"),
    "packing": gettext_lazy("pack letters"),
}
LINES = {
    "relays": gettext_lazy("Letters offered as relays"),
    "joined": gettext_lazy("Relays joined"),
    "ridden": gettext_lazy("Letters carried by night"),
    "undelivered": gettext_lazy("Court letters left in hand"),
    "tiebreak": gettext_lazy("Tie-break: coins"),
}
