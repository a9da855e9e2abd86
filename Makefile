# The main targets. Every step is a script in make/, which can also be run directly.

PREFIX = /usr/local
DESTDIR =
# static: apicall includes libcurl. system: it links the installed libcurl.
LINK = static
# More flags for the debug build and the tests, such as SWIFTFLAGS='-Xswiftc -warnings-as-errors'
SWIFTFLAGS =

RELEASE = .build/release
BIN = $(DESTDIR)$(PREFIX)/bin
LIBEXEC = $(DESTDIR)$(PREFIX)/libexec/apicall
PLUGINS = $(DESTDIR)$(PREFIX)/lib/apicall/plugins
MAN = $(DESTDIR)$(PREFIX)/share/man
PAGES = $(wildcard man/*.[1-9])
# What apicall help shows
HELP = $(DESTDIR)$(PREFIX)/share/apicall/help
TEXTS = $(wildcard man/text/*.txt)

# Debian's zsh looks for completions of packages in one folder, and for others in another.
ZSH_FOLDER = $(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
BASH_COMPLETION = $(DESTDIR)$(PREFIX)/share/bash-completion/completions/apicall
ZSH_COMPLETION = $(DESTDIR)$(PREFIX)/share/zsh/$(ZSH_FOLDER)/_apicall
FISH_COMPLETION = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/apicall.fish
# The revision of the Debian packages: a rebuild with newer libraries raises it.
REVISION = 1

.PHONY: build demo test test-fast record servers fuzz scale wrong-responses sync-histories aws-paging man site docs \
  lint check-linkage limits order bench bench-readme growth cases micro install install-files uninstall deb \
  tarball check-packages clean help

build: ## build the programs and the possible plugins for release (LINK=static or system)
	@make/release $(LINK)
	@make/plugins

demo: build ## log in to a mock server and print the token
	@make/demo

test: ## build for debugging and run all tests
	@make/packages build plugins tests
	@make/plugins
	@make/tests $(SWIFTFLAGS)
	.build/debug/apicall test endpoints examples

test-fast: ## build for debugging and run the tests that take less than a minute together
	@make/packages build tests
	@make/tests --fast $(SWIFTFLAGS)

record: ## rewrite the golden files; the run still fails, so check the difference
	@make/packages build plugins tests
	@make/plugins
	APICALL_RECORD=1 make/tests $(SWIFTFLAGS)

servers: ## unpack the servers that tests use; make/servers NAME unpacks one
	@make/servers

fuzz: ## test generated specs, inputs, responses and paths for ten minutes
	@make/fuzz

scale: ## run the recipes for Slurm and Spark, and check those for Kubernetes and Argo
	@make/scale $(SWIFTFLAGS)

wrong-responses: build ## compare runs on 100 000 generated responses with an oracle
	@make/wrong-responses

sync-histories: build ## play 10 000 histories of lists that are read with since
	@make/sync-histories

aws-paging: build ## compare paging and waiting with botocore, for what it declares
	@make/aws-paging

man: ## make the manual pages and the help texts from docs/ (pandoc, mandoc)
	@make/packages manual
	@make/man

site: ## make a site of the manual in .build/site (mkdocs-material)
	@make/site

docs: ## write the documentation of the library for Swift to .build/docs
	@make/docs

lint: ## check the style of the Swift code
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks plugins \
	  examples Snippets
	@make/comments

check-linkage: build ## fail if the release of apicall loads more than libc and libm
	@make/check-linkage $(LINK)

limits: ## fail if the release takes more instructions or bytes than it may (valgrind)
	@make/limits

order: ## record the functions of a call for the linker (valgrind)
	@make/order

bench: build ## compare apicall with curl and other clients on the PATH
	@Benchmarks/run

bench-readme: build ## like bench, and write the table to Benchmarks/README.md
	@Benchmarks/run --readme

growth: build ## measure how time and memory grow with calls, bodies, rows, files and folders
	@Benchmarks/growth

cases: build ## measure how fast apicall test runs cases
	@Benchmarks/cases

micro: ## count the instructions of parts of the program (valgrind)
	@Benchmarks/Micro/run

install: ## install to DESTDIR and PREFIX; with sudo, install the existing build
	@make/installable $(LINK)
	@$(MAKE) --no-print-directory install-files

# Installs the existing build. The packages are made of the same files.
install-files:
	install -d $(BIN) $(LIBEXEC)
	install -m 755 $(RELEASE)/apicall $(BIN)/apicall
	install -m 755 $(RELEASE)/apicall-serve $(LIBEXEC)/apicall-serve
	@set -e; for page in $(PAGES); do \
	  install -D -m 644 $$page $(MAN)/man$${page##*.}/$${page##*/}; \
	done
	install -d $(HELP)
	install -m 644 $(TEXTS) $(HELP)
	@set -e; for folder in plugins/*/; do \
	  name=$$(basename $$folder); \
	  if [ ! -e $(RELEASE)/plugins/$$name/plugin.json ]; then continue; fi; \
	  install -D -m 644 $(RELEASE)/plugins/$$name/plugin.json $(PLUGINS)/$$name/plugin.json; \
	  install -m 755 $(RELEASE)/plugins/$$name/apicall-$$name $(PLUGINS)/$$name/apicall-$$name; \
	  install -D -m 644 plugins/$$name/man/apicall-$$name.1 $(MAN)/man1/apicall-$$name.1; \
	done
	@set -e; for file in $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION); do \
	  case $$file in */bash-*) shell=bash ;; */zsh/*) shell=zsh ;; *) shell=fish ;; esac; \
	  install -d $${file%/*}; \
	  $(RELEASE)/apicall completion $$shell >$$file; \
	  chmod 644 $$file; \
	done

uninstall: ## remove the installed files
	rm -f $(BIN)/apicall $(LIBEXEC)/apicall-serve
	rm -f $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION)
	@for page in $(PAGES); do rm -f $(MAN)/man$${page##*.}/$${page##*/}; done
	@for text in $(TEXTS); do rm -f $(HELP)/$${text##*/}; done
	@for folder in plugins/*/; do \
	  name=$$(basename $$folder); \
	  rm -f $(PLUGINS)/$$name/plugin.json $(PLUGINS)/$$name/apicall-$$name $(MAN)/man1/apicall-$$name.1; \
	  rmdir $(PLUGINS)/$$name 2>/dev/null || true; \
	done
	@rmdir $(LIBEXEC) 2>/dev/null || true
	@rmdir $(HELP) $(dir $(HELP)) 2>/dev/null || true
	@rmdir $(PLUGINS) $(dir $(PLUGINS)) 2>/dev/null || true

deb: build ## make the Debian packages in .build/packages
	@make/deb $(REVISION)

tarball: build ## make a tarball of the installed files in .build/packages
	@make/tarball

check-packages: build ## check the Debian packages and the tarball (installs them in a chroot)
	@make/check-packages

clean: ## remove the build
	rm -rf .build

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' Makefile
