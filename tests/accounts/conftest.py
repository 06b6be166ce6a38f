import re
from collections.abc import Callable, Iterator

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from accounts.mail import queue
from accounts.models import User

PASSWORD = "courier-horn-7"


@pytest.fixture(autouse=True)
def _accounts_alone(settings):
    settings.ROOT_URLCONF = "tests.accounts.site"
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "accounts"}}
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    (templates,) = settings.TEMPLATES
    processors = [name for name in templates["OPTIONS"]["context_processors"] if not name.startswith("tables.")]
    settings.TEMPLATES = [templates | {"OPTIONS": templates["OPTIONS"] | {"context_processors": processors}}]
    cache.clear()


@pytest.fixture
def person(db) -> Callable[..., User]:
    def make(name: str = "Elena", **fields) -> User:
        confirmed = fields.pop("confirmed", True)
        email = fields.pop("email", f"{name.lower()}@letters.test")
        user = User.objects.create_user(email, fields.pop("password", PASSWORD), display_name=name, **fields)
        EmailAddress.objects.create(user=user, email=user.email, verified=confirmed, primary=True)
        return user

    return make


class PostOffice:
    """Emails sent so far. Each access first sends the queued emails that are due."""

    def __init__(self, sent: list[EmailMessage]) -> None:
        self._sent = sent

    def _all(self) -> list[EmailMessage]:
        queue.send_due(now=timezone.now())
        return self._sent

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[EmailMessage]:
        return iter(self._all())

    def __getitem__(self, number: int) -> EmailMessage:
        return self._all()[number]


@pytest.fixture
def mailoutbox(mailoutbox: list[EmailMessage]) -> PostOffice:
    return PostOffice(mailoutbox)


@pytest.fixture
def reader(client: Client) -> Callable[[], str]:
    """Return a function that reads a page and returns its language and the hour it shows for noon UTC on 1 July."""
    return lambda: client.get("/").content.decode()


def code_in(mail: EmailMessage) -> str:
    found = re.search(r"^ {4}(\d{4}-\d{4})$", mail.body, re.MULTILINE)
    assert found, mail.body
    assert found[1] in mail.subject, "a phone shows the subject first"
    return found[1]
