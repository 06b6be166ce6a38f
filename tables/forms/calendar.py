"""When somebody plays: quiet hours and absences, as a person types them."""

from datetime import date, datetime, time, timedelta, tzinfo

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.clock import HOUR

NIGHT = (time(22), time(8))


class QuietForm(forms.Form):
    """The two ends of the quiet hours."""

    start = forms.TimeField(label=_("From"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))
    until = forms.TimeField(label=_("Until"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))

    def quiet(self) -> tuple[int, int]:
        """Both ends in minutes of the day."""
        start, until = (self.cleaned_data[name] for name in ("start", "until"))
        return start.hour * HOUR + start.minute, until.hour * HOUR + until.minute


class AwayForm(forms.Form):
    """An absence: its first and its last day."""

    first = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))

    def span(self, zone: tzinfo, now: datetime) -> tuple[datetime, datetime]:
        """From the beginning of the first day, or from now on if that is today, to the end of the last."""
        first, last = self.cleaned_data["first"], self.cleaned_data["last"]
        is_today = first == now.astimezone(zone).date()
        return now if is_today else _midnight(first, zone), _midnight(last + timedelta(days=1), zone)


def _midnight(day: date, zone: tzinfo) -> datetime:
    return datetime.combine(day, time(), zone)
