"""How EMAIL_URL becomes Django's MAILERS, and MAIL_EVENTS_SECRET what anymail knows a provider's reports by."""

from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

SCHEME_OF = {"EMAIL_HOST": "host", "EMAIL_PORT": "port", "EMAIL_HOST_USER": "username", "EMAIL_HOST_PASSWORD": "password"}
# Address and name of the option that takes the key.
PROVIDERS = {
    "postmark": ("tables.mail.providers.PostmarkBackend", "server_token"),
    "resend": ("tables.mail.providers.ResendBackend", "api_key"),
    "mailgun": ("anymail.backends.mailgun.EmailBackend", "api_key"),
    "brevo": ("anymail.backends.brevo.EmailBackend", "api_key"),
}
EUROPE = {"mailgun": "https://api.eu.mailgun.net/v3"}
TIMEOUT = 10


def provider(url: str) -> str:
    """The provider that EMAIL_URL names, empty if it names a mail server."""
    scheme = urlsplit(url).scheme.partition("+")[0]
    return scheme if scheme in PROVIDERS else ""


def provider_mailers(url: str) -> dict[str, dict[str, Any]]:
    """MAILERS of ``provider://KEY``; of Mailgun ``mailgun://KEY@domain``, in Europe ``mailgun+eu://…``."""
    parts, name = urlsplit(url), provider(url)
    backend, key = PROVIDERS[name]
    options: dict[str, Any] = {key: _key(parts), "timeout": TIMEOUT}
    if name == "mailgun":
        options["sender_domain"] = parts.hostname
    if parts.scheme.endswith("+eu"):
        options["api_url"] = EUROPE[name]
    return {"default": {"BACKEND": backend, "OPTIONS": options}}


def events(url: str, secret: str) -> dict[str, str]:
    """ANYMAIL: by what a provider's reports are known, Mailgun's by its signature and all others' by user and password."""
    if not secret:
        return {}
    if provider(url) == "mailgun":
        return {"MAILGUN_WEBHOOK_SIGNING_KEY": secret}
    if ":" not in secret:
        raise ImproperlyConfigured("MAIL_EVENTS_SECRET must look like user:password; see docs/operations.md.")
    return {"WEBHOOK_SECRET": secret}


def mailers(settings: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """``settings`` is what django-environ reads from the address: EMAIL_BACKEND, EMAIL_HOST and so on."""
    backend = settings["EMAIL_BACKEND"]
    if backend.endswith("filebased.EmailBackend"):
        return {"default": {"BACKEND": backend, "OPTIONS": {"file_path": "/" + settings["EMAIL_FILE_PATH"].lstrip("/")}}}
    if not backend.endswith("smtp.EmailBackend"):
        return {"default": {"BACKEND": backend}}
    options = {new: settings[old] for old, new in SCHEME_OF.items() if settings.get(old)}
    options |= {
        "use_tls": bool(settings.get("EMAIL_USE_TLS")),
        "use_ssl": bool(settings.get("EMAIL_USE_SSL")),
        "timeout": TIMEOUT,
    }
    return {"default": {"BACKEND": backend, "OPTIONS": options}}


def _key(parts: SplitResult) -> str:
    """In front of the @, or all of it; the case of a key counts."""
    key = unquote(parts.netloc.rpartition("@")[0] or parts.netloc)
    if not key:
        raise ImproperlyConfigured("EMAIL_URL names a provider and no key; see docs/operations.md.")
    return key
