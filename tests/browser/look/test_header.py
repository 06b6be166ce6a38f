"""Page header in which each link takes one line, on a desktop and a phone and in every language."""

import pytest
from django.conf import settings

from accounts.models import User
from tests.browser.one_look import DESK, PHONE
from tests.site import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BROKEN = """() => [...document.querySelectorAll(".site-header :is(a, summary)")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".sheet")).filter((each) => {
        const words = document.createTreeWalker(each, NodeFilter.SHOW_TEXT), range = document.createRange(), lines = [];
        while (words.nextNode()) {
            if (!words.currentNode.data.trim() || words.currentNode.parentElement.closest(".visually-hidden")) continue;
            range.selectNodeContents(words.currentNode);
            lines.push(...range.getClientRects());
        }
        return lines.some((one) => lines.some((other) => other.top >= one.bottom - 3));
    }).map((each) => each.textContent.trim())"""
WIDER = "document.documentElement.scrollWidth - innerWidth"


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@pytest.mark.parametrize("waiting", [0, 12])
def test_each_link_of_the_header_is_one_line(sit, screen, language, waiting):
    anna, ben = factories.person("Anna Katharina"), factories.person("Ben")
    User.objects.filter(pk=anna.pk).update(language=language)
    for _table in range(waiting):
        factories.running_table(anna, ben)
    table = factories.running_table(anna, ben, game="principato")
    page = sit(anna, **screen)
    for address in ("/my/", "/", "/tables/", table.get_absolute_url(), f"{table.get_absolute_url()}plan/"):
        page.goto(address)
        assert page.evaluate(BROKEN) == [], address
        assert page.evaluate(WIDER) <= 1, address
