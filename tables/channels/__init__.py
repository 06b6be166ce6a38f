"""Notifications by channels other than email, and their format for each channel."""
