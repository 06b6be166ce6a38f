"""What can be chosen for a table of Gonzaga: the scenario."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engines.gonzaga import ENGINE
from engines.gonzaga.options import Options
from tables.games.gonzaga.board.ground import content_of


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


class OptionsForm(forms.Form):
    """Which scenario is played; it must be one for the number of seats."""

    scenario = forms.TypedChoiceField(
        label=gettext_lazy("Scenario"),
        choices=_scenario_choices,
        required=False,
        empty_value=None,
        help_text=gettext_lazy(
            "The scenario decides which regions flourish. A named one must be for as many players as the table has seats."
        ),
    )
