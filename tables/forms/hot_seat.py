"""Forms for several people at one screen."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts import likeness, names
from accounts.models import User
from accounts.plain_forms import typed_code
from engines.contract import Engine
from tables.forms.bots import LevelsForm
from tables.forms.lobby import PracticeForm
from tables.forms.once import OnceForm
from tables.services.lobby.tables import BOT_NAMES

FEWEST = 2


class ScreenForm(PracticeForm, LevelsForm):
    """Names of the people at one screen, and their bots."""

    def __init__(self, *args: Any, engine: Engine, user: User | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._seats = engine.seat_range
        self._title = engine.title
        most = max(engine.seat_range)
        for number in range(1, most + 1):
            label = _("Player %(number)d") % {"number": number}
            self.fields[f"name{number}"] = forms.CharField(label=label, required=number <= FEWEST, max_length=names.LONGEST)
            self.fields[f"name{number}"].widget.attrs |= {"autocomplete": "off", "lang": ""}
        self.add_bots(most - FEWEST, user)

    @property
    def name_fields(self) -> list[forms.BoundField]:
        """Fields for names."""
        return [self[name] for name in self.fields if name.startswith("name")]

    def clean(self) -> dict[str, Any]:
        """Tidy the names, and check that each is allowed, that all look different, and that the seats suit the game."""
        taken_looks = {likeness.looks(bot) for bot in BOT_NAMES}
        for field in self.name_fields:
            name = names.tidy(self.cleaned_data.get(field.name, ""))
            self.cleaned_data[field.name] = name
            if not name:
                continue
            try:
                names.validate_new_name(name)
            except forms.ValidationError as error:
                self.add_error(field.name, error)
            if likeness.looks(name) in taken_looks:
                self.add_error(field.name, _("Somebody else has this name. Choose another name."))
            taken_looks.add(likeness.looks(name))
        if not self.errors and self.seats not in self._seats:
            limits = {"title": self._title, "least": self._seats[0], "most": self._seats[-1]}
            self.add_error(None, _("%(title)s needs %(least)d to %(most)d seats, bots included.") % limits)
        return self.cleaned_data

    @property
    def people(self) -> list[str]:
        """Names from the form, in order."""
        return [name for field in self.name_fields if (name := self.cleaned_data.get(field.name))]

    @property
    def seats(self) -> int:
        """Number of seats for people and bots."""
        return len(self.people) + len(self.levels)


class HandForm(OnceForm):
    """Code that opens one hand on a phone."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false", "class": "code-field"}
        ),
    )

    def clean_code(self) -> str:
        """Return the code with plain letters and digits, however a phone's keyboard writes them."""
        return typed_code(self.cleaned_data["code"])
