from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from accounts import likeness


def fill(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    """Of names that look the same the oldest has the look; the others keep their names and get a key of their own."""
    User = apps.get_model("accounts", "User")
    taken = set()
    for pk, name in User.objects.exclude(display_name="").order_by("pk").values_list("pk", "display_name").iterator():
        key = likeness.look_key(name)
        User.objects.filter(pk=pk).update(look_key=likeness.shared_key(name, pk) if key in taken else key)
        taken.add(key)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_queued_mail"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="look_key",
            field=models.CharField(blank=True, default="", editable=False, max_length=80),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                condition=models.Q(("look_key", ""), _negated=True), fields=("look_key",), name="user_look_key"
            ),
        ),
    ]
