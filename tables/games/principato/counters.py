"""Counters of the principalities."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from engines.principato.state import Public


def counters(public: Public) -> Mapping[str, Sequence[int]]:
    """Return the numbers of tiles, stored cubes, units and works of art of each seat, by name."""
    realms = public.realms
    return {
        _("Fields"): [realm.fields for realm in realms],
        _("Farms"): [realm.farms for realm in realms],
        _("Palazzi"): [realm.palazzi for realm in realms],
        _("Banks"): [realm.banks for realm in realms],
        _("Food"): [realm.food for realm in realms],
        _("Money"): [realm.money for realm in realms],
        _("Favour"): [realm.favour for realm in realms],
        _("Catapults"): [realm.catapults for realm in realms],
        _("Condottieri"): [realm.condottieri.count for realm in realms],
        _("Militia"): [realm.militia.count for realm in realms],
        _("Monuments"): [len(realm.monuments) for realm in realms],
        _("Books"): [len(realm.books) for realm in realms],
        _("Paintings"): [len(realm.paintings) for realm in realms],
    }
