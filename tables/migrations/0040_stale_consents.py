"""Consents whose givers have been asked something since end, as every one does from now on."""

from django.db import migrations
from django.db.models import Exists, OuterRef


def forget(apps, _schema_editor):
    """Drop them; a consent to more time belongs to its decision."""
    Decision = apps.get_model("tables", "Decision")
    later = Decision.objects.filter(seat=OuterRef("seat"), asked_at__gt=OuterRef("at")).exclude(when="may")
    for name in ("Agreement", "Consent"):
        rows = apps.get_model("tables", name).objects.filter(Exists(later))
        (rows.exclude(what="extend") if name == "Consent" else rows).delete()


class Migration(migrations.Migration):
    dependencies = [("tables", "0039_seal")]
    operations = [migrations.RunPython(forget, migrations.RunPython.noop, elidable=True)]
