"""Whether turns are ranked at a rated table is its host's to say; tables that are there already go on as they began."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tables", "0016_practice_roots"),
    ]

    operations = [
        migrations.AddField(model_name="table", name="ranks", field=models.BooleanField(default=True)),
        migrations.AlterField(model_name="table", name="ranks", field=models.BooleanField(default=False)),
    ]
