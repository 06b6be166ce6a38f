"""URLs for links in emails, email settings, messages of mail providers, and the outbox in development."""

from django.conf import settings
from django.urls import path

from tables.views.mail import events, inbound, links, mail

app_name = "mail"
urlpatterns = [
    path("d/<str:token>/", links.decide, name="decide"),
    path("d/<str:token>/board.png", links.board, name="decide_board"),
    path("mail/", mail.choices, name="choices"),
    path("mail/paused/", mail.paused, name="paused"),
    path("mail/events/<slug:provider>/", events.events, name="events"),
    path("mail/inbound/<slug:provider>/", inbound.inbound, name="inbound"),
    path("mail/known/<int:number>/", inbound.dismiss, name="dismiss"),
    path("mail/unsubscribe/<str:token>/", mail.unsubscribe, name="unsubscribe"),
]
if not settings.PRODUCTION:
    urlpatterns += [
        path("outbox/", mail.outbox, name="outbox"),
        path("outbox/<slug:name>/", mail.outbox_mail, name="outbox_mail"),
        path("outbox/<slug:name>/page/", mail.outbox_page, name="outbox_page"),
        path("outbox/<slug:name>/<int:number>/", mail.outbox_picture, name="outbox_picture"),
    ]
