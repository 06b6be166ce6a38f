"""The rows of the site. No rules and no writing logic here: writes are services, reads are selectors."""

from tables.models.asking import Decision, Draft, FiledAnswer, StandingOrder, Submission
from tables.models.mail import Delivery, Heartbeat, MailChoice, Notification
from tables.models.play import Agreement, ChatMessage, Move, Seat, Table, Tenure

__all__ = [
    "Agreement",
    "ChatMessage",
    "Decision",
    "Delivery",
    "Draft",
    "FiledAnswer",
    "Heartbeat",
    "MailChoice",
    "Move",
    "Notification",
    "Seat",
    "StandingOrder",
    "Submission",
    "Table",
    "Tenure",
]
