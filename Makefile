# Two commands do everything: `make demo` and `make test`. Each sets up what it
# needs (a virtual environment with the exact versions of constraints.txt).

PYTHON ?= python3
VENV ?= .venv
DATA ?= ../shared/data
BIN := $(VENV)/bin

.PHONY: demo test coverage check bench clean help

help:
	@echo "make demo    clean a sample web and show what happened"
	@echo "make test    format, lint, types and tests"
	@echo "make coverage  the tests, and the lines that none of them reaches (twice as slow)"
	@echo "make bench   speed and accuracy against other tools (DATA=folder of Parquet files)"
	@echo "make clean   remove what the others made"

demo: $(VENV)/.ready
	@$(BIN)/sitesieve demo

test: $(VENV)/.ready-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto

coverage: $(VENV)/.ready-dev
	$(BIN)/pytest -n auto --cov --cov-report=term

bench: $(VENV)/.ready-dev $(VENV)/.ready-bench
	$(BIN)/python bench/encode.py $(DATA)
	$(BIN)/python bench/phrases.py
	$(BIN)/python bench/methods.py $(DATA)
	$(BIN)/python bench/news.py $(DATA)
	$(BIN)/python bench/scale.py --data $(DATA)
	$(BIN)/python bench/cleaner.py $(DATA) --peers
	$(BIN)/python bench/end_to_end.py $(DATA)
	$(BIN)/python bench/mining.py $(DATA)
	$(BIN)/python bench/structure.py $(DATA)
	$(BIN)/sitesieve experiment $(DATA)/products.parquet --brief --peers
	$(BIN)/python bench/metadata.py $(DATA)
	$(BIN)/python bench/page_types.py $(DATA)
	$(BIN)/python bench/crawl_focus.py $(DATA) --size 12
	$(BIN)/python bench/watching.py --size 2
	$(BIN)/python bench/rules_speed.py
	$(BIN)/python bench/simulated_expert.py curve $(DATA) --set sample --set products
	$(BIN)/python bench/simulated_expert.py effect $(DATA) --set sample --set products

$(VENV)/.ready: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("sitesieve needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[all]'
	@touch $@

$(VENV)/.ready-dev: $(VENV)/.ready
	PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[all,dev]'
	@touch $@

$(VENV)/.ready-bench: $(VENV)/.ready
	PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[all,peers]'
	@touch $@

clean:
	rm -rf $(VENV) sitesieve-demo .coverage* .mypy_cache .pytest_cache .ruff_cache .hypothesis dist
