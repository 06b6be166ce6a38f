from typing import Any

from django.db import migrations, models

import tables.models.hidden


def named(model_name: str) -> migrations.SeparateDatabaseAndState:
    """A name for each row: none at first, 0039 gives one to those that are there."""

    def field(default: Any) -> migrations.AddField:
        return migrations.AddField(
            model_name=model_name,
            name="row_id",
            field=models.CharField(default=default, editable=False, max_length=16),
        )

    return migrations.SeparateDatabaseAndState([field("")], [field(tables.models.hidden.new_row_id)])


class Migration(migrations.Migration):
    dependencies = [("tables", "0037_club_hooks_at_work")]
    operations = [
        *map(named, ("seat", "filedanswer", "standingorder", "plannode")),
        migrations.AlterField(model_name="replyaddress", name="played", field=models.TextField(blank=True)),
        migrations.CreateModel(
            name="DataKey",
            fields=[
                ("key_id", models.CharField(max_length=8, primary_key=True, serialize=False)),
                ("since", models.DateTimeField()),
            ],
        ),
    ]
