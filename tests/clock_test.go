package tests

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kifudb/internal/wall"
)

// measureTime lists the files that measure how long something takes, or wait: with time.Now, whose
// difference of two readings in one process is of a clock that only goes on.
var measureTime = []string{
	"archive/analyze.go", "archive/asoflast.go", "archive/copy.go", "archive/explain.go", "archive/importing.go", "archive/instore.go", "archive/job.go", "archive/mirror/mirror.go", "archive/mirror/detour.go",
	"archive/mirror/push.go", "archive/objects/objectstest/conform.go", "archive/objects/objectstest/faulty.go", "archive/rebuild.go",
	"archive/upload/upload.go", "archive/watch.go", "cluster/answer.go", "cluster/fanout.go", "cluster/hold.go", "cluster/node.go",
	"cluster/natsserver/server.go", "command/answer/format.go", "command/benchrun.go", "command/run/progress.go", "command/run/streams.go",
	"command/answer/answer.go", "command/terminal/line.go", "indexer/stage.go", "internal/cputime/other.go", "internal/linktest/link.go", "internal/monitor/request.go",
	"cluster/nodetest/nodetest.go", "internal/wall/wall.go", "search/match/coursecondition.go",
	"archive/boardindex.go", "search/match/facts.go", "search/match/featurecondition.go", "search/match/figures.go", "search/match/gradecondition.go", "search/match/identity.go", "search/match/marked.go", "search/match/pattern.go",
	"search/match/positioncondition.go", "search/match/propertycondition.go", "search/match/regexp.go", "search/match/signature.go",
	"search/match/textcondition.go", "search/match/timecondition.go", "search/schedule.go", "search/searcher.go", "store/remote.go",
	"web/access.go", "web/apistream.go", "web/apiwork.go", "web/clients.go", "web/howfar.go", "web/upload.go",
}

// tellTheDay lists the files that ask package wall for the time of day, which somebody may set back or
// forth, and what they do with it.
var tellTheDay = map[string]string{
	"archive/acceptance.go":    "written down",
	"archive/asoflast.go":      "shown",
	"archive/drill.go":         "written down, and what is due by then is asked first; a clock that was set back asks later",
	"archive/analyze.go":       "written down",
	"archive/evaluations.go":   "written down",
	"archive/notetext.go":      "written down",
	"archive/saved.go":         "written down",
	"archive/mirror/commit.go": "written down",
	"book/user/db.go":          "written down",
	"indexer/account.go":       "written down",
	"web/page.go":              "shown",
	"archive/upload/upload.go": "the name of a folder; folders to which nobody has added for a day are removed, and an upload whose folder is gone fails",
	"indexer/plan.go":          "a file of a time to come is no file that is being written",
	"archive/mirror/bring.go":  "which segment of the cache goes first; leftovers go an hour later",
	"archive/mirror/folder.go": "which segment of the cache goes first",
	"store/db.go":              "whether a manifest is so young that another one may have the same time",
	"search/resolvedate.go":    "which day today is, in a query about it",
}

var (
	measuringTime = regexp.MustCompile(`\btime\.(Now|Since|Until)\(`)
	tellingTheDay = regexp.MustCompile(`\bwall\.(Now|Since)\(`)
)

// TestTimeIsAskedInKnownPlaces: the author of another file that asks for the time has thought about clocks that jump.
func TestTimeIsAskedInKnownPlaces(t *testing.T) {
	known := map[*regexp.Regexp][]string{measuringTime: measureTime, tellingTheDay: slices.Collect(maps.Keys(tellTheDay))}
	found := map[*regexp.Regexp][]string{}
	for file := range sources(t) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.ToSlash(file)
		for i, line := range strings.Split(string(data), "\n") {
			code, _, _ := strings.Cut(line, "//")
			for asking, files := range known {
				if !asking.MatchString(code) {
					continue
				}
				if found[asking] = append(found[asking], name); !slices.Contains(files, name) {
					t.Errorf("%s:%d asks for the time: say in clock_test.go what for, and what happens when the clock is set back or forth", name, i+1)
				}
			}
		}
	}
	for asking, files := range known {
		for _, name := range files {
			if !slices.Contains(found[asking], name) {
				t.Errorf("%s does not ask for the time by %v", name, asking)
			}
		}
	}
}

// jumpingClock makes the time of day jump to and fro within twenty years each time it is asked for.
func jumpingClock(t *testing.T, seed uint64) {
	t.Helper()
	var mu sync.Mutex
	rnd := rand.New(rand.NewPCG(seed, 9))
	asked := 0
	unset := wall.Set(func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		asked++
		return time.Now().Round(0).Add(time.Duration(rnd.Int64N(int64(20*365*24*time.Hour))) - 10*365*24*time.Hour)
	})
	t.Cleanup(func() {
		unset()
		if asked < 50 {
			t.Errorf("the clock was asked %d times only", asked)
		}
	})
}

// ofOneArchive are what answers say of one archive only: times of day and the archive's id.
var ofOneArchive = regexp.MustCompile(`"(changed|looked|time|when|added|since|accepted)": "[^"]*"|"id": "[0-9a-f]{32}"`)

// TestClockJumps makes an archive, changes and damages it while the clock is set back and forth all the
// time. Every answer is that of an archive made under a clock that goes on; check and repair find the
// same; and so do an archive in an object store and its caches.
func TestClockJumps(t *testing.T) {
	want := newDamageBench(t)
	jumpingClock(t, 30)
	got := newDamageBench(t)
	plain := func(b *damageBench, answer string) string {
		answer = strings.ReplaceAll(answer, filepath.Dir(b.sources), "DIR")
		return ofOneArchive.ReplaceAllString(answer, `"$1"`)
	}
	for question, answer := range want.want {
		if a, b := plain(got, got.want[question]), plain(want, answer); a != b {
			t.Errorf("%s: %s", question, firstDifference(a, b))
		}
	}

	// Times of files to come and long past do not make a reader or another import overlook a change.
	rnd := rand.New(rand.NewPCG(9, 30))
	for _, name := range got.files(t) {
		at := time.Now().Add(time.Duration(rnd.Int64N(int64(10*365*24*time.Hour))) - 5*365*24*time.Hour)
		if err := os.Chtimes(filepath.Join(got.work, filepath.FromSlash(name)), at, at); err != nil {
			t.Fatal(err)
		}
	}
	if out, stderr, status := runCommand(got.work, "check"); status != 0 {
		t.Errorf("check: %s%s", out, stderr)
	}
	more := filepath.Join(got.sources, "more.sgf")
	for i := range 4 {
		tag := fmt.Sprintf("jump%d", i)
		if err := os.WriteFile(more, []byte(fmt.Sprintf("(;GM[1]SZ[9]PB[Jumper %d]PW[B];B[aa])", i)), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"import", "-q", got.sources}, {"tag", "add", tag, fmt.Sprintf("player:jumper player:%d", i)}} {
			if _, stderr, status := runCommand(got.work, args...); status != 0 {
				t.Fatalf("%q: %s", args, stderr)
			}
		}
		for _, query := range []string{"player:jumper", "tag:" + tag} {
			if out, _, _ := runCommand(got.work, "search", "--count", query); strings.TrimSpace(out) != "1" {
				t.Errorf("%s after change %d: %q, want 1", query, i, out)
			}
		}
	}
	if out, stderr, status := runCommand(got.work, "check"); status != 0 {
		t.Errorf("check: %s%s", out, stderr)
	}

	// Two machines with a cache each, which is too small for all segments.
	t.Setenv("KIFUDB_CACHE_SIZE", "130kB")
	store := filepath.Join(filepath.Dir(got.sources), "store")
	if err := os.Mkdir(store, 0o777); err != nil {
		t.Fatal(err)
	}
	place := "objects:" + store
	machine := func(n int) {
		t.Setenv("KIFUDB_CACHE", filepath.Join(filepath.Dir(got.sources), fmt.Sprint("cache", n)))
	}
	games := 0
	for i, folder := range []string{"classical", "modern", "encodings", "classical"} {
		machine(i % 2)
		if _, stderr, status := runCommand(place, "import", "-q", filepath.Join(got.sources, folder)); status != 0 {
			t.Fatalf("import of %s: %s", folder, stderr)
		}
		if _, stderr, status := runCommand(place, "tag", "add", folder, "-has:tag"); status != 0 {
			t.Fatalf("tags of %s: %s", folder, stderr)
		}
		machine((i + 1) % 2)
		out, stderr, _ := runCommand(place, "search", "--count", "*")
		tagged, _, _ := runCommand(place, "search", "--count", "has:tag")
		n, err := strconv.Atoi(strings.TrimSpace(out))
		if err != nil || out != tagged || i == 3 && n != games || i < 3 && n <= games {
			t.Errorf("after the import of %s there are %q games, %q with a tag, %d before: %s", folder, out, tagged, games, stderr)
		}
		games = n
	}
	if out, stderr, status := runCommand(place, "check"); status != 0 {
		t.Errorf("check of the store: %s%s", out, stderr)
	}
}
