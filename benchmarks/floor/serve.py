"""``python -m benchmarks.floor.serve``: the floor, served as the site is."""

import sys

from config import serve

if __name__ == "__main__":
    sys.exit(serve.main("benchmarks.floor.wsgi:application"))
