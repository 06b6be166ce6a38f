"""Forms of a page as a browser without scripts sends them: their initial values and the pressed button."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from types import MappingProxyType

type Field = dict[str, str]
type Sent = dict[str, list[str]]


@dataclass
class Press:
    """Form data that one button sends: the target address, and the values by name. ``css`` contains the button's classes."""

    address: str
    sent: Sent
    css: str


def is_ticked(one: Field) -> bool:
    """True if a field is a radio button or checkbox, which sends a value only when ticked."""
    return one.get("type") in ("radio", "checkbox")


@dataclass
class _Form:
    address: str
    fields: list[Field] = field(default_factory=list)
    buttons: list[Field] = field(default_factory=list)

    def is_complete(self) -> bool:
        """True if a browser would send the form in its initial state, because no required field is empty."""
        return all(self._is_given(one) for one in self.fields if "required" in one)

    def _is_given(self, one: Field) -> bool:
        if one["type"] == "radio":
            return any(each["name"] == one["name"] and "checked" in each for each in self.fields)
        return "checked" in one if one["type"] == "checkbox" else bool(one["value"])

    def wants_choice(self, one: Field) -> bool:
        """True if the field is a required radio button and no button of its group is checked."""
        return one["type"] == "radio" and "required" in one and not self._is_given(one)

    def defaults(self) -> Sent:
        """Return the form's initial values."""
        sent: Sent = {}
        for one in self.fields:
            if not is_ticked(one) or "checked" in one:
                sent.setdefault(one["name"], []).append(one["value"])
        return sent


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[_Form] = []
        self.form: _Form | None = None
        self.select: Field | None = None

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.form = _Form(found.get("action", ""))
            self.forms.append(self.form)
        elif self.form is None or "disabled" in found:
            return
        elif tag == "select":
            self.select = found | {"type": "select", "value": "", "open": found.get("size", "")}
        elif tag == "option":
            self._offer(found)
        elif tag == "button":
            self.form.buttons.append(found)
        elif tag in ("input", "textarea") and found.get("name"):
            self.form.fields.append(
                {"type": "text", "value": "on" if found.get("type") in ("radio", "checkbox") else ""} | found
            )

    def _offer(self, option: Field) -> None:
        """Set the value of the open list to this option if the option is selected.

        Without a selected option, the first option of a drop-down list counts. A list with several visible rows has none.
        """
        assert self.select is not None
        is_first = not self.select["open"] and "filled" not in self.select
        if "selected" in option or is_first:
            self.select |= {"value": option["value"], "filled": ""}

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif tag == "select" and self.form is not None and self.select is not None:
            if "filled" in self.select or "required" in self.select:
                self.form.fields.append(self.select)
            self.select = None


def presses(html: str, typed: Mapping[str, str] = MappingProxyType({})) -> Iterator[Press]:
    """Yield a ``Press`` for each submit button that a browser would let a user press straight away.

    ``typed`` fills empty fields by name. If it is not empty, the first button of each unchecked, required radio group is
    checked.
    """
    reader = _Reader()
    reader.feed(html)
    for form in reader.forms:
        for one in form.fields:
            one["value"] = one["value"] or typed.get(one["name"], "")
            if typed and form.wants_choice(one):
                one["checked"] = ""
        for button in form.buttons:
            if button.get("type", "submit") != "submit" or not (form.is_complete() or "formnovalidate" in button):
                continue
            sent = form.defaults()
            if button.get("name"):
                sent.setdefault(button["name"], []).append(button.get("value", ""))
            yield Press(form.address, sent, button.get("class", ""))
