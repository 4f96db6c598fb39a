# Everything runs in .venv, which make builds, and builds on when pyproject.toml changes.
# Needs only make and Python 3.11 or newer:  make demo PYTHON=python3.12

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
RUNTIME := $(VENV)/.installed
DEV := $(VENV)/.installed-dev
# In the order of the questions; make reports FRESH=--fresh throws away what runs/studies holds.
QUESTIONS := contracts caishen dealer options strategies wins deals
FRESH ?=
WORKERS ?= $(shell $(PYTHON) -c "import os; print(os.cpu_count() or 1)")

.DEFAULT_GOAL := help
.PHONY: help install demo test sweep proof reports studies-long lint format bench clean

help:
	@echo "make demo          quickstart experiment, from nothing to runs/quickstart/report.html"
	@echo "make install       the zhuji command in .venv/bin, with what the other targets need"
	@echo "make test          the tests"
	@echo "make sweep         the long sweeps and slow tests"
	@echo "make proof         how often the intervals of comparisons cover the truth; three quarters of an hour on two cores"
	@echo "make reports       the studies of experiments/*.toml and reports/index.html; twenty minutes on two cores, goes on where stopped"
	@echo "make studies-long  strength, bidding, contracts, regret, odds, cards, tuning; many hours on two cores, goes on where stopped"
	@echo "make lint          ruff, mypy, import contracts"
	@echo "make format        ruff format"
	@echo "make bench         hands and deals per second"
	@echo "make clean         remove .venv, runs and tool caches"

install: $(DEV)

# --no-compile: Python compiles what it imports; compiling all of it would take longer than the demo.
$(RUNTIME): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("zhuji_sim needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --no-compile -e .
	@touch $@

$(DEV): $(RUNTIME)
	$(PIP) --no-compile -e '.[dev]'
	@touch $@

demo: $(RUNTIME)
	$(BIN)/zhuji run experiments/quickstart.toml --out runs/quickstart --fresh
	@echo "Open runs/quickstart/report.html"

test: $(DEV)
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile

sweep: $(DEV)
	$(BIN)/python -m pytest -n $(WORKERS) -m "sweep or slow"

proof: $(RUNTIME)
	$(BIN)/python -m zhuji_sim.duplicate.coverage --out runs/proof-bao --rules bao --until-width 1.5
	$(BIN)/python -m zhuji_sim.duplicate.coverage --out runs/proof-dongfeng --rules dongfeng --until-width 1

reports: $(RUNTIME)
	for question in $(QUESTIONS); do $(BIN)/zhuji run experiments/$$question.toml --out runs/studies/$$question $(FRESH) || exit; done
	$(BIN)/python -m zhuji_sim.studies reports $(QUESTIONS:%=runs/studies/%)

studies-long: $(RUNTIME)
	ZHUJI=$(BIN)/zhuji sh experiments/strength.sh
	ZHUJI=$(BIN)/zhuji sh experiments/bidding.sh
	$(BIN)/python -m zhuji_sim.contracts --rules bao --walls 20000 --seed 14 --out runs/contracts-bao
	PYTHON=$(BIN)/python sh experiments/cards.sh
	PYTHON=$(BIN)/python sh experiments/odds.sh
	$(BIN)/python -m zhuji_sim.regret champion tai speed --rules bao --points 2000 --redeals 400 --out runs/regret-bao
	$(BIN)/python -m zhuji_sim.regret.solitaire champion tai speed --hands 300 --out runs/solitaire.csv
	ZHUJI=$(BIN)/zhuji sh experiments/tune_champion.sh

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(DEV)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(RUNTIME)
	$(BIN)/zhuji bench

clean:
	rm -rf $(VENV) runs build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .benchmarks
