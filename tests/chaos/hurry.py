"""App that makes web record its presence more often, since the clock of a site under chaos runs faster."""

from datetime import timedelta

from django.apps import AppConfig


class Hurry(AppConfig):
    """App configuration without models."""

    name, label = "tests.chaos", "chaos"

    def ready(self) -> None:
        from tables.services.time import outages

        outages.WEB_EVERY = timedelta(seconds=1)
