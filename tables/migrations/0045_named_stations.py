"""Lessons remember the id of their station: its number changes when a guide gets more of them.

Those under way keep their number as a name that no guide knows. ``Guide.number`` then looks at what is asked of their learner.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0044_full_time_once"),
    ]

    operations = [
        migrations.AlterField(
            model_name="lesson",
            name="station",
            field=models.CharField(max_length=40),
        ),
    ]
