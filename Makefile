# Two commands do everything, set-up included: `make run` and `make test`.
python := .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: run train test test-fast coverage warm runs runs-status stress starts processes desktop cluster pictures package release format clean help

run: ## open the window; ARGS="FILE" opens a record in it
	@bash build_spec/set_up.sh run
	@$(python) main.py $(ARGS)

train: ## train a network; ARGS="FILE.toml --out DIR" (docs/training.md)
	@bash build_spec/set_up.sh train
	@$(python) main.py train $(ARGS)

test: ## run every check: format, lint, types, imports, tests
	@bash build_spec/set_up.sh test
	@$(python) -m build_spec.checks

test-fast: ## rules, records, session and core alone: no window, under a minute
	@bash build_spec/set_up.sh test
	@$(python) -m pytest -q -n auto -m "fast and not slow" tests/engine

coverage: ## what the tests of rules, records, session and core execute of these
	@bash build_spec/set_up.sh test
	@$(python) -m pytest -q -n auto -m fast --cov --cov-report=term:skip-covered \
		tests/engine

warm: ## compile the kernels of all engines now, so that no first search waits
	@bash build_spec/set_up.sh test
	@$(python) -m build_spec.kernels

runs: ## go on with the queue of long training runs in runs/; Ctrl+C stops it
	@bash build_spec/set_up.sh test
	@$(python) -m build_spec.runs work

runs-status: ## what the queue has done, what is to do, and how long
	@bash build_spec/set_up.sh test
	@$(python) -m build_spec.runs status

stress: ## 10,000 random actions while engines think; SEED=N repeats a run
	@bash build_spec/set_up.sh test
	@STRESS_ACTIONS=10000 STRESS_SEED=$(SEED) QT_QPA_PLATFORM=offscreen \
		$(python) -m pytest -q -o faulthandler_timeout=0 tests/gui/test_stress.py

starts: ## 500 starts of the program that end at random moments; SEED=N repeats them
	@bash build_spec/set_up.sh test
	@$(python) -m tests.gui.app.start_stop_driver 500 $(SEED)

processes: ## run the tests that start the program in processes of its own
	@bash build_spec/set_up.sh test
	@$(python) -m build_spec.checks processes

desktop: ## play the real program on a virtual screen; pictures in build/desktop
	@bash build_spec/set_up.sh desktop
	@rm -rf build/desktop
	@echo "== pytest desktop"
	@$(python) -m pytest -q -m desktop tests/desktop

cluster: ## play training games on a local Ray cluster, of which one machine dies
	@bash build_spec/set_up.sh cluster
	@echo "== pytest cluster"
	@$(python) -m pytest -q -o faulthandler_timeout=0 -m cluster tests/cluster

pictures: ## make the pictures of the user guide from the program
	@bash build_spec/set_up.sh test
	@$(python) -m build_spec.pictures

package: ## build the packages of this system in dist, then play with what was built
	@bash build_spec/set_up.sh desktop
	@echo "== build"
	@$(python) -m build_spec.package
	@echo "== pytest package"
	@$(python) -m pytest -q -o faulthandler_timeout=0 -m package tests/package

release: ## check everything, then tag the version of engine/__init__.py
	@bash build_spec/set_up.sh test
	@$(python) -m build_spec.release check
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory processes
	@$(python) -m build_spec.release

format: ## format the sources
	@bash build_spec/set_up.sh test
	@$(python) -m ruff check --fix-only --quiet .
	@$(python) -m ruff format .

clean: ## delete what was made from the sources; .venv and runs stay
	@rm -rf build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -not -path './.venv/*' -not -path './runs/*' -prune -exec rm -rf {} +

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 22
