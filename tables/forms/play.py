"""Forms of a table page. They check the format of every field; the services check its content."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.forms.once import TOKEN, OnceForm
from tables.models import ChatMessage, Consent

KEY = r"^[A-Za-z0-9_/.:-]{1,60}$"


class SlotForm(forms.Form):
    """Decision that the page refers to. ``own_ply``: number of the seat's recorded actions when the page was made."""

    key = forms.RegexField(KEY)
    own_ply = forms.IntegerField(min_value=0, max_value=1_000_000, required=False)
    token = forms.RegexField(TOKEN, required=False)


class ActForm(SlotForm):
    """Request that changes something; ``token`` makes a retry harmless."""

    own_ply = forms.IntegerField(min_value=0, max_value=1_000_000)
    token = forms.RegexField(TOKEN)


class ChatForm(OnceForm):
    """Line of the table's chat."""

    text = forms.CharField(
        label=_("Message to the table"),
        max_length=ChatMessage.LONGEST,
        help_text=_("Type @ and a name to notify someone at the table by email."),
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": ChatMessage.LONGEST}),
    )


class NoteForm(forms.Form):
    """Private note of a user."""

    text = forms.CharField(max_length=20_000, required=False)

    def clean_text(self) -> str:
        """Return the text with line ends as browsers count them."""
        return str(self.cleaned_data["text"]).replace("\r\n", "\n")


class FileForm(SlotForm):
    """Queued turn as a ranked list; the engine's types parse the actions."""

    how = forms.ChoiceField(choices=[("first", "first"), ("each", "each")], required=False)
    otherwise = forms.ChoiceField(choices=[("ask", "ask"), ("fallback", "fallback")], required=False)


class MatterForm(forms.Form):
    """Proposal to all players. ``seat`` and ``key`` name the decision that needs more time, ``pace`` is the new pace."""

    what = forms.ChoiceField(choices=Consent.What)
    pace = forms.CharField(max_length=80, required=False)
    seat = forms.IntegerField(min_value=0, max_value=100, required=False)
    key = forms.RegexField(KEY, required=False)


class OrderForm(forms.Form):
    """Change of standing orders; the game's presenter parses the order.

    ``number`` names an existing order; together with ``order``, the new order replaces it. ``above`` names the order shown
    above it.
    """

    ACTIONS = ("order", "usual", "up", "pause", "use", "last", "end", "remove", "anew")

    do = forms.ChoiceField(choices=[(do, do) for do in ACTIONS])
    number = forms.IntegerField(min_value=0, required=False)
    above = forms.IntegerField(min_value=0, required=False)
    lasting = forms.BooleanField(required=False)
    back = forms.ChoiceField(choices=[(part, part) for part in ("table", "panel", "orders")], required=False)
