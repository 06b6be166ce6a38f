"""The rows of the site. No rules and no writing logic here: writes are services, reads are selectors."""

from tables.models.archive import ArchivedGame, MoveComment, Rating, RatingChange, RatingRun
from tables.models.asking import Decision, Draft, FiledAnswer, OrderDeed, SentForm, StandingOrder, Submission
from tables.models.calendar import Absence, Rhythm
from tables.models.lessons import Lesson
from tables.models.mail import Delivery, Feed, Heartbeat, MailChoice, MailOutage, Notification, Outage
from tables.models.planning import PlanNode
from tables.models.play import Agreement, ChatMessage, Consent, Move, Seat, SiteEvent, Table, Tenure

__all__ = [
    "Absence",
    "Agreement",
    "ArchivedGame",
    "ChatMessage",
    "Consent",
    "Decision",
    "Delivery",
    "Draft",
    "Feed",
    "FiledAnswer",
    "Heartbeat",
    "Lesson",
    "MailChoice",
    "MailOutage",
    "Move",
    "MoveComment",
    "Notification",
    "OrderDeed",
    "Outage",
    "PlanNode",
    "Rating",
    "RatingChange",
    "RatingRun",
    "Rhythm",
    "Seat",
    "SentForm",
    "SiteEvent",
    "StandingOrder",
    "Submission",
    "Table",
    "Tenure",
]
