"""What is asked of a password where Django's own words are not in all of our languages."""

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import gettext as _


class MinimumLength(MinimumLengthValidator):
    """Django's rule; its refusal is new in Django 6.1 and has no Italian yet."""

    def get_error_message(self) -> str:
        return _("This password is too short: it needs at least %(count)s characters.") % {"count": self.min_length}
