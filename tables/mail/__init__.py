"""Emails made from notifications, and the mail backend for development."""
