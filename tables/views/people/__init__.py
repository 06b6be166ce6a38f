"""My people: whom I keep, who is free, and what I report."""
