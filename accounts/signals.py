"""What others may want to know of; who listens is their business."""

from django.dispatch import Signal

# Somebody chose another time zone in the profile: ``user`` as saved, ``before`` the old zone's name, ``now``.
time_zone_changed = Signal()

# Somebody has typed another name to be called by: ``user``, ``now``. Listeners raise ValidationError if they may not.
name_changing = Signal()

# Somebody is about to delete their account: ``user``, ``now``. No transaction is open; listeners end what runs.
account_deletion_requested = Signal()

# A guest has signed in to the account ``user``: what ``guest`` has begun is theirs, in this transaction, and the row goes.
guest_joined = Signal()

# A guest is forgotten with all they have begun, in this transaction: ``guest``, ``now``.
guest_left = Signal()

# The account is deleted once all listeners have returned: ``user``, ``now``. The row is locked in that transaction.
account_deletion = Signal()

# Somebody signs out of a browser, there or from elsewhere: ``session``, what it holds, before that is deleted.
browser_signed_out = Signal()
