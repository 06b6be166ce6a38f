"""``python -m config.probe /healthz/``: ask the site of this machine, as its front would; the exit code says how it is.

For the health check of a container, which holds no curl: in production the site answers only to its own host, and over https.
"""

import os
import sys
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

TIMEOUT = 5


def is_well(path: str, *, site_url: str, port: int) -> bool:
    """Whether the page at ``path`` answers 200 to the site's own name."""
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
    """0 if it is well, 1 if not; the site's address and port come from the environment as everywhere."""
    port = int(os.environ.get("PORT", "8000"))
    site_url = os.environ.get("SITE_URL", f"http://127.0.0.1:{port}")
    return 0 if is_well(sys.argv[1], site_url=site_url, port=port) else 1


if __name__ == "__main__":
    sys.exit(main())
