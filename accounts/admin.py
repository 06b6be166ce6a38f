"""People in the admin. Addresses are confirmed through allauth's own pages there."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm, AdminUserCreationForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.lookups import NamedLookups
from accounts.models import User


class UserCreationForm(AdminUserCreationForm):
    class Meta:
        model = User
        fields = ("email", "display_name")


@admin.register(User)
class UserAdmin(NamedLookups, DjangoUserAdmin):
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    ordering = ("-date_joined",)
    list_display = ("email", "display_name", "language", "time_zone", "is_demo", "is_staff", "date_joined")
    list_filter = ("is_demo", "is_staff", "is_active", "language")
    search_fields = ("email", "display_name")
    readonly_fields = ("is_demo", "last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("email", "password")}),
        (_("Person"), {"fields": ("display_name", "language", "time_zone", "is_demo")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = ((None, {"fields": ("email", "display_name", "usable_password", "password1", "password2")}),)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody is deleted here, with all their games still running: ``manage.py delete_account`` leaves those first."""
        return False
