import re
from urllib.parse import urlsplit

from django.conf import settings
from django.db import migrations, models

DNS_NAME = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")


def name(apps, schema_editor):
    """The host that names the entries of feeds so far names them for ever."""
    host = urlsplit(settings.SITE_URL).hostname or ""
    authorities = apps.get_model("tables", "Authority").objects.using(schema_editor.connection.alias)
    authorities.get_or_create(pk=1, defaults={"name": host if DNS_NAME.fullmatch(host) else "localhost"})


class Migration(migrations.Migration):
    dependencies = [("tables", "0040_stale_consents")]
    operations = [
        migrations.CreateModel(
            name="Authority",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=253)),
            ],
        ),
        migrations.AddField(model_name="feed", name="revisions", field=models.JSONField(blank=True, default=dict)),
        migrations.RunPython(name, migrations.RunPython.noop),
    ]
