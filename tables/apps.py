"""Django app of the tables: everything correspondence play needs, for every game."""

from importlib import import_module

from allauth.account.signals import email_changed
from anymail.signals import inbound, tracking
from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate

from accounts import reserved
from accounts.signals import (
    account_deletion,
    account_deletion_requested,
    browser_signed_out,
    guest_joined,
    guest_left,
    name_changing,
    time_zone_changed,
)
from config import schema

# These words can replace a player's name; the catalogues have them in all languages.
INSTEAD_OF_NAMES = (
    "steward",
    "the steward",
    "nobody yet",
    "a former player",
    "Former player %(mark)s",
    "a player who hides their name",
)


class TablesConfig(AppConfig):
    """Configuration of the tables app.

    It registers the tasks by name, and listens to mail providers, accounts and migrations. It builds the types of all games
    before a worker starts its threads. It reserves names that no player can choose.
    """

    name = "tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import_module("tables.tasks")
        import_module("tables.selectors.coding").prepare()
        hooks = import_module("tables.views.mail.events")
        tracking.connect(hooks.take)
        inbound.connect(import_module("tables.views.mail.inbound").take)
        email_changed.connect(hooks.take_new_address)
        name_changing.connect(import_module("tables.forms.people").refuse_new_name)
        leaving = import_module("tables.services.seats.leaving_site")
        account_deletion_requested.connect(leaving.on_deletion_requested)
        account_deletion.connect(leaving.on_deletion)
        browser_signed_out.connect(import_module("tables.services.channels.devices").on_signed_out)
        practice = import_module("tables.services.lobby.practice")
        guest_joined.connect(practice.take_over)
        guest_left.connect(practice.leave_all)
        time_zone_changed.connect(import_module("tables.services.time.calendars").take_new_zone)
        # The signal must fire once per run of ``migrate``, not once per app.
        pre_migrate.connect(schema.before_migrating, sender=self)
        pre_migrate.connect(import_module("tables.services.staff.sealing").before_migrating, sender=self)
        post_migrate.connect(schema.after_migrating, sender=self)
        reserved.reserve(*import_module("tables.services.lobby.tables").BOT_NAMES, *INSTEAD_OF_NAMES)
