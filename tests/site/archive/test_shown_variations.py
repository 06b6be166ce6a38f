"""Variations of finished games shown by their owners: the contents, and the permissions to show, read and withdraw."""

import html
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import leaving
from accounts.models import User
from engines import registry
from engines.contract import encode, view
from engines.specimen.actions import SealRoad
from tables.errors import Refusal
from tables.models import Club, PlanNode, Relation, Report, Seat, ShownPlan, Table
from tables.pages.shown_plan import ShownBoard
from tables.selectors import planning as selector
from tables.selectors.archive import games
from tables.selectors.personal.subjects import SUBJECTS
from tables.selectors.planning import PlanRoot
from tables.services import planning as services
from tables.services.clubs import founding, members
from tables.services.people import reports
from tests.site import archiving, factories, keeping
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
NOTE = "Anna thinks: the valley first."
every_game = pytest.mark.parametrize("game", [engine.slug for engine in registry.engines(specimens=True)])


@pytest.fixture(autouse=True)
def noon(time_machine):
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def people():
    return keeping.people("Anna", "Berto")


@pytest.fixture
@keeping.kept
def night(people):
    """Return a short game that has been played to its end."""
    return archiving.finished(*people)


def planned(table, user, *, at=0, steps=3, note=NOTE):
    """Plan a variation with a note on its first step. Return its root and its last step."""
    seat = table.seats.filter(user=user).first()
    root, step = PlanRoot(user, table, seat, at), None
    for _step in range(steps):
        asked = selector.open_decisions(root, step.after if step else root.start)
        if not asked:
            break
        action = root.engine.bot(view(step.after if step else root.start, asked[0].seat), asked[0])
        step = services.try_out(root, after=step, pending=asked[0], actions=[action], now=NOW)
        if step.parent is None and note:
            services.note(step.node, note)
    return root, step


def shown(table, user, **more):
    root, step = planned(table, user, **more)
    return services.show(root, step, now=NOW)


def board(table, number):
    return reverse("tables:plan_node", args=[table.code, number])


def address(one, *step):
    return reverse("archive:variation_step" if step else "archive:variation", args=[one.table.code, one.pk, *step])


def step_page(table, seq=0, user=None, query=""):
    return html.unescape(page_of(signed_in(user), reverse("archive:step", args=[table.code, seq]) + query))


def test_others_find_a_variation_where_it_begins_and_step_through_it(night, people):
    _root, last = planned(night, people[0])
    mine = signed_in(people[0])
    assert "Show variation" in page_of(mine, board(night, last.node.pk))
    assert mine.post(board(night, last.node.pk), {"do": "show"}).status_code == 302
    one = ShownPlan.objects.get()
    for reader in (None, factories.person(), *people):
        assert f"{people[0]}, 3 steps" in step_page(night, user=reader)
        assert "1 variation" in step_page(night, night.seq, user=reader)
        for number in range(4):
            page = html.unescape(page_of(signed_in(reader), address(one, *[number][: bool(number)])))
            assert NOTE in page
            assert page.count('aria-current="step"') == bool(number)
        assert ("Withdraw variation" in page) == (reader == people[0])
        assert 'name="action"' not in page
    assert signed_in().get(address(one, 4)).status_code == 404


@every_game
def test_it_shows_what_the_archive_shows_of_that_seat_and_no_more(people, game):
    """The board begins with the position that the archive shows to everyone as this seat's view."""
    table = archiving.finished(*factories.as_many_as_play(game, people), game=game, options={})
    moves = games.moves_of(table)
    user = table.seats.get(index=0).user
    for at in range(0, table.seq, max(table.seq // 4, 1)):
        one = shown(table, user, at=at, steps=1)
        begins = ShownBoard(games.finished_table(table.pk), selector.shown_plan(table, one.pk), 0, None)
        assert begins.seen == games.replay(table, moves, at).seen(0)
        for number in (0, 1):
            assert signed_in().get(address(one, *[number][: bool(number)])).status_code == 200


@every_game
def test_every_game_can_be_stepped_through(people, game):
    table = archiving.finished(*factories.as_many_as_play(game, people), game=game, options={})
    one = shown(table, table.seats.get(index=1).user, at=table.seq // 2, steps=8)
    for number in range(1, len(one.steps) + 1):
        assert NOTE in html.unescape(page_of(signed_in(), address(one, number)))


def test_a_reader_without_a_seat_shows_what_spectators_saw(night):
    reader = factories.person("Ottavia")
    one = shown(night, reader, at=1)
    page = page_of(signed_in(), address(one))
    assert "as seen by spectators" in page
    assert "Hidden information</h2>" not in page
    assert "Hidden information</h2>" in page_of(signed_in(), address(shown(night, night.seats.get(index=0).user)))


def test_invented_draws_are_marked(people):
    table = archiving.finished(*people)
    one = shown(table, people[0], steps=30)
    line = selector.shown_line(selector.shown_root(one, table), one)
    first = next(number for number, step in enumerate(line, 1) if step.invented)
    assert "contains invented draws" not in page_of(signed_in(), address(one, first - 1))
    assert "contains invented draws" in page_of(signed_in(), address(one, first))


def test_nothing_is_shown_before_the_end(people):
    table = archiving.witnessed(people, most=2).table
    root, last = planned(table, people[0], at=table.seq)
    with pytest.raises(Refusal, match="not_yours"):
        services.show(root, last, now=NOW)
    client = signed_in(people[0])
    assert "Show variation" not in page_of(client, board(table, last.node.pk))
    assert client.post(board(table, last.node.pk), {"do": "show"}).status_code == 422
    assert not ShownPlan.objects.exists()


def test_what_was_planned_during_the_game_stays_private_until_it_is_shown(people):
    table = archiving.witnessed(people, most=2).table
    _root, last = planned(table, people[0], at=table.seq)
    table = archiving.archived(factories.play_to_end(table))
    for seq in range(table.seq + 1):
        assert "Variations" not in step_page(table, seq, people[1])
    signed_in(people[0]).post(board(table, last.node.pk), {"do": "show"})
    assert f"{people[0]}, 3 steps" in step_page(table, last.node.at_seq, people[1])


def test_only_the_line_is_shown_and_nothing_of_the_owners_board(night, people):
    root, last = planned(night, people[0])
    seat = factories.seat_of(night, people[0])
    services.note_table(seat_id=seat.pk, user=people[0], text="Notes of the table")
    asked = selector.open_decisions(root, root.start)[0]
    roads = [SealRoad(road) for road in ("valley", "river") if encode(SealRoad(road)).decode() != last.line[0].node.action]
    beside = services.try_out(root, after=None, pending=asked, actions=roads[:1], now=NOW)
    services.note(beside.node, "Beside the line")
    services.note(last.node, "Behind the line")
    one = services.show(root, last.parent, now=NOW)
    page = html.unescape(page_of(signed_in(people[1]), address(one)))
    assert NOTE in page
    for text in ("Notes of the table", "Beside the line", "Behind the line"):
        assert text not in page
    assert signed_in(people[1]).get(board(night, last.node.pk)).status_code == 404


def test_notes_changed_later_are_shown_after_an_update_only(night, people):
    root, last = planned(night, people[0])
    one = services.show(root, last, now=NOW)
    services.note(last.line[0].node, "A new thought")
    assert "A new thought" not in page_of(signed_in(), address(one))
    signed_in(people[0]).post(board(night, last.node.pk), {"do": "show"})
    assert "A new thought" in page_of(signed_in(), address(one))
    assert ShownPlan.objects.get().pk == one.pk


def test_the_owner_withdraws_it_there_or_on_the_planning_board(night, people):
    for where in (lambda one: (address(one), {}), lambda one: (board(night, one.node_id), {"do": "withdraw"})):
        one = shown(night, people[0])
        target, sent = where(one)
        assert signed_in(people[0]).post(target, sent).status_code == 302
        assert not ShownPlan.objects.exists()
        assert signed_in().get(address(one)).status_code == 404
        assert "3 steps" not in step_page(night)
        assert PlanNode.objects.filter(owner=people[0]).count() == 3


def test_deleting_one_of_its_steps_withdraws_it(night, people):
    one = shown(night, people[0])
    services.forget(PlanNode.objects.get(owner=people[0], parent=None))
    assert signed_in().get(address(one)).status_code == 404


def test_nobody_else_withdraws_it_but_staff(night, people):
    one = shown(night, people[0])
    assert signed_in(people[1]).post(address(one)).status_code == 403
    assert signed_in().post(address(one)).status_code == 302
    assert ShownPlan.objects.filter(pk=one.pk).exists()
    operator = User.objects.create_superuser("boss@example.org", "a long password 1", display_name="Boss")
    assert "Withdraw variation" in page_of(signed_in(operator), address(one))
    assert signed_in(operator).post(address(one)).status_code == 302
    assert not ShownPlan.objects.exists()


def test_a_suspended_person_shows_nothing_new_and_can_withdraw(night, people):
    one = shown(night, people[0])
    root, last = planned(night, people[0], at=1)
    fields = {"outcome": Report.Outcome.SUSPENSION, "until": NOW + timedelta(days=7), "settled_at": NOW}
    Report.objects.create(about=people[0], reason="Rude.", at=NOW, **fields)
    with pytest.raises(Refusal, match="suspended"):
        services.show(root, last, now=NOW)
    again = signed_in(people[0]).post(board(night, one.node_id), {"do": "show"})
    assert (again.status_code, "You are suspended until" in again.content.decode()) == (422, True)
    assert signed_in(people[0]).post(address(one)).status_code == 302
    assert not ShownPlan.objects.exists()


def test_notes_follow_the_rules_of_comments(night, people):
    root, last = planned(night, people[0], note="")
    # A note may be older than the rule about its characters.
    last.node.note = "a\u202eb"
    last.node.save(update_fields=["note"])
    with pytest.raises(Refusal, match="bad_character"):
        services.show(root, last, now=NOW)
    for step in last.line:
        services.note(step.node, "x" * 1000)
    services.show(root, last, now=NOW)
    root, last = planned(night, people[0], at=1, steps=5, note="")
    for step in last.line:
        services.note(step.node, "x" * 1000)
    with pytest.raises(Refusal, match="too_long"):
        services.show(root, last, now=NOW)
    services.note(last.node, "<b>bold</b>")
    services.note(last.parent.node, "   ")
    one = services.show(root, last, now=NOW)
    assert one.notes[3:] == ["", "<b>bold</b>"]
    assert "&lt;b&gt;bold&lt;/b&gt;" in page_of(signed_in(), address(one))


def test_there_is_a_limit_for_each_person_and_game(night, people, monkeypatch):
    monkeypatch.setattr(services, "MOST_SHOWN", 1)
    one = shown(night, people[0])
    root, last = planned(night, people[0], at=1)
    with pytest.raises(Refusal, match="too_many_shown"):
        services.show(root, last, now=NOW)
    assert "maximum" in signed_in(people[0]).post(board(night, last.node.pk), {"do": "show"}).content.decode()
    assert shown(night, people[0]).pk == one.pk
    shown(night, people[1])


def test_a_person_who_hides_their_name_hides_it_here(night, people):
    one = shown(night, people[0])
    User.objects.filter(pk=people[0].pk).update(hides_name=True)
    for reader in (None, people[1]):
        for page in (step_page(night, user=reader), page_of(signed_in(reader), address(one))):
            assert "a player who hides their name" in page
            assert people[0].display_name not in page.replace(NOTE, "").replace(html.escape(NOTE), "")


def test_people_who_muted_or_blocked_the_owner_find_it_closed(night, people):
    one = shown(night, people[0])
    for kind in (Relation.Kind.MUTED, Relation.Kind.BLOCKED):
        reader = factories.person()
        Relation.objects.create(owner=reader, other=people[0], kind=kind, made_at=NOW)
        page = step_page(night, user=reader)
        assert page.count(f"{people[0]}, 3 steps") == 1
        assert "You muted this person. Read anyway" in page
        assert "You muted this person. Read anyway" in page_of(signed_in(reader), address(one))
    assert step_page(night).count(f"{people[0]}, 3 steps") == 2


def test_its_notes_are_reported_and_removed_like_comments(night, people):
    one, silent = shown(night, people[0]), shown(night, people[0], at=1, note="")
    client = signed_in(people[1])
    assert "Report messages" in page_of(client, address(one))
    assert "Report messages" not in page_of(client, address(silent))
    where = reverse("tables:report_lines", args=[night.code])
    page = page_of(client, where)
    assert f"variation-{one.pk}" in page
    assert f"variation-{silent.pk}" not in page
    client.post(where, {"reason": "Rude.", "lines": [f"variation-{one.pk}"]})
    report = Report.objects.get()
    assert [line["text"] for line in report.lines] == [NOTE]
    said = {"outcome": Report.Outcome.NOTHING, "days": 1, "takes_lines": True, "answer": "Removed."}
    reports.settle(report_id=report.pk, operator=factories.person(), now=NOW, **said)
    assert list(ShownPlan.objects.all()) == [silent]


def test_a_running_game_lists_none_to_report(people):
    table = archiving.witnessed(people, most=2).table
    planned(table, people[0], at=table.seq)
    assert "variation-" not in page_of(signed_in(people[1]), reverse("tables:report_lines", args=[table.code]))


def test_it_is_read_by_those_who_may_read_the_game(people):
    table = archiving.finished(*people, visibility=Table.Visibility.PRIVATE)
    one = shown(table, people[0])
    for reader, status in ((None, 404), (factories.person(), 404), (people[1], 200)):
        assert signed_in(reader).get(address(one)).status_code == status
    other = archiving.finished(*people)
    assert signed_in(people[1]).get(reverse("archive:variation", args=[other.code, one.pk])).status_code == 404
    outsider = factories.person()
    with pytest.raises(Refusal, match="not_yours"):
        shown(table, outsider)


def test_members_of_a_club_show_each_other_games_of_the_club(people):
    member = factories.person("Chiara")
    club = founding.found_club(user=people[0], name="Night couriers", joining=Club.Joining.OPEN, now=NOW)
    members.join_club(club_id=club.pk, user=member, now=NOW)
    members.join_club(club_id=club.pk, user=people[1], now=NOW)
    table = archiving.finished(*people, club=club, visibility=Table.Visibility.PRIVATE)
    one = shown(table, member)
    assert signed_in(people[1]).get(address(one)).status_code == 200
    assert signed_in(factories.person()).get(address(one)).status_code == 404


def test_neither_guests_nor_practice_games_show_anything(night, people):
    guest = User.objects.create_guest(language="en", time_zone="UTC", now=NOW)
    root, last = planned(night, guest)
    with pytest.raises(Refusal, match="not_yours"):
        services.show(root, last, now=NOW)
    assert "Show variation" not in page_of(signed_in(guest), board(night, last.node.pk))
    root, last = planned(night, people[0])
    Table.objects.filter(pk=night.pk).update(practice=True)
    with pytest.raises(Refusal, match="not_yours"):
        services.show(PlanRoot(people[0], factories.fresh(night), root.eyes, 0), last, now=NOW)


def test_with_the_account_its_variations_are_deleted(night, people):
    one = shown(night, people[0])
    leaving.delete_account(user_id=people[0].pk, now=NOW)
    assert not ShownPlan.objects.exists()
    assert signed_in().get(address(one)).status_code == 404
    assert "Variations" not in step_page(night)


def test_it_is_part_of_the_owners_data_and_of_nobody_elses(night, people):
    shown(night, people[0])
    rows = next(subject.rows for subject in SUBJECTS if subject.name == "shown_plans")
    [row] = rows(people[0])
    assert (row["table"], row["at_seq"], row["notes"][0], len(row["steps"])) == (night.code, 0, NOTE, 3)
    assert list(rows(people[1])) == []


def test_a_step_that_the_rules_no_longer_know_ends_it(night, people):
    one = shown(night, people[0])
    one.refresh_from_db()
    one.steps[1][2] = '{"type":"Nonsense"}'
    one.save()
    page = page_of(signed_in(), address(one, 2))
    assert "This step is no longer possible" in page
    assert signed_in().get(address(one, 3)).status_code == 404


def test_many_are_paged_and_cost_no_more_queries(night, people, monkeypatch):
    def cost():
        with CaptureQueriesContext(connection) as asked:
            step_page(night, user=people[1])
        return len(asked)

    first = shown(night, people[0])
    before = cost()
    for number in range(5):
        shown(night, factories.person(f"Reader{number}"), steps=1)
    assert cost() == before
    monkeypatch.setattr(selector, "SHOWN", 2)
    found, where = set(), "?eyes=1"
    while where:
        page = step_page(night, query=where)
        found |= {one.pk for one in ShownPlan.objects.all() if f'href="{address(one)}"' in page}
        where = next(
            (f"?eyes=1&variations={n}" for n in range(2, 5) if f'rel="next" href="?eyes=1&variations={n}#' in page), ""
        )
    assert found == set(ShownPlan.objects.values_list("pk", flat=True))
    assert first.pk in found
    assert step_page(night, query="?variations=x").count("1 step") >= 1


def test_bad_addresses_are_not_found(night, people):
    one = shown(night, people[0])
    for number in ("0", "9" * 30, str(2**63)):
        assert signed_in().get(f"/archive/{night.code}/variations/{number}/").status_code == 404
    assert signed_in().get(f"{address(one)}{'9' * 30}/").status_code == 404
    assert signed_in().post(f"/archive/{night.code}/variations/{one.pk + 1}/").status_code == 404


def test_a_variation_of_an_imported_game_can_be_shown(night):
    Table.objects.filter(pk=night.pk).update(imported_at=NOW, host=None)
    Seat.objects.filter(table=night).update(user=None, pseudonym="Vera")
    night.refresh_from_db()
    reader = factories.person("Ottavia")
    one = shown(night, reader)
    assert f"{reader}, 3 steps" in step_page(night)
    assert NOTE in page_of(signed_in(), address(one, 1))
