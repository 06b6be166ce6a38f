"""Decisions by email in two taps: on a phone without scripts, by keyboard, and after a faster player.

The first screen of an email is checked as well.
"""

import html
import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone
from django.utils.text import capfirst
from playwright.sync_api import expect

from engines import registry
from engines.contract import When, view
from engines.specimen.actions import SealRoad
from tables.games.registry import presenter
from tables.mail.compose import compose
from tables.models import Decision, Move, Notification
from tables.present.seats import seating
from tables.selectors import coding
from tests.axe import faults
from tests.engines.walks import Setup, states
from tests.site import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}
DESK = {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"}
TOUCH = 44
EXPERT = b'{"mode":"expert"}'
GAMES = (
    ("gonzaga", b"{}", 1),
    ("principato", b"{}", 1),
    ("zena1814", b'{"mode":"beginner"}', 1),
    ("zena1814", EXPERT, 0),
    ("zena1814", EXPERT, 3),
)
"""Random games in which every kind of decision occurs: game, options and number."""
PLACES = """box => {
  const bottom = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect().bottom;
  };
  const said = [...box.querySelectorAll(":scope > span")].map((line) => [line.textContent.trim(), bottom(line)]);
  return { said, offers: document.querySelector(".offer").getBoundingClientRect().top };
}"""

SHAPES = """cells => cells.map((cell) => {
  const hexes = [...cell.querySelectorAll("td.hex, td.ink")].map((each) => each.getBoundingClientRect());
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  const colour = getComputedStyle(cell.querySelector("td.hex") ?? cell).backgroundColor;
  return { hexes, colour, box: [left, right, top, bottom] };
})"""
HALF_HEX, ROW = 6, 12
"""Steps of the hexes of a shape to the right and downwards, in pixels."""


def a_table(**more):
    """Start a table now, and return a player with a decision there and the table."""
    anna, ben = factories.person("Anna"), factories.person("Ben")
    return anna, factories.running_table(anna, ben, now=timezone.now(), **more)


def mail_page(user):
    """Return the HTML of the email that a user gets now, with links to the test site."""
    mail = compose(list(Notification.objects.filter(recipient=user)), now=timezone.now())
    return str(mail.alternatives[0].content).replace(settings.SITE_URL, "")


def links(user):
    return [html.unescape(found) for found in re.findall(r'href="(/d/[^"]+)"', mail_page(user))]


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone by lamplight", "desk by day"])
def test_two_taps_without_scripts(sit, screen, live_server):
    anna, table = a_table()
    page = sit(java_script_enabled=False, **screen)
    page.route("**/mail-of-anna", lambda route: route.fulfill(body=mail_page(anna), content_type="text/html"))
    page.goto("/mail-of-anna")
    page.get_by_role("link", name="Seal the river road").click()
    expect(page.get_by_role("heading", name="Choose a road")).to_be_visible()
    expect(page.locator(".chosen")).to_contain_text("Seal the river road")
    assert Move.objects.filter(table=table).count() == 1
    page.get_by_role("button", name="Send this choice").click()
    expect(page.get_by_role("heading", name="Your choice has been sent")).to_be_visible()
    assert Move.objects.get(table=table, seq=1).via == Move.Via.MAIL
    assert page.context.cookies() == []
    page.go_back()
    expect(page.get_by_role("heading", name="This link has expired")).to_be_visible()


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone by lamplight", "desk by day"])
@pytest.mark.parametrize("game", ["specimen", "gonzaga"])
def test_the_page_is_accessible_and_fits(sit, screen, game):
    anna, _table = a_table(game=game)
    page, found = sit(**screen), []
    asked = links(anna)
    pages = [asked[0].partition("?")[0], asked[-1], asked[0]]
    for number, address in enumerate(pages):
        page.goto(address)
        if number == 2:
            page.get_by_role("button", name="Send this choice").click()
            expect(page.get_by_role("heading", name="Your choice has been sent")).to_be_visible()
            page.goto(address)
            expect(page.get_by_role("heading", name="This link has expired")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= screen["viewport"]["width"]
        boxes = [each.bounding_box() for each in page.locator("button, a").all()]
        assert min(box["height"] for box in boxes if box) >= TOUCH
        found += faults(page)
    assert found == []


def test_by_keyboard(sit):
    anna, table = a_table()
    page = sit(**DESK)
    page.goto(links(anna)[0].partition("?")[0])
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Seal the valley road")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".chosen")).to_contain_text("Seal the river road")
    assert Move.objects.filter(table=table).count() == 1
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Send this choice")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your choice has been sent")).to_be_visible()


def test_another_answer_is_chosen_before_it_is_sent(sit):
    """A tap on another choice only selects it; the red button sends it."""
    anna, table = a_table()
    page = sit(java_script_enabled=False, **PHONE)
    page.goto(links(anna)[0])
    page.locator(".answers").get_by_role("link", name="Seal the river road").click()
    expect(page.locator(".chosen")).to_contain_text("Seal the river road")
    expect(page.get_by_role("button")).to_have_count(1)
    assert Move.objects.filter(table=table).count() == 1
    page.get_by_role("button", name="Send this choice").click()
    expect(page.get_by_role("heading", name="Your choice has been sent")).to_be_visible()
    assert Move.objects.filter(table=table).count() == 2


def test_a_link_that_is_over_leads_to_what_happened_since(sit):
    anna, table = a_table(name="Via Emilia")
    address = links(anna)[0]
    factories.send(factories.seat_of(table, anna), SealRoad("ridge"), now=timezone.now())
    stranger = sit()
    stranger.goto(address)
    stranger.get_by_role("link", name="See what has happened since").click()
    expect(stranger).to_have_url(re.compile(r"/accounts/login/\?next="))
    at_home = sit(anna)
    at_home.goto(address)
    expect(at_home).to_have_url(re.compile(rf"/t/{table.code}/recap/"))
    expect(at_home.get_by_text("the game has moved on")).to_be_visible()


def letters(game, options, number, known):
    """Yield the first email for each kind of decision that offers choices, as kind, question, subject matter and HTML."""
    now, people = timezone.now(), [factories.person(name) for name in ("Anna", "Berto", "Chiara")]
    table = factories.running_table(*people, game=game, now=now)
    Decision.objects.filter(table=table).delete()
    Notification.objects.all().delete()
    seats = {seat.index: seat for seat in table.seats.select_related("user")}
    show = presenter(game)
    for position in states(Setup(game, options, 3, number)):
        for pending in registry.engine(game).pending(position.public):
            seen, names = view(position, pending.seat), seating.players(game, position.public, seats.values())
            if pending.when is not When.NOW or (options, pending.kind) in known or not show.answers(seen, pending, names):
                continue
            known.add((options, pending.kind))
            table.state = coding.to_text(position)
            table.save(update_fields=["state"])
            seat = seats[pending.seat]
            Decision.objects.filter(table=table).delete()
            due = {"asked_at": now, "due_at": now + timedelta(days=3), "bank_at": now + timedelta(days=2)}
            Decision.objects.create(table=table, seat=seat, key=pending.key, kind=pending.kind, when="now", **due)
            told = Notification.objects.create(
                recipient=seat.user,
                key=pending.key,
                kind="turn",
                table=table,
                seat=seat,
                decision_key=pending.key,
                created_at=now,
            )
            letter = str(compose([told], now=now).alternatives[0].content)
            question = capfirst(show.words.question_words(pending.kind))
            yield pending.kind, question, show.panel.brief(seen, pending, names), letter


def test_what_matters_stands_on_the_first_screen_above_the_answers(sit):
    """The first screen shows the essentials above the choices, for every kind of decision that offers choices.

    The essentials are the decision and its subject, gains and costs, the player's own supply and the deadline.
    """
    page, below = sit(**PHONE), []
    known = {game: set() for game, _options, _number in GAMES}
    for game, options, number in GAMES:
        for kind, question, about, letter in letters(game, options, number, known[game]):
            page.set_content(letter.replace("cid:", "about:"))
            places = page.locator(".ask").first.evaluate(PLACES)
            said = dict(places["said"])
            assert next(iter(said)) == question
            assert all(line in said for line in about), (kind, about, said)
            assert any(line.startswith("Decide by") for line in said)
            below += [(game, kind, line) for line, bottom in said.items() if bottom > min(places["offers"], 844)]
    assert below == []
    assert {game: len(kinds) for game, kinds in known.items()} == {"gonzaga": 2, "principato": 3, "zena1814": 16}


@pytest.mark.parametrize(("device", "colour"), [(PHONE, "rgb(187, 169, 138)"), (DESK, "rgb(91, 76, 59)")])
def test_the_shapes_of_a_turn_lie_in_rows_beside_their_words(sit, device, colour):
    page = sit(**device)
    (letter,) = (letter for kind, *_about, letter in letters("gonzaga", b"{}", 1, set()) if kind == "turn")
    page.set_content(letter.replace("cid:", "about:"))
    assert page.evaluate("document.documentElement.scrollWidth") <= device["viewport"]["width"]
    shapes = page.locator(".shape").evaluate_all(SHAPES)
    assert len(shapes) > 3
    assert colour in {shape["colour"] for shape in shapes}
    for shape in shapes:
        left, right, top, bottom = shape["box"]
        first, *others = shape["hexes"]
        for each in others:
            across, down = each["left"] - first["left"], each["top"] - first["top"]
            assert across % HALF_HEX == down % ROW == 0
            assert (across / HALF_HEX + down / ROW) % 2 == 0
        assert all(left < each["left"] < each["right"] < right for each in shape["hexes"])
        assert all(top < each["top"] < each["bottom"] < bottom for each in shape["hexes"])
    # An email has no landmarks.
    assert {rule for rule, _places in faults(page)} <= {"landmark-one-main", "region"}
