"""The site's addresses and those of the bare views."""

from django.urls import path

from benchmarks import bare
from config.urls import urlpatterns as site

urlpatterns = [path("bare/look/", bare.look), path("bare/move/", bare.move), *site]
