"""All addresses of the site. The apps add theirs as they grow."""

from importlib.util import find_spec

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path(settings.ADMIN_PATH, admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    *([path("accounts/", include("accounts.urls"))] if find_spec("accounts.urls") else [path("accounts/", include("allauth.urls"))]),
    *([path("", include("tables.urls"))] if find_spec("tables.urls") else []),
]
