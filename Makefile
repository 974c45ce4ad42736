# Everything starts here: each target sets up what it needs, and setting up twice is quick.
# Needs python3 (3.11 or later), make, and a network to the package index. No root, no Docker.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
LOCKED := $(VENV)/.locked
INSTALLED := $(VENV)/.installed
BENCH := $(VENV)/.bench
SUPPLY := $(VENV)/.supply
ARGS ?=

# The first of these that is recent enough; PYTHON=... chooses another.
RECENT := -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python $(RECENT) && echo $$python && break; done)

.DEFAULT_GOAL := help
.PHONY: help install run test lint bench chaos bugs clauses mutation verify verify-scoring dependencies rehearsal

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: $(INSTALLED) ## Make the virtual environment with the locked packages

run: $(INSTALLED) ## Start everything and play a championship (ARGS="--exit --fresh --regulations chnu-2016 --seed 7")
	@$(BIN)/consigliere run $(ARGS)

test: $(INSTALLED) ## Run every test (ARGS="tests/unit -k draw")
	@$(BIN)/python -m pytest -n logical --maxprocesses 4 --dist loadfile $(ARGS)

lint: $(INSTALLED) ## Check format, style, types and imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(BENCH) ## Measure, as ratios in one run (ARGS=draws: only the draws)
	@$(BIN)/python bench/run.py $(ARGS)

rehearsal: $(INSTALLED) ## A championship day under load: 12 tables, 500 readers (ARGS="--sizes 1 2 4 8")
	@$(BIN)/python -m bench.rehearsal $(ARGS)

chaos: $(INSTALLED) ## Kill, pause, cut and fill while championships are played; audit (SEEDS="1 2 3")
	@$(BIN)/python -m tests.chaos $(SEEDS)

bugs: $(INSTALLED) ## Bring known bugs back, one after the other, and see the tests fail
	@ALL_BUGS=1 $(BIN)/python -m pytest tests/bugs $(ARGS)

clauses: $(INSTALLED) ## Show which test shows which clause of the regulations; fail on a gap
	@$(BIN)/python tests/clauses.py $(ARGS)

mutation: $(INSTALLED) ## Break each line of gameplay's rules in turn, and see a test fail (an hour; kept in mutants/)
	@$(BIN)/mutmut run $(ARGS)
	@$(BIN)/python tests/mutation.py

dependencies: $(SUPPLY) ## Write the SBOM, list the licences, ask for known vulnerabilities of what runs
	@$(BIN)/python deploy/dependencies.py

verify: $(INSTALLED) ## Check the stores and streams of the data folder, from the first event on
	@$(BIN)/consigliere verify $(ARGS)

verify-scoring: $(INSTALLED) ## Compare both scorers on 5,000 championships (SEED=1000 begins elsewhere)
	@SECOND_SCORER_CHAMPIONSHIPS=5000 SECOND_SCORER_SEED=$(or $(SEED),1) $(BIN)/python -m pytest tests/second_scorer $(ARGS)

$(LOCKED): requirements/dev.txt
	@test -n "$(PYTHON)" && $(PYTHON) $(RECENT) || { echo "Python 3.11 or later is needed: python3 is none." \
		"Install it, or say where it is: make PYTHON=/path/to/python3"; exit 1; }
	@echo "Installing the locked packages into $(VENV), once..."
	@$(BIN)/python $(RECENT) || $(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install --no-compile --no-deps --require-hashes -r requirements/dev.txt
	@$(BIN)/python -m compileall -qq -j 0 $(VENV)/lib || true # on all cores, where pip would use one
	@touch $@

$(INSTALLED): $(LOCKED) pyproject.toml
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(BENCH): $(INSTALLED) requirements/bench.txt
	@echo "Installing what the benchmarks compare with..."
	@$(PIP) install --no-deps --require-hashes -r requirements/bench.txt
	@touch $@

$(SUPPLY): $(INSTALLED) requirements/supply.txt
	@echo "Installing what looks at the dependencies..."
	@$(PIP) install --no-deps --require-hashes -r requirements/supply.txt
	@touch $@
