"""My devices: a browser says that it may be told things, and what I do with it on the page of ways."""

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from accounts import limits
from accounts.security import sessions
from tables.errors import Refusal
from tables.forms.devices import DeviceForm, RenewedForm
from tables.present import refusals
from tables.selectors import channels
from tables.services.channels import devices
from tables.services.mail.families import DEVICES
from tables.views.channels.ways import refused_by, tried
from tables.views.http import HtmxHttpRequest, PlayerRequest, for_machines, member_required

LONGEST_LABEL = 60


@sensitive_post_parameters("endpoint", "p256dh", "auth")
@require_POST
@member_required
def add_device(request: PlayerRequest) -> HttpResponse:
    """This browser, for the script of the page of ways: 204, or what is wrong as JSON."""
    if not limits.allow(request, "hook"):
        return _no(_("That was a little fast. Wait a moment and try again."), 429)
    form = DeviceForm(request.POST)
    if not form.is_valid():
        return _no(form.trouble, 422)
    label = sessions.browser(request.META.get("HTTP_USER_AGENT", ""))[:LONGEST_LABEL]
    try:
        device = devices.add_device(user_id=request.user.pk, **form.cleaned_data, label=label, now=timezone.now())
    except Refusal as refusal:
        return _no(refusals.words(refusal), 422)
    request.session[devices.IN_SESSION] = device.pk
    messages.success(request, _("From now on you are told on this device. Send yourself a message to see whether it comes."))
    return HttpResponse(status=204)


@sensitive_post_parameters("old", "endpoint", "p256dh", "auth")
@for_machines  # its worker says so, which has neither a form nor, perhaps, a session; the old address is the key
@require_POST
def renew_device(request: HtmxHttpRequest) -> HttpResponse:
    """A browser has another subscription in place of ``old``: 204 whether that was known or not, or what is wrong as JSON."""
    if not limits.allow(request, "hook"):
        return _no(_("That was a little fast. Wait a moment and try again."), 429)
    form = RenewedForm(request.POST)
    if not form.is_valid():
        return _no(form.trouble, 422)
    devices.renew_device(**form.cleaned_data)
    return HttpResponse(status=204)


@require_POST
@member_required
def change_device(request: PlayerRequest, number: int) -> HttpResponse:
    """Remove one of mine, switch it on again after it gave up, or send something there."""
    device = channels.device_of(request.user, number)
    if device is None:
        messages.info(request, _("This device is not there any more."))
        return redirect("tables:ways")
    match request.POST.get("do"):
        case "on":
            devices.switch_on(device_id=device.pk)
            messages.success(request, _("You are told there again."))
        case "remove":
            devices.remove_device(device_id=device.pk)
            messages.success(request, _("Nothing is told on that device any more."))
        case "try":
            return tried(request, lambda: refused_by(DEVICES, device, request.user))
    return redirect("tables:ways")


def _no(words: str, status: int) -> JsonResponse:
    return JsonResponse({"error": words}, status=status)
