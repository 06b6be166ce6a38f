"""Passwords, second factors, and signed-in browsers."""
