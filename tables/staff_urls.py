"""Addresses for those who run the site; for everybody else they lead nowhere."""

from django.urls import path

from tables.views import staff, staff_acts

app_name = "staff"
urlpatterns = [
    path("tables/", staff.table_list, name="tables"),
    path("tables/<slug:code>/", staff.table, name="table"),
    path("tables/<slug:code>/pause/", staff_acts.pause, name="pause"),
    path("tables/<slug:code>/resume/", staff_acts.resume, name="resume"),
    path("tables/<slug:code>/cancel/", staff_acts.cancel, name="cancel"),
    path("tables/<slug:code>/release/", staff_acts.release, name="release"),
    path("tables/<slug:code>/decisions/<int:decision>/", staff_acts.extend, name="extend"),
    path("tables/<slug:code>/seats/<int:seat>/", staff_acts.reseat, name="reseat"),
]
