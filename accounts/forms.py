"""What people type in. allauth's forms without placeholders, and the profile."""

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

TAKEN = _("This name is taken, or looks like one that is. Please choose another.")


class DisplayNameField(forms.CharField):
    """A tidied display name that may be chosen; whether it is free is asked by ``refuse_taken``.

    ``kept`` is the name somebody has already, which they may keep by whatever rules it came to be.
    """

    kept = ""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"autocomplete": "nickname", "maxlength": names.LONGEST}
        super().__init__(label=_("Display name"), widget=forms.TextInput(attrs=attrs), **kwargs)

    def to_python(self, value: Any) -> str:
        return names.tidy(super().to_python(value) or "")

    def run_validators(self, value: str) -> None:
        super().run_validators(value)
        if value and value != self.kept:
            names.validate_new_name(value)


def keep_name(form: forms.BaseForm, owner: User) -> None:
    """Let ``owner`` keep the name they have."""
    field = form.fields["display_name"]
    assert isinstance(field, DisplayNameField)
    field.kept = owner.display_name


def refuse_taken(name: str, *, owner: User | None = None) -> str:
    """``name``, or ValidationError if somebody else than ``owner`` has it or one that looks like it."""
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
        self.fields["password"].help_text = ""  # the page links to the reset with ?next= kept


class SignupForm(Plain, allauth.SignupForm):
    """A name, an address and, if one likes, a password. The time zone is the browser's guess; what is no zone becomes UTC."""

    field_order = ("display_name", "email", "password1", "time_zone")
    display_name = DisplayNameField(help_text=_("How the others at the table see you."))
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"data-guess-time-zone": ""}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].help_text = _("We mail you a code to it. Nobody else sees it.")
        self.fields["password1"].label = _("Password, if you like one")
        self.fields["password1"].help_text = _("At least 8 characters. Without one we mail you a code whenever you sign in.")

    def clean_display_name(self) -> str:
        return refuse_taken(self.cleaned_data["display_name"])

    def clean_time_zone(self) -> str:
        guess = self.cleaned_data["time_zone"]
        return guess if guess in time_zones.known() else time_zones.FALLBACK

    def try_save(self, request: HttpRequest) -> tuple[None, HttpResponse]:
        """Stores nobody yet: that takes the code, whoever's address it is."""
        try:
            signing_up.begin(request, data=self.cleaned_data, next_url=get_next_redirect_url(request) or "")
        except signing_up.TooOften:
            return None, limits.too_many(request)
        return None, HttpResponseRedirect(reverse("account_email_verification_sent"))


class OtherNameForm(Plain):
    """A name for somebody whose first choice was taken while their code was on its way."""

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
    """The code of a sign-up, which belongs to no user yet."""


class RequestLoginCodeForm(Plain, allauth.RequestLoginCodeForm):
    def clean_email(self) -> str:
        """Looks once, known or not."""
        email: str = self.cleaned_data["email"].lower()
        self._user = _active(email)
        if not ratelimit.consume(context.request, action="request_login_code", key=email):
            raise get_adapter().validation_error("too_many_login_attempts")
        return email


class ResetPasswordForm(Plain, allauth.ResetPasswordForm):
    def clean_email(self) -> str:
        """Looks once, known or not."""
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
    """That somebody means it; the password, if they have one."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    understood = forms.BooleanField(label=_("Yes, delete my account for good"))

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
    """The settings of one person. ``instance`` must not be request.user, which the page shows even if the form is wrong."""

    display_name = DisplayNameField()
    time_zone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("Deadlines are shown and counted in it."), validators=[time_zones.validate_time_zone]
    )

    class Meta:
        model = User
        fields = ("display_name", "language", "time_zone", "hints", "sends_at_once", "hides_name")
        help_texts = {
            "language": _("For these pages and for our mails."),
            "hints": _(
                "What you are asked is underlined with dots then, and says in a sentence what it means when you touch it."
            ),
            "sends_at_once": _(
                "At the tables a choice is then sent by the touch that completes it, without the red button. It cannot be taken"
                " back."
            ),
            "hides_name": _(
                "Finished games then call you “a player who hides their name”, nobody finds them by your name, and you are on"
                " no list of ratings. Whoever plays with you still sees your name."
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
        """As it was, from pages that do not ask for it."""
        return self.cleaned_data["hints"] or self.instance.hints

    def clean_display_name(self) -> str:
        name = refuse_taken(self.cleaned_data["display_name"], owner=self.instance)
        if name != self.instance.display_name:
            name_changing.send(User, user=self.instance, now=timezone.now())
        return name

    def save(self, commit: bool = True) -> User:
        """Raises IntegrityError if the name has been taken meanwhile."""
        with transaction.atomic():
            self.instance.save(update_fields=list(self.fields))
        return self.instance
