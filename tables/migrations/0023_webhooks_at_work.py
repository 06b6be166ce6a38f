from django.db import migrations, models

from config.operations import AddIndexConcurrently


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tables", "0022_table_hooks")]
    operations = [
        AddIndexConcurrently(
            model_name='webhook',
            index=models.Index(condition=models.Q(('off_at__isnull', True), ('rests_at__isnull', True), ('table__isnull', False)), fields=['table'], name='webhook_at_work'),
        ),
    ]
