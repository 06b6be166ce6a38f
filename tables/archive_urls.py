"""URLs of the archive."""

from django.urls import path

from tables.views.archive import analysis, feeds, finding, games, playing_on, previews, ratings, reading, statistics, variations

app_name = "archive"
urlpatterns = [
    path("", finding.list_games, name="list"),
    path("ratings/", ratings.overview, name="ratings"),
    path("ratings/<slug:game>/", ratings.game_ratings, name="ratings_game"),
    path("statistics/", statistics.overview, name="statistics"),
    path("statistics/<slug:game>/", statistics.game, name="statistics_game"),
    path("statistics/<slug:game>/openings/", statistics.openings, name="openings"),
    path("feed/", feeds.games, name="feed"),
    path("feed/<slug:game>/", feeds.games_of, name="feed_game"),
    path("feed/people/<int:number>/", feeds.games_by, name="feed_person"),
    path("check_record.py", games.checker, {"name": "check_record.py"}, name="checker"),
    path("check_record/<str:name>.json", games.draws, name="draws"),
    path("fairness.md", games.checker, {"name": "fairness.md"}, name="fairness"),
    path("<slug:code>/", reading.detail, name="detail"),
    path("<slug:code>.json", games.record, name="record"),
    path("<slug:code>.txt", games.text, name="text"),
    path("<slug:code>/check/", games.check, name="check"),
    path("<slug:code>/analysis/", analysis.analysis, name="analysis"),
    path("<slug:code>/play-on/", playing_on.play_on, name="play_on"),
    path("<slug:code>/<int:step>/", reading.detail, name="step"),
    path("<slug:code>/<int:step>.png", previews.picture, name="picture"),
    path("<slug:code>/<int:step>/comments/", reading.comment, name="comment"),
    path("<slug:code>/variations/<int:number>/", variations.variation, name="variation"),
    path("<slug:code>/variations/<int:number>/<int:step>/", variations.variation, name="variation_step"),
]
