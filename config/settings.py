"""Settings from the environment. docs/operations.md lists every variable."""

import logging
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured
from django.utils.csp import CSP
from redis.backoff import NoBackoff
from redis.retry import Retry

from config import database, languages, logs, mail, metrics
from config.safe import keys
from config.supervision import broker

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))
VAR_DIR.mkdir(parents=True, exist_ok=True)

ENVIRONMENT = env.str("STAFFETTA_ENV", default="development")
if ENVIRONMENT not in ("development", "production"):
    raise ImproperlyConfigured(f"STAFFETTA_ENV is {ENVIRONMENT!r}; it must be development or production.")
PRODUCTION = ENVIRONMENT == "production"
DEBUG = env.bool("DEBUG", default=False)
DEVELOPMENT_KEY = "development-only-key-that-production-refuses-to-start-with-0123456789"
SECRET_KEY = env.str("SECRET_KEY", default="" if PRODUCTION else DEVELOPMENT_KEY)
if PRODUCTION and (len(SECRET_KEY) < 50 or keys.strength(SECRET_KEY) < keys.ENOUGH or SECRET_KEY == DEVELOPMENT_KEY):
    raise ImproperlyConfigured(f"Production needs a SECRET_KEY of at least 50 random characters. {keys.HOW_TO}")
# These keys seal hidden values in the database (config/safe/sealing.py). The first one encrypts; each one can decrypt.
DATA_KEYS = env.list("DATA_KEYS", default=[] if PRODUCTION else keys.kept_data_keys(VAR_DIR))
keys.check_data_keys(DATA_KEYS, other=SECRET_KEY)

# SITE_URL sets hosts, origins and, for https, all security settings that need it.
SITE_URL = env.str("SITE_URL", default=f"http://127.0.0.1:{env.str('PORT', default='8000')}").rstrip("/")
_site = urlsplit(SITE_URL)
if _site.scheme not in ("http", "https") or not _site.hostname or _site.path:
    raise ImproperlyConfigured(f"SITE_URL is {SITE_URL!r}; it must look like https://staffetta.example.")
HTTPS = _site.scheme == "https"
ALLOWED_HOSTS = [_site.hostname] if PRODUCTION else sorted({_site.hostname, "127.0.0.1", "localhost", "[::1]"})
CSRF_TRUSTED_ORIGINS = [SITE_URL]
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SILENCED_SYSTEM_CHECKS = [
    # HSTS for subdomains and preloading apply to a whole domain, and its owner decides about them.
    "security.W005",
    "security.W021",
]
SECURE_CSP = {
    "default-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "manifest-src": [CSP.SELF],
    "worker-src": [CSP.SELF],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.forms",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "accounts",
    "tables",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "tables.middleware.Pulses",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "accounts.middleware.PrivatePages",
    "accounts.middleware.Languages",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.PreferencesMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.Sessions",
    "accounts.middleware.SecondFactors",
    "tables.views.clubs.door.ClubSite",
    "tables.middleware.body_limit",
    "tables.middleware.utf8_only",
    "tables.middleware.form_addresses",
    "tables.middleware.unstuck",
    "tables.middleware.SignInFirst",
    "tables.middleware.UnreadableTables",
    "tables.middleware.Returns",
    "tables.middleware.OneScreen",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ADMIN_PATH = env.str("ADMIN_PATH", default="admin/").strip("/") + "/"
# If this is off, Django renders templates itself: docs/decisions/0021-compiled-templates.md.
COMPILED_TEMPLATES = env.bool("COMPILED_TEMPLATES", default=True)
TEMPLATE_LOADER = "config.templating.loader.Loader" if COMPILED_TEMPLATES else "django.template.loaders.cached.Loader"
# Form fields use the same templates.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
TEMPLATES = [
    {
        "BACKEND": "config.templating.backend.Templates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    TEMPLATE_LOADER,
                    ["django.template.loaders.filesystem.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tables.context_processors.waiting",
                "tables.context_processors.mail_trouble",
                "tables.context_processors.imprint",
            ],
        },
    }
]

# IMMEDIATE: a writer waits at the start of its transaction (config/sqlite3/) instead of failing in the middle. ATOMIC_REQUESTS
# stays off, or every GET would take the write lock. FULL: an acknowledged move is on the disk. With NORMAL, a power cut may
# lose the last moves but does no other harm.
SQLITE_SYNCHRONOUS = env.str("SQLITE_SYNCHRONOUS", default="FULL")
if SQLITE_SYNCHRONOUS not in ("FULL", "NORMAL"):
    raise ImproperlyConfigured(f"SQLITE_SYNCHRONOUS is {SQLITE_SYNCHRONOUS!r}; it must be FULL or NORMAL.")
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": f"PRAGMA journal_mode=WAL; PRAGMA synchronous={SQLITE_SYNCHRONOUS};"
    "PRAGMA mmap_size=134217728; PRAGMA cache_size=-16000;",
}
if env.str("DATABASE_URL", default=""):
    DATABASES = {"default": env.db_url("DATABASE_URL")}
else:
    DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": VAR_DIR / "staffetta.sqlite3"}}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # Connections stay open: the last one to close writes the whole journal back, which would happen after every request.
    DATABASES["default"] |= {"ENGINE": "config.sqlite3", "OPTIONS": SQLITE_OPTIONS, "CONN_MAX_AGE": 60}
else:
    DATABASES["default"] |= {"ENGINE": "config.postgresql", "CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
    _connecting = {"connect_timeout": env.int("DATABASE_CONNECT_SECONDS", default=3), **database.NETWORK}
    DATABASES["default"]["OPTIONS"] = _connecting | DATABASES["default"].get("OPTIONS", {})
# Maximum seconds of one statement in a page and in a worker's task; commands such as migrate have no limit.
DATABASE_PAGE_SECONDS = env.float("DATABASE_PAGE_SECONDS", default=8)
DATABASE_TASK_SECONDS = env.float("DATABASE_TASK_SECONDS", default=120)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Cache and broker fail fast, so that a page hardly waits for them. Without REDIS_URL, the site uses the Valkey that `make up`
# started.
REDIS_URL = env.str("REDIS_URL", default="") or broker.remembered(VAR_DIR)
SHORT = {"socket_connect_timeout": 0.25, "socket_timeout": 0.5, "retry": Retry(NoBackoff(), 0)}
CACHES = {
    "default": {
        "BACKEND": "config.cache.CalmRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "staffetta",
        "OPTIONS": SHORT,
    }
}
SESSION_ENGINE = "accounts.session_store"

# Maximum time of one request for all bots of a practice table; a worker does the rest.
PRACTICE_THINKING = timedelta(milliseconds=300)
# Maximum wait of a player at a practice table for all bots, after their own move. Doges then decide early.
PRACTICE_WAIT = timedelta(seconds=3)
# Maximum time of a worker for one turn of a doge at another table.
DOGE_THINKING = timedelta(seconds=20)
# Maximum time of a request for the doge's hints.
HINT_THINKING = timedelta(seconds=1)

# Maximum number of computer analyses of finished games per day, 0 for none, and maximum CPU time of each. With
# ANALYSES_OF_EVENTS, games of events are analysed without a request.
ANALYSES_PER_DAY = env.int("ANALYSES_PER_DAY", default=50)
ANALYSIS_SECONDS = env.float("ANALYSIS_SECONDS", default=120)
ANALYSES_OF_EVENTS = env.bool("ANALYSES_OF_EVENTS", default=False)

CELERY_BROKER_URL = broker.for_celery(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 0.5,
    "socket_timeout": 2,
    "max_retries": 0,  # this limit is for publishers; workers retry for ever
    "visibility_timeout": 600,
}
CELERY_BROKER_CONNECTION_TIMEOUT = 0.5
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.Backend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "accounts.security.password_rules.MinimumLength"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_SIGNUP_REDIRECT_URL = "/welcome/"
# Accounts. Emails contain a code to type in: it still works if the email is opened on another device, and ?next= is kept.
ACCOUNT_ADAPTER = "accounts.adapter.Adapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 30 * 60
ACCOUNT_LOGIN_TIMEOUT = 30 * 60
ALLAUTH_USER_CODE_FORMAT = {"numeric": True, "length": 8, "dashed": True}  # as in 1234-5678; three tries are allowed
ACCOUNT_CHANGE_EMAIL = ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "request_login_code": "accounts.forms.RequestLoginCodeForm",
    "confirm_login_code": "accounts.forms.ConfirmLoginCodeForm",
    "confirm_email_verification_code": "accounts.forms.ConfirmEmailVerificationCodeForm",
    "confirm_password_reset_code": "accounts.forms.ConfirmPasswordResetCodeForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "add_email": "accounts.forms.AddEmailForm",
    "change_email": "accounts.forms.ChangeEmailForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
}
# Second factors are open to everyone. Staff need one for the pages below, in production unless the settings say otherwise.
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_TOTP_ISSUER = "Staffetta"
MFA_TOTP_TOLERANCE = 1
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
MFA_FORMS = {
    "authenticate": "accounts.security.factor_forms.AuthenticateForm",
    "reauthenticate": "accounts.security.factor_forms.ReauthenticateForm",
    "activate_totp": "accounts.security.factor_forms.ActivateTOTPForm",
    "add_webauthn": "accounts.security.factor_forms.AddWebAuthnForm",
    "authenticate_webauthn": "accounts.security.factor_forms.AuthenticateWebAuthnForm",
    "reauthenticate_webauthn": "accounts.security.factor_forms.ReauthenticateWebAuthnForm",
    "edit_webauthn": "accounts.security.factor_forms.EditWebAuthnForm",
}
# Code of the club that the whole site belongs to; empty if the site is open to everyone.
CLUB_SITE = env.str("CLUB_SITE", default="").strip()
STAFF_SECOND_FACTOR = env.bool("STAFF_SECOND_FACTOR", default=PRODUCTION)
STAFF_PATHS = (f"/{ADMIN_PATH}", "/staff/")
# Pages on which a guest counts as a stranger.
MEMBERS_PATHS = ("/accounts/", *STAFF_PATHS)
# Maximum number of new guests of the whole site per hour; signing up stays open.
GUESTS_PER_HOUR = env.int("GUESTS_PER_HOUR", default=2000)
# Allauth's own actions count per address or account. Ours below (accounts.limits) count per account, or per address for
# strangers.
ACCOUNT_RATE_LIMITS = {
    "signup": "10/m/ip,60/h/ip",
    "login": "30/m/ip",
    # Wrong passwords for one account: by one stranger, by all strangers together, by a browser that has signed in before.
    "login_failed": "20/m/ip,5/5m/key",
    "login_failed_all": "100/h/key",
    "login_failed_device": "10/10m/key",
    "request_login_code": "20/m/ip,5/10m/key",
    "reset_password": "20/m/ip,5/10m/key",
    "confirm_email": "5/10m/key",
    "delete": "10/10m/key",
    "chat": "15/m/key,200/h/key",
    "comment": "15/m/key,200/h/key",
    # Board pictures of past positions. Board pictures in lists have no limit.
    "picture": "60/m/key,600/h/key",
    "check": "20/m/key,200/h/key",
    "table": "6/m/key,40/d/key",
    # The limit is twice the number of invitations of one form.
    "invite": "40/m/key,100/d/key",
    "join": "30/m/key",
    "people": "30/m/key,300/d/key",
    "club": "3/m/key,10/d/key",
    "event": "6/m/key,20/d/key",
    "enter": "30/m/key,200/d/key",
    "report": "6/10m/key,30/d/key",
    "hook": "10/m/key,60/d/key",
    "trial": "4/m/key,30/h/key",
    # Downloads of personal data, for one account and from one address.
    "data": "4/10m/key,10/d/key",
    # Guests always count by address, so that a new session does not reset the limit.
    "guest": "10/m/key,60/d/key",
    "guest_all": f"{GUESTS_PER_HOUR}/h/key",
    "practice": "10/m/key,200/d/key",
    "undo": "30/m/key,600/d/key",
    # Hints of the doge. After that, hints come from the bot.
    "hint": "20/m/key,400/d/key",
    # Codes for a hand on a phone: made by one host, tried from one address. Two full tables in one house make ten at once.
    "phone_code": "20/10m/key",
    "hand": "30/10m/key,200/d/key",
}
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if HTTPS else 0  # the TLS front's X-Forwarded-For names the visitor
# Pages that are the same for everyone, some of them polled often; they load no session.
IMPERSONAL_PATHS = (
    *("/p/", "/app/", "/sw.js", "/healthz/", "/readyz/", "/archive/feed/"),
    *("/robots.txt", "/sitemap", "/.well-known/", "/static/"),
)
# Pages that no cache may keep: personal pages, and URLs that work like a key.
PRIVATE_PATHS = (f"/{ADMIN_PATH}", "/accounts/", "/d/", "/hand/", "/i/", "/mail/", "/my/", "/p/", "/staff/", "/t/")

# Emails go to EMAIL_URL. Without it, development stores them and shows them on a page; production uses the local mail server.
OUTBOX_DIR = VAR_DIR / "outbox"
OUTBOX = {"BACKEND": "tables.mail.backend.OutboxBackend", "OPTIONS": {"file_path": str(OUTBOX_DIR)}}
EMAIL_URL = env.str("EMAIL_URL", default="smtp://localhost:25" if PRODUCTION else "")
# If EMAIL_URL names a provider, it reports bounces and complaints to /mail/events/ with this secret.
MAIL_PROVIDER = mail.provider(EMAIL_URL)
MAIL_EVENTS_SECRET = env.str("MAIL_EVENTS_SECRET", default="")
ANYMAIL = mail.events(EMAIL_URL, MAIL_EVENTS_SECRET)
# Address for replies to emails; None if emails can be answered only by their links.
INBOUND = mail.inbound(env.str("INBOUND_URL", default=""), sending=EMAIL_URL, secret=MAIL_EVENTS_SECRET)
if MAIL_PROVIDER:
    MAILERS = mail.provider_mailers(EMAIL_URL)
else:
    MAILERS = mail.mailers(env.email_url_config(EMAIL_URL)) if EMAIL_URL else {"default": OUTBOX}
# Folder of the texts for the pages imprint and privacy: docs/operations.md.
TEXTS_DIR = Path(env.str("TEXTS_DIR", default="") or VAR_DIR / "texts")
# Hosts that may get webhooks without https and within the site's own network: tables/channels/outbound.py.
OUTBOUND_ALLOWED_HOSTS = env.list("OUTBOUND_ALLOWED_HOSTS", default=[])
# Key that identifies the site to push services, and a contact for them. Without the key, no device gets notifications.
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default="" if PRODUCTION else keys.remembered_vapid(VAR_DIR))
if VAPID_PRIVATE_KEY and not keys.is_vapid(VAPID_PRIVATE_KEY):
    raise ImproperlyConfigured(f"VAPID_PRIVATE_KEY is no private key of P-256 in base64url. {keys.HOW_TO_PUSH}")
VAPID_CONTACT = env.str("VAPID_CONTACT", default="") or f"mailto:post@{_site.hostname}"
if not VAPID_CONTACT.startswith(("mailto:", "https://")):
    raise ImproperlyConfigured(f"VAPID_CONTACT is {VAPID_CONTACT!r}; it must be mailto: with an address, or a page (https).")
# People who are notified when a table is put on hold.
ADMINS = env.list("OPERATORS_EMAIL", default=[])
# Contact in security.txt: an email address or a page. Without it, the file does not exist.
SECURITY_CONTACT = env.str("SECURITY_CONTACT", default="").strip()
if "@" in SECURITY_CONTACT and ":" not in SECURITY_CONTACT:
    SECURITY_CONTACT = f"mailto:{SECURITY_CONTACT}"
if SECURITY_CONTACT and not (SECURITY_CONTACT.startswith(("mailto:", "https://")) and SECURITY_CONTACT.isprintable()):
    raise ImproperlyConfigured(f"SECURITY_CONTACT is {SECURITY_CONTACT!r}; it must be an address of mail or of a page (https).")
EMAIL_SUBJECT_PREFIX = "[Staffetta] "
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("FROM_EMAIL", default=f"Staffetta <post@{_site.hostname}>")

LANGUAGE_CODE = languages.SOURCE
LANGUAGES = [(language.code, language.name) for language in languages.LANGUAGES]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

# Outside DEBUG, file names contain a hash of the content and are cached for ever; `make up` collects changed files.
STATIC_URL = "/static/"
# Each game keeps its own static files.
STATICFILES_DIRS = sorted(BASE_DIR.glob("tables/games/*/static"))
STATIC_ROOT = VAR_DIR / "static"
HASHED = "whitenoise.storage.CompressedManifestStaticFilesStorage"
PLAIN = "django.contrib.staticfiles.storage.StaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": PLAIN if DEBUG else HASHED},
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG

# Log lines and error reports hide URLs that work like a key: config/logs/.
DEFAULT_EXCEPTION_REPORTER = "config.logs.ExceptionReporter"
LOG_FORMAT = env.str("LOG_FORMAT", default="text")
if LOG_FORMAT not in ("text", "json"):
    raise ImproperlyConfigured(f"LOG_FORMAT is {LOG_FORMAT!r}; it must be text or json.")
LOGGING = logs.config(LOG_FORMAT, env.str("LOG_LEVEL", default="WARNING"))
# With JSON, Python warnings become log lines too.
logging.captureWarnings(LOG_FORMAT == "json")

# Token with which Prometheus may read /metrics/; staff can read it too: config/metrics.py.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="").strip()
METRICS_DIR = Path(env.str("METRICS_DIR", default="") or VAR_DIR / "metrics")
if METRICS_TOKEN and len(METRICS_TOKEN) < 20:
    raise ImproperlyConfigured("METRICS_TOKEN is too short: it needs at least 20 random characters.")
if METRICS_TOKEN:
    metrics.start(METRICS_DIR)
    # It comes before all middleware that may fail, and after the middleware that answers without a view.
    MIDDLEWARE.insert(MIDDLEWARE.index("tables.middleware.Pulses") + 1, "config.metrics.Views")

# Crash reports go to Sentry or a compatible server; config/logs/crash_reports.py says what they contain.
if SENTRY_DSN := env.str("SENTRY_DSN", default="").strip():
    from config.logs import crash_reports

    crash_reports.start(SENTRY_DSN, ENVIRONMENT)
