"""``python -m benchmarks.floor.serve``: serve the floor as the site is served."""

import sys

from config import serve

if __name__ == "__main__":
    sys.exit(serve.main("benchmarks.floor.wsgi:application"))
