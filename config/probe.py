"""``python -m config.probe /healthz/``: ask the local site as its front proxy would; return an exit code.

It is the health check of a container, which has no curl. In production the site answers only to its own host name and over
https.
"""

import os
import sys
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

TIMEOUT = 5


def is_well(path: str, *, site_url: str, port: int) -> bool:
    """Request the page at ``path`` under the site's own host name. Return whether the status is 200."""
    site = urlsplit(site_url)
    connection = HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
    try:
        connection.request("GET", path, headers={"Host": site.netloc, "X-Forwarded-Proto": site.scheme})
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def main() -> int:
    """Return 0 if the site is healthy, otherwise 1. Its address and port come from the environment."""
    port = int(os.environ.get("PORT", "8000"))
    site_url = os.environ.get("SITE_URL", f"http://127.0.0.1:{port}")
    return 0 if is_well(sys.argv[1], site_url=site_url, port=port) else 1


if __name__ == "__main__":
    sys.exit(main())
