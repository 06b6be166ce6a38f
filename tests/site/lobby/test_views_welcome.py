"""Pages for new members: the welcome page, empty lists with links, and invitations that describe their game."""

import pytest
from django.urls import reverse
from django.utils import translation

from engines import registry
from engines.guide import guides_of
from tables.games.registry import presenter
from tables.models import MailChoice
from tables.selectors.mail.cadence import KINDS
from tables.templatetags.showcase import showcase_words
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
WELCOME = "/welcome/"
# Games that describe their demands on a player. The description is optional for new games.
TELLING = ("gonzaga", "principato", "zena1814")


def test_a_new_member_is_shown_open_tables_and_every_game_for_friends():
    factories.open_table(factories.person("Ben"), name="Evening post")
    factories.open_table(factories.person("Cara"), name="Secret post", visibility="private")
    page = page_of(signed_in(factories.person("Anna")), WELCOME)
    assert "Evening post" in page
    assert "Secret post" not in page
    for slug in registry.PLAYABLE:
        assert f"/tables/new/?game={slug}&amp;for=friends" in page
        assert f'action="/practice/{slug}/"' in page
        assert all(f'action="/guide/{guide.slug}/"' in page for guide in guides_of(slug)[:1])


def test_a_table_for_friends_is_by_invitation_unless_somebody_says_otherwise():
    client = signed_in(factories.person("Anna"))
    chosen = 'name="visibility" value="private" required id="id_visibility_1" checked'
    page = page_of(client, "/tables/new/?game=gonzaga&for=friends")
    assert chosen in page
    assert "?game=principato&amp;for=friends" in page, "another game is for friends too"
    assert chosen not in page_of(client, "/tables/new/?game=gonzaga")


def test_one_choice_is_made_for_all_kinds_of_mail():
    anna = factories.person("Anna")
    client = signed_in(anna)
    assert client.post(WELCOME, {"cadence": "digest"}).url == WELCOME
    chosen = MailChoice.objects.filter(user=anna).values_list("kind", "cadence")
    assert dict(chosen) == dict.fromkeys(KINDS, "digest")
    assert 'value="digest" required id="id_cadence_2" checked' in page_of(client, WELCOME)


def test_a_choice_that_does_not_exist_is_refused_and_changes_nothing():
    anna = factories.person("Anna")
    response = signed_in(anna).post(WELCOME, {"cadence": "hourly"})
    assert response.status_code == 422
    assert not MailChoice.objects.filter(user=anna).exists()


def test_strangers_sign_in_first():
    assert signed_in().get(WELCOME).url == f"/accounts/login/?next={WELCOME}"


def test_my_games_lead_on_until_there_is_one():
    anna = factories.person("Anna")
    client, address = signed_in(anna), reverse("tables:mine")
    assert "Where do you want to start?" in page_of(client, address)
    factories.open_table(anna)
    assert "Where do you want to start?" not in page_of(client, address)


@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize("game", registry.PLAYABLE)
def test_an_invitation_says_what_the_game_is_and_what_it_asks(game, language):
    table = factories.open_table(factories.person("Ben"), game=game)
    page = page_of(signed_in(), reverse("tables:invite", args=[table.invite]), headers={"accept-language": language})
    with translation.override(language):
        heading = translation.gettext("What to expect")
        says = showcase_words(presenter(game), "asks").strip()
    assert (heading in page) is bool(says)
    if not says and game not in TELLING:
        return
    assert page.index("<svg") < page.index(heading) < page.index('class="facts"')
    asked = page.split(f"{heading}</h2>")[1].split("</ul>")[0]
    assert asked.count("<li>") == 2
