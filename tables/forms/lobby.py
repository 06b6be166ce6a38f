"""Finding, opening and joining a table."""

import secrets
from typing import Any, cast

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.addresses import holds_address
from engines.contract import Engine
from tables.clock import PACES
from tables.errors import Code, Refusal
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
    (1, _("to the round before and further")),
    (2, _("two rounds back and further")),
    (3, _("three rounds back and further")),
]
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
    looks_back = forms.TypedChoiceField(
        label=_("Looking back"),
        coerce=int,
        empty_value=0,  # type: ignore[arg-type]  # the stubs know only texts here
        required=False,
        choices=LOOKS_BACK,
        help_text=_(
            "Whether players and onlookers may see the game as everybody saw it in earlier rounds. What is hidden stays hidden."
        ),
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
    min_rating = forms.IntegerField(label=_("Rating, at least"), required=False, min_value=LEAST_RATING, max_value=MOST_RATING)
    max_rating = forms.IntegerField(label=_("Rating, at most"), required=False, min_value=LEAST_RATING, max_value=MOST_RATING)
    language = forms.ChoiceField(label=_("Language"), required=False, help_text=_("In which somebody uses the site."))
    favourites = forms.BooleanField(
        label=_("Only my favourites"),
        required=False,
        help_text=_("Whoever is none of them is told that the table is for people you chose."),
    )
    experienced = forms.BooleanField(label=_("Only who has played this game to its end before"), required=False)
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

    def clean(self) -> dict[str, Any]:
        """A range begins before it ends."""
        least, most = self.cleaned_data.get("min_rating"), self.cleaned_data.get("max_rating")
        if least is not None and most is not None and least > most:
            self.add_error("max_rating", _("This is less than the least."))
        return self.cleaned_data

    def __init__(self, *args: Any, engine: Engine, club: Club | None = None, **kwargs: Any) -> None:
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
        if club is not None:
            self._open_to(club)
        _choice(self, "excused").choices = [(count, excused_words(count)) for count in EXCUSED]
        _choice(self, "language").choices = [("", _("any")), *settings.LANGUAGES]
        _choice(self, "reliability").choices = [(share, _condition(share)) for share in CONDITIONS]

    def _open_to(self, club: Club) -> None:
        """Members alone may join; who may look on depends on what the club shows."""
        choices = [(Table.Visibility.PRIVATE, _("Members, and nobody else sees the table"))]
        if club.is_public:
            choices.append((Table.Visibility.PUBLIC, _("Members; everybody may look on")))
        _choice(self, "visibility").choices = choices
        self.fields["visibility"].initial = Table.Visibility.PRIVATE
        self.fields["rated"].help_text = _("The result changes the ratings of the club, and no others.")

    def of_the_table(self) -> list[forms.BoundField]:
        """What everybody chooses."""
        return [self[name] for name in ("name", "seats", "bots", "pace", "visibility", "rated", "ranks", "looks_back")]

    def of_absence(self) -> list[forms.BoundField]:
        """What becomes of somebody who is away or does not answer; most leave it as it is."""
        return [self[name] for name in ("absences", "excused")]

    def of_admission(self) -> list[forms.BoundField]:
        """What it takes to join."""
        return [self[name] for name in ("reliability", "min_rating", "max_rating", "language", "experienced", "favourites")]

    def has_faulty_admission(self) -> bool:
        """Whether something is wrong there; then it is shown open."""
        return any(field.errors for field in self.of_admission())

    def conditions(self) -> Conditions:
        """What it takes to join, as it was filled in."""
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


class WatchFilter(forms.Form):
    """Which running games to show."""

    def __init__(self, *args: Any, games: list[Engine], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("all games")), *((game.slug, game.title) for game in games)]
        self.fields["game"] = forms.ChoiceField(label=_("Game"), required=False, choices=choices)

    def game(self) -> str:
        """The chosen game; empty for all, and for one that there is not."""
        return str(self.cleaned_data.get("game", "")) if self.is_valid() else ""


def _choice(form: forms.Form, name: str) -> forms.ChoiceField:
    return cast(forms.ChoiceField, form.fields[name])


def _condition(share: int) -> str:
    return _("at least %(share)d %%") % {"share": share} if share else str(_("no condition"))


def _bots(count: int) -> str:
    return ngettext("%(count)d bot", "%(count)d bots", count) % {"count": count} if count else str(_("none"))
