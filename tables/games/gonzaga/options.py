"""Options of a Gonzaga table: the scenario."""

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
    """Return the form for a new table."""
    return OptionsForm(data)


def options_words(options: Options) -> str:
    """Return the scenario in words."""
    if options.scenario is None:
        return _("random scenario")
    return _("scenario %(name)s") % {"name": content_of(options.version).scenario(options.scenario).name}


def _scenario_choices() -> list[tuple[str, Any]]:
    """Return the choices: drawn by lot, or by name, sorted by the number of players."""
    groups: dict[int, list[tuple[str, str]]] = {}
    for scenario in content_of(ENGINE.versions[-1]).scenarios:
        groups.setdefault(scenario.seats, []).append((scenario.id, scenario.name))
    return [("", _("random")), *((_for_players(seats), scenarios) for seats, scenarios in sorted(groups.items()))]


def _for_players(seats: int) -> str:
    return ngettext("for %(count)d player", "for %(count)d players", seats) % {"count": seats}


class ScenarioSelect(forms.Select):
    """List of scenarios with their number of seats, so that a script can disable scenarios for other numbers."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return the option, with ``data-seats`` for a scenario."""
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)
        if value:
            option["attrs"]["data-seats"] = _scenario(value).seats
        return option


def _scenario(name: str) -> Scenario:
    return content_of(ENGINE.versions[-1]).scenario(name)


class OptionsForm(forms.Form):
    """Form for the scenario. It must fit the number of seats in the form of the table."""

    scenario = forms.TypedChoiceField(
        label=gettext_lazy("Scenario"),
        widget=ScenarioSelect,
        choices=_scenario_choices,
        required=False,
        empty_value=None,
        help_text=gettext_lazy(
            "The scenario decides which regions flourish. If you choose one, it must match the number of seats at the table."
        ),
    )

    def clean_scenario(self) -> str | None:
        """Return the scenario. Raises ValidationError for a wrong number of seats, which the engine refuses too."""
        name: str | None = self.cleaned_data["scenario"]
        seats = str(self.data.get("seats", ""))
        if name is not None and seats.isdecimal() and int(seats) != _scenario(name).seats:
            scenario = _scenario(name)
            params = {"scenario": scenario.name, "seats": scenario.seats}
            raise forms.ValidationError(explain("scenario_for_other_seats", params), code="scenario_for_other_seats")
        return name
