"""An app that lets web note more often than elsewhere that it is there: the clock of a site under chaos goes faster."""

from django.apps import AppConfig


class Hurry(AppConfig):
    """Has no models."""

    name, label = "tests.chaos", "chaos"

    def ready(self) -> None:
        from tables.services.time import outages

        outages.WEB_SECONDS = 1
