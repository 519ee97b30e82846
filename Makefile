# Everything a newcomer needs. Each target installs what is missing and says so.
# Scripts are in scripts/; `make help` lists the targets.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run test check lint fmt bench soak pictures wander mutations test-long test-windows package test-package package-windows

# Outside the clone, so that several clones build once.
export CARGO_TARGET_DIR ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/fielddesk/target

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 18

run: ## open the app; without a display, take it through the main job and leave pictures
	@scripts/run.sh

test: ## every check and test, in order (STAGES="ui fmt" runs only these)
	@scripts/test.sh $(STAGES)

check: ## the two-minute loop while you work: types, lint, format, clippy, unit tests
	@scripts/test.sh needs ui-check ui-lint fmt ui-build units ui-test

lint: ## formatting, clippy, types, Biome, shellcheck, workflows, licences
	@scripts/test.sh needs scripts workflows ui-check ui-lint ui-build fmt clippy licences

fmt: ## write the standard format, Rust and UI
	@scripts/need.sh rust ui
	@cargo fmt --all
	@npm --prefix ui run --silent fmt

wander: ## random use of the real program by new seeds (MINUTES=10), by one (SEED=20), by steps (STEPS=FILE)
	@scripts/wander.sh

bench: ## one table of figures beside what others need; never fails on a number (ROW=mirror, ROUNDS=5)
	@scripts/bench.sh $(ROW)

soak: ## half an hour of everything at once: memory, handles and threads (MINUTES=30)
	@scripts/soak.sh

pictures: ## take the pictures of the README and the guide anew
	@scripts/pictures.sh

mutations: ## 30 harmful mistakes, each of which the tests must catch (NAMES="01 07" only these)
	@scripts/mutations.sh $(NAMES)

test-long: ## the long versions: more cases, repeated rounds (ROUNDS=5)
	@scripts/test-long.sh

test-windows: ## clippy for Windows, and the tests as Windows programs in Wine (PARTS="tests" runs only these)
	@scripts/test-windows.sh $(PARTS)

package: ## the release programs as .deb and .rpm
	@scripts/package.sh

test-package: package ## install the .deb on a bare Debian and start everything there
	@scripts/test-package.sh

package-windows: ## the release programs for Windows as a zip, built here
	@scripts/package-windows.sh
