"""Database models of the site, without rules and writing logic: services write, selectors read."""

from tables.models.archive import Analysis, ArchivedGame, MoveComment, Rating, RatingChange, RatingRun
from tables.models.asking import Decision, Draft, FiledAnswer, OrderDeed, SentForm, StandingOrder, Submission
from tables.models.calendar import Absence, Rhythm
from tables.models.channels import Channel, NameElsewhere, PushDevice, Webhook
from tables.models.clubs import Club, ClubEvent, Membership
from tables.models.events import Entry, Event, EventNote, EventRound, EventTable
from tables.models.hidden import DataKey
from tables.models.lessons import Lesson
from tables.models.mail import (
    Authority,
    Delivery,
    Feed,
    Heartbeat,
    InboundMail,
    MailChoice,
    MailOutage,
    Notification,
    Outage,
    ReplyAddress,
)
from tables.models.manners import LiftedPause
from tables.models.people import FreeTime, OnlookerLine, Relation, Report
from tables.models.personal import DataExport, DataExportPart
from tables.models.planning import PlanNode, ShownPlan
from tables.models.play import Agreement, ChatMessage, Consent, Move, PhoneHand, Seat, SiteEvent, Table, Tenure
from tables.models.watching import Follow

__all__ = [
    "Absence",
    "Agreement",
    "Analysis",
    "ArchivedGame",
    "Authority",
    "Channel",
    "ChatMessage",
    "Club",
    "ClubEvent",
    "Consent",
    "DataExport",
    "DataExportPart",
    "DataKey",
    "Decision",
    "Delivery",
    "Draft",
    "Entry",
    "Event",
    "EventNote",
    "EventRound",
    "EventTable",
    "Feed",
    "FiledAnswer",
    "Follow",
    "FreeTime",
    "Heartbeat",
    "InboundMail",
    "Lesson",
    "LiftedPause",
    "MailChoice",
    "MailOutage",
    "Membership",
    "Move",
    "MoveComment",
    "NameElsewhere",
    "Notification",
    "OnlookerLine",
    "OrderDeed",
    "Outage",
    "PhoneHand",
    "PlanNode",
    "PushDevice",
    "Rating",
    "RatingChange",
    "RatingRun",
    "Relation",
    "ReplyAddress",
    "Report",
    "Rhythm",
    "Seat",
    "SentForm",
    "ShownPlan",
    "SiteEvent",
    "StandingOrder",
    "Submission",
    "Table",
    "Tenure",
    "Webhook",
]
