"""Forms for quiet hours and absences."""

from datetime import date, datetime, time, timedelta, tzinfo

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.clock import HOUR

NIGHT = (time(22), time(8))


class QuietForm(forms.Form):
    """Start and end of the quiet hours."""

    start = forms.TimeField(label=_("From"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))
    until = forms.TimeField(label=_("Until"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))

    def quiet(self) -> tuple[int, int]:
        """Return start and end in minutes of the day."""
        start, until = (self.cleaned_data[name] for name in ("start", "until"))
        return start.hour * HOUR + start.minute, until.hour * HOUR + until.minute


class AwayForm(forms.Form):
    """First and last day of an absence."""

    first = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))

    def span(self, zone: tzinfo, now: datetime) -> tuple[datetime, datetime]:
        """Return start and end of the absence: from the first day (now, if it is today) to the end of the last day."""
        first, last = self.cleaned_data["first"], self.cleaned_data["last"]
        is_today = first == now.astimezone(zone).date()
        return now if is_today else _midnight(first, zone), _midnight(last + timedelta(days=1), zone)


def _midnight(day: date, zone: tzinfo) -> datetime:
    return datetime.combine(day, time(), zone)
