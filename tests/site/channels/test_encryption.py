"""Encryption of push messages: the examples of RFC 8188 (section 3) and RFC 8291 (section 5 and appendix A)."""

from base64 import urlsafe_b64decode

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from tables.channels import encryption
from tests.site.channels.devices import point, raw

WALRUS = b"I am the walrus"
SALT = raw("DGv6ra1nlYgDCS1FRnbzlw")
BROWSER = raw("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
SECRET = raw("BTBZMqHH6r4Tts7J_aSIgg")
MESSAGE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6"
    "cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


@pytest.fixture
def sender():
    return ec.derive_private_key(int.from_bytes(raw("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), ec.SECP256R1())


def test_one_record_of_rfc_8188():
    encoded = encryption.encode([WALRUS + b"\2"], key=raw("yqdlZ-tYemfogSmv7Ws5PQ"), salt=raw("I1BsxtFttlv3u_Oo94xnmw"))
    assert encoded == raw("I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg")


def test_two_records_with_padding_of_rfc_8188():
    records = [WALRUS[:7] + b"\1\0", WALRUS[7:] + b"\2"]
    key, salt = raw("BO3ZVPxUlnLORbVGMpbT1Q"), raw("uNCkWiNYzKTnBN9ji3-qWA")
    encoded = encryption.encode(records, key=key, salt=salt, key_id=b"a1", size=25)
    assert encoded == raw("uNCkWiNYzKTnBN9ji3-qWAAAABkCYTHOG8chz_gnvgOqdGYovxyjuqRyJFjEDyoF1Fvkj6hQPdPHI51OEUKEpgz3SsLWIqS_uA")


def test_the_message_of_rfc_8291(sender):
    content = urlsafe_b64decode("V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24=")
    sealed = encryption.encrypt(content, browser=BROWSER, secret=SECRET, sender=sender, salt=SALT)
    assert point(sender.public_key()) == sealed[21:86]
    assert sealed == raw(MESSAGE)


def test_no_two_messages_have_a_salt_in_common(sender):
    salts = {encryption.encrypt(b"", browser=BROWSER, secret=SECRET, sender=sender)[:16] for _each in range(3)}
    assert len(salts) == 3


def test_a_message_longer_than_a_record_is_refused(sender):
    longest = bytes(encryption.RECORD_BYTES - 17)
    assert len(encryption.encrypt(longest, browser=BROWSER, secret=SECRET, sender=sender)) == 86 + encryption.RECORD_BYTES
    with pytest.raises(ValueError, match="too long"):
        encryption.encrypt(longest + b"x", browser=BROWSER, secret=SECRET, sender=sender)


def test_a_key_that_is_no_point_is_refused(sender):
    with pytest.raises(ValueError, match="Invalid EC key"):
        encryption.encrypt(b"", browser=b"\4" + bytes(64), secret=SECRET, sender=sender)
