"""Forms of events: opening, finding, and the organiser's actions."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django import forms
from django.conf import settings
from django.core.validators import RegexValidator
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST
from engines.contract import Engine
from tables.clock import PACES, Pace
from tables.errors import Code, Refusal
from tables.forms.once import OnceForm
from tables.games.kit.inputs import PresetField
from tables.models import Club, Event
from tables.paces import CUSTOM
from tables.present import refusals
from tables.present.time.paces import pace_choices
from tables.selectors.events.listing import Wanted
from tables.services.events import opening
from tables.services.events.opening import (
    ABSENCE_DAYS,
    GROUPS,
    MOST_PLAYERS,
    NOTICE_HOURS,
    ROUND_DAYS,
    ROUNDS,
    SIGN_UP_DAYS,
    NewEvent,
)
from tables.services.lobby.admission import CONDITIONS, LEAST_RATING, MOST_RATING

Format = Event.Format
# Field at which a refusal of the service is shown.
FIELD_OF: Mapping[str, str] = {
    Code.EVENT_NAME: "name",
    Code.ADDRESS_IN_NAME: "name",
    Code.EVENT_SEATS: "seats",
    Code.EVENT_ROUNDS: "round_count",
    Code.EVENT_GROUPS: "group_count",
    Code.EVENT_PLAYERS: "least",
    Code.EVENT_DEAL: "same_deal",
    Code.BAD_PACE: "pace",
    Code.BAD_CONDITION: "max_rating",
}


def _seat(value: str) -> tuple[int, int]:
    table, number = value.split("-")
    return int(table), int(number)


def _number(label: Any, limits: range, initial: int, help_text: Any = "") -> PresetField:
    return PresetField(label=label, min_value=limits[0], max_value=limits[-1], initial=initial, help_text=help_text)


class EventForm(OnceForm):
    """New event of one game. The game's own options are a second form from its presenter."""

    name = forms.CharField(label=_("Name of the event"), max_length=opening.LONGEST_NAME)
    text = forms.CharField(
        label=_("Description"), max_length=opening.LONGEST_TEXT, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    format = forms.ChoiceField(
        label=_("Format"),
        widget=forms.RadioSelect,
        initial=Format.CUP,
        choices=[
            (Format.MATCH, _("Pairs: two games with exchanged seats in each round, with 2 at a table")),
            (Format.KNOCKOUT, _("Knock-out for 2 at a table: who loses the pairing is out")),
            (Format.CUP, _("Cup: rounds with 3 to 5 at a table, with new opponents each time if possible")),
            (Format.SEASON, _("Season: divisions with 3 to 5 at a table, all games at the same time; the next season follows")),
            (Format.GROUPS, _("Groups with 3 to 5 at a table, then a final")),
        ],
    )
    seats = forms.TypedChoiceField(
        label=_("Players at a table"), coerce=int, help_text=_("For cups, seasons and groups. Pairs and knock-outs have two.")
    )
    round_count = _number(
        _("Rounds"),
        ROUNDS,
        3,
        _(
            "For pairs and cups. If everybody can meet everybody once, the event has as many rounds as that takes: in "
            "pairs up to ten players, in cups for some numbers of players."
        ),
    )
    group_count = _number(_("Groups"), GROUPS, 3, _("For groups and a final, at most as many as players at a table."))
    round_days = _number(_("Days for a round"), ROUND_DAYS, 30, _("Then the steward plays the rest of the games."))
    pace = forms.ChoiceField(label=_("Pace"), widget=forms.RadioSelect, initial=next(iter(PACES)))
    absence_days = _number(
        _("Days of absence"), ABSENCE_DAYS, 7, _("Announced absences stop a player’s clocks for so many days in total.")
    )
    notice_hours = forms.TypedChoiceField(
        label=_("Hours before a round"),
        coerce=int,
        empty_value=0,  # type: ignore[arg-type]  # the stubs know only texts here
        required=False,
        choices=[(hours, hours) for hours in NOTICE_HOURS],
        help_text=_("The draw is shown for so many hours before the tables open. Until then, you can exchange seats."),
    )
    sign_up_days = _number(_("Days for signing up"), SIGN_UP_DAYS, 7)
    least = PresetField(label=_("Players, at least"), min_value=2, max_value=MOST_PLAYERS, initial=6)
    most = PresetField(label=_("Players, at most"), min_value=2, max_value=MOST_PLAYERS, initial=32)
    same_deal = forms.BooleanField(
        label=_("Same deal for all tables of a round"),
        required=False,
        help_text=_("For pairs, knock-outs and cups. Other tables of the round stay hidden until its end."),
    )
    bots = forms.BooleanField(label=_("Bots fill tables"), required=False, help_text=_("They have no standing."))
    min_reliability = forms.TypedChoiceField(label=_("Deadlines met"), coerce=int, empty_value=0, required=False)  # type: ignore[arg-type]  # the stubs know only texts here
    min_rating = forms.IntegerField(label=_("Minimum rating"), required=False, min_value=LEAST_RATING, max_value=MOST_RATING)
    max_rating = forms.IntegerField(label=_("Maximum rating"), required=False, min_value=LEAST_RATING, max_value=MOST_RATING)
    language = forms.ChoiceField(label=_("Language"), required=False)

    def __init__(self, *args: Any, engine: Engine, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choice(self, "seats").choices = [(count, count) for count in engine.seat_range]
        self.fields["seats"].initial = max(engine.seat_range)
        _choice(self, "pace").choices = [*pace_choices(), (CUSTOM, _("another pace (set below)"))]
        _choice(self, "min_reliability").choices = [
            (share, _("at least %(share)d of 100") % {"share": share} if share else _("any")) for share in CONDITIONS
        ]
        _choice(self, "language").choices = [("", _("any")), *settings.LANGUAGES]

    def main_fields(self) -> list[forms.BoundField]:
        """Return the fields that every organiser chooses, before the pace's own parts."""
        return [self[name] for name in ("name", "text", "format", "seats", "round_count", "group_count", "round_days", "pace")]

    def more_fields(self) -> list[forms.BoundField]:
        """Return the fields about players and tables."""
        return [self[name] for name in ("absence_days", "notice_hours", "sign_up_days", "least", "most", "same_deal", "bots")]

    def admission_fields(self) -> list[forms.BoundField]:
        """Return the conditions for signing up."""
        return [self[name] for name in ("min_reliability", "min_rating", "max_rating", "language")]

    def has_faulty_admission(self) -> bool:
        """Return whether a condition has an error; the page then shows the section open."""
        return any(field.errors for field in self.admission_fields())

    def refuse(self, refusal: Refusal, game: str) -> None:
        """Show the refusal of the service at the field that it is about, or above the form."""
        self.add_error(FIELD_OF.get(refusal.code), refusals.words(refusal, game))

    def new_event(self, game: str, options: dict[str, Any], pace: Pace, club: Club | None) -> NewEvent:
        """Return the organiser's choices for the service. Numbers that the format does not need are ignored."""
        chosen = {"name": "", **{name: value for name, value in self.cleaned_data.items() if name not in ("token", "pace")}}
        if chosen["format"] in (Format.MATCH, Format.KNOCKOUT):
            chosen["seats"] = 2
        if chosen["format"] not in (Format.MATCH, Format.CUP):
            chosen["round_count"] = 0
        if chosen["format"] != Format.GROUPS:
            chosen["group_count"] = 0
        return NewEvent(game=game, options=options, pace=pace, club=club, **chosen)


class EventFilter(forms.Form):
    """Search for past events."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    format = forms.ChoiceField(label=_("Format"), required=False, choices=[("", _("any")), *Format.choices])
    words = forms.CharField(label=_("Name of the event"), max_length=opening.LONGEST_NAME, required=False)
    club = forms.CharField(label=_("Club"), max_length=opening.LONGEST_NAME, required=False)
    player = forms.CharField(label=_("Player"), max_length=LONGEST, required=False)

    def __init__(self, *args: Any, games: Sequence[Engine], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choice(self, "game").choices = [("", _("any")), *((engine.slug, engine.title) for engine in games)]

    def wanted(self) -> Wanted:
        """Return the filters; faulty ones filter nothing."""
        self.is_valid()
        return Wanted(**{name: self.cleaned_data.get(name, "") for name in self.fields})

    def query(self) -> str:
        """Return the filters as a query for the links to other pages."""
        self.is_valid()
        return urlencode({name: value for name in self.fields if (value := self.cleaned_data.get(name))})


class ReasonForm(OnceForm):
    """Reason that all players read."""

    reason = forms.CharField(
        label=_("Reason"), max_length=opening.LONGEST_REASON, help_text=_("Everybody who can see the event reads it.")
    )


class StableChoice(forms.TypedChoiceField):
    """Choice of numbers with hyphens. The service refuses those that are gone, so that a form sent twice gets no error."""

    def __init__(self, *, pattern: str, **kwargs: Any) -> None:
        super().__init__(validators=[RegexValidator(pattern, _("Choose one of the options."))], **kwargs)

    def _coerce(self, value: Any) -> Any:
        return value

    def clean(self, value: Any) -> Any:
        return self.coerce(super().clean(value))

    def valid_value(self, value: Any) -> bool:
        return True


class ReplaceForm(ReasonForm):
    """Player to be replaced, and the display name of the new one."""

    entry = forms.TypedChoiceField(label=_("Player"), coerce=int)
    name = forms.CharField(label=_("New player’s display name"), max_length=LONGEST)
    field_order = ("entry", "name", "reason")

    def __init__(self, *args: Any, players: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choice(self, "entry").choices = players


class ExchangeForm(ReasonForm):
    """Two seats of a drawn round. A seat is the id of its EventTable and the number of the player, with a hyphen."""

    one = StableChoice(label=_("First seat"), coerce=_seat, pattern=r"^[0-9]{1,9}-[0-9]{1,4}$")
    other = StableChoice(label=_("Second seat"), coerce=_seat, pattern=r"^[0-9]{1,9}-[0-9]{1,4}$")
    field_order = ("one", "other", "reason")

    def __init__(self, *args: Any, seats: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("one", "other"):
            _choice(self, name).choices = seats


class AdjudicateForm(ReasonForm):
    """Result of a running table: the places in the order of its players."""

    table = StableChoice(label=_("Round and table"), coerce=int, pattern=r"^[0-9]{1,9}$")
    places = forms.CharField(
        label=_("Places"), help_text=_("In the order of the names, for example “2, 1, 3”. Equal numbers share a place.")
    )
    field_order = ("table", "places", "reason")

    def __init__(self, *args: Any, tables: Sequence[tuple[str, str]], seats: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._seats = seats
        _choice(self, "table").choices = tables

    def clean_places(self) -> list[int]:
        """Return the places as numbers. Raises ValidationError for anything else."""
        parts = self.cleaned_data["places"].replace(",", " ").split()
        if not parts or not all(part.isascii() and part.isdigit() and 1 <= int(part) <= self._seats for part in parts):
            raise forms.ValidationError(_("Write a place for each player, such as “2, 1, 3”."))
        return [int(part) for part in parts]


def _choice(form: forms.Form, name: str) -> forms.ChoiceField:
    return cast(forms.ChoiceField, form.fields[name])
