from django.db import migrations, models

from config.operations import AddIndexConcurrently


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tables", "0036_reports_onlookers_unread")]
    operations = [
        AddIndexConcurrently(
            model_name="webhook",
            index=models.Index(
                condition=models.Q(("club__isnull", False), ("off_at__isnull", True), ("rests_at__isnull", True)),
                fields=["club"],
                name="webhook_of_club",
            ),
        ),
    ]
