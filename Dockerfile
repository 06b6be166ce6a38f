# One image for every process of the site; compose.yaml says which runs where.
FROM python:3.13-slim

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 DJANGO_SETTINGS_MODULE=config.settings VAR_DIR=/site/var
WORKDIR /site

COPY requirements.txt .
RUN pip install --no-cache-dir --require-hashes -r requirements.txt

COPY manage.py ./
COPY config config
COPY engines engines
COPY accounts accounts
COPY tables tables
COPY templates templates
COPY locale locale
# What the site hands to those who check a game themselves.
COPY docs/check_record.py docs/fairness.md docs/
COPY docs/check_record docs/check_record
# Needs neither a database nor a real key; both belong to the running site, not to the image.
RUN python -m config.translations compile \
    && python manage.py collectstatic --noinput --verbosity 0 && rm -f var/data_keys \
    && useradd --system --home-dir /site site && mkdir metrics && chown -R site /site/var /site/metrics

USER site
ENV STAFFETTA_ENV=production
EXPOSE 8000
