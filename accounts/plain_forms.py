"""Base classes of account forms, allauth's and our own."""

import unicodedata
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

# The help texts of all four validators would fill a phone's screen. The form shows this one, and their messages as errors.
PASSWORD_HELP = {"password1": _("At least 8 characters, and not easy to guess."), "oldpassword": _("Your current password.")}


def typed_code(text: str) -> str:
    """Return the letters and digits of a code as it was made: without dashes and blanks, and with the digits 0 to 9."""
    typed = unicodedata.normalize("NFKC", text)
    return "".join(str(int(character)) if character.isdecimal() else character for character in typed if character.isalnum())


class Plain(forms.Form):
    """Form without placeholders. Labels say what a field is for; a placeholder only makes the field look filled."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
        for name in PASSWORD_HELP.keys() & self.fields.keys():
            self.fields[name].help_text = PASSWORD_HELP[name]


class CodeForm(Plain):
    """Form for a code. Codes are digits, so a phone shows its number keys and offers the code from the email.

    A code may be typed with any dashes and blanks, and with the digits of any script.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= {
            "inputmode": "numeric",
            "maxlength": "20",
            "spellcheck": "false",
            "autofocus": True,
        }

    def clean_code(self) -> str:
        self.cleaned_data["code"] = typed_code(self.cleaned_data["code"])
        code: str = super().clean_code()  # type: ignore[misc]  # of allauth's form, the next base class
        return code
