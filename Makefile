# Staffetta. On a machine with make, git and some python3 (with venv and pip): `make up` and `make test`.

PYTHON := .venv/bin/python
# Touched when the environment fits the pins.
BUILT := .venv/.built
MESSAGES := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/django.po))
# The oldest uv that knows everything asked of it here; an older one on PATH is left alone and one is built in .uv/.
UV_AT_LEAST := 0.5.0
# One process more than there are cores, since some tests wait; no more than eight, which need a GB each.
JOBS ?= $(shell n=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1); [ $$n -gt 7 ] && echo 8 || echo $$((n + 1)))
# Trust what the machine trusts, where it says so (a proxy may sign with a certificate of its own). Older uv: NATIVE_TLS.
ifneq ($(wildcard /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/ssl/cert.pem),)
export UV_SYSTEM_CERTS ?= true
export UV_NATIVE_TLS ?= true
endif

# Images of containers set it, and then every process compiles all it imports anew: a run of the tests starts dozens.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help up game test thorough slow check lint setup bench minds balance chaos events leaks fuzz journeys journeys-alone journeys-together screens tour pins messages clean
.DEFAULT_GOAL := help

help: ## what can be made
	@sed -n 's/^\([a-z]*\):.*## /  make \1 — /p' Makefile

up: $(BUILT) $(MESSAGES) ## run the site at http://127.0.0.1:8000/ (PORT=… for another port)
	@exec $(PYTHON) -m config.up --follow

game: $(BUILT) ## write a new game, to be played at once: SLUG=name (TITLE="Its Name"); docs/adding-a-game.md
	@$(PYTHON) -m config.new_game $(SLUG) $(if $(TITLE),"$(TITLE)")

test: $(BUILT) $(MESSAGES) ## run the tests, with a turn of each game in a browser
	@$(PYTHON) -m pytest -n $(JOBS) --dist loadgroup -m "not slow"

thorough: slow journeys ## run what `make test` leaves out: whole games in a browser, whole sites, journeys

slow: $(BUILT) $(MESSAGES)
	@$(PYTHON) -m pytest -n $(JOBS) --dist loadgroup -m slow

check: lint test ## lint, types, import borders, migrations, translations, then the tests

lint: $(BUILT) $(MESSAGES)
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy
	.venv/bin/lint-imports
	.venv/bin/djlint templates --lint --quiet
	.venv/bin/oxlint --quiet --deny-warnings accounts tables
	$(PYTHON) manage.py makemigrations --check --dry-run
	$(PYTHON) -m config.translations check

setup: $(BUILT) $(MESSAGES) ## build .venv and compile the translations

bench: $(BUILT) $(MESSAGES) ## measure the figures (writes var/bench.json; ONLY="tables http" for some of them)
	@$(PYTHON) -m benchmarks $(ONLY)

minds: $(BUILT) ## play games of bots and fit the learned values of positions to them (GAMES="gonzaga --games 2000"); docs/minds.md
	@$(PYTHON) -m benchmarks.minds $(GAMES)

balance: $(BUILT) ## play further games of equal bots and count who wins (GAMES="zena1814 --games 300 --level doge"); docs/balance.md
	@$(PYTHON) -m benchmarks.minds.balance $(GAMES)

fuzz: $(BUILT) $(MESSAGES) ## send what no browser would to every form and address (FUZZ_REQUESTS=100000); docs/proofs.md
	@$(PYTHON) -m tests.fuzz

chaos: $(BUILT) $(MESSAGES) ## break everything while people play (SECONDS_OF_CHAOS=600); docs/proofs.md
	@$(PYTHON) -m tests.chaos

events: $(BUILT) $(MESSAGES) ## simulate events through the services, and check draws, dates and standings (EVENTS=10000); docs/proofs.md
	@$(PYTHON) -m tests.events

leaks: $(BUILT) $(MESSAGES) ## whether anybody can tell what is hidden from them (SECONDS_OF_LEAKS=75 for a sample); docs/proofs.md
	@$(PYTHON) -m pytest -q -rP --show-capture=stdout -n $(JOBS) tests/leaks/whole_games.py tests/leaks/whole_events.py

journeys: $(BUILT) $(MESSAGES) ## walk through the whole site in a browser, as people do; docs/proofs.md
	@$(MAKE) --no-print-directory -j2 --output-sync=target journeys-alone journeys-together

# Two sites beside each other, since each keeps one core busy; letters follow what they are about.
journeys-alone: $(BUILT) $(MESSAGES)
	@$(PYTHON) -m pytest -q $(addprefix tests/journeys/,alone.py regulars.py afterwards.py)

journeys-together: $(BUILT) $(MESSAGES)
	@$(PYTHON) -m pytest -q $(addprefix tests/journeys/,together.py letters.py afterwards.py)

screens: $(BUILT) $(MESSAGES) ## look for what is cut, broken or covered on every page, in all languages, at two widths; docs/proofs.md
	@$(PYTHON) -m pytest -q -rP --show-capture=stdout -n $(JOBS) tests/screens/whole.py

tour: $(BUILT) $(MESSAGES) ## take the pictures of all tables anew, into docs/img/tour/
	@$(PYTHON) -m pytest -q tests/tour/pictures.py

messages: $(BUILT) ## update the catalogues in locale/ from the sources
	$(PYTHON) -m config.translations extract

clean: ## remove everything built, but not var/
	rm -rf .venv .uv .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

# --- the environment -------------------------------------------------------------------------------------------------------

# Prints the uv to use: a good one on PATH, or the pinned one in .uv/.
FIND_UV = if command -v uv >/dev/null 2>&1 && printf '%s\n' "$(UV_AT_LEAST)" "$$(uv --version | cut -d' ' -f2)" | sort -VC; \
	then command -v uv; else echo .uv/bin/uv; fi
USE_UV = uv=$$($(FIND_UV)); if [ ! -x "$$uv" ]; then \
	echo "Building uv in .uv/ …"; rm -rf .uv; python3 -m venv .uv || { $(call SAY,$(NO_VENV)); exit 1; }; \
	.uv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r requirements-uv.txt \
	|| { rm -rf .uv; $(call SAY,$(NO_UV)); exit 1; }; fi
WANTED := $(shell cat .python-version)

SAY = printf '%s\n' "" $(1) >&2
FETCHED = "The first start fetches three things: uv (unless it is installed), Python $(WANTED) (unless it is installed), and the" \
	"packages of requirements-dev.txt. Later starts need no network."
MIRROR = "Behind a proxy, set HTTPS_PROXY; with an index of your own, set PIP_INDEX_URL and UV_DEFAULT_INDEX to it."
NO_VENV = "python3 cannot make environments here. Install its module venv with pip (on Debian and Ubuntu: python3-venv), and run" \
	"this again."
NO_UV = "uv could not be fetched; the reason stands above." $(FETCHED) "Install uv, or connect this machine, and run this again." $(MIRROR)
NO_PYTHON = "There is no Python $(WANTED) here, and it could not be fetched; the reason stands above." $(FETCHED) \
	"Install Python $(WANTED) so that it is on PATH as python$(WANTED), or connect this machine, and run this again." $(MIRROR)
NO_PACKAGES = "The packages of requirements-dev.txt could not be fetched; the reason stands above." $(FETCHED) \
	"Connect this machine and run this again." $(MIRROR)

$(BUILT): requirements-dev.txt requirements-uv.txt .python-version
	@set -e; $(USE_UV); \
	echo "Building .venv …"; \
	$(PYTHON) -V 2>/dev/null | grep -q "Python $(WANTED)\." || \
		"$$uv" venv --quiet --clear --python "$(WANTED)" .venv || { $(call SAY,$(NO_PYTHON)); exit 1; }; \
	"$$uv" pip sync --quiet --require-hashes --compile-bytecode --python $(PYTHON) requirements-dev.txt || { $(call SAY,$(NO_PACKAGES)); exit 1; }; \
	touch $@

%.mo: %.po | $(BUILT)
	@$(PYTHON) -m config.translations compile && touch $@

pins: ## compile requirements*.txt anew from requirements*.in (UPGRADE=1 takes the newest of everything)
	@set -e; $(USE_UV); for name in requirements-uv requirements requirements-dev; do \
	"$$uv" pip compile --quiet --generate-hashes --universal --no-header --no-emit-index-url --no-emit-find-links \
		--python-version $$([ $$name = requirements-uv ] && echo 3.9 || cat .python-version) $(if $(UPGRADE),--upgrade) \
		$$name.in -o $$name.txt; done
