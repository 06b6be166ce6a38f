"""Page of a table's webhooks: its players add them, and their creator and the host manage them."""

import pytest
from django.urls import reverse

from accounts import leaving
from tables.models import NameElsewhere, Table, Webhook
from tables.services.channels import hooks
from tables.services.lobby import hosting, tables
from tables.services.play import ending
from tables.services.seats import substitutes
from tests.site import factories, mailing
from tests.site.mailing import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def people():
    return [mailing.person(name) for name in ("Anna", "Berto", "Carla")]


@pytest.fixture
def table(people):
    return mailing.running_table(*people, host=people[2], moved_at=NOW)


@pytest.fixture
def hook(client, table, people, receiver):
    client.force_login(people[0])
    client.post(address(table, "new/discord"), {"url": f"{receiver.url}/very-secret", "style": "one", "label": "Our-corner"})
    return Webhook.objects.get()


def address(table, more=""):
    return reverse("tables:table_hooks", args=[table.code]) + (f"{more}/" if more else "")


def act(client, table, hook, do):
    return client.post(address(table, str(hook.number)), {"do": do}, follow=True).content.decode()


def test_a_player_adds_one(client, table, people, hook):
    assert (hook.table, hook.owner, hook.made_by, hook.style, hook.language) == (table, None, people[0], "one", "en")
    page = client.get(address(table)).content.decode()
    assert "Our-corner" in page
    assert "very-secret" not in page
    assert address(table) in client.get(table.get_absolute_url()).content.decode()


def test_others_at_the_table_see_that_there_is_one_and_not_where(client, table, people, hook):
    client.force_login(people[1])
    page = client.get(address(table)).content.decode()
    assert f"added by {people[0]}" in page
    assert "Our-corner" not in page
    assert "localhost" not in page
    for do in ("off", "remove", "renew", "try"):
        assert "no longer exists, or you can’t manage it" in act(client, table, hook, do)
    assert Webhook.objects.get().off_at is None


@pytest.mark.parametrize("number", [0, 2])
def test_its_creator_and_the_host_look_after_it(client, table, people, hook, number, receiver):
    client.force_login(people[number])
    assert "The message has been delivered" in act(client, table, hook, "try")
    act(client, table, hook, "off")
    assert Webhook.objects.get().off_at
    act(client, table, hook, "on")
    assert Webhook.objects.get().off_at is None
    act(client, table, hook, "remove")
    assert not Webhook.objects.exists()


def test_for_strangers_and_practice_there_is_no_such_page(client, table, people, hook):
    client.force_login(mailing.person("Dario"))
    assert client.get(address(table)).status_code == 404
    assert client.post(address(table, str(hook.number)), {"do": "remove"}).status_code == 404
    assert client.post(address(table, "new/json"), {"url": "https://example.org/"}).status_code == 404
    Table.objects.filter(pk=table.pk).update(practice=True)
    client.force_login(people[0])
    assert client.get(address(table)).status_code == 404
    assert Webhook.objects.count() == 1


def test_of_another_table_it_cannot_be_reached(client, people, table, hook):
    other = mailing.running_table(*people, host=people[0])
    client.force_login(people[0])
    act(client, other, hook, "remove")
    assert Webhook.objects.exists()


@pytest.mark.parametrize(
    "fields", [{"url": "http://example.org/"}, {"url": "https://discord.com/x", "style": "one"}, {"style": "x"}]
)
def test_nonsense_is_refused(client, people, table, fields):
    client.force_login(people[0])
    response = client.post(address(table, "new/discord"), fields)
    assert (response.status_code, Webhook.objects.exists()) == (422, False)
    assert client.get(address(table, "new/pigeon")).status_code == 404


def test_how_it_tells_is_asked_where_a_message_can_be_edited(client, people, table):
    client.force_login(people[0])
    asked = {kind: b'name="style"' in client.get(address(table, f"new/{kind}")).content for kind in Webhook.Kind.values}
    assert asked == {"discord": True, "matrix": True, "ntfy": True, "slack": False, "json": False}


def test_once_the_game_is_over_none_is_added(client, people, table):
    Table.objects.filter(pk=table.pk).update(status=Table.Status.ENDED)
    client.force_login(people[0])
    assert address(table, "new/json") not in client.get(address(table)).content.decode()
    assert client.post(address(table, "new/json"), {"url": "https://example.org/"}).status_code == 422


def test_somebody_says_what_they_are_called_elsewhere(client, people):
    client.force_login(people[0])
    names = {"discord": "123456789012345678", "slack": "", "matrix": "@anna:example.org"}
    client.post("/my/ways/names/", names)
    assert dict(NameElsewhere.objects.values_list("kind", "name")) == {key: name for key, name in names.items() if name}
    assert "@anna:example.org" in client.get("/my/ways/").content.decode()
    client.post("/my/ways/names/", {"discord": "", "slack": "", "matrix": "@anna:example.org"})
    assert NameElsewhere.objects.count() == 1


@pytest.mark.parametrize(
    "names",
    [{"discord": "everyone"}, {"discord": "1>@everyone"}, {"slack": "!channel"}, {"matrix": 'x" onclick'}, {"matrix": "@room"}],
)
def test_what_is_no_name_there_is_refused_and_stays(client, people, names):
    client.force_login(people[0])
    response = client.post("/my/ways/names/", names)
    assert (response.status_code, NameElsewhere.objects.exists()) == (422, False)


def _told(table, person, url="https://example.org/hook"):
    """Add a webhook of a player to a table and return it."""
    kind, style = Webhook.Kind.JSON, Webhook.Style.EACH
    return hooks.add_table_hook(table_id=table.pk, user=person, kind=kind, style=style, label="", url=url, now=NOW)


def _removed(table, host, player):
    seat = table.seats.get(user=player)
    hosting.remove_player(table_id=table.pk, host=host, position=seat.position, now=NOW)


def _left(table, host, player):
    tables.leave_table(table_id=table.pk, user=player, now=NOW)


def _deleted(table, host, player):
    leaving.delete_account(user_id=player.pk, now=NOW)


@pytest.mark.parametrize("goes", [_removed, _left, _deleted])
def test_who_gives_the_seat_back_hears_no_more_of_the_table(people, goes):
    host, player, _third = people
    table = factories.open_table(host, seats=3, visibility=Table.Visibility.PRIVATE)
    tables.join_table(table_id=table.pk, user=player, word="word", invite=table.invite, now=NOW)
    kept, gone = _told(table, host), _told(table, player, "https://example.org/other")
    goes(table, host, player)
    assert list(Webhook.objects.values_list("pk", flat=True)) == [kept.pk], gone


def test_webhooks_go_with_the_account_and_with_the_seat(people):
    host, leaver, deleted = people
    table = factories.running_table(host, leaver, deleted)
    kept = _told(table, host)
    for person in (leaver, deleted):
        _told(table, person, f"https://example.org/{person.pk}")
    leaving.delete_account(user_id=deleted.pk, now=NOW)
    ending.resign(table_id=table.pk, user=leaver, now=NOW)
    assert Webhook.objects.count() == 2, "who has resigned can still take the seat back"
    seat = table.seats.get(user=leaver)
    substitutes.take_seat(table_id=table.pk, seat_id=seat.pk, user=mailing.person("Dario"), now=NOW)
    assert list(Webhook.objects.values_list("pk", flat=True)) == [kept.pk]
