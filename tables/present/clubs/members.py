"""Members of a club, a line for each."""

from dataclasses import dataclass

from tables.models import Membership


@dataclass(frozen=True)
class MemberLine:
    """Line for a member, an invited person or an applicant."""

    row: Membership

    @property
    def name(self) -> str:
        """Name of the person."""
        return str(self.row.user)

    @property
    def has_asked(self) -> bool:
        """True if the person waits for an officer's decision."""
        return self.row.state == Membership.State.ASKED
