from django.db import migrations, models

from config.operations import AddIndexConcurrently


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tables", "0025_weekly")]
    operations = [
        AddIndexConcurrently(
            model_name="rhythm",
            index=models.Index(condition=models.Q(("weekly_at__isnull", False)), fields=["weekly_at"], name="rhythm_weekly"),
        ),
    ]
