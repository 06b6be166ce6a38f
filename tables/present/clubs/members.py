"""Who is in a club, a line for each."""

from dataclasses import dataclass

from tables.models import Membership


@dataclass(frozen=True)
class MemberLine:
    """Somebody in a club, invited to it or asking to join."""

    row: Membership

    @property
    def name(self) -> str:
        """What they are called."""
        return str(self.row.user)

    @property
    def has_asked(self) -> bool:
        """Whether they wait for an officer, not an officer for them."""
        return self.row.state == Membership.State.ASKED
