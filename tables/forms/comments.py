"""Saying something about a move of a finished game."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.forms.once import OnceForm
from tables.services.archive.comments import LENGTH


class CommentForm(OnceForm):
    """One comment; the service measures it, for a line end is one character there."""

    text = forms.CharField(label=_("Say something about this move"), widget=forms.Textarea({"rows": 3, "maxlength": LENGTH}))
