"""Everything under /accounts/. allauth's names stay its own (account_login …), ours are accounts:…"""

from allauth.account import views as allauth
from django.urls import include, path

from accounts import limits, views
from accounts.adapter import looks_for_somebody, remembers_next, starts_afresh
from accounts.security import views as security_views

OURS = [
    path("profile/", views.profile, name="profile"),
    path("delete/", views.delete, name="delete"),
    path("guest/forget/", views.forget_guest, name="forget_guest"),
    path("sessions/end/", security_views.end_session, name="end_session"),
]

asked_for_code = limits.widely("request_login_code")(allauth.request_login_code)
request_login_code = looks_for_somebody(remembers_next(starts_afresh(asked_for_code)))
password_reset = looks_for_somebody(limits.widely("reset_password")(allauth.password_reset))
urlpatterns = [
    path("", include((OURS, "accounts"))),
    path("login/", remembers_next(limits.widely("login")(allauth.login)), name="account_login"),
    path("login/code/", request_login_code, name="account_request_login_code"),
    path("login/code/confirm/", looks_for_somebody(views.ConfirmLoginCodeView.as_view()), name="account_confirm_login_code"),
    path("password/reset/", password_reset, name="account_reset_password"),
    path("signup/", remembers_next(limits.widely("signup")(allauth.signup)), name="account_signup"),
    path("logout/", views.leaves_nothing(allauth.logout), name="account_logout"),
    path("2fa/", security_views.SecurityView.as_view(), name="mfa_index"),
    path("2fa/", include("allauth.mfa.urls")),
    path("confirm-email/", views.confirm_email, name="account_email_verification_sent"),
    path("", include("allauth.account.urls")),
]
