"""Account forms: allauth's without placeholders, the profile, and the deletion of an account."""

from typing import Any

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.account.utils import get_next_redirect_url
from allauth.core import context, ratelimit
from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import likeness, limits, names, signing_up, time_zones
from accounts.models import User
from accounts.plain_forms import CodeForm, Plain
from accounts.signals import name_changing

TAKEN = _("This name is already in use, or too similar to a name in use. Please choose another name.")


class DisplayNameField(forms.CharField):
    """Field that tidies a display name and checks it against the rules. ``refuse_taken`` checks whether it is free.

    ``current_name`` is the user's current name, which stays valid if the rules change.
    """

    current_name = ""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"autocomplete": "nickname", "maxlength": names.LONGEST}
        super().__init__(label=_("Display name"), widget=forms.TextInput(attrs=attrs), **kwargs)

    def to_python(self, value: Any) -> str:
        return names.tidy(super().to_python(value) or "")

    def run_validators(self, value: str) -> None:
        super().run_validators(value)
        if value and value != self.current_name:
            names.validate_new_name(value)


def keep_name(form: forms.BaseForm, owner: User) -> None:
    """Make the form accept the current name of ``owner``, even if the rules have changed."""
    field = form.fields["display_name"]
    assert isinstance(field, DisplayNameField)
    field.current_name = owner.display_name


def refuse_taken(name: str, *, owner: User | None = None) -> str:
    """Return ``name``. Raises ValidationError if a user other than ``owner`` has it or a look-alike."""
    if owner and name == owner.display_name:
        return name
    alike = Q(name_key=names.folded(name)) | Q(look_key=likeness.look_key(name))
    holders = User.objects.filter(alike)
    if (holders.exclude(pk=owner.pk) if owner else holders).exists():
        raise ValidationError(TAKEN, code="display_name_taken")
    return name


class LoginForm(Plain, allauth.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = ""  # the sign-in page links to the password reset itself, and keeps ?next=


class SignupForm(Plain, allauth.SignupForm):
    """Sign-up form: a name, an address and an optional password. The browser guesses the time zone; an invalid one becomes
    UTC.
    """

    field_order = ("display_name", "email", "password1", "time_zone")
    display_name = DisplayNameField(help_text=_("The name the other players see."))
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"data-guess-time-zone": ""}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].help_text = _("We send a code to this address. Nobody else sees the address.")
        self.fields["password1"].label = _("Password (optional)")
        self.fields["password1"].help_text = _(
            "At least 8 characters. Without a password, we email you a code each time you sign in."
        )

    def clean_display_name(self) -> str:
        return refuse_taken(self.cleaned_data["display_name"])

    def clean_time_zone(self) -> str:
        guess = self.cleaned_data["time_zone"]
        return guess if guess in time_zones.all_names() else time_zones.FALLBACK

    def try_save(self, request: HttpRequest) -> tuple[None, HttpResponse]:
        """Start a sign-up, and return None for the user with the response. The user is stored once the code is entered."""
        try:
            signing_up.begin(request, data=self.cleaned_data, next_url=get_next_redirect_url(request) or "")
        except signing_up.TooOften:
            return None, limits.too_many(request)
        return None, HttpResponseRedirect(reverse("account_email_verification_sent"))


class OtherNameForm(Plain):
    """Form for another name if the first one was taken before the code was entered."""

    display_name = DisplayNameField()

    def clean_display_name(self) -> str:
        return refuse_taken(self.cleaned_data["display_name"])


class ConfirmLoginCodeForm(CodeForm, allauth.ConfirmLoginCodeForm):
    pass


class ConfirmEmailVerificationCodeForm(CodeForm, allauth.ConfirmEmailVerificationCodeForm):
    pass


class ConfirmPasswordResetCodeForm(CodeForm, allauth.ConfirmPasswordResetCodeForm):
    pass


class SignUpCodeForm(CodeForm, allauth.BaseConfirmCodeForm):
    """Form for the code of a sign-up, which belongs to no user yet."""


class RequestLoginCodeForm(Plain, allauth.RequestLoginCodeForm):
    def clean_email(self) -> str:
        """Count the request and find the address's active user by one query. Return the address.

        Raises ValidationError once the limit is exceeded.
        """
        email: str = self.cleaned_data["email"].lower()
        self._user = _active(email)
        if not ratelimit.consume(context.request, action="request_login_code", key=email):
            raise get_adapter().validation_error("too_many_login_attempts")
        return email


class ResetPasswordForm(Plain, allauth.ResetPasswordForm):
    def clean_email(self) -> str:
        """Find the address's active user by one query. Return the address, known or not."""
        email: str = self.cleaned_data["email"].lower()
        user = _active(email)
        self.users = [user] if user else []
        return email


def _active(email: str) -> User | None:
    user = User.objects.at(email)
    return user if user and user.is_active else None


class ResetPasswordKeyForm(Plain, allauth.ResetPasswordKeyForm):
    pass


class ChangePasswordForm(Plain, allauth.ChangePasswordForm):
    pass


class SetPasswordForm(Plain, allauth.SetPasswordForm):
    pass


class AddEmailForm(Plain, allauth.AddEmailForm):
    pass


class ChangeEmailForm(Plain, allauth.ChangeEmailForm):
    pass


class ReauthenticateForm(Plain, allauth.ReauthenticateForm):
    pass


class DeletionForm(Plain):
    """Form that confirms the deletion of an account, with the password if there is one."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    understood = forms.BooleanField(label=_("Yes, delete my account permanently"))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if not user.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise ValidationError(_("This is not your password."), code="wrong_password")
        return password


class ProfileForm(forms.ModelForm):
    """Settings of one user. ``instance`` must not be request.user, which the page shows even if the form is invalid."""

    display_name = DisplayNameField()
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("Deadlines are shown and calculated in this time zone."),
        validators=[time_zones.validate_time_zone],
    )

    class Meta:
        model = User
        fields = ("display_name", "language", "time_zone", "hints", "sends_at_once", "hides_name")
        help_texts = {
            "language": _("For these pages and our emails."),
            "hints": _("Gives your decision a dotted underline. Tap it for a one-sentence explanation."),
            "sends_at_once": _(
                "At the table, your choice is sent as soon as it is complete, without the red button. You can’t undo it."
            ),
            "hides_name": _(
                "In finished games you appear as “a player who hides their name”. Your name does not "
                "appear in archive searches or rating lists. The people you play with still see it."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        keep_name(self, self.instance)
        self.fields["hints"].required = False
        zone = self.fields["time_zone"]
        assert isinstance(zone, forms.ChoiceField)
        zone.choices = time_zones.choices(self.instance.time_zone)

    def clean_hints(self) -> str:
        """Return the chosen value, or the stored one if the page does not show the field."""
        return self.cleaned_data["hints"] or self.instance.hints

    def clean_display_name(self) -> str:
        name = refuse_taken(self.cleaned_data["display_name"], owner=self.instance)
        if name != self.instance.display_name:
            name_changing.send(User, user=self.instance, now=timezone.now())
        return name

    def save(self, commit: bool = True) -> User:
        """Save the profile and return the user. Raises IntegrityError if the name has been taken since validation."""
        with transaction.atomic():
            self.instance.save(update_fields=list(self.fields))
        return self.instance
