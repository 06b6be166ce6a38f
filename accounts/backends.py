"""Who may be signed in."""

from allauth.account.auth_backends import AuthenticationBackend
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db.models import QuerySet

from accounts.models import User
from config.database import statements


@statements.read
def _user(user: int) -> QuerySet[User]:
    return User.objects.filter(pk=user)


def may_sign_in(user: User) -> bool:
    """Demo users have a password that everybody knows, so production knows no demo users."""
    return user.is_active and not (user.is_demo and settings.PRODUCTION)


class Backend(AuthenticationBackend):
    """allauth's way to sign in by address and password, closed to whoever may not; their old sessions end as well."""

    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        """Looks once, known or not."""
        user: User | None = self._check_password(User.objects.at(email or ""), password)
        return user

    def get_user(self, user_id: int) -> User | None:
        """Who a session belongs to, read anew with every page; None for somebody who may not be signed in any more."""
        user = _user.first(user_id)
        return user if self.user_can_authenticate(user) else None

    def user_can_authenticate(self, user: AbstractBaseUser | None) -> bool:
        return isinstance(user, User) and may_sign_in(user)
