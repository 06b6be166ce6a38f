"""URLs of clubs. A club has a code like a table, so a hidden club cannot be found by its name."""

from django.urls import path

from tables.views.clubs import calendar, chronicle, clubs, hooks, members

app_name = "clubs"
urlpatterns = [
    path("", clubs.club_list, name="list"),
    path("new/", clubs.create, name="found"),
    path("<code:club>/", clubs.club, name="club"),
    path("<code:club>/chronicle/", chronicle.chronicle, name="chronicle"),
    path("<code:club>/ratings/", chronicle.ratings, name="ratings"),
    path("<code:club>/calendar/", calendar.calendar, name="calendar"),
    path("<code:club>/change/", clubs.change, name="change"),
    path("<code:club>/join/", clubs.join, name="join"),
    path("<code:club>/decline/", clubs.decline, name="decline"),
    path("<code:club>/leave/", clubs.leave, name="leave"),
    path("<code:club>/close/", clubs.close, name="close"),
    path("<code:club>/hooks/", hooks.hooks, name="hooks"),
    path("<code:club>/hooks/new/<slug:kind>/", hooks.add, name="add_hook"),
    path("<code:club>/hooks/<int:number>/", hooks.change, name="hook"),
    path("<code:club>/members/", members.manage, name="members"),
    path("<code:club>/members/decide/", members.decide, name="decide"),
]
