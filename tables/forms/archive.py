"""Looking for finished games."""

from django import forms
from django.utils.translation import gettext_lazy as _

from engines import registry
from tables.selectors.archive import Order, Search

ORDERS = {
    Order.NEWEST: _("newest first"),
    Order.OLDEST: _("oldest first"),
    Order.LONGEST: _("most moves first"),
    Order.SHORTEST: _("fewest moves first"),
}
MOST_SEATS = 5


class SearchForm(forms.Form):
    """The filters of the archive; every field may stay empty."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    player = forms.CharField(label=_("Player"), required=False, max_length=60)
    seats = forms.TypedChoiceField(label=_("Number of players"), required=False, coerce=int, empty_value=None)
    order = forms.ChoiceField(
        label=_("Sorted"), required=False, choices=[(order.value, words) for order, words in ORDERS.items()]
    )
    since = forms.DateField(label=_("Ended from"), required=False, widget=forms.DateInput({"type": "date"}))
    until = forms.DateField(label=_("Ended until"), required=False, widget=forms.DateInput({"type": "date"}))

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        games = [(engine.slug, engine.title) for engine in registry.engines()]
        self.fields["game"].choices = [("", _("all games")), *games]  # type: ignore[attr-defined]
        self.fields["seats"].choices = [("", _("any number")), *((n, n) for n in range(2, MOST_SEATS + 1))]  # type: ignore[attr-defined]

    def search(self) -> Search:
        """What was asked for; call it on a valid form."""
        asked = dict(self.cleaned_data)
        return Search(**asked | {"order": Order(asked["order"] or Order.NEWEST)})
