"""Notifications by email, on devices and by webhooks, each with its state and a test button."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import limits
from accounts.models import User
from tables.channels import push
from tables.channels.lines import device_line, error_words, hook_line
from tables.errors import Refusal
from tables.forms.channels import HookForm, NamesForm
from tables.models import Channel, Club, Event, Table, Webhook
from tables.present import refusals
from tables.selectors import channels
from tables.selectors.mail import mailing
from tables.services.channels import hooks, trials
from tables.services.channels.devices import IN_SESSION
from tables.services.mail.families import HOOKS, Family
from tables.views.http import PlayerRequest, member_required


@never_cache
@require_safe
@member_required
def show(request: PlayerRequest) -> HttpResponse:
    """Show the user's notification channels."""
    return _page(request, NamesForm(names=channels.names_elsewhere(request.user)))


@require_POST
@member_required
def names(request: PlayerRequest) -> HttpResponse:
    """Save the user's names on the services of table webhooks."""
    form = NamesForm(request.POST, names={})
    if not form.is_valid():
        return _page(request, form, status=422)
    try:
        hooks.name_elsewhere(user=request.user, names=form.names(), now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusals.words(refusal))
        return _page(request, form, status=422)
    messages.success(request, _("Your names have been saved."))
    return redirect("tables:ways")


def _page(request: PlayerRequest, form: NamesForm, *, status: int = 200) -> HttpResponse:
    site_key, this_device = push.site_key(), request.session.get(IN_SESSION)
    context = {
        "devices": [
            device_line(device, current_pk=this_device, site_key=site_key) for device in channels.devices_of(request.user)
        ],
        "site_key": site_key,
        "hooks": [hook_line(hook) for hook in channels.hooks_of(request.user)],
        "kinds": Webhook.Kind.choices,
        "pause": mailing.preferences(request.user).pause,
        "names_form": form,
    }
    return render(request, "channels/notifications.html", context, status=status)


@sensitive_post_parameters("url", "room", "secret")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def add_hook(request: PlayerRequest, kind: str) -> HttpResponse:
    """Show the form for a new webhook of the user; POST adds the webhook."""
    if kind not in Webhook.Kind.values:
        raise Http404
    message = _("You will now be notified there too. Send yourself a message to test it.")
    form = HookForm(request.POST or None, kind=Webhook.Kind(kind))
    return add_webhook(request, form, partial(hooks.add_hook, user_id=request.user.pk), message, back=redirect("tables:ways"))


def add_webhook(
    request: PlayerRequest,
    form: HookForm,
    add: Callable[..., object],
    message: str,
    *,
    back: HttpResponse,
    table: Table | None = None,
    club: Club | None = None,
    event: Event | None = None,
) -> HttpResponse:
    """Show the form of a new webhook for a person, ``table``, ``club`` or ``event``; on POST add the webhook.

    Returns ``back`` once ``add`` has accepted it.
    """
    if request.method == "POST" and not limits.allow(request, "hook"):
        return limits.too_many(request)
    if request.method == "POST" and form.is_valid():
        try:
            add(kind=form.kind, **form.hook(), now=timezone.now())
        except Refusal as refusal:
            form.add_error(None, refusals.words(refusal))
        else:
            messages.success(request, message)
            return back
    context = {"form": form, "kind": form.kind.label, "is_json": form.kind == Webhook.Kind.JSON}
    subject = {"table": table, "club": club, "event": event}
    return render(request, "channels/hook_form.html", context | subject, status=422 if form.errors else 200)


@require_POST
@member_required
def change_hook(request: PlayerRequest, number: int) -> HttpResponse:
    """Turn a webhook of the user off or on, remove it, renew its secret, or send a test."""
    hook = channels.hook_of(request.user, number)
    if hook is None:
        messages.info(request, _("This webhook no longer exists."))
        return redirect("tables:ways")
    on, off = (
        _("Notifications have been switched on again there."),
        _("You won’t get notifications there until you switch them on again."),
    )
    return change_webhook(request, hook, on=on, off=off, back=redirect("tables:ways"))


def change_webhook(request: PlayerRequest, hook: Webhook, *, on: str, off: str, back: HttpResponse) -> HttpResponse:
    """Carry out the requested action on a webhook; ``on`` and ``off`` are the messages after switching."""
    who: dict[str, Any] = {"hook": hook, "user": request.user, "now": timezone.now()}
    try:
        match request.POST.get("do"):
            case "off" | "on" as do:
                hooks.switch_hook(**who, is_on=do == "on")
                messages.success(request, on if do == "on" else off)
            case "remove":
                hooks.remove_hook(**who)
                messages.success(request, _("The webhook and its address have been deleted."))
            case "renew":
                hooks.renew_secret(**who)
                messages.success(request, _("The webhook has a new secret. The old one no longer signs anything."))
            case "try":
                hooks.check_change(**who)
                return send_test(request, lambda: test_error(HOOKS, hook, request.user), back=back)
    except Refusal as refusal:
        messages.error(request, refusals.words(refusal))
    return back


@require_POST
@member_required
def try_mail(request: PlayerRequest) -> HttpResponse:
    """Send a test email to the user's own address."""

    def send() -> str:
        trials.try_mail(reader=request.user, now=timezone.now())
        return ""

    return send_test(request, send, _("We have sent you an email. Check your inbox and your spam folder."))


def test_error(family: Family, channel: Channel, reader: User) -> str:
    """Send a test by this channel, and return the error in words; empty on success."""
    error = trials.try_way(family=family, channel=channel, reader=reader, now=timezone.now())
    return error_words(str(error)) if error else ""


def send_test(
    request: HttpRequest, send: Callable[[], str], message: str = "", *, back: HttpResponse | None = None
) -> HttpResponse:
    """Send a test within the rate limit and report the result: ``send`` returns the error, or nothing."""
    back = back or redirect("tables:ways")
    if not limits.allow(request, "trial"):
        messages.error(request, _("That was too fast. Wait a moment and try again."))
        return back
    try:
        error = send()
    except trials.Busy:
        messages.error(request, _("Other people are running tests right now. Wait a moment and try again."))
        return back
    if error:
        messages.error(request, _("The message was not delivered. %(why)s") % {"why": error})
    else:
        messages.success(request, message or _("The message has been delivered. Check whether you can see it."))
    return back
