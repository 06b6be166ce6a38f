"""Form for comments on moves of finished games."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.forms.once import OnceForm
from tables.services.archive.comments import LENGTH


class CommentForm(OnceForm):
    """Comment on a move. The service checks its length, since it counts a line end as one character."""

    text = forms.CharField(label=_("Comment on this move"), widget=forms.Textarea({"rows": 3, "maxlength": LENGTH}))
