"""Signals of the accounts app, which imports none of their listeners."""

from django.dispatch import Signal

# A user has chosen another time zone in the profile: ``user`` as saved, ``before`` the old zone's name, ``now``.
time_zone_changed = Signal()

# A user has entered another display name: ``user``, ``now``. Listeners raise ValidationError to refuse it.
name_changing = Signal()

# A user is about to delete their account: ``user``, ``now``. No transaction is open; listeners end running games.
account_deletion_requested = Signal()

# A guest has signed in to the account ``user``. Listeners move the games of ``guest`` to it in this transaction. The guest's
# row is then deleted.
guest_joined = Signal()

# A guest is deleted with all they have begun, in this transaction: ``guest``, ``now``.
guest_left = Signal()

# The account is deleted once all listeners have returned: ``user``, ``now``. The row is locked in that transaction.
account_deletion = Signal()

# A user signs out of a browser, there or remotely: ``session`` with its content, before it is deleted.
browser_signed_out = Signal()
