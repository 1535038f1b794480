# Every target sets up what it needs in .venv by itself; nothing outside this folder changes.

VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
# The first Python of 3.11 or newer; name another one with `make PYTHON=/path/to/python run`.
PYTHON ?= $(shell for name in python3.11 python3.12 python3.13 python3.14 python3; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { echo $$name; break; }; done)
# One more than the least machine has processors: many tests wait for other processes.
WORKERS ?= 3
ARGS    ?=
TESTS   ?= tests

.DEFAULT_GOAL := help
.PHONY: help setup run demo doctor test test-compose check bench docs lock clean

help: ## Show what can be done here
	@echo "Justa: one-against-one competitions. What make can do:"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' Makefile

setup: $(READY) ## Install everything into .venv (every other target does it by itself)

$(READY): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Justa needs Python 3.11 or newer; none was found. Install one," \
		"or name it: make PYTHON=/path/to/python"; exit 1; }
	@echo "Setting up .venv with $(PYTHON), about a minute the first time ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "That Python cannot make a virtual environment (Debian, Ubuntu: install python3-venv)"; exit 1; }
	@echo "  installing the pinned packages (each checked against its hash)"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --root-user-action=ignore \
		--require-hashes -r requirements.lock
	@echo "  installing Justa itself"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --root-user-action=ignore \
		--no-deps --no-build-isolation -e .
	@touch $(READY)
	@echo "Ready."

run: $(READY) ## Start the whole platform on http://127.0.0.1:8080 (ARGS="--port 9000" …)
	@exec $(BIN)/justa up $(ARGS)

demo: $(READY) ## Watch eight players play a whole season in seconds
	@exec $(BIN)/justa demo $(ARGS)

doctor: $(READY) ## Look for anything that would keep Justa from running
	@exec $(BIN)/justa doctor $(ARGS)

test: $(READY) ## Run the tests (one folder: make test TESTS=tests/unit; options: ARGS="-k clock")
	@$(if $(filter-out tests/unit tests/unit/%,$(TESTS)),deploy/test-servers)
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --ignore=tests/compose $(TESTS) $(ARGS)

test-compose: $(READY) ## Try the full deployment in containers (needs Docker with Compose; minutes)
	@$(BIN)/python -m pytest tests/compose $(ARGS)

check: $(READY) ## Check style, types, walls, texts, what is generated, and known faults of packages
	@echo "style";          $(BIN)/ruff check .
	@echo "format";         $(BIN)/ruff format --check .
	@echo "types";          $(BIN)/mypy
	@echo "walls";          $(BIN)/lint-imports --no-logo
	@echo "texts";          $(BIN)/python -m services.gateway.web.texts --check
	@echo "generated docs"; $(BIN)/justa docs --check docs
	@echo "manifests";      $(BIN)/python -m deploy.kubernetes --check
	@echo "dependencies";   $(BIN)/python -m deploy.audit_dependencies

bench: $(READY) ## Measure: pairing, tables, events between real servers, rounds of 500 and 5,000
	@for bench in deploy/bench/bench_*.py; do name=$$(basename $$bench .py); echo "== $$name"; \
		$(BIN)/python -m deploy.bench.$$name || exit 1; done

docs: $(READY) ## Write again what is made: events, settings, index of decisions, manifests of a cluster
	@$(BIN)/justa docs docs
	@$(BIN)/python -m deploy.kubernetes

lock: $(READY) ## For maintainers: pin the newest packages that pyproject.toml allows
	@$(BIN)/python -m pip install -qq --disable-pip-version-check uv
	@$(BIN)/uv pip compile pyproject.toml --extra dev --extra tracing --universal --python-version 3.11 \
		--generate-hashes --no-header --no-annotate --upgrade -q -o requirements.lock
	@$(BIN)/uv pip compile pyproject.toml --extra tracing -c requirements.lock --universal \
		--python-version 3.11 --generate-hashes --no-header --no-annotate -q -o deploy/requirements.lock

clean: ## Remove .venv and every cache; the data folder stays
	@rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
