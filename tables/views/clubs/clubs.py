"""Clubs: finding, founding, viewing, joining and leaving. A club hidden from a user seems not to exist."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import limits
from engines import registry
from tables.errors import Refusal
from tables.forms.clubs import ClubForm, ClubSearch, WishForm
from tables.forms.once import OnceForm
from tables.games import pictures
from tables.models import Club, Event, Membership
from tables.present import refusals
from tables.present.clubs.members import MemberLine
from tables.present.clubs.tables import table_lines
from tables.selectors.clubs import clubs, tables
from tables.selectors.events import listing
from tables.selectors.play import waiting
from tables.services.clubs import founding, members
from tables.views.http import Hidden, HtmxHttpRequest, PlayerRequest, member_required, person


@never_cache
@require_safe
def club_list(request: HtmxHttpRequest) -> HttpResponse:
    """List the user's clubs and invitations, with a search for others."""
    user = person(request)
    form = ClubSearch(request.GET)
    query = form.query()
    is_member = user is not None and not user.is_guest
    context = {
        "form": form,
        "query": query,
        "mine": clubs.clubs_of(user) if user and is_member else [],
        "invitations": clubs.invitations_of(user) if user and is_member else [],
        "matching_clubs": clubs.clubs_matching(user, query),
    }
    return render(request, "clubs/club_list.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def create(request: PlayerRequest) -> HttpResponse:
    """Show the form for a new club; POST founds the club."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if not limits.allow(request, "club"):
            return limits.too_many(request)
        try:
            token = form.cleaned_data["token"]
            club = founding.found_club(user=request.user, token=token, now=timezone.now(), **form.club())
        except Refusal as refusal:
            form.add_error(None, refusals.words(refusal))
        else:
            messages.success(request, _("The club has been founded. Invite someone or open a table."))
            return redirect(club)
    return render(request, "clubs/club_form.html", {"form": form, "club": None}, status=422 if form.errors else 200)


@never_cache
@require_safe
def club(request: HtmxHttpRequest, club: str) -> HttpResponse:
    """Show the page of a club."""
    row, membership = club_or_404(request, club)
    shared = club_context(row, membership)
    live = tables.live(row, person(request), is_member=bool(shared["is_member"]))
    context = {
        "people": [MemberLine(each) for each in clubs.members(row)],
        "waiting": clubs.waiting(row) if shared["is_officer"] else [],
        "wish_form": WishForm(),
        "events": [
            *listing.current(person(request), Event.Stage.OPEN, club=row),
            *listing.current(person(request), Event.Stage.RUNNING, club=row),
        ],
        "titles": {engine.slug: engine.title for engine in registry.engines(specimens=True)},
        "lines": table_lines(live, waiting.waits(live)),
        "stamp": pictures.stamp(),
        "now": timezone.now(),
    }
    return render(request, "clubs/club_detail.html", shared | context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def change(request: PlayerRequest, club: str) -> HttpResponse:
    """Change a club's name, description and access, as an officer."""
    row = own_club(request, club)
    initial = {name: getattr(row, name) for name in ("name", "text", "joining", "outsiders")}
    form = ClubForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            founding.change_club(club_id=row.pk, user=request.user, **form.club(), now=timezone.now())
        except Refusal as refusal:
            form.add_error(None, refusals.words(refusal))
        else:
            messages.success(request, _("The club has been updated."))
            return redirect(row)
    return render(request, "clubs/club_form.html", {"form": form, "club": row}, status=422 if form.errors else 200)


@require_POST
@member_required
def join(request: PlayerRequest, club: str) -> HttpResponse:
    """Join a club, accept an invitation, or ask for membership."""
    row = _at_the_door(request, club)
    if not limits.allow(request, "join"):
        return limits.too_many(request)
    wish = request.POST.get("wish", "")
    try:
        membership = members.join_club(club_id=row.pk, user=request.user, wish=wish, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusals.words(refusal))
        return redirect(row)
    if membership.state == Membership.State.MEMBER:
        messages.success(request, _("You are now a member of this club."))
    else:
        messages.success(request, _("The officers have been asked. You will get an email if they let you in."))
    return redirect(row)


@require_POST
@member_required
def decline(request: PlayerRequest, club: str) -> HttpResponse:
    """Decline an invitation, or withdraw a membership request."""
    try:
        row = _at_the_door(request, club)
    except Hidden:
        # After a second click, a non-public club is already hidden. The response is the same for unknown clubs.
        return redirect("clubs:list")
    members.withdraw(club_id=row.pk, user=request.user, now=timezone.now())
    return redirect("clubs:list")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def leave(request: PlayerRequest, club: str) -> HttpResponse:
    """Leave the club, after a confirmation."""
    form = OnceForm(request.POST or None)
    token = form.cleaned_data["token"] if form.is_valid() else ""
    try:
        row, membership = club_or_404(request, club)
    except Hidden:
        # After a second click, a non-public club is already hidden from the former member.
        if not members.left_before(slug=club, user=request.user, token=token):
            raise
        return redirect("clubs:list")
    if membership is None or membership.state != Membership.State.MEMBER:
        # After a second click, the former member gets the same response as before.
        return redirect("clubs:list" if request.method == "POST" else row)
    do = partial(members.leave_club, token=token)
    return _confirmed(request, row, "clubs/confirm_leave.html", do, _("You have left the club."), form)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def close(request: PlayerRequest, club: str) -> HttpResponse:
    """Close the club, after a confirmation."""
    if request.method == "POST" and clubs.has_closed(request.user, club):
        # This is a second click.
        return redirect("clubs:list")
    row = own_club(request, club)
    return _confirmed(request, row, "clubs/confirm_close.html", founding.close_club, _("The club has been closed."))


def club_or_404(request: HtmxHttpRequest, code: str) -> tuple[Club, Membership | None]:
    """Return the club and the membership of this reader. Raises Hidden if they may not see it."""
    try:
        return clubs.visible_club(person(request), code)
    except clubs.NotVisible:
        raise Hidden from None


def _at_the_door(request: PlayerRequest, code: str) -> Club:
    """Return the club as ``club_or_404`` does. The club of a single-club site is visible to every user here."""
    site = clubs.site_club()
    return site if site is not None and site.slug == code else club_or_404(request, code)[0]


def own_club(request: PlayerRequest, code: str) -> Club:
    """Return the club if the user is an officer. Raises Http404 otherwise."""
    row, membership = club_or_404(request, code)
    if membership is None or not membership.is_officer:
        raise Http404
    return row


def members_club(request: PlayerRequest, code: str) -> tuple[Club, Membership]:
    """Return the club and membership of a member. Raises Http404 otherwise."""
    row, membership = club_or_404(request, code)
    if membership is None or membership.state != Membership.State.MEMBER:
        raise Http404
    return row, membership


def club_context(club: Club, membership: Membership | None) -> dict[str, object]:
    """Return the context for every page of a club."""
    is_member = membership is not None and membership.state == Membership.State.MEMBER
    return {
        "club": club,
        "mine": membership,
        "is_member": is_member,
        "is_officer": is_member and membership is not None and membership.is_officer,
    }


def _confirmed(
    request: PlayerRequest, club: Club, template: str, do: Callable[..., object], done: str, form: OnceForm | None = None
) -> HttpResponse:
    if request.method != "POST":
        return render(request, template, {"club": club, "form": form})
    try:
        do(club_id=club.pk, user=request.user, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusals.words(refusal))
        return redirect(club)
    messages.success(request, done)
    return redirect("clubs:list")
