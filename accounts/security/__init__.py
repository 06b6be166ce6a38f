"""Passwords, second factors, and the browsers in which somebody is signed in."""
