"""Forms to find, open and join a table."""

import secrets
from typing import Any, cast

from django import forms
from django.conf import settings
from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.translation import gettext_lazy as _

from accounts.addresses import holds_address
from accounts.models import User
from engines.contract import Engine
from tables.clock import PACES
from tables.errors import Code, Refusal
from tables.forms.bots import LevelsForm
from tables.forms.once import OnceForm
from tables.forms.pace import excused_words
from tables.models import Club, Table
from tables.paces import CUSTOM, EXCUSED
from tables.present import refusals
from tables.present.time.paces import pace_choices
from tables.services.lobby.admission import CONDITIONS, LEAST_RATING, MOST_RATING, Conditions

WORD_LENGTH = 80
LOOKS_BACK = [
    (0, _("no")),
    (1, _("the previous round and earlier")),
    (2, _("two rounds ago and earlier")),
    (3, _("three rounds ago and earlier")),
]
ABSENCES = [(1, _("stop the absent player’s clock")), (0, _("don’t stop any clock"))]


def fresh_word() -> str:
    """Return a random word as the preset of the field."""
    return secrets.token_urlsafe(9)


class WordForm(forms.Form):
    """The player's own word for the shuffle; pre-filled, editable."""

    word = forms.CharField(
        label=_("Your shuffle word"),
        max_length=WORD_LENGTH,
        initial=fresh_word,
        help_text=_(
            "The site has fixed a secret number and shows its fingerprint. Together with one word "
            "from each player, the number determines everything random in the game. After the game, "
            "everyone can check that nobody chose the cards."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class JoinForm(WordForm):
    """Request for a free seat; ``invite`` comes from the invitation page."""

    invite = forms.CharField(max_length=32, required=False, widget=forms.HiddenInput)


# Error code for invited people who could not join. RATED maps the choice about ratings; without a choice, the site decides.
EXCLUDED = "excluded"
RATED = {"yes": True, "no": False}


class PracticeForm(OnceForm):
    """Practice table without any questions. ``time_zone`` is the browser's guess, for a new user."""

    time_zone = forms.CharField(
        required=False, max_length=64, widget=forms.HiddenInput(attrs={"id": False, "data-guess-time-zone": ""})
    )


class TableForm(LevelsForm):
    """New table of one game. The game's own options are a second form from its presenter."""

    name = forms.CharField(label=_("Table name"), max_length=60, required=False, help_text=_("Optional."))
    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int)
    pace = forms.ChoiceField(
        label=_("Pace"),
        widget=forms.RadioSelect,
        help_text=_("If a player runs out of time, the site plays the default move."),
    )
    visibility = forms.ChoiceField(label=_("Who may join"), widget=forms.RadioSelect, initial=Table.Visibility.PUBLIC)
    rated = forms.TypedChoiceField(
        label=_("Rated"),
        coerce=RATED.get,
        empty_value=None,
        required=False,
        choices=[("", _("only without bots")), ("yes", _("yes, even with bots")), ("no", _("no"))],
        help_text=_("The result changes the ratings of all players. Tables by invitation are never rated."),
    )
    ranks = forms.BooleanField(
        label=_("Show the highest-scoring turns"),
        required=False,
        help_text=_("Rated games show them only if you allow it here. Unrated games always do."),
    )
    looks_back = forms.TypedChoiceField(
        label=_("Earlier rounds"),
        coerce=int,
        empty_value=0,  # type: ignore[arg-type]  # the stubs know only texts here
        required=False,
        choices=LOOKS_BACK,
        help_text=_(
            "Players and spectators can then see the game as everyone saw it in earlier rounds. Hidden "
            "information stays hidden."
        ),
    )
    reliability = forms.TypedChoiceField(
        label=_("Deadlines met"),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_(
            "Share of deadlines that a player must have met in the last year to join. Newcomers with "
            "fewer than ten decisions can always join."
        ),
    )
    min_rating = forms.IntegerField(label=_("Minimum rating"), required=False, min_value=LEAST_RATING, max_value=MOST_RATING)
    max_rating = forms.IntegerField(label=_("Maximum rating"), required=False, min_value=LEAST_RATING, max_value=MOST_RATING)
    language = forms.ChoiceField(label=_("Language"), required=False, help_text=_("The language a player uses on the site."))
    favourites = forms.BooleanField(
        label=_("Only my favourites"),
        required=False,
        help_text=_("Anyone else sees that the table is only for people you have chosen."),
    )
    experienced = forms.BooleanField(label=_("Only people who have finished this game before"), required=False)
    absences = forms.TypedChoiceField(
        label=_("Announced absences"),
        coerce=int,
        empty_value=1,  # type: ignore[arg-type]  # the stubs know only texts here
        required=False,
        choices=ABSENCES,
        initial=1,
    )
    excused = forms.TypedChoiceField(
        label=_("Missed deadlines allowed"),
        coerce=int,
        empty_value=2,  # type: ignore[arg-type]  # the stubs know only texts here
        required=False,
        initial=2,
        help_text=_("After one more missed deadline, the steward plays the seat, and a substitute can take it over."),
    )
    word = WordForm.base_fields["word"]

    def clean_name(self) -> str:
        """Return the name of the table. Raises ValidationError if it contains an address.

        This check shows the refusal at the field; the service checks again.
        """
        name: str = self.cleaned_data["name"]
        if holds_address(name):
            raise forms.ValidationError(refusals.words(Refusal(Code.ADDRESS_IN_NAME)), code="address_in_name")
        return name

    def clean(self) -> dict[str, Any]:
        """Check that the minimum rating is not above the maximum."""
        least, most = self.cleaned_data.get("min_rating"), self.cleaned_data.get("max_rating")
        if least is not None and most is not None and least > most:
            self.add_error("max_rating", _("The maximum can’t be below the minimum."))
        return self.cleaned_data

    def __init__(self, *args: Any, engine: Engine, host: User, club: Club | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_bots(max(engine.seat_range) - 1, host)
        _choice(self, "seats").choices = [(count, count) for count in engine.seat_range]
        self.fields["seats"].initial = max(engine.seat_range)
        _choice(self, "pace").choices = [*pace_choices(), (CUSTOM, _("another pace (set below)"))]
        self.fields["pace"].initial = next(iter(PACES))
        _choice(self, "visibility").choices = [
            (Table.Visibility.PUBLIC, _("Everyone: the table appears in the lobby")),
            (Table.Visibility.PRIVATE, _("Only people with the invitation link")),
        ]
        if club is not None:
            self._open_to(club)
        _choice(self, "excused").choices = [(count, excused_words(count)) for count in EXCUSED]
        _choice(self, "language").choices = [("", _("any")), *settings.LANGUAGES]
        _choice(self, "reliability").choices = [(share, _condition(share)) for share in CONDITIONS]

    def _open_to(self, club: Club) -> None:
        """Restrict the table to members of a club. Spectators can be allowed only if the club is public."""
        choices = [(Table.Visibility.PRIVATE, _("Members; nobody else sees the table"))]
        if club.is_public:
            choices.append((Table.Visibility.PUBLIC, _("Members; everyone may watch")))
        _choice(self, "visibility").choices = choices
        self.fields["visibility"].initial = Table.Visibility.PRIVATE
        self.fields["rated"].help_text = _("The result only changes ratings within the club.")

    def basic_fields(self) -> list[forms.BoundField]:
        """Return the basic fields of a table."""
        return [self[name] for name in ("name", "seats", "pace", "visibility", "rated", "ranks", "looks_back")]

    def absence_fields(self) -> list[forms.BoundField]:
        """Return the fields for absent and unresponsive players. Most hosts leave the defaults."""
        return [self[name] for name in ("absences", "excused")]

    def admission_fields(self) -> list[forms.BoundField]:
        """Return the fields with the conditions for joining."""
        return [self[name] for name in ("reliability", "min_rating", "max_rating", "language", "experienced", "favourites")]

    def has_faulty_admission(self) -> bool:
        """Return whether a field of ``admission_fields`` has an error, or the conditions exclude invited people.

        The page then shows the section open.
        """
        return any(field.errors for field in self.admission_fields()) or self.has_error(NON_FIELD_ERRORS, EXCLUDED)

    def exclude(self, names: str) -> None:
        """Add the error that these invited people could not join."""
        message = _("These conditions exclude %(names)s. Change the conditions or don’t invite these people.") % {
            "names": names
        }
        self.add_error(None, forms.ValidationError(message, code=EXCLUDED))

    def conditions(self) -> Conditions:
        """Return the chosen conditions for joining."""
        chosen = self.cleaned_data
        return Conditions(
            min_reliability=chosen["reliability"] or 0,
            min_rating=chosen["min_rating"],
            max_rating=chosen["max_rating"],
            language=chosen["language"],
            experienced=chosen["experienced"],
            favourites=chosen["favourites"],
        )


class LobbyFilter(forms.Form):
    """Filter for open tables."""

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
        """Return the chosen filters without the invalid ones."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}


class WatchFilter(forms.Form):
    """Filter for running games."""

    def __init__(self, *args: Any, games: list[Engine], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("all games")), *((game.slug, game.title) for game in games)]
        self.fields["game"] = forms.ChoiceField(label=_("Game"), required=False, choices=choices)

    def game(self) -> str:
        """Return the chosen game; empty for all games and for an unknown game."""
        return str(self.cleaned_data.get("game", "")) if self.is_valid() else ""


def _choice(form: forms.Form, name: str) -> forms.ChoiceField:
    return cast(forms.ChoiceField, form.fields[name])


def _condition(share: int) -> str:
    return _("at least %(share)d%%") % {"share": share} if share else str(_("no condition"))
