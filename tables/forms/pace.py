"""Forms for a custom pace, each part in hours or days."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tables import paces
from tables.clock import DAY, HOUR, PACES, Pace
from tables.forms.once import OnceForm
from tables.present.time.paces import pace_choices, span

LONGEST = 999
UNITS = [(HOUR, _("hours")), (DAY, _("days"))]
PATTERN = PACES["three"]


class SpanWidget(forms.MultiWidget):
    """Widget for a number and its unit."""

    use_fieldset = True

    def __init__(self) -> None:
        # The field has no type="number": a browser would report an error in a hidden field that nobody could correct.
        number = forms.TextInput(attrs={"inputmode": "numeric", "size": 3, "maxlength": 3, "aria-label": _("How many?")})
        super().__init__([number, forms.Select(choices=UNITS, attrs={"aria-label": _("Unit")})])

    def decompress(self, value: int | None) -> list[int | None]:
        if value is None:
            return [None, HOUR]
        unit = DAY if value and value % DAY == 0 else HOUR
        return [value // unit, unit]


class SpanField(forms.MultiValueField):
    """A length of time in minutes, typed in whole hours or days."""

    widget = SpanWidget

    def __init__(self, **kwargs: Any) -> None:
        fields = (
            forms.IntegerField(min_value=0, max_value=LONGEST),
            forms.TypedChoiceField(choices=UNITS, coerce=int),
        )
        super().__init__(fields, **kwargs)

    def compress(self, data_list: Sequence[Any]) -> int | None:
        return data_list[0] * data_list[1] if data_list else None


class PaceForm(forms.Form):
    """All parts of a custom pace; used only if none of the offered paces is chosen."""

    use_required_attribute = False

    decision = SpanField(label=_("For each decision"), help_text=_("From 1 hour to 30 days."))
    reply = SpanField(
        label=_("For a reaction"),
        help_text=_("For reacting to another player’s move. It can’t be longer than the time for a decision."),
    )
    grace = SpanField(label=_("Grace period"), help_text=_("Extra time after that, at no cost. 2 days at most."))
    bank = SpanField(
        label=_("Initial time bank"), help_text=_("Used when the time and grace period have run out. Can be zero.")
    )
    increment = SpanField(label=_("Added for each deadline met"), help_text=_("7 days at most."))
    cap = SpanField(label=_("Time bank limit"), help_text=_("60 days at most."))
    weekends = forms.ChoiceField(
        label=_("Saturdays and Sundays"),
        choices=[("on", _("count like all other days")), ("off", _("stop the clocks (in each player’s time zone)"))],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        initial = {part: getattr(PATTERN, part) for part in paces.LIMITS}
        super().__init__(*args, **kwargs | {"initial": initial})

    def clean(self) -> dict[str, Any]:
        """Add the faults of each part to its field, once all parts have a valid format."""
        cleaned = self.cleaned_data
        if not self.errors:
            for fault in paces.faults(self.pace()):
                self.add_error(fault.part, self._words(fault))
        return cleaned

    def pace(self) -> Pace:
        """Return the pace from the input."""
        minutes = {part: self.cleaned_data[part] for part in paces.LIMITS}
        return Pace(paces.CUSTOM, **minutes, weekends=self.cleaned_data["weekends"] == "on")

    def _words(self, fault: paces.Fault) -> str:
        if fault.limits is None:
            return str(_("This can’t be more than “%(other)s”.") % {"other": self.fields[fault.above].label})
        least, most = (span(minutes) for minutes in fault.limits)
        if not fault.limits.least:
            return str(_("At most %(most)s.") % {"most": most})
        return str(_("From %(least)s to %(most)s.") % {"least": least, "most": most})


class OtherPaceForm(OnceForm):
    """Different pace for a running game; ``PaceForm`` next to it takes a custom one."""

    pace = forms.ChoiceField(label=_("Pace"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice = cast(forms.ChoiceField, self.fields["pace"])
        choice.choices = [*pace_choices(), (paces.CUSTOM, _("another pace (set below)"))]


def excused_words(count: int) -> str:
    """Return the choice for a number of missed deadlines in a row that a table excuses."""
    if not count:
        return str(_("none"))
    return str(ngettext_lazy("%(count)d in a row", "%(count)d in a row", count) % {"count": count})
