# What people type. Every step is a script in make/, which can be run on its own.

PREFIX = /usr/local
DESTDIR =
# static: apicall holds a libcurl of its own. system: it links the installed one.
LINK = static
# More flags for the debug build and the tests, such as: SWIFTFLAGS='-Xswiftc -warnings-as-errors'
SWIFTFLAGS =

RELEASE = .build/release
BIN = $(DESTDIR)$(PREFIX)/bin
LIBEXEC = $(DESTDIR)$(PREFIX)/libexec/apicall
PLUGINS = $(DESTDIR)$(PREFIX)/lib/apicall/plugins
MAN = $(DESTDIR)$(PREFIX)/share/man
PAGES = $(wildcard man/*.[1-9])

.PHONY: build demo test record fuzz lint check-linkage order bench bench-readme growth micro install uninstall clean help

build: ## build the programs, and the plugins that can be, for release (LINK=static or system)
	@make/release $(LINK)
	@make/plugins

demo: build ## log in to a mock server and print the token
	@make/demo

test: ## build for debugging and run every test
	@make/packages build plugins tests
	@make/plugins
	swift test $(SWIFTFLAGS)

record: ## write the golden files anew; the run still fails, so look at the difference
	@make/packages build plugins tests
	@make/plugins
	APICALL_RECORD=1 swift test $(SWIFTFLAGS)

fuzz: ## try made-up specs, inputs, answers and paths for ten minutes
	@make/fuzz

lint: ## check the style of the Swift code
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks plugins

check-linkage: build ## fail if the release of apicall loads more than libc and libm
	@make/check-linkage $(LINK)

order: ## write down for the linker what a call runs (valgrind)
	@make/order

bench: build ## compare apicall with curl and the others that are on the PATH
	@Benchmarks/run

bench-readme: build ## the same, and put the table into README.md
	@Benchmarks/run --readme

growth: build ## show how time and memory grow with calls, bodies, files and folders
	@Benchmarks/growth

micro: ## count the instructions of parts of the program (valgrind)
	@Benchmarks/Micro/run

install: ## install into PREFIX, below DESTDIR; under sudo, what make built before
	@make/installable $(LINK)
	install -d $(BIN) $(LIBEXEC)
	install -m 755 $(RELEASE)/apicall $(BIN)/apicall
	install -m 755 $(RELEASE)/apicall-serve $(LIBEXEC)/apicall-serve
	@set -e; for page in $(PAGES); do \
	  install -D -m 644 $$page $(MAN)/man$${page##*.}/$${page##*/}; \
	done
	@set -e; for folder in plugins/*/; do \
	  name=$$(basename $$folder); \
	  if [ ! -e $(RELEASE)/plugins/$$name/plugin.json ]; then continue; fi; \
	  install -D -m 644 $(RELEASE)/plugins/$$name/plugin.json $(PLUGINS)/$$name/plugin.json; \
	  install -m 755 $(RELEASE)/plugins/$$name/apicall-$$name $(PLUGINS)/$$name/apicall-$$name; \
	  install -D -m 644 plugins/$$name/man/apicall-$$name.1 $(MAN)/man1/apicall-$$name.1; \
	done

uninstall: ## remove what install put there
	rm -f $(BIN)/apicall $(LIBEXEC)/apicall-serve
	@for page in $(PAGES); do rm -f $(MAN)/man$${page##*.}/$${page##*/}; done
	@for folder in plugins/*/; do \
	  name=$$(basename $$folder); \
	  rm -f $(PLUGINS)/$$name/plugin.json $(PLUGINS)/$$name/apicall-$$name $(MAN)/man1/apicall-$$name.1; \
	  rmdir $(PLUGINS)/$$name 2>/dev/null || true; \
	done
	@rmdir $(LIBEXEC) 2>/dev/null || true
	@rmdir $(PLUGINS) $(dir $(PLUGINS)) 2>/dev/null || true

clean: ## remove everything that was built
	rm -rf .build

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' Makefile
