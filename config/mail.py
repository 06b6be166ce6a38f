"""Email settings from the environment.

EMAIL_URL becomes Django's MAILERS. MAIL_EVENTS_SECRET is the secret with which anymail verifies a provider's reports.
INBOUND_URL says where replies to emails arrive.
"""

import re
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

SCHEME_OF = {"EMAIL_HOST": "host", "EMAIL_PORT": "port", "EMAIL_HOST_USER": "username", "EMAIL_HOST_PASSWORD": "password"}
# Backend and name of the option that takes the key.
PROVIDERS = {
    "postmark": ("tables.mail.providers.PostmarkBackend", "server_token"),
    "resend": ("tables.mail.providers.ResendBackend", "api_key"),
    "mailgun": ("anymail.backends.mailgun.EmailBackend", "api_key"),
    "brevo": ("anymail.backends.brevo.EmailBackend", "api_key"),
}
EUROPE = {"mailgun": "https://api.eu.mailgun.net/v3"}
TIMEOUT = 10
# Authserv-id of a provider's DMARC results, if the provider documents them.
RESULTS_OF = {"resend": "amazonses.com"}
DOMAIN = re.compile(r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+", re.IGNORECASE)
MAILBOX = re.compile(r"[A-Za-z0-9._-]{1,36}")
IMAP_PORTS = {"imaps": 993, "imap": 143}


@dataclass(frozen=True)
class Inbound:
    """Address for replies to emails: ``mailbox+TOKEN@domain``, at a ``provider`` or in an IMAP ``folder``.

    ``server`` is the authserv-id of the trusted DMARC results. Our servers add at most ``hops`` Received headers above these
    results; None if the order of headers is unknown.
    """

    mailbox: str
    domain: str
    server: str
    hops: int | None
    provider: str = ""
    host: str = ""
    port: int = 0
    is_secure: bool = True
    user: str = ""
    password: str = ""
    folder: str = ""

    def __repr__(self) -> str:
        return f"Inbound({self.mailbox}@{self.domain} by {self.provider or self.host})"


def provider(url: str) -> str:
    """Return the provider that EMAIL_URL names, or an empty string if it names a mail server."""
    scheme = urlsplit(url).scheme.partition("+")[0]
    return scheme if scheme in PROVIDERS else ""


def provider_mailers(url: str) -> dict[str, dict[str, Any]]:
    """Return MAILERS for ``provider://KEY``, for Mailgun ``mailgun://KEY@domain`` or in Europe ``mailgun+eu://…``."""
    parts, name = urlsplit(url), provider(url)
    backend, key = PROVIDERS[name]
    options: dict[str, Any] = {key: _key(parts), "timeout": TIMEOUT}
    if name == "mailgun":
        options["sender_domain"] = parts.hostname
    if parts.scheme.endswith("+eu"):
        options["api_url"] = EUROPE[name]
    return {"default": {"BACKEND": backend, "OPTIONS": options}}


def events(url: str, secret: str) -> dict[str, str]:
    """Return ANYMAIL, the credentials of a provider's reports; empty without a secret.

    They are Mailgun's signing key, or a user and password. Raises ImproperlyConfigured for a malformed secret.
    """
    if not secret:
        return {}
    if provider(url) == "mailgun":
        return {"MAILGUN_WEBHOOK_SIGNING_KEY": secret}
    if ":" not in secret:
        raise ImproperlyConfigured("MAIL_EVENTS_SECRET must look like user:password; see docs/operations.md.")
    return {"WEBHOOK_SECRET": secret}


def mailers(settings: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return MAILERS for a mail server.

    ``settings`` has the values that django-environ reads from the URL: EMAIL_BACKEND, EMAIL_HOST and so on.
    """
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


def inbound(url: str, *, sending: str, secret: str) -> Inbound | None:
    """Return the parsed INBOUND_URL, or None if it is empty.

    It is ``imaps://user:password@host/folder`` or ``anymail+provider://``, each with ``?reply_domain=`` and ``&authserv=``.
    ``sending`` is EMAIL_URL, ``secret`` MAIL_EVENTS_SECRET.

    Raises ImproperlyConfigured, without quoting any secret part of the URL.
    """
    if not url:
        return None
    try:
        parts = urlsplit(url)
        port, parameters = parts.port, parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
    except ValueError:
        raise _refused("cannot be read: escape @, /, ? and # in user and password") from None
    name = parts.scheme.removeprefix("anymail+") if parts.scheme.startswith("anymail+") else ""
    options = _inbound_options(parameters, default_server=RESULTS_OF.get(name, ""))
    if name:
        return _from_provider(parts, name, options, sending=sending, secret=secret)
    if parts.scheme not in IMAP_PORTS:
        raise _refused("must begin with imaps:// or anymail+, such as anymail+resend://")
    return _from_mailbox(parts, port, options)


def _from_provider(parts: SplitResult, name: str, options: dict[str, Any], *, sending: str, secret: str) -> Inbound:
    if name not in PROVIDERS or name != provider(sending):
        raise _refused(f"names {name!r}, but EMAIL_URL does not send with it; only the provider in use can bring answers")
    if not secret:
        raise _refused("names a provider, so MAIL_EVENTS_SECRET is needed: by it the provider is known")
    if parts.netloc or parts.path.strip("/"):
        raise _refused(f"must look like anymail+{name}://?reply_domain=reply.staffetta.example")
    return Inbound(**options | {"hops": None}, provider=name)


def _from_mailbox(parts: SplitResult, port: int | None, options: dict[str, Any]) -> Inbound:
    host = parts.hostname or ""
    if not host or not parts.username or not parts.password:
        raise _refused("needs user, password and host: imaps://user:password@host/folder")
    if parts.scheme == "imap" and not _is_this_machine(host):
        raise _refused("would send the password as it is; imap:// is for this machine only, take imaps://")
    folder = unquote(parts.path.lstrip("/")) or "INBOX"
    if not folder.isascii() or not folder.isprintable():
        raise _refused("names a folder that is not plain ASCII")
    return Inbound(
        **options,
        host=host,
        port=port or IMAP_PORTS[parts.scheme],
        is_secure=parts.scheme == "imaps",
        user=unquote(parts.username),
        password=unquote(parts.password),
        folder=folder,
    )


def _inbound_options(parameters: list[tuple[str, str]], *, default_server: str) -> dict[str, Any]:
    options = dict(parameters)
    unknown = options.keys() - {"reply_domain", "mailbox", "authserv", "received"}
    if unknown or len(options) != len(parameters):
        raise _refused("knows reply_domain, mailbox, authserv and received behind its ?, each once")
    domain, mailbox = options.get("reply_domain", ""), options.get("mailbox", "reply")
    if not DOMAIN.fullmatch(domain):
        raise _refused("needs ?reply_domain=, the domain of the address at which letters are answered")
    if not MAILBOX.fullmatch(mailbox):
        raise _refused("has a mailbox= that cannot stand in front of +TOKEN@")
    server = options.get("authserv", default_server)
    if not server or not server.isascii() or not server.isprintable() or set(server) & set(' ;"()'):
        raise _refused("needs &authserv=, the name under which the receiving server states results of DMARC")
    hops = options.get("received", "2")
    if not hops.isascii() or not hops.isdigit() or not 0 < len(hops) < 2:
        raise _refused("has a received= that is no number from 0 to 9")
    return {"mailbox": mailbox.lower(), "domain": domain.lower(), "server": server.lower(), "hops": int(hops)}


def _refused(reason: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"INBOUND_URL {reason}; see docs/operations.md.")


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _key(parts: SplitResult) -> str:
    """Return the key in front of the @, or the whole host part. Its case is kept."""
    key = unquote(parts.netloc.rpartition("@")[0] or parts.netloc)
    if not key:
        raise ImproperlyConfigured("EMAIL_URL names a provider and no key; see docs/operations.md.")
    return key
