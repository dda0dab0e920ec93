# Needs make and Python 3.11 or newer; everything else is installed into .venv by the targets.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

# Every start of a process would read every module anew, and tests start many.
unexport PYTHONDONTWRITEBYTECODE

# The first interpreter that is new enough.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
UV_COMPILE := $(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --quiet \
	--no-header --no-annotate --no-emit-index-url --no-emit-find-links

.PHONY: help
help: ## Say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# ---------------------------------------------------------------- installation

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Tacitus needs Python 3.11 or newer: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; \
	  echo "$(PYTHON) cannot make a virtual environment (on Debian: apt-get install python3-venv)" >&2; exit 1; }

# Each stamp stands for one finished installation; it is repeated when what it rests on changes.
.venv/run.stamp: requirements/run.txt pyproject.toml | $(BIN)/python
	@echo "Installing Tacitus into .venv (some 700 MB, a minute or more) ..."
	@$(PIP) install -r requirements/run.txt
	@$(PIP) install --no-deps --editable .
	@touch $@

.venv/dev.stamp: requirements/dev.txt .venv/run.stamp
	@echo "Installing the development tools into .venv ..."
	@$(PIP) install -r requirements/dev.txt
	@touch $@

.PHONY: install install-run
install: .venv/dev.stamp ## Install Tacitus and the development tools into .venv

install-run: .venv/run.stamp ## Install Tacitus alone, as its users have it

# ---------------------------------------------------------------- use

.PHONY: demo
demo: .venv/run.stamp ## Show retain, recall and reflect on a sample conversation
	@$(BIN)/tacitus demo

.venv/recallops.stamp: requirements/dev.txt .venv/run.stamp
	@echo "Installing RecallOps into .venv ..."
	@$(PIP) install --constraint requirements/dev.txt --editable ".[recallops]"
	@touch $@

.PHONY: recallops
recallops: .venv/recallops.stamp ## Start the incident application with its memory, its pages and a demonstration
	@if [ ! -f ui/dist/index.html ]; then \
	  if command -v npm >/dev/null; then $(MAKE) --no-print-directory ui || echo "The pages were not built; the rest works without them." >&2; \
	  else echo "The pages need Node 20.19 or newer with npm (https://nodejs.org); install it and start again. The rest works without." >&2; fi; fi
	@$(BIN)/recallops serve --demo

# ---------------------------------------------------------------- development

.PHONY: format lint test test-unit npm-client test-npm test-agents ui test-ui walk pictures chaos schema check bench lock clean
format: .venv/dev.stamp ## Format the code and fix what can be fixed
	$(BIN)/ruff check --fix-only --quiet
	$(BIN)/ruff format --quiet

lint: .venv/dev.stamp ## Check style, types and layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/pyright
	$(BIN)/lint-imports

test: .venv/dev.stamp ## Run every test
	$(BIN)/pytest

test-unit: .venv/dev.stamp ## Run the unit tests: seconds, and no database
	$(BIN)/pytest tests/unit -p xdist.plugin -n 2

# npm writes this file last.
NPM_CLIENT := tests/acceptance/npm/node_modules/.package-lock.json
$(NPM_CLIENT): tests/acceptance/npm/package.json
	@cd $(<D) && npm install --no-package-lock --no-audit --no-fund --silent && touch node_modules/.package-lock.json

npm-client: $(NPM_CLIENT)

test-npm: .venv/dev.stamp npm-client ## Run the npm client against a server; needs node and the npm registry
	@$(BIN)/python -m tests.acceptance.npm.run

# An environment of its own: its library is nothing that Tacitus needs.
.venv/agents/installed.stamp: tests/acceptance/agents/requirements.txt | .venv/dev.stamp
	@$(BIN)/python -m venv .venv/agents
	@.venv/agents/bin/python -m pip --disable-pip-version-check --quiet install -r $<
	@touch $@

test-agents: .venv/agents/installed.stamp ## Run the example of OpenAI Agents with a scripted model against a server
	@$(BIN)/python -m tests.acceptance.agents.run .venv/agents/bin/python

# npm writes this file last.
ui/node_modules/.package-lock.json: ui/package-lock.json
	@cd ui && npm ci --no-audit --no-fund --loglevel=error && touch node_modules/.package-lock.json

ui: ui/node_modules/.package-lock.json ## Build the pages of RecallOps into ui/dist; needs node and the npm registry
	@cd ui && npm run --silent build

test-ui: ui ## Check the pages: style, types, units, then walks in Chromium (of BASE_URL, or of fixtures)
	@cd ui && npm run --silent lint && npm run --silent test && npm run --silent test:pages

walk: ui .venv/recallops.stamp ## Walk through the pages in Chromium on the real server with its demonstration
	@cd ui && node dev/demonstration.mjs npm run --silent test:pages

# Of few colours, so that a picture is a third of its size.
pictures: ui .venv/recallops.stamp ## Take the pictures of docs/recallops from the real server; needs pngquant
	@cd ui && node dev/demonstration.mjs npm run --silent screenshots -- ../docs/recallops
	@pngquant --force --ext .png --skip-if-larger 128 docs/recallops/*.png

chaos: .venv/dev.stamp ## Kill workers, and a server, at random for two minutes each (CHAOS_SECONDS), then audit what they did
	CHAOS_SECONDS=$${CHAOS_SECONDS:-120} $(BIN)/pytest tests/chaos -o faulthandler_timeout=600

schema: .venv/dev.stamp ## Ask every operation what its description allows, SCHEMA_EXAMPLES times (50) a kind
	SCHEMA_EXAMPLES=$${SCHEMA_EXAMPLES:-50} $(BIN)/pytest tests/acceptance/schema -o faulthandler_timeout=3600

check: ## Lint, then test: what must pass before a change lands
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory test

bench: .venv/dev.stamp ## Measure: run every script in bench/
	@for script in bench/*.py; do echo "== $$script"; $(BIN)/python "$$script"; done

lock: .venv/dev.stamp ## Pin the newest versions that pyproject.toml allows
	$(UV_COMPILE) --upgrade --output-file requirements/run.txt
	$(UV_COMPILE) --upgrade --extra recallops --extra dev --constraint requirements/run.txt --output-file requirements/dev.txt

clean: ## Remove the environment, caches and builds
	rm -rf .venv .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage htmlcov build dist
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
