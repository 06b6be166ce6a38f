"""Choice of bots and their levels."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from engines.contract import Engine
from tables.errors import Code, Refusal
from tables.forms.once import OnceForm
from tables.models import Seat
from tables.present import refusals
from tables.services.lobby.tables import BOT_NAMES


def has_choice(user: User | None) -> bool:
    """Return whether a person can choose the levels of bots. Guests cannot."""
    return user is not None and not user.is_guest


def level_choices() -> list[tuple[str, str]]:
    """Return the levels with their names, weakest first."""
    return [(level.value, capfirst(str(level.label))) for level in Seat.Level]


class LevelsForm(OnceForm):
    """Level of each bot at a new table, in the fields ``bot1``, ``bot2`` and so on.

    Scripts can send the number of bots as ``bots`` instead; all of them are then merchants.
    """

    chooses_levels = True

    def add_bots(self, most: int, user: User | None) -> None:
        """Add the fields of at most ``most`` bots."""
        self.chooses_levels = has_choice(user)
        choices = [choice for choice in level_choices() if self.chooses_levels or choice[0] == Seat.Level.MERCHANT]
        self.fields["bots"] = forms.IntegerField(required=False, min_value=0, max_value=most)
        for number in range(1, most + 1):
            label = _("Bot %(number)d") % {"number": number}
            self.fields[f"bot{number}"] = forms.ChoiceField(label=label, required=False, choices=[("", _("no bot")), *choices])

    def bot_fields(self) -> list[forms.BoundField]:
        """Return the fields of the bots."""
        return [self[name] for name in self.fields if name.removeprefix("bot").isdecimal()]

    @property
    def levels(self) -> Sequence[str]:
        """Chosen levels, one for each bot."""
        chosen = [level for field in self.bot_fields() if (level := self.cleaned_data.get(field.name))]
        return chosen or [Seat.Level.MERCHANT] * (self.cleaned_data.get("bots") or 0)


class _OpponentsField(forms.MultipleChoiceField):
    """Bots by name, as "Isotta" for a merchant and "Isotta:doge" for another level. Empty values are bots that don't play."""

    def to_python(self, value: Any) -> list[str]:
        return [choice for choice in super().to_python(value) if choice]


class OpponentsForm(forms.Form):
    """Bots at a practice table. If none is chosen, the site chooses their names and number."""

    bots = _OpponentsField(
        required=False, error_messages={"invalid_choice": _("No bot is called “%(value)s”. Choose one of the names below.")}
    )

    def __init__(self, *args: Any, engine: Engine, user: User | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._counts, self._user = counts_of_bots(engine), user
        choices = [(value, value) for name in BOT_NAMES for value, _label in opponent_choices(name)]
        self.fields["bots"].choices = choices  # type: ignore[attr-defined]  # the field is a MultipleChoiceField

    def clean_bots(self) -> dict[str, str]:
        """Return the level of each bot by name.

        Raises ValidationError if the game cannot be played with so many bots, or a guest has chosen a level.
        """
        chosen = dict(_name_and_level(choice) for choice in self.cleaned_data["bots"])
        if chosen and len(chosen) not in self._counts:
            message = gettext("You can’t play this game with that many bots.")
            raise forms.ValidationError([message, opponents_words(self._counts)])
        if set(chosen.values()) - {Seat.Level.MERCHANT} and not has_choice(self._user):
            raise forms.ValidationError(refusals.words(Refusal(Code.GUEST_BOTS)))
        return chosen


def opponent_choices(name: str) -> list[tuple[str, str]]:
    """Return the values of a bot at each level, with the names of the levels."""
    return [(name if level == Seat.Level.MERCHANT else f"{name}:{level}", label) for level, label in level_choices()]


def _name_and_level(choice: str) -> tuple[str, str]:
    name, _colon, level = choice.partition(":")
    return name, level or Seat.Level.MERCHANT


def counts_of_bots(engine: Engine) -> range:
    """Return the possible numbers of bots next to one person."""
    return range(engine.seat_range[0] - 1, engine.seat_range[-1])


def opponents_words(counts: range) -> str:
    """Return the sentence that asks for this number of bots."""
    if len(counts) == 1:
        return ngettext("Choose %(count)d bot.", "Choose %(count)d bots.", counts[0]) % {"count": counts[0]}
    return gettext("Choose %(least)d to %(most)d bots.") % {"least": counts[0], "most": counts[-1]}
