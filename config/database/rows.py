"""Instances of the rows of a query, made by the shortest way.

Django makes each by its ``__init__``, which serves whoever makes one by hand as well: signals, defaults, a ``setattr`` for each
column. Where a model adds nothing to that and nobody listens, the columns are put at once where those would put them.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import Model, signals
from django.db.models.base import ModelState
from django.db.models.query import ModelIterable
from django.db.models.query_utils import DeferredAttribute


class Maker:
    """Makes the instances of one model out of rows, with those they refer to.

    ``columns`` are the places of its columns in a row, ``key`` that of its primary key among them.
    """

    def __init__(self, klass_info: Any, select: Sequence[Any]) -> None:
        places = klass_info["select_fields"]
        self.model: type[Model] = klass_info["model"]
        self.columns = slice(places[0], places[-1] + 1)
        self.names = [select[place][0].target.attname for place in range(places[0], places[-1] + 1)]
        self.key = self.names.index(self.model._meta.pk_fields[0].attname)
        self.related = [
            (Maker(related, select), related["local_setter"], related["remote_setter"])
            for related in klass_info.get("related_klass_infos", [])
        ]

    def make(self, row: Sequence[Any], alias: str, fetch_mode: Any) -> Any:
        """As ``from_db``; None where an outer join found nothing."""
        values = row[self.columns]
        if values[self.key] is None:
            return None
        instance: Any = self.model.__new__(self.model)
        state: Any = ModelState()
        state.adding, state.db, state.fetch_mode, state.fields_cache = False, alias, fetch_mode, {}
        kept = instance.__dict__
        kept["_state"] = state
        kept.update(zip(self.names, values, strict=True))
        for maker, refer, refer_back in self.related:
            other = maker.make(row, alias, fetch_mode)
            refer(instance, other)
            if other is not None:
                refer_back(other, instance)
        return instance


def maker(queryset: Any, compiler: Any) -> Callable[[Sequence[Any], str], Any] | None:
    """How rows of this query become instances; None where only Django knows."""
    fetch_mode = queryset._fetch_mode
    if queryset._iterable_class is not ModelIterable or queryset._known_related_objects or fetch_mode.track_peers:
        return None
    if not _is_plain(compiler.klass_info):
        return None
    made, added = Maker(compiler.klass_info, compiler.select), list(compiler.annotation_col_map.items())

    def make(row: Sequence[Any], alias: str) -> Any:
        instance = made.make(row, alias, fetch_mode)
        for name, place in added:
            setattr(instance, name, row[place])
        return instance

    return make


def _is_plain(klass_info: Any) -> bool:
    """Whether ``__init__`` would put every column of a row into the ``__dict__`` of an instance, and do nothing else."""
    model = klass_info["model"]
    if klass_info.get("from_parent") or model.__init__ is not Model.__init__ or model.__new__ is not Model.__new__:
        return False
    if model.from_db.__func__ is not Model.from_db.__func__:  # type: ignore[attr-defined]
        return False
    if any(signal.has_listeners(model) for signal in (signals.pre_init, signals.post_init)):
        return False
    attributes = (vars(model).get(field.attname) or getattr(model, field.attname) for field in model._meta.concrete_fields)
    if not all(isinstance(attribute, DeferredAttribute) for attribute in attributes):
        return False
    return all(map(_is_plain, klass_info.get("related_klass_infos", [])))
