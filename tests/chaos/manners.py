"""Ways of sending a form. Each of them except the plain one counts as a tried fault."""

import re
import secrets
from collections.abc import Callable
from datetime import timedelta
from itertools import chain, repeat

from engines.contract import When, encode
from tables.models import Decision, Seat
from tests.chaos.browser import Answer
from tests.chaos.ledger import Opened, Said
from tests.chaos.players import Form, Player, Spot, at_once, fresh_token
from tests.chaos.world import patient

HIDDEN = re.compile(r'type="hidden"\s+name="(\w+)"\s+value="([^"]*)"')
NEW_TABLE = {"game": "gonzaga", "seats": "2", "bots": "0", "pace": "day", "visibility": "public", "word": "chaos"}
LONG_AGO = timedelta(days=30)
# The deadline is moved this far into the past. It takes effect only if web has recorded its presence since.
JUST_NOW = timedelta(seconds=5)


def take_turn(player: Player) -> None:
    """Take one turn of a random player in a random manner."""
    if player.dice.random() < 0.1:
        _come_back(player)
    spots = player.spots()
    if not spots:
        return
    spot = player.dice.choice(spots)
    if spot.asked.when is When.AHEAD:
        _file(player, spot)
        return
    manner, act = player.dice.choice(_PRACTISED if spot.table.practice else _DECK)
    if act(player, spot, manner) and manner:
        player.world.tally.add(manner, "tried")


def _plainly(player: Player, spot: Spot, manner: str) -> bool:
    form = player.form(spot, manner)
    if form:
        player.insist(form)
    return form is not None


def _restlessly(player: Player, spot: Spot, manner: str) -> bool:
    """Send one form in up to four bad ways, then insist on an answer."""
    ways = player.dice.sample(list(WAYS), player.dice.choice([2, 3, 4]))
    form = player.form(spot, ways[0])
    if form is None:
        return False
    for way in ways:
        player.world.tally.add(way, "tried")
        WAYS[way](player, form)
    player.insist(form)
    return True


def _twice(player: Player, form: Form) -> None:
    player.insist(form)


def _at_once(player: Player, form: Form) -> None:
    at_once(*[lambda: player.post(form)] * player.dice.choice([2, 2, 4]))


def _gone_after_sending(player: Player, form: Form) -> None:
    form.spot.browser.post_and_leave(form.path, form.fields)


def _gone_in_the_middle(player: Player, form: Form) -> None:
    form.spot.browser.post_and_leave(form.path, form.fields, share=player.dice.uniform(0, 0.95))


def _two_windows(player: Player, spot: Spot, manner: str) -> bool:
    """Choose different actions in two windows of the same page."""
    form = player.form(spot, manner)
    if form is None:
        return False
    other = _other_window(player, form)
    at_once(lambda: player.insist(form), lambda: player.insist(other))
    if form.sent.yes and other.sent.yes:
        player.world.tally.add(form.sent.kind, "doubled", f"two windows were both told yes: {form.sent}")
    return True


def _two_seats(player: Player, spot: Spot, manner: str) -> bool:
    """Send decisions of two players at the same time."""
    others = [
        each
        for each in player.spots()
        if each.table.pk == spot.table.pk and each.seat.pk != spot.seat.pk and each.asked.when is When.NOW
    ]
    if not others:
        _plainly(player, spot, "")
        return False
    forms = [form for each in (spot, others[0]) if (form := player.form(each, manner))]
    if not forms:
        return False
    at_once(*(lambda form=form: player.insist(form) for form in forms))
    return len(forms) == 2


def _at_the_deadline(player: Player, spot: Spot, manner: str) -> bool:
    """Send the decision at the very moment of its deadline."""
    form = player.form(spot, manner)
    if form:
        _let_time_be_over(player, spot)
        at_once(lambda: player.insist(form), lambda: player.world.sweep(2))
    return form is not None


def _drafted(player: Player, spot: Spot, manner: str) -> bool:
    """Save a draft to be sent at the deadline, which four sweeps find at the same time."""
    draft = player.prepare(spot, manner, filed=False)
    fields = {"key": draft.key, "own_ply": str(spot.seat.plies), "token": fresh_token(), "action": draft.actions[0]}
    path = f"{spot.path}draft/"

    def ask(fields: dict[str, str]) -> Answer:
        answer = player.noted(spot.browser.post(path, fields), path)
        if not (answer.is_yes or answer.is_no):
            player.unheard.add((spot.seat.pk, draft.key))
        return answer

    player.until_answered(lambda: ask({"key": draft.key, "do": "clear"}))
    if not player.until_answered(lambda: ask(fields)).is_yes:
        return False
    chosen = player.until_answered(lambda: ask({"key": draft.key, "do": "deadline", "plays": "on"}))
    # A hung web process still carries out earlier requests when it continues, and the last request decides.
    draft.yes = chosen.is_yes and (spot.seat.pk, draft.key) not in player.unheard
    _let_time_be_over(player, spot)
    player.world.sweep(4)
    return True


def _said_twice(player: Player, spot: Spot, manner: str) -> bool:
    """Send a line of chat until there is an answer, and then once more."""
    page = player.get(spot)
    path = f"{spot.path}chat/"
    hidden = _hidden(page.text, path)
    if "token" not in hidden:
        return False
    said = Said(player.world.kind(manner), spot.table.code, f"chaos {secrets.token_hex(8)}")
    player.world.ledger.said.append(said)
    fields = hidden | {"text": said.text}
    answer = player.until_answered(lambda: player.noted(spot.browser.post(path, fields), path))
    said.yes = answer.is_yes
    player.noted(spot.browser.post(path, fields), path)
    return True


def _opened_twice(player: Player, spot: Spot, manner: str) -> bool:
    """Open a new table by clicking twice, and cancel it again."""
    opened = Opened(player.world.kind(manner), f"chaos {secrets.token_hex(8)}")
    player.world.ledger.opened.append(opened)
    fields = NEW_TABLE | {"name": opened.name, "token": fresh_token()}

    def send() -> None:
        answer = player.until_answered(lambda: player.noted(spot.browser.post("/tables/new/", fields), "/tables/new/"))
        opened.yes |= answer.is_yes
        if answer.is_yes:
            player.noted(spot.browser.post(f"{answer.to}cancel/", {}), "cancel/")

    at_once(send, send)
    return True


def _company_twice(player: Player, spot: Spot, manner: str) -> bool:
    """Found a club or file a report, clicking twice."""
    name = f"chaos {secrets.token_hex(8)}"
    founded = {"name": name, "joining": "open", "outsiders": "page"}, "/clubs/new/", ("Club", "name")
    others = Seat.objects.filter(table=spot.table.pk, user__isnull=False, user__guest_since=None).exclude(
        user=spot.seat.user_id
    )
    other = patient(lambda: others.values_list("user", flat=True).first())
    reported = {"reason": name}, f"/people/{other}/report/", ("Report", "reason")
    fields, path, what = reported if other and player.dice.random() < 0.5 else founded
    made = Opened(player.world.kind(manner), name, what)
    player.world.ledger.opened.append(made)
    fields["token"] = fresh_token()

    def send() -> None:
        answer = player.until_answered(lambda: player.noted(spot.browser.post(path, fields), path))
        made.yes |= answer.is_yes

    at_once(send, send)
    return True


def _file(player: Player, spot: Spot) -> None:
    """Queue a turn in advance, twice at the same time."""
    manner = "filed twice at once"
    filed = player.prepare(spot, manner, filed=True)
    fields = {"key": filed.key, "action": filed.actions[0], "how": "first", "otherwise": "fallback"}
    path = f"{spot.path}file/"

    def send() -> None:
        answer = player.until_answered(lambda: player.noted(spot.browser.post(path, fields), path))
        filed.yes |= answer.is_yes

    at_once(send, send)
    player.world.tally.add(manner, "tried")


def _come_back(player: Player) -> None:
    """Take seats back from the steward."""
    away = Seat.objects.filter(table_id__in=player.supply.tables.values(), steward_since__isnull=False, user__isnull=False)
    for seat in patient(lambda: list(away.exclude(user__in=player.world.asleep).select_related("table"))):
        path = f"/t/{seat.table.code}/back/"
        player.noted(player.world.browsers[seat.user_id].post(path, {}), path)


def _let_time_be_over(player: Player, spot: Spot) -> None:
    now = player.world.clock.now()
    player.world.rushed.add(spot.row.pk)
    row = Decision.objects.filter(pk=spot.row.pk, closed_at=None)
    patient(lambda: row.update(counted_at=now - LONG_AGO, due_at=now - JUST_NOW, remind_at=None))


def _other_window(player: Player, form: Form) -> Form:
    spot, token = form.spot, fresh_token()
    action = encode(player.choose(spot)).decode()
    sent = type(form.sent)(form.sent.kind, form.sent.code, form.sent.seat_id, form.sent.key, token, (action,))
    player.world.ledger.sent.append(sent)
    return Form(spot, form.fields | {"token": token, "action": action}, sent)


def _hidden(page: str, action: str) -> dict[str, str]:
    """Return the hidden fields of the form with this action."""
    form = page.partition(f'action="{action}"')[2].partition("</form>")[0]
    return {name: value for name, value in HIDDEN.findall(form) if name != "csrfmiddlewaretoken"}


type Manner = Callable[[Player, Spot, str], bool]
WAYS: dict[str, Callable[[Player, Form], None]] = {
    "sent twice in turn": _twice,
    "sent twice at once": _at_once,
    "gone after sending": _gone_after_sending,
    "gone in the middle": _gone_in_the_middle,
}
# Entries without a name in the deck add the faults they try to the tally themselves.
MANNERS: dict[str, tuple[int, Manner]] = {
    "two windows at once": (3, _two_windows),
    "two seats at once": (3, _two_seats),
    "sent at the deadline": (3, _at_the_deadline),
    "draft at the deadline": (2, _drafted),
    "line of chat sent twice": (1, _said_twice),
    "new table sent twice": (1, _opened_twice),
    "club or report sent twice": (1, _company_twice),
}
_DECK: list[tuple[str, Manner]] = [
    *[("", _plainly)] * 2,
    *[("", _restlessly)] * 12,
    *chain.from_iterable(repeat((name, act), often) for name, (often, act) in MANNERS.items()),
]
# A practice game has no chat, no new table and no deadline.
_PRACTISED = [(manner, act) for manner, act in _DECK if act in (_plainly, _restlessly, _two_windows)]
