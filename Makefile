# Cardroom. `make demo` opens it in a browser page, `make test` runs its tests; `make help` lists the rest.
# Whatever needs it first sets up .venv from requirements-dev.txt, once.

VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/.ready
# `make demo ARGS="--port 9000"`, `make test ARGS="-k ninety_nine"`
ARGS :=
PYTEST := -n auto --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help install demo run migrate test lint format types imports check messages lock screenshots clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

install: $(READY) ## set up .venv

$(READY): requirements-dev.txt pyproject.toml tools/install
	@sh tools/install $(VENV)
	@touch $@

demo: $(READY) ## play in a local browser page: no Discord, no token
	$(PY) -m bot demo $(ARGS)

run: $(READY) ## run the bot on Discord; settings from the environment and .env
	$(PY) -m bot run $(ARGS)

migrate: $(READY) ## bring the database at DATABASE_URL up to date
	$(PY) -m bot migrate $(ARGS)

test: $(READY) ## run the tests
	$(PY) -m pytest $(PYTEST) $(ARGS)

lint: $(READY) ## check style and formatting
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

format: $(READY) ## mend style and formatting where a machine can
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

types: $(READY) ## check types
	$(PY) -m mypy

imports: $(READY) ## check which part imports which
	$(PY) -c 'from importlinter.cli import lint_imports_command; lint_imports_command()' --no-logo

check: lint types imports test ## everything before a commit

messages: $(READY) ## bring the message catalogues up to date with the code
	$(PY) -m tools.messages

lock: $(READY) ## pin the newest dependencies that pyproject.toml allows
	$(PY) -m pip --disable-pip-version-check install --quiet uv
	$(PY) -m tools.lock

screenshots: $(READY) ## take the README's screenshots in the demo
	SCREENSHOTS=docs/images $(PY) -m pytest tests/bot/test_demo_page.py $(ARGS)

clean: ## remove caches and builds; .venv and databases stay
	rm -rf build dist *.egg-info .import_linter_cache .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +
