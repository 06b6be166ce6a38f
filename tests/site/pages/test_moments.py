"""Times as people read them, and as programs do."""

from datetime import UTC, datetime

import pytest
from django.utils import translation

from tables.present.time.moments import moment
from tables.templatetags.moments import day_stamp, stamp

AT = datetime(2026, 11, 24, 18, 30, 12, 345678, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "written"), [("en", "Tue 24 Nov, 18:30"), ("de", "Di 24. Nov, 18:30"), ("it", "mar 24 nov, 18:30")]
)
def test_days_of_the_week_are_written_as_within_a_sentence(language, written):
    with translation.override(language):
        assert moment(AT) == written


def test_machines_read_no_parts_of_a_second():
    assert 'datetime="2026-11-24T18:30:12+00:00"' in day_stamp(AT)
    assert 'datetime="2026-11-24T18:30+00:00"' in stamp(AT)
    assert day_stamp(None) == ""
