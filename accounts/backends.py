"""Authentication backend and the rule for who may sign in."""

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
    """Return whether ``user`` is active and may sign in. Demo users may not in production: their password is public."""
    return user.is_active and not (user.is_demo and settings.PRODUCTION)


class Backend(AuthenticationBackend):
    """allauth's sign-in by address and password. It refuses users who may not sign in, in existing sessions too."""

    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        """Return the user with this address and password, or None. An unknown address costs the same single query."""
        user: User | None = self._check_password(User.objects.at(email or ""), password)
        return user

    def get_user(self, user_id: int) -> User | None:
        """Return the user of a session, read again for each page, or None if they may no longer sign in."""
        user = _user.first(user_id)
        return user if self.user_can_authenticate(user) else None

    def user_can_authenticate(self, user: AbstractBaseUser | None) -> bool:
        return isinstance(user, User) and may_sign_in(user)
