"""The form that opens an event."""

from collections.abc import Sequence

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import limits
from engines import registry
from tables.clock import PACES
from tables.errors import Refusal
from tables.forms.events import EventForm
from tables.forms.pace import PaceForm
from tables.games.registry import presenter
from tables.models import Club
from tables.paces import CUSTOM
from tables.present.events.summary import summary
from tables.present.events.words import length_words
from tables.selectors.clubs import clubs
from tables.services.events import opening
from tables.services.events.opening import NewEvent
from tables.views.http import Hidden, PlayerRequest, member_required
from tables.views.lobby.tables import playable


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def create(request: PlayerRequest) -> HttpResponse:
    """Show the form for a new event; POST opens it for signing up, or previews it. Only admins, and officers for their club."""
    club = _club(request)
    if not opening.may_open(request.user, club):
        led = clubs.led_by(request.user)
        if club is not None or not led:
            raise Hidden
        return redirect(f"{request.path}?club={led[0].slug}")
    engine = playable(request.POST.get("game") or request.GET.get("game") or registry.PLAYABLE[0])
    data = request.POST or None
    form, options = EventForm(data, engine=engine), presenter(engine.slug).options.form(data)
    own = PaceForm(data if request.POST.get("pace") == CUSTOM else None, prefix="own")
    forms = [form, options, *([own] if own.is_bound else [])]
    rows: Sequence[tuple[str, str]] = ()
    if is_preview := "preview" in request.POST:
        form.fields["name"].required = False
    if request.method == "POST" and all(part.is_valid() for part in forms):
        if not is_preview and not limits.allow(request, "event"):
            return limits.too_many(request)
        pace = own.pace() if own.is_bound else PACES[form.cleaned_data["pace"]]
        new = form.new_event(engine.slug, options.cleaned_data, pace, club)
        try:
            if is_preview:
                rows = summary(opening.preview(new, now=timezone.now()))
            else:
                return _opened(request, new, form.cleaned_data["token"])
        except Refusal as refusal:
            form.refuse(refusal, engine.slug)
    context = {"form": form, "options": options, "own": own, "engine": engine, "engines": registry.engines(), "club": club}
    context |= {"summary": rows, "faults": _faults(forms) if is_preview else ()}
    status = 422 if any(part.errors for part in forms) else 200
    name = "events/event_form.html"
    return render(request, f"{name}#summary" if is_preview and request.htmx else name, context, status=status)


def _opened(request: PlayerRequest, new: NewEvent, token: str) -> HttpResponse:
    """Open the event and go to its page. Raises the Refusal of the service."""
    event = opening.open_event(new, host=request.user, token=token, now=timezone.now())
    messages.success(request, f"{_('The event is open for signing up.')} {length_words(event)}")
    return redirect(event)


def _faults(forms: Sequence[Form]) -> Sequence[str]:
    """Return the errors of the forms, each with the label of its field."""
    return [
        f"{form.fields[name].label}: {error}" if name in form.fields else str(error)
        for form in forms
        for name, errors in form.errors.items()
        for error in errors
    ]


def _club(request: PlayerRequest) -> Club | None:
    """Return the club of the new event, None if no club is named. Raises Http404 for a club that the user cannot see."""
    code = request.POST.get("club") or request.GET.get("club")
    if not code:
        return None
    try:
        return clubs.visible_club(request.user, code)[0]
    except clubs.NotVisible:
        raise Http404 from None
