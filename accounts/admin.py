"""Admin pages of users, their email addresses and groups."""

from typing import Any

from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm, AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.forms import DisplayNameField, keep_name, refuse_taken
from accounts.lookups import NamedLookups
from accounts.models import User
from accounts.signals import time_zone_changed

# Admins must not see secrets of second factors or signed-in browsers. Users manage both themselves, and ``manage.py
# remove_second_factor`` helps users who have lost their second factor.
admin.site.unregister([Authenticator, UserSession, EmailAddress, Group])


@admin.register(EmailAddress)
class AddressAdmin(NamedLookups, EmailAddressAdmin):
    """allauth's list of email addresses, with the restricted lookups of :class:`NamedLookups`."""


@admin.register(Group)
class GroupAdmin(NamedLookups, DjangoGroupAdmin):
    """Django's list of groups, with the restricted lookups of :class:`NamedLookups`."""


class UserCreationForm(AdminUserCreationForm):
    display_name = DisplayNameField()

    class Meta:
        model = User
        fields = ("email", "display_name")

    def clean_display_name(self) -> str:
        return refuse_taken(self.cleaned_data["display_name"])


class PersonForm(UserChangeForm):
    display_name = DisplayNameField(required=False)

    class Meta(UserChangeForm.Meta):
        model = User

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "display_name" in self.fields:
            keep_name(self, self.instance)

    def clean_display_name(self) -> str:
        return refuse_taken(self.cleaned_data["display_name"], owner=self.instance)


@admin.register(User)
class UserAdmin(NamedLookups, DjangoUserAdmin):
    form, add_form = PersonForm, UserCreationForm
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

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """Return users with an account. Guests are not listed."""
        return super().get_queryset(request).filter(guest_since=None)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: Any) -> None:
        """Save a user. Send ``time_zone_changed`` if their time zone has changed."""
        super().save_model(request, obj, form, change)
        if change and "time_zone" in form.changed_data:
            time_zone_changed.send(User, user=obj, before=form.initial["time_zone"], now=timezone.now())

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: users cannot be deleted here, since their games may still run.

        ``manage.py delete_account`` leaves the games first.
        """
        return False
