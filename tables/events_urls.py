"""URLs of events. An event has a code like a table, so that events of a hidden club cannot be found by their names."""

from django.urls import path

from tables.views.events import acts, feeds, hooks, opening, organising, reading
from tables.views.people import reports

app_name = "events"
urlpatterns = [
    path("", reading.event_list, name="list"),
    path("rules/", reading.event_rules, name="rules"),
    path("open/", opening.create, name="open"),
    path("<code:event>/", reading.event, name="event"),
    path("<code:event>/feed/", feeds.event_feed, name="feed"),
    path("<code:event>/calendar.ics", feeds.event_ics, name="ics"),
    path("<code:event>/enter/", acts.enter, name="enter"),
    path("<code:event>/leave/", acts.leave, name="leave"),
    path("<code:event>/withdraw/", acts.withdraw, name="withdraw"),
    path("<code:event>/cancel/", acts.cancel, name="cancel"),
    path("<code:event>/hooks/", hooks.hooks, name="hooks"),
    path("<code:event>/hooks/new/<slug:kind>/", hooks.add, name="add_hook"),
    path("<code:event>/hooks/<int:number>/", hooks.change, name="hook"),
    path("<code:event>/report/", reports.at_event, name="report"),
    path("<code:event>/organise/", organising.organise, name="organise"),
]
