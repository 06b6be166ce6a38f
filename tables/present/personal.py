"""The page in an archive of what the site knows of somebody: one file that needs nothing else, in their language."""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from accounts.models import User
from tables.selectors.personal.subject import LEFT_OUT, Row, Subject

_STYLE = mark_safe(
    "body{font:16px/1.5 Georgia,serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:#2b2118;background:#faf5e8}"
    "h1,h2{line-height:1.2}h2{margin-top:2.5rem;border-bottom:1px solid #c9b892}a{color:#8a2a1b}"
    ".wide{overflow-x:auto}table{border-collapse:collapse;font:14px/1.4 sans-serif}"
    "th,td{border:1px solid #d9caa5;padding:.3rem .6rem;text-align:left;vertical-align:top}"
    "td{max-width:32rem}code{overflow-wrap:anywhere}"
    "th{background:#f1e6c9;white-space:nowrap}code{font:13px/1.4 monospace}"
    "@media(prefers-color-scheme:dark){body{color:#efe3c8;background:#1f1913}a{color:#e59a7f}th{background:#33291d}"
    "th,td{border-color:#55452f}h2{border-color:#55452f}}"
)

# What columns are called; one that is not here is called by its name.
_LABELS: dict[str, Promise] = {
    "action": gettext_lazy("What you played"),
    "actions": gettext_lazy("What you tried out"),
    "action_time": gettext_lazy("When"),
    "after": gettext_lazy("Afterwards"),
    "announced_at": gettext_lazy("Announced"),
    "asked_at": gettext_lazy("Asked"),
    "at": gettext_lazy("When"),
    "before": gettext_lazy("Before"),
    "body": gettext_lazy("What it says"),
    "cadence": gettext_lazy("How often"),
    "changed_at": gettext_lazy("Changed"),
    "channel": gettext_lazy("Way"),
    "closed_at": gettext_lazy("Answered"),
    "club": gettext_lazy("Club"),
    "code": gettext_lazy("Code"),
    "created_at": gettext_lazy("Made"),
    "date_joined": gettext_lazy("Joined"),
    "digest_hour": gettext_lazy("Hour of the daily letter"),
    "display_name": gettext_lazy("Display name"),
    "email": gettext_lazy("Mail address"),
    "ended_at": gettext_lazy("Ended"),
    "ended_by": gettext_lazy("How it ended"),
    "ends_at": gettext_lazy("Until"),
    "events": gettext_lazy("What happened"),
    "expires_at": gettext_lazy("Until"),
    "filed_at": gettext_lazy("Filed"),
    "game": gettext_lazy("Game"),
    "games": gettext_lazy("Games"),
    "has_password": gettext_lazy("Has a password"),
    "hides_name": gettext_lazy("Hides the name in the archive"),
    "host": gettext_lazy("Site it leads to"),
    "ip": gettext_lazy("Network address"),
    "joined_at": gettext_lazy("Joined"),
    "joining": gettext_lazy("How one joins"),
    "kind": gettext_lazy("Kind"),
    "label": gettext_lazy("Label"),
    "language": gettext_lazy("Language"),
    "last_login": gettext_lazy("Last signed in"),
    "last_seen_at": gettext_lazy("Last seen"),
    "last_used_at": gettext_lazy("Last used"),
    "made_at": gettext_lazy("Made"),
    "name": gettext_lazy("Name"),
    "note": gettext_lazy("Note"),
    "notes": gettext_lazy("Notes"),
    "off_at": gettext_lazy("Switched off"),
    "options": gettext_lazy("Options"),
    "outcome": gettext_lazy("What became of it"),
    "outsiders": gettext_lazy("What others see"),
    "place": gettext_lazy("Place"),
    "primary": gettext_lazy("The first one"),
    "quiet_from": gettext_lazy("Quiet from (minute of the day)"),
    "quiet_until": gettext_lazy("Quiet until (minute of the day)"),
    "rated": gettext_lazy("Rated"),
    "reason": gettext_lazy("Reason"),
    "ready_at": gettext_lazy("Ready"),
    "recipient": gettext_lazy("To"),
    "result": gettext_lazy("What became of it"),
    "role": gettext_lazy("Role"),
    "score": gettext_lazy("Score"),
    "seat": gettext_lazy("Seat"),
    "seq": gettext_lazy("Move"),
    "sent_at": gettext_lazy("Sent"),
    "started_at": gettext_lazy("Began"),
    "starts_at": gettext_lazy("From"),
    "state": gettext_lazy("State"),
    "status": gettext_lazy("State"),
    "table": gettext_lazy("Table"),
    "taken_at": gettext_lazy("Last taken"),
    "text": gettext_lazy("Text"),
    "time_zone": gettext_lazy("Time zone"),
    "type": gettext_lazy("Kind"),
    "until": gettext_lazy("Until"),
    "used_seconds": gettext_lazy("Seconds used"),
    "user_agent": gettext_lazy("Browser"),
    "verified": gettext_lazy("Confirmed"),
    "via": gettext_lazy("Sent by"),
    "wins": gettext_lazy("Won"),
    "word": gettext_lazy("Word for chance"),
}


def page(user: User, subjects: Sequence[Subject], left_out: Iterable[Promise], now: datetime) -> Iterator[str]:
    """The page, piece by piece."""
    yield _head(user, subjects, now)
    for subject in subjects:
        yield from _section(subject, user)
    reasons = format_html_join("", "<li>{}</li>", ((reason,) for reason in left_out))
    yield format_html('<h2 id="rest">{}</h2><ul>{}</ul></body></html>\n', _("What is kept and not here"), reasons)


def _head(user: User, subjects: Sequence[Subject], now: datetime) -> str:
    links = format_html_join(
        "", '<li><a href="#{}">{}</a> (<a href="{}.json">JSON</a>)</li>', ((s.name, s.title, s.name) for s in subjects)
    )
    title = _("What Staffetta knows of %(name)s") % {"name": user}
    told = _("Made on %(moment)s. All times are in the zone %(zone)s; in the JSON files they are UTC.") % {
        "moment": _moment(now),
        "zone": user.time_zone,
    }
    games = _(
        "Of a game that is still played you find what your own pages show you. Records of finished games are in the archive."
    )
    start = '<!doctype html><html lang="{}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    return format_html(
        start + "<title>{}</title><style>{}</style></head><body><h1>{}</h1><p>{}</p><p>{}</p><ul>{}</ul>",
        *(get_language(), title, _STYLE, title, told, games, links),
    )


def _section(subject: Subject, user: User) -> Iterator[str]:
    yield format_html('<h2 id="{}">{}</h2>', subject.name, subject.title)
    if subject.about:
        yield format_html("<p>{}</p>", subject.about)
    is_empty, missing = True, 0
    for row in subject.rows(user):
        if row == LEFT_OUT:
            missing += 1
            continue
        if is_empty:
            heads = format_html_join("", "<th>{}</th>", ((_label(name),) for name in row))
            yield format_html('<div class="wide"><table><tr>{}</tr>', heads)
        is_empty = False
        yield _line(subject, row)
    if not is_empty:
        yield "</table></div>"
    elif not missing:
        yield format_html("<p>{}</p>", _("Nothing."))
    if missing:
        yield format_html("<p>{}</p>", left_out(missing))


def left_out(count: int) -> str:
    """Say how many rows are missing because they cannot be read any more."""
    said = ngettext(
        "%(count)d row cannot be read any more and is left out. The people who run the site can say more.",
        "%(count)d rows cannot be read any more and are left out. The people who run the site can say more.",
        count,
    )
    return said % {"count": count}


def _line(subject: Subject, row: Row) -> str:
    cells = (
        (_value(subject.choices.get(name, {}).get(value, value) if _is_plain(value) else value),) for name, value in row.items()
    )
    return format_html("<tr>{}</tr>", format_html_join("", "<td>{}</td>", cells))


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | int)


def _label(name: str) -> str:
    return str(_LABELS[name]) if name in _LABELS else name.replace("_", " ")


def _value(value: Any) -> SafeString:
    match value:
        case None:
            return SafeString("")
        case bool():
            return conditional_escape(_("yes") if value else _("no"))
        case datetime():
            return conditional_escape(_moment(value))
        case dict() | list():
            return format_html("<code>{}</code>", json.dumps(value, ensure_ascii=False)) if value else SafeString("")
    return conditional_escape(value)


def _moment(value: datetime) -> str:
    return f"{timezone.localtime(value):%Y-%m-%d %H:%M}"
