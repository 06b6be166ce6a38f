"""Filter for the statistics of finished games."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from engines.contract import Engine
from tables.games.base import Presenter
from tables.selectors.archive.statistics import Cut


class CutForm(forms.Form):
    """Number of players and variant of one game, if it has variants; both may stay empty."""

    seats = forms.TypedChoiceField(label=_("Number of players"), required=False, coerce=int, empty_value=None)
    variant = forms.ChoiceField(required=False)

    def __init__(self, data: Any, *, engine: Engine, show: Presenter) -> None:
        super().__init__(data)
        self.game = engine.slug
        self.facet, field = next(
            ((name, field) for name, field in show.archive.facet_fields().items() if field.choices), ("", None)
        )
        counts = [(count, _players(count)) for count in engine.seat_range]
        self.fields["seats"].choices = [("", _("any number")), *counts]  # type: ignore[attr-defined]  # a field of choices
        if field is None:
            del self.fields["variant"]
            return
        self.fields["variant"].choices = [("", _("all")), *field.choices.items()]  # type: ignore[attr-defined]  # a field of choices
        self.fields["variant"].label = field.label

    def cut(self) -> Cut:
        """Return the chosen filter. The form must be valid."""
        variant = self.cleaned_data.get("variant", "")
        return Cut(self.game, self.cleaned_data["seats"], self.facet if variant else "", variant)


def _players(count: int) -> str:
    return ngettext("%(count)d player", "%(count)d players", count) % {"count": count}
