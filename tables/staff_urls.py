"""URLs for admins; for other users these pages seem not to exist."""

from django.urls import path

from tables.views.staff import acts, clubs, people, reports, tables

app_name = "staff"
urlpatterns = [
    path("clubs/", clubs.club_list, name="clubs"),
    path("clubs/<slug:club>/", clubs.club, name="club"),
    path("people/<int:number>/", people.record, name="person"),
    path("tables/", tables.table_list, name="tables"),
    path("reports/", reports.report_list, name="reports"),
    path("reports/<int:number>/", reports.report, name="report"),
    path("tables/<slug:code>/", tables.table, name="table"),
    path("tables/<slug:code>/pause/", acts.pause, name="pause"),
    path("tables/<slug:code>/resume/", acts.resume, name="resume"),
    path("tables/<slug:code>/cancel/", acts.cancel, name="cancel"),
    path("tables/<slug:code>/release/", acts.release, name="release"),
    path("tables/<slug:code>/decisions/<int:decision>/", acts.extend, name="extend"),
    path("tables/<slug:code>/seats/<int:seat>/", acts.reseat, name="reseat"),
]
