from django.apps import AppConfig
from django.core.checks import Tags, register
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        from accounts import tasks  # noqa: F401 - tasks are queued by their names
        from accounts.checks import no_demo_users
        from accounts.security import sessions

        sessions.listen()
        register(no_demo_users, Tags.security, deploy=True)
