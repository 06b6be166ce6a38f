"""Forms for a browser's subscription at a push service."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tables.channels import outbound, push
from tables.channels.lines import error_words
from tables.channels.unsent import Unsent


class DeviceForm(forms.Form):
    """Subscription of a device. A script fills in the form; manual requests get the list of errors."""

    endpoint = forms.CharField(max_length=1000)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)
    site_key = forms.CharField(max_length=100)

    def clean_endpoint(self) -> str:
        """Return the URL. Raises ValidationError unless its format and host are allowed for outgoing requests."""
        return _address(self.cleaned_data["endpoint"])

    def clean_p256dh(self) -> str:
        """Return the browser's public key. Raises ValidationError if it is invalid."""
        text: str = self.cleaned_data["p256dh"]
        if not push.is_point(push.unpadded(text)):
            raise ValidationError(_("These are not valid browser keys."))
        return text

    def clean_auth(self) -> str:
        """Return the secret, which must have sixteen bytes. Raises ValidationError."""
        text: str = self.cleaned_data["auth"]
        if len(push.unpadded(text) or b"") != push.AUTH_BYTES:
            raise ValidationError(_("These are not valid browser keys."))
        return text

    def clean_site_key(self) -> str:
        """Return the key if it is the current one of this site. Raises ValidationError otherwise."""
        text: str = self.cleaned_data["site_key"]
        if text != push.site_key():
            raise ValidationError(_("The site’s key has changed. Reload the page."))
        return text

    @property
    def trouble(self) -> str:
        """All errors as one text."""
        return " ".join(dict.fromkeys(str(each) for errors in self.errors.values() for each in errors))


class RenewedForm(DeviceForm):
    """Subscription that replaces another one, which is found by its URL."""

    old = forms.CharField(max_length=1000)

    def clean_old(self) -> str:
        """Return the URL of the old subscription. Raises ValidationError like :meth:`clean_endpoint`."""
        return _address(self.cleaned_data["old"])


def _address(address: str) -> str:
    try:
        outbound.check(address)
    except Unsent as error:
        raise ValidationError(error_words(str(error))) from None
    return address
