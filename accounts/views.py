"""The pages that are ours; signing up and in is allauth's."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views import i18n
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import leaving, limits
from accounts.adapter import has_just_signed_in
from accounts.forms import TAKEN, DeletionForm, ProfileForm
from accounts.models import User
from accounts.signals import time_zone_changed


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """Display name, language and time zone; the ways to change address and password."""
    assert isinstance(request.user, User)
    form = ProfileForm(request.POST or None, instance=User.objects.get(pk=request.user.pk))
    if form.is_valid() and _saved(form):
        translation.activate(form.instance.language)
        messages.success(request, _("Your settings are saved."))
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


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Delete one's account: by the password, or soon after signing in by a mailed code if there is none."""
    assert isinstance(request.user, User)
    if request.method == "POST" and not limits.allow(request, "delete"):
        return limits.too_many(request)
    is_proved = request.user.has_usable_password() or has_just_signed_in(request)
    form = DeletionForm(request.POST if request.method == "POST" else None, user=request.user)
    if is_proved and form.is_valid():
        leaving.delete_account(user_id=request.user.pk, now=timezone.now())
        logout(request)
        messages.success(request, _("Your account is deleted. Farewell!"))
        return redirect("/")
    status = 422 if form.errors or (request.method == "POST" and not is_proved) else 200
    return render(request, "accounts/delete.html", {"form": form, "is_proved": is_proved}, status=status)


def set_language(request: HttpRequest) -> HttpResponseBase:
    """Django's own, which sets a cookie; somebody signed in keeps the language with their account."""
    response = i18n.set_language(request)
    language = request.POST.get("language")
    if isinstance(request.user, User) and language in dict(settings.LANGUAGES):
        request.user.language = language
        request.user.save(update_fields=["language"])
    return response
