# The targets that contributors use; `make check` is what every commit passes.

FUZZTIME ?= 30s
COUNT    ?= 10

.PHONY: all build check test short golden race torture fuzz bench cover mutants release

all: check build

build:
	go build -o bin/ . ./cmd/kifudb-node

# Formatting, vet, linters, tidy modules, shuffled tests.
check:
	@test -z "$$(git ls-files -z '*.go' | xargs -0 gofmt -l)" || { echo "run gofmt"; exit 1; }
	go mod tidy -diff
	go vet ./...
	go tool -modfile=tools.mod staticcheck ./...
	go test -shuffle=on ./...

test:
	go test ./...

# A sample of every test, under a minute on two cores.
short:
	go test -short ./...

# Accept the output of the command-line scripts; then read the diff as a user would.
golden:
	KIFUDB_GOLDEN=1 go test -run TestScripts ./tests

# Without checks of pointers: bbolt makes slices of damaged pages before it looks
# at them, which the tests of damage meet.
race:
	go test -race -gcflags=all=-d=checkptr=0 -timeout 60m ./...

# What accidents do to an archive: kills, failures of each step, damage to every
# file, readers during rebuilds, nodes and stores that fail, and for TORTURE machines
# that import, merge, remove and search in one store at once, in which everything goes
# wrong now and then. The tables at the end say what was found.
KILLS ?= 100
FLIPS ?= 150
RACES ?= 20000
TORTURE ?= 5m
torture:
	KIFUDB_KILLS=$(KILLS) KIFUDB_TORTURE=$(FLIPS) KIFUDB_RACES=$(RACES) KIFUDB_STORE_TORTURE=$(TORTURE) \
		go test -count=1 -timeout 600m -v -run '$(ACCIDENTS)' $(TORTURED) \
		| grep -E '^ *(---|FAIL|ok)|_test.go|^        [a-z].* +[0-9]+ +[0-9]+|refused:|wrong:'

# The packages that have tests of accidents, and these tests; a test compares both with the code.
TORTURED  = ./store ./book/user ./indexer/ledger ./bench ./archive/objects ./archive/objects/s3 ./archive/mirror ./archive ./cluster ./tests
ACCIDENTS = Torture|ReadersDuring|EachFailure|SmallFiles|AllManifests|CopiedBack|TextIndexDamaged|FullDisk|DiskFull|KilledImports|KilledCommands|HostileShapes|GeneratedShapes|TestNodes|NodeKilled|SlowNode|Partition|Parted|SlowLink|LinkBreaks|Expire|Upgrade|NewerSegments|SegmentsMove|TruncatedSegment|CacheIsFull|OtherVersion|AskerGone|TestStore|TestCopyKilled|TestRetry|TestSilence|TestPutSilence|TestSlowAndSilent|Damaged|TestDamage|HostileNames|TestAgain|CacheTooSmall|Unconditional|WithoutRanges|TestReadOn|TestListOn|DoubtfulStores|KilledInTheMiddle|OneFileOf|LostPairs|LostLine|LineThatTheCopyLacks

# Every fuzz target for FUZZTIME each, one after the other, as Go requires. Inputs are shortened in ten
# attempts at most: without a bound nearly all of the time goes into that.
fuzz:
	@for pkg in $$(go list ./...); do \
		for target in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "== $$pkg $$target"; \
			go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$pkg || exit 1; \
		done; \
	done

bench:
	go test -run '^$$' -bench . -benchmem -count $(COUNT) ./...

cover:
	go test -coverprofile=coverage.out ./... && go tool cover -func=coverage.out | tail -1

# A sample of small faults, planted one at a time in a package; each is to fail a
# short test. What no test noticed is listed. PKG is a folder, SEED another sample,
# WITH further packages whose tests count (PKG=search/match WITH=./search).
N    ?= 150
SEED ?= 1
WITH ?=
mutants:
	go -C internal/mutants build -o ../../bin/mutants .
	bin/mutants -n $(N) -seed $(SEED) ./$(PKG) $(WITH)

# The files of a release in dist; RELEASING.md describes them. ADDRESS is where the project is, once it is
# somewhere (github.com/NAME/kifudb).
ADDRESS ?=
release:
	go -C packaging run . -address '$(ADDRESS)'
