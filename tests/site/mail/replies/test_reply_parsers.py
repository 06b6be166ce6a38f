"""Emails that different parsers read differently: they play nothing and notify nobody."""

import pytest
from django.core import mail as post

from tables.mail.replies.raw import LARGEST
from tables.mail.replies.reading import Proof
from tables.models import InboundMail, Move
from tests.site import factories
from tests.site.factories import NOW
from tests.site.replying import RESULTS, letter_to, mail, names, outcomes, plain, reading, receive

ANNA, EVE = b"Anna <anna@posteo.example>", b"Eve <eve@posteo.example>"
PASS = RESULTS.rstrip()
EVIL = b"Authentication-Results: mx.evil.example; dmarc=pass header.from=posteo.example"


def by_eve(head: bytes) -> bytes:
    """Return an email from Eve with her own header lines, sent through the shared server.

    ``$`` separates the lines of ``head``.
    """
    lines = [PASS, b"Subject: Re", b"Message-ID: <1@posteo.example>", *head.split(b"$"), b"Content-Type: text/plain"]
    return b"\r\n".join([*lines, b"", b"2"])


TO = b"To: reply+aaaaaaaaaaaaaaaaaaaaaaaaaa@reply.staffetta.example"
HEADS = {
    "bare CR before an author": b"From: " + EVE + b"$X: y\rFrom: " + ANNA,
    "bare CR in the author": b"From: " + EVE + b"\rFrom: " + ANNA,
    "bare LF before an author": b"X: y\nFrom: " + ANNA + b"$From: " + EVE,
    "CR CR LF": b"From: " + ANNA + b"\r$From: " + EVE,
    "LF CR": b"From: " + ANNA + b"\n\rFrom: " + EVE,
    "bare CR that ends the headers": b"From: " + ANNA + b"$X: y\r\r$From: " + EVE,
    "bare LF that ends the headers": b"From: " + ANNA + b"\n\nFrom: " + EVE,
    "NUL in a name": b"From: " + ANNA + b"$Fr\0om: " + EVE,
    "NUL in the author": b"From: " + ANNA[:-1] + b"\0>",
    "NUL at the end of a line": b"From: " + ANNA + b"$X: y\0$From: " + EVE,
    "vertical tab": b"From: " + ANNA + b"\x0bFrom: " + EVE,
    "form feed": b"From: " + ANNA + b"\x0cFrom: " + EVE,
    "separator": b"X: y\x1eFrom: " + EVE + b"$From: " + ANNA,
    "escape": b"From: \x1b[0m" + ANNA,
    "blank before the colon": b"From : " + EVE + b"$From: " + ANNA,
    "blank before the colon, last": b"From: " + ANNA + b"$From : " + EVE,
    "tab before the colon": b"From\t: " + EVE + b"$From: " + ANNA,
    "no colon": b"From: " + ANNA + b"$From " + EVE,
    "line of a mailbox": b"From: " + ANNA + b"$From eve@posteo.example Tue Mar  3 18:44:00 2026",
    "name outside ASCII": b"From: " + ANNA + b"$Fr\xc3\xb6m: " + EVE,
    "name with a wide letter": b"From: " + ANNA + b"$\xef\xbc\xa6rom: " + EVE,
    "two authors": b"From: " + EVE + b"$From: " + ANNA,
    "two authors, other letters": b"From: " + ANNA + b"$FROM: " + EVE,
    "two authors behind a folded blank line": b"From: " + ANNA + b"$X: y$ $From: " + EVE,
    "several addresses": b"From: " + ANNA + b", " + EVE,
    "several addresses, folded": b"From: " + EVE + b",$ " + ANNA,
    "several addresses without a comma": b"From: " + EVE + b" " + ANNA,
    "several addresses with a semicolon": b"From: " + EVE + b"; " + ANNA,
    "group": b"From: friends: " + ANNA + b";",
    "route": b"From: <@posteo.example,@evil.example:anna@posteo.example>",
    "address in angles in a name": b'From: "<eve@posteo.example>" <anna@posteo.example>',
    "address in angles in a comment": b"From: (<eve@posteo.example>) <anna@posteo.example>",
    "comment in the address": b"From: anna(x)@posteo.example",
    "comment behind the local part": b"From: <anna (@posteo.example)@posteo.example>",
    "address in a comment": b"From: anna@posteo.example (eve@posteo.example)",
    "comment that does not end": b"From: (" + EVE + b" (" + ANNA,
    "quoted mark of the end": b'From: "x\\" <eve@posteo.example>, " <anna@posteo.example>',
    "quoted local part": b'From: "anna@posteo.example"@posteo.example',
    "blank in the address": b"From: <anna @posteo.example>",
    "folded in the address": b"From: <anna@$ posteo.example>",
    "encoded address": b"From: =?utf-8?q?=3Canna=40posteo.example=3E?=",
    "encoded local part": b"From: <=?utf-8?q?anna?=@posteo.example>",
    "no address": b"From: Anna",
    "empty author": b"From: $X: y",
    "no author": b"X: y",
    "bytes outside ASCII in the address": b"From: <anna\xe9@posteo.example>",
    "bytes outside ASCII in the domain": b"From: <anna@poste\xd0\xbe.example>",
    "sign of kelvin": b"From: <an\xe2\x84\xaaa@posteo.example>",
    "blank of no width": b"From: <anna\xe2\x80\x8b@posteo.example>",
    "mark of direction": b"From: <\xe2\x80\xaeanna@posteo.example>",
    "sent on": b"From: " + ANNA + b"$Resent-From: " + EVE,
    "two kinds of content": b"From: " + ANNA + b"$Content-Type: text/html",
    "two senders": b"From: " + ANNA + b"$Sender: a@x.example$Sender: b@x.example",
    "two recipients": b"From: " + ANNA + b"$To: eve@posteo.example",
}


@pytest.mark.parametrize("name", sorted(HEADS))
def test_a_head_that_can_be_read_in_two_ways_proves_nobody(name):
    found = reading(by_eve(TO + b"$" + HEADS[name]))
    assert (found.proof is not Proof.PROVEN, found.sender, found.number) == (True, "", None)


@pytest.mark.parametrize(
    "head",
    [
        b"From: " + ANNA,
        b"From:$ " + ANNA,
        b"From: Anna Example$\t<anna@posteo.example>",
        b"From: anna@posteo.example (Anna)",
        b"From: anna@posteo.example",
        b"From: =?iso-8859-1?q?Anna_M=FCller?= <anna@posteo.example>",
        b"From: Anna M\xc3\xbcller <anna@posteo.example>",
        b"From: Anna M\xfcller <anna@posteo.example>",
        b'From: "M\xc3\xbcller, Anna" <anna@posteo.example>$X-Folded: a$ b$\tc',
    ],
)
@pytest.mark.parametrize("ends", [b"\r\n", b"\n"])
def test_a_head_as_programs_write_it_proves_its_author(head, ends):
    found = reading(by_eve(TO + b"$" + head).replace(b"\r\n", ends))
    assert (found.proof, found.sender, found.number) == (Proof.PROVEN, "anna@posteo.example", 2)


@pytest.mark.parametrize(
    "results",
    [
        b"X: y\r" + PASS,
        b"X: y\n" + PASS,
        EVIL,
        EVIL + b"\r" + PASS,
        b"Authentication-Results : mx.staffetta.example; dmarc=pass header.from=posteo.example",
        b"Authentication-Results: mx.staffetta.example\0.evil.example; dmarc=pass header.from=posteo.example",
        b"Authentication-Results: mx.evil.example (\r\n mx.staffetta.example); dmarc=pass header.from=posteo.example",
        b"Authentication-Results: mx.evil.example;\r\n\tmx.staffetta.example; dmarc=pass header.from=posteo.example",
        b"Authentication-Results: mx.st\xd0\xb0ffetta.example; dmarc=pass header.from=posteo.example",
        b"Authentication-Results: mx.staffetta.example; dmarc=pass header.from=poste\xd0\xbe.example",
        b"Authentication-Results: mx.staffetta.example; dmarc=pass header.from=posteo.example\xff",
        b"Authentication-Results: mx.staffetta.example; dmarc=fail header.from=posteo.example\r\n" + PASS,
        EVIL + b"\r\n" + EVIL.replace(b"mx.evil", b"(mx.staffetta.example) mx.evil"),
    ],
)
def test_results_that_are_not_those_of_our_server_prove_nobody(results):
    found = reading(plain("2", results=results + b"\r\n"))
    assert (found.proof is not Proof.PROVEN, found.sender, found.number) == (True, "", None)


@pytest.mark.parametrize("name", names("gmail-", "outlook-de", "apple-", "thunderbird-", "iphone-"))
def test_whole_mails_with_another_line_end_anywhere_are_not_read(name):
    raw = mail(name)
    assert reading(raw.replace(b"\r\n", b"\n")).number == 2
    ends = [at for at in range(len(raw)) if raw[at : at + 2] == b"\r\n"]
    for at in (ends[0], ends[len(ends) // 2], ends[-1]):
        for other in (b"\r", b"\n", b"\r\r\n", b"\n\r", b"\r\n\r"):
            found = reading(raw[:at] + other + raw[at + 2 :])
            assert (found.token, found.proof, found.number) == ("", Proof.FAILED, None)


@pytest.mark.parametrize(
    ("domain", "checked"),
    [
        ("straße.example", "strasse.example"),
        ("strasse.example", "straße.example"),
        ("βόλος.example", "βόλοσ.example"),
        ("\ufb01.example", "fi.example"),
        ("\u24d4x.example", "ex.example"),
        ("posteo\u3002example", "posteo.example"),
        ("a\u200db.example", "ab.example"),
    ],
)
def test_a_domain_that_programs_translate_differently_proves_nobody(domain, checked):
    """Older programs read ß as ss; newer ones ask another domain, which may belong to somebody else."""
    results = f"Authentication-Results: mx.staffetta.example; dmarc=pass header.from={checked}\r\n".encode()
    found = reading(plain("2", by=f"anna@{domain}", results=results))
    assert (found.proof, found.sender, found.number) == (Proof.FAILED, "", None)


@pytest.mark.parametrize("checked", ["xn--mnchen-3ya.example", "münchen.example", "MÜNCHEN.example."])
def test_a_domain_outside_ascii_proves_its_author_in_every_form(checked):
    results = f"Authentication-Results: mx.staffetta.example; dmarc=pass header.from={checked}\r\n".encode()
    assert reading(plain("2", by="anna@München.example", results=results)).sender == "anna@münchen.example"


PARTS = "--x\r\nContent-Type: text/plain\r\n\r\n3\r\n"


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/mixed; boundary=x; boundary=y", f"2\r\n{PARTS}--x--\r\n"),
        ("multipart/mixed", f"{PARTS}--x--\r\n"),
        ("multipart/mixed; boundary=", f"{PARTS}--x--\r\n"),
        ("multipart/mixed; boundary=nowhere", f"{PARTS}--x--\r\n"),
        ("multipart/mixed; boundary=x", PARTS),
        ("multipart/mixed; boundary=x", "2\r\n--x--\r\n"),
        ("multipart/mixed; boundary=x", "--x\r\nContent-Type: text/plain\r\n3\r\n--x--\r\n"),
        ("multipart/mixed; boundary=x\r\nContent-Transfer-Encoding: base64", f"{PARTS}--x--\r\n"),
        ("multipart/mixed; boundary*0=x; boundary*1=y", f"{PARTS}--x--\r\n"),
    ],
)
def test_parts_that_nobody_can_tell_apart_are_no_answer(kind, body):
    raw = plain(body).replace(b"text/plain; charset=utf-8", kind.encode(), 1)
    found = reading(raw)
    assert found.number is None


def test_a_mail_that_is_cut_between_the_halves_of_a_line_end_is_known_to_be_too_large():
    raw = plain("2\r\n")
    raw += b"\r\n" * ((LARGEST - len(raw)) // 2 + 8)
    for more in (b"", b" "):
        found = reading(raw.replace(b"Subject: Re", b"Subject: Re" + more))
        assert (found.is_whole, found.proof) == (False, Proof.PROVEN)


@pytest.mark.django_db
@pytest.mark.database
@pytest.mark.parametrize("end", [b"\r", b"\n"])
def test_by_a_mixed_mail_nothing_is_played_for_anybody_else(noon, anna, berto, end):
    table = factories.running_table(anna, berto)
    to = letter_to(anna)
    forged = plain("1", to=to, by="eve@posteo.example", more="X: y$From: Anna <anna@posteo.example>\r\n")
    before = len(post.outbox)
    assert receive(forged.replace(b"$", end), NOW) is None
    assert (outcomes(), InboundMail.objects.filter(reader=anna).exists()) == ([], False)
    assert not Move.objects.filter(table=table, seq__gt=0).exists()
    assert len(post.outbox) == before
    assert receive(plain("1", to=to), NOW) == "played"
