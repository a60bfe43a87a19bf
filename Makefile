# Two commands do everything: `make demo` and `make test`. Each sets up what it
# needs (a virtual environment with the exact versions of constraints.txt).

PYTHON ?= python3
VENV ?= .venv
DATA ?= ../shared/data
MINUTES ?= 5
SEED ?= 1
# Under the sanitizers everything takes more memory than a test of memory allows.
SANITIZED_TESTS ?= tests/page tests/site tests/cleaning --ignore tests/page/test_guard_memory.py
BIN := $(VENV)/bin
PIP := PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check
SETUP_FILES := pyproject.toml constraints.txt setup.py
COMPILED := $(shell find src -name '*.pyx' -o -name '*.pxd')

.PHONY: demo test docs coverage gate bench papers fuzz screenshots wheel sanitize clean help

help:
	@echo "make demo    clean a sample web and show what happened"
	@echo "make test    format, lint, types and tests"
	@echo "make docs    the documentation into build/site, links checked"
	@echo "make coverage  the tests, and the lines that none of them reaches (twice as slow)"
	@echo "make gate    accuracy on real pages must not fall (DATA=folder of Parquet files)"
	@echo "make bench   speed and accuracy against other tools (DATA=folder of Parquet files)"
	@echo "make papers  all numbers of docs/papers.md anew, in one report (DATA=…; an hour or two)"
	@echo "make fuzz    damaged pages, files and answers for MINUTES=5, by SEED=1"
	@echo "make screenshots  pictures of the studio for the docs (needs Chromium)"
	@echo "make wheel   build sdist and wheel into dist, try the wheel where there is no compiler"
	@echo "make sanitize  tests of compiled modules that watch memory and undefined behaviour (gcc)"
	@echo "make clean   remove what the others made"

demo: $(VENV)/.ready
	@$(BIN)/sitesieve demo

test: $(VENV)/.ready-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto --dist loadgroup

# Any warning ends it: of links, anchors and pictures too. What it says of its own future is no warning.
docs: $(VENV)/.ready-dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "build/site/index.html; with search: $(BIN)/python -m http.server -d build/site"

coverage: $(VENV)/.ready-dev
	$(BIN)/pytest -n auto --dist loadgroup --cov --cov-report=term

gate: $(VENV)/.ready-dev
	$(BIN)/python bench/gate.py $(DATA)

bench: $(VENV)/.ready-dev $(VENV)/.ready-bench
	$(BIN)/python bench/encode.py $(DATA)
	$(BIN)/python bench/phrases.py
	$(BIN)/python bench/methods.py $(DATA)
	$(BIN)/python bench/news.py $(DATA)
	$(BIN)/python bench/page_speed.py $(DATA) --every 8
	$(BIN)/python bench/learning.py $(DATA)
	$(BIN)/python bench/scale.py
	$(BIN)/python bench/cleaner.py $(DATA) --peers
	$(BIN)/python bench/end_to_end.py $(DATA) --split
	$(BIN)/python bench/mining.py $(DATA) --runs 10
	$(BIN)/python bench/designs.py $(DATA)
	$(BIN)/python bench/duplicates.py --data $(DATA)
	$(BIN)/python bench/structure.py $(DATA)
	$(BIN)/sitesieve experiment $(DATA)/products.parquet --brief --peers
	$(BIN)/python bench/metadata.py $(DATA)
	$(BIN)/python bench/page_types.py $(DATA)
	$(BIN)/python bench/crawl_focus.py $(DATA) --size 12
	$(BIN)/python bench/noise.py $(DATA)
	$(BIN)/python bench/watching.py --size 2
	$(BIN)/python bench/crawl_killed.py
	$(BIN)/python bench/rules_speed.py
	$(BIN)/python bench/simulated_expert.py curve $(DATA) --set sample --set products
	$(BIN)/python bench/simulated_expert.py effect $(DATA) --set sample --set products

screenshots: $(VENV)/.ready-dev
	$(BIN)/python workshop/screenshots.py docs/studio

papers: $(VENV)/.ready-dev
	$(BIN)/python bench/papers.py $(DATA)

fuzz: $(VENV)/.ready-dev
	$(BIN)/python -m fuzzing --minutes $(MINUTES) --seed $(SEED)

wheel: $(VENV)/.ready-dev
	rm -rf dist build/wheel
	PIP_CONSTRAINT=constraints.txt $(BIN)/python -m build --outdir dist .
	$(PYTHON) -m venv build/wheel
	PATH=$(CURDIR)/build/wheel/bin CC=/bin/false PIP_CONSTRAINT=constraints.txt \
		build/wheel/bin/python -m pip install --quiet --disable-pip-version-check dist/*.whl
	PATH=$(CURDIR)/build/wheel/bin CC=/bin/false build/wheel/bin/python -I tests/installed.py

# In a folder of its own, which goes before the usual build on the path. libstdc++ is loaded early
# too: the sanitizer looks for its way of throwing exceptions, which other libraries use, only once.
# --capture=sys leaves the reports of the sanitizers visible: they end the process.
SANITIZED := build/sanitize
SANITIZERS = $(foreach name,asan ubsan stdc++,$(shell gcc -print-file-name=lib$(name).so))
UNDER_SANITIZERS = LD_PRELOAD="$(SANITIZERS)" ASAN_OPTIONS=detect_leaks=0 \
	UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 PYTHONMALLOC=malloc \
	PYTHONPATH=$(CURDIR)/$(SANITIZED)/lib

sanitize: $(VENV)/.ready-dev
	rm -rf $(SANITIZED)
	CC=gcc SITESIEVE_SANITIZE=1 $(BIN)/python setup.py --quiet build \
		--build-base $(SANITIZED) --build-lib $(SANITIZED)/lib
	$(UNDER_SANITIZERS) $(BIN)/python tests/installed.py $(SANITIZED)/lib
	$(UNDER_SANITIZERS) $(BIN)/python -m pytest --capture=sys $(SANITIZED_TESTS)

define CHECK_TOOLS
import os, shlex, subprocess, sys, sysconfig
if sys.version_info < (3, 11):
    sys.exit("sitesieve needs Python 3.11 or newer")
compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
def runs(*arguments):
    try:
        return not subprocess.run([*compiler, *arguments], input=b"#include <Python.h>\n",
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
    except OSError:
        return False
if not runs("--version"):
    sys.exit(f"sitesieve needs a C compiler: {compiler[0]} does not run. Install gcc or clang, "
             "or name another one with CC=...")
if not runs("-E", "-x", "c", "-I", sysconfig.get_path("include"), "-"):
    sys.exit("sitesieve needs the C headers of Python: install python3-dev or python3-devel")
endef
export CHECK_TOOLS

define SET_UP
$(PYTHON) -c "$$CHECK_TOOLS"
rm -rf build
$(PYTHON) -m venv $(VENV)
$(PIP) setuptools Cython
$(PIP) --no-build-isolation -e '.[all]'
endef

# Where only compiled sources changed, only they are built.
$(VENV)/.ready: $(SETUP_FILES) $(COMPILED)
	$(if $(filter-out $(COMPILED),$?),$(SET_UP),$(BIN)/python setup.py --quiet build_ext --inplace)
	@touch $@

# The workshop (sample web, training) is not installed: the environment only knows where it lies.
WORKSHOP_ON_PATH = $(BIN)/python -c "import sysconfig, pathlib; \
	pathlib.Path(sysconfig.get_path('purelib'), 'workshop.pth').write_text('$(CURDIR)/workshop\n')"

# Extras are asked of the sitesieve that is installed already, so it is not built again.
$(VENV)/.ready-dev: $(SETUP_FILES) | $(VENV)/.ready
	$(PIP) 'sitesieve[all,dev]'
	$(WORKSHOP_ON_PATH)
	@touch $@

$(VENV)/.ready-bench: $(SETUP_FILES) | $(VENV)/.ready
	$(PIP) --upgrade pip
	$(PIP) 'sitesieve[all,peers]'
	$(WORKSHOP_ON_PATH)
	@touch $@

clean:
	rm -rf $(VENV) sitesieve-demo fuzz-findings .coverage* .mypy_cache .pytest_cache .ruff_cache .hypothesis dist
	rm -rf build src/*.egg-info
	find src -name '*.so' -delete
