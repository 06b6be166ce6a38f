"""Reading of replies: whole emails written by Gmail, Outlook, Apple Mail and Thunderbird, in three languages."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.mail.replies import results, wording
from tables.mail.replies.reading import LARGEST, Proof
from tests.site.replying import DOMAIN, RESULTS, SERVER, WRITTEN_BY, WRITTEN_TO, mail, names, plain, reading

PROGRAMS = ("gmail-", "outlook-de", "outlook-en", "outlook-it", "outlook-plain-", "apple-", "iphone-", "thunderbird-", "odd-")
PAGES = tuple(f"outlook-page-{language}" for language in ("de", "en", "it"))


@pytest.mark.parametrize("name", [*names(*PROGRAMS), *PAGES])
def test_the_number_on_top_is_read_as_each_program_writes_it(name):
    found = reading(mail(name))
    assert (found.number, found.is_quoted, found.is_automatic, found.is_whole) == (2, False, False, True)
    assert (found.proof, found.sender) == (Proof.PROVEN, WRITTEN_BY.decode())
    assert found.token == "a" * 26


def test_there_are_four_programs_in_three_languages():
    """The patterns of file names match files of four mail programs and three languages."""
    assert {name.rpartition("-")[0] for name in names(*PROGRAMS[:8])} >= {"gmail", "outlook", "apple", "iphone", "thunderbird"}
    assert len(names("gmail-", "apple-", "thunderbird-")) == 9
    assert len([name for name in PAGES if mail(name)]) == 3


@pytest.mark.parametrize("name", names("empty-", "below-", "forwarded-", "outlook-list-", "outlook-page-list-"))
def test_what_is_only_quoted_is_no_answer(name):
    found = reading(mail(name))
    assert found.proof is Proof.PROVEN
    assert found.number is None


@pytest.mark.parametrize("name", names("outlook-markers-"))
def test_a_number_with_its_full_stop_is_the_beginning_of_a_list(name):
    assert reading(mail(name)).number is None


@pytest.mark.parametrize("name", names("vacation-", "absence-", "dsn", "list"))
def test_what_a_program_wrote_is_known_for_it(name):
    assert reading(mail(name)).is_automatic


def test_a_forwarder_that_vouches_is_not_believed():
    assert reading(mail("forwarder-arc")).proof is Proof.FAILED


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("2", 2),
        ("\r\n \t\r\n12 \r\n", 12),
        ("2\r\n\r\n-- \r\nAnna\r\n3", 2),
        ("2.", 2),
        ("2)", 2),
        ("(2)", 2),
        ("#2", 2),
        ("# 12.", 12),
        ("２．", 2),
        ("（２）", 2),
        ("＃２", 2),
        ("2。", 2),
        ("2.\r\n\r\nBest, Anna\r\nmobile 3", 2),
        ("2.\r\n3.", None),
        ("(2)\r\nSeal the pass\r\n3", None),
        ("2\r\n#3", None),
        ("2\r\n２", None),
        ("2.5", None),
        ("2..", None),
        ("(2", None),
        ("((2))", None),
        ("##2", None),
        ("2/3", None),
        ("2–3", None),
        ("1.2.", None),
        ("(0)", None),
        ("100.", None),
        ("02", None),
        ("0", None),
        ("-2", None),
        ("123", None),
        ("2 3", None),
        ("2 please", None),
        ("two", None),
        ("٢", None),
        ("２", 2),
        ("²", None),
        ("> 2", None),
        (">2", None),
        ("-- \r\n2", None),
        ("", None),
        ("\ufeff2\u200b", 2),
        ("2\u200b3", None),
        ("\u202b2\u202c", 2),
        ("1e1", None),
    ],
)
def test_only_a_number_alone_counts(said, number):
    assert reading(plain(said)).number == number


@pytest.mark.parametrize(
    ("page", "number"),
    [
        ("<p>2</p>", 2),
        ("<p></p><div><span>&nbsp;</span></div><div><b>1</b>2</div>", 12),
        ("<style>9</style><title>8</title><p>2<br>Anna", 2),
        ('<div style="display: none">9</div><p hidden>8</p><p>2', 2),
        ("<blockquote>2</blockquote>", None),
        ('<div class="moz-cite-prefix">x</div>2', None),
        ('<div class="gmail_quote">2</div>', None),
        ("<hr>2", None),
        ("<ol><li></li></ol><p>2", 2),
        ("<!-- 9 -->2", 2),
        ("<p>2", 2),
        ("<table><tr><td>2<td>x", 2),
        ("<p>see</p><p>2</p>", None),
    ],
)
def test_a_page_is_read_where_there_is_no_text(page, number):
    raw = plain(page).replace(b"text/plain", b"text/html")
    assert reading(raw).number == number


def test_the_text_counts_where_there_are_both():
    both = (
        "multipart/alternative; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\n%s\r\n--x\r\n"
        "Content-Type: text/html\r\n\r\n<p>3</p>\r\n--x--\r\n"
    )
    head = plain("").replace(b"text/plain; charset=utf-8\r\n\r\n", b"")
    assert reading(head + (both % "2").encode()).number == 2
    assert reading(head + (both % " ").encode()).number == 3


def test_an_attached_text_is_no_answer():
    raw = plain("2").replace(b"Content-Type: text/plain", b"Content-Disposition: attachment\r\nContent-Type: text/plain")
    assert reading(raw).number is None


class TestWhoWroteIt:
    """Proof of the sender: results that are accepted, and ways to impersonate another sender."""

    def proof(self, results=RESULTS, **more):
        found = reading(plain("2", results=results, **more))
        return found.proof, found.sender

    def test_an_aligned_pass_of_our_server_is_proof(self):
        assert self.proof() == (Proof.PROVEN, "anna@posteo.example")

    @pytest.mark.parametrize(
        "said",
        [
            f"{SERVER}; spf=pass smtp.mailfrom=x@evil.example; dmarc=pass (p=none; dis=none) header.from={DOMAIN}",
            f'{SERVER} 1; dmarc = pass reason="all; well" header.from="{DOMAIN}"',
            f"{SERVER.upper()}; DMARC=Pass header.from={DOMAIN.upper()}",
            f"{SERVER}; (dmarc=fail header.from=x) dmarc=pass policy.dmarc=none header.from={DOMAIN};",
        ],
    )
    def test_however_it_is_written(self, said):
        assert self.proof(f"Authentication-Results: {said}\r\n".encode())[0] is Proof.PROVEN

    @pytest.mark.parametrize(
        "said",
        [
            "",
            "none",
            f"{SERVER}; none",
            f"{SERVER}; spf=pass smtp.mailfrom=anna@{DOMAIN}; dkim=pass header.d={DOMAIN}",
            f"{SERVER}; dmarc=fail header.from={DOMAIN}",
            f"{SERVER}; dmarc=none header.from={DOMAIN}",
            f"{SERVER}; dmarc=bestguesspass header.from={DOMAIN}",
            f"{SERVER}; dmarc=pass",
            f"{SERVER}; dmarc=pass header.from=evil.example",
            f"{SERVER}; dmarc=pass header.from={DOMAIN}.evil.example",
            f"{SERVER}; dmarc=pass header.from=example",
            f"{SERVER}; dmarc=fail header.from={DOMAIN}; dmarc=pass header.from={DOMAIN}",
            f"{SERVER}; dmarc=pass header.from=evil.example header.from={DOMAIN}",
            f"{SERVER}; dmarc=fail (dmarc=pass header.from={DOMAIN})",
            f'{SERVER}; dmarc=fail reason="; dmarc=pass header.from={DOMAIN}"',
            f'{SERVER}; spf=pass smtp.mailfrom="x; dmarc=pass header.from={DOMAIN}"@evil.example',
            f"{SERVER} (; dmarc=pass header.from={DOMAIN}",
            f"{SERVER}; dmarc=pass header.from={DOMAIN} (",
            f'{SERVER}; dmarc=pass header.from="{DOMAIN}',
            f"{SERVER}; dmarc=pass header.from={DOMAIN} nonsense",
            f"{SERVER} x; dmarc=pass header.from={DOMAIN}",
            f"mx.evil.example; dmarc=pass header.from={DOMAIN}",
            f"{SERVER}.evil.example; dmarc=pass header.from={DOMAIN}",
            f"(x) ; dmarc=pass header.from={DOMAIN}",
            f"{SERVER}; x-dmarc=pass header.from={DOMAIN}",
            f"{SERVER}; arc=pass header.from={DOMAIN}",
        ],
    )
    def test_nothing_less_is_proof(self, said):
        assert self.proof(f"Authentication-Results: {said}\r\n".encode()) in {(Proof.FAILED, ""), (Proof.UNPROVEN, "")}

    def test_no_header_at_all_is_no_proof(self):
        assert self.proof(b"") == (Proof.UNPROVEN, "")

    def test_another_name_of_the_header_is_no_proof(self):
        for name in (b"ARC-Authentication-Results: i=1;", b"X-Authentication-Results:", b"Authentication-Results-Original:"):
            assert self.proof(RESULTS.replace(b"Authentication-Results:", name))[0] is Proof.UNPROVEN

    def test_a_header_that_the_sender_brought_along_helps_nothing(self):
        """A forged header cannot override our server's result, whether it is below that result or below a Received line."""
        fails = RESULTS.replace(b"dmarc=pass", b"dmarc=fail")
        silent = RESULTS.replace(f"dmarc=pass header.from={DOMAIN}".encode(), b"spf=pass smtp.mailfrom=x")
        received = b"Received: from evil.example by mx.staffetta.example; Tue, 3 Mar 2026 18:44:01 +0100\r\n"
        for above in (fails, silent):
            assert self.proof(above + RESULTS)[0] is not Proof.PROVEN
            assert self.proof(above + received + RESULTS)[0] is not Proof.PROVEN
        assert self.proof(received * 3 + RESULTS)[0] is Proof.UNPROVEN
        assert self.proof(received + RESULTS)[0] is Proof.PROVEN
        # A server that does not remove forged headers under its own name cannot be trusted.
        assert self.proof(RESULTS + received + RESULTS)[0] is Proof.FAILED

    def test_a_broken_header_above_hides_none_below(self):
        assert self.proof(b"Authentication-Results: " + SERVER.encode() + b"; spf=pass (\r\n" + RESULTS)[0] is Proof.UNPROVEN

    def test_another_result_of_our_server_without_dmarc_may_stand_below(self):
        beside = f"Authentication-Results: {SERVER}; dkim=pass header.d={DOMAIN}\r\n".encode()
        assert self.proof(RESULTS + beside)[0] is Proof.PROVEN

    def test_results_of_others_below_are_looked_past(self):
        below = b"Received: from a by b; x\r\nAuthentication-Results: mx.google.com (; dmarc=fail\r\n"
        assert self.proof(RESULTS + below)[0] is Proof.PROVEN

    @pytest.mark.parametrize(
        "author",
        [
            "",
            "Anna",
            "anna@posteo.example, eve@posteo.example",
            "anna@posteo.example <eve@posteo.example>",
            "friends: anna@posteo.example;",
            "friends: anna@posteo.example, eve@posteo.example;",
            "<anna@posteo.example> eve@posteo.example",
            "anna@posteo.example\r\nFrom: eve@posteo.example",
            "eve@posteo.example\r\nFrom: anna@posteo.example",
            "anna@posteo.example\r\nFrom : eve@posteo.example",
            "anna@posteo.example\r\nfrom: eve@posteo.example",
            "<@evil.example:anna@posteo.example>",
            "=?utf-8?q?anna=40posteo.example?=",
            "anna@",
            "a" * 2000 + "@posteo.example",
        ],
    )
    def test_an_author_that_is_not_exactly_one_is_nobody(self, author):
        raw = plain("2").replace(b"From: Anna <anna@posteo.example>", f"From: {author}".encode())
        assert reading(raw).sender == ""

    @pytest.mark.parametrize(
        ("author", "sender"),
        [
            ('"anna@posteo.example" <eve@posteo.example>', "eve@posteo.example"),
            ("=?utf-8?q?anna=40posteo=2Eexample?= <eve@posteo.example>", "eve@posteo.example"),
            ("ANNA@Posteo.Example", "anna@posteo.example"),
            ("Dr. Anna Müller <anna@posteo.example>", "anna@posteo.example"),
            ("Anna (at home) <anna@posteo.example>", "anna@posteo.example"),
            ("anna@posteo.example\u200b", ""),
        ],
    )
    def test_a_name_that_is_shown_is_nobodys_address(self, author, sender):
        raw = plain("2").replace(b"From: Anna <anna@posteo.example>", f"From: {author}".encode())
        assert reading(raw).sender == sender

    def test_a_mail_that_was_sent_on_is_not_its_authors(self):
        assert self.proof(more="Resent-From: eve@evil.example\r\n")[0] is Proof.FAILED


def test_only_the_letter_that_is_named_as_addressed_is_answered():
    """Only a reply address in To or Cc counts. Otherwise the message was addressed to somebody else."""
    other = WRITTEN_TO.decode().replace("aaa", "bbb", 1)
    assert reading(plain("2", to="Eve <eve@evil.example>", more=f"Delivered-To: {WRITTEN_TO.decode()}\r\n")).token == ""
    assert reading(plain("2", to=f"{WRITTEN_TO.decode()}, {other}")).token == ""
    assert reading(plain("2", to=f"x{WRITTEN_TO.decode()}")).token == ""
    assert reading(plain("2", to=f"{WRITTEN_TO.decode()}.evil.example")).token == ""
    assert reading(plain("2", to=f"Staffetta\r\n <{WRITTEN_TO.decode().upper()}>")).token == "a" * 26
    assert reading(plain("2", to="eve@evil.example", more=f"Cc: {WRITTEN_TO.decode()}\r\n")).token == "a" * 26


def test_a_mail_that_comes_twice_is_the_same_and_a_forged_one_another():
    raw = mail("gmail-de")
    again = raw.replace(b"Delivered-To:", b"X-Delivered:").replace(b"4Xy1Zk2Lq8z9sT7", b"5Xy1Zk2Lq8z9sT8")
    assert reading(raw).digest == reading(again).digest
    assert reading(raw).digest != reading(raw.replace(b"dmarc=pass", b"dmarc=fail")).digest
    assert reading(plain("2")).digest != reading(plain("3")).digest


def test_of_what_is_too_large_nothing_is_played():
    assert not reading(plain("2\r\n" + "x" * LARGEST)).is_whole


@pytest.mark.parametrize("value", ["x; dmarc=pass " + "(" * 9000, "x; " + 'a="' * 3001, "x" * 20_000, "\\", "\0"])
def test_results_that_nobody_writes_are_malformed(value):
    with pytest.raises(results.Malformed):
        results.read(value)


@pytest.mark.parametrize("page", ["<a " * 300_000, "<!--" * 20_000, "<![a" * 20_000, "<b>" * 20_000, "</a" * 20_000])
def test_a_page_that_is_meant_to_take_for_ever_does_not(page):
    assert reading(plain(page).replace(b"text/plain", b"text/html")).number is None
    assert reading(plain(f"<p>2</p><p>{page}").replace(b"text/plain", b"text/html")).number == 2


@pytest.mark.parametrize("said", ["; " * 400_000, ";\r\n " * 100_000, 'x="; ' * 100_000])
def test_a_header_that_is_meant_to_take_for_ever_is_not_read(said):
    assert reading(plain("2").replace(b"charset=utf-8", said.encode())).token == ""
    assert reading(plain("2").replace(b"charset=utf-8", said[:600].encode())).number == 2


def test_of_what_is_not_proven_the_words_are_not_looked_at():
    assert reading(plain("2", results=b"")).number is None
    assert reading(plain("2", to="post@staffetta.example")).number is None


@given(st.binary(max_size=2000))
def test_no_bytes_are_a_crash(raw):
    assert reading(raw).proof is not Proof.PROVEN


@given(
    st.sampled_from(names("gmail-", "outlook-", "odd-", "dsn")),
    st.lists(st.tuples(st.integers(0, 4000), st.binary(max_size=8))),
)
def test_no_damage_to_a_mail_is_a_crash(name, damages):
    raw = bytearray(mail(name))
    for at, bytes_ in damages:
        raw[at % len(raw) : at % len(raw) + len(bytes_)] = bytes_
    assert reading(bytes(raw)).digest


@given(st.text(alphabet=st.sampled_from("<>/=\"' adivblockquote2;&#!-\n"), max_size=300))
def test_no_page_is_a_crash(page):
    assert len(reading(plain(page).replace(b"text/plain", b"text/html")).below) <= wording.BYTES


@given(st.text(alphabet=st.sampled_from('mx;= ()"\\dmarcpsfle.hro/1\t'), max_size=200))
def test_results_are_read_or_malformed(value):
    with suppress(results.Malformed):
        assert results.read(value).server == results.read(value).server.lower()
