"""Comments on the moves of finished games, and the permissions to write, read and remove them."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tables.errors import Refusal
from tables.models import MoveComment, Notification
from tables.services.archive import comments
from tests.site import archiving, factories, keeping
from tests.site.archiving import signed_in, text_of

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW


@pytest.fixture
def people():
    return keeping.people("Elena", "Franco")


@pytest.fixture
@keeping.kept
def night(people):
    """Return a short game that has been played to its end."""
    return archiving.finished(*people)


def say(table, user, text="Why not the river?", seq=3, now=NOW):
    return comments.add_comment(table_id=table.pk, seq=seq, user=user, text=text, now=now)


def address(table, seq=3):
    return f"/archive/{table.code}/{seq}/comments/"


def about(table, seq=3, user=None):
    return text_of(signed_in(user).get(f"/archive/{table.code}/{seq}/"), "comments")


def test_a_stranger_of_the_game_says_something_and_everybody_reads_it(night, people):
    reader = factories.person("Ottavia")
    response = signed_in(reader).post(address(night) + "?eyes=1", {"text": "  Why not\r\nthe river?  "})
    assert response.url == f"/archive/{night.code}/3/?eyes=1#comments"
    said = MoveComment.objects.get()
    assert (said.table, said.seq, said.user, said.text) == (night, 3, reader, "Why not\nthe river?")
    for user in (None, reader, *people):
        assert f"{reader.display_name}" in about(night, user=user)
        assert "Why not the river?" in about(night, user=user)


def test_nobody_is_told_by_mail(night, people):
    before = Notification.objects.count()
    say(night, factories.person(), f"@{people[0].display_name} look at this")
    assert Notification.objects.count() == before
    assert not mail.outbox


def test_a_comment_stands_at_its_step_alone_and_the_log_counts(night):
    for number in range(3):
        say(night, factories.person(), f"Remark {number}")
    say(night, factories.person(), "At the end", seq=night.seq)
    for seq in range(night.seq + 1):
        page = text_of(signed_in().get(f"/archive/{night.code}/{seq}/?eyes=0"))
        assert ("Remark 1" in page) == (seq == 3)
        assert ("At the end" in page) == (seq == night.seq)
    page = signed_in().get(f"/archive/{night.code}/0/?eyes=0").content.decode()
    found = re.findall(r'class="log-comments" href="([^"]+)">([^<]+)<', page)
    base = f"/archive/{night.code}"
    assert found == [(f"{base}/3/?eyes=0#comments", "3 comments"), (f"{base}/{night.seq}/?eyes=0#comments", "1 comment")]
    assert f"Step 3 3 comments Step {night.seq} 1 comment" in about(night, seq=0)


def test_the_newest_comment_is_the_last(night):
    for number in range(3):
        say(night, factories.person(), f"Remark {number}", now=NOW + timedelta(minutes=number))
    said = about(night)
    assert said.index("Remark 0") < said.index("Remark 1") < said.index("Remark 2")


def test_a_comment_is_text_and_nothing_else(night):
    say(night, factories.person(), "<b>bold</b> & <script>alert(1)</script>")
    page = signed_in().get(f"/archive/{night.code}/3/").content.decode()
    assert "&lt;b&gt;bold&lt;/b&gt; &amp; &lt;script&gt;" in page
    assert "<script>alert" not in page


def test_without_an_account_one_reads_and_is_led_to_the_sign_in(night):
    assert signed_in().post(address(night), {"text": "hm"}).url.startswith("/accounts/login/")
    assert not MoveComment.objects.exists()
    page = signed_in().get(f"/archive/{night.code}/3/").content.decode()
    assert f'href="/accounts/login/?next={address(night)}"' in page
    assert signed_in(factories.person()).get(address(night)).url == f"/archive/{night.code}/3/#comments"


def test_a_private_game_is_talked_about_by_those_who_sat_there(people):
    table = archiving.conceded(*people, visibility="private")
    stranger = factories.person()
    say(table, people[1], "Our secret", seq=0)
    for client in (signed_in(), signed_in(stranger)):
        assert client.get(f"/archive/{table.code}/0/").status_code == 404
    assert signed_in(stranger).post(address(table, 0), {"text": "Let me in"}).status_code == 404
    with pytest.raises(Refusal, match="no_such_move"):
        say(table, stranger, seq=0)
    assert signed_in(people[0]).post(address(table, 0), {"text": "Well played"}).status_code == 302
    assert [comment.text for comment in MoveComment.objects.order_by("pk")] == ["Our secret", "Well played"]


def test_nothing_is_said_about_a_game_that_is_not_over(people):
    table = factories.running_table(*people)
    with pytest.raises(Refusal, match="no_such_move"):
        say(table, people[0], seq=0)
    assert signed_in(people[0]).post(address(table, 0), {"text": "hm"}).status_code == 404


def test_nothing_is_said_about_a_move_that_was_never_made(night, people):
    for seq in (night.seq + 1, -1):
        with pytest.raises(Refusal, match="no_such_move"):
            say(night, people[0], seq=seq)
    client = signed_in(people[0])
    assert client.post(address(night, night.seq + 1), {"text": "hm"}).status_code == 404
    assert client.post(address(night, 10**30), {"text": "hm"}).status_code == 404


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "blank"), (" \n ", "blank"), ("x" * 2001, "too_long"), ("a\x00b", "bad_character"), ("\ud800", "bad_character")],
)
def test_what_cannot_be_said(text, code, night, people):
    with pytest.raises(Refusal, match=code):
        say(night, people[0], text)
    assert not MoveComment.objects.exists()


@pytest.mark.parametrize("fields", [{}, {"text": ""}, {"text": "x" * 2001}, {"text": "a\x00b"}, {"text": "a\x07b"}])
def test_what_could_not_be_said_stays_in_the_field_with_the_reason(fields, night, people):
    response = signed_in(people[0]).post(address(night) + "?eyes=none", fields)
    page = response.content.decode()
    assert response.status_code == 422
    assert "errorlist" in page
    assert f"Step 3 of {night.seq}" in text_of(response)
    if len(fields.get("text", "")) > 100:
        assert fields["text"] in page


def test_two_thousand_characters_with_line_ends_are_not_too_many(night, people):
    text = "\r\n".join(["x" * 9] * 200)
    assert signed_in(people[0]).post(address(night), {"text": text}).status_code == 302
    assert len(MoveComment.objects.get().text) == 1999


def test_sent_twice_it_is_said_once(night, people):
    for _time in range(2):
        say(night, people[0], "Once")
    say(night, people[1], "Once")
    say(night, people[0], "Once")
    assert MoveComment.objects.count() == 3


def test_who_talks_too_much_is_asked_to_wait(night, people):
    answers = [signed_in(people[0]).post(address(night), {"text": f"Line {number}"}) for number in range(16)]
    assert [answer.status_code for answer in answers] == [302] * 15 + [422]
    assert "Line 15" in answers[-1].content.decode()
    assert signed_in(people[1]).post(address(night), {"text": "Oh dear"}).status_code == 302


def delete(table, user, comment, seq=3):
    return signed_in(user).post(address(table, seq), {"do": "delete", "comment": comment.pk})


def test_one_takes_back_ones_own_comment_and_nobody_elses(night, people):
    mine = say(night, people[0])
    assert "Delete comment" in about(night, user=people[0])
    for user in (None, people[1]):
        assert "Delete comment" not in about(night, user=user)
    refused = delete(night, people[1], mine)
    assert refused.status_code == 403
    assert "Someone else wrote this comment." in text_of(refused)
    assert delete(night, None, mine).status_code == 302
    assert MoveComment.objects.filter(pk=mine.pk).exists()
    assert delete(night, people[0], mine).url == f"/archive/{night.code}/3/#comments"
    assert not MoveComment.objects.exists()
    assert delete(night, people[0], mine).status_code == 302


def test_who_runs_the_site_deletes_any_comment(night, people):
    operator = User.objects.create_superuser("boss@example.org", "a long password 1", display_name="Boss")
    first, second = say(night, people[0]), say(night, people[1], "Or here")
    assert delete(night, operator, first).status_code == 302
    client = signed_in(operator)
    asked = f"/admin/tables/movecomment/{second.pk}/delete/"
    assert client.get(asked).status_code == 200
    assert client.post(asked, {"post": "yes"}).status_code == 302
    assert not MoveComment.objects.exists()
    assert client.get("/admin/tables/movecomment/add/").status_code == 403


def test_a_comment_is_only_deleted_where_it_stands(night, people):
    other = archiving.conceded(*people)
    mine = say(other, people[0], seq=0)
    assert delete(night, people[0], mine, seq=0).status_code == 302
    assert MoveComment.objects.filter(pk=mine.pk).exists()
    for number in ("", "x", "-1", "9" * 40):
        assert signed_in(people[0]).post(address(night), {"do": "delete", "comment": number}).status_code == 404


def test_whose_account_is_gone_leaves_the_comment_and_no_name(night):
    reader = factories.person("Ottavia")
    say(night, reader, "I was here")
    reader.delete()
    said = about(night)
    assert "I was here" in said
    assert "a former player" in said
    assert "Ottavia" not in said


def test_who_hides_their_name_in_the_archive_hides_it_here(night, people):
    say(night, people[0], "Guess who")
    User.objects.filter(pk=people[0].pk).update(hides_name=True)
    page = signed_in().get(f"/archive/{night.code}/3/").content.decode()
    assert people[0].display_name not in page
    assert "a player who hides their name" in about(night)


def test_many_comments_cost_no_more_queries(night):
    def cost():
        with CaptureQueriesContext(connection) as asked:
            signed_in().get(f"/archive/{night.code}/3/")
        return len(asked)

    say(night, factories.person())
    before = cost()
    for number in range(5):
        say(night, factories.person(), f"Remark {number}")
        say(night, factories.person(), f"Remark {number}", seq=number + 1)
    assert cost() == before
