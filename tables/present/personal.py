"""Page in an archive of a user's data: one self-contained file in their language."""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext_lazy
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

# Labels of columns; other columns are shown by their name.
_LABELS: dict[str, Promise] = {
    "action": gettext_lazy("Action played"),
    "actions": gettext_lazy("Actions tried out"),
    "action_time": gettext_lazy("When"),
    "after": gettext_lazy("After"),
    "announced_at": gettext_lazy("Announced"),
    "asked_at": gettext_lazy("Started"),
    "at": gettext_lazy("When"),
    "before": gettext_lazy("Before"),
    "body": gettext_lazy("Content"),
    "cadence": gettext_lazy("Frequency"),
    "changed_at": gettext_lazy("Changed"),
    "channel": gettext_lazy("Channel"),
    "closed_at": gettext_lazy("Decided"),
    "club": gettext_lazy("Club"),
    "code": gettext_lazy("Code"),
    "created_at": gettext_lazy("Created"),
    "date_joined": gettext_lazy("Joined"),
    "digest_hour": gettext_lazy("Hour of the daily digest"),
    "display_name": gettext_lazy("Display name"),
    "email": gettext_lazy("Email address"),
    "ended_at": gettext_lazy("Ended"),
    "ended_by": gettext_lazy("Outcome"),
    "ends_at": gettext_lazy("Until"),
    "events": gettext_lazy("Events"),
    "expires_at": gettext_lazy("Until"),
    "filed_at": gettext_lazy("Queued"),
    "game": gettext_lazy("Game"),
    "games": gettext_lazy("Games"),
    "has_password": gettext_lazy("Has a password"),
    "hides_name": gettext_lazy("Hides the name in the archive"),
    "host": gettext_lazy("Target site"),
    "ip": gettext_lazy("Network address"),
    "joined_at": gettext_lazy("Joined"),
    "joining": gettext_lazy("Joining"),
    "kind": gettext_lazy("Kind"),
    "label": gettext_lazy("Label"),
    "language": gettext_lazy("Language"),
    "last_login": gettext_lazy("Last signed in"),
    "last_seen_at": gettext_lazy("Last seen"),
    "last_used_at": gettext_lazy("Last used"),
    "made_at": gettext_lazy("Created"),
    "name": gettext_lazy("Name"),
    "note": gettext_lazy("Note"),
    "notes": gettext_lazy("Notes"),
    "off_at": gettext_lazy("Switched off"),
    "options": gettext_lazy("Options"),
    "outcome": gettext_lazy("Result"),
    "outsiders": gettext_lazy("Visible to others"),
    "place": gettext_lazy("Place"),
    "primary": gettext_lazy("Primary"),
    "quiet_from": gettext_lazy("Quiet hours start (minute of the day)"),
    "quiet_until": gettext_lazy("Quiet hours end (minute of the day)"),
    "rated": gettext_lazy("Rated"),
    "reason": gettext_lazy("Reason"),
    "ready_at": gettext_lazy("Ready"),
    "recipient": gettext_lazy("To"),
    "result": gettext_lazy("Result"),
    "role": gettext_lazy("Role"),
    "score": gettext_lazy("Score"),
    "seat": gettext_lazy("Seat"),
    "seq": pgettext_lazy("in a list", "Move"),
    "sent_at": gettext_lazy("Sent"),
    "started_at": gettext_lazy("Started"),
    "starts_at": gettext_lazy("From"),
    "state": gettext_lazy("State"),
    "status": gettext_lazy("State"),
    "table": gettext_lazy("Table"),
    "taken_at": gettext_lazy("Last delivered"),
    "text": gettext_lazy("Text"),
    "time_zone": gettext_lazy("Time zone"),
    "type": gettext_lazy("Kind"),
    "until": gettext_lazy("Until"),
    "used_seconds": gettext_lazy("Seconds used"),
    "user_agent": gettext_lazy("Browser"),
    "verified": gettext_lazy("Confirmed"),
    "via": gettext_lazy("Sent via"),
    "wins": gettext_lazy("Won"),
    "word": gettext_lazy("Shuffle word"),
}


def page(user: User, subjects: Sequence[Subject], left_out: Iterable[Promise], now: datetime) -> Iterator[str]:
    """Yield the page, piece by piece."""
    yield _head(user, subjects, now)
    for subject in subjects:
        yield from _section(subject, user)
    reasons = format_html_join("", "<li>{}</li>", ((reason,) for reason in left_out))
    yield format_html('<h2 id="rest">{}</h2><ul>{}</ul></body></html>\n', _("Data not included"), reasons)


def _head(user: User, subjects: Sequence[Subject], now: datetime) -> str:
    links = format_html_join(
        "", '<li><a href="#{}">{}</a> (<a href="{}.json">JSON</a>)</li>', ((s.name, s.title, s.name) for s in subjects)
    )
    title = _("What Staffetta knows about %(name)s") % {"name": user}
    created_words = _("Created on %(moment)s. All times are in the time zone %(zone)s. The JSON files use UTC.") % {
        "moment": _moment(now),
        "zone": user.time_zone,
    }
    games = _(
        "For games still in progress, the files contain what your own pages show. Records of finished games are in the archive."
    )
    start = '<!doctype html><html lang="{}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    return format_html(
        start + "<title>{}</title><style>{}</style></head><body><h1>{}</h1><p>{}</p><p>{}</p><ul>{}</ul>",
        *(get_language(), title, _STYLE, title, created_words, games, links),
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
        yield format_html("<p>{}</p>", _("No data."))
    if missing:
        yield format_html("<p>{}</p>", left_out(missing))


def left_out(count: int) -> str:
    """Return a sentence about the number of unreadable rows that are missing."""
    sentence = ngettext(
        "%(count)d row can no longer be read and is left out. The admins can tell you more.",
        "%(count)d rows can no longer be read and are left out. The admins can tell you more.",
        count,
    )
    return sentence % {"count": count}


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
