"""Personal data: export of the user's archive, data retention, privacy and imprint."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import limits
from tables.errors import Code, Refusal
from tables.pages import retention
from tables.present import refusals, texts
from tables.selectors.personal import exports
from tables.selectors.personal.subjects import SUBJECTS, WITHHELD
from tables.services import personal
from tables.views.http import HtmxHttpRequest, PlayerRequest, member_required, trouble


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def data(request: PlayerRequest) -> HttpResponse:
    """Show the state of the user's archive; request one, or a new address for it."""
    if request.method == "POST":
        return _ask(request)
    context = {
        "export": exports.latest(request.user),
        "subjects": SUBJECTS,
        "left_out": WITHHELD,
        "kept_days": personal.KEPT.days,
        "may_ask": _may_ask(request),
    }
    return render(request, "personal/data.html", context)


@never_cache
@require_safe
@member_required  # type: ignore[arg-type]  # the only answer that is sent piece by piece
def data_file(request: PlayerRequest, token: str) -> HttpResponseBase:
    """Return the user's archive at its emailed address. Raises Http404 for other users, and once it has expired."""
    export = exports.export_with_token(request.user, token)
    if export is None or export.until is None or export.until <= timezone.now():
        raise Http404
    if not exports.opens(export):
        personal.give_up(export_id=export.pk)
        text = _("This archive can no longer be read. Request another one.")
        return trouble(request, 503, _("Your archive can’t be opened"), text, reverse("tables:data"))
    response = StreamingHttpResponse(exports.content(export), content_type="application/zip")
    response["Content-Length"] = str(export.size)
    response["Content-Disposition"] = f'attachment; filename="staffetta-{export.asked_at:%Y-%m-%d}.zip"'
    response["Referrer-Policy"] = "no-referrer"
    return response


@require_safe
def terms_page(request: HtmxHttpRequest) -> HttpResponse:
    """Show the data retention periods."""
    return render(request, "personal/terms.html", {"terms": retention.TERMS})


@require_safe
def privacy(request: HtmxHttpRequest) -> HttpResponse:
    """Show the admin's privacy text, and the data that the site really stores."""
    context: dict[str, Any] = {"blocks": texts.blocks("privacy"), "subjects": SUBJECTS, "left_out": WITHHELD}
    return render(request, "personal/privacy.html", context)


@require_safe
def imprint(request: HtmxHttpRequest) -> HttpResponse:
    """Show the imprint. Raises Http404 if the admin has written none."""
    blocks = texts.blocks("imprint")
    if not blocks:
        raise Http404
    return render(request, "personal/imprint.html", {"blocks": blocks})


def _ask(request: PlayerRequest) -> HttpResponse:
    if not (limits.allow(request, "data") and limits.allow_from(request, "data")):
        return limits.too_many(request)
    try:
        if request.POST.get("do") == "again":
            personal.mail_again(user=request.user, now=timezone.now())
            messages.success(request, _("We have emailed you a new link. The old one no longer works."))
        else:
            personal.ask(user=request.user, now=timezone.now())
            messages.success(request, _("Your archive is being prepared. You will get an email with the link."))
    except Refusal as refusal:
        # After a second click, the user sees again that the archive is being made.
        if refusal.code != Code.EXPORT_MAKING:
            messages.error(request, refusals.words(refusal))
    return redirect("tables:data")


def _may_ask(request: PlayerRequest) -> bool:
    try:
        personal.check(user=request.user, now=timezone.now())
    except Refusal:
        return False
    return True
