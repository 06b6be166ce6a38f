"""Lock of an event, held by changes to it, so that they run one after another."""

from tables.errors import Code, Refusal
from tables.models import Event


def lock(event_id: int) -> Event:
    """Return the event's row with its secret, locked until the transaction ends. Raises Refusal: no_event."""
    event = Event.objects.select_for_update(no_key=True).filter(pk=event_id).first()
    if event is None:
        raise Refusal(Code.NO_EVENT)
    return event
