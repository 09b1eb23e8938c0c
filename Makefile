# The commands of this project: run, test, lint, bench, demo.

SWIFT ?= swift
DATA ?= ./data
PORT ?= 8080
# Which rows `make bench` measures: none for all, or some of insert fetch saves lookups move http
# start memory upload.
ROWS ?=
PACKAGES = pkg-config libsqlite3-dev zlib1g-dev libmagic-dev libvips-dev
# What a fresh Debian has to install; sudo only for someone who is not root.
SUDO = $(if $(filter 0,$(shell id -u)),,sudo)
INSTALL = $(SUDO) apt-get install -y --no-install-recommends $(PACKAGES)

.PHONY: run demo test lint bench libraries

run: libraries
	$(SWIFT) build -c release --product homeowner
	@exec "$$($(SWIFT) build -c release --show-bin-path)/homeowner" serve --port $(PORT) --data $(DATA)

demo: libraries
	$(SWIFT) build -c release --product homeowner
	@bin="$$($(SWIFT) build -c release --show-bin-path)/homeowner"; \
	"$$bin" seed --items 60 --photographs --data ./data/demo && \
	exec "$$bin" serve --port $(PORT) --data ./data/demo

test: libraries
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Plugins

bench: libraries
	HOMEOWNER_BENCHMARKS=1 $(SWIFT) build -c release --product benchmarks
	HOMEOWNER_BENCHMARKS=1 $(SWIFT) build -c release --product homeowner
	@exec "$$($(SWIFT) build -c release --show-bin-path)/benchmarks" $(ROWS)

# Installs the system libraries that are missing, or says how.
libraries:
	@missing=; for package in $(PACKAGES); do \
		dpkg-query -W -f '$${db:Status-Status}' $$package 2>/dev/null | grep -q '^installed' \
			|| missing="$$missing $$package"; \
	done; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	echo "Installing the system libraries that are missing:$$missing"; \
	if ! command -v apt-get >/dev/null; then \
		echo "There is no apt-get here. Install these libraries with their headers:$$missing"; exit 1; \
	fi; \
	if [ "$$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then \
		echo "Run this as root, then try again: apt-get update && $(INSTALL)"; exit 1; \
	fi; \
	$(SUDO) apt-get update -q && $(INSTALL)
