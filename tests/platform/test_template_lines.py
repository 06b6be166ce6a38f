"""Maximum line length of templates, so that people can read them."""

from config.sources import ROOT

LONGEST = 128


def test_no_line_of_a_template_is_too_long():
    found = [
        f"{path.relative_to(ROOT / 'templates')}:{number}"
        for path in sorted((ROOT / "templates").rglob("*.*"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert found == []
