"""URLs of tables. Those of the archive and of links in emails have their own modules."""

from django.urls import path, register_converter

from tables.views import orders, personal, planning
from tables.views.channels import devices, notifications, table_hooks
from tables.views.clubs import calendar as club_calendar
from tables.views.lobby import hosting, hot_seat, inviting, lessons, mine, practice, tables, watching, welcome
from tables.views.mail import feed
from tables.views.people import mine as my_people
from tables.views.people import onlookers, reports
from tables.views.play import acting, chat, ending, filing, opening, picture, pulse, recap, sketching, table
from tables.views.seats import people, seats
from tables.views.time import agreeing, calendar


class CodeConverter:
    """URL converter for a table's code from models.play.new_code."""

    regex = "[2-9a-hjkmnp-z]{8}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class TokenConverter:
    """URL converter for an unguessable token from models.play.new_token."""

    regex = "[A-Za-z0-9_-]{16,32}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(CodeConverter, "code")
register_converter(TokenConverter, "token")

app_name = "tables"
urlpatterns = [
    path("tables/", tables.lobby, name="lobby"),
    path("watch/", watching.running, name="watch"),
    path("practice/<slug:slug>/", practice.begin, name="practice"),
    path("practice/<slug:slug>/screen/", hot_seat.begin, name="hot_seat"),
    path("t/<code:code>/show/<int:position>/", hot_seat.show, name="show_seat"),
    path("t/<code:code>/hide/", hot_seat.hide, name="hide_seat"),
    path("t/<code:code>/phone/<int:position>/", hot_seat.phone, name="phone"),
    path("hand/", hot_seat.hand, name="hand"),
    path("hand/close/", hot_seat.close_hand, name="close_hand"),
    path("tables/new/", tables.create, name="create"),
    path("welcome/", welcome.welcome, name="welcome"),
    path("my/", mine.mine, name="mine"),
    path("my/count/", mine.count, name="count"),
    path("my/next/", mine.next_table, name="next"),
    path("my/feed/", feed.address, name="feed"),
    path("my/feed/<token:token>/", feed.feed, name="feed_atom"),
    path("my/feed/<token:token>/deadlines.ics", feed.deadlines, name="calendar_ics"),
    path("my/data/", personal.data, name="data"),
    path("my/data/<token:token>/", personal.data_file, name="data_file"),
    path("my/feed/<token:token>/clubs/<code:club>.ics", club_calendar.club_ics, name="club_ics"),
    path("my/ways/", notifications.show, name="ways"),
    path("my/ways/mail/", notifications.try_mail, name="try_mail"),
    path("my/ways/names/", notifications.names, name="names_elsewhere"),
    path("my/ways/new/<slug:kind>/", notifications.add_hook, name="add_hook"),
    path("my/ways/devices/", devices.add_device, name="add_device"),
    path("my/ways/devices/renewed/", devices.renew_device, name="renew_device"),
    path("my/ways/devices/<int:number>/", devices.change_device, name="device"),
    path("my/ways/hooks/<int:number>/", notifications.change_hook, name="hook"),
    path("my/people/", my_people.people, name="people"),
    path("my/people/settled/", reports.seen, name="settled"),
    path("my/people/free/", my_people.say_free, name="say_free"),
    path("my/time/", calendar.time_page, name="time"),
    path("my/time/quiet/", calendar.quiet, name="quiet"),
    path("my/time/away/", calendar.away, name="away"),
    path("my/time/away/<int:until>/back/", calendar.back, name="back"),
    path("i/<token:token>/", tables.invite, name="invite"),
    path("p/<token:address>/<int:version>/", pulse.pulse, name="pulse"),
    path("t/<code:code>/", table.detail, name="detail"),
    path("t/<code:code>/board/<int:step>/<slug:stamp>.png", picture.picture, name="picture"),
    path("t/<code:code>/log/", table.log, name="log"),
    path("t/<code:code>/at/<int:step>/", opening.move, name="at"),
    path("t/<code:code>/at/round/<int:number>/", opening.round_of, name="at_round"),
    path("t/<code:code>/recap/", recap.recap, name="recap"),
    path("t/<code:code>/join/", tables.join, name="join"),
    path("t/<code:code>/invite/", inviting.invite_person, name="invite_person"),
    path("t/<code:code>/invite/people/", inviting.invite_people, name="invite_people"),
    path("t/<code:code>/decline/", inviting.decline, name="decline"),
    path("t/<code:code>/rematch/", hosting.rematch, name="rematch"),
    path("t/<code:code>/release/", hosting.release_seat, name="release_seat"),
    path("t/<code:code>/remove/<int:position>/", hosting.remove, name="remove"),
    path("t/<code:code>/start/", hosting.start, name="start"),
    path("t/<code:code>/leave/", tables.leave, name="leave"),
    path("t/<code:code>/cancel/", tables.cancel, name="cancel"),
    path("t/<code:code>/act/", acting.act, name="act"),
    path("t/<code:code>/draft/", acting.draft, name="draft"),
    path("t/<code:code>/file/", filing.file, name="file"),
    path("t/<code:code>/sketch/", sketching.sketch, name="sketch"),
    path("guide/<slug:slug>/", lessons.begin, name="guide"),
    path("t/<code:code>/guide/", lessons.go_on, name="guide_next"),
    path("t/<code:code>/plan/", planning.plan, name="plan"),
    path("t/<code:code>/plan/<int:number>/", planning.plan, name="plan_node"),
    path("t/<code:code>/orders/", orders.orders, name="orders"),
    path("t/<code:code>/chat/", chat.say, name="chat"),
    path("t/<code:code>/talk/", chat.talk, name="talk"),
    path("t/<code:code>/chat/read/", chat.read, name="read_chat"),
    path("t/<code:code>/onlookers/", onlookers.onlookers, name="onlookers"),
    path("t/<code:code>/report/", reports.at_table, name="report_lines"),
    path("t/<code:code>/hooks/", table_hooks.table_hooks, name="table_hooks"),
    path("t/<code:code>/hooks/new/<slug:kind>/", table_hooks.add, name="add_table_hook"),
    path("t/<code:code>/hooks/<int:number>/", table_hooks.change, name="table_hook"),
    path("t/<code:code>/hint/", practice.hint, name="hint"),
    path("t/<code:code>/undo/", practice.take_back, name="take_back"),
    path("t/<code:code>/keep/", practice.keep, name="keep"),
    path("t/<code:code>/concede/", ending.concede, name="concede"),
    path("t/<code:code>/resign/", ending.resign, name="resign"),
    path("t/<code:code>/follow/", watching.follow, name="follow"),
    path("t/<code:code>/feed/", watching.feed, name="table_feed"),
    path("t/<code:code>/earlier/", watching.earlier, name="earlier"),
    path("t/<code:code>/earlier/<int:number>/", watching.earlier, name="earlier_round"),
    path("t/<code:code>/agree/", ending.agree, name="agree"),
    path("t/<code:code>/times/", agreeing.times, name="times"),
    path("t/<code:code>/pace/", agreeing.pace, name="pace"),
    path("t/<code:code>/back/", seats.come_back, name="come_back"),
    path("t/<code:code>/plans/", seats.pass_plans, name="pass_plans"),
    path("t/<code:code>/seats/<int:seat>/", seats.take, name="take"),
    path("t/<code:code>/briefing/", seats.briefing, name="briefing"),
    path("people/<int:number>/", people.profile, name="person"),
    path("people/<int:number>/keep/", my_people.change, name="keep_person"),
    path("people/<int:number>/report/", reports.person, name="report_person"),
]
