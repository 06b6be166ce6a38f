"""Conduct of a person for admins, and lifting their pause from rated games."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from tables.errors import Refusal
from tables.forms.operating import LiftForm
from tables.models import LiftedPause
from tables.present import refusals
from tables.selectors.seats import manners
from tables.services.site_events import Operator
from tables.services.staff import lifting
from tables.views.http import PlayerRequest, operator_required


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@operator_required
def record(request: PlayerRequest, number: int) -> HttpResponse:
    """Show the rated games that a person has left and finished, with a form; POST ends the person's pause."""
    user = get_object_or_404(User, pk=number, guest_since=None)
    now, form = timezone.now(), LiftForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            lifting.lift_pause(user=user, operator=Operator(request.user.pk, form.cleaned_data["reason"]), now=now)
        except Refusal as refusal:
            form.add_error(None, refusals.words(refusal))
        else:
            messages.success(request, _("The pause has been lifted."))
            return redirect("staff:person", user.pk)
    context = {
        "member": user,
        "form": form,
        "record": manners.record(user, now),
        "until": manners.paused_until(user, now),
        "lifted": LiftedPause.objects.filter(user=user).select_related("by").order_by("-at")[:20],
    }
    return render(request, "staff/person.html", context, status=422 if form.errors else 200)
