# The documented verbs of the project. `make` alone tells them.
#
# Everything is installed into .venv, from pyproject.toml alone; a stamp in it says what is installed, and a change of pyproject.toml
# installs again. PYTHON chooses the Python: make site PYTHON=python3.13

PYTHON ?= python3
PYTEST_ARGS ?=

# Relative, so that a path with spaces above the checkout does no harm.
venv   := .venv
python := $(venv)/bin/python
# The bin folder comes first for what a tool starts in its turn.
run    := PATH="$(CURDIR)/$(venv)/bin:$$PATH"
pip    := $(python) -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help site test lint format clean

help:
	@echo 'make site    check the data and build the site into public/ (needs Python 3.11 or newer, and nothing else)'
	@echo 'make test    run all tests (PYTEST_ARGS="tests/catalog -k fields" runs some)'
	@echo 'make lint    check style, types, the arrows between the packages, and the YAML'
	@echo 'make format  put the code into its standard form'
	@echo 'make clean   remove what the other verbs made, .venv included'

site: $(venv)/run.stamp
	$(run) bastide check
	$(run) bastide build --out public
	@echo 'The site is in $(CURDIR)/public: open index.html there, or run $(venv)/bin/bastide serve'

test: $(venv)/dev.stamp
	$(run) python -m pytest -n auto --dist loadfile --no-loadscope-reorder $(PYTEST_ARGS)

lint: $(venv)/dev.stamp
	$(run) ruff check .
	$(run) ruff format --check .
	$(run) mypy
	$(run) lint-imports
	$(run) yamllint --strict rules_data

format: $(venv)/dev.stamp
	$(run) ruff check --fix .
	$(run) ruff format .

# An environment whose Python is gone (an upgrade took it away) is made anew, whatever its stamps say.
ifneq ($(shell test -x $(python) && echo there),there)
.PHONY: $(python)
endif

# Told before venv tells it at length, and leaves half an environment behind.
$(python):
	@'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo 'Bastide needs Python 3.11 or newer, and $(PYTHON) is not that. Name another one: make PYTHON=python3.13 $(MAKECMDGOALS)' >&2; exit 1; }
	@'$(PYTHON)' -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo '$(PYTHON) cannot make a virtual environment: its modules venv and ensurepip are missing.' >&2; \
	  echo 'On Debian and Ubuntu they are a package of their own: apt-get install python3-venv' >&2; exit 1; }
	'$(PYTHON)' -m venv --clear $(venv)

$(venv)/run.stamp: pyproject.toml $(python)
	$(pip) --editable .
	@touch $@

# Who has the tools has the program: both stamps are set.
$(venv)/dev.stamp: pyproject.toml $(python)
	$(pip) --editable '.[dev]'
	@touch $(venv)/run.stamp $@

clean:
	rm -rf $(venv) public build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -not -path './node_modules/*' -prune -exec rm -rf {} +
