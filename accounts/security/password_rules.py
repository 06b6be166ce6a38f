"""Password rules with messages of our own where Django's are not translated into all our languages."""

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import gettext as _


class MinimumLength(MinimumLengthValidator):
    """Django's minimum length; its message is new in Django 6.1 and has no Italian yet."""

    def get_error_message(self) -> str:
        return _("This password is too short: it needs at least %(count)s characters.") % {"count": self.min_length}
