import pytest

from tests.hook_server import receiving


@pytest.fixture
def receiver(settings):
    """Somebody to post to, whom the operators of this site vouch for."""
    settings.OUTBOUND_ALLOWED_HOSTS = ["localhost"]
    with receiving() as there:
        yield there
