from django.db import migrations, models

from config.operations import AddIndexConcurrently


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tables", "0053_event_hooks")]
    operations = [
        AddIndexConcurrently(
            model_name="webhook",
            index=models.Index(
                condition=models.Q(("event__isnull", False), ("off_at__isnull", True), ("rests_at__isnull", True)),
                fields=["event"],
                name="webhook_of_event",
            ),
        ),
    ]
