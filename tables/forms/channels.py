"""Webhooks as a person types them: what each kind needs, and whether it looks like one."""

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
# What each kind asks for besides its address.
NEEDS: Mapping[Webhook.Kind, Sequence[str]] = {Kind.MATRIX: ("room", "secret"), Kind.NTFY: ("secret",)}
ADDRESSES: Mapping[Webhook.Kind, tuple[Any, Any]] = {
    Kind.DISCORD: (
        gettext_lazy("Address of the webhook"),
        gettext_lazy(
            "In Discord: settings of a channel, Integrations, Webhooks, New webhook, Copy webhook URL. It begins with"
            " https://discord.com/api/webhooks/."
        ),
    ),
    Kind.SLACK: (
        gettext_lazy("Address of the webhook"),
        gettext_lazy("In Slack: an app with incoming webhooks, https://hooks.slack.com/services/…. Mattermost takes the same."),
    ),
    Kind.MATRIX: (gettext_lazy("Your homeserver"), gettext_lazy("Such as https://matrix.example.org.")),
    Kind.NTFY: (
        gettext_lazy("Address of the topic"),
        gettext_lazy("Such as https://ntfy.sh/ and the name of your topic. Whoever knows it can read along: make it long."),
    ),
    Kind.JSON: (
        gettext_lazy("Address"),
        gettext_lazy("We post JSON there, signed with a secret that you get here."),
    ),
}
SECRETS: Mapping[Webhook.Kind, tuple[Any, Any]] = {
    Kind.MATRIX: (
        gettext_lazy("Access token"),
        gettext_lazy("Of an account that is in the room; one of its own is best, since a token may do all its account may."),
    ),
    Kind.NTFY: (gettext_lazy("Access token"), gettext_lazy("Only if the topic asks for one: tk_….")),
}
_DISCORD = re.compile(
    r"https://(?:\w+\.)?discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d{5,25}/[\w-]{20,100}/?(?:\?thread_id=\d{5,25})?"
)
_ROOM = re.compile(r"![^\s/]{3,250}")
_TOKEN = re.compile(r"[\x21-\x7e]+")


class HookForm(OnceForm):
    """A new webhook of one kind."""

    label = forms.CharField(
        label=gettext_lazy("What you call it"), max_length=60, required=False, help_text=gettext_lazy("Such as: my server.")
    )
    url = forms.CharField(max_length=500, widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}))
    room = forms.CharField(
        label=gettext_lazy("Room"),
        max_length=255,
        help_text=gettext_lazy("Its internal ID, which begins with “!”: in Element, settings of the room, Advanced."),
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
        """An address to post to, and one of this kind."""
        url: str = self.cleaned_data["url"]
        try:
            outbound.check(url)
        except Unsent as error:
            raise ValidationError(error_words(str(error))) from None
        parts = urlsplit(url)
        is_vouched = outbound.is_allowed(parts.hostname or "")
        if self.kind == Kind.DISCORD and not is_vouched and not _DISCORD.fullmatch(url):
            raise ValidationError(_("This is no webhook of Discord: it begins with https://discord.com/api/webhooks/."))
        if self.kind == Kind.NTFY and not parts.path.strip("/"):
            raise ValidationError(_("The name of the topic is missing at its end."))
        return url.rstrip("/") if self.kind in (Kind.DISCORD, Kind.MATRIX, Kind.NTFY) else url

    def clean_room(self) -> str:
        """The ID of a room of Matrix."""
        room: str = self.cleaned_data["room"]
        if not _ROOM.fullmatch(room) or not room.isprintable():
            raise ValidationError(_("The ID of a room begins with “!” and holds no blanks."))
        return room

    def clean_secret(self) -> str:
        """A token as it goes into a header."""
        secret: str = self.cleaned_data["secret"]
        if secret and not _TOKEN.fullmatch(secret):
            raise ValidationError(_("An access token holds no blanks and only plain characters."))
        return secret

    def hook(self) -> dict[str, str]:
        """What was typed, as the fields of a webhook."""
        typed = self.cleaned_data
        return {name: typed.get(name, "") for name in ("label", "url", "room", "secret", "token")}


class TableHookForm(HookForm):
    """A new webhook of a table: whether it gets one message that is edited, where that can be."""

    style = forms.ChoiceField(
        label=gettext_lazy("How it tells"),
        choices=Webhook.Style.choices,
        initial=Webhook.Style.EACH,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("A message that is edited calls nobody: only a new one makes a sound."),
    )

    def __init__(self, *args: Any, kind: Webhook.Kind, **kwargs: Any) -> None:
        super().__init__(*args, kind=kind, **kwargs)
        if kind not in EDITABLE and kind != Kind.NTFY:
            del self.fields["style"]

    def hook(self) -> dict[str, Any]:
        """What was typed, as the fields of a webhook."""
        return super().hook() | {"style": Webhook.Style(self.cleaned_data.get("style", Webhook.Style.EACH))}


# What somebody is called there: its pattern, a label and where it is found.
NAMES: Mapping[Webhook.Kind, tuple[re.Pattern[str], Any, Any]] = {
    Kind.DISCORD: (
        re.compile(r"\d{15,25}"),
        gettext_lazy("Your user ID in Discord"),
        gettext_lazy("A long number: switch on the developer mode, then Copy user ID in your profile."),
    ),
    Kind.SLACK: (
        re.compile(r"[UW][A-Z0-9]{5,30}"),
        gettext_lazy("Your member ID in Slack"),
        gettext_lazy("It begins with U: in your profile, Copy member ID."),
    ),
    Kind.MATRIX: (
        re.compile(r"@[a-z0-9._=/+-]{1,200}:[A-Za-z0-9.:\[\]-]{1,200}"),
        gettext_lazy("Your name in Matrix"),
        gettext_lazy("Such as @anna:example.org."),
    ),
}


class NamesForm(forms.Form):
    """What somebody is called elsewhere."""

    def __init__(self, *args: Any, names: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind, (pattern, label, help_text) in NAMES.items():
            wrong = RegexValidator(re.compile(rf"\A(?:{pattern.pattern})\Z"), gettext_lazy("That is no such name."))
            self.fields[kind.value] = forms.CharField(
                label=label,
                help_text=help_text,
                required=False,
                max_length=255,
                initial=names.get(kind, ""),
                validators=[wrong],
                widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
            )

    def names(self) -> dict[Webhook.Kind, str]:
        """What was typed."""
        return {kind: self.cleaned_data[kind.value] for kind in NAMES}
