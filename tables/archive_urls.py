"""Addresses of the archive."""

from django.urls import path

from tables.views import archive

app_name = "archive"
urlpatterns = [
    path("", archive.list_games, name="list"),
    path("<slug:code>/", archive.detail, name="detail"),
    path("<slug:code>.json", archive.record, name="record"),
    path("<slug:code>/check/", archive.check, name="check"),
    path("<slug:code>/<int:step>/", archive.detail, name="step"),
]
