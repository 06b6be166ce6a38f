"""Forms for webhooks: the fields of each kind and the checks of their format."""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.channels import outbound
from tables.channels.lines import error_words
from tables.channels.posts import EDITABLE
from tables.channels.unsent import Unsent
from tables.forms.once import OnceForm
from tables.models import Webhook

Kind = Webhook.Kind
# Fields of each kind besides its URL.
NEEDS: Mapping[Webhook.Kind, Sequence[str]] = {Kind.MATRIX: ("room", "secret"), Kind.NTFY: ("secret",)}
ADDRESSES: Mapping[Webhook.Kind, tuple[Any, Any]] = {
    Kind.DISCORD: (
        gettext_lazy("Webhook address"),
        gettext_lazy(
            "In Discord, open the channel settings: Integrations, Webhooks, New Webhook, Copy Webhook URL. "
            "The address starts with https://discord.com/api/webhooks/."
        ),
    ),
    Kind.SLACK: (
        gettext_lazy("Webhook address"),
        gettext_lazy(
            "In Slack: an app with incoming webhooks (https://hooks.slack.com/services/…). Mattermost webhooks also work."
        ),
    ),
    Kind.MATRIX: (gettext_lazy("Your homeserver"), gettext_lazy("For example https://matrix.example.org.")),
    Kind.NTFY: (
        gettext_lazy("Topic address"),
        gettext_lazy(
            "For example https://ntfy.sh/ plus the name of your topic. Anyone who knows the name can "
            "read your messages, so make it long."
        ),
    ),
    Kind.JSON: (
        gettext_lazy("Address"),
        gettext_lazy("We post JSON to this address, signed with a secret that you receive here."),
    ),
}
SECRETS: Mapping[Webhook.Kind, tuple[Any, Any]] = {
    Kind.MATRIX: (
        gettext_lazy("Access token"),
        gettext_lazy("From an account in the room. Use a separate account, since a token can do everything its account can."),
    ),
    Kind.NTFY: (gettext_lazy("Access token"), gettext_lazy("Only if the topic requires one (tk_…).")),
}
_DISCORD = re.compile(
    r"https://(?:\w+\.)?discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d{5,25}/[\w-]{20,100}/?(?:\?thread_id=\d{5,25})?"
)
_ROOM = re.compile(r"![^\s/]{3,250}")
_TOKEN = re.compile(r"[\x21-\x7e]+")


class HookForm(OnceForm):
    """New webhook of one kind."""

    label = forms.CharField(
        label=gettext_lazy("Name for your list"),
        max_length=60,
        required=False,
        help_text=gettext_lazy("For example: my server."),
    )
    url = forms.CharField(max_length=500, widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}))
    room = forms.CharField(
        label=gettext_lazy("Room"),
        max_length=255,
        help_text=gettext_lazy("Its internal ID, which starts with “!”. In Element: room settings, Advanced."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    secret = forms.CharField(
        max_length=500, widget=forms.PasswordInput(attrs={"autocomplete": "off", "spellcheck": "false"}, render_value=True)
    )

    def __init__(self, *args: Any, kind: Webhook.Kind, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        for name in ("room", "secret"):
            if name not in NEEDS.get(kind, ()):
                del self.fields[name]
        self.fields["url"].label, self.fields["url"].help_text = ADDRESSES[kind]
        if "secret" in self.fields:
            self.fields["secret"].label, self.fields["secret"].help_text = SECRETS[kind]
            self.fields["secret"].required = kind == Kind.MATRIX

    def clean_url(self) -> str:
        """Return the URL, without a final slash except for Slack and JSON.

        Raises ValidationError unless the site may post to it and it fits this kind of webhook.
        """
        url: str = self.cleaned_data["url"]
        try:
            outbound.check(url)
        except Unsent as error:
            raise ValidationError(error_words(str(error))) from None
        parts = urlsplit(url)
        is_allowed = outbound.is_allowed(parts.hostname or "")
        if self.kind == Kind.DISCORD and not is_allowed and not _DISCORD.fullmatch(url):
            raise ValidationError(
                _("This is not a Discord webhook. The address must start with https://discord.com/api/webhooks/.")
            )
        if self.kind == Kind.NTFY and not parts.path.strip("/"):
            raise ValidationError(_("The topic name is missing at the end of the address."))
        return url.rstrip("/") if self.kind in (Kind.DISCORD, Kind.MATRIX, Kind.NTFY) else url

    def clean_room(self) -> str:
        """Return the ID of a Matrix room. Raises ValidationError if it has another format."""
        room: str = self.cleaned_data["room"]
        if not _ROOM.fullmatch(room) or not room.isprintable():
            raise ValidationError(_("A room ID must start with “!” and can’t contain spaces."))
        return room

    def clean_secret(self) -> str:
        """Return the access token. Raises ValidationError if a header cannot hold it."""
        secret: str = self.cleaned_data["secret"]
        if secret and not _TOKEN.fullmatch(secret):
            raise ValidationError(_("An access token can contain only plain characters and no spaces."))
        return secret

    def hook(self) -> dict[str, str]:
        """Return the input as fields of a webhook."""
        typed = self.cleaned_data
        return {name: typed.get(name, "") for name in ("label", "url", "room", "secret", "token")}


class TableHookForm(HookForm):
    """New webhook of a table, with a message style if the service can edit or replace a message."""

    style = forms.ChoiceField(
        label=gettext_lazy("Message style"),
        choices=Webhook.Style.choices,
        initial=Webhook.Style.EACH,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("Only a new message sends a notification; an edited message doesn’t."),
    )

    def __init__(self, *args: Any, kind: Webhook.Kind, **kwargs: Any) -> None:
        super().__init__(*args, kind=kind, **kwargs)
        if kind not in EDITABLE and kind != Kind.NTFY:
            del self.fields["style"]

    def hook(self) -> dict[str, Any]:
        """Return the input as fields of a webhook."""
        return super().hook() | {"style": Webhook.Style(self.cleaned_data.get("style", Webhook.Style.EACH))}


# Pattern, label and help text of a user's name on each service.
NAMES: Mapping[Webhook.Kind, tuple[re.Pattern[str], Any, Any]] = {
    Kind.DISCORD: (
        re.compile(r"\d{15,25}"),
        gettext_lazy("Your Discord user ID"),
        gettext_lazy("A long number. Turn on Developer Mode, then choose “Copy User ID” in your profile."),
    ),
    Kind.SLACK: (
        re.compile(r"[UW][A-Z0-9]{5,30}"),
        gettext_lazy("Your Slack member ID"),
        gettext_lazy("It starts with U. Choose “Copy member ID” in your profile."),
    ),
    Kind.MATRIX: (
        re.compile(r"@[a-z0-9._=/+-]{1,200}:[A-Za-z0-9.:\[\]-]{1,200}"),
        gettext_lazy("Your Matrix name"),
        gettext_lazy("For example @anna:example.org."),
    ),
}


class NamesForm(forms.Form):
    """A user's names on other services."""

    def __init__(self, *args: Any, names: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind, (pattern, label, help_text) in NAMES.items():
            validator = RegexValidator(re.compile(rf"\A(?:{pattern.pattern})\Z"), gettext_lazy("This name or ID is not valid."))
            self.fields[kind.value] = forms.CharField(
                label=label,
                help_text=help_text,
                required=False,
                max_length=255,
                initial=names.get(kind, ""),
                validators=[validator],
                widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
            )

    def names(self) -> dict[Webhook.Kind, str]:
        """Return the names by kind of webhook."""
        return {kind: self.cleaned_data[kind.value] for kind in NAMES}
