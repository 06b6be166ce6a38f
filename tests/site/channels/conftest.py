import pytest

from tests.hook_server import receiving


@pytest.fixture
def receiver(settings):
    """Yield a webhook receiver on a host that the site's admins allow."""
    settings.OUTBOUND_ALLOWED_HOSTS = ["localhost"]
    with receiving() as there:
        yield there
