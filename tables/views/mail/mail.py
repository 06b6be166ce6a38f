"""Links in emails, the choice of emails, and development's outbox."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.csp import CSP
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from tables.forms.mail import MailForm
from tables.mail import outbox as kept_mails
from tables.mail import tokens
from tables.selectors import channels
from tables.selectors.mail import mailing
from tables.selectors.mail.cadence import Cadence, Kind, MailPreferences
from tables.services.mail import choices as mail_choices
from tables.services.mail import trouble as mail_trouble
from tables.views.http import PlayerRequest, for_machines, member_required, trouble

# An email contains its styles and must not load anything from elsewhere.
MAIL_CSP = {
    "default-src": [CSP.NONE],
    "style-src": [CSP.UNSAFE_INLINE],
    "img-src": [CSP.SELF],
    "frame-ancestors": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.NONE],
}


@for_machines  # requested by a mail program; the signature identifies the user
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe: GET asks and POST acts, so that programs that follow links change nothing (RFC 8058)."""
    try:
        stop = tokens.read(token)
    except tokens.BadToken:
        text = _("The link was cut off on the way, or it is not one of ours. Nothing was changed.")
        return trouble(request, 404, _("This link is incomplete"), text)
    with translation.override(_language_of(stop.user_id)):
        if request.method == "POST":
            _act(stop, _posted(request))
        return render(request, "mail/unsubscribe.html", _unsubscribe_context(stop, request.method == "POST"))


@member_required
@require_http_methods(["GET", "HEAD", "POST"])
def choices(request: PlayerRequest) -> HttpResponse:
    """Show and save the user's choice of notifications, channels, frequency and times."""
    preferences = mailing.preferences(request.user)
    others = {channel: mailing.preferences(request.user, channel) for channel in channels.families_of(request.user)}
    form = MailForm(request.POST or None, preferences=preferences, others=others)
    if request.method == "POST" and form.is_valid():
        _choose(request.user.pk, form)
        messages.success(request, _("Your choice has been saved."))
        return redirect("mail:choices")
    context = {"form": form, "preferences": preferences}
    return render(request, "mail/choices.html", context, status=422 if form.errors else 200)


@member_required
@require_POST
def paused(request: PlayerRequest) -> HttpResponse:
    """Handle the user's response to paused email: try again, or leave it off."""
    if request.POST.get("answer") == "resume":
        mail_trouble.resume(user_id=request.user.pk, now=timezone.now())
        messages.success(request, _("You will receive our emails again."))
    else:
        mail_trouble.give_up(user_id=request.user.pk, now=timezone.now())
        messages.success(request, _("We will not email you about games. You can change that here."))
    return redirect("mail:choices")


def in_development(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Restrict a view to development, because it shows everybody's emails."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if settings.PRODUCTION:
            raise Http404
        return view(request, *args, **kwargs)

    return wrapper


@in_development
@require_safe
def outbox(request: HttpRequest) -> HttpResponse:
    """List all emails the site has sent, newest first."""
    return render(request, "mail/outbox.html", {"mails": kept_mails.newest()})


@in_development
@require_safe
def outbox_mail(request: HttpRequest, name: str) -> HttpResponse:
    """Show one email as a reader sees it, with its plain text, pictures and headers."""
    return render(request, "mail/outbox_mail.html", {"mail": _stored_mail(name)})


@in_development
@require_safe
@xframe_options_sameorigin
@csp_override(MAIL_CSP)
def outbox_page(request: HttpRequest, name: str) -> HttpResponse:
    """Return the HTML of one email for the frame on its page, with pictures from the outbox."""
    mail = _stored_mail(name)
    html = mail.html.replace("<head>", '<head><base target="_top">', 1)
    for number, picture in mail.pictures.items():
        address = reverse("mail:outbox_picture", args=[name, number])
        html = html.replace(f"cid:{str(picture['Content-ID'] or '').strip('<>')}", address)
    return HttpResponse(html)


@in_development
@require_safe
def outbox_picture(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """Return a picture attached to an email."""
    picture = _stored_mail(name).pictures.get(number)
    if picture is None:
        raise Http404
    return HttpResponse(picture.get_content(), content_type=picture.get_content_type())


def _stored_mail(name: str) -> kept_mails.Kept:
    if mail := kept_mails.find(name):
        return mail
    raise Http404


def _language_of(user_id: int) -> str:
    language = User.objects.filter(pk=user_id).values_list("language", flat=True).first()
    return language or settings.LANGUAGE_CODE


def _posted(request: HttpRequest) -> QueryDict:
    """Return the submitted form; an empty one if unreadable, because mail programs send it in many ways."""
    try:
        return request.POST
    except (BadRequest, MultiPartParserError, SuspiciousOperation):
        return QueryDict()


def _act(stop: tokens.Stop, posted: Any) -> None:
    """Apply the form; ``List-Unsubscribe=One-Click`` from a mail program turns off the kinds in that email."""
    preferences = _preferences(stop.user_id)
    if preferences is None:
        return
    if posted.get("resume") == "kind":
        cadences = dict(stop.cadences)
    elif posted.get("resume") == "all":
        cadences = {**dict.fromkeys(preferences.kinds(Cadence.NEVER), Cadence.AT_ONCE), **stop.cadences}
    else:
        cadences = dict.fromkeys(Kind if posted.get("stop") == "all" else stop.cadences, Cadence.NEVER)
    mail_choices.set_cadences(user_id=stop.user_id, cadences=cadences, now=timezone.now())


def _preferences(user_id: int) -> MailPreferences | None:
    """Return the user's email preferences; None if the account is gone."""
    user = User.objects.filter(pk=user_id).first()
    return mailing.preferences(user) if user else None


def _unsubscribe_context(stop: tokens.Stop, has_acted: object) -> dict[str, object]:
    preferences = _preferences(stop.user_id) or MailPreferences()
    stopped = {kind for kind in Kind if preferences.cadence(kind) == Cadence.NEVER}
    return {
        "kinds": get_text_list([_("“%(kind)s”") % {"kind": kind.label} for kind in stop.cadences], _("and")),
        "count": len(stop.cadences),
        "gets_these": not stopped.issuperset(stop.cadences),
        "gets_any": len(stopped) < len(Kind),
        "lacks_others": bool(stopped - set(stop.cadences) - {Kind.WEEKLY}),
        "has_acted": has_acted,
    }


def _choose(user_id: int, form: MailForm) -> None:
    now, chosen = timezone.now(), form.cleaned_data
    mail_choices.set_rhythm(
        user_id=user_id,
        digest_hour=chosen["digest_hour"],
        quiet_while_here=chosen["quiet_while_here"],
        weekly_day=chosen["weekly_day"],
        now=now,
    )
    mail_choices.set_cadences(user_id=user_id, cadences=form.cadences(), now=now)
    for channel in form.others:
        mail_choices.set_cadences(user_id=user_id, cadences=form.cadences_of(channel), channel=channel, now=now)
