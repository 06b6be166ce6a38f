"""What can be chosen for a table of Gonzaga: the scenario."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engines.gonzaga import ENGINE
from engines.gonzaga.content import Scenario
from engines.gonzaga.options import Options
from tables.games.gonzaga.facts import content_of
from tables.games.gonzaga.words import explain


def form(data: Any = None) -> forms.Form:
    """The form for a new table."""
    return OptionsForm(data)


def options_words(options: Options) -> str:
    """The scenario."""
    if options.scenario is None:
        return _("scenario drawn by lot")
    return _("scenario %(name)s") % {"name": content_of(options.version).scenario(options.scenario).name}


def _scenario_choices() -> list[tuple[str, Any]]:
    """Drawn by lot, or by name, sorted by the number of players."""
    groups: dict[int, list[tuple[str, str]]] = {}
    for scenario in content_of(ENGINE.versions[-1]).scenarios:
        groups.setdefault(scenario.seats, []).append((scenario.id, scenario.name))
    return [("", _("drawn by lot")), *((_for_players(seats), scenarios) for seats, scenarios in sorted(groups.items()))]


def _for_players(seats: int) -> str:
    return ngettext("for %(count)d player", "for %(count)d players", seats) % {"count": seats}


class ScenarioSelect(forms.Select):
    """A list whose scenarios say for how many seats they are, to the script that keeps the others from being chosen."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """With ``data-seats`` for a scenario."""
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)
        if value:
            option["attrs"]["data-seats"] = _scenario(value).seats
        return option


def _scenario(name: str) -> Scenario:
    return content_of(ENGINE.versions[-1]).scenario(name)


class OptionsForm(forms.Form):
    """Which scenario is played; it must be one for the number of seats, which the form of the table says beside it."""

    scenario = forms.TypedChoiceField(
        label=gettext_lazy("Scenario"),
        widget=ScenarioSelect,
        choices=_scenario_choices,
        required=False,
        empty_value=None,
        help_text=gettext_lazy(
            "The scenario decides which regions flourish. A named one must be for as many players as the table has seats."
        ),
    )

    def clean_scenario(self) -> str | None:
        """Said here, at its field; the engine refuses it too."""
        name: str | None = self.cleaned_data["scenario"]
        seats = str(self.data.get("seats", ""))
        if name is not None and seats.isdecimal() and int(seats) != _scenario(name).seats:
            scenario = _scenario(name)
            words = {"scenario": scenario.name, "seats": scenario.seats}
            raise forms.ValidationError(explain("scenario_for_other_seats", words), code="scenario_for_other_seats")
        return name
