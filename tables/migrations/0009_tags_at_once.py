"""Tags of a finished game go into their index at once: a list of pending ones would be read through by every search."""

from django.db import migrations


def index_at_once(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER INDEX archived_tags SET (fastupdate = off)")
        schema_editor.execute("SELECT gin_clean_pending_list('archived_tags')")


class Migration(migrations.Migration):
    dependencies = [("tables", "0008_ratings")]
    operations = [migrations.RunPython(index_at_once, migrations.RunPython.noop)]
