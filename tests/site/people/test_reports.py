"""Reports of a user: sending and settling them, and the limits of a suspension."""

from datetime import timedelta

import pytest
from django.urls import reverse

from accounts import leaving
from accounts.models import User
from tables.errors import Refusal
from tables.models import ChatMessage, MoveComment, Report
from tables.selectors.people import reports as selector
from tables.services.archive import comments
from tables.services.clubs import founding
from tables.services.lobby import inviting, rematch, tables
from tables.services.people import free, reports
from tables.services.play import chat
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW


@pytest.fixture(autouse=True)
def noon(time_machine):
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Ben", "Carla")]


@pytest.fixture
def operator():
    return User.objects.create_superuser("operator@example.org", display_name="Operator")


def refused(call, **given):
    with pytest.raises(Refusal) as refusal:
        call(**given)
    return refusal.value.code


def reported(reporter, about, reason="They shout."):
    return reports.report_person(reporter=reporter, number=about.pk, reason=reason, now=NOW)


def settled(report, operator, outcome="suspension", **more):
    given = {"days": 7, "takes_lines": False, "answer": "Nobody shouts here.", "now": NOW} | more
    return reports.settle(report_id=report.pk, operator=operator, outcome=outcome, **given)


def test_lines_are_chosen_and_kept_as_a_copy_for_each_who_said_them(people):
    anna, ben, carla = people
    table = factories.running_table(anna, ben, carla, game="gonzaga", visibility="private")
    lines = [chat.say(table_id=table.pk, user=user, text=f"You fool {user}", now=NOW) for user in (anna, ben, carla, ben)]
    client, address = signed_in(anna), reverse("tables:report_lines", args=[table.code])
    page = page_of(client, address)
    assert [f'value="chat-{line.pk}"' in page for line in lines] == [False, True, True, True]
    assert client.post(address, {"reason": "Rude.", "lines": ["chat-0", f"chat-{lines[0].pk}"]}).status_code == 422
    assert client.post(address, {"lines": [f"chat-{lines[1].pk}"]}).status_code == 422
    client.post(address, {"reason": "Rude.", "lines": [f"chat-{line.pk}" for line in lines]})
    made = {report.about: [line["text"] for line in report.lines] for report in Report.objects.all()}
    assert made == {ben: [f"You fool {ben}"] * 2, carla: [f"You fool {carla}"]}
    assert signed_in(factories.person("Stranger")).get(address).status_code == 404


def test_who_hides_their_name_in_the_archive_hides_it_in_reports(people, operator):
    """Comments and variations are named as in the archive, and a closed report does not name its subject afterwards."""
    anna, ben, carla = people
    table = factories.play_to_end(factories.running_table(anna, ben, game="specimen", visibility="public"))
    carla.hides_name = True
    carla.save()
    comments.add_comment(table_id=table.pk, seq=1, user=carla, text="A poor move", now=NOW)
    client, address = signed_in(anna), reverse("tables:report_lines", args=[table.code])
    page = page_of(client, address)
    assert "A poor move" in page
    assert str(carla) not in page
    client.post(address, {"lines": f"comment-{MoveComment.objects.get().pk}", "reason": "Rude."})
    settled(Report.objects.get(), operator, "warning")
    page = page_of(client, reverse("tables:mine"))
    assert "Your report has been closed." in page
    assert str(carla) not in page


def test_an_operator_settles_it_and_both_read_why(people, operator):
    anna, ben, carla = people
    table = factories.running_table(anna, ben)
    line = chat.say(table_id=table.pk, user=ben, text="You fool", now=NOW)
    chosen = {"table_id": table.pk, "chosen": [f"chat-{line.pk}"]}
    report = reports.report_lines(reporter=anna, reason="Rude.", now=NOW, **chosen)
    address = reverse("staff:report", args=[report.pk])
    for user, refused in ((anna, 404), (ben, 404), (carla, 404), (None, 302)):
        assert signed_in(user).get(address).status_code == refused
        assert signed_in(user).get("/staff/reports/").status_code == refused
    client = signed_in(operator)
    assert address in page_of(client, "/staff/reports/")
    assert "You fool" in page_of(client, address)
    said = {"outcome": "suspension", "days": 3, "takes_lines": "on"}
    assert client.post(address, said).status_code == 422
    assert client.post(address, said | {"answer": "Be kind."}).status_code == 302
    assert not ChatMessage.objects.exists()
    assert client.post(address, said | {"answer": "Be kind."}).status_code == 422
    pages = [page_of(signed_in(user), "/my/") for user in people]
    assert ["Be kind." in page for page in pages] == [True, True, False]
    assert ["You are suspended until" in page for page in pages] == [False, True, False]
    assert f"Your report about {ben}" in pages[0]
    assert str(anna) not in page_of(signed_in(ben), "/my/people/").split("reports-title")[1]
    signed_in(ben).post("/my/people/settled/")
    assert "Be kind." not in page_of(signed_in(ben), "/my/")
    assert "Be kind." in page_of(signed_in(ben), "/my/people/")


def test_people_reported_for_nothing_are_told_nothing(people, operator):
    anna, ben, _carla = people
    settled(reported(anna, ben), operator, outcome="nothing")
    assert ["Nobody shouts here." in page_of(signed_in(user), "/my/") for user in (anna, ben)] == [True, False]


def test_a_suspension_forbids_and_ends_by_itself(people, operator):
    anna, ben, carla = people
    game, waits = factories.running_table(anna, ben, carla, game="gonzaga"), factories.open_table(ben)
    old = factories.play_to_end(factories.running_table(anna, ben))
    settled(reported(anna, ben), operator, days=1)

    def code(call, **given):
        with pytest.raises(Refusal) as refusal:
            call(**given)
        return refusal.value.code

    just_before, over = NOW + timedelta(hours=23, minutes=59), NOW + timedelta(days=1)
    forbidden = [
        (chat.say, {"table_id": game.pk, "user": ben, "text": "Hello"}),
        (tables.join_table, {"table_id": factories.open_table(anna).pk, "user": ben, "word": "x"}),
        (inviting.invite_person, {"table_id": waits.pk, "host": ben, "name": anna.display_name}),
        (inviting.invite_people, {"table_id": waits.pk, "host": ben, "numbers": [carla.pk]}),
        (rematch.offer_rematch, {"table_id": old.pk, "user": ben}),
        (comments.add_comment, {"table_id": old.pk, "seq": 1, "user": ben, "text": "Hm"}),
        (founding.found_club, {"user": ben, "name": "The quiet ones"}),
        (free.say_free, {"user": ben, "days": 1, "in_lobby": True}),
    ]
    for call, given in forbidden:
        assert (call, code(call, **given, now=just_before)) == (call, "suspended")
    answer = signed_in(ben).post(
        "/tables/new/",
        {"game": "specimen", "seats": "2", "bots": "0", "pace": "day"}
        | {"visibility": "public", "nights": "2", "word": "horn"},
    )
    assert "You are suspended until" in answer.text
    for call, given in forbidden:
        call(**given, now=over)


def test_a_suspended_person_plays_on_and_reads(people, operator):
    anna, ben, _carla = people
    game = factories.running_table(anna, ben)
    settled(reported(anna, ben), operator)
    while factories.waiting(game):
        seat = game.seats.get(index=factories.waiting(game)[0].seat)
        factories.send(seat, factories.legal(seat, factories.waiting(game, seat)[0])[0])
        if seat.user == ben:
            break
    assert seat.user == ben
    assert signed_in(ben).get(game.get_absolute_url()).status_code == 200


def test_an_operator_may_end_it_early_and_settles_nothing_about_themselves(people, operator):
    anna, ben, _carla = people
    report = settled(reported(anna, ben), operator)
    signed_in(operator).post(reverse("staff:report", args=[report.pk]), {"do": "end"})
    assert selector.suspended_until(ben, NOW) is None
    own = reported(anna, operator)
    assert signed_in(operator).get(reverse("staff:report", args=[own.pk])).status_code == 404
    assert f"/staff/reports/{own.pk}/" not in page_of(signed_in(operator), "/staff/reports/")


def test_there_are_so_many_reports_a_day(people):
    anna, ben, _carla = people
    for number in range(reports.MOST_A_DAY):
        reported(anna, ben, f"Rude {number}")
    assert refused(reported, reporter=anna, about=ben) == "reported_enough"
    assert refused(reported, reporter=ben, about=ben) == "oneself"
    address = reverse("tables:report_person", args=[ben.pk])
    assert signed_in(anna).post(address, {"reason": "Again"}).status_code == 422
    assert signed_in(anna).get(reverse("tables:report_person", args=[anna.pk])).status_code == 404


def test_reports_about_who_left_go_and_those_they_made_lose_their_name(people, operator):
    anna, ben, carla = people
    about, made = reported(anna, ben), reported(ben, carla)
    leaving.delete_account(user_id=ben.pk, now=NOW)
    assert not Report.objects.filter(pk=about.pk).exists()
    assert Report.objects.get(pk=made.pk).reporter is None
    assert "a former player" in page_of(signed_in(operator), reverse("staff:report", args=[made.pk]))
