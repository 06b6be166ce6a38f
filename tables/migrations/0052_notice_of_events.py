from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0051_events")]

    operations = [
        migrations.AddField("event", "notice_hours", models.PositiveSmallIntegerField(default=0)),
    ]
