"""verify.py and ``manage.py verify_tables``: both detect changes made to a record directly in the database."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from engines.contract import encode
from tables.models import Move, Seat, Table
from tables.selectors import coding
from tables.services.archive.verify import verify_table
from tables.services.play import ending
from tests.rows import rewrite
from tests.site import archiving, factories, keeping
from tests.site.archiving import signed_in, text_of

pytestmark = [pytest.mark.database, pytest.mark.django_db]
CODES = ["commitment", "sequence", "seats", "draws", "receipts", "replay", "state", "result"]


@pytest.fixture
def people():
    return keeping.people("Elena", "Franco")


@pytest.fixture
@keeping.kept
def night(people):
    return archiving.finished(*people)


def broken(table):
    """Return the codes of the failed findings."""
    return {finding.code for finding in verify_table(factories.fresh(table)) if not finding.ok}


def test_a_true_record_holds(night):
    findings = verify_table(night)
    assert [finding.code for finding in findings] == CODES
    assert all(finding.ok for finding in findings)
    counts = {finding.code: finding.count for finding in findings}
    assert counts["sequence"] == counts["replay"] == night.seq + 1
    assert counts["receipts"] == Move.objects.filter(table=night, sealed=True).count() > 0
    assert counts["draws"] > 3


@pytest.mark.parametrize("bots", [0, 1])
def test_every_way_to_end_holds(people, bots):
    tables = [factories.running_table(*people, bots=bots, seats=2 + bots) for _each in range(2)]
    for user in people:
        ending.agree_to_end(table_id=tables[0].pk, user=user, now=factories.NOW)
    ending.resign(table_id=tables[1].pk, user=people[0], now=factories.NOW)
    if bots:
        factories.play_to_end(tables[1])
    for table in tables:
        assert broken(table) == set()


def test_a_running_game_holds_after_every_move(people):
    table = factories.running_table(*people, game="gonzaga")
    for _move in range(12):
        asked = factories.waiting(table)[0]
        seat = table.seats.get(index=asked.seat)
        factories.send(seat, factories.legal(seat, asked)[0], key=asked.key)
        assert broken(table) == set()


def test_a_move_made_while_it_is_read_is_no_gap(people):
    """The table's row was read before the move, so the verification ignores the move."""
    table = archiving.witnessed(people, most=3).table
    read_before = factories.fresh(table)
    asked = factories.waiting(table)[0]
    seat = table.seats.get(index=asked.seat)
    factories.send(seat, factories.legal(seat, asked)[0], key=asked.key)
    assert all(finding.ok for finding in verify_table(read_before))


def change_move(table, which, **fields):
    rewrite([Move.objects.filter(table=table, **which).order_by("seq").first()], **fields)


def test_a_changed_sealed_answer_fails_its_receipt_and_the_replay(night):
    move = Move.objects.filter(table=night, sealed=True).order_by("seq").first()
    road = next(road for road in ("valley", "river") if road not in move.action)
    change_move(night, {"pk": move.pk}, action=f'{{"type":"SealRoad","road":"{road}"}}')
    assert {"receipts", "replay"} <= broken(night)


def test_a_changed_sealed_answer_with_a_new_receipt_fails_the_replay(night):
    from engines.chance import receipt

    move = Move.objects.filter(table=night, sealed=True).order_by("seq").first()
    road = next(road for road in ("valley", "river") if road not in move.action)
    action = f'{{"type":"SealRoad","road":"{road}"}}'
    change_move(night, {"pk": move.pk}, action=action, receipt=receipt(bytes(move.salt), action.encode()))
    found = broken(night)
    assert "receipts" not in found
    assert "replay" in found


@pytest.mark.parametrize("is_sealed", [True, False])
def test_an_answer_without_its_receipt_is_found_out(night, is_sealed):
    """A missing receipt is detected for unchanged and changed answers, whether or not the row says that it was sealed."""
    move = Move.objects.filter(table=night, sealed=True).order_by("seq").first()
    bare = {"salt": None, "receipt": "", "sealed": is_sealed}
    change_move(night, {"pk": move.pk}, **bare)
    assert ("receipts" if is_sealed else "replay") in broken(night)
    road = next(road for road in ("valley", "river") if road not in move.action)
    change_move(night, {"pk": move.pk}, action=f'{{"type":"SealRoad","road":"{road}"}}', **bare)
    assert "replay" in broken(night)


def test_the_draws_of_no_move_can_be_left_out(night):
    drawing = [move for move in Move.objects.filter(table=night).order_by("seq") if move.draws != "[]"]
    assert drawing[0].seq == 0
    assert len(drawing) > 1
    for move in drawing:
        change_move(night, {"pk": move.pk}, draws="[]")
        found = {each.code: each.steps for each in verify_table(factories.fresh(night)) if not each.ok}
        assert found == {"replay": (move.seq,)}
        change_move(night, {"pk": move.pk}, draws=move.draws)


@pytest.mark.parametrize(
    ("which", "fields", "codes"),
    [
        ({"seq": 5}, {"action": '{"type":"Nonsense"}'}, {"replay"}),
        ({"seq": 5}, {"action": "["}, {"replay"}),
        ({"seq": 5}, {"seat": None}, {"replay"}),
        ({"seq": 5}, {"key": "other/1"}, {"replay"}),
        ({"seq": 5}, {"events": "[]"}, {"replay"}),
        ({"seq": 5}, {"events": "?"}, {"replay"}),
        ({"seq": 0}, {"draws": "[]"}, {"replay"}),
        ({"seq": 0}, {"draws": '[{"label":"seats","size":0,"result":[]}]'}, {"draws", "replay"}),
        ({"seq": 0}, {"draws": "{}"}, {"draws", "replay"}),
        ({"sealed": True}, {"salt": b"0" * 16}, {"receipts"}),
        ({"sealed": True}, {"salt": None}, {"receipts"}),
        ({"sealed": True}, {"receipt": "0" * 64}, {"receipts"}),
        ({"sealed": True}, {"receipt": ""}, {"receipts"}),
        ({"sealed": True}, {"receipt": "", "salt": None, "sealed": False}, {"replay"}),
        ({"sealed": False, "seq__gt": 0}, {"sealed": True}, {"receipts", "replay"}),
    ],
)
def test_a_changed_move_is_found(night, which, fields, codes):
    change_move(night, which, **fields)
    assert broken(night) == codes


def test_a_changed_draw_is_found(night):
    start = Move.objects.get(table=night, seq=0)
    for number, draw in enumerate(json.loads(start.draws)):
        if draw["size"] == 1:
            continue
        changed = json.loads(start.draws)
        changed[number]["result"] = (
            [*draw["result"][1:], draw["result"][0]] if len(draw["result"]) > 1 else [draw["result"][0] - 1]
        )
        rewrite(Move.objects.filter(pk=start.pk), draws=json.dumps(changed))
        assert "draws" in broken(night), draw["label"]


def test_the_deal_of_the_seats_is_drawn_at_the_start_and_nowhere_else(night):
    start, later = night.moves.get(seq=0), night.moves.get(seq=5)
    seats, *rest = json.loads(start.draws)
    assert seats["label"] == "seats"
    change_move(night, {"seq": 0}, draws=json.dumps(rest))
    assert broken(night) == {"replay"}
    change_move(night, {"seq": 0}, draws=start.draws)
    change_move(night, {"seq": 5}, draws=json.dumps([*json.loads(later.draws), seats]))
    assert broken(night) == {"replay"}


def test_a_draw_that_nobody_could_make_is_found_without_trying(night):
    for draw in ({"label": "x", "size": 10**13, "result": [0, 1]}, {"label": "x", "size": 2**64 + 1, "result": [0]}):
        change_move(night, {"seq": 5}, draws=json.dumps([draw]))
        assert broken(night) == {"draws", "replay"}


@pytest.mark.parametrize("place", ["first", "middle", "last"])
def test_a_missing_move_is_found(night, place):
    seq = {"first": 0, "middle": night.seq // 2, "last": night.seq}[place]
    Move.objects.filter(table=night, seq=seq).delete()
    assert "sequence" in broken(night)


def test_a_move_too_many_is_found(night):
    extra = Move.objects.get(table=night, seq=1)
    what = {name: getattr(extra, name) for name in ("seat", "key", "kind", "action", "via", "events", "draws", "at")}
    Move.objects.create(table=night, seq=night.seq + 1, **what)
    assert {"sequence", "replay"} <= broken(night)


def test_what_the_rules_refuse_is_said_with_its_move(night):
    """A move without its seat fails the replay, and the finding names the move."""
    played = Move.objects.filter(table=night, seq=3)
    rewrite(played, seat=None)
    [replay] = [finding for finding in verify_table(factories.fresh(night)) if finding.code == "replay"]
    assert replay.steps == (3,)
    assert replay.detail.startswith("move 3: ")


def test_a_record_without_moves_is_found(night):
    Move.objects.filter(table=night).delete()
    assert {"sequence", "replay"} <= broken(night)


def test_two_moves_in_the_wrong_order_are_found(night):
    first, second = Move.objects.filter(table=night, seq__in=(3, 4)).order_by("seq")
    what = ("seat", "key", "kind", "action", "via", "events", "draws", "salt", "receipt", "sealed")
    of_first, of_second = ({name: getattr(move, name) for name in what} for move in (first, second))
    rewrite([first], **of_second)
    rewrite([second], **of_first)
    assert "replay" in broken(night)


def test_rows_that_changed_places_in_the_database_are_found(night):
    """Rows exchanged without the keys are detected, because a value sealed for one row cannot be decrypted in another."""
    first, second = Move.objects.filter(table=night, seq__in=(3, 4)).order_by("seq")
    Move.objects.filter(pk=first.pk).update(seq=1000)
    Move.objects.filter(pk=second.pk).update(seq=3)
    Move.objects.filter(pk=first.pk).update(seq=4)
    found = verify_table(factories.fresh(night))
    assert [(each.code, each.ok, each.steps) for each in found] == [("sealing", False, (3, 4))]


@pytest.mark.parametrize("column", ["state", "secret"])
def test_what_was_sealed_for_another_table_is_found(night, people, column):
    other = Table.objects.filter(pk=factories.running_table(*people).pk)
    Table.objects.filter(pk=night.pk).update(**other.values(column).get())
    assert broken(night) == {"sealing"}


def test_another_version_is_found(night):
    Table.objects.filter(pk=night.pk).update(version="2")
    assert broken(night) == {"replay"}


def test_another_secret_is_found(night):
    rewrite(Table.objects.filter(pk=night.pk), secret=b"x" * 32)
    assert {"commitment", "draws", "replay"} <= broken(night)


def test_another_word_is_found(night):
    Seat.objects.filter(table=night, position=1).update(word="another")
    found = broken(night)
    assert "commitment" not in found
    assert {"draws", "replay"} <= found


def test_swapped_seats_are_found(night):
    first, second = night.seats.order_by("position")
    swapped = {first.pk: second.index, second.pk: first.index}
    Seat.objects.filter(table=night).update(index=None)
    for pk, index in swapped.items():
        Seat.objects.filter(pk=pk).update(index=index)
    assert {"seats", "replay"} <= broken(night)


def test_another_state_is_found(night):
    state = coding.state(night.game, night.state)
    changed = encode(state).decode().replace('"coins":', '"coins":1')
    assert changed != night.state
    for text in (changed, "{}", ""):
        rewrite(Table.objects.filter(pk=night.pk), state=text)
        assert broken(night) == {"state"}


def test_another_result_is_found(night):
    winner = night.seats.order_by("place").first()
    Seat.objects.filter(pk=winner.pk).update(score=(winner.score or 0) + 1)
    assert broken(night) == {"result"}
    Seat.objects.filter(pk=winner.pk).update(score=winner.score)
    Table.objects.filter(pk=night.pk).update(outcome=night.outcome.replace('"points":', '"points":1', 1))
    assert broken(night) == {"result"}


def test_a_game_that_claims_to_be_played_out_is_found(people):
    table = archiving.conceded(*people)
    Table.objects.filter(pk=table.pk).update(ended_by="finished")
    assert broken(table) == {"result"}


def test_the_page_says_what_holds_and_what_does_not(night):
    page = text_of(signed_in().get(f"/archive/{night.code}/check/"))
    assert "Everything matches" in page
    assert "Does not match" not in page
    assert "✗" not in page
    change_move(night, {"sealed": True}, salt=b"0" * 16)
    page = text_of(signed_in().get(f"/archive/{night.code}/check/"))
    assert "Everything matches" not in page
    assert "Does not match: Every sealed move matches its receipt." in page
    assert page.count("✗") == 1


def test_the_page_counts_what_it_checked_and_says_where_it_does_not_hold(night):
    page = text_of(signed_in().get(f"/archive/{night.code}/check/"))
    sealed = night.moves.filter(sealed=True)
    assert f"The record has no gaps. {night.seq + 1} moves" in page
    assert f"Every sealed move matches its receipt. {sealed.count()} sealed moves" in page
    assert "2 seats" in page
    wrong = [move.seq for move in sealed.order_by("seq")[:2]]
    rewrite(night.moves.filter(seq__in=wrong), salt=b"0" * 16)
    page = text_of(signed_in().get(f"/archive/{night.code}/check/"))
    assert f"At steps {wrong[0]}, {wrong[1]}" in page


def test_the_page_says_what_could_not_be_looked_at(night):
    change_move(night, {"seq": 5}, action="[")
    page = text_of(signed_in().get(f"/archive/{night.code}/check/"))
    assert "Does not match: Every move is legal and had the recorded effects. At step 5" in page
    assert "Could not be checked: By the rules, the result follows from that position." in page
    assert ".py" not in page


def test_a_game_without_sealed_answers_has_no_receipts_to_check(people):
    page = text_of(signed_in().get(f"/archive/{archiving.conceded(*people).code}/check/"))
    assert "This game has no sealed moves, so there are no receipts to check." in page
    assert "0 sealed" not in page
    assert "Everything matches" in page


def test_the_program_that_checks_without_the_site_can_be_had_from_the_page(night):
    page = signed_in().get(f"/archive/{night.code}/check/").content.decode()
    for address, said in (
        ("/archive/check_record.py", "import hashlib"),
        ("/archive/check_record/specimen-1.json", "die/night"),
        ("/archive/fairness.md", "What this does not prove"),
    ):
        assert f'href="{address}"' in page
        assert said in signed_in().get(address).content.decode()
    assert signed_in().get("/archive/check_record/chess-1.json").status_code == 404
    assert signed_in().get("/archive/check_record/..%2Ffairness.json").status_code == 404


def test_the_page_shows_all_that_chance_was_made_of(night):
    page = text_of(signed_in().get(f"/archive/{night.code}/check/"))
    draws = [draw for move in night.moves.all() for draw in coding.draws(move.draws)]
    assert night.commitment in page
    assert bytes(night.secret).hex() in page
    assert all(seat.word in page for seat in night.seats.all())
    assert all(f"{draw.label} {draw.size} {' '.join(map(str, draw.result))}" in page for draw in draws)
    for move in night.moves.filter(sealed=True):
        assert f"{move.receipt} {bytes(move.salt).hex()} {move.action}" in page


def verify(*codes):
    said, complained = StringIO(), StringIO()
    call_command("verify_tables", *codes, stdout=said, stderr=complained)
    return said.getvalue().strip()


def test_the_command_verifies_every_started_table(people, night):
    factories.running_table(*people)
    factories.open_table(people[0])
    assert verify() == "tables verified: 2"
    assert verify(night.code) == "tables verified: 1"


def test_the_command_names_what_does_not_hold_and_fails(people, night):
    other = archiving.conceded(*people)
    change_move(night, {"sealed": True}, salt=b"0" * 16)
    complained = StringIO()
    with pytest.raises(CommandError, match=rf"tables that do not hold \(1 of 2\): {night.code}$"):
        call_command("verify_tables", stdout=StringIO(), stderr=complained)
    assert complained.getvalue() == f"{night.code}: receipts does not hold move 1\n"
    assert verify(other.code) == "tables verified: 1"


def test_the_command_knows_only_started_tables(people):
    waiting = factories.open_table(people[0])
    with pytest.raises(CommandError, match=f"no started table is called {waiting.code}, zzzzzzzz"):
        verify(waiting.code, "zzzzzzzz")


def test_the_command_tells_no_secret_of_a_running_game(people):
    """The command's output goes into logs and emails, so it must not contain secrets."""
    table = archiving.witnessed(people, most=1).table
    secret = bytes(table.secret).hex()
    change_move(table, {"sealed": True}, action='{"type":"SealRoad","road":"nowhere"}')
    complained = StringIO()
    with pytest.raises(CommandError) as failed:
        call_command("verify_tables", stdout=StringIO(), stderr=complained)
    said = complained.getvalue() + str(failed.value)
    assert "replay does not hold" in said
    assert "nowhere" not in said
    assert secret not in said


def test_joining_players_are_told_to_keep_the_fingerprint_and_where_the_scheme_is_explained(people):
    table = factories.open_table(people[0])
    page = signed_in(people[1]).get(f"/t/{table.code}/").content.decode()
    assert table.commitment in page
    assert "Write the fingerprint down if you want to compare it later." in page
    assert 'href="/archive/fairness.md"' in signed_in().get("/about/").content.decode()
