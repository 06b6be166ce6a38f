"""The pages that are ours; signing up and in is allauth's."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views import i18n
from django.views.decorators.http import require_http_methods

from accounts.forms import TAKEN, ProfileForm
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


def set_language(request: HttpRequest) -> HttpResponseBase:
    """Django's own, which sets a cookie; somebody signed in keeps the language with their account."""
    response = i18n.set_language(request)
    language = request.POST.get("language")
    if isinstance(request.user, User) and language in dict(settings.LANGUAGES):
        request.user.language = language
        request.user.save(update_fields=["language"])
    return response
