"""A page's context, looked up once: what it costs to render a template when nothing has to be worked out."""

from typing import Any


class Constant:
    """Stands for an object in a template; whatever a template asks it for is asked once and remembered."""

    def __init__(self, original: object) -> None:
        self._original = original

    def __getattr__(self, name: str) -> Any:
        value = self.__dict__[name] = getattr(self.__dict__["_original"], name)
        return value
