"""The processes of the site, the broker among them, and the parent that keeps them running."""
