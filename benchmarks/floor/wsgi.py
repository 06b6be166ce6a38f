"""Application of the web server when the floor is measured over HTTP."""

from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()

from benchmarks.floor import answers, settings  # noqa: E402

answers.load(settings.FOLDER)
