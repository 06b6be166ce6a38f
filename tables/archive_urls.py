"""Addresses of the archive."""

from django.urls import path

from tables.views import archive, archive_feeds, finding, previews, ratings, reading, statistics

app_name = "archive"
urlpatterns = [
    path("", finding.list_games, name="list"),
    path("ratings/", ratings.overview, name="ratings"),
    path("ratings/<slug:game>/", ratings.of_game, name="ratings_game"),
    path("statistics/", statistics.overview, name="statistics"),
    path("statistics/<slug:game>/", statistics.game, name="statistics_game"),
    path("feed/", archive_feeds.games, name="feed"),
    path("feed/<slug:game>/", archive_feeds.games_of, name="feed_game"),
    path("feed/people/<int:number>/", archive_feeds.games_by, name="feed_person"),
    path("check_record.py", archive.checker, {"name": "check_record.py"}, name="checker"),
    path("fairness.md", archive.checker, {"name": "fairness.md"}, name="fairness"),
    path("<slug:code>/", reading.detail, name="detail"),
    path("<slug:code>.json", archive.record, name="record"),
    path("<slug:code>.txt", archive.text, name="text"),
    path("<slug:code>/check/", archive.check, name="check"),
    path("<slug:code>/<int:step>/", reading.detail, name="step"),
    path("<slug:code>/<int:step>.png", previews.picture, name="picture"),
    path("<slug:code>/<int:step>/comments/", reading.comment, name="comment"),
]
