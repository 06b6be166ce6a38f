"""What a table page sends. Every field is checked for shape here and for truth in the services."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.forms.once import TOKEN, OnceForm
from tables.models import Consent

KEY = r"^[A-Za-z0-9_/.:-]{1,60}$"


class SlotForm(forms.Form):
    """Which decision is meant, and by which page: the record then held ``own_ply`` actions of this seat."""

    key = forms.RegexField(KEY)
    own_ply = forms.IntegerField(min_value=0, max_value=1_000_000, required=False)
    token = forms.RegexField(TOKEN, required=False)


class ActForm(SlotForm):
    """Something to be sent; ``token`` makes a retried request harmless."""

    own_ply = forms.IntegerField(min_value=0, max_value=1_000_000)
    token = forms.RegexField(TOKEN)


class ChatForm(OnceForm):
    """One line of chat."""

    text = forms.CharField(
        label=_("Say something to the table"),
        max_length=1000,
        help_text=_("Write @ and a name to have somebody at the table told by mail."),
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": 1000}),
    )


class NoteForm(forms.Form):
    """What somebody writes down for themselves."""

    text = forms.CharField(max_length=20_000, required=False)

    def clean_text(self) -> str:
        """Line ends as browsers count them."""
        return str(self.cleaned_data["text"]).replace("\r\n", "\n")


class FileForm(SlotForm):
    """A ranked list; the actions themselves are read by the engine's types."""

    how = forms.ChoiceField(choices=[("first", "first"), ("each", "each")], required=False)
    otherwise = forms.ChoiceField(choices=[("ask", "ask"), ("fallback", "fallback")], required=False)


class MatterForm(forms.Form):
    """What all players may agree to; ``seat`` and ``key`` name the decision more time is for, ``pace`` is the other one."""

    what = forms.ChoiceField(choices=Consent.What)
    pace = forms.CharField(max_length=80, required=False)
    seat = forms.IntegerField(min_value=0, max_value=100, required=False)
    key = forms.RegexField(KEY, required=False)


class OrderForm(forms.Form):
    """A change of standing orders; what is ordered is read by the game's presenter.

    ``number``: the order that is meant; with ``order`` the one in whose place the new one comes.
    """

    WAYS = ("order", "usual", "up", "pause", "use", "last", "end", "remove", "anew")

    do = forms.ChoiceField(choices=[(do, do) for do in WAYS])
    number = forms.IntegerField(min_value=0, required=False)
    lasting = forms.BooleanField(required=False)
    back = forms.ChoiceField(choices=[(part, part) for part in ("table", "panel", "orders")], required=False)
