"""Introduction of a decision in an email, and the differences between the answers listed below it."""

import re

import pytest
from django.utils import translation

from engines import registry
from engines.contract import view
from engines.principato import ENGINE
from engines.principato.actions import CollectCubes, RecruitUnits
from tables.games.contract import Player
from tables.games.principato.presenter import PRESENTER
from tables.games.registry import presenter
from tables.mail.compose import compose
from tables.models import Decision, Notification
from tables.selectors.play.state import seen
from tables.services.mail import notify
from tests.engines.walks import Setup, states
from tests.site import factories
from tests.site.factories import NOW
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.database]
SAID = {
    "gonzaga": r"Your fief: \d+0, \d hexes\. You have \d rings\.",
    "principato": r"Your cards: “[^”]+” and “[^”]+”\.",
}


@pytest.fixture(autouse=True)
def noon(time_machine):
    time_machine.move_to(NOW, tick=False)


def letter(game):
    table = factories.running_table(factories.person("Anna"), factories.person("Berto"), game=game)
    decision = Decision.objects.open().select_related("seat__user").filter(table=table).first()
    notify.notify_turns(table=table, decisions=[decision], now=NOW)
    reader = decision.seat.user
    return compose(list(Notification.objects.filter(recipient=reader, kind="turn")), now=NOW)


@pytest.mark.parametrize("game", SAID)
def test_a_letter_and_the_page_behind_it_say_what_there_is(game):
    mail = letter(game)
    html = mail.alternatives[0].content
    found = re.search(SAID[game], mail.body)
    assert found
    assert found[0] in html
    assert html.index(found[0]) < html.index("Decide by")
    if links := re.findall(r"http://[^\s\"]+(/d/[^\s\"?]+)", mail.body):
        assert found[0] in page_of(signed_in(), links[0])


def test_the_subject_says_what_is_asked():
    assert letter("gonzaga").subject == "Plan the round: Gonzaga"


def turn_letter():
    """Return the email for a player of Gonzaga who places a fief, and the answers it offers."""
    table = factories.running_table(factories.person("Anna"), factories.person("Berto"), game="gonzaga")
    while not (asked := [pending for pending in factories.waiting(table) if pending.kind == "turn"]):
        factories.play_to_end(table, most=1)
    seat = table.seats.select_related("table", "user").get(index=asked[0].seat)
    notify.notify_turns(table=table, decisions=[factories.decision(seat)], now=NOW)
    told = Notification.objects.filter(recipient=seat.user, kind="turn").order_by("-pk")[:1]
    people = [Player(0, "Anna"), Player(1, "Berto")]
    return compose(list(told), now=NOW), presenter("gonzaga").answers(seen(table, seat), asked[0], people)


def test_a_letter_of_a_turn_shows_the_shape_of_every_choice_below_the_map():
    mail, answers = turn_letter()
    html, shapes = mail.alternatives[0].content, [answer.rows for answer in answers]
    assert any(shapes)
    parts = html.split('class="offer shape"')
    assert len(parts) - 1 == sum(map(bool, shapes))
    assert "cid:" in parts[0]
    for part, rows in zip(parts[1:], filter(None, shapes), strict=True):
        shape = part.partition('class="offer"')[0]
        letters = "".join(row.hexes for row in rows)
        assert shape.count('class="hex"') + shape.count("○") == len(letters.replace(" ", ""))
        assert shape.count("•") == letters.count("^")
        assert shape.count("width:4px") == sum(row.shifted for row in rows)
        assert '<a aria-hidden="true" tabindex="-1"' in shape
    lines = mail.body.splitlines()
    for number, answer in enumerate(answers, 1):
        first = next(at for at, line in enumerate(lines, 1) if line.startswith(f"  {number}. {answer.words}"))
        assert lines[first : first + len(answer.rows)] == [f"       {row}" for row in answer.rows]


def test_the_choices_of_the_text_are_numbered():
    offered = [line.strip() for line in letter("gonzaga").body.splitlines() if "Seal the plan" in line]
    assert [line.partition(".")[0] for line in offered] == [str(number) for number in range(1, len(offered) + 1)]
    assert len(offered) > 3


def test_no_two_turns_of_principato_differ_in_the_number_of_soldiers_alone():
    several = 0
    for number in range(3):
        for state in states(Setup("principato", b"{}", 2, number)):
            for pending in ENGINE.pending(state.public):
                if pending.kind != "turn" or pending.when.value != "now":
                    continue
                people = [Player(0, "Anna"), Player(1, "Berto")]
                answers = PRESENTER.answers(view(state, pending.seat), pending, people)
                deeds = [frozenset(map(_deed, answer.actions)) for answer in answers]
                assert len(set(deeds)) == len(deeds)
                several += len(deeds) > 1
    assert several


def _deed(action):
    match action:
        case RecruitUnits(card, _count, take):
            return "recruit", card, take
        case CollectCubes(card, gain, _onto, take):
            return "collect", card, gain, take
    return action


@pytest.mark.parametrize("game", [engine.slug for engine in registry.engines(specimens=True)])
def test_the_text_shows_the_board_in_plain_letters_that_no_mail_program_breaks(game):
    show, maps = presenter(game), set()
    people = [Player(seat, "A person with quite a long name") for seat in range(list(registry.engine(game).seat_range)[-1])]
    for position in list(states(Setup(game, b"{}", len(people), 1)))[::20]:
        for language in ("en", "de", "it"):
            with translation.override(language):
                text = show.board.text_map(position.public, people)
            assert max(map(len, text.splitlines())) <= 60
            assert len(text.splitlines()) <= 34
            maps.add(text)
    assert len(maps) > 1


def test_a_letter_about_one_table_shows_it_above_its_answers_and_one_about_several_does_not():
    anna = factories.person("Anna")
    for other in ("Berto", "Carla"):
        factories.running_table(anna, factories.person(other), game="gonzaga", now=NOW)
    told = list(Notification.objects.filter(recipient=anna).order_by("pk"))
    one, both = compose(told[:1], now=NOW).body, compose(told, now=NOW).body
    assert one.index("   A  B  C  D") < one.index("small letters are rings") < one.index("Your decisions")
    assert "   A  B  C  D" not in both
