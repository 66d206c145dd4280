package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kifudb/internal/testsize"
	"kifudb/store"

	"github.com/google/go-cmp/cmp"
)

// far is a state of an archive of which all that is entered is true.
var far = At{"", 1 << 60, 1 << 31}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// begin begins a run of an import of /games.
func begin(t *testing.T, db *DB) *Run {
	t.Helper()
	r, err := db.Begin(Run{Started: time.Unix(1e9, 0).UTC(), Paths: []string{"/games"}}, far)
	must(t, err)
	return &r
}

// outcomes returns those of a run.
func outcomes(t *testing.T, db *DB, run int) (all []*Outcome) {
	t.Helper()
	for o, err := range db.Outcomes(run) {
		must(t, err)
		all = append(all, o)
	}
	return all
}

func TestEmptyLedger(t *testing.T) {
	db := Open(t.TempDir())
	if runs, err := db.Runs(); err != nil || len(runs) != 0 {
		t.Errorf("got %v, %v, want no runs", runs, err)
	}
	if _, err := db.Run(0); err != ErrNoRun { // of no number, as nobody asked for one
		t.Errorf("got %v, want %v", err, ErrNoRun)
	}
	if _, err := db.Run(1); !errors.Is(err, ErrNoRun) || !strings.HasPrefix(err.Error(), "run 1: ") {
		t.Errorf("got %v, want one about run 1", err)
	}
	known, vanished, err := db.Compare([]string{"/a"}, []string{"/"}, far)
	if err != nil || len(known) != 1 || known[0] != nil || vanished != nil {
		t.Errorf("got %v, %v, %v, want nothing known", known, vanished, err)
	}
	if got := outcomes(t, db, 1); got != nil {
		t.Errorf("got %v, want no outcomes", got)
	}
	if _, err := os.Stat(db.path()); err == nil {
		t.Error("reading made a file")
	}
}

// Whatever is entered is read again, in blocks of any size.
func TestOutcomes(t *testing.T) {
	db := Open(t.TempDir())
	run := begin(t, db)
	rng := rand.New(rand.NewPCG(1, 2))
	var want []*Outcome
	var totals Totals
	for batch := range 20 {
		b := &Batch{}
		for i := range rng.IntN(3 * blockOutcomes) {
			o := &Outcome{Source: fmt.Sprintf("/games/%d.zip", batch), Member: fmt.Sprintf("\xb0\xa1/%d.sgf", i), What: Read}
			for n := range rng.IntN(4) {
				o.Add(n+1, store.GameID(1+rng.IntN(5)), []Fate{Added, Known, Changed}[rng.IntN(3)])
			}
			switch rng.IntN(10) {
			case 0:
				o.What, o.Reason = Refused, "the file is empty"
			case 1:
				o.Problems = map[string]int{"bad-move": 1 + i}
			case 2:
				o.Source, o.Member = "/games/\xff", ""
			case 3:
				o.Member = strings.Repeat("n", rng.IntN(1000))
			}
			totals.Count(o)
			b.Outcomes = append(b.Outcomes, o)
		}
		must(t, db.Enter(run, b))
		want = append(want, b.Outcomes...)
	}
	if len(want) < chunk {
		t.Fatalf("only %d outcomes: the test is too small", len(want))
	}
	if diff := cmp.Diff(want, outcomes(t, db, 1)); diff != "" {
		t.Errorf("-want +got:\n%.1000s", diff)
	}
	stored, err := db.Run(0)
	must(t, err)
	if diff := cmp.Diff(*run, stored); diff != "" {
		t.Errorf("run: -want +got:\n%s", diff)
	}
	if !stored.Totals.equal(&totals) || stored.Outcomes != len(want) {
		t.Errorf("got %+v, want %+v", stored, totals)
	}
	reader := db.NewReader()
	for range testsize.Of(200, 20) {
		lo := rng.IntN(len(want))
		hi := min(len(want), lo+rng.IntN(600))
		got, err := reader.Members(&Source{Run: 1, Lo: lo, Hi: hi})
		must(t, err)
		if diff := cmp.Diff(want[lo:hi], got); lo < hi && diff != "" {
			t.Fatalf("%d to %d: -want +got:\n%.1000s", lo, hi, diff)
		}
	}
	info, err := os.Stat(db.path())
	must(t, err)
	t.Logf("%d outcomes in %d bytes", len(want), info.Size())
}

// A run whose process was killed is found out by the next one.
func TestBegin(t *testing.T) {
	db := Open(t.TempDir())
	first := begin(t, db)
	must(t, db.Enter(first, &Batch{Outcomes: []*Outcome{{Source: "/games/a.sgf", What: Passed}}}))
	second := begin(t, db)
	second.State = Done
	must(t, db.Enter(second, &Batch{}))
	begin(t, db)

	runs, err := db.Runs()
	must(t, err)
	var got []string
	for _, r := range runs {
		got = append(got, fmt.Sprintf("%d %s %d", r.Number, r.State, r.Outcomes))
	}
	if diff := cmp.Diff([]string{"1 interrupted 1", "2 done 0", "3 running 0"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if _, err := db.Run(4); !errors.Is(err, ErrNoRun) {
		t.Errorf("got %v, want %v", err, ErrNoRun)
	}
}

func TestCompare(t *testing.T) {
	db := Open(t.TempDir())
	run := begin(t, db)
	sources := map[string]Source{}
	for i, path := range []string{"/games", "/games/a.sgf", "/games/b/\xb0\xa1.sgf", "/games2/c.sgf", "/gamer", "/games.sgf"} {
		sources[path] = Source{Size: int64(i), ModTime: 7, Run: 1}
	}
	must(t, db.Enter(run, &Batch{Sources: sources}))
	tests := []struct {
		listed, roots   []string
		known, vanished []string
	}{
		{[]string{"/games/a.sgf", "/games/new.sgf"}, []string{"/games"}, []string{"/games/a.sgf"}, []string{"/games", "/games/b/\xb0\xa1.sgf"}},
		{[]string{"/games.sgf"}, []string{"/games.sgf"}, []string{"/games.sgf"}, nil},
		{nil, []string{"/games/b", "/games/b/"}, nil, []string{"/games/b/\xb0\xa1.sgf"}},
		{nil, []string{"/nowhere"}, nil, nil},
		{[]string{"/games2/c.sgf"}, []string{"/"}, []string{"/games2/c.sgf"}, []string{"/gamer", "/games", "/games.sgf", "/games/a.sgf", "/games/b/\xb0\xa1.sgf"}},
	}
	for _, tt := range tests {
		found, vanished, err := db.Compare(tt.listed, tt.roots, far)
		must(t, err)
		var known []string
		for i, s := range found {
			if s == nil {
				continue
			}
			known = append(known, tt.listed[i])
			if diff := cmp.Diff(sources[tt.listed[i]], *s); diff != "" {
				t.Errorf("%s: -want +got:\n%s", tt.listed[i], diff)
			}
		}
		var gone []string
		for _, v := range vanished {
			gone = append(gone, v.Path)
			if diff := cmp.Diff(sources[v.Path], v.Source); diff != "" {
				t.Errorf("%s: -want +got:\n%s", v.Path, diff)
			}
		}
		if diff := cmp.Diff([][]string{tt.known, tt.vanished}, [][]string{known, gone}); diff != "" {
			t.Errorf("%q below %q: -want +got:\n%s", tt.listed, tt.roots, diff)
		}
	}
}

func TestGone(t *testing.T) {
	db := Open(t.TempDir())
	run := begin(t, db)
	a := Gone{Source: "/games/a.sgf", Games: []Span{{0, 2, 5, Missing}}}
	long := Gone{Source: "/games/x.zip", Member: strings.Repeat("é\xff", 20_000), Games: []Span{{0, 1, 9, Missing}}}
	longer := Gone{Source: "/games/x.zip", Member: long.Member + ".", Games: []Span{{0, 1, 10, Missing}}}
	must(t, db.Enter(run, &Batch{Gone: []Gone{a, long, longer, {Source: "/games/never"}}}))
	for _, tt := range []struct {
		roots []string
		want  []Gone
	}{
		{[]string{"/games", "/games/a.sgf"}, []Gone{a, long, longer}},
		{[]string{"/games/a.sgf"}, []Gone{a}},
		{[]string{"/games/x.zip"}, []Gone{long, longer}},
		{[]string{"/game"}, nil},
		{nil, nil},
	} {
		got, err := db.Gone(tt.roots...)
		must(t, err)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q: -want +got:\n%s", tt.roots, diff)
		}
	}
	must(t, db.Enter(run, &Batch{Gone: []Gone{{Source: "/games/a.sgf"}}}))
	if got, err := db.Gone("/games/a.sgf"); err != nil || got != nil {
		t.Errorf("got %v, %v, want it forgotten", got, err)
	}
}

func TestHoldings(t *testing.T) {
	db := Open(t.TempDir())
	run := begin(t, db)
	spans := func(fate Fate, ids ...store.GameID) *Outcome {
		o := &Outcome{Source: "/s", What: Read}
		for i, id := range ids {
			o.Add(i+1, id, fate)
		}
		return o
	}
	must(t, db.Enter(run, &Batch{
		Outcomes: []*Outcome{spans(Added, 1, 2, 3), spans(Known, 2), spans(Added, 9), spans(Missing, 1)},
		Sources:  map[string]Source{"/a": {Run: 1, Lo: 0, Hi: 1}, "/b": {Run: 1, Lo: 1, Hi: 2}, "/c": {Run: 1, Lo: 3, Hi: 4}},
	}))
	h, err := db.Holdings()
	must(t, err)
	var got []int
	for id := range store.GameID(11) {
		got = append(got, h.Count(id))
	}
	if diff := cmp.Diff([]int{0, 1, 2, 1, 0, 0, 0, 0, 0, 0, 0}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for range 1000 {
		h.Add([]Span{{1, 1, 2, Known}})
	}
	h.Drop([]Span{{1, 3, 1, Known}})
	if h.Count(1) != 0 || h.Count(2) != many || h.Count(3) != 0 {
		t.Errorf("got %d, %d, %d, want 0, %d, 0", h.Count(1), h.Count(2), h.Count(3), many)
	}
}

func TestOutcomeAdd(t *testing.T) {
	var o Outcome
	for i, g := range []struct {
		id   store.GameID
		fate Fate
	}{{5, Added}, {6, Added}, {7, Known}, {9, Known}, {10, Known}, {10, Known}} {
		o.Add(i+1, g.id, g.fate)
	}
	o.Add(0, 20, Missing)
	o.Add(0, 21, Missing)
	text, err := json.Marshal(o.Games)
	must(t, err)
	want := `[[1,2,5,"added"],[3,1,7,"known"],[4,2,9,"known"],[6,1,10,"known"],[0,2,20,"missing"]]`
	if string(text) != want {
		t.Errorf("got %s, want %s", text, want)
	}
}

// A flipped byte anywhere is found or does no harm; nothing makes the process
// end.
func TestCheckFindsDamage(t *testing.T) {
	archive, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true})
	must(t, err)
	defer archive.Close()
	db := Open(archive.Dir())
	run := begin(t, db)
	b := &Batch{Sources: map[string]Source{}}
	for i := range 2000 {
		path := fmt.Sprintf("/games/%d.sgf", i)
		b.Outcomes = append(b.Outcomes, &Outcome{Source: path, What: Passed})
		b.Sources[path] = Source{Run: 1, Lo: i, Hi: i + 1}
	}
	must(t, db.Enter(run, b))
	for fault := range db.Check(t.Context(), archive) {
		t.Errorf("before any damage: %v", fault)
	}
	whole, err := os.ReadFile(db.path())
	must(t, err)
	rng := rand.New(rand.NewPCG(3, 4))
	found := 0
	trials := testsize.Of(100, 30)
	for range trials {
		at := rng.IntN(len(whole))
		damaged := append([]byte(nil), whole...)
		damaged[at] ^= byte(1 + rng.IntN(255))
		must(t, os.WriteFile(db.path(), damaged, 0o666))
		for fault := range db.Check(t.Context(), archive) {
			if fault == nil {
				t.Fatal("a fault that is nil")
			}
			found++
			break
		}
	}
	if found < trials*15/100 {
		t.Errorf("got %d of %d damaged files found", found, trials)
	}
}

func TestCheckFindsContradictions(t *testing.T) {
	games := []Span{{1, 1, 1, Known}}
	for name, b := range map[string]*Batch{
		"knows commit 0 and game 1": {Outcomes: []*Outcome{{Source: "/a", What: Read, Games: games}}},
		"outcome 0 of run 1":        nil,
		"is that of /b":             {Outcomes: []*Outcome{{Source: "/b", What: Passed}}, Sources: map[string]Source{"/a": {Run: 1, Lo: 0, Hi: 1}}},
		"knows commit 0 and game 7": {Gone: []Gone{{Source: "/a", Games: []Span{{0, 3, 5, Missing}}}}},
		"0 games from id 5 on":      {Gone: []Gone{{Source: "/a", Games: []Span{{0, 0, 5, Missing}}}}},
		"its outcomes add up to":    nil,
		"is in the place of run 2":  nil,
		"checksum of \"/a\" is wro": nil,
	} {
		t.Run(name, func(t *testing.T) {
			archive, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true})
			must(t, err)
			defer archive.Close()
			db := Open(archive.Dir())
			run := begin(t, db)
			switch {
			case b != nil:
			case strings.HasPrefix(name, "its"):
				run.Totals.Files++
				b = &Batch{}
			case strings.HasPrefix(name, "is in"):
				run.Number = 3
				b = &Batch{}
			case strings.HasPrefix(name, "outcome 0"):
				b = &Batch{}
				must(t, db.update(func(tx *loggedTx) error {
					return putJSON(tx.Bucket(bucketSources), []byte("/a"), Source{Run: 1, Lo: 0, Hi: 1})
				}))
			default:
				b = &Batch{}
				must(t, db.update(func(tx *loggedTx) error {
					return tx.Bucket(bucketSources).Put([]byte("/a"), []byte("????{}"))
				}))
			}
			must(t, db.Enter(run, b))
			var faults []string
			for fault := range db.Check(t.Context(), archive) {
				faults = append(faults, fault.Error())
			}
			if len(faults) == 0 || !strings.Contains(strings.Join(faults, "\n"), name) {
				t.Errorf("got %q, want one with %q", faults, name)
			}
		})
	}
}

// A ledger of many single files fills its pages, and its file has no room beyond them.
func TestSizeOfSources(t *testing.T) {
	db := Open(t.TempDir())
	run := begin(t, db)
	const files = 4000
	sources := map[string]Source{}
	bytes := 0
	for i := range files {
		path := fmt.Sprintf("/games/of/professionals/%06d.sgf", i)
		sources[path] = Source{Size: 1234, ModTime: 1157462813000000000, Run: 1, Commit: 2}
		bytes += len(path)
	}
	must(t, db.Enter(run, &Batch{Sources: sources}))
	info, err := os.Stat(db.path())
	must(t, err)
	if most := int64(bytes + 125*files); info.Size() > most {
		t.Errorf("%d files take %d bytes, want at most %d", files, info.Size(), most)
	}
}
