"""Push devices of the user: registering a browser, and managing it on the notifications page."""

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
from tables.views.channels.notifications import send_test, test_error
from tables.views.http import HtmxHttpRequest, PlayerRequest, for_machines, member_required

LONGEST_LABEL = 60


@sensitive_post_parameters("endpoint", "p256dh", "auth")
@require_POST
@member_required
def add_device(request: PlayerRequest) -> HttpResponse:
    """Register this browser for push messages, as the page's script asks. Return 204, or the error as JSON."""
    if not limits.allow(request, "hook"):
        return _no(_("That was too fast. Wait a moment and try again."), 429)
    form = DeviceForm(request.POST)
    if not form.is_valid():
        return _no(form.trouble, 422)
    label = sessions.browser(request.META.get("HTTP_USER_AGENT", ""))[:LONGEST_LABEL]
    try:
        device = devices.add_device(user_id=request.user.pk, **form.cleaned_data, label=label, now=timezone.now())
    except Refusal as refusal:
        return _no(refusals.words(refusal), 422)
    request.session[devices.IN_SESSION] = device.pk
    messages.success(request, _("This device now receives notifications. Send yourself a message to test it."))
    return HttpResponse(status=204)


@sensitive_post_parameters("old", "endpoint", "p256dh", "auth")
@for_machines  # the service worker, which has no form and perhaps no session; the old address is the key
@require_POST
def renew_device(request: HtmxHttpRequest) -> HttpResponse:
    """Replace the subscription ``old`` of a browser. Return 204, even if it is unknown, or the error as JSON."""
    if not limits.allow(request, "hook"):
        return _no(_("That was too fast. Wait a moment and try again."), 429)
    form = RenewedForm(request.POST)
    if not form.is_valid():
        return _no(form.trouble, 422)
    fields = dict(form.cleaned_data)
    devices.renew_device(old_endpoint=fields.pop("old"), **fields)
    return HttpResponse(status=204)


@require_POST
@member_required
def change_device(request: PlayerRequest, number: int) -> HttpResponse:
    """Remove a device of the user, turn it on again, or send a test to it."""
    device = channels.device_of(request.user, number)
    if device is None:
        messages.info(request, _("This device no longer exists."))
        return redirect("tables:ways")
    match request.POST.get("do"):
        case "on":
            devices.switch_on(device_id=device.pk)
            messages.success(request, _("Notifications have been switched on again there."))
        case "remove":
            devices.remove_device(device_id=device.pk)
            messages.success(request, _("That device no longer receives notifications."))
        case "try":
            return send_test(request, lambda: test_error(DEVICES, device, request.user))
    return redirect("tables:ways")


def _no(words: str, status: int) -> JsonResponse:
    return JsonResponse({"error": words}, status=status)
