"""Form of a button that continues a finished game at a practice table."""

from django import forms

from tables.forms.once import OnceForm

MOST = 100_000


class PlayOnForm(OnceForm):
    """Step of the replay after which the game continues, and the engine's seat that the user plays."""

    step = forms.IntegerField(min_value=0, max_value=MOST)
    seat = forms.IntegerField(min_value=0, max_value=MOST)
