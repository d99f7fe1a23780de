.DEFAULT_GOAL := help
.PHONY: help demo app suite test test-browser test-peers check bench bench-peers format lock

VENV ?= .venv
export VENV
python := $(VENV)/bin/python

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: ## build the environment, run the workbench on the sample workspace (or WORKSPACE=DIR)
	@scripts/setup.sh run
	@scripts/demo.sh

app: ## open the app on a copy of the sample workspace (or WORKSPACE=DIR; ARGS="--port 8600")
	@scripts/setup.sh run
	@scripts/app.sh $(ARGS)

suite: ## run the sample's suite offline, with an HTML report; fails where the suite does
	@scripts/setup.sh run
	@scripts/suite.sh

test: ## run the tests (WORKBENCH_REAL_DATA=DIR adds those on real data, ARGS=... goes to pytest)
	@scripts/setup.sh dev
	$(python) -m pytest -n auto --dist loadgroup $(ARGS)

test-browser: ## run the tests that drive Chromium (WORKBENCH_PICTURES=DIR keeps what they saw)
	@scripts/setup.sh dev
	$(python) -m pytest -m browser tests/browser $(ARGS)

test-peers: ## run exports in promptfoo, Inspect and DeepEval, installed into a temporary folder
	@scripts/setup.sh dev
	@scripts/with_peers.sh promptfoo deepeval -- $(python) -m pytest -m peers tests/peers $(ARGS)

check: ## format, lint, types and import contracts
	@scripts/setup.sh dev
	$(python) -m ruff format --check .
	$(python) -m ruff check .
	$(python) -m mypy
	$(VENV)/bin/lint-imports

bench: ## measure speed and memory as ratios, each beside its goal (ARGS="--row 1" measures one)
	@scripts/setup.sh dev
	$(python) -m benchmarks $(ARGS)

bench-peers: ## measure code checks beside pydantic-evals and promptfoo too, installed into a temporary folder
	@scripts/setup.sh dev
	@scripts/with_peers.sh promptfoo pydantic-evals -- $(python) -m benchmarks --row 9

format: ## write the format, mend what ruff can mend
	@scripts/setup.sh dev
	$(python) -m ruff check --fix-only --quiet .
	$(python) -m ruff format .

lock: ## write the locks from pyproject.toml (needs uv; ARGS=--upgrade moves every pin)
	@scripts/lock.sh $(ARGS)
