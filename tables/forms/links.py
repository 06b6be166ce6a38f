"""Form of the page behind a link in an email."""

from django import forms

from tables.forms.once import TOKEN

CODE_LENGTH = 12
CODE = rf"^[0-9a-f]{{{CODE_LENGTH}}}$"


class LinkForm(forms.Form):
    """Choice of an option. ``own_ply``: number of the seat's recorded actions. ``token`` makes a retry harmless."""

    choice = forms.RegexField(CODE)
    own_ply = forms.IntegerField(min_value=0, max_value=1_000_000)
    token = forms.RegexField(TOKEN)
