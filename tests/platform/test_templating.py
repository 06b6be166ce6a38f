"""Compiled templates: their output equals Django's byte for byte, for each compiled tag, alone and nested in other tags."""

import itertools
from collections import namedtuple
from enum import Enum
from pathlib import Path

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import TextChoices
from django.template import Context, Engine
from django.utils import translation
from django.utils.safestring import mark_safe

from config.templating.compiler import Compiled

LIBRARIES = {
    "i18n": "django.templatetags.i18n",
    "static": "django.templatetags.static",
    "l10n": "django.templatetags.l10n",
    "moments": "tables.templatetags.moments",
}


class Gone(ObjectDoesNotExist):
    """Error of a property with a missing row."""


class Choice(TextChoices):
    """Choices, which a template must not call."""

    ONE = "1", "<One>"


class Colour(Enum):
    """Another enumeration: a template must not call its members, but may call the class."""

    RED = "red"


class Thing:
    """Object with every kind of attribute that a template may use."""

    name = "a <b> & 'c'"
    safe = mark_safe("<i>safe</i>")
    number, half, nothing, yes = 1234567, 0.5, None, True
    items = ("first", "<second>", "third")
    pairs = (("a", 1), ("<b>", 2))
    words = {"key": "value & more", "items": "an item, not the method"}
    choice, kind = Choice.ONE, Choice

    def call(self):
        """Return a list; a template calls this without arguments."""
        return [1, 2, 3]

    def needs(self, argument):
        """Return the argument; a template cannot call this."""
        return argument

    def delete(self):
        """Fail the test, because a template must not call this."""
        raise AssertionError("called")

    delete.alters_data = True

    @property
    def gone(self):
        """Raise an error that templates ignore."""
        raise Gone

    @property
    def broken(self):
        """Raise an error that templates do not catch."""
        raise ZeroDivisionError

    @property
    def wrong(self):
        """Raise an error that looks like a missing attribute."""
        raise AttributeError("deeper")


Point = namedtuple("Point", "x y")
# Templates that the others include or extend, one per line: the name, a blank, and the content.
PARTS = dict(line.split(" ", 1) for line in Path(__file__).with_name("template_parts.txt").read_text().splitlines())
# One template per line; ¶ is a line end in it.
TEMPLATES = Path(__file__).with_name("templates.txt").read_text().splitlines()


def _engine(kind):
    memory = ("django.template.loaders.locmem.Loader", PARTS)
    return Engine(loaders=[(kind, [memory])], libraries=LIBRARIES, builtins=list(LIBRARIES.values()))


PLAIN, COMPILED = _engine("django.template.loaders.cached.Loader"), _engine("config.templating.loader.Loader")


def _context():
    thing = Thing()
    lists = {
        "items": thing.items,
        "safe_items": [mark_safe("<a>"), "<b>"],
        "listed": [[1, 2], [1, 3]],
        "doubled": [1, 1, 2, 2, 1],
    }
    calls = {"call": thing.call, "lazily": translation.gettext_lazy("Log"), "callables": [thing.call, thing.delete]}
    calls |= {"csrf_token": "a<token>"}
    more = {"generated": (number for number in range(3)), "numbers": {3: "three", "key": 1}, "numbers_of": [0, 1, 2, True]}
    return Context(
        {"name": "<Name> & 'co'", "thing": thing, "point": Point(1, "<2>"), "nothing": [], "colour": Colour}
        | lists
        | calls
        | more
    )


def _said(engine, source, name):
    engine.template_loaders[0].loaders[0].templates_dict[name] = source.replace("¶", "\n")
    context = _context()
    context["names"] = ["nowhere.html", "part.html"]
    context["template"] = engine.get_template("part.html")
    template = engine.get_template(name)
    try:
        return template.render(context), [set(layer) for layer in context.dicts[1:]]
    except Exception as error:  # noqa: BLE001 - whatever it is, it must be the same
        return type(error)


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_compiled_says_the_same_and_leaves_the_same_names_behind(language):
    with translation.override(language):
        for number, source in enumerate(TEMPLATES):
            name = f"{language}-{number}.html"
            assert _said(COMPILED, source, name) == _said(PLAIN, source, name), source
            assert [type(node) for node in COMPILED.get_template(name).nodelist] == [Compiled]


@pytest.mark.parametrize("name", [*PARTS, "partials.html#one", "partials.html#two", "within.html#shown", "within.html#set"])
def test_templates_of_templates_say_the_same(name):
    said = []
    for engine in (PLAIN, COMPILED):
        context = _context()
        context["depth"] = "four"
        said.append((engine.get_template(name).render(context), [set(layer) for layer in context.dicts[1:]]))
    assert said[0] == said[1]
    assert said[0][0] or name in ("above.html", "within.html#shown")


FAULTS = [
    "{{ thing.broken }}",
    "{{ thing.wrong }}",
    "{% if thing.broken %}{% endif %}",
    "{{ name|add:missing }}",
    "{% for a, b in items %}{% endfor %}",
]


@pytest.mark.parametrize(
    "source",
    [
        *FAULTS,
        "{% include 'nowhere.html' %}",
        "{% url 'nowhere' %}",
        "{% blocktranslate count n=name %}a{% plural %}b{% endblocktranslate %}",
    ],
)
def test_what_fails_fails_alike(source):
    ours, plain = (_said(engine, source, "failing-" + str(hash(source))) for engine in (COMPILED, PLAIN))
    assert isinstance(ours, type), ours
    assert ours is plain


def test_pairs_of_tags_one_inside_the_other_say_the_same():
    """Each block tag is put around each template, so that every way of setting names is tested inside every other way."""
    around = [
        "{{% for x in items %}}{}{{% endfor %}}{{{{ x }}}}",
        "{{% for a, b in thing.pairs %}}{}{{% endfor %}}",
        "{{% with x=name a=1 %}}{}{{% endwith %}}{{{{ a }}}}",
        "{{% if name %}}{}{{% endif %}}",
        "{{% for x in items %}}{{% translate 'Log' as log %}}{}{{% endfor %}}{{{{ log }}}}",
    ]
    for number, (outer, source) in enumerate(itertools.product(around, TEMPLATES)):
        whole, name = outer.format(source), f"pair-{number}.html"
        assert _said(COMPILED, whole, name) == _said(PLAIN, whole, name), whole


def test_what_names_are_kept_for_one_page_are_not_there_for_the_next():
    COMPILED.template_loaders[0].loaders[0].templates_dict["once.html"] = (
        "{% for x in items %}{{ x }}{% endfor %}{{ x }}{{ who }}"
    )
    template = COMPILED.get_template("once.html")
    assert template.render(Context({"items": ["a"], "who": "<Anna>"})) == "a&lt;Anna&gt;"
    assert template.render(Context({"items": ["b"]})) == "b"
