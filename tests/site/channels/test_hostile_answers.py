"""Server responses meant to keep the site busy: each costs little CPU time, and the site stops waiting soon."""

import re
import socket
import time
from pathlib import Path

import pytest

from tables.channels import outbound
from tables.channels.exchange import MOST_HEAD
from tables.channels.outbound import Request
from tables.channels.unsent import Reason, Unsent
from tables.services.channels import senders
from tests.site.channels.test_outbound import speaking

# Maximum CPU seconds that the site may spend on one response.
MOST_CPU = 0.05
OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
FILL = 60_000

# Responses that the server sends in one piece before closing the connection.
SAID = {
    "many parameters": OK + b'Content-Type: multipart/x; a="' + b";" * FILL + b"\r\n\r\n",
    "many parameters without an end": OK + b'Content-Type: multipart/x; a="' + b";" * FILL,
    "many quotation marks": OK + b"Content-Type: multipart/x; " + b'a="; ' * (FILL // 5) + b"\r\n\r\n",
    "many backslashes": OK + b'Content-Type: multipart/x; a="' + b"\\" * FILL + b"\r\n\r\n",
    "many comments": OK + b"Content-Type: " + b"(" * FILL + b"\r\n\r\n",
    "many numbered parameters": OK + b"Content-Type: x; " + b"".join(b"a*%d=x; " % n for n in range(5000)) + b"\r\n\r\n",
    "parameters within the limit": OK + b'Content-Type: multipart/x; a="' + b";" * 16_000 + b"\r\n\r\n",
    "boundary": OK + b"Content-Type: multipart/x; boundary=x\r\n\r\n" + b"--x\r\n" * (FILL // 5),
    "message in a message": OK + b"Content-Type: message/rfc822\r\n\r\n" + b"Content-Type: message/rfc822\r\n\r\n" * 1900,
    "long header": OK + b"X: " + b"x" * FILL + b"\r\n\r\n",
    "long name": OK + b"x" * FILL + b": x\r\n\r\n",
    "many headers": OK + b"a:\r\n" * (FILL // 4) + b"\r\n",
    "many headers within the limit": OK + b"a:\r\n" * 4000 + b"\r\n",
    "many cookies": OK + b"Set-Cookie: a=b; c=d\r\n" * 2700 + b"\r\n",
    "many folded lines": OK + b"X: x" + b"\r\n x" * (FILL // 4) + b"\r\n\r\n",
    "folded lines within the limit": OK + b"X: x" + b"\r\n x" * 4000 + b"\r\n\r\n",
    "empty folded lines": OK + b"X: x" + b"\r\n " * 5000 + b"\r\n\r\n",
    "folded from the beginning": OK + b" x\r\n" * 4000 + b"\r\n",
    "blanks in a header": OK + b"X: " + b" " * 16_000 + b"\r\n\r\n",
    "blanks and letters in a header": OK + b"X: " + b"x " * 8000 + b"\r\n\r\n",
    "blanks, letters and a bad one": OK + b"X: " + b"x " * 8000 + b"\0\r\n\r\n",
    "tabs and a bad one": OK + b"X:" + b"\t" * 16_000 + b"\x01\r\n\r\n",
    "name with a bad letter": OK + b"x" * 16_000 + b"\xff: x\r\n\r\n",
    "no colon": OK + b"x" * 16_000 + b"\r\n\r\n",
    "colons": OK + b":" * 16_000 + b"\r\n\r\n",
    "zeros": b"\0" * FILL,
    "line ends": b"\r\n" * (FILL // 2),
    "line feeds": b"\n" * FILL,
    "carriage returns": b"\r" * FILL,
    "lines without a carriage return": b"HTTP/1.1 200 OK\n" + b"a:\n" * 5000 + b"\n",
    "another protocol": b"SSH-2.0-OpenSSH\r\n" * 3000,
    "an old protocol": b"HTTP/0.9 200\r\n\r\n" + b"x" * FILL,
    "a new protocol": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0" * FILL,
    "long reason": b"HTTP/1.1 200 " + b"x" * FILL + b"\r\n\r\n",
    "long status": b"HTTP/1.1 " + b"2" * FILL + b"\r\n\r\n",
    "negative status": b"HTTP/1.1 -20 OK\r\n\r\n",
    "interim answers": b"HTTP/1.1 100 Continue\r\n\r\n" * (FILL // 25),
    "interim answers with headers": (b"HTTP/1.1 103 Hints\r\n" + b"Link: <x>\r\n" * 80 + b"\r\n") * 60,
    "another protocol from here": b"HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n" + b"x" * FILL,
    "length of many digits": OK + b"Content-Length: " + b"9" * 16_000 + b"\r\n\r\n",
    "length within a word": OK + b"Content-Length: " + b"9" * 18 + b"\r\n\r\n" + b"x" * FILL,
    "length that is none": OK + b"Content-Length: -1\r\n\r\n" + b"x" * FILL,
    "two lengths": OK + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
    "many lengths": OK + b"Content-Length: 1\r\n" * 800 + b"\r\nx",
    "lengths in a row": OK + b"Content-Length: " + b"1," * 8000 + b"1\r\n\r\nx",
    "length and pieces": OK + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    "unknown way of sending": OK + b"Transfer-Encoding: gzip, chunked\r\n\r\n" + b"\x1f\x8b" * 5000,
    "many ways of sending": OK + b"Transfer-Encoding: " + b"chunked," * 2000 + b"\r\n\r\n",
    "compressed": OK + b"Content-Encoding: gzip\r\n\r\n" + b"\x1f\x8b\x08\0" + b"\0" * FILL,
    "small pieces": CHUNKED + b"1\r\nx\r\n" * (FILL // 6),
    "pieces with extensions": CHUNKED + (b"1;" + b"a=b;" * 500 + b"\r\nx\r\n") * 30,
    "one long extension": CHUNKED + b"1;" + b"a" * FILL,
    "empty pieces": CHUNKED + b"0000000000000000001\r\nx\r\n" * 2500,
    "size of many digits": CHUNKED + b"f" * FILL,
    "size that is none": CHUNKED + b"-1\r\nx\r\n",
    "size larger than all": CHUNKED + b"ffffffffffffffff\r\n" + b"x" * FILL,
    "headers at the end": CHUNKED + b"0\r\n" + b"a: b\r\n" * (FILL // 6),
    "headers at the end within the limit": CHUNKED + b"0\r\n" + b"a:\r\n" * 4000 + b"\r\n",
    "folded headers at the end": CHUNKED + b"0\r\nX: x" + b"\r\n x" * 4000 + b"\r\n\r\n",
    "a second answer": OK + b"Content-Length: 0\r\n\r\n" + (OK + b"Content-Length: 0\r\n\r\n") * 1500,
    "a long rest": b"HTTP/1.1 429 No\r\nRetry-After: " + b"9" * 16_000 + b"\r\n\r\n",
    "a long way on": b"HTTP/1.1 302 On\r\nLocation: https://" + b"x" * 16_000 + b"\r\n\r\n",
    "deep JSON": OK + b"\r\n" + b"[" * FILL,
    "a long body": OK + b"\r\n" + b"x" * 10 * FILL,
}


@pytest.fixture
def vouched(settings):
    settings.OUTBOUND_ALLOWED_HOSTS = ["localhost"]


def measured(port, *, seconds, body=b"{}"):
    """Send a request. Return the response or the reason for the failure, and the CPU seconds spent."""
    before = time.thread_time()
    try:
        found = outbound.send(Request(f"http://localhost:{port}/", body), seconds=seconds)
    except Unsent as unsent:
        found = unsent.reason
    return found, time.thread_time() - before


def test_there_are_sixty_four_of_them():
    assert len(SAID) >= 64


@pytest.mark.parametrize("name", sorted(SAID))
def test_no_answer_keeps_the_site_busy(vouched, name):
    with speaking(lambda line: line.sendall(SAID[name])) as (port, _came):
        found, cpu = measured(port, seconds=3)
    assert cpu <= MOST_CPU
    if not isinstance(found, Reason):
        assert len(found.body) <= outbound.MOST_BODY


@pytest.mark.parametrize("head", [b"", OK + b"X: ", CHUNKED, OK + b"Content-Length: 60000\r\n\r\n", CHUNKED + b"0\r\nX: "])
def test_nor_one_that_comes_letter_by_letter(vouched, head):
    """A response in single characters costs little CPU time. The server sends each character in its own packet."""

    def speak(line):
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.sendall(head)
        for _time in range(MOST_HEAD):
            line.send(b"1")

    with speaking(speak) as (port, _came):
        _found, cpu = measured(port, seconds=3)
    assert cpu <= MOST_CPU


def test_an_answer_in_pieces_is_read_whole(vouched):
    said = CHUNKED + b'6;x=y\r\n{"id":\r\n5\r\n "7"}\r\n0\r\nX-Trailer: x\r\n\r\n'
    with speaking(lambda line: line.sendall(said)) as (port, _came):
        found, _cpu = measured(port, seconds=3)
    assert (found.status, found.body) == (200, b'{"id": "7"}')


def test_interim_answers_are_passed_over(vouched):
    said = b"HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n" + OK + b"Content-Length: 2\r\n\r\nok"
    with speaking(lambda line: line.sendall(said)) as (port, _came):
        assert measured(port, seconds=3)[0].body == b"ok"


def test_a_request_that_nobody_reads_is_not_waited_for(vouched):
    """The receive buffer is small, because some systems would otherwise buffer the whole request."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        found, _cpu = measured(server.getsockname()[1], seconds=0.4, body=b"x" * outbound.MOST_SENT)
    assert found == Reason.SLOW


@pytest.mark.parametrize("record", [b"\x16\x03\x03\x40\x00\x02\x00\x3f\xfc", b"\x16\x03\x03\x00\x01"])
def test_a_greeting_that_never_ends_is_not_waited_for(vouched, record):
    """The server sends its TLS handshake byte by byte. The time limit applies to the whole handshake, not to each byte."""

    def speak(line):
        line.sendall(record)
        for _time in range(100):
            time.sleep(0.05)
            line.sendall(b"\0")

    with speaking(speak) as (port, _came):
        begun = time.monotonic()
        with pytest.raises(Unsent) as raised:
            outbound.send(Request(f"https://localhost:{port}/", b"{}"), seconds=0.4)
    assert raised.value.reason in (Reason.SLOW, Reason.AWAY)
    assert time.monotonic() - begun < 1.4


def test_many_addresses_that_answer_nothing_share_the_time(vouched, monkeypatch):
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (f"127.0.0.{number}", 9)) for number in range(1, 200)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_more: found)
    waited = []

    def create_connection(address, timeout):
        waited.append(timeout)
        time.sleep(0.05)
        raise TimeoutError

    monkeypatch.setattr(socket, "create_connection", create_connection)
    with pytest.raises(Unsent) as raised:
        outbound.send(Request("http://localhost/", b"{}"), seconds=0.3)
    assert raised.value.reason == Reason.SLOW
    assert len(waited) < 10
    assert waited == sorted(waited, reverse=True)


def test_nothing_that_posts_elsewhere_uses_a_parser_of_the_standard_library():
    channels = [*Path(outbound.__file__).parent.glob("*.py"), *Path(senders.__file__).parent.glob("*.py")]
    assert len(channels) > 10
    foreign = re.compile(r"^\s*(?:import|from) (?:http|urllib\.request|requests)\b", re.MULTILINE)
    assert [path.name for path in channels if foreign.search(path.read_text())] == []
