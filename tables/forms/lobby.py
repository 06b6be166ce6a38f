"""Finding, opening and joining a table."""

import secrets
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.addresses import holds_address
from engines.contract import Engine
from tables.clock import PACES
from tables.forms.once import OnceForm
from tables.forms.pace import excused_words
from tables.models import Table
from tables.paces import CUSTOM, EXCUSED
from tables.present import refusals
from tables.present.time.paces import pace_choices
from tables.services.errors import Code, Refusal
from tables.services.lobby.admission import CONDITIONS

WORD_LENGTH = 80
ABSENCES = [(1, _("stop the clock of whoever is away")), (0, _("stop no clock at this table"))]


def fresh_word() -> str:
    """A word to begin with, so that nobody has to think of one."""
    return secrets.token_urlsafe(9)


class WordForm(forms.Form):
    """The player's own word for the shuffle; pre-filled, editable."""

    word = forms.CharField(
        label=_("Your word for the shuffle"),
        max_length=WORD_LENGTH,
        initial=fresh_word,
        help_text=_(
            "The site has fixed a secret number and shows its fingerprint; together with a word from every player it decides"
            " all chance in the game, so after the end everybody can check that nobody chose the cards."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class JoinForm(WordForm):
    """Taking a free seat; ``invite`` comes along from the invitation page."""

    invite = forms.CharField(max_length=32, required=False, widget=forms.HiddenInput)


# What somebody says of ratings; who says nothing leaves it to the site.
RATED = {"yes": True, "no": False}


class PracticeForm(OnceForm):
    """A practice table: nothing is asked. ``time_zone`` is the browser's guess, for somebody who is new."""

    time_zone = forms.CharField(
        required=False, max_length=64, widget=forms.HiddenInput(attrs={"id": False, "data-guess-time-zone": ""})
    )


class TableForm(OnceForm):
    """A new table of one game; the game's own options are a second form, made by its presenter."""

    name = forms.CharField(label=_("Name of the table"), max_length=60, required=False, help_text=_("May stay empty."))
    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int)
    bots = forms.TypedChoiceField(
        label=_("Seats filled by bots"), coerce=int, initial=0, help_text=_("They sit down at once and answer within a minute.")
    )
    pace = forms.ChoiceField(
        label=_("Pace"),
        widget=forms.RadioSelect,
        help_text=_("Who lets the time run out has a move made for them by the rules of the game."),
    )
    visibility = forms.ChoiceField(label=_("Who may join"), widget=forms.RadioSelect, initial=Table.Visibility.PUBLIC)
    rated = forms.TypedChoiceField(
        label=_("Rated"),
        coerce=RATED.get,
        empty_value=None,
        required=False,
        choices=[("", _("unless bots play")), ("yes", _("yes, with bots too")), ("no", _("no"))],
        help_text=_("The result changes the ratings of all who play. Tables by invitation are never rated."),
    )
    ranks = forms.BooleanField(
        label=_("Say which turns bring most points at once"),
        required=False,
        help_text=_("In a rated game only if you allow it here; in all others it is said anyway."),
    )
    reliability = forms.TypedChoiceField(
        label=_("Answers in time"),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_(
            "How many of their answers of the last year somebody must have given in time to join. Newcomers with fewer than"
            " ten answers may always join."
        ),
    )
    absences = forms.TypedChoiceField(
        label=_("Announced absences"),
        coerce=int,
        empty_value=1,  # type: ignore[arg-type]  # the stubs know only texts here
        required=False,
        choices=ABSENCES,
        initial=1,
    )
    excused = forms.TypedChoiceField(
        label=_("Missed answers that are excused"),
        coerce=int,
        empty_value=2,  # type: ignore[arg-type]  # the stubs know only texts here
        required=False,
        initial=2,
        help_text=_("With the next one the steward plays the seat, and somebody else may take it over."),
    )
    word = WordForm.base_fields["word"]

    def clean_name(self) -> str:
        """Said here, at its field; the service says it too."""
        name: str = self.cleaned_data["name"]
        if holds_address(name):
            raise forms.ValidationError(refusals.words(Refusal(Code.ADDRESS_IN_NAME)), code="address_in_name")
        return name

    def __init__(self, *args: Any, engine: Engine, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choice(self, "seats").choices = [(count, count) for count in engine.seat_range]
        self.fields["seats"].initial = max(engine.seat_range)
        _choice(self, "bots").choices = [(count, _bots(count)) for count in range(max(engine.seat_range))]
        _choice(self, "pace").choices = [*pace_choices(), (CUSTOM, _("another pace, chosen below"))]
        self.fields["pace"].initial = next(iter(PACES))
        _choice(self, "visibility").choices = [
            (Table.Visibility.PUBLIC, _("Everybody: the table stands in the lobby")),
            (Table.Visibility.PRIVATE, _("Only people with the invitation link")),
        ]
        _choice(self, "excused").choices = [(count, excused_words(count)) for count in EXCUSED]
        _choice(self, "reliability").choices = [(share, _condition(share)) for share in CONDITIONS]

    def of_the_table(self) -> list[forms.BoundField]:
        """What everybody chooses."""
        return [self[name] for name in ("name", "seats", "bots", "pace", "visibility", "rated", "ranks")]

    def of_absence(self) -> list[forms.BoundField]:
        """What becomes of somebody who is away or does not answer; most leave it as it is."""
        return [self[name] for name in ("absences", "excused", "reliability")]


class LobbyFilter(forms.Form):
    """Which open tables to show."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    pace = forms.ChoiceField(label=_("Pace"), required=False)
    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int, required=False, empty_value=None)

    def __init__(self, *args: Any, games: list[Engine], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        counts = sorted({count for game in games for count in game.seat_range})
        _choice(self, "game").choices = [("", _("all games")), *((game.slug, game.title) for game in games)]
        _choice(self, "pace").choices = [("", _("any pace")), *pace_choices(), (CUSTOM, _("another pace"))]
        _choice(self, "seats").choices = [("", _("any number")), *((count, count) for count in counts)]

    def wanted(self) -> dict[str, Any]:
        """The chosen criteria; a criterion that makes no sense is left out."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}


def _choice(form: forms.Form, name: str) -> forms.ChoiceField:
    return cast(forms.ChoiceField, form.fields[name])


def _condition(share: int) -> str:
    return _("at least %(share)d %%") % {"share": share} if share else str(_("no condition"))


def _bots(count: int) -> str:
    return ngettext("%(count)d bot", "%(count)d bots", count) % {"count": count} if count else str(_("none"))
