"""outbound.py: a user's webhook address cannot reach internal hosts, and no server keeps the site waiting for long."""

import datetime
import ipaddress
import socket
import ssl
import threading
import time
from contextlib import contextmanager

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tables.channels import outbound
from tables.channels.outbound import Request
from tables.channels.unsent import Reason, Unsent


def reason(url, *, seconds=2.0, **more):
    """Return the reason why a request fails, and check that it takes at most one second more than allowed."""
    begun = time.monotonic()
    with pytest.raises(Unsent) as raised:
        outbound.send(Request(url, b"{}", **more), seconds=seconds)
    assert time.monotonic() - begun < seconds + 1
    return raised.value.reason


@contextmanager
def speaking(speak, wrap=lambda connection: connection):
    """Run a server that calls ``speak`` with each connection. Yield its port and the list of accepted connections."""
    came = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve():
            while True:
                try:
                    connection, _address = server.accept()
                except OSError:
                    return
                came.append(connection)
                threading.Thread(target=attend, args=[connection], daemon=True).start()

        def attend(connection):
            try:
                with wrap(connection) as line:
                    line.recv(65536)
                    speak(line)
            except OSError:
                pass

        threading.Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1], came
        # The shutdown ends the blocking call of ``accept``.
        server.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def vouched(settings):
    settings.OUTBOUND_ALLOWED_HOSTS = ["localhost"]


def lead_to(monkeypatch, *addresses):
    """Make look-ups of any name return these lists of addresses in turn, then the last list again and again.

    Return the list of names looked up.
    """
    asked, answers = [], list(addresses)

    def getaddrinfo(host, port, *_how, **_more):
        asked.append(host)
        found = answers.pop(0) if len(answers) > 1 else answers[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/hook",
        "ftp://example.org/hook",
        "file:///etc/passwd",
        "https:///hook",
        "https://",
        "hook",
        "",
        "https://user:password@example.org/hook",
        "https://example.org@10.0.0.1/",
        "https://example.org:0/",
        "https://example.org:port/",
        "https://example.org:99999/",
        "https://[::1/",
        "https://exa mple.org/",
        "https://example.org/\r\nHost: elsewhere",
        "https://example.org\\@10.0.0.1/",
        "https://bücher.example/",
    ],
)
def test_what_is_no_address_to_post_to(url):
    assert reason(url) == Reason.ADDRESS
    with pytest.raises(Unsent):
        outbound.check(url)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "0",
        "2130706433",
        "0x7f.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "[::1]",
        "[::]",
        "[fe80::1]",
        "[fd00::1]",
        "[fec0::1]",
        "[ff0e::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:10.0.0.1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "[2001:0:7f00:1::]",
        "[2001:20::1]",
        "[2001:30::1]",
        "[2001:1::1]",
        "[2001:db8::1]",
        "[3fff::1]",
        "[3fff:fff:ffff::1]",
        "[2620:4f:8000::1]",
        "[5f00::1]",
        "[4000::1]",
        "[64:ff9b:1::1]",
        "[100::1]",
        "192.0.0.9",
        "192.88.99.1",
        "192.31.196.1",
        "192.52.193.1",
        "192.175.48.1",
    ],
)
def test_a_network_of_its_own_is_not_reached(host):
    assert reason(f"https://{host}/") == Reason.PRIVATE


def test_a_public_address_is_one():
    for address in ("1.1.1.1", "2606:4700:4700::1111"):
        assert outbound._is_public(address)


def test_nothing_is_asked_of_a_name_that_stands_for_a_private_address_too(monkeypatch):
    lead_to(monkeypatch, ["1.1.1.1", "10.0.0.1"])
    assert reason("https://both.example/") == Reason.PRIVATE


def test_a_name_is_looked_up_once_and_the_address_that_was_checked_is_the_one_spoken_to(monkeypatch):
    """An attack by DNS rebinding fails: the site does not look up the name again, which would lead to this machine."""
    with speaking(lambda line: line.sendall(b"HTTP/1.1 200 OK\r\n\r\n")) as (port, came):
        asked = lead_to(monkeypatch, ["203.0.114.1"], ["127.0.0.1"])
        spoken_to = []

        def create_connection(address, timeout):
            spoken_to.append(address)
            raise ConnectionRefusedError

        monkeypatch.setattr(socket, "create_connection", create_connection)
        assert reason(f"https://rebind.example:{port}/") == Reason.AWAY
    assert (asked, spoken_to, came) == (["rebind.example"], [("203.0.114.1", port)], [])


def test_a_name_that_stands_for_nothing(monkeypatch):
    def getaddrinfo(*_args, **_how):
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    assert reason("https://nobody.example/") == Reason.UNKNOWN


def test_a_name_server_that_hangs_is_not_waited_for(monkeypatch):
    gone_on = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_how: [gone_on.wait(30)][:0])
    assert reason("https://slow.example/", seconds=0.2) == Reason.SLOW
    gone_on.set()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_nothing_is_followed(vouched, status):
    with speaking(lambda line: line.sendall(b"HTTP/1.1 200 OK\r\n\r\n")) as (inner, came):
        head = f"HTTP/1.1 {status} Elsewhere\r\nLocation: http://127.0.0.1:{inner}/\r\nContent-Length: 0\r\n\r\n"
        with speaking(lambda line: line.sendall(head.encode())) as (port, _came):
            assert reason(f"http://localhost:{port}/") == Reason.REDIRECT
    assert came == []


def drip(piece, *, head=b""):
    """Return a ``speak`` function that sends ``head``, then ``piece`` every 0.05 seconds."""

    def speak(line):
        line.sendall(head)
        for _time in range(200):
            line.sendall(piece)
            time.sleep(0.05)

    return speak


@pytest.mark.parametrize("piece", [b"H", b"X-More: header\r\n", b"HTTP/1.1 100 Continue\r\n\r\n"])
def test_an_answer_that_never_ends_is_left_at_that(vouched, piece):
    head = b"" if piece.startswith(b"H") else b"HTTP/1.1 200 OK\r\n"
    with speaking(drip(piece, head=head)) as (port, _came):
        assert reason(f"http://localhost:{port}/", seconds=0.5) in (Reason.SLOW, Reason.NONSENSE)


def test_nobody_who_says_nothing_is_waited_for(vouched):
    with speaking(lambda _line: time.sleep(5)) as (port, _came):
        assert reason(f"http://localhost:{port}/", seconds=0.3) == Reason.SLOW


@pytest.mark.parametrize(
    "said",
    [
        b"HTTP/1.1 200 OK\r\n" + b"X-Long: " + b"x" * 200_000 + b"\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"X-Many: one\r\n" * 10_000 + b"\r\n",
        b"SSH-2.0-OpenSSH\r\n",
        b"HTTP/1.1 banana\r\n\r\n",
        b"\x00" * 1000 + b"\r\n\r\n",
        b"",
    ],
)
def test_what_is_no_answer(vouched, said):
    with speaking(lambda line: line.sendall(said)) as (port, _came):
        assert reason(f"http://localhost:{port}/") in (Reason.NONSENSE, Reason.AWAY)


def test_of_a_long_answer_only_the_beginning_is_read(vouched):
    sent = []

    def speak(line):
        line.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            sent.append(line.send(b"x" * 65536))

    with speaking(speak) as (port, _came):
        answer = outbound.send(Request(f"http://localhost:{port}/", b"{}"), seconds=5)
    assert (answer.status, len(answer.body)) == (200, outbound.MOST_BODY)


def test_a_yes_is_a_yes_though_the_rest_never_comes(vouched):
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n"
    with speaking(drip(b"x", head=head)) as (port, _came):
        assert outbound.send(Request(f"http://localhost:{port}/", b"{}"), seconds=0.4).status == 200


@pytest.mark.parametrize(
    ("status", "wanted"),
    [
        (400, Reason.STATUS),
        (403, Reason.STATUS),
        (404, Reason.GONE),
        (410, Reason.GONE),
        (429, Reason.BUSY),
        (502, Reason.BUSY),
    ],
)
def test_a_no_says_why(receiver, status, wanted):
    receiver.answer(status, Retry_After="7.5")
    with pytest.raises(Unsent) as raised:
        outbound.send(Request(receiver.url, b"{}"))
    assert (raised.value.reason, raised.value.status) == (wanted, status)
    assert raised.value.after == datetime.timedelta(seconds=7.5 if wanted == Reason.BUSY else 0)


@pytest.mark.parametrize("said", ["Wed, 21 Oct 2026 07:28:00 GMT", "-1", "nan", "inf", "1e400", "soon"])
def test_nonsense_about_when_to_come_back_is_no_trouble(receiver, said):
    receiver.answer(429, Retry_After=said)
    with pytest.raises(Unsent) as raised:
        outbound.send(Request(receiver.url, b"{}"))
    assert datetime.timedelta(0) <= raised.value.after <= outbound.LONGEST_REST


def test_the_request_names_its_host_and_brings_nothing_along(receiver, monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
    outbound.send(Request(f"{receiver.url}/hook?wait=true#there", b'{"a":1}', {"Content-Type": "application/json"}, "PATCH"))
    outbound.send(Request(receiver.url, b""))
    first, second = receiver.posted
    assert (first.method, first.path, first.json) == ("PATCH", "/hook?wait=true", {"a": 1})
    assert first.headers["host"] == receiver.url.removeprefix("http://")
    assert "cookie" not in first.headers
    assert (second.method, second.path) == ("POST", "/")


def test_no_header_can_be_smuggled_in(receiver):
    with pytest.raises(Unsent):
        outbound.send(Request(receiver.url, b"", {"Authorization": "Bearer a\r\nX-Other: b"}))
    assert receiver.posted == []


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """Return the paths of a self-signed certificate and its key."""
    folder, key = tmp_path_factory.mktemp("tls"), ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.9"))]),
            critical=False,
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    paths = folder / "cert.pem", folder / "key.pem"
    paths[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return paths


@contextmanager
def speaking_tls(certificate):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    answer = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
    names = []
    context.sni_callback = lambda _line, name, _context: names.append(name)
    with speaking(lambda line: line.sendall(answer), lambda line: context.wrap_socket(line, server_side=True)) as (port, _came):
        yield port, names


def test_who_cannot_prove_to_be_who_they_are_is_told_nothing(certificate, vouched):
    with speaking_tls(certificate) as (port, _names):
        assert reason(f"https://localhost:{port}/") == Reason.CERTIFICATE


@pytest.fixture
def trusting(certificate, monkeypatch):
    """Make the site trust the test certificate."""
    context = ssl.create_default_context(cafile=certificate[0])
    monkeypatch.setattr(outbound, "_context", lambda: context)


def test_the_certificate_must_be_that_of_the_name(certificate, trusting, vouched, settings, monkeypatch):
    with speaking_tls(certificate) as (port, names):
        assert outbound.send(Request(f"https://localhost:{port}/", b"{}")).body == b"ok"
        settings.OUTBOUND_ALLOWED_HOSTS = ["other.example"]
        lead_to(monkeypatch, ["127.0.0.1"])
        assert reason(f"https://other.example:{port}/") == Reason.CERTIFICATE
    assert names == ["localhost", "other.example"]


def test_https_to_somebody_who_speaks_it_not(vouched):
    with speaking(drip(b"no")) as (port, _came):
        assert reason(f"https://localhost:{port}/", seconds=1) in (Reason.AWAY, Reason.SLOW)


def test_an_address_is_shown_nowhere():
    shown = repr(Request("https://discord.com/api/webhooks/1/secret", b"body", {"Authorization": "Bearer x"}))
    assert "secret" not in shown
    assert "Bearer" not in shown
