package tests

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// askTheTime lists the files that ask what time it is, by what they do with it. A clock may be set back
// or forth at any moment, so a difference of two such times decides something only if both were asked by
// the same process and kept as they are: then they are of a clock that only goes on.
var askTheTime = map[string][]string{
	"how long something took, waits and patience within one process": {
		"archive/copy.go", "archive/explain.go", "archive/importing.go", "archive/instore.go", "archive/rebuild.go", "archive/watch.go",
		"cluster/answer.go", "cluster/fanout.go", "cluster/hold.go", "cluster/node.go", "cluster/server.go",
		"indexer/stage.go", "command/benchrun.go", "command/format.go", "command/progress.go",
		"command/search.go", "command/sofar.go", "command/streams.go", "internal/cputime/other.go",
		"internal/linktest/link.go", "internal/mutants/main.go", "internal/mutants/suite.go", "internal/nodetest/nodetest.go",
		"archive/mirror/mirror.go", "archive/mirror/push.go", "search/schedule.go", "search/searcher.go", "store/away.go",
		"search/match/coursecondition.go", "search/match/facts.go", "search/match/figures.go", "search/match/identity.go",
		"search/match/marked.go", "search/match/pattern.go", "search/match/positioncondition.go", "search/match/propertycondition.go",
		"search/match/regexp.go", "search/match/signature.go", "search/match/textcondition.go", "search/match/timecondition.go",
		"web/apistream.go", "web/apiwork.go", "web/upload.go",
	},
	"a time that is written down or shown, by which nothing is decided": {
		"archive/accepted.go", "archive/job.go", "archive/notetext.go", "archive/saved.go", "indexer/account.go",
		"archive/mirror/commit.go", "book/user/db.go", "web/howfar.go", "web/page.go",
	},
	"a time of files, which may have been made by another clock": {
		"archive/upload.go",                      // a receiving folder to which nobody has added for a day is removed
		"indexer/plan.go",                        // a file of a time to come is no file that is being written
		"archive/mirror/bring.go",                // which segment of the cache goes first; leftovers go an hour later
		"archive/mirror/folder.go",               // which segment of the cache goes first
		"store/db.go",                            // whether a manifest is so young that another one may have the same time
		"archive/objects/objectstest/conform.go", // tests only
		"archive/objects/objectstest/faulty.go",  //
	},
}

var askingTheTime = regexp.MustCompile(`\btime\.(Now|Since|Until)\(`)

// TestTimeIsAskedInKnownPlaces: who asks for the time in another file has thought about clocks that jump.
func TestTimeIsAskedInKnownPlaces(t *testing.T) {
	var known []string
	for _, files := range askTheTime {
		known = append(known, files...)
	}
	found := map[string]bool{}
	for file := range sources(t) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(data), "\n") {
			if code, _, _ := strings.Cut(line, "//"); !askingTheTime.MatchString(code) {
				continue
			}
			name := filepath.ToSlash(file)
			if found[name] = true; !slices.Contains(known, name) {
				t.Errorf("%s:%d asks for the time: say in clock_test.go what for, and what happens when the clock is set back or forth", name, i+1)
			}
		}
	}
	for _, name := range known {
		if !found[name] {
			t.Errorf("%s does not ask for the time", name)
		}
	}
}
