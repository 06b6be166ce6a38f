"""Everything under /accounts/. allauth's names stay its own (account_login …), ours are accounts:…"""

from allauth.account import views as allauth
from django.urls import include, path

from accounts import views
from accounts.adapter import remembers_next, starts_afresh

OURS = [
    path("profile/", views.profile, name="profile"),
    path("delete/", views.delete, name="delete"),
]

urlpatterns = [
    path("", include((OURS, "accounts"))),
    path("login/", remembers_next(allauth.login), name="account_login"),
    path("login/code/", remembers_next(starts_afresh(allauth.request_login_code)), name="account_request_login_code"),
    path("signup/", remembers_next(allauth.signup), name="account_signup"),
    path("", include("allauth.account.urls")),
]
