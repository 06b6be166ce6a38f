"""Links of mails: one seat, one decision, no signing in; looking changes nothing, sending does, and what is over leads on."""

import html
import re
from datetime import timedelta
from itertools import chain

import pytest
from django.core import signing
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from engines import registry
from engines.contract import When, decode
from engines.specimen.actions import Join, SealRoad
from tables.mail import links
from tables.mail.compose import compose
from tables.models import FiledAnswer, Move, Notification, Rhythm, Seat, Submission, Table
from tables.present import choices, seating
from tables.selectors import state
from tables.services import ending, notify, play
from tests.site import absence, factories
from tests.site.factories import NOW
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
every_game = pytest.mark.parametrize("game", [engine.slug for engine in registry.engines(specimens=True)])
SAFE = ("get", "head", "options")
LATER = NOW + timedelta(hours=1)


@pytest.fixture(autouse=True)
def noon(time_machine):
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def anna():
    return factories.person("Anna")


@pytest.fixture
def table(anna):
    return factories.running_table(anna, factories.person("Berto"), name="Via Emilia", visibility="private")


@pytest.fixture
def seat(table, anna):
    return factories.seat_of(table, anna)


def mail_to(user, now=NOW):
    return compose(list(Notification.objects.filter(recipient=user).order_by("pk")), now=now)


def html_of(user, now=NOW):
    return mail_to(user, now).alternatives[0].content


def links_in(page):
    return [html.unescape(found) for found in re.findall(r'href="http://127\.0\.0\.1:8000(/d/[^"]+)"', page)]


def link_to(seat, key=None, now=NOW):
    token = links.make(factories.decision(seat, key), seat.user_id, now)
    return reverse("mail:decide", args=[token])


def field(page, name):
    return re.search(rf'name="{name}" value="([^"]+)"', page)[1]


def codes(page):
    return re.findall(r'name="choice" value="([^"]+)"', page)


def form(page, number=0, **more):
    return {"own_ply": field(page, "own_ply"), "token": field(page, "token"), "choice": codes(page)[number]} | more


def words(page):
    return [html.unescape(found) for found in re.findall(r'<button name="choice"[^>]*>([^<]+?)(?: <span|</button>)', page)]


def played(table):
    """The first action of a table."""
    return decode(registry.engine(table.game).Action, table.moves.get(seq=1).action)


def everything(table):
    """All rows a link could change."""
    models = (Move, Submission, FiledAnswer, Seat, Table, Rhythm)
    return [list(model.objects.order_by("pk").values()) for model in models]


class TestMail:
    def test_it_offers_answers_that_lead_to_their_page(self, anna):
        table = factories.running_table(anna, factories.person("Berto"))
        found = links_in(html_of(anna))
        assert len(found) == 3
        page = page_of(Client(), found[1])
        assert "You chose" in page
        assert page.index("Seal the river road") < page.index("Seal the valley road")
        assert table.code in page

    def test_the_text_names_them_with_one_address(self, anna, table):
        body = mail_to(anna).body
        assert "* Seal the valley road\n" in body
        assert body.count("/d/") == 1
        assert "do not pass it on" in body

    def test_it_tells_how_the_game_stands(self, anna, table):
        assert "Night 1 of 3" in mail_to(anna).body
        assert f"- {anna}: 0 points\n" in mail_to(anna).body

    def test_every_mail_is_for_its_reader_alone(self, anna, table):
        berto = table.seats.get(position=1).user
        mine, theirs = ({path.split("/")[2] for path in links_in(html_of(user))} for user in (anna, berto))
        assert mine.isdisjoint(theirs)

    @pytest.mark.parametrize("fields", [{"steward_since": NOW}, {"resigned_at": NOW}])
    def test_who_does_not_play_gets_none(self, anna, table, seat, fields):
        Seat.objects.filter(pk=seat.pk).update(**fields)
        assert links_in(html_of(anna)) == []

    @every_game
    def test_the_page_shows_nothing_that_the_mail_did_not(self, anna, game):
        """Word for word: situation, question, answers and notes, the first time each kind of decision is asked."""
        table = factories.running_table(anna, factories.person("Berto"), game=game)
        known, shown = set(), 0
        for step in range(600):
            if shown and step > 30:
                break
            seat = factories.seat_of(table, anna)
            for asked in [each for each in factories.waiting(table, seat) if each.kind not in known and _offers(seat, each)]:
                known.add(asked.kind)
                shown += _compared(table, anna)
            _one_step(table)
        assert shown


def _offers(seat, asked):
    """Whether there is an answer that needs no form."""
    game, seen = seat.table.game, state.seen(factories.fresh(seat.table), seat)
    people = seating.players(game, seen.public, seat.table.seats.all())
    return bool(choices.offered(game, seen, asked, people))


def _compared(table, user):
    """How many pages of a mail of this moment show what the mail shows."""
    notify.notify_finished(table=table, now=NOW)  # whatever it is about, a mail asks what is open
    mail = mail_to(user)
    text, paths = " ".join(mail.body.split()), {path.partition("?")[0] for path in links_in(mail.alternatives[0].content)}
    for path in paths:
        assert [said for said in _sayings(page_of(Client(), path)) if said not in text] == []
    return len(paths)


def _sayings(page):
    """What the page says of the game: facts, question, answers and notes."""
    facts = re.search(r'<p class="facts">([^<]+)</p>', page)[1].split(" · ")
    found = re.findall(r"<h1>([^<]+)</h1>|<span class=\"note\">([^<]+)</span>", page)
    return [html.unescape(said) for said in (*facts, *filter(None, chain(*found)))] + words(page)


def _one_step(table):
    asked = factories.waiting(table)
    if asked:
        seat = table.seats.select_related("table").get(index=asked[0].seat)
        factories.send(seat, registry.engine(table.game).bot(state.seen(table, seat), asked[0]), key=asked[0].key)


class TestLooking:
    @pytest.mark.parametrize("method", SAFE)
    def test_changes_nothing(self, seat, method):
        before = everything(seat.table)
        for path in (link_to(seat), f"{link_to(seat)}?choice={'0' * 12}", f"{link_to(seat)}board.png"):
            getattr(Client(), method)(path)
        assert everything(seat.table) == before

    def test_a_scanner_that_is_signed_in_nowhere_makes_nobody_seem_back(self, anna, seat):
        Rhythm.objects.create(user=anna)
        Client().get(link_to(seat))
        assert Rhythm.objects.get(user=anna).returned_at is None

    def test_nothing_is_kept_passed_on_or_found(self, seat):
        response = Client().get(link_to(seat))
        assert "no-store" in response["Cache-Control"]
        assert response["Referrer-Policy"] == "no-referrer"
        assert "noindex" in response["X-Robots-Tag"]
        assert response["X-Frame-Options"] == "DENY"
        assert not response.cookies

    def test_it_is_light_and_loads_nothing_from_elsewhere(self, seat):
        response = Client().get(link_to(seat))
        assert len(response.content) < 12_000
        page = response.content.decode()
        assert set(re.findall(r'(?:src|href|action)="([^"]*)"', page)) == {
            "data:,",
            "/static/css/tokens.css",
            "/static/css/link.css",
            link_to(seat),
            f"/accounts/login/?next=%2Ft%2F{seat.table.code}%2F",
        }
        assert "<script" not in page

    def test_it_speaks_the_language_of_its_reader_whoever_is_signed_in(self, anna, seat):
        anna.language = "de"
        anna.save(update_fields=["language"])
        assert '<html lang="de">' in page_of(signed_in(factories.person("Other")), link_to(seat))

    def test_it_costs_few_queries_and_no_session(self, seat, django_assert_max_num_queries):
        with django_assert_max_num_queries(6):
            Client().get(link_to(seat))

    def test_at_most_twelve_answers_most_points_at_once_first(self, anna):
        table = factories.running_table(anna, factories.person("Berto"), game="gonzaga")
        seat = factories.seat_of(table, anna)
        page = page_of(Client(), link_to(seat, "plan/1"))
        points = [int(found) for found in re.findall(r"up to (\d+) points? at once", page)]
        assert len(codes(page)) == 12
        assert points == sorted(points, reverse=True)
        assert points[0] > points[-1]

    def test_where_there_is_no_answer_without_a_form_it_leads_to_the_table(self, anna):
        table = factories.running_table(anna, factories.person("Berto"), game="principato")
        seat = table.seats.select_related("table", "user").get(index=factories.waiting(table)[0].seat)
        page = page_of(Client(), link_to(seat))
        assert codes(page) == []
        assert "This is answered at the table" in page
        assert f"/accounts/login/?next=%2Ft%2F{table.code}%2F" in page
        assert links_in(html_of(seat.user)) == []

    @pytest.mark.parametrize("game", ["gonzaga", "principato", "zena1814"])
    def test_the_board_is_a_picture_of_its_own(self, anna, game):
        table = factories.running_table(anna, factories.person("Berto"), game=game)
        asked = factories.waiting(table)[0]
        seat = table.seats.select_related("table", "user").get(index=asked.seat)
        path = f"{link_to(seat, asked.key)}board.png"
        assert f'src="{path}"' in page_of(Client(), link_to(seat, asked.key))
        response = Client().get(path)
        assert response["Content-Type"] == "image/png"
        assert response["Referrer-Policy"] == "no-referrer"
        assert "no-store" in response["Cache-Control"]
        pictures = [part.get_content() for part in mail_to(seat.user).attachments]
        assert response.content in pictures


class TestSending:
    def test_it_acts_for_the_seat_without_session_or_csrf_token(self, seat):
        client = Client(enforce_csrf_checks=True)
        path = link_to(seat)
        response = client.post(path, form(page_of(client, path), 1))
        assert response.status_code == 200
        assert "Your answer is sent" in response.content.decode()
        assert "Seal the river road" in response.content.decode()
        move = Move.objects.get(table=seat.table, seq=1)
        assert (move.via, move.user_id, move.seat_id) == (Move.Via.MAIL, seat.user_id, seat.pk)
        assert played(seat.table) == SealRoad("river")
        assert "no-store" in response["Cache-Control"]

    def test_nobody_else_learns_that_it_was_a_mail(self, seat):
        Client().post(link_to(seat), form(page_of(Client(), link_to(seat))))
        berto = seat.table.seats.get(position=1).user
        seen = page_of(signed_in(berto), seat.table.get_absolute_url())
        assert "seals a road" in seen
        assert "mail" not in seen.partition('id="log"')[2].partition("</section>")[0]

    def test_a_button_pressed_twice_is_one_answer(self, seat):
        path = link_to(seat)
        sent = form(page_of(Client(), path))
        first, second = (Client().post(path, sent) for _time in range(2))
        assert Move.objects.filter(table=seat.table, seat=seat).count() == 1
        assert "Your answer is sent" in second.content.decode()
        assert first.status_code == second.status_code == 200

    def test_a_link_answers_once_though_a_sealed_answer_could_still_be_replaced(self, seat):
        path = link_to(seat)
        page = page_of(Client(), path)
        Client().post(path, form(page))
        again = Client().post(path, form(page, 1, token="another-token"))
        assert again.status_code == 410
        assert Move.objects.filter(table=seat.table, seat=seat).count() == 1

    @pytest.mark.parametrize("more", [{"choice": "0" * 12}, {"choice": "x"}, {"own_ply": "7"}, {"own_ply": ""}, {"token": "?"}])
    def test_what_does_not_fit_is_refused_with_a_reason_and_a_page_to_choose_from(self, seat, more):
        path = link_to(seat)
        response = Client().post(path, form(page_of(Client(), path), **more))
        assert response.status_code == 422
        assert 'role="alert"' in response.content.decode()
        assert len(codes(response.content.decode())) == 3
        assert seat.table.moves.count() == 1

    def test_only_the_answers_offered_can_be_sent(self, seat):
        """A link is for one decision: nothing else that the seat may do can be slipped in."""
        path = link_to(seat)
        more = {"actions": '[{"type":"SealRoad","road":"ridge"}]', "key": "relay/1/0"}
        sent = form(page_of(Client(), path)) | more
        Client().post(path, sent)
        assert decode(registry.engine("specimen").Action, Move.objects.get(table=seat.table, seq=1).action) == SealRoad(
            "valley"
        )

    def test_who_answers_a_mail_is_back(self, anna, seat):
        Rhythm.objects.create(user=anna)
        Seat.objects.filter(pk=seat.pk).update(defaults_in_a_row=1)
        Client().post(link_to(seat), form(page_of(Client(), link_to(seat))))
        assert Rhythm.objects.get(user=anna).returned_at == NOW
        assert Seat.objects.get(pk=seat.pk).defaults_in_a_row == 0

    def test_what_is_asked_ahead_is_filed_for_its_place(self):
        people = [factories.person(name) for name in ("Anna", "Berto", "Chiara")]
        table = factories.running_table(*people)
        seat, key = _asked_ahead(table)
        path = link_to(seat, key)
        page = page_of(Client(), path)
        number = next(number for number, said in enumerate(words(page)) if said.startswith("Join for 1"))
        response = Client().post(path, form(page, number))
        assert "Your answer is kept" in response.content.decode()
        filed = FiledAnswer.objects.get(seat=seat, key=key)
        assert decode(list[registry.engine("specimen").Action], _actions(filed)) == [Join(1)]
        assert Client().get(path).status_code == 410

    def test_a_whole_turn_of_zena_is_sent_with_its_end(self, anna):
        table = factories.running_table(anna, factories.person("Berto"), game="zena1814", options={"mode": "beginner"})
        seat = _asked_for(table, "turn")
        key = factories.waiting(table, seat)[0].key
        path = link_to(seat, key)
        page = page_of(Client(), path)
        number = next(number for number, said in enumerate(words(page)) if "Take 1 coin" in said)
        assert Client().post(path, form(page, number)).status_code == 200
        assert not [each for each in factories.waiting(table, seat) if each.kind == "turn"]


def _asked_for(table, kind):
    """Play until somebody is asked that; returns the seat."""
    for _step in range(60):
        asked = factories.waiting(table)
        found = next((each for each in asked if each.kind == kind), None)
        if found:
            return table.seats.select_related("table", "user").get(index=found.seat)
        _one_step(table)
    raise AssertionError(kind)


def _asked_ahead(table):
    """Play until somebody is asked ahead; returns seat and key."""
    engine = registry.engine(table.game)
    for _step in range(60):
        table.refresh_from_db()
        asked = [each for each in engine.pending(state.seen(table, None).public) if each.when is When.AHEAD]
        if asked:
            return table.seats.select_related("table", "user").get(index=asked[0].seat), asked[0].key
        _one_step(table)
    raise AssertionError


def _actions(filed):
    return re.search(r'"actions":(\[.*?\])', filed.body)[1]


class TestOver:
    """Each way a link ends; the address is that of a mail sent in time."""

    def over(self, path, said):
        response = Client().get(path)
        assert response.status_code == 410
        assert said in html.unescape(response.content.decode())
        assert "no-store" in response["Cache-Control"]
        posted = Client().post(path, {"choice": "0" * 12, "own_ply": "0", "token": "a" * 16})
        assert posted.status_code == 410
        return response.content.decode()

    def test_it_leads_to_what_happened_since(self, seat):
        path, recap = link_to(seat), reverse("tables:recap", args=[seat.table.code])
        factories.send(seat, SealRoad("ridge"))
        assert f'href="{recap}"' in self.over(path, "the table has moved on")
        response = signed_in(seat.user).get(path)
        assert (response.status_code, response["Location"]) == (302, recap)
        assert "no-store" in response["Cache-Control"]
        other = signed_in(factories.person("Other")).get(path)
        assert other.status_code == 410

    def test_after_thirty_days(self, seat, time_machine):
        path = link_to(seat)
        time_machine.move_to(NOW + links.LIFETIME, tick=False)
        assert Client().get(path).status_code == 200
        time_machine.move_to(NOW + links.LIFETIME + timedelta(seconds=1), tick=False)
        self.over(path, "older than thirty days")

    def test_when_the_deadline_has_answered(self, seat, time_machine):
        path, due = link_to(seat), factories.decision(seat)
        time_machine.move_to(due.due_at + timedelta(minutes=1), tick=False)
        assert play.time_out(decision_id=due.pk, now=due.due_at + timedelta(minutes=1))
        self.over(path, "the table has moved on")

    def test_when_the_seat_has_changed_hands(self, seat):
        path = link_to(seat)
        Seat.objects.filter(pk=seat.pk).update(user=factories.person("Substitute"))
        self.over(path, "You do not play this seat any more")

    def test_when_its_reader_left(self, seat):
        path = link_to(seat)
        Seat.objects.filter(pk=seat.pk).update(resigned_at=NOW, steward_since=NOW)
        self.over(path, "You do not play this seat any more")

    def test_when_the_account_was_closed(self, seat):
        path = link_to(seat)
        type(seat.user).objects.filter(pk=seat.user_id).update(is_active=False)
        self.over(path, "You do not play this seat any more")

    def test_while_the_steward_plays(self, seat):
        path = link_to(seat)
        Seat.objects.filter(pk=seat.pk).update(steward_since=NOW)
        self.over(path, "The steward plays for you")

    def test_when_the_game_is_over(self, seat):
        path = link_to(seat)
        Table.objects.filter(pk=seat.table_id).update(status=Table.Status.ENDED, ended_at=NOW)
        self.over(path, "The game is over")

    def test_while_the_table_is_set_aside(self, seat):
        path = link_to(seat)
        Table.objects.filter(pk=seat.table_id).update(quarantined_at=NOW)
        self.over(path, "looked after")

    def test_a_picture_is_over_with_its_link(self, seat):
        path = link_to(seat)
        factories.send(seat, SealRoad("ridge"))
        assert Client().get(f"{path}board.png").status_code == 404

    def test_a_table_that_is_paused_may_still_be_played_at(self, seat):
        Table.objects.filter(pk=seat.table_id).update(paused_at=NOW)
        assert Client().get(link_to(seat)).status_code == 200


class TestToken:
    def test_it_is_for_one_seat_and_one_decision(self, table, anna, seat):
        berto = factories.seat_of(table, table.seats.get(position=1).user)
        token = links.make(factories.decision(seat), anna.pk, NOW)
        assert links.read(token) == links.Link(seat.pk, "saddle/1", anna.pk, NOW)
        Client().post(link_to(seat), form(page_of(Client(), link_to(seat))))
        berto.refresh_from_db()
        assert berto.plies == 0

    @pytest.mark.parametrize("spoil", ["{token}x", "x{token}", "{token:.20}", "nothing", ":"])
    def test_one_that_was_cut_off_or_made_up_is_no_address(self, seat, spoil):
        token = links.make(factories.decision(seat), seat.user_id, NOW)
        response = Client().get(reverse("mail:decide", args=[spoil.format(token=token)]))
        assert response.status_code == 404
        assert "no-store" in response["Cache-Control"]
        assert Client().post(reverse("mail:decide", args=[spoil.format(token=token)])).status_code == 404

    def test_what_was_signed_for_something_else_is_none(self, anna):
        other = signing.Signer(salt="tables.mail.unsubscribe").sign_object([1, "saddle/1", anna.pk, 0])
        with pytest.raises(links.BadToken) as raised:
            links.read(other)
        assert str(raised.value) == ""

    def test_nothing_that_is_no_link_can_be_read(self, anna):
        signer = signing.Signer(salt="tables.mail.decision")
        for odd in ([1], [1, "k", 2, "never"], {"a": 1}, [1, "k", 2, 10**30]):
            with pytest.raises(links.BadToken):
                links.read(signer.sign_object(odd))

    def test_a_seat_that_is_gone_is_no_address(self, seat):
        path = link_to(seat)
        seat.table.delete()
        assert Client().get(path).status_code == 404


def test_operators_see_mails_without_their_links(anna, table, capsys):
    delivery = Notification.objects.filter(recipient=anna).latest("pk").deliveries.get()
    call_command("notifications", "show", str(delivery.pk))
    shown = capsys.readouterr().out
    assert "/d/-" in shown
    assert not re.search(r"/d/[^-\s]", shown)
    assert not re.search(r"/unsubscribe/[^-\s]", shown)


def test_a_seat_that_changes_hands_ends_the_links_of_whoever_sat_there(anna):
    """For good where somebody else sits down; its new holder gets links of their own."""
    people = [anna, factories.person("Berto"), factories.person("Chiara")]
    table = factories.running_table(*people)
    seat = factories.seat_of(table, anna)
    path = link_to(seat)
    ending.resign(table_id=table.pk, user=anna, now=NOW)
    assert Client().get(path).status_code == 410
    bea = factories.person("Bea")
    taken = absence.substituted(factories.seat_of(table, anna), bea)
    assert "You do not play this seat any more" in Client().get(path).content.decode()
    assert Client().post(path, {"choice": "0" * 12, "own_ply": "0", "token": "a" * 16}).status_code == 410
    assert Client().get(link_to(taken)).status_code == 200
