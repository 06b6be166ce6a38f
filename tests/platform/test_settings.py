"""Settings come from the environment, and production refuses to start half configured."""

import ast
import os
import secrets
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

from config import mail
from config.safe import keys

ROOT = Path(__file__).resolve().parents[2]
REAL_KEY = "8fb2c1d0e9a47756Zq_wertasdfgyxcvbnmLKJHpoiuztrewq1234567890"
DATA_KEY = "Ce0GwwFVaLW36bdFhrxzkiipZqO0Y08U2r4In-KO3H8"


BARE = {"PATH": os.environ["PATH"], "VAR_DIR": os.environ["VAR_DIR"], "DJANGO_SETTINGS_MODULE": "config.settings"}
DEVELOPMENT_KEY = "development-only-key-that-production-refuses-to-start-with-0123456789"


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py with this environment, without the site's variables of the test run."""
    known = {**BARE, **environment}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=known, capture_output=True, text=True, timeout=60)


def setting(expression: str, **environment: str) -> str:
    """Return the printed value of an expression over the settings."""
    code = f"from django.conf import settings as s; import sys; sys.stdout.write(repr({expression}))"
    known = {
        "PATH": os.environ["PATH"],
        "VAR_DIR": os.environ["VAR_DIR"],
        "DJANGO_SETTINGS_MODULE": "config.settings",
        **environment,
    }
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=known, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("key", ["", "short", "abcde" * 12, DEVELOPMENT_KEY])
def test_production_refuses_to_start_without_a_real_secret_key(key: str) -> None:
    done = manage("check", STAFFETTA_ENV="production", SITE_URL="https://staffetta.example", SECRET_KEY=key)
    assert done.returncode != 0
    assert "Production needs a SECRET_KEY" in done.stderr
    assert "secrets.token_urlsafe" in done.stderr, "how to make one"


GUESSABLE = {
    "one letter": "a" * 60,
    "five letters over and over": "abcde" * 20,
    "a word over and over": "staffetta-" * 8,
    "the alphabet": "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
    "counting": "0123456789" * 8,
    "every other": "acegikmoqsuwyACEGIKMOQSUWY0246813579acegikmoqsuwyACEGIK",
    "few letters by lot": "abbacdebacdeabceadbeadcebadcebaadecbaedcbaedcabedcabe",
    "short and random": "kZ3!qP0-_x",
}


@pytest.mark.parametrize("key", GUESSABLE.values(), ids=GUESSABLE)
def test_keys_that_could_be_guessed_are_found_out(key: str) -> None:
    assert keys.strength(key) < keys.ENOUGH


@pytest.mark.parametrize("make", [lambda: secrets.token_urlsafe(64), lambda: secrets.token_hex(32), get_random_secret_key])
def test_keys_that_were_drawn_by_lot_pass(make: Callable[[], str]) -> None:
    assert all(keys.strength(make()) >= keys.ENOUGH for _try in range(200))


def test_the_deploy_check_shows_nothing() -> None:
    done = manage(
        "check",
        "--deploy",
        STAFFETTA_ENV="production",
        SITE_URL="https://staffetta.example",
        SECRET_KEY=REAL_KEY,
        DATA_KEYS=DATA_KEY,
    )
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout
    assert "WARNINGS" not in done.stderr


@pytest.mark.parametrize("address", ["staffetta.example", "ftp://x", "https://x/below", "https://"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    done = manage("check", SITE_URL=address)
    assert done.returncode != 0
    assert "SITE_URL is" in done.stderr


OTHER_DATA_KEY = "AyTdB-aHc5-9yuT_alkEQzGn26QTRsg1fWXCfwmE0X0"


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("", "Production needs DATA_KEYS"),
        ("too-short", "no key of 32 bytes"),
        (f"{DATA_KEY},nonsense", "no key of 32 bytes"),
        ("A" * 43, "could be guessed"),
        (f"{DATA_KEY},{DATA_KEY}", "a key twice"),
    ],
)
def test_production_needs_keys_for_what_is_hidden(keys: str, words: str) -> None:
    production = {"STAFFETTA_ENV": "production", "SECRET_KEY": REAL_KEY, "SITE_URL": "https://play.example"}
    done = manage("check", **production, DATA_KEYS=keys)
    assert words in done.stderr
    assert DATA_KEY not in done.stderr


def test_a_key_for_what_is_hidden_is_used_for_nothing_else() -> None:
    production = {"STAFFETTA_ENV": "production", "SITE_URL": "https://play.example"}
    done = manage("check", **production, SECRET_KEY=REAL_KEY + DATA_KEY, DATA_KEYS=DATA_KEY)
    assert "used elsewhere" in done.stderr


def test_several_keys_may_be_given() -> None:
    assert setting("len(s.DATA_KEYS)", DATA_KEYS=f"{DATA_KEY},{OTHER_DATA_KEY}") == "2"


def test_elsewhere_a_key_is_made_once_and_kept_for_its_owner(tmp_path: Path) -> None:
    made = setting("s.DATA_KEYS", VAR_DIR=str(tmp_path))
    assert setting("s.DATA_KEYS", VAR_DIR=str(tmp_path)) == made
    note = tmp_path / "data_keys"
    assert made == str([note.read_text().strip()])
    assert note.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [note]


def test_an_unknown_environment_is_refused() -> None:
    assert "must be development or production" in manage("check", STAFFETTA_ENV="prod").stderr


def test_one_address_sets_hosts_origins_and_everything_of_https() -> None:
    wanted = "(s.ALLOWED_HOSTS, s.CSRF_TRUSTED_ORIGINS, s.SECURE_SSL_REDIRECT, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE)"
    production = {"STAFFETTA_ENV": "production", "SECRET_KEY": REAL_KEY, "DATA_KEYS": DATA_KEY}
    found = setting(wanted, SITE_URL="https://play.example:8443", **production)
    assert found == "(['play.example'], ['https://play.example:8443'], True, True, True)"
    found = setting(wanted, SITE_URL="http://play.example", **production)
    assert found == "(['play.example'], ['http://play.example'], False, False, False)"
    assert setting("s.SECURE_HSTS_SECONDS > 0", SITE_URL="https://play.example") == "True"
    assert setting("s.SECURE_HSTS_SECONDS > 0", SITE_URL="http://play.example") == "False"


def test_staff_need_a_second_factor_in_production_unless_the_operator_says_otherwise() -> None:
    production = {
        "STAFFETTA_ENV": "production",
        "SECRET_KEY": REAL_KEY,
        "DATA_KEYS": DATA_KEY,
        "SITE_URL": "https://play.example",
    }
    assert setting("s.STAFF_SECOND_FACTOR", **production) == "True"
    assert setting("s.STAFF_SECOND_FACTOR", STAFF_SECOND_FACTOR="no", **production) == "False"
    assert setting("s.STAFF_SECOND_FACTOR") == "False"


def test_the_port_alone_moves_the_address() -> None:
    assert setting("s.SITE_URL", PORT="8123") == "'http://127.0.0.1:8123'"


def test_sqlite_waits_for_its_turn_and_requests_are_not_transactions() -> None:
    wanted = "(s.DATABASES['default']['OPTIONS']['transaction_mode'], s.DATABASES['default'].get('ATOMIC_REQUESTS', False))"
    assert setting(wanted) == "('IMMEDIATE', False)"


def test_postgres_and_redis_by_address() -> None:
    wanted = "(s.DATABASES['default']['ENGINE'].rsplit('.')[-1], s.DATABASES['default']['NAME'], s.CELERY_BROKER_URL)"
    found = setting(wanted, DATABASE_URL="postgres://me@db:5432/staffetta", REDIS_URL="redis://cache:6379/2")
    assert found == "('postgresql', 'staffetta', 'redis://cache:6379/2')"
    assert setting("s.CELERY_BROKER_URL", REDIS_URL="unix:///run/v.sock?db=3") == "'redis+socket:///run/v.sock?virtual_host=3'"


def test_mail_by_address() -> None:
    wanted = "s.MAILERS['default']['OPTIONS']"
    found = setting(wanted, EMAIL_URL="smtp+tls://me:s%40fe@mail.example:587")
    for part in ("'host': 'mail.example'", "'port': 587", "'username': 'me'", "'password': 's@fe'", "'use_tls': True"):
        assert part in found


def test_one_setting_leaves_templates_to_django() -> None:
    loader = "s.TEMPLATES[0]['OPTIONS']['loaders'][0][0]"
    assert setting(loader) == "'config.templating.loader.Loader'"
    assert setting(loader, COMPILED_TEMPLATES="no") == "'django.template.loaders.cached.Loader'"


def test_the_admin_can_be_moved() -> None:
    assert setting("s.ADMIN_PATH", ADMIN_PATH="/behind/the/curtain") == "'behind/the/curtain/'"


def test_production_tells_devices_only_with_a_key_and_refuses_what_is_none() -> None:
    production = {
        "STAFFETTA_ENV": "production",
        "SECRET_KEY": REAL_KEY,
        "DATA_KEYS": DATA_KEY,
        "SITE_URL": "https://play.example",
    }
    wanted = "(s.VAPID_PRIVATE_KEY, s.VAPID_CONTACT)"
    assert setting(wanted, **production, VAPID_CONTACT="") == "('', 'mailto:post@play.example')"
    key = "mVV-0wQcSgLwPJ2sLHtCcrFo0v7YSmyqWqWRnHkpuu0"
    assert setting(wanted, **production, VAPID_PRIVATE_KEY=key) == f"('{key}', 'mailto:post@play.example')"
    for wrong in ({"VAPID_PRIVATE_KEY": key[:-1]}, {"VAPID_CONTACT": "post@play.example"}):
        with pytest.raises(subprocess.CalledProcessError) as error:
            setting(wanted, **wrong)
        assert "ImproperlyConfigured: VAPID" in error.value.stderr


@pytest.mark.parametrize(
    ("address", "backend", "options"),
    [
        ("postmark://ToKeN-1", "tables.mail.providers.PostmarkBackend", {"server_token": "ToKeN-1"}),
        ("resend://re_Ke%2Fy", "tables.mail.providers.ResendBackend", {"api_key": "re_Ke/y"}),
        ("brevo://xkeysib-KEY", "anymail.backends.brevo.EmailBackend", {"api_key": "xkeysib-KEY"}),
        ("mailgun://KEY@mg.a.org", "anymail.backends.mailgun.EmailBackend", {"api_key": "KEY", "sender_domain": "mg.a.org"}),
    ],
)
def test_mail_by_a_provider(address: str, backend: str, options: dict[str, str]) -> None:
    found = setting("(s.MAILERS, s.MAIL_PROVIDER)", EMAIL_URL=address)
    wanted = {"default": {"BACKEND": backend, "OPTIONS": {**options, "timeout": 10}}}
    assert ast.literal_eval(found) == (wanted, address.partition(":")[0])


def test_mailgun_has_servers_in_europe() -> None:
    assert "api.eu.mailgun.net" in setting(
        "s.MAILERS['default']['OPTIONS']['api_url']", EMAIL_URL="mailgun+eu://KEY@mg.a.example"
    )


def test_what_a_providers_reports_are_known_by() -> None:
    assert setting("s.ANYMAIL", EMAIL_URL="postmark://TOKEN") == "{}"
    assert setting("s.ANYMAIL", EMAIL_URL="postmark://TOKEN", MAIL_EVENTS_SECRET="a:b") == "{'WEBHOOK_SECRET': 'a:b'}"
    found = setting("s.ANYMAIL", EMAIL_URL="mailgun://KEY@mg.a.example", MAIL_EVENTS_SECRET="signed")
    assert found == "{'MAILGUN_WEBHOOK_SIGNING_KEY': 'signed'}"


@pytest.mark.parametrize(
    ("environment", "said"),
    [({"EMAIL_URL": "postmark://"}, "no key"), ({"EMAIL_URL": "postmark://T", "MAIL_EVENTS_SECRET": "x"}, "user:password")],
)
def test_half_a_provider_is_refused(environment: dict[str, str], said: str) -> None:
    done = manage("check", **environment)
    assert done.returncode != 0
    assert said in done.stderr


BOX = "imaps://u:p@imap.example/Post?reply_domain=r.example"


def test_answers_by_mail_are_off_until_somebody_says_where_they_arrive() -> None:
    assert setting("s.INBOUND") == "None"
    found = setting(
        "vars(s.INBOUND)", INBOUND_URL="imaps://us%40er:p%2Fw@imap.example/Post%20in?reply_domain=R.example&authserv=MX.example"
    )
    assert ast.literal_eval(found) == {
        "mailbox": "reply",
        "domain": "r.example",
        "server": "mx.example",
        "hops": 2,
        "provider": "",
        "host": "imap.example",
        "port": 993,
        "is_secure": True,
        "user": "us@er",
        "password": "p/w",
        "folder": "Post in",
    }


def test_a_provider_that_states_results_need_not_be_told_which() -> None:
    url = "anymail+resend://?reply_domain=r.example"
    found = mail.inbound(url, sending="resend://KEY", secret="a:b")
    assert found is not None
    assert (found.provider, found.server, found.hops, found.host) == ("resend", "amazonses.com", None, "")


@pytest.mark.parametrize(
    ("url", "said"),
    [
        (f"{BOX}&authserv=", "authserv"),
        (BOX, "authserv"),
        (f"{BOX}&authserv=mx;x", "authserv"),
        (f"{BOX}&authserv=mx&authserv=my", "each once"),
        (f"{BOX}&authserv=mx&retries=3", "each once"),
        (f"{BOX}&authserv=mx&received=ten", "received"),
        (f"{BOX}&authserv=mx&received=99", "received"),
        (f"{BOX}&authserv=mx&mailbox=a+b", "mailbox"),
        ("imaps://u:p@imap.example/?authserv=mx", "reply_domain"),
        ("imaps://u:p@imap.example/?authserv=mx&reply_domain=no domain", "reply_domain"),
        ("imaps://imap.example/?authserv=mx&reply_domain=r.example", "user, password and host"),
        ("imaps://u:p@/?authserv=mx&reply_domain=r.example", "user, password and host"),
        ("imaps://u:p@imap.example:port/?authserv=mx&reply_domain=r.example", "cannot be read"),
        ("imaps://u:p@imap.example/P%C3%B6st?authserv=mx&reply_domain=r.example", "folder"),
        ("imap://u:p@imap.example/?authserv=mx&reply_domain=r.example", "this machine only"),
        ("pop3://u:p@imap.example/?authserv=mx&reply_domain=r.example", "must begin with"),
        ("on", "reply_domain"),
        ("anymail+brevo://?reply_domain=r.example&authserv=mx", "in use"),
        ("anymail+sendgrid://?reply_domain=r.example&authserv=mx", "in use"),
        ("anymail+postmark://?reply_domain=r.example", "authserv"),
        ("anymail+postmark://KEY@x?reply_domain=r.example&authserv=mx", "must look like"),
    ],
)
def test_a_mistake_in_where_answers_arrive_is_refused(url: str, said: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        mail.inbound(url, sending="postmark://T", secret="a:b")
    assert "INBOUND_URL" in str(refused.value)
    assert said in str(refused.value)
    assert "u:p" not in str(refused.value)


def test_a_provider_needs_its_secret_to_bring_answers() -> None:
    with pytest.raises(ImproperlyConfigured, match="MAIL_EVENTS_SECRET"):
        mail.inbound("anymail+postmark://?reply_domain=r.example&authserv=mx", sending="postmark://T", secret="")
    done = manage("check", INBOUND_URL="imaps://nowhere")
    assert done.returncode != 0
    assert "INBOUND_URL needs" in done.stderr
