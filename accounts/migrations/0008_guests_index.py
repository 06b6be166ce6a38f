from django.db import migrations, models

from config.operations import AddIndexConcurrently


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("accounts", "0007_guests")]
    operations = [
        AddIndexConcurrently(
            model_name='user',
            index=models.Index(condition=models.Q(('guest_since__isnull', False)), fields=['guest_since'], name='user_guests'),
        ),
    ]
