"""Planning board: real rules on an invented table, visible to its owner only, and not part of the game."""

import html

import pytest
from django.urls import reverse

from engines import registry
from engines.contract import Trait, When, encode, view
from engines.specimen.actions import Decline, Offer, Rest, SealRoad
from tables.errors import NotPending
from tables.models import Draft, FiledAnswer, PlanNode
from tables.selectors import coding, planning
from tables.selectors.play import state
from tables.services import planning as services
from tables.services.play import ending
from tests.engines.walks import needs
from tests.rows import rewrite
from tests.site import absence, archiving, factories
from tests.site.views import HTMX, masked, page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
every_game = pytest.mark.parametrize("game", [engine.slug for engine in registry.engines(specimens=True)])


@pytest.fixture(autouse=True)
def noon(time_machine):
    time_machine.move_to(factories.NOW, tick=False)


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Berto", "Chiara")]


def board(table, number=None, **query):
    found = reverse("tables:plan_node", args=[table.code, number]) if number else reverse("tables:plan", args=[table.code])
    return found + ("?" + "&".join(f"{name}={value}" for name, value in query.items()) if query else "")


def send(client, address, *actions, **more):
    """Send actions or another form to the planning board and return the response."""
    return client.post(address, {"action": [encode(action).decode() for action in actions], **more})


def newest():
    return PlanNode.objects.latest("pk")


def shown(client, address):
    return client.get(address).context["plan"]


def asked_first(table):
    """Return a seat that has a decision now, and that decision."""
    asked = factories.waiting(table)[0]
    return table.seats.select_related("table", "user").get(index=asked.seat), asked


@every_game
def test_a_line_is_played_by_the_rules_and_the_game_stays_as_it_is(people, game):
    table = archiving.witnessed(factories.as_many_as_play(game, people), game=game, most=7).table
    seat, _asked = asked_first(table)
    client, before = signed_in(seat.user), factories.fresh(table)
    at = board(table)
    for _step in range(6):
        plan = shown(client, at)
        if plan.pending is None:
            break
        seen = view(plan.state, plan.pending.seat)
        action = plan.page.engine.bot(seen, plan.pending)
        expected = plan.page.engine.apply(plan.state, plan.pending.seat, action).state
        at = send(client, plan.sheet.act_url, action)["Location"]
        assert shown(client, at).seen == view(expected, seat.index)
    after = factories.fresh(table)
    assert (after.state, after.seq, after.changes) == (before.state, before.seq, before.changes)
    assert PlanNode.objects.filter(owner=seat.user, table=table).count() >= 5


@every_game
def test_everybody_can_be_tried_and_every_page_holds_their_form(people, game):
    table = archiving.witnessed(factories.as_many_as_play(game, people), game=game, most=5).table
    for seat in table.seats.select_related("user"):
        client = signed_in(seat.user)
        plan = shown(client, board(table))
        for player, _asked, address in plan.choosing:
            chosen = shown(client, address)
            assert chosen.chooser == player
            page = page_of(client, address)
            assert ("These choices are invented." in page) == (player.seat != seat.index)
            assert chosen.sheet.act_url.replace("&", "&amp;") in page


def test_others_answer_as_bots_until_i_am_asked(people):
    table = archiving.witnessed(people, game="gonzaga", most=3).table
    seat, asked = asked_first(table)
    client = signed_in(seat.user)
    plan = shown(client, board(table))
    action = plan.page.engine.bot(plan.page.seen, plan.pending)
    at = send(client, plan.sheet.act_url, action)["Location"]
    at = send(client, shown(client, at).sheet.act_url, do="reply")["Location"]
    plan = shown(client, at)
    assert plan.pending.seat == seat.index
    assert plan.pending.key != asked.key
    assert {step.node.seat for step in plan.line[1:]} == {0, 1, 2} - {seat.index}


def test_draws_are_invented_and_marked(people):
    table = archiving.witnessed(people, most=3).table
    client = signed_in(people[0])
    at = board(table)
    for _step in range(30):
        plan = shown(client, at)
        assert plan.is_invented == any(step.invented for step in plan.line)
        if plan.is_invented:
            break
        at = send(client, plan.sheet.act_url, plan.page.engine.bot(view(plan.state, plan.pending.seat), plan.pending))[
            "Location"
        ]
    assert plan.is_invented
    page = html.unescape(page_of(client, at))
    assert "This position contains invented draws." in page
    assert page.count('class="badge warn">invented') == 2 * sum(line.invented for line in plan.path)


def test_the_invented_world_comes_from_what_is_seen_and_stays(people):
    """The invented world comes from what the seat sees, not from the table's secret, and it is stable.

    Another world number gives another invention.
    """
    table = archiving.witnessed(people, game="gonzaga", most=5).table
    seat = factories.seat_of(table, people[0])
    root = planning.PlanRoot(people[0], table, seat, table.seq)
    again, other = planning.PlanRoot(people[0], table, seat, table.seq), planning.PlanRoot(people[0], table, seat, table.seq, 1)
    assert root.start == again.start
    assert view(root.start, seat.index) == view(other.start, seat.index) == state.seen(table, seat)
    assert root.start != other.start
    assert root.start != coding.state(table.game, table.state)


def test_any_position_of_a_running_game_can_be_planned_from_by_those_who_sit_there(people):
    found = archiving.witnessed(people, game="principato", most=6)
    seat = factories.seat_of(found.table, people[1])
    for at in range(found.table.seq + 1):
        assert shown(signed_in(seat.user), board(found.table, at=at)).seen == found.seen(at, seat.index)
    for nowhere in (found.table.seq + 1, "x", "-1", "9" * 20):
        assert signed_in(seat.user).get(board(found.table, at=nowhere)).status_code == 404
    assert signed_in(factories.person()).get(board(found.table)).status_code == 404
    assert signed_in().get(board(found.table)).status_code == 302


def test_of_a_finished_game_onlookers_see_no_hand(people):
    table = archiving.finished(*people[:2])
    plan = shown(signed_in(people[2]), board(table, at=1))
    assert (plan.seen.seat, plan.seen.hand) == (None, None)
    assert send(signed_in(people[2]), plan.sheet.act_url, do="reply").status_code == 302
    assert newest().eyes is None
    assert "No decision here" in page_of(signed_in(people[0]), board(table))
    assert send(signed_in(people[2]), board(table), do="notes", text="Mine").status_code == 422


def test_lines_branch_and_are_deleted_with_what_follows(people):
    table = archiving.witnessed(people, most=0).table
    client = signed_in(people[0])
    first = shown(client, board(table))
    valley, river = (send(client, first.sheet.act_url, SealRoad(road))["Location"] for road in ("valley", "river"))
    assert send(client, first.sheet.act_url, SealRoad("valley"))["Location"] == valley
    send(client, shown(client, valley).sheet.act_url, do="reply")
    plan = shown(client, river)
    assert next(line.indent for line in plan.lines) == 1
    assert [line.is_here for line in plan.lines].count(True) == 1
    assert PlanNode.objects.filter(parent=None).count() == 2
    assert send(client, valley, do="delete")["Location"] == board(table, at=0)
    assert [node.action for node in PlanNode.objects.all()] == [coding.to_text(SealRoad("river"))]


def test_nobody_else_reads_or_changes_a_line(people):
    table = archiving.witnessed(people, most=0).table
    mine = signed_in(people[0])
    at = send(mine, shown(mine, board(table)).sheet.act_url, SealRoad("valley"))["Location"]
    send(mine, at, do="note", text="A secret thought")
    assert "A secret thought" in page_of(mine, at)
    before = masked(page_of(signed_in(people[1]), table.get_absolute_url()))
    for user in (people[1], factories.person()):
        assert signed_in(user).get(at).status_code == signed_in(user).post(at, {"do": "delete"}).status_code == 404
    assert "A secret thought" not in page_of(signed_in(people[1]), board(table))
    PlanNode.objects.all().delete()
    assert masked(page_of(signed_in(people[1]), table.get_absolute_url())) == before


def test_notes_with_a_refused_character_are_shown_again_and_not_saved(people):
    """A substitute may read notes that are passed on, so they contain no characters that reverse text."""
    table = archiving.witnessed(people, most=0).table
    seat, client = factories.seat_of(table, people[0]), signed_in(people[0])
    at = send(client, shown(client, board(table)).sheet.act_url, SealRoad("valley"))["Location"]
    for do in ("notes", "note"):
        response = send(client, at, do=do, text="Keep\u202e the bridge")
        page = html.unescape(response.content.decode())
        assert response.status_code == 422
        assert "U+202E (RIGHT-TO-LEFT OVERRIDE)" in page
        assert ">Keep\u202e the bridge</textarea>" in page
        assert send(client, at, do=do, text="Persian: می\u200cخواهم\r\nbaz").status_code == 302
    assert planning.notes(seat) == newest().note == "Persian: می\u200cخواهم\nbaz"


def test_the_numbers_of_my_lines_do_not_tell_that_others_plan(people):
    table = archiving.witnessed(people, most=0).table
    mine, other = signed_in(people[0]), signed_in(people[1])

    def tried(client, road):
        send(client, shown(client, board(table)).sheet.act_url, SealRoad(road))
        return newest_of(client)

    def newest_of(client):
        return PlanNode.objects.filter(owner=client.session["_auth_user_id"]).latest("pk").pk

    first = tried(mine, "valley")
    assert abs(tried(other, "valley") - first) > 1
    tried(other, "river")
    assert tried(mine, "river") == first + 1


@every_game
def test_a_line_tells_nothing_that_its_owner_cannot_see(people, game):
    """The page of a variation is byte for byte the same in two states that its owner cannot tell apart."""
    needs(registry.engine(game), Trait.HIDDEN)
    table = archiving.witnessed(factories.as_many_as_play(game, people), game=game, most=5).table
    seat = factories.seat_of(table, people[0])
    client = signed_in(people[0])
    at = board(table)
    for _step in range(3):
        plan = shown(client, at)
        at = send(client, plan.sheet.act_url, do="reply")["Location"] if plan.pending else at
    pages = []
    for key in (b"one", b"another"):
        other = registry.engine(game).imagine(state.seen(table, seat), key)
        rewrite(type(table).objects.filter(pk=table.pk), state=coding.to_text(other))
        pages.append(masked(page_of(client, at)))
    assert pages[0] == pages[1]


def test_a_former_player_finds_the_board_closed_and_a_substitute_finds_it_empty(people):
    table = archiving.witnessed(people, most=0).table
    seat, client = factories.seat_of(table, people[0]), signed_in(people[0])
    at = send(client, shown(client, board(table)).sheet.act_url, SealRoad("valley"))["Location"]
    send(client, board(table), do="notes", text="Secret notes")
    ending.resign(table_id=table.pk, user=people[0], now=factories.NOW)
    heir = factories.person("Bea")
    absence.substituted(seat, heir)
    assert [client.get(where).status_code for where in (at, board(table))] == [404, 404]
    page = page_of(signed_in(heir), board(table))
    assert "No variations from here yet" in page
    assert "Secret notes" not in page


def test_there_is_an_end_to_what_is_kept(people, monkeypatch):
    monkeypatch.setattr(services, "MOST_NODES", 1)
    table = archiving.witnessed(people, most=0).table
    client = signed_in(people[0])
    address = shown(client, board(table)).sheet.act_url
    assert send(client, address, SealRoad("valley")).status_code == 302
    assert "Delete a variation first" in send(client, address, SealRoad("river")).content.decode()
    assert PlanNode.objects.count() == 1


def test_what_was_planned_stands_in_no_record(people):
    table = archiving.finished(*people[:2])
    client = signed_in(people[0])
    send(client, shown(client, board(table, at=0)).sheet.act_url, do="reply")
    send(client, board(table, newest().pk), do="note", text="A secret thought")
    send(client, board(table), do="notes", text="Secret notes")
    for name in ("record", "detail", "check"):
        page = signed_in(people[1]).get(reverse(f"archive:{name}", args=[table.code])).content.decode()
        assert "ecret thought" not in page
        assert "ecret notes" not in page


def test_notes_of_a_table_are_kept_for_their_holder(people):
    table = archiving.witnessed(people, most=0).table
    client = signed_in(people[0])
    assert send(client, board(table), do="notes", text="Berto <hoards> letters").status_code == 302
    assert "Berto &lt;hoards&gt; letters" in page_of(client, board(table))
    assert "hoards" not in page_of(signed_in(people[1]), board(table))
    for text in ("x" * 10_001, "x" * 20_001, "a\0b"):
        assert send(client, board(table), do="notes", text=text).status_code == 422
    send(client, board(table), do="notes", text="\r\n" * 10_000)
    assert "hoards" not in page_of(client, board(table))


def test_what_is_refused_says_why_and_keeps_nothing(people):
    table = archiving.witnessed(people, most=0).table
    client = signed_in(people[0])
    address = shown(client, board(table)).sheet.act_url
    for sent in ({"action": '{"type":"Nonsense"}'}, {}, {"do": "draft"}, {"do": "note", "text": "x"}, {"do": "delete"}):
        answer = client.post(address, sent, headers=HTMX)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.content.decode()
    assert not PlanNode.objects.exists()


def test_with_htmx_the_browser_goes_to_the_new_position(people):
    table = archiving.witnessed(people, most=0).table
    client = signed_in(people[0])
    sent = {"action": encode(SealRoad("valley")).decode()}
    answer = client.post(shown(client, board(table)).sheet.act_url, sent, headers=HTMX)
    assert answer["HX-Redirect"] == board(table, newest().pk)


@pytest.mark.parametrize("game", ["specimen", "gonzaga", "principato"])
def test_a_first_turn_becomes_a_draft_and_is_sent_from_the_table(people, game):
    table = archiving.witnessed(people, game=game, most=4 if game != "specimen" else 0).table
    seat, asked = asked_first(table)
    client = signed_in(seat.user)
    plan = shown(client, board(table))
    action = plan.page.engine.bot(plan.page.seen, asked)
    at = send(client, plan.sheet.act_url, action)["Location"]
    assert "Use as draft" in page_of(client, at)
    assert send(client, at, do="draft")["Location"] == f"{table.get_absolute_url()}#panel"
    draft = Draft.objects.get(seat=seat)
    assert (draft.key, coding.actions(game, draft.actions)) == (asked.key, (action,))
    page = page_of(client, table.get_absolute_url())
    assert 'class="draft-steps"' in page
    assert html.escape(encode(action).decode()) in page


def test_a_turn_that_others_interrupt_becomes_one_draft(people):
    table = archiving.witnessed(people, most=3).table
    seat, asked = asked_first(table)
    assert asked.kind == "offer"
    client = signed_in(seat.user)
    plan = shown(client, board(table))
    offer = next(one for one in plan.page.engine.legal(plan.page.seen, asked) if isinstance(one, Offer))
    at = send(client, plan.sheet.act_url, offer)["Location"]
    while (plan := shown(client, at)).pending.seat != seat.index:
        at = send(client, plan.sheet.act_url, Decline())["Location"]
    at = send(client, plan.sheet.act_url, Rest())["Location"]
    assert len(shown(client, at).line) == 4
    send(client, at, do="draft")
    assert coding.actions(table.game, Draft.objects.get(seat=seat).actions) == (offer, Rest())


def ahead(table):
    """Return a seat with a later turn, and the decision for which it can queue that turn."""
    public = state.seen(table, None).public
    found = next(one for one in registry.engine(table.game).pending(public) if one.when is When.MAY and not one.sealed)
    return table.seats.select_related("table", "user").get(index=found.seat), found


def test_turns_for_a_later_place_are_filed_as_a_ranked_list(people):
    table = archiving.witnessed(people, game="gonzaga", most=3).table
    seat, asked = ahead(table)
    client = signed_in(seat.user)
    at = send(client, shown(client, board(table)).sheet.act_url, do="reply")["Location"]
    plan = shown(client, at)
    assert plan.pending.key == asked.key
    first, second = list(plan.page.engine.legal(plan.seen, plan.pending))[:2]
    lines = [send(client, plan.sheet.act_url, action)["Location"] for action in (first, second)]
    assert "Add to ranked list" not in page_of(client, lines[0])
    send(client, lines[0], do="file")
    assert "Add to ranked list" in page_of(client, lines[1])
    send(client, lines[1], do="rank")
    filed = coding.filed(table.game, FiledAnswer.objects.get(seat=seat, status="active").body)
    assert (filed.key, filed.actions, filed.how) == (asked.key, (first, second), "first")


def test_nothing_is_made_ready_for_a_game_that_is_over_or_a_turn_of_the_past(people):
    table = archiving.witnessed(people, most=3).table
    seat, _asked = asked_first(table)
    client = signed_in(seat.user)
    plan = shown(client, board(table))
    at = send(client, plan.sheet.act_url, plan.page.engine.bot(plan.page.seen, plan.pending))["Location"]
    assert shown(client, at).opening is not None
    old = shown(client, board(table, at=0))
    past = send(client, old.sheet.act_url, SealRoad("valley"))["Location"]
    assert shown(client, past).opening is None
    for user in people:
        ending.resign(table_id=table.pk, user=user, now=factories.NOW)
    assert shown(client, at).opening is None
    assert send(client, at, do="draft").status_code == 422


def test_the_table_and_the_archive_lead_to_it(people):
    running = archiving.witnessed(people, most=0).table
    assert board(running) in page_of(signed_in(people[0]), running.get_absolute_url())
    ended = archiving.finished(*people[:2])
    address = reverse("archive:step", args=[ended.code, 2])
    assert board(ended, at=2) in page_of(signed_in(people[2]), address)
    assert board(ended, at=2) not in page_of(signed_in(), address)


def test_a_step_deleted_in_another_window_takes_nothing_after_it(people):
    table = archiving.witnessed(factories.as_many_as_play("specimen", people), game="specimen", most=7).table
    seat, _asked = asked_first(table)
    client, plan = signed_in(seat.user), None
    at = board(table)
    for _step in range(2):
        plan = shown(client, at)
        action = plan.page.engine.bot(view(plan.state, plan.pending.seat), plan.pending)
        at = send(client, plan.sheet.act_url, action)["Location"]
    plan = shown(client, at)
    action = plan.page.engine.bot(view(plan.state, plan.pending.seat), plan.pending)
    PlanNode.objects.all().delete()
    for call in (
        lambda: services.try_out(plan.root, after=plan.here, pending=plan.pending, actions=[action], now=factories.NOW),
        lambda: services.play_replies(plan.root, after=plan.here, pending=plan.pending, now=factories.NOW),
        lambda: services.show(plan.root, plan.here, now=factories.NOW),
    ):
        with pytest.raises(NotPending):
            call()
    assert not PlanNode.objects.exists()
