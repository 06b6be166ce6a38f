"""What others may want to know of; who listens is their business."""

from django.dispatch import Signal

# Somebody chose another time zone in the profile: ``user`` as saved, ``before`` the old zone's name, ``now``.
time_zone_changed = Signal()
