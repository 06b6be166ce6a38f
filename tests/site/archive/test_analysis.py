"""Computer analysis of a finished game: from the request to the page, refusals, lost workers, and the ceiling."""

import re
from datetime import timedelta

import msgspec
import pytest
from django.db import connection

from engines import registry
from engines.contract import encode, view
from engines.search.reading import FORMAT, Better
from tables.errors import Code, Refusal
from tables.models import Analysis, Report, Table
from tables.selectors import coding
from tables.selectors.archive import analyses, games
from tables.services.archive import analysing
from tables.tasks import archive_game
from tests.rows import rewrite
from tests.site import archiving, factories, keeping
from tests.site.archiving import signed_in, text_of
from tests.site.events.running_events import open_event
from tests.site.factories import NOW
from tests.site.views import HTMX

pytestmark = [pytest.mark.database, pytest.mark.django_db]
Status = Analysis.Status
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def short(settings, time_machine):
    """Examine no decision. Where a page needs a costly one, ``with_mistake`` writes it."""
    settings.ANALYSIS_SECONDS = 0
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def people():
    return keeping.people("Elena", "Franco")


@pytest.fixture
@keeping.kept
def game(people):
    """Return a game of a title with a learned value, played to its end."""
    return archiving.archived(factories.play_to_end(factories.running_table(*people, game="gonzaga", options={})))


@pytest.fixture
def other(people):
    """Return a table without a game, which only occupies the ceiling."""
    return archiving.conceded(*people, game="gonzaga", options={})


def address(table):
    return f"/archive/{table.code}/analysis/"


def ask(table, user, now=NOW):
    return analysing.ask(table_id=table.pk, user=user, now=now)


def refused(table, user, now=NOW):
    with pytest.raises(Refusal) as refusal:
        ask(table, user, now)
    return refusal.value.code


def row(table):
    return Analysis.objects.get(pk=table.pk)


def made(table, user):
    ask(table, user)
    analysing.analyse(table_id=table.pk, now=NOW)
    assert row(table).status == Status.DONE
    return row(table)


def with_mistake(table, user, index, loss=0.13, error=0.05):
    """Write into a finished analysis that the move ``index`` cost so much, and that the bot's second hint is better."""
    analysis = made(table, user)
    moves = games.moves_of(table)
    engine = registry.engine(table.game)
    states = [step.state for step in games.steps(engine, table, moves)]
    move = moves[index + 1]
    asked = next(one for one in engine.pending(states[index].public) if (one.seat, one.key) == (move.seat.index, move.key))
    played = coding.action(table.game, move.action)
    hints = engine.hints(view(states[index], asked.seat), asked)
    better = next(hint.actions for hint in hints if hint.actions[0] != played)
    found = analyses.reading_of(analysis)
    losses = [0.0] * len(found.losses)
    losses[index] = loss
    costly = Better(index, asked.seat, loss, 4.3, error, tuple(msgspec.Raw(encode(action)) for action in better))
    changed = msgspec.structs.replace(found, losses=tuple(losses), better=(costly,))
    Analysis.objects.filter(pk=table.pk).update(reading=coding.to_text(changed))
    return move.seat.index


def seats_named(table):
    return {seat.index: seat.user.display_name for seat in table.seats.select_related("user")}


def test_one_click_a_worker_and_the_page(game, people):
    client = signed_in(people[0])
    assert "Analyse game" in text_of(client.get(f"/archive/{game.code}/"), "analysis")
    assert client.post(address(game))["Location"] == address(game)
    assert "The analysis is waiting" in text_of(client.get(address(game)))
    assert "The analysis is waiting" in text_of(client.get(f"/archive/{game.code}/"), "analysis")
    analysing.analyse(table_id=game.pk, now=NOW)
    found = row(game)
    assert (found.status, found.done, found.format, found.asked_by) == (Status.DONE, game.seq, FORMAT, None)
    assert "Open analysis" in text_of(client.get(f"/archive/{game.code}/"), "analysis")
    said = text_of(signed_in().get(address(game)))
    assert f"Step {game.seq}" in said
    assert "Analyse game" not in said


def test_the_chart_ends_with_the_result_in_points_or_share(game, people):
    made(game, people[0])
    scores = {seat.index: seat for seat in game.seats.all()}
    last = f"Step {game.seq} " + " ".join(f"{scores[index].score}" for index in sorted(scores))
    assert f"{last} Luck and skill" in text_of(signed_in().get(address(game)))
    shares = " ".join("100%" if scores[index].place == 1 else "0%" for index in sorted(scores))
    assert f"Step {game.seq} {shares} Luck and skill" in text_of(signed_in().get(address(game) + "?show=share"))
    assert text_of(signed_in().get(address(game) + "?show=nonsense")) == text_of(signed_in().get(address(game)))


def test_the_sums_of_a_column_are_the_total(game, people):
    made(game, people[0])
    page = signed_in().get(address(game)).content.decode()
    table = re.search(r'class="scores sums">.*?<tbody>(.*?)</tbody>', page, re.DOTALL)
    rows = [
        [float(text.replace("−", "-")) for text in re.findall(r'class="number">([+−]?[\d.]+)<', line)]
        for line in table.group(1).split("</tr>")[:-1]
    ]
    assert len(rows) == 5
    for *parts, total in zip(*rows, strict=True):
        assert sum(parts) == pytest.approx(total, abs=0.25)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["4.3 points and 13.0% chance of winning (± 5.0%)", "Well played!", "In 1 of"]),
        ("de", ["4,3 Punkte und 13,0 % Gewinnchance (± 5,0 %)", "Gut gespielt!", "Gespielt", "Besser", "Glück"]),
        ("it", ["4,3 punti e 13,0 % di probabilità di vittoria (± 5,0 %)", "Ben giocato!", "Fortuna"]),
    ],
)
def test_mistakes_in_words_and_a_kind_sentence_for_the_others(game, people, language, words):
    seat = with_mistake(game, people[0], index=2)
    people[0].language = language
    people[0].save()
    page = signed_in(people[0]).get(address(game))
    said = text_of(page)
    for part in words:
        assert part in said
    assert f'href="/archive/{game.code}/3/"' in page.content.decode()
    assert f'href="/t/{game.code}/plan/?at=2"' in page.content.decode()
    assert text_of(page, f"judged-{seat}") == seats_named(game)[seat]


def test_a_variation_is_offered_to_readers_with_an_account(game, people):
    with_mistake(game, people[0], index=2)
    assert "/plan/" not in signed_in().get(address(game)).content.decode()


def test_nothing_moves_on_a_page_without_a_script_and_htmx_polls(game, people):
    client = signed_in(people[0])
    state = client.post(address(game), headers=HTMX).content.decode()
    assert f'hx-get="{address(game)}"' in state
    assert "<html" not in state
    here = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{address(game)}"}
    assert 'hx-trigger="every' in client.get(address(game), headers=here).content.decode()
    analysing.analyse(table_id=game.pk, now=NOW)
    assert client.get(address(game), headers=here)["HX-Refresh"] == "true"
    assert "Open analysis" in client.get(address(game), headers=HTMX).content.decode()
    assert client.get(address(game), headers=here | {"HX-Current-URL": "http://[bad"}).status_code == 200


def test_a_second_click_changes_nothing(game, people):
    ask(game, people[0])
    assert ask(game, people[1], NOW + MINUTE).asked_by == people[0]
    analysing.analyse(table_id=game.pk, now=NOW)
    analysing.analyse(table_id=game.pk, now=NOW + DAY)
    assert ask(game, people[1], NOW + MINUTE).status == row(game).status == Status.DONE
    assert row(game).attempts == 1


def test_strangers_sign_in_first_and_guests_sign_up(game):
    assert signed_in().post(address(game))["Location"].startswith("/accounts/login/")
    assert not Analysis.objects.exists()


def test_one_at_a_time_for_a_person(game, people, other):
    Analysis.objects.create(table=other, asked_by=people[0], asked_at=NOW)
    assert refused(game, people[0]) == Code.ANALYSIS_MAKING
    answer = signed_in(people[0]).post(address(game))
    assert (answer.status_code, "Another analysis for you is in progress" in answer.text) == (422, True)
    assert ask(game, people[1]).status == Status.WAITING


def test_the_ceiling_is_for_the_whole_site_and_a_day(game, people, other, settings):
    settings.ANALYSES_PER_DAY = 1
    Analysis.objects.create(table=other, asked_at=NOW, status=Status.DONE)
    assert refused(game, people[0], NOW + DAY - MINUTE) == Code.ANALYSES_ENOUGH
    assert ask(game, people[0], NOW + DAY).status == Status.WAITING


def test_a_site_without_analyses_shows_those_it_has(game, people, settings):
    settings.ANALYSES_PER_DAY = 0
    assert refused(game, people[0]) == Code.ANALYSES_OFF
    client = signed_in(people[0])
    assert client.get(address(game)).status_code == client.post(address(game)).status_code == 404
    assert 'id="analysis"' not in client.get(f"/archive/{game.code}/").content.decode()
    settings.ANALYSES_PER_DAY = 1
    made(game, people[0])
    settings.ANALYSES_PER_DAY = 0
    assert "Luck and skill" in text_of(client.get(address(game)))


def test_suspended_people_request_none(game, people):
    fields = {"outcome": Report.Outcome.SUSPENSION, "until": NOW + DAY, "settled_at": NOW}
    Report.objects.create(about=people[0], reason="Rude.", at=NOW, **fields)
    assert refused(game, people[0]) == Code.SUSPENDED
    assert "You are suspended until" in signed_in(people[0]).post(address(game)).text


@pytest.mark.parametrize("secret", [{"is_withheld": True}, {"status": Table.Status.RUNNING}])
def test_a_game_with_secrets_is_not_found(game, people, secret):
    Table.objects.filter(pk=game.pk).update(**secret)
    client = signed_in(people[0])
    assert client.get(address(game)).status_code == client.post(address(game)).status_code == 404
    assert refused(game, people[0]) == Code.NOT_ANALYSED
    assert not Analysis.objects.exists()


def test_games_without_a_result_or_a_learned_value_are_not_analysed(people, other):
    for table in (other, archiving.finished(*people)):
        assert signed_in(people[0]).get(address(table)).status_code == 404
        assert refused(table, people[0]) == Code.NOT_ANALYSED


def test_a_private_game_is_analysed_for_its_players_only(game, people):
    Table.objects.filter(pk=game.pk).update(visibility=Table.Visibility.PRIVATE)
    stranger = factories.person()
    assert signed_in(stranger).post(address(game)).status_code == 404
    assert refused(game, stranger) == Code.NOT_ANALYSED
    made(game, people[0])
    assert signed_in(stranger).get(address(game)).status_code == 404
    assert signed_in(people[1]).get(address(game)).status_code == 200


def test_a_killed_analysis_is_begun_again_once_its_worker_is_silent(game, people, django_capture_on_commit_callbacks):
    ask(game, people[0])
    Analysis.objects.update(status=Status.RUNNING, attempts=1, started_at=NOW, alive_at=NOW, done=7)
    silent = NOW + analysing.TAKEOVER_AFTER
    analysing.analyse(table_id=game.pk, now=silent - MINUTE)
    assert (row(game).status, row(game).done) == (Status.RUNNING, 7)
    with django_capture_on_commit_callbacks() as early:
        analysing.tend(now=silent - MINUTE)
    with django_capture_on_commit_callbacks() as late:
        analysing.tend(now=silent)
    assert (len(early), len(late)) == (0, 1)
    analysing.analyse(table_id=game.pk, now=silent)
    assert (row(game).status, row(game).attempts) == (Status.DONE, 2)


def test_a_lost_task_is_queued_again_but_not_while_a_worker_is_busy(game, people, other, django_capture_on_commit_callbacks):
    ask(game, people[0])
    later = NOW + analysing.LOST_AFTER
    Analysis.objects.create(table=other, asked_at=NOW, status=Status.RUNNING, attempts=1, alive_at=later)
    for now, hints in ((later, 0), (later + analysing.TAKEOVER_AFTER, 1)):
        with django_capture_on_commit_callbacks() as queued:
            analysing.tend(now=now)
        assert len(queued) == hints


def test_of_two_workers_the_replaced_one_stores_nothing(game, people):
    ask(game, people[0])
    replaced = []

    def take_over(execute, sql, params, many, context):
        if "tables_move" in sql and not replaced:
            replaced.append(sql)
            Analysis.objects.update(attempts=2, alive_at=NOW)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(take_over):
        analysing.analyse(table_id=game.pk, now=NOW)
    assert replaced
    assert (row(game).status, row(game).attempts, row(game).reading) == (Status.RUNNING, 2, "")


def test_a_worker_that_dies_each_time_is_given_up(game, people):
    ask(game, people[0])
    silent = {"status": Status.RUNNING, "attempts": analysing.MOST_TRIES, "alive_at": NOW}
    Analysis.objects.update(**silent)
    analysing.tend(now=NOW + analysing.TAKEOVER_AFTER)
    assert (row(game).status, row(game).asked_by) == (Status.FAILED, None)
    assert "has failed" in text_of(signed_in(people[0]).get(address(game)))


def test_a_broken_record_fails_and_can_be_tried_again_after_a_day(game, people, time_machine):
    ask(game, people[0])
    rewrite([game.moves.get(seq=4)], action='{"type":"nothing"}')
    analysing.analyse(table_id=game.pk, now=NOW)
    assert row(game).status == Status.FAILED
    assert refused(game, people[0], NOW + DAY - MINUTE) == Code.ANALYSIS_FAILED
    time_machine.move_to(NOW + DAY, tick=False)
    assert "Analyse game" in text_of(signed_in(people[0]).get(address(game)))
    assert ask(game, people[0], NOW + DAY).attempts == 0


def test_a_record_broken_since_leads_to_its_check(game, people):
    made(game, people[0])
    rewrite([game.moves.get(seq=4)], action='{"type":"nothing"}')
    answer = signed_in().get(address(game))
    assert (answer.status_code, f"/archive/{game.code}/check/" in answer.text) == (503, True)


def test_an_old_result_counts_as_none(game, people):
    made(game, people[0])
    Analysis.objects.update(format=FORMAT - 1, reading="{}")
    assert "Analyse game" in text_of(signed_in().get(address(game)))
    assert ask(game, people[1]).status == Status.WAITING


@pytest.mark.parametrize("wanted", [True, False])
def test_games_of_events_are_analysed_if_the_settings_say_so(game, settings, wanted):
    settings.ANALYSES_OF_EVENTS = wanted
    archive_game(game.pk)
    assert not Analysis.objects.exists()
    Table.objects.filter(pk=game.pk).update(event=open_event(), is_withheld=True)
    archive_game(game.pk)
    assert not Analysis.objects.exists()
    Table.objects.filter(pk=game.pk).update(is_withheld=False)
    archive_game(game.pk)
    archive_game(game.pk)
    assert Analysis.objects.count() == wanted
