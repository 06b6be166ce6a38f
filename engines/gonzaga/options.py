"""Options of a game, chosen before it starts."""

import msgspec

from engines.contract import BadOptions
from engines.gonzaga.content import Content, Scenario


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a game.

    ``version`` names the data. ``scenario`` is the id of a scenario for this number of seats, or None to draw one.
    """

    version: str = "1"
    scenario: str | None = None


def scenarios_for(content: Content, seats: int) -> tuple[Scenario, ...]:
    """Return the scenarios made for this number of seats, in the order of the data [G-1.2]."""
    return tuple(scenario for scenario in content.scenarios if scenario.seats == seats)


def chosen(content: Content, options: Options, seats: int) -> Scenario | None:
    """Return the scenario that the options name, or None if one must be drawn.

    Raises :class:`BadOptions` if no scenario for this number of seats has that name.
    """
    if options.scenario is None:
        return None
    for scenario in content.scenarios:
        if scenario.id == options.scenario:
            if scenario.seats != seats:
                raise BadOptions("scenario_for_other_seats", scenario=scenario.name, seats=scenario.seats)
            return scenario
    raise BadOptions("unknown_scenario", scenario=options.scenario)
