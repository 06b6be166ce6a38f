"""All URLs of the site."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from accounts import views as accounts
from tables.views import app, learning, machines, personal, site
from tables.views.seats import manners
from tables.views.staff import metrics

# There is one login page with one limit of attempts: the admin site has no login of its own.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # as allauth says to do it

handler400 = "config.errors.bad_request"
handler404 = "config.errors.not_found"
handler500 = "config.errors.server_error"

urlpatterns = [
    path(settings.ADMIN_PATH, admin.site.urls),
    path("i18n/setlang/", accounts.set_language, name="set_language"),
    path("accounts/", include("accounts.urls")),
    path("", include("tables.mail_urls")),
    path("", include("tables.urls")),
    path("archive/", include("tables.archive_urls")),
    path("clubs/", include("tables.clubs_urls")),
    path("events/", include("tables.events_urls")),
    path("staff/", include("tables.staff_urls")),
    path("favicon.ico", RedirectView.as_view(url=f"{settings.STATIC_URL}img/mark.svg")),
    path("", site.home, name="home"),
    path("about/", site.about, name="about"),
    path("manners/", manners.rules, name="manners"),
    path("about/data/", personal.terms_page, name="terms"),
    path("privacy/", personal.privacy, name="privacy"),
    path("imprint/", personal.imprint, name="imprint"),
    path("sw.js", app.worker, name="worker"),
    path("app/<slug:language>/manifest.webmanifest", app.manifest, name="app_manifest"),
    path("app/<slug:language>/offline/", app.offline, name="app_offline"),
    path("app/<slug:language>/t/<code:code>/", app.board, name="app_board"),
    path("healthz/", site.health, name="health"),
    path("robots.txt", machines.robots, name="robots"),
    path("sitemap.xml", machines.sitemap, name="sitemap"),
    path("sitemap/pages.xml", machines.sitemap_pages, name="sitemap_pages"),
    path("sitemap/games-<int:shelf>.xml", machines.sitemap_games, name="sitemap_games"),
    path(".well-known/security.txt", machines.security, name="security"),
    path("readyz/", site.ready, name="ready"),
    path("metrics/", metrics.metrics, name="metrics"),
    path("rules/<slug:slug>/", learning.rules, name="rules"),
    path("rules/<slug:slug>/aid/", learning.aid, name="aid"),
    path("rules/<slug:slug>/words/<slug:language>.json", learning.words, name="words"),
]
