from django.db import migrations, models

from config.operations import AddIndexConcurrently


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tables", "0013_practice")]
    operations = [
        AddIndexConcurrently(
            model_name='table',
            index=models.Index(condition=models.Q(('kept', False), ('practice', True)), fields=['moved_at'], name='table_practice'),
        ),
    ]
