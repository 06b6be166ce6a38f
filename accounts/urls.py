"""All addresses under /accounts/. allauth's names stay its own (account_login …), ours begin with ``accounts:``."""

from allauth.account import views as allauth
from django.urls import include, path

from accounts import limits, views
from accounts.adapter import drops_pending_sign_in, hides_unknown_address, remembers_next
from accounts.security import views as security_views

OURS = [
    path("profile/", views.profile, name="profile"),
    path("delete/", views.delete, name="delete"),
    path("guest/forget/", views.forget_guest, name="forget_guest"),
    path("sessions/end/", security_views.end_session, name="end_session"),
]

asked_for_code = limits.limit_wide_network("request_login_code")(allauth.request_login_code)
request_login_code = hides_unknown_address(remembers_next(drops_pending_sign_in(asked_for_code)))
password_reset = hides_unknown_address(limits.limit_wide_network("reset_password")(allauth.password_reset))
urlpatterns = [
    path("", include((OURS, "accounts"))),
    path("login/", remembers_next(limits.limit_wide_network("login")(allauth.login)), name="account_login"),
    path("login/code/", request_login_code, name="account_request_login_code"),
    path("login/code/confirm/", hides_unknown_address(views.ConfirmLoginCodeView.as_view()), name="account_confirm_login_code"),
    path("password/reset/", password_reset, name="account_reset_password"),
    path("signup/", remembers_next(limits.limit_wide_network("signup")(allauth.signup)), name="account_signup"),
    path("logout/", views.clears_cached_pages(allauth.logout), name="account_logout"),
    path("2fa/", security_views.SecurityView.as_view(), name="mfa_index"),
    path("2fa/", include("allauth.mfa.urls")),
    path("confirm-email/", views.confirm_email, name="account_email_verification_sent"),
    path("", include("allauth.account.urls")),
]
