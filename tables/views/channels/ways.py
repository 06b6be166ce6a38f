"""Ways to be told: by mail, on devices and by webhooks, each with its state and a button that sends something at once."""

from collections.abc import Callable
from functools import partial

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
from tables.models import Channel, Club, Table, Webhook
from tables.present import refusals
from tables.selectors import channels
from tables.selectors.mail import mailing
from tables.services.channels import hooks, trying
from tables.services.channels.devices import IN_SESSION
from tables.services.mail.families import HOOKS, Family
from tables.views.http import PlayerRequest, member_required


@never_cache
@require_safe
@member_required
def ways(request: PlayerRequest) -> HttpResponse:
    """All of mine."""
    return _page(request, NamesForm(names=channels.names_elsewhere(request.user)))


@require_POST
@member_required
def names(request: PlayerRequest) -> HttpResponse:
    """What I am called where webhooks of tables lead."""
    form = NamesForm(request.POST, names={})
    if not form.is_valid():
        return _page(request, form, status=422)
    hooks.name_elsewhere(user_id=request.user.pk, names=form.names())
    messages.success(request, _("Your names are saved."))
    return redirect("tables:ways")


def _page(request: PlayerRequest, form: NamesForm, *, status: int = 200) -> HttpResponse:
    site_key, here = push.site_key(), request.session.get(IN_SESSION)
    context = {
        "devices": [device_line(device, here=here, site_key=site_key) for device in channels.devices_of(request.user)],
        "site_key": site_key,
        "hooks": [hook_line(hook) for hook in channels.hooks_of(request.user)],
        "kinds": Webhook.Kind.choices,
        "pause": mailing.preferences(request.user).pause,
        "names_form": form,
    }
    return render(request, "channels/ways.html", context, status=status)


@sensitive_post_parameters("url", "room", "secret")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def add_hook(request: PlayerRequest, kind: str) -> HttpResponse:
    """A new webhook of one kind."""
    if kind not in Webhook.Kind.values:
        raise Http404
    done = _("From now on you are told there too. Send yourself a message to see whether it comes.")
    form = HookForm(request.POST or None, kind=Webhook.Kind(kind))
    return added(request, form, partial(hooks.add_hook, user_id=request.user.pk), done, back=redirect("tables:ways"))


def added(
    request: PlayerRequest,
    form: HookForm,
    add: Callable[..., object],
    done: str,
    *,
    back: HttpResponse,
    table: Table | None = None,
    club: Club | None = None,
) -> HttpResponse:
    """The form of a new webhook, of a person, of ``table`` or of ``club``; once ``add`` has taken what was sent, ``back``."""
    if request.method == "POST" and not limits.allow(request, "hook"):
        return limits.too_many(request)
    if request.method == "POST" and form.is_valid():
        try:
            add(kind=form.kind, **form.hook(), now=timezone.now())
        except Refusal as refusal:
            form.add_error(None, refusals.words(refusal))
        else:
            messages.success(request, done)
            return back
    context = {"form": form, "kind": form.kind.label, "is_json": form.kind == Webhook.Kind.JSON, "table": table, "club": club}
    return render(request, "channels/hook_form.html", context, status=422 if form.errors else 200)


@require_POST
@member_required
def change_hook(request: PlayerRequest, number: int) -> HttpResponse:
    """Switch one of mine off or on, remove it, give it another secret, or send something there."""
    hook = channels.hook_of(request.user, number)
    if hook is None:
        messages.info(request, _("This webhook is not there any more."))
        return redirect("tables:ways")
    on, off = _("You are told there again."), _("You are told nothing there until you switch it on.")
    return changed(request, hook, on=on, off=off, back=redirect("tables:ways"))


def changed(request: PlayerRequest, hook: Webhook, *, on: str, off: str, back: HttpResponse) -> HttpResponse:
    """Do with a webhook what was asked for; ``on`` and ``off`` say that it was switched so."""
    match request.POST.get("do"):
        case "off" | "on" as do:
            hooks.switch_hook(hook_id=hook.pk, is_on=do == "on", now=timezone.now())
            messages.success(request, on if do == "on" else off)
        case "remove":
            hooks.remove_hook(hook_id=hook.pk)
            messages.success(request, _("The webhook is removed and its address forgotten."))
        case "renew":
            hooks.renew_secret(hook_id=hook.pk)
            messages.success(request, _("It has a new secret. The one before signs nothing any more."))
        case "try":
            return tried(request, lambda: refused_by(HOOKS, hook, request.user), back=back)
    return back


@require_POST
@member_required
def try_mail(request: PlayerRequest) -> HttpResponse:
    """Send a mail to my own address."""

    def send() -> str:
        trying.try_mail(reader=request.user, now=timezone.now())
        return ""

    return tried(request, send, _("A mail is on its way to you. Look into your mailbox, and among the junk."))


def refused_by(family: Family, way: Channel, reader: User) -> str:
    """Something is sent there at once: why it was not taken, in words; empty if it was."""
    error = trying.try_way(family=family, way=way, reader=reader, now=timezone.now())
    return error_words(str(error)) if error else ""


def tried(request: HttpRequest, send: Callable[[], str], done: str = "", *, back: HttpResponse | None = None) -> HttpResponse:
    """Send something at once, seldom enough, and say what came of it: ``send`` returns why it was not taken, or nothing."""
    back = back or redirect("tables:ways")
    if not limits.allow(request, "trial"):
        messages.error(request, _("That was a little fast. Wait a moment and try again."))
        return back
    try:
        trouble = send()
    except trying.Busy:
        messages.error(request, _("Others are trying theirs just now. Wait a moment and try again."))
        return back
    if trouble:
        messages.error(request, _("It was not taken. %(why)s") % {"why": trouble})
    else:
        messages.success(request, done or _("It was taken there. Look whether you see it."))
    return back
