"""Suspension in every service that changes other users' pages. A service without the check fails here."""

import ast
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.urls import reverse

from accounts.models import User
from tables.errors import Refusal
from tables.models import Club, ClubEvent, Membership, NameElsewhere, Report, Seat, Webhook
from tables.services.channels import hooks
from tables.services.clubs import founding, members
from tables.services.lobby import hosting, inviting, tables
from tests.site import factories
from tests.site.events import running_events
from tests.site.views import signed_in

NOW = factories.NOW
ROOT = Path(__file__).parents[3]
SERVICES = ROOT / "tables" / "services"
# Names of the parameter that holds the acting user.
ACTORS = {"user", "user_id", "host", "owner", "reporter", "reader", "by"}
ASKS = "tables.services.suspensions.check"
PLAYS, OWN, LESS, PART = (
    "Who is suspended plays on where they sit.",
    "Nobody else sees it.",
    "It only takes back what they said or hold themselves.",
    "Part of an act that asks, or of one by the site or its operators.",
)
REASONS = {
    "archive.comments.delete_comment": LESS,
    "archive.rating.keep_under_pseudonym": PART,
    "channels.devices.add_device": OWN,
    "channels.hooks.add_hook": OWN,
    "channels.hooks.may_change": PART,
    "channels.trials.try_mail": OWN,
    "channels.trials.try_way": OWN,
    "clubs.letters.invite": PART,
    "clubs.members.leave_all": LESS,
    "clubs.members.leave_club": LESS,
    "clubs.members.left_before": PART,
    "clubs.members.withdraw": LESS,
    "events.entering.leave": LESS,
    "events.entering.leave_tables": PART,
    "events.entering.withdraw": LESS,
    "events.entering.withdraw_everywhere": LESS,
    "events.opening.call_off": PART,
    "events.opening.cancel_event": LESS,
    "events.opening.may_open": PART,
    "events.opening.may_organise": PART,
    "lobby.admission.check": PART,
    "lobby.admission.check_manners": PART,
    "lobby.admission.check_member": PART,
    "lobby.admission.has_played": PART,
    "lobby.admission.is_favourite": PART,
    "lobby.admission.may_come": PART,
    "lobby.hot_seat.make_code": OWN,
    "lobby.hot_seat.withdraw": OWN,
    "lobby.inviting.decline": LESS,
    "lobby.inviting.withdraw": PART,
    "lobby.playing_on.play_on": OWN,
    "lobby.practice.delete_tables": OWN,
    "lobby.practice.keep": OWN,
    "lobby.practice.take_over": OWN,
    "lobby.tables.cancel_table": LESS,
    "lobby.tables.excluded": PART,
    "lobby.tables.leave_table": LESS,
    "lobby.tables.left_before": PART,
    "lobby.watching.follow": OWN,
    "lobby.watching.unfollow": OWN,
    "mail.choices.set_cadences": OWN,
    "mail.choices.set_rhythm": OWN,
    "mail.choices.take_new_calendar": OWN,
    "mail.feeds.make_feed": OWN,
    "mail.feeds.revoke_feed": OWN,
    "mail.notify.notify_followed": PART,
    "mail.notify.notify_invited": PART,
    "replies.replying.dismiss": OWN,
    "mail.returning.forget": OWN,
    "mail.trouble.give_up": PART,
    "mail.trouble.resume": OWN,
    "once.create_once": PART,
    "ordering.add_order": PLAYS,
    "ordering.add_usual": PLAYS,
    "ordering.change_order": PLAYS,
    "ordering.give_orders": PLAYS,
    "ordering.move_up": PLAYS,
    "ordering.pause_order": PLAYS,
    "ordering.remove_order": PLAYS,
    "ordering.resume_order": PLAYS,
    "ordering.set_lasting": PLAYS,
    "people.free.take_back": LESS,
    "people.relations.add_relation": OWN,
    "people.relations.remove_relation": OWN,
    "people.reports.mark_told": OWN,
    "people.reports.report_event": "The operators alone read a report, and anybody may need their help.",
    "people.reports.report_lines": "The operators alone read a report, and anybody may need their help.",
    "people.reports.report_person": "The operators alone read a report, and anybody may need their help.",
    "personal.ask": OWN,
    "personal.check": PART,
    "personal.mail_again": OWN,
    "planning.note_table": OWN,
    "planning.withdraw": LESS,
    "play.ending.agree_to_end": PLAYS,
    "play.ending.concede": PLAYS,
    "play.ending.leave": PLAYS,
    "play.ending.resign": PLAYS,
    "play.ending.withdraw_agreement": PLAYS,
    "play.going_back.go_back": OWN,
    "play.moves.submit": PLAYS,
    "play.prepared.play_fallback": PLAYS,
    "play.preparing.file_answer": PLAYS,
    "play.preparing.preparing": PLAYS,
    "play.preparing.withdraw_filed": PLAYS,
    "seats.escalation.come_back": PLAYS,
    "seats.escalation.pass_plans": PLAYS,
    "play.holding.give_to_person": PART,
    "play.holding.replace_player": PART,
    "play.holding.seat_substitute": PART,
    "seats.leaving_site.forget_person": LESS,
    "seats.leaving_site.leave_tables": LESS,
    "seats.leaving_site.on_deletion": LESS,
    "seats.leaving_site.on_deletion_requested": LESS,
    "seats.substitutes.has_seen_another_hand": PART,
    "site_events.record": PART,
    "staff.lifting.lift_pause": PART,
    "time.agreeing.consent": PLAYS,
    "time.agreeing.withdraw": PLAYS,
    "time.calendars.announce_absence": PLAYS,
    "time.calendars.end_absence": PLAYS,
    "time.calendars.set_quiet_hours": PLAYS,
    "time.calendars.take_new_zone": PLAYS,
    "time.clocks.extend": PART,
    "once.find_created": PART,
}


class Module:
    """Functions of one module, and the names under which it calls functions of other modules."""

    def __init__(self, path: Path) -> None:
        self.name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        tree = ast.parse(path.read_text())
        self.functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        self.imported = {
            alias.asname or alias.name: f"{node.module}.{alias.name}"
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }

    def named(self, function: str) -> Iterator[str]:
        """Yield all functions that a function's body names, to call them or to pass them on."""
        for node in ast.walk(self.functions[function]):
            if isinstance(node, ast.Name):
                yield self.imported.get(node.id, f"{self.name}.{node.id}")
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                yield f"{self.imported.get(node.value.id, node.value.id)}.{node.attr}"


MODULES = {module.name: module for module in map(Module, sorted(SERVICES.rglob("[!_]*.py")))}


def asks(name: str, seen: set[str]) -> bool:
    """True if a function checks for a suspension, directly or through a function that it names."""
    if name == ASKS:
        return True
    module, _dot, function = name.rpartition(".")
    if name in seen or function not in getattr(MODULES.get(module), "functions", {}):
        return False
    return any(asks(other, seen | {name}) for other in MODULES[module].named(function))


def services() -> Iterator[str]:
    """Yield every service function that acts for a user."""
    for module in MODULES.values():
        for name, node in module.functions.items():
            arguments = {one.arg for one in (*node.args.args, *node.args.kwonlyargs)}
            if not name.startswith("_") and arguments & ACTORS:
                yield f"{module.name}.{name}".removeprefix("tables.services.")


def test_every_service_by_which_somebody_does_something_asks_or_has_a_reason_not_to():
    silent = {name for name in services() if not asks(f"tables.services.{name}", set())}
    assert silent - {"suspensions.check"} == set(REASONS)


@pytest.fixture
def anna(db: None) -> User:
    return factories.person("Anna")


def suspend(user: User) -> None:
    fields = {"outcome": Report.Outcome.SUSPENSION, "until": NOW + timedelta(days=7), "settled_at": NOW}
    Report.objects.create(about=user, reason="Rude.", at=NOW, **fields)


class World:
    """World with a club, its suspended officer Anna, and Anna's waiting table."""

    def __init__(self, anna: User) -> None:
        self.anna, self.ben, self.carla = anna, factories.person("Ben"), factories.person("Carla")
        self.club = founding.found_club(user=anna, name="Night couriers", now=NOW)
        members.invite(club_id=self.club.pk, user=anna, name=self.ben.display_name, now=NOW)
        members.join_club(club_id=self.club.pk, user=self.ben, now=NOW)
        members.join_club(club_id=self.club.pk, user=self.carla, now=NOW)
        self.table = factories.open_table(anna, seats=3)
        tables.join_table(table_id=self.table.pk, user=self.ben, word="x", now=NOW)
        self.running = factories.running_table(anna, self.ben)
        of_table = {"table_id": self.running.pk, "style": Webhook.Style.ONE, "now": NOW}
        hooks.add_table_hook(user=self.ben, **of_table, **HOOK)
        hooks.add_club_hook(club_id=self.club.pk, user=anna, now=NOW, **HOOK)
        self.event = running_events.open_event(host=anna, club=self.club, least=2)
        self.hooks = Webhook.objects.order_by("pk")
        self.by_anna = {"user": anna, "now": NOW}
        self.in_club = {"club_id": self.club.pk, "user": anna, "now": NOW}
        self.as_host = {"table_id": self.table.pk, "host": anna, "now": NOW}
        suspend(anna)


HOOK = {"kind": Webhook.Kind.JSON, "label": "x", "url": "https://example.org/x"}
ACTS = {
    "renames a club": lambda world: founding.change_club(
        **world.in_club, name="Rude", text="", joining=Club.Joining.OPEN, outsiders=Club.Outsiders.PAGE
    ),
    "closes a club": lambda world: founding.close_club(**world.in_club),
    "invites to a club": lambda world: members.invite(**world.in_club, name=world.carla.display_name),
    "lets somebody in": lambda world: members.decide(**world.in_club, person_id=world.carla.pk, welcome=True),
    "turns somebody away": lambda world: members.decide(**world.in_club, person_id=world.carla.pk, welcome=False),
    "names an officer": lambda world: members.name_officer(**world.in_club, person_id=world.ben.pk, is_officer=True),
    "sends a member away": lambda world: members.remove_member(**world.in_club, person_id=world.ben.pk),
    "posts for a club": lambda world: hooks.add_club_hook(**world.in_club, **HOOK),
    "posts for a table": lambda world: hooks.add_table_hook(
        table_id=world.running.pk, user=world.anna, style=Webhook.Style.ONE, now=NOW, **HOOK | {"url": "https://example.org/y"}
    ),
    "posts for an event": lambda world: hooks.add_event_hook(event_id=world.event.pk, **world.by_anna, **HOOK),
    "posts for a club again": lambda world: hooks.switch_hook(hook=world.hooks[1], is_on=True, **world.by_anna),
    "renews the secret of a club": lambda world: hooks.renew_secret(hook=world.hooks[1], **world.by_anna),
    "tries to post for a club": lambda world: hooks.check_change(world.hooks[1], world.anna, NOW),
    "silences the hook of another player": lambda world: hooks.switch_hook(hook=world.hooks[0], is_on=False, **world.by_anna),
    "removes the hook of another player": lambda world: hooks.remove_hook(hook=world.hooks[0], **world.by_anna),
    "takes another name elsewhere": lambda world: hooks.name_elsewhere(
        names={Webhook.Kind.MATRIX: "@rude.words:example.org"}, **world.by_anna
    ),
    "sends a player away": lambda world: hosting.remove_player(**world.as_host, position=1),
    "starts a table": lambda world: hosting.start_now(**world.as_host),
    "frees a seat": lambda world: inviting.release_seat(**world.as_host, position=2),
}


def rows() -> list[object]:
    models = (Club, Membership, ClubEvent, Webhook, NameElsewhere, Seat, User)
    return [list(model.objects.order_by("pk").values()) for model in models]


@pytest.mark.database
@pytest.mark.parametrize("act", ACTS)
def test_somebody_who_is_suspended_changes_nothing_that_others_see(anna, act):
    world = World(anna)
    before = rows()
    with pytest.raises(Refusal, match="suspended"):
        ACTS[act](world)
    assert rows() == before


@pytest.mark.database
def test_somebody_who_is_suspended_takes_back_what_they_said_elsewhere(anna):
    world = World(anna)
    NameElsewhere.objects.create(user=anna, kind=Webhook.Kind.MATRIX, name="@anna:example.org")
    names = {Webhook.Kind.MATRIX: "@anna:example.org", Webhook.Kind.DISCORD: ""}
    hooks.name_elsewhere(names=names, **world.by_anna)
    hooks.name_elsewhere(names={Webhook.Kind.MATRIX: ""}, **world.by_anna)
    hooks.switch_hook(hook=world.hooks[1], is_on=False, **world.by_anna)
    assert world.hooks[1].off_at == NOW
    hooks.remove_hook(hook=world.hooks[1], **world.by_anna)
    assert (world.hooks.count(), NameElsewhere.objects.count()) == (1, 0)


@pytest.mark.database
def test_the_pages_of_webhooks_say_so_in_words(anna, time_machine):
    time_machine.move_to(NOW, tick=False)
    world, client = World(anna), signed_in(anna)
    address = reverse("clubs:hook", args=[world.club.slug, world.hooks[1].number])
    for do in ("on", "renew", "try"):
        assert "You are suspended until" in client.post(address, {"do": do}, follow=True).text, do
    answer = client.post(reverse("tables:names_elsewhere"), {"matrix": "@rude.words:example.org"})
    assert (answer.status_code, "You are suspended until" in answer.text) == (422, True)


@pytest.mark.database
def test_the_pages_say_so_in_words(anna, time_machine):
    time_machine.move_to(NOW, tick=False)
    world = World(anna)
    client = signed_in(anna)
    fields = {"name": "Rude", "text": "", "joining": "open", "outsiders": "page"}
    answer = client.post(reverse("clubs:change", args=[world.club.slug]), fields)
    assert (answer.status_code, "You are suspended until" in answer.text) == (422, True)
    for address, data in (
        (reverse("clubs:close", args=[world.club.slug]), {}),
        (reverse("clubs:decide", args=[world.club.slug]), {"person": world.carla.pk, "do": "welcome"}),
        (reverse("tables:start", args=[world.table.code]), {}),
        (reverse("tables:release_seat", args=[world.table.code]), {"position": 2}),
    ):
        assert "You are suspended until" in client.post(address, data, follow=True).text, address


@pytest.mark.database
def test_a_suspended_person_keeps_their_name_and_changes_all_else(anna, time_machine):
    time_machine.move_to(NOW, tick=False)
    suspend(anna)
    client = signed_in(anna)
    fields = {"display_name": anna.display_name, "language": "it", "time_zone": "Europe/Rome"}
    answer = client.post(reverse("accounts:profile"), fields | {"display_name": "Rude"})
    assert "You are suspended until" in answer.text
    assert User.objects.get(pk=anna.pk).display_name == anna.display_name
    client.post(reverse("accounts:profile"), fields)
    assert User.objects.get(pk=anna.pk).language == "it"
