"""Page of the user's second factor and signed-in browsers."""

from typing import Any

from allauth.mfa.base.views import IndexView
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.security import sessions


class SecurityView(IndexView):
    """allauth's page of the second factor, with the list of sessions."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        assert isinstance(self.request.user, User)
        return super().get_context_data(**kwargs) | {
            "sessions": [
                {"row": row, "browser": sessions.browser(row.user_agent), "is_current": row.is_current()}
                for row in sessions.listed(self.request.user)
            ]
        }


@login_required
@require_POST
def end_session(request: HttpRequest) -> HttpResponse:
    """Sign out one browser, or all but this one."""
    assert isinstance(request.user, User)
    chosen = request.POST.get("session", "")
    if chosen == "others":
        sessions.end_others(request.user, current_key=request.session.session_key)
        messages.success(request, _("You have been signed out everywhere else."))
    elif chosen.isascii() and chosen.isdigit() and len(chosen) < 19:
        sessions.end(request.user, int(chosen))
        messages.success(request, _("That browser has been signed out."))
    return redirect("mfa_index")
