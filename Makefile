# The commands of the README, in front of CMake. `make help` lists them.
BUILD = build
JOBS = 2
PREFIX = /usr/local

.PHONY: help setup setup-browser demo test install check bench sanitize thread fuzz hashes format clean
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

help:
	@echo "make demo      install what is missing, build, and check an example scene"
	@echo "make test      install what is missing, build, and run every check and test"
	@echo "make install   build in release mode and install below PREFIX (default $(PREFIX))"
	@echo "make setup     only install what is missing"
	@echo "make check     only the checks of the source: format, layers, caps"
	@echo "make format    format the source"
	@echo "make sanitize  tests under the address and undefined-behaviour sanitizers"
	@echo "make thread    tests of threads under the thread sanitizer"
	@echo "make fuzz      a short run of every fuzz target"
	@echo "make hashes    one hash over results for gcc and clang, -O0 and -O3"
	@echo "make bench     measurements as CSV"

setup:
	@tools/setup.sh

setup-browser:
	@tools/setup.sh --browser

demo: setup
	@tools/demo.sh

check:
	@tools/check_format.sh
	@python3 tools/check_layers.py
	@python3 tools/check_caps.py

# ctest comes last, so that its summary is what is left on the screen.
test: setup-browser check
	@cmake --preset dev
	@cmake --build --preset dev -j$(JOBS)
	@ctest --preset dev -j$(JOBS)

install:
	@cmake --preset release
	@cmake --build --preset release -j$(JOBS)
	@cmake --install build/release --prefix $(PREFIX)

sanitize: setup
	@cmake --preset sanitize
	@cmake --build --preset sanitize -j$(JOBS)
	@ctest --preset sanitize -j$(JOBS)

thread: setup
	@cmake --preset thread
	@cmake --build --preset thread -j$(JOBS) --target threaded
	@ctest --preset thread -j$(JOBS)

fuzz: setup
	@tools/fuzz.sh

hashes: setup
	@tools/hashes.sh

bench: setup
	@tools/bench.sh

format:
	@tools/check_format.sh --fix

clean:
	rm -rf $(BUILD)
