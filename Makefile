# The commands of this repository. Everything needs only Rust, Python >= 3.11 with pip, make and a C compiler.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
JOBS   ?= $(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)
# Of every case of a study; as many as its claims ask for if empty.
REPLICATIONS ?=
# Tests of laws draw the same cases every time, so that a tree passes or fails; `make laws` draws others.
LAWS_SEED ?= 1
LAWS_CASES ?= 2000
# Tests start a thousand processes: what one has compiled the next need not, whatever the shell says.
export PYTHONDONTWRITEBYTECODE :=
# Of each program, in KiB: a fault in the engine may take all memory that there is, and the machine with it.
TEST_MEMORY ?= 8388608
# Changed scenarios, and the time of each fuzz target where cargo-fuzz is installed.
ATTACK_CASES ?= 20000
FUZZ_SECONDS ?= 30

RUST_SOURCES   := $(shell find crates -name '*.rs' -o -name Cargo.toml) Cargo.toml Cargo.lock
PACKAGING      := pyproject.toml requirements/runtime.lock requirements/build.lock
WASM           := python/cellwise/_core.wasm
PIP_TOOLS      := 7.6.2
GOYAL96_TABLES := --only table1 --only table2 --only table3 --only figure1

# Where wheels can go. A wheel for musl runs on Alpine; `WHEELS=x86_64-unknown-linux-gnu` makes one alone.
WHEELS ?= x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-unknown-linux-musl aarch64-unknown-linux-musl
# Of other systems the core is compiled, not linked.
FOREIGN ?= x86_64-pc-windows-gnu aarch64-apple-darwin
# The network as a library needs no system at all.
BARE := wasm32-unknown-unknown
# Two targets at a time. Cargo counts its jobs itself.
BESIDE := $(MAKE) --no-print-directory --jobs 2
CARGO  := env -u MAKEFLAGS cargo
LIMITED := ulimit -S -d $(TEST_MEMORY) &&
PIP_INSTALL := -m pip install --quiet --disable-pip-version-check --require-hashes

.PHONY: help build develop wheels portable demo test test-rust test-python test-page test-docs test-package laws tools times check check-rust check-python check-platforms accept bench validate reproduce figures types page screens walk docs site lock notices clean

help:  ## This list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

build: $(VENV)/.built $(WASM)  ## A virtual environment in .venv with the release build installed, and the module for browsers

develop: $(VENV)/.built $(VENV)/.tools  ## The release build with what checks, tests and the documentation need

$(VENV)/.requirements: requirements/runtime.lock requirements/build.lock
	$(PYTHON) -c 'import sys; sys.exit("Python >= 3.11 is needed" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP_INSTALL) -r requirements/runtime.lock -r requirements/build.lock
	touch $@

$(VENV)/.tools: requirements/dev.lock $(VENV)/.requirements | $(VENV)/.built
	$(BIN)/python $(PIP_INSTALL) -r requirements/dev.lock
	touch $@

$(VENV)/.built: $(VENV)/.requirements $(RUST_SOURCES) $(PACKAGING)
	PIP_QUIET=1 VIRTUAL_ENV="$(CURDIR)/$(VENV)" env -u MAKEFLAGS $(BIN)/maturin develop --release --locked --quiet
	touch $@

# Megabytes that change with every line: built where it is needed, not kept. Where it cannot be, the tool says why.
$(WASM): $(RUST_SOURCES) tools/build_wasm
	@tools/build_wasm $@

wheels: $(WASM)  ## Wheels for Linux that need no Rust, and the source distribution, in dist/
	$(PYTHON) -m venv .venv-wheels
	.venv-wheels/bin/python $(PIP_INSTALL) -r requirements/wheels.lock
	PATH="$(CURDIR)/.venv-wheels/bin:$$PATH" tools/wheels dist $(WHEELS)

portable:  ## Whether the core and the library for C compile for Windows and macOS, and the network as a library for WebAssembly
	@set -e; for target in $(FOREIGN); do \
	  tools/target $$target cargo check --quiet --locked --package cellwise-py --package cellwise-capi --target $$target; done
	tools/target $(BARE) cargo check --quiet --locked --package cellwise-path --target $(BARE)

demo: $(VENV)/.built  ## Reproduce Tables 1-3 of ATM Forum 96-1269 beside the published ones; writes report.html
	$(BIN)/cellwise study goyal96 $(GOYAL96_TABLES) --replications 5 --jobs $(JOBS) --report report.html

# Side by side, because each of them has stretches that use one core: links, the browser, installations.
test: tools  ## Every test
	$(BESIDE) test-rust test-page test-docs test-package

test-rust:  ## Unit, property and snapshot tests of the workspace, with the examples that drive transports of others
	$(LIMITED) PROPTEST_RNG_SEED=$(LAWS_SEED) $(CARGO) test --workspace --lib --config tests/unit-tests.toml --locked --quiet
	$(LIMITED) PROPTEST_RNG_SEED=$(LAWS_SEED) $(CARGO) test --workspace --bins --test '*' --locked --quiet
	$(CARGO) test --workspace --doc --locked --quiet

laws: develop  ## The laws on LAWS_CASES (2000) networks, frames, arrivals, ... that no test has drawn before
	$(LIMITED) PROPTEST_CASES=$(LAWS_CASES) $(CARGO) test --workspace --locked --quiet
	$(BIN)/python -m pytest -m hypothesis --hypothesis-profile=new-cases tests
	ATTACKS=full ATTACKS_SEED=$$(date +%s) $(BIN)/python -m pytest -m attack tests/attacks
	$(LIMITED) PROPTEST_CASES=$(ATTACK_CASES) $(CARGO) test --locked --quiet -p cellwise-laws --test net mutated::
	@tools/fuzz $(FUZZ_SECONDS)

tools:
	@for tool in tshark tcptrace chromium; do command -v $$tool >/dev/null || \
	  echo "$$tool is not installed: the tests that need it are skipped"; done

test-python: tools  ## Python tests, doctests, the commands of the README
	$(BESIDE) test-page test-docs test-package

# By itself: the browser's driver keeps an event loop in its process, where other tests want their own.
test-page: develop $(WASM)
	$(BIN)/python -m pytest tests/web

# Pages whose commands are typed out, notebooks, the site: they wait for processes and for one library.
test-docs: develop $(WASM)
	$(BIN)/python -m pytest --numprocesses $(JOBS) --maxprocesses 4 --dist loadfile tests/docs

test-package: develop $(WASM)
	$(BIN)/python -m pytest --numprocesses $(JOBS) --maxprocesses 4 --dist loadfile --ignore tests/web --ignore tests/docs

times:  ## What the lines, crates and test files of `make demo`, `make check` and `make test` cost
	tools/times demo check test

check:  ## Linters and the check of the type stub
	$(BESIDE) check-rust check-python check-platforms

check-rust:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked --quiet -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --document-private-items --locked --quiet

check-python: develop
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest cellwise._core
	PATH="$(BIN):$$PATH" $(BIN)/python tools/generate_types.py --check
	$(BIN)/python tools/write_notices.py --check
	$(BIN)/python tools/words
	@tools/audit $(BIN)

check-platforms: develop
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32
	$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/darwin

accept:  ## Accept changed snapshots, after reading them
	INSTA_UPDATE=always INSTA_FORCE_PASS=1 $(CARGO) test --workspace --locked --quiet

# Without real hosts: `python -m benches.hosts` needs root, and ten minutes.
bench: develop $(WASM)  ## Processor time and, with valgrind, instructions per cell
	benches/run
	$(BIN)/python benches/shortcuts
	$(BIN)/python benches/acts
	$(CARGO) run --release --locked --quiet -p cellwise-atm --example policing
	$(CARGO) run --release --locked --quiet -p cellwise-net --example capture
	$(CARGO) run --release --locked --quiet -p cellwise-net --example parallel
	$(BIN)/python benches/scale
	$(BIN)/python benches/plots
	$(BIN)/python benches/cluster
	$(BIN)/python benches/page $(if $(wildcard site/index.html),--site site)

validate: reproduce laws  ## The studies in full, and the laws on new cases

reproduce: build  ## All studies, continued if interrupted, an hour on two cores (REPLICATIONS=1: a quarter of it); writes results/index.html
	$(BIN)/cellwise study all $(if $(REPLICATIONS),--replications $(REPLICATIONS)) --jobs $(JOBS)

figures: develop  ## The pictures in docs/images
	$(BIN)/python tools/draw_figures.py
	$(BIN)/python tools/draw_front.py
	$(BIN)/python tools/draw_diagrams.py
	$(BIN)/python tools/draw_tutorial.py
	$(BIN)/python tools/draw_plots.py
	$(BIN)/python tools/write_networks.py

types: develop  ## What follows from JSON Schemas: Python types, pages of settings, types of answers in TypeScript
	$(CARGO) run --locked --quiet -p cellwise-api --example answers
	PATH="$(BIN):$$PATH" $(BIN)/python tools/generate_types.py

page:  ## The page and the notebook widget from web/ into the package; needs Node
	cd web && npm ci --no-audit --no-fund && npm run build

screens: develop $(WASM)  ## Pictures of the page, the site and reports at three widths, light and dark, in results/screens/index.html
	$(BIN)/python -m tools.screens results/screens

walk: develop $(WASM)  ## The pictures of the walk over the site's front page, in docs/images
	$(BIN)/python -m tools.screens docs/images --walk

docs: develop $(WASM)  ## The documentation as a site in docs/_build/html, without a network; warnings are errors
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet -b html -d docs/_build/doctrees docs docs/_build/html
	$(BIN)/python tools/keep_docs.py docs/_build/html docs/_build/site

site: develop $(WASM)  ## Documentation with live figures and the page in site/, for any static host; needs the module for browsers
	$(BIN)/python tools/build_site.py site

# What is pinned stays so, as far as pyproject.toml lets it; a line taken out of the file is pinned anew.
lock:  ## Write requirements/*.lock anew, with the hashes of all files
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check pip-tools==$(PIP_TOOLS)
	tools/lock .venv-lock/bin/pip-compile
	rm -rf .venv-lock

notices:  ## The licences of what is linked into wheels, in THIRD-PARTY.txt
	$(PYTHON) tools/write_notices.py

clean:  ## Remove everything that the other commands made
	rm -rf $(VENV) .venv-wheels dist target web/node_modules results report.html site docs/_build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find python benches tests tools -name '__pycache__' -type d -prune -exec rm -rf {} +
	rm -f python/cellwise/_core*.so $(WASM)
