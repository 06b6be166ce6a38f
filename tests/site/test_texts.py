"""User texts: ordinary writing is kept, and control characters, invisible texts and the like are refused."""

import json
from functools import partial
from pathlib import Path

import pytest

from tables.errors import Refusal
from tables.models import Club, Report, Table, Webhook
from tables.present.refusals import words
from tables.selectors.archive import export
from tables.selectors.archive.records import read_record
from tables.services.archive import comments, importing
from tables.services.channels import hooks
from tables.services.clubs import founding, members
from tables.services.people import onlookers, reports
from tables.services.play import chat
from tables.services.site_events import Operator
from tables.services.staff import operating
from tests.site import archiving, factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
ROOT = Path(__file__).parents[2]
NOW = factories.NOW
ORDINARY = {
    "joined emoji": "Well played 🤷‍♂️ 👨‍👩‍👧",
    "flag of tags": "Up 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "no-break space": "20\u00a0points",
    "narrow no-break space": "Quoi\u202f?",
    "Persian": "می‌خواهم بازی کنم",
    "Hindi": "क्‍ष",
    "marks of direction": "\u200fשלום\u200f Anna",
    "soft hyphen": "Donau\u00addampf",
    "emoji newer than the tables of Python": "Tired \U0001fae9",
    "variation selector": "Nice ☺️",
}
REFUSED = {
    "override": "a\u202eb",
    "embedding": "a\u202ab",
    "isolate": "a\u2066b",
    "end of isolate": "a\u2069b",
    "control": "a\x07b",
    "null": "a\x00b",
    "half of a pair": "a\ud800b",
    "noncharacter": "a\uffffb",
    "annotation": "a\ufff9b",
}


def _people():
    return [factories.person(name) for name in ("Anna", "Ben", "Carla")]


def _say(text):
    anna, ben, _carla = _people()
    return chat.say(table_id=factories.running_table(anna, ben).pk, user=anna, text=text, now=NOW).text


def _watch(text):
    anna, ben, carla = _people()
    table = factories.running_table(anna, ben, game="gonzaga")
    return onlookers.say(table_id=table.pk, user=carla, text=text, now=NOW).text


def _comment(text):
    anna, ben, _carla = _people()
    return comments.add_comment(table_id=archiving.finished(anna, ben).pk, seq=0, user=anna, text=text, now=NOW).text


def _report(text):
    anna, ben, _carla = _people()
    return reports.report_person(reporter=anna, number=ben.pk, reason=text, now=NOW).reason


def _settle(text):
    anna, ben, carla = _people()
    report = reports.report_person(reporter=anna, number=ben.pk, reason="Rude", now=NOW)
    outcome = Report.Outcome.values[0]
    settled = partial(reports.settle, report_id=report.pk, operator=carla, outcome=outcome, takes_lines=False, now=NOW)
    return settled(days=reports.DAYS[0], answer=text).answer


def _found(name="Tuesday", text=""):
    return founding.found_club(user=_people()[0], name=name, text=text, now=NOW)


def _wish(text):
    club = _found()
    return members.join_club(club_id=club.pk, user=factories.person("Dora"), wish=text, now=NOW).text


def _close(text):
    club = _found()
    founding.close_by_operator(club_id=club.pk, reason=text, now=NOW)
    return Club.objects.get(pk=club.pk).closed_because


def _table(text):
    return factories.open_table(_people()[0], name=text).name


def _word(text):
    return factories.open_table(_people()[0], word=text).seats.get(position=0).word


def _hook(text):
    url = "https://example.org/hook"
    return hooks.add_hook(user_id=_people()[0].pk, kind=Webhook.Kind.JSON, label=text, url=url, now=NOW).label


def _operate(text):
    anna, ben, _carla = _people()
    table = factories.running_table(anna, ben)
    seat = factories.seat_of(table, anna)
    operating.put_steward(table_id=table.pk, seat_id=seat.pk, operator=Operator(None, text), now=NOW)
    return next(facts["reason"] for event in table.site_events.all() if "reason" in (facts := json.loads(event.facts)))


KEPT = {
    "chat": _say,
    "spectators": _watch,
    "comment": _comment,
    "report": _report,
    "answer to a report": _settle,
    "club": lambda text: _found(text=text).text,
    "name of a club": lambda text: _found(name=text).name,
    "wish": _wish,
    "reason to close a club": _close,
    "table": _table,
    "word": _word,
    "webhook": _hook,
    "act of an admin": _operate,
}
# Modules that check ASCII addresses, headers, settings or names of external chat rooms, not texts for people.
JUDGES = frozenset(
    {
        "config/mail.py",
        "config/new_game.py",
        "config/settings.py",
        "tables/channels/outbound.py",
        "tables/forms/channels.py",
        "tables/mail/replies/results.py",
        "tables/mail/replies/senders.py",
    }
)


@pytest.mark.parametrize("place", KEPT)
@pytest.mark.parametrize("text", ORDINARY.values(), ids=ORDINARY)
def test_ordinary_writing_is_kept_as_it_was_typed(place, text):
    assert KEPT[place](text).split() == text.split()


@pytest.mark.parametrize("place", KEPT)
@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_what_turns_text_around_or_is_no_character_is_refused_by_its_name(place, text):
    with pytest.raises(Refusal) as refused:
        KEPT[place](text)
    assert (refused.value.code, refused.value.params["position"]) == ("bad_character", 2)
    assert f"U+{ord(text[1]):04X}" in words(refused.value)


@pytest.mark.parametrize("place", sorted(KEPT.keys() - {"club", "table", "wish", "webhook"}))
@pytest.mark.parametrize("text", ["\u200d", "\u200b \u2060", "\ufe0f\u3164"])
def test_a_text_of_which_nothing_can_be_seen_is_empty(place, text):
    with pytest.raises(Refusal) as refused:
        KEPT[place](text)
    assert refused.value.code in ("blank", "no_reason", "bad_word", "club_name")


def test_lines_of_any_system_are_lines():
    assert _say("one\r\ntwo\rthree\u2028four\x0bfive\tsix") == "one\ntwo\nthree\nfour\nfive\tsix"


def test_nothing_else_judges_texts_by_what_python_can_print():
    found = {
        str(path.relative_to(ROOT))
        for folder in ("accounts", "config", "tables")
        for path in (ROOT / folder).rglob("*.py")
        if "isprintable" in path.read_text()
    }
    assert found == JUDGES


def test_a_table_of_any_name_is_exported_and_imported():
    ended = archiving.finished(*_people()[:2])
    name = "Soirée 👨‍👩‍👧 à\u202fdix"
    Table.objects.filter(pk=ended.pk).update(name=name)
    told = export.record_line(factories.fresh(ended))
    Table.objects.all().delete()
    importing.import_game(record=read_record(told), visibility=None, now=NOW)
    assert Table.objects.get().name == name
