"""Addresses of the archive."""

from django.urls import path

from tables.views import archive, ratings

app_name = "archive"
urlpatterns = [
    path("", archive.list_games, name="list"),
    path("ratings/", ratings.overview, name="ratings"),
    path("ratings/<slug:game>/", ratings.of_game, name="ratings_game"),
    path("<slug:code>/", archive.detail, name="detail"),
    path("<slug:code>.json", archive.record, name="record"),
    path("<slug:code>/check/", archive.check, name="check"),
    path("<slug:code>/<int:step>/", archive.detail, name="step"),
]
