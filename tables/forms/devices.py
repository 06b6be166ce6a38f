"""What a browser says of its subscription at a push service."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tables.channels import outbound, push
from tables.channels.lines import error_words
from tables.channels.unsent import Unsent


class DeviceForm(forms.Form):
    """Written by a script; whoever writes it by hand is told what is wrong."""

    endpoint = forms.CharField(max_length=1000)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)
    site_key = forms.CharField(max_length=100)

    def clean_endpoint(self) -> str:
        """An address of the public internet, or of a host that operators vouch for."""
        return _address(self.cleaned_data["endpoint"])

    def clean_p256dh(self) -> str:
        """A public key."""
        text: str = self.cleaned_data["p256dh"]
        if not push.is_point(push.unpadded(text)):
            raise ValidationError(_("These are not the keys of a browser."))
        return text

    def clean_auth(self) -> str:
        """A secret of sixteen bytes."""
        text: str = self.cleaned_data["auth"]
        if len(push.unpadded(text) or b"") != push.AUTH_BYTES:
            raise ValidationError(_("These are not the keys of a browser."))
        return text

    def clean_site_key(self) -> str:
        """That of this site, now."""
        text: str = self.cleaned_data["site_key"]
        if text != push.site_key():
            raise ValidationError(_("The site has another key by now. Load the page again."))
        return text

    @property
    def trouble(self) -> str:
        """What is wrong, in words."""
        return " ".join(dict.fromkeys(str(each) for errors in self.errors.values() for each in errors))


class RenewedForm(DeviceForm):
    """The same of one that takes the place of another, which is found by its address."""

    old = forms.CharField(max_length=1000)

    def clean_old(self) -> str:
        """An address as it could have been kept."""
        return _address(self.cleaned_data["old"])


def _address(given: str) -> str:
    try:
        outbound.check(given)
    except Unsent as error:
        raise ValidationError(error_words(str(error))) from None
    return given
