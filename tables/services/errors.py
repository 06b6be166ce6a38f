"""Why a service refuses. Nothing was changed when one of these is raised; presenters turn codes into words."""

from typing import Any

from engines.contract import BadOptions, IllegalAction


class Refusal(Exception):
    """Something is not done, and why: a ``code``, the ``rule`` of the game if it is one, and ``params`` for the words."""

    def __init__(self, code: str, rule: str = "", **params: Any) -> None:
        super().__init__(f"{code} [{rule}]" if rule else code)
        self.code = code
        self.rule = rule
        self.params = params


class Stale(Refusal):
    """The page this came from is out of date: the seat has moved since."""

    def __init__(self) -> None:
        super().__init__("stale")


class NotPending(Refusal):
    """The decision is not open, or no longer, or never was this seat's."""

    def __init__(self) -> None:
        super().__init__("not_pending")


class NotYours(Refusal):
    """The seat belongs to somebody else, to another table, or to nobody."""

    def __init__(self, code: str = "not_yours") -> None:
        super().__init__(code)


class StewardPlays(NotYours):
    """The steward plays this seat; whoever asks holds it and may take it back."""

    def __init__(self) -> None:
        super().__init__("steward_plays")


class NotRunning(Refusal):
    """The game has not started, is over, or is looked after: ``code`` says which."""


class Full(Refusal):
    """Somebody else was faster."""

    def __init__(self) -> None:
        super().__init__("full")


class Illegal(Refusal):
    """The engine refuses: the action breaks a rule."""

    def __init__(self, error: IllegalAction) -> None:
        super().__init__(error.code, error.rule)
        self.params = dict(error.params)


class Unplayable(Refusal):
    """The engine refuses the options or the number of seats."""

    def __init__(self, error: BadOptions) -> None:
        super().__init__(error.code)
        self.params = dict(error.params)


class Broken(Refusal):
    """The game's own check failed: nothing is saved and the table is quarantined. Carries no content of the game."""

    def __init__(self, where: str) -> None:
        super().__init__("quarantined")
        self.where = where


class Crashed(Refusal):
    """The engine fell over an action instead of refusing it; nothing is saved. Carries no content of the game."""

    def __init__(self, where: str) -> None:
        super().__init__("malformed")
        self.where = where
