"""Our own account pages; allauth has those for signing in."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as allauth
from allauth.account.internal.flows.signup import complete_signup, send_unknown_account_mail
from allauth.account.internal.templatekit import get_entrance_context_data
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY, logout
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views import i18n
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import guests, leaving, limits, signing_up
from accounts.adapter import Adapter, has_just_signed_in
from accounts.forms import TAKEN, ChangeEmailForm, DeletionForm, OtherNameForm, ProfileForm, SignUpCodeForm
from accounts.models import User
from accounts.signals import time_zone_changed
from accounts.signing_up import SignUp

CONFIRM_EMAIL = "account_email_verification_sent"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """Show and save the settings of the user's profile."""
    assert isinstance(request.user, User)
    form = ProfileForm(request.POST or None, instance=User.objects.get(pk=request.user.pk))
    if form.is_valid() and _saved(form):
        translation.activate(form.instance.language)
        messages.success(request, _("Your settings have been saved."))
        return redirect("accounts:profile")
    return render(request, "accounts/profile.html", {"form": form}, status=422 if form.errors else 200)


def _saved(form: ProfileForm) -> bool:
    try:
        form.save()
    except IntegrityError:
        form.add_error("display_name", TAKEN)
        return False
    if "time_zone" in form.changed_data:
        time_zone_changed.send(User, user=form.instance, before=form.initial["time_zone"], now=timezone.now())
    return True


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_email(request: HttpRequest) -> HttpResponseBase:
    """Check the emailed code of a sign-up, or (on allauth's page) of an account with an unconfirmed address."""
    sign_up = signing_up.resume(request)
    if sign_up is None or request.user.is_authenticated:
        return allauth.email_verification_sent(request)
    action = request.POST.get("action")
    try:
        if request.method == "POST" and action == "resend" and sign_up.can_resend:
            signing_up.resend(request, sign_up)
            return redirect(CONFIRM_EMAIL)
        if request.method == "POST" and action == "change" and sign_up.can_change:
            return _changed_address(request, sign_up)
    except signing_up.TooOften:
        return limits.too_many(request)
    return _other_name(request, sign_up) if sign_up.proved else _code(request, sign_up)


class ConfirmLoginCodeView(allauth.ConfirmLoginCodeView):
    """allauth's view. On a resend it emails an address without an account too, so that timing does not reveal accounts."""

    def _resend_form_valid(self, form: Form) -> HttpResponse:
        if self._process.user is None:
            send_unknown_account_mail(self.request, self._process.state["email"])
        return super()._resend_form_valid(form)


def _changed_address(request: HttpRequest, sign_up: SignUp) -> HttpResponse:
    form = ChangeEmailForm(request.POST, email=sign_up.email)
    if not form.is_valid():
        return _confirm_page(request, sign_up, SignUpCodeForm(), form)
    signing_up.change_address(request, sign_up, form.cleaned_data["email"].lower())
    return redirect(CONFIRM_EMAIL)


def _code(request: HttpRequest, sign_up: SignUp) -> HttpResponse:
    form = SignUpCodeForm(request.POST if request.method == "POST" else None, code=sign_up.code)
    if form.is_valid():
        return _signed_up(request, sign_up, sign_up.display_name)
    if request.method == "POST" and not signing_up.count_wrong_code(request, sign_up):
        messages.error(request, Adapter.error_messages["too_many_login_attempts"])
        return redirect("account_login")
    return _confirm_page(request, sign_up, form, ChangeEmailForm())


def _other_name(request: HttpRequest, sign_up: SignUp) -> HttpResponse:
    form = OtherNameForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        return _signed_up(request, sign_up, form.cleaned_data["display_name"])
    return render(request, "account/other_name.html", {"form": form}, status=422 if form.errors else 200)


def _signed_up(request: HttpRequest, sign_up: SignUp, display_name: str) -> HttpResponse:
    try:
        user = signing_up.finish(request, sign_up, display_name=display_name)
    except signing_up.NameTaken:
        form = OtherNameForm({"display_name": display_name})
        if form.is_valid():  # the name was taken a moment ago, after the form had found it free
            form.add_error("display_name", TAKEN)
        return render(request, "account/other_name.html", {"form": form}, status=422)
    except signing_up.AddressTaken:
        messages.error(request, Adapter.error_messages["email_taken"])
        return redirect("account_login")
    return complete_signup(request, user=user, redirect_url=sign_up.next or None)


def _confirm_page(request: HttpRequest, sign_up: SignUp, form: Form, change_form: Form) -> HttpResponse:
    context = get_entrance_context_data(request) | {
        "form": form,
        "verify_form": form,
        "change_form": change_form,
        "can_resend": sign_up.can_resend,
        "can_change": sign_up.can_change,
        "email": sign_up.email,
    }
    return render(request, "account/confirm_email_verification_code.html", context)


def clears_cached_pages(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Have the browser drop cached pages after a sign-out, such as pictures of private tables.

    ``app.js`` drops the cache of the service worker. Clearing it here would also delete its registration and the chosen colour
    scheme.
    """

    @wraps(view)
    def leaving_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        was_signed_in = SESSION_KEY in request.session
        response = view(request, *args, **kwargs)
        if was_signed_in and SESSION_KEY not in request.session:
            response["Clear-Site-Data"] = '"cache"'
        return response

    return leaving_view


@clears_cached_pages
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the user's account. Requires the password or, without one, a recent sign-in by emailed code."""
    assert isinstance(request.user, User)
    if request.method == "POST" and not limits.allow(request, "delete"):
        return limits.too_many(request)
    is_proved = request.user.has_usable_password() or has_just_signed_in(request)
    form = DeletionForm(request.POST if request.method == "POST" else None, user=request.user)
    if is_proved and form.is_valid():
        leaving.delete_account(user_id=request.user.pk, now=timezone.now())
        logout(request)
        messages.success(request, _("Your account has been deleted. Goodbye!"))
        return redirect("/")
    status = 422 if form.errors or (request.method == "POST" and not is_proved) else 200
    return render(request, "accounts/delete.html", {"form": form, "is_proved": is_proved}, status=status)


@clears_cached_pages
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forget_guest(request: HttpRequest) -> HttpResponse:
    """Delete a guest with their practice tables. The page asks first."""
    guest = guests.of(request)
    if guest is None:
        return redirect("/")
    if request.method != "POST":
        return render(request, "accounts/forget_guest.html")
    guests.forget(guest_id=guest.pk, now=timezone.now())
    logout(request)
    messages.success(request, _("Your guest data and practice tables have been deleted."))
    return redirect("/")


def set_language(request: HttpRequest) -> HttpResponseBase:
    """Set the language as Django does, by a cookie. A signed-in user's choice is also stored in the account."""
    response = i18n.set_language(request)
    language = request.POST.get("language")
    if isinstance(request.user, User) and language in dict(settings.LANGUAGES):
        request.user.language = language
        request.user.save(update_fields=["language"])
    return response
