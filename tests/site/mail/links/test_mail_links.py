"""Email links: one seat, one decision, no signing in. Opening a link changes nothing; only sending its form does."""

import html
import re
from itertools import chain

import pytest
from django.test import Client

from engines import registry
from engines.contract import When, decode
from engines.specimen.actions import Join, SealRoad
from tables.games.registry import presenter
from tables.models import FiledAnswer, Move, Rhythm, Seat
from tables.present.seats import seating
from tables.selectors.play import state
from tables.services.mail import notify
from tests.site import factories
from tests.site.factories import NOW
from tests.site.linking import codes, everything, form, html_of, link_to, links_in, mail_to, played, taps, words
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db, pytest.mark.usefixtures("noon")]
every_game = pytest.mark.parametrize("game", [engine.slug for engine in registry.engines(specimens=True)])
# Scenario for two players in which some first turns score more than others.
ENRICO = {"scenario": "enrico-viii"}
SAFE = ("get", "head", "options")


class TestMail:
    def test_it_offers_answers_that_lead_to_their_page(self, anna):
        table = factories.running_table(anna, factories.person("Berto"))
        found = links_in(html_of(anna))
        assert len(found) == 3
        page = page_of(Client(), found[1])
        assert "Your choice" in page
        assert page.index("Seal the river road") < page.index("Seal the valley road")
        assert table.code in page

    def test_the_text_names_them_with_one_address(self, anna, table):
        body = mail_to(anna).body
        assert ". Seal the valley road\n" in body
        assert body.count("/d/") == 1
        assert "don’t forward it" in body

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
        """Situation, question, answers and notes on a page are word for word in the email, for each kind of decision."""
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
    """Return whether the decision has answers that an email can offer as links."""
    game, seen = seat.table.game, state.seen(factories.fresh(seat.table), seat)
    people = seating.players(game, seen.public, seat.table.seats.all())
    return bool(presenter(game).answers(seen, asked, people))


def _compared(table, user):
    """Send an email and check that it contains the text of every page it links to. Return the number of pages."""
    notify.notify_finished(table=table, now=NOW)  # An email of any kind offers the open decisions.
    mail = mail_to(user)
    text, paths = " ".join(mail.body.split()), {path.partition("?")[0] for path in links_in(mail.alternatives[0].content)}
    for path in paths:
        assert [said for said in _sayings(page_of(Client(), path)) if said not in text] == []
    return len(paths)


def _sayings(page):
    """Return the texts on the page about the game: facts, question, answers and notes."""
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
            f"/accounts/login/?next=%2Ft%2F{seat.table.code}%2F",
            *taps(page),
        }
        assert {address.partition("?")[0] for address in taps(page)} == {link_to(seat)}
        assert "<script" not in page

    def test_it_speaks_the_language_of_its_reader_for_every_visitor(self, anna, seat):
        anna.language = "de"
        anna.save(update_fields=["language"])
        assert '<html lang="de">' in page_of(signed_in(factories.person("Other")), link_to(seat))

    def test_it_costs_few_queries_and_no_session(self, seat, django_assert_max_num_queries):
        address = link_to(seat)
        with django_assert_max_num_queries(5):
            Client().get(address)

    def test_at_most_twelve_answers_most_points_at_once_first(self, anna):
        table = factories.with_known_chance(factories.open_table(anna, game="gonzaga", options=ENRICO))
        table = factories.filled(table, anna, factories.person("Berto"))
        seat = factories.seat_of(table, anna)
        page = page_of(Client(), link_to(seat, "plan/1"))
        points = [int(found) for found in re.findall(r"up to (\d+) points? straight away", page)]
        assert len(codes(page)) == 12
        assert points == sorted(points, reverse=True)
        assert points[0] > points[-1]

    def test_where_there_is_no_answer_without_a_form_it_leads_to_the_table(self, anna):
        table = factories.running_table(anna, factories.person("Berto"), game="principato")
        seat = table.seats.select_related("table", "user").get(index=factories.waiting(table)[0].seat)
        page = page_of(Client(), link_to(seat))
        assert codes(page) == []
        assert "Decide at the table" in page
        assert "plays for you" not in page
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
        assert "Your choice has been sent" in response.content.decode()
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
        assert "Your choice has been sent" in second.content.decode()
        assert first.status_code == second.status_code == 200

    def test_a_link_answers_once_though_a_sealed_answer_could_still_be_replaced(self, seat):
        path = link_to(seat)
        page = page_of(Client(), path)
        first, second = form(page), form(page, 1, token="another-token")
        Client().post(path, first)
        again = Client().post(path, second)
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
        """A link is for one decision. Additional form fields do not change the action that is sent."""
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
        assert "Your choice has been queued" in response.content.decode()
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
    """Play until a decision of this kind comes up, and return its seat."""
    for _step in range(60):
        asked = factories.waiting(table)
        found = next((each for each in asked if each.kind == kind), None)
        if found:
            return table.seats.select_related("table", "user").get(index=found.seat)
        _one_step(table)
    raise AssertionError(kind)


def _asked_ahead(table):
    """Play until a seat has a decision in advance. Return the seat and the decision's key."""
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
