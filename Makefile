# The commands of this project: run, test, lint, bench, demo.

SWIFT ?= swift
DATA ?= ./data
PORT ?= 8080
# The rows that `make bench` measures, by the names in Sources/Benchmarks/Benchmarks.md; the number of items in the long
# list of the row sizes, and of pictures in the row backup.
ROWS ?=
ITEMS ?=
PICTURES ?=
# The time of each reader in `make fuzz`, and of `make test-load`; the reader, for example models; a number to repeat.
SECONDS = 120
FILTER ?=
SEED ?=
# `make run TLS=0` builds a program without encryption, in five sixths of the time.
TLS ?=
# A release is built without debug information, which takes a seventh of the time, contains Swift's libraries, so that it
# starts sooner, and leaves out names that only plug-ins need.
RELEASE = -c release -debug-info-format none --static-swift-stdlib \
	-Xlinker --as-needed -Xlinker --no-export-dynamic
# The library alone has its own folder, and fetches no package of the application's.
LIBRARY = --scratch-path .build/library --disable-prefetching
PACKAGES = pkg-config libsqlite3-dev zlib1g-dev libmagic-dev libvips-dev libgraphviz-dev \
	libarchive-dev libcurl4-openssl-dev libgnutls28-dev nettle-dev libcmark-dev libsodium-dev libqrencode-dev libpq-dev \
	libzbar-dev

.PHONY: run demo build test test-postgresql test-load test-api test-browser browser pictures docs standalone properties \
	lint bench benchmarks compare fuzz sanitize package test-package requirements libraries

run: export HOMEOWNER_TLS = $(TLS)
run: libraries
	@[ -x "$$($(SWIFT) build $(RELEASE) --show-bin-path)/homeowner" ] || \
		echo "Building the program for the first time: about ten minutes on two cores." \
			"Then it serves on http://127.0.0.1:$(PORT)."
	$(SWIFT) build $(RELEASE) --product homeowner
	@exec "$$($(SWIFT) build $(RELEASE) --show-bin-path)/homeowner" serve --port $(PORT) --data $(DATA)

demo: libraries
	$(SWIFT) build $(RELEASE) --product homeowner
	@bin="$$($(SWIFT) build $(RELEASE) --show-bin-path)/homeowner"; \
	"$$bin" seed --items 60 --all --photographs --data ./data/demo && \
	exec "$$bin" serve --port $(PORT) --data ./data/demo

# Twice as many tests at a time as there are cores; otherwise all begin at once, and a test that waits for something waits
# for all others too. With FILTER, only the targets of the matching tests are built.
test test-postgresql test-load sanitize: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= \
	$(shell echo $$((2 * $$(getconf _NPROCESSORS_ONLN))))
test: libraries
	@matched=$(if $(FILTER),"$$(Tests/matched '$(FILTER)')"); options=; \
	case "$$matched" in \
	'') ;; \
	ObjectModelTests|PersistenceTests|'ObjectModelTests PersistenceTests') \
		export HOMEOWNER_LIBRARY=1; options="$(LIBRARY)" ;; \
	*) export HOMEOWNER_TESTS="$$matched" ;; \
	esac; \
	$(SWIFT) build $$options --product homeownerPackageTests && \
	Tests/watch $(SWIFT) test $$options --skip-build $(if $(FILTER),--filter '$(FILTER)')

# Runs the tests of PersistencePostgreSQL, which start a server of their own in a temporary folder.
test-postgresql: export HOMEOWNER_POSTGRESQL = 1
test-postgresql: PACKAGES += postgresql
test-postgresql: libraries
	$(SWIFT) build --product homeownerPackageTests
	Tests/watch $(SWIFT) test --skip-build $(if $(FILTER),--filter '$(FILTER)')

# Runs the load tests, in which two servers on one database have many clients and are killed, for SECONDS each.
# HOMEOWNER_LOAD_CLIENTS is the number of clients of a server.
test-load: export HOMEOWNER_POSTGRESQL = 1
test-load: export HOMEOWNER_LOAD_SECONDS = $(SECONDS)
test-load: PACKAGES += postgresql
test-load: libraries
	$(SWIFT) build --product homeownerPackageTests
	$(SWIFT) test --skip-build --filter '\.(LoadTests|KilledServersTests|KilledImportTests)/'

# Tests the program in Chromium over WebDriver, two modules at a time, from a separate Python environment with pinned
# packages. FILTER picks some, for example test_moving; RELEASED=1 tests a release.
RELEASED ?=
BROWSER_PACKAGES = chromium chromium-driver python3-venv poppler-utils zbar-tools
BROWSER_TESTS = .build/browser-tests

test-browser: browser
	@export $(BROWSER_ENVIRONMENT); \
	cd Tests/BrowserTests && exec $(CURDIR)/$(BROWSER_TESTS)/bin/python run.py $(FILTER)

# Makes the Python environment of a folder of tests, again if its pinned packages have changed.
python_environment = cmp -s $(1)/requirements.txt $(2)/installed || { \
	rm -rf $(2) && python3 -m venv $(2) && \
	$(2)/bin/pip install --quiet --no-deps --disable-pip-version-check -r $(1)/requirements.txt && \
	cp $(1)/requirements.txt $(2)/installed; }

# Sends requests that Schemathesis makes from /openapi.json to a throw-away household, EXAMPLES for each address and
# method. It comes from a separate Python environment with pinned packages.
EXAMPLES ?= 20
API_TESTS = .build/api-tests

test-api: export EXAMPLES := $(EXAMPLES)
test-api: PACKAGES += python3-venv
test-api: build
	@$(call python_environment,Tests/APITests,$(API_TESTS))
	@export $(BROWSER_ENVIRONMENT); exec $(API_TESTS)/bin/python Tests/APITests/test_api.py

# Takes the pictures of the README and of the guide again. FILTER picks some, for example guide/places.
pictures: browser
	@export $(BROWSER_ENVIRONMENT); \
	cd Tests/BrowserTests && exec $(CURDIR)/$(BROWSER_TESTS)/bin/python pictures.py $(CURDIR) $(FILTER)

# Makes web pages of the articles and of the documentation of declarations.
DOCC ?= $(shell command -v docc)
DOCS = .build/docs
DOCUMENTED = ObjectModel Persistence PersistencePostgreSQL Imaging Domain Backup Web

docs: libraries
	@if [ -z "$(DOCC)" ]; then \
		echo "docc is missing. It comes with the toolchains of swift.org."; \
		exit 1; \
	fi
	$(SWIFT) build
	@rm -rf $(DOCS); bin="$$($(SWIFT) build --show-bin-path)"; \
	target="$$($(SWIFT) -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')"; \
	maps="$$(find "$$bin"/*.build/module.modulemap Sources .build/checkouts/*/Sources -name module.modulemap \
		-printf '-Xcc -fmodule-map-file=%p ')"; \
	for module in $(DOCUMENTED); do \
		mkdir -p "$(DOCS)/symbols/$$module" && \
		$(SWIFT) symbolgraph-extract -module-name "$$module" -I "$$bin/Modules" -target "$$target" \
			$$maps $$(pkg-config --cflags glib-2.0 | sed 's/-I/-Xcc -I/g') \
			-minimum-access-level internal -skip-synthesized-members \
			-output-dir "$(DOCS)/symbols/$$module" && \
		"$(DOCC)" convert "Sources/$$module/Documentation.docc" --fallback-display-name "$$module" \
			--fallback-bundle-identifier "homeowner.$$module" \
			--additional-symbol-graph-dir "$(DOCS)/symbols/$$module" \
			--transform-for-static-hosting --hosting-base-path "$$module" \
			--output-path "$(DOCS)/$$module" || exit 1; \
	done; rm -r $(DOCS)/symbols
	@echo "To read them: python3 -m http.server 8090 --directory $(DOCS)," \
		"then http://localhost:8090/Web/documentation/web/"

BROWSER_BUILD = $(SWIFT) build $(if $(RELEASED),$(RELEASE))

# Builds the program alone; RELEASED=1 as users get it.
build: libraries
	$(BROWSER_BUILD) --product homeowner

BROWSER_ENVIRONMENT = HOMEOWNER="$$($(BROWSER_BUILD) --show-bin-path)/homeowner" PYTHONDONTWRITEBYTECODE=1

browser: PACKAGES += $(BROWSER_PACKAGES)
browser: build
	@$(call python_environment,Tests/BrowserTests,$(BROWSER_TESTS))

# Gives damaged predicates, model files and archives to their readers. If a reader crashes, a note has the number of the input.
fuzz: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH = 1
fuzz: libraries
	$(SWIFT) build --product homeownerPackageTests
	@notes="$$(mktemp -d)"; export FUZZ_NOTES="$$notes" FUZZ_SECONDS=$(SECONDS) FUZZ_SEED=$(SEED) \
		FUZZ_FIRST="$$(date +%s)000000"; \
	if (ulimit -v 16000000; exec $(SWIFT) test --skip-build --filter 'FuzzTests/$(FILTER)'); \
	then rm -r "$$notes"; exit 0; fi; \
	for note in "$$notes"/fuzz-*; do \
		if [ ! -s "$$note" ]; then continue; fi; reader="$${note##*/fuzz-}"; \
		echo "To repeat: make fuzz FILTER=$${reader%-*} SEED=$$(cat "$$note")"; \
	done; rm -r "$$notes"; exit 1

# Runs tests of threads under the thread sanitizer, and tests of C calls under the address sanitizer. Leaks are not
# detected, because libraries keep memory until the end.
sanitize: libraries
	TSAN_OPTIONS="suppressions=$(CURDIR)/.thread-sanitizer" $(SWIFT) test --sanitize=thread \
		--scratch-path .build/thread --filter \
		'PersistenceTests.*(Session|Shared|Observation|Conflict|Merging|Nesting|Child|Batch|Asynchronous|ThreadPool|Closure|ChangingStores|StoreFiles)'
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --sanitize=address --scratch-path .build/address \
		--filter \
		'PersistenceTests.*(Row|Session|Opening|External|SQL|PropertyList|Archive|Fuzz|Migration|History|IdentityMap|Fetch|Exchanged|Graph|Nesting|Undo)'

# Writes the properties of the program's models beside them. A test fails if they are out of date.
properties:
	HOMEOWNER_LIBRARY=1 $(SWIFT) build $(LIBRARY) --product ModelCompiler
	@for model in Sources/Domain/*/*.xcdatamodeld; do \
		.build/library/debug/ModelCompiler "$$model" "$${model%/*}" || exit 1; \
	done

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Plugins

bench: PACKAGES += $(if $(filter postgresql sizes servers,$(ROWS)),postgresql)
bench: export ITEMS := $(ITEMS)
bench: export PICTURES := $(PICTURES)
bench: libraries
	HOMEOWNER_BENCHMARKS=1 $(SWIFT) build $(RELEASE) --product benchmarks
	HOMEOWNER_BENCHMARKS=1 $(SWIFT) build $(RELEASE) --product homeowner
	@exec "$$($(SWIFT) build $(RELEASE) --show-bin-path)/benchmarks" $(ROWS)

# Compiles the benchmarks, which no test does.
benchmarks: PACKAGES += postgresql
benchmarks: libraries
	HOMEOWNER_POSTGRESQL=1 HOMEOWNER_BENCHMARKS=1 $(SWIFT) build --product benchmarks

# The same work through Persistence and through GRDB, from a separate package.
compare: libraries
	$(SWIFT) run -c release --package-path Sources/Benchmarks/GRDB

# Builds and runs a package that uses Persistence alone, as a release, and checks that it fetches nothing.
standalone: libraries
	$(SWIFT) run -c release --package-path Tests/Standalone --scratch-path .build/standalone
	@if [ -s Tests/Standalone/Package.resolved ]; then \
		echo "Persistence by itself has fetched packages:"; cat Tests/Standalone/Package.resolved; exit 1; \
	fi

# The Debian package and the tarball, in .build/packages.
package: PACKAGES += dpkg-dev python3
package: libraries
	$(SWIFT) build $(RELEASE) --product homeowner
	@Packaging/build "$$($(SWIFT) build $(RELEASE) --show-bin-path)/homeowner" .build/packages

# Installs, upgrades, removes and purges the package on this machine, as root.
test-package:
	Tests/PackageTests/run .build/packages

# Installs everything that any test needs.
requirements: PACKAGES += postgresql $(BROWSER_PACKAGES)
requirements: libraries

# Installs the system libraries that are missing on Debian, and names them elsewhere.
libraries:
	@Packaging/require $(PACKAGES)
