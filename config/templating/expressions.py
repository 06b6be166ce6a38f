"""The source of a function, and what templates ask for in it: variables with their filters, and conditions."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.template.base import FilterExpression, Variable
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from config.templating import addresses, lookups
from config.templating.nodes import ANYTHING, is_literal

# What else a compiled function calls; the names are those of its source.
HELPERS: dict[str, Any] = {
    function.__name__: function
    for function in (
        addresses.address_or_none,
        lookups.argument,
        lookups.at,
        lookups.attempt,
        lookups.begun,
        get_language,
        lookups.in_block,
        lookups.known,
        lookups.missed,
        lookups.nth,
        lookups.parent,
        lookups.raw,
        lookups.rendered,
        lookups.root,
        lookups.said,
        lookups.shower,
        addresses.shown_address,
        addresses.still_address,
        lookups.text,
        addresses.token_field,
        lookups.translator,
        lookups.turn,
        lookups.unpacked,
        lookups.values,
    )
}
COUNTERS = {"counter": "({0} + 1)", "counter0": "{0}", "first": "({0} == 0)", "last": "({0} + 1 == {1})"}


@dataclass(frozen=True)
class Loop:
    """The variables of a loop outside the context: its index, its length and, where it is needed, the ``forloop`` itself."""

    index: str
    length: str
    whole: str


class Source:
    """Lines of Python, and the values they name."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.constants: dict[str, Any] = dict(HELPERS)
        self.depth = 1
        self.count = 0
        self.parts: list[str] = []

    def line(self, code: str) -> None:
        self.flush()
        self.lines.append(" " * self.depth + code)

    def flush(self) -> None:
        """Write down what is to be said, in one go."""
        if not self.parts:
            return
        parts, self.parts = self.parts, []
        self.lines.append(
            " " * self.depth + (f"out.append({parts[0]})" if len(parts) == 1 else f"out += ({', '.join(parts)},)")
        )

    def constant(self, value: Any) -> str:
        name = self.fresh("k")
        self.constants[name] = value
        return name

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    @contextmanager
    def indented(self, code: str) -> Iterator[None]:
        self.line(code)
        self.depth += 1
        before = len(self.lines)
        yield
        self.flush()
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1


class Expressions(Source):
    """What the parts of tags are in Python. ``scope`` has the Python variables that names of the template are kept in."""

    def __init__(self) -> None:
        super().__init__()
        # Names that nothing in it sets are looked up once: the variables of those names.
        self.set: frozenset[str] | None = ANYTHING
        self.held: dict[str, str] = {}

    def names(self, scope: dict[str, Any], more: dict[str, Any] | None = None, of: dict[str, Any] | None = None) -> str:
        """A dict of the variables in scope, and of expressions."""
        pairs = {name: (kept.whole if isinstance(kept, Loop) else kept) for name, kept in scope.items()}
        values = {name: self.value(value, of or {}) for name, value in (more or {}).items()}
        return "{" + ", ".join(f"{name!r}: {code}" for name, code in (pairs | values).items() if code) + "}"

    def bare(self, name: str, scope: dict[str, Any]) -> str:
        """What stands under a name, as it is."""
        kept = scope.get(name)
        if kept is None:
            return self.hold(name) if self.is_kept(name) else f"raw(context, {name!r})"
        return kept.whole if isinstance(kept, Loop) else str(kept)

    def value(self, expression: FilterExpression, scope: dict[str, Any]) -> str:
        """For a name or an argument: what is not there is an empty text."""
        code = self.expression(expression, scope)
        return code if self.is_there(expression, scope) else f"text({code})"

    def given(self, expression: FilterExpression, scope: dict[str, Any]) -> str:
        """For a condition or a loop: what is not there is None."""
        code = self.expression(expression, scope, otherwise="known")
        return code if self.is_there(expression, scope) else f"known({code})"

    def is_there(self, expression: FilterExpression, scope: dict[str, Any]) -> bool:
        """Whether its code always gives a value."""
        return bool(expression.filters) or not isinstance(expression.var, Variable) or expression.var.lookups is None

    def expression(self, expression: FilterExpression, scope: dict[str, Any], otherwise: str = "text") -> str:
        """A variable with its filters; without any, what is not there stays absent."""
        code = self.looked_up(expression.var, scope) if isinstance(expression.var, Variable) else self.literal(expression.var)
        if expression.filters and isinstance(expression.var, Variable) and expression.var.lookups is not None:
            code = f"{otherwise}({code})"
        for function, arguments in expression.filters:
            values = [
                f"argument({self.looked_up(argument, scope)})" if is_variable else self.constant(mark_safe(argument))  # noqa: S308 - as Django does
                for is_variable, argument in arguments
            ]
            code = f"{self.constant(lookups.filtered(function))}({', '.join(['context', code, *values])})"
        return code

    def literal(self, value: Any) -> str:
        return self.constant(value)

    def is_kept(self, name: str) -> bool:
        """Whether a name of the context leads to the same all the time."""
        return self.set is not ANYTHING and name not in self.set

    def hold(self, name: str) -> str:
        """The variable of a name of the context."""
        if name not in self.held:
            self.held[name] = self.fresh("h")
        return self.held[name]

    def looked_up(self, variable: Variable, scope: dict[str, Any]) -> str:
        if variable.lookups is None or variable.translate:
            return f"{self.constant(variable)}.resolve(context)" if variable.translate else self.constant(variable.literal)
        first, *rest = variable.lookups
        kept = scope.get(first)
        if isinstance(kept, Loop):
            if len(rest) == 1 and rest[0] in COUNTERS:
                return COUNTERS[rest[0]].format(kept.index, kept.length)
            code = kept.whole
        elif kept is not None or self.is_kept(first):
            # What a loop goes over may be something to call.
            variable_of = kept or self.hold(first)
            code = f"(begun({variable_of}) if callable({variable_of}) else {variable_of})"
        else:
            code = f"root(context, {first!r})"
        for name in rest:
            code = f"nth({code}, {name!r}, {int(name)})" if name.isdecimal() else f"at({code}, {name!r})"
        return code

    # --- conditions ---

    def test(self, condition: Any, scope: dict[str, Any]) -> str:
        """The code of a whole condition; lines that work it out come before it."""
        if is_literal(condition):
            code = self.truth(condition, scope)
            may_miss = any(
                is_variable for _function, arguments in condition.value.filters for is_variable, _argument in arguments
            )
            return f"missed(lambda: {code})" if may_miss else code
        # Whatever cannot be done within an operation makes that operation false. It hardly ever happens, and then all of it is
        # gone through once more, each operation by itself.
        answer = self.fresh("t")
        for start, code in (("try:", self.operation(condition, scope)), ("except Exception:", self.attempts(condition, scope))):
            with self.indented(start):
                self.line(f"{answer} = {code}")
        return answer

    def operation(self, condition: Any, scope: dict[str, Any], *, part: Callable[..., str] | None = None) -> str:
        """Of an operation, with code for each of its parts."""
        part = part or self.operation
        if is_literal(condition):
            return self.given(condition.value, scope)
        of = partial(self.truth, part=part) if condition.id in ("and", "or", "not") else part
        if condition.id == "not":
            return f"(not {of(condition.first, scope)})"
        return f"({of(condition.first, scope)} {condition.id} {of(condition.second, scope)})"

    def attempts(self, condition: Any, scope: dict[str, Any]) -> str:
        """Of an operation all of whose operations are attempted."""
        code = self.operation(condition, scope, part=self.attempts)
        return code if is_literal(condition) else f"attempt(lambda: {code})"

    def truth(self, condition: Any, scope: dict[str, Any], *, part: Callable[..., str] | None = None) -> str:
        """Of what only need be true or false, as what is not there is."""
        if is_literal(condition):
            return self.expression(condition.value, scope, otherwise="known")
        return (part or self.operation)(condition, scope)
