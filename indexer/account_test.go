package indexer_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kifudb/indexer"
	"kifudb/indexer/ledger"
	"kifudb/internal/testsize"
	"kifudb/store"

	"github.com/google/go-cmp/cmp"
)

// A folderNow is the folder that is imported, as a step of a test leaves it.
// The content of a file is the names of players, a game for each; a zip file has
// members and is written "member: names | member: names".
type folderNow map[string]string

// put makes the folder be what it says. A file that is written again has
// another time.
func (f folderNow) put(t *testing.T, before folderNow, clock *time.Time) {
	t.Helper()
	for name := range before {
		if _, ok := f[name]; !ok {
			must(t, os.Remove(name))
		}
	}
	for name, text := range f {
		if old, ok := before[name]; ok && old == text {
			continue
		}
		must(t, os.MkdirAll(filepath.Dir(name), 0o777))
		content := gamesOf(text)
		if strings.HasSuffix(name, ".zip") {
			var files []packed
			for member := range strings.SplitSeq(text, " | ") {
				path, names, _ := strings.Cut(member, ": ")
				files = append(files, packed{path, gamesOf(names)})
			}
			content = zipOf(t, files...)
		}
		must(t, os.WriteFile(name, []byte(content), 0o666))
		*clock = clock.Add(time.Second)
		must(t, os.Chtimes(name, *clock, *clock))
	}
}

func gamesOf(names string) string {
	var b strings.Builder
	for name := range strings.FieldsSeq(names) {
		fmt.Fprintf(&b, "(;PB[%s];B[aa])\n", name)
	}
	return b.String()
}

// players returns the players of the live games by id: "1:A 2:B".
func (a *archive) players() string {
	a.t.Helper()
	db := a.open()
	defer db.Close()
	s, err := db.Snapshot()
	must(a.t, err)
	defer s.Close()
	var all []string
	for _, g := range s.Segments() {
		for local := range g.Len() {
			if g.Live().ContainsInt(local) {
				all = append(all, fmt.Sprintf("%d:%s", int(g.Base())+local, g.Info(local)[0].Text))
			}
		}
	}
	return strings.Join(all, " ")
}

// outcomes returns those of the last run, one a line, with paths below dir:
// "a.sgf read, added 1-2, known 7".
func (a *archive) outcomes(dir string) (lines []string) {
	a.t.Helper()
	run, err := a.ledger.Run(0)
	must(a.t, err)
	for o, err := range a.ledger.Outcomes(run.Number) {
		must(a.t, err)
		line := strings.TrimPrefix(o.Path(), dir+string(filepath.Separator)) + " " + string(o.What)
		for _, s := range o.Games {
			line += fmt.Sprintf(", %s %d", s.Fate, s.ID)
			if s.Count > 1 {
				line += fmt.Sprintf("-%d", int(s.ID)+int(s.Count)-1)
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// A step of a test of what imports of the folder d one after the other do.
type step struct {
	about    string
	folder   folderNow
	o        indexer.Options
	remove   []store.GameID // by the user, before the import
	players  string
	outcomes []string
}

func TestLedger(t *testing.T) {
	prune := indexer.Options{Prune: true}
	tests := map[string][]step{
		"changed and vanished files": {
			{"new", folderNow{"d/a.sgf": "A B C", "d/b.sgf": "D", "d/e.txt": ""}, indexer.Options{}, nil,
				"1:A 2:B 3:C 4:D", []string{"d/a.sgf read, added 1-3", "d/b.sgf read, added 4", "d/e.txt passed"}},
			{"again", folderNow{"d/a.sgf": "A B C", "d/b.sgf": "D", "d/e.txt": ""}, indexer.Options{}, nil,
				"1:A 2:B 3:C 4:D", []string{"d/a.sgf unchanged", "d/b.sgf unchanged", "d/e.txt unchanged"}},
			{"all again", folderNow{"d/a.sgf": "A B C", "d/b.sgf": "D", "d/e.txt": ""}, indexer.Options{Reread: true}, nil,
				"1:A 2:B 3:C 4:D", []string{"d/a.sgf read, known 1-3", "d/b.sgf read, known 4", "d/e.txt passed"}},
			{"one edited", folderNow{"d/a.sgf": "A X C", "d/b.sgf": "D", "d/e.txt": ""}, indexer.Options{}, nil,
				"1:A 2:X 3:C 4:D", []string{"d/a.sgf read, known 1, changed 2, known 3", "d/b.sgf unchanged", "d/e.txt unchanged"}},
			{"edited, one more", folderNow{"d/a.sgf": "Y X Z W", "d/b.sgf": "D", "d/e.txt": ""}, indexer.Options{}, nil,
				"1:Y 2:X 3:Z 4:D 5:W", []string{"d/a.sgf read, changed 1, known 2, changed 3, added 5", "d/b.sgf unchanged", "d/e.txt unchanged"}},
			{"fewer", folderNow{"d/a.sgf": "W", "d/b.sgf": "D"}, indexer.Options{}, nil,
				"1:Y 2:X 3:Z 4:D 5:W", []string{"d/a.sgf read, known 5", "d/b.sgf unchanged", "d/a.sgf lost, missing 1-3", "d/e.txt lost"}},
			{"some back", folderNow{"d/a.sgf": "V W X", "d/b.sgf": "D"}, indexer.Options{}, nil,
				"1:V 2:X 3:Z 4:D 5:W", []string{"d/a.sgf read, changed 1, known 5, known 2", "d/b.sgf unchanged", "d/a.sgf lost, missing 3"}},
			{"pruned", folderNow{"d/a.sgf": "V W X"}, prune, nil,
				"1:V 2:X 5:W", []string{"d/a.sgf unchanged", "d/a.sgf lost, pruned 3", "d/b.sgf lost, pruned 4"}},
			{"quiet", folderNow{"d/a.sgf": "V W X"}, prune, nil,
				"1:V 2:X 5:W", []string{"d/a.sgf unchanged"}},
			{"back", folderNow{"d/a.sgf": "V W X", "d/b.sgf": "D", "d/c.sgf": "Z"}, indexer.Options{}, nil,
				"1:V 2:X 3:Z 4:D 5:W", []string{"d/a.sgf unchanged", "d/b.sgf read, restored 4", "d/c.sgf read, restored 3"}},
		},
		"a file that vanishes and comes back edited": {
			{"new", folderNow{"d/a.sgf": "A B"}, indexer.Options{}, nil, "1:A 2:B", []string{"d/a.sgf read, added 1-2"}},
			{"vanished", folderNow{"d/": ""}, indexer.Options{}, nil, "1:A 2:B", []string{"d/a.sgf lost, missing 1-2"}},
			{"still", folderNow{"d/": ""}, indexer.Options{}, nil, "1:A 2:B", []string{"d/a.sgf lost, missing 1-2"}},
			{"back", folderNow{"d/a.sgf": "A X"}, indexer.Options{}, nil, "1:A 2:X", []string{"d/a.sgf read, known 1, changed 2"}},
			{"quiet", folderNow{"d/a.sgf": "A X"}, prune, nil, "1:A 2:X", []string{"d/a.sgf unchanged"}},
		},
		"a moved file": {
			{"new", folderNow{"d/a.sgf": "A B"}, indexer.Options{}, nil, "1:A 2:B", []string{"d/a.sgf read, added 1-2"}},
			{"moved", folderNow{"d/z.sgf": "A B"}, prune, nil, "1:A 2:B", []string{"d/z.sgf read, known 1-2", "d/a.sgf lost, elsewhere 1-2"}},
			{"edited", folderNow{"d/z.sgf": "A X"}, prune, nil, "1:A 2:X", []string{"d/z.sgf read, known 1, changed 2"}},
		},
		"a game in two files": {
			{"new", folderNow{"d/a.sgf": "A", "d/b.sgf": "A"}, indexer.Options{}, nil, "1:A", []string{"d/a.sgf read, added 1", "d/b.sgf read, known 1"}},
			{"one edited", folderNow{"d/a.sgf": "X", "d/b.sgf": "A"}, prune, nil, "1:A 2:X", []string{"d/a.sgf read, added 2", "d/b.sgf unchanged", "d/a.sgf lost, elsewhere 1"}},
			{"both edited", folderNow{"d/a.sgf": "Y", "d/b.sgf": "Z"}, prune, nil, "1:Z 2:Y", []string{"d/a.sgf read, changed 2", "d/b.sgf read, changed 1"}},
			{"one vanished", folderNow{"d/b.sgf": "Z"}, prune, nil, "1:Z", []string{"d/b.sgf unchanged", "d/a.sgf lost, pruned 2"}},
		},
		"a game that moves to a new file while its own is edited": {
			{"new", folderNow{"d/a.sgf": "A"}, indexer.Options{}, nil, "1:A", []string{"d/a.sgf read, added 1"}},
			{"both", folderNow{"d/a.sgf": "X", "d/b.sgf": "A"}, prune, nil, "1:X 2:A", []string{"d/a.sgf read, changed 1", "d/b.sgf read, added 2"}},
		},
		"a game twice in a file": {
			{"new", folderNow{"d/a.sgf": "A A"}, indexer.Options{}, nil, "1:A", []string{"d/a.sgf read, added 1, known 1"}},
			{"one edited", folderNow{"d/a.sgf": "X A"}, prune, nil, "1:A 2:X", []string{"d/a.sgf read, added 2, known 1"}},
			{"twice edited", folderNow{"d/a.sgf": "Y A Y"}, prune, nil, "1:A 2:Y", []string{"d/a.sgf read, changed 2, known 1-2"}},
		},
		"members of a container": {
			{"new", folderNow{"d/c.zip": "x/a.sgf: A B | b.sgf: C | r.txt: "}, indexer.Options{}, nil,
				"1:A 2:B 3:C", []string{"d/c.zip!/x/a.sgf read, added 1-2", "d/c.zip!/b.sgf read, added 3", "d/c.zip!/r.txt passed"}},
			{"again", folderNow{"d/c.zip": "x/a.sgf: A B | b.sgf: C | r.txt: "}, indexer.Options{}, nil,
				"1:A 2:B 3:C", []string{"d/c.zip unchanged"}},
			{"one edited, in another order", folderNow{"d/c.zip": "b.sgf: C | n.sgf: D | x/a.sgf: A X"}, indexer.Options{}, nil,
				"1:A 2:X 3:C 4:D", []string{"d/c.zip!/b.sgf read, known 3", "d/c.zip!/n.sgf read, added 4", "d/c.zip!/x/a.sgf read, known 1, changed 2"}},
			{"one moved, one vanished", folderNow{"d/c.zip": "m.sgf: A X | b.sgf: C"}, prune, nil,
				"1:A 2:X 3:C", []string{"d/c.zip!/m.sgf read, known 1-2", "d/c.zip!/b.sgf read, known 3", "d/c.zip!/n.sgf lost, pruned 4", "d/c.zip!/x/a.sgf lost, elsewhere 1-2"}},
			{"the same name twice", folderNow{"d/c.zip": "m.sgf: A X | m.sgf: E | b.sgf: C"}, prune, nil,
				"1:A 2:X 3:C 5:E", []string{"d/c.zip!/m.sgf read, known 1-2", "d/c.zip!/m.sgf read, added 5", "d/c.zip!/b.sgf read, known 3"}},
			{"both edited", folderNow{"d/c.zip": "m.sgf: F X | m.sgf: G | b.sgf: C"}, prune, nil,
				"1:F 2:X 3:C 5:G", []string{"d/c.zip!/m.sgf read, changed 1, known 2", "d/c.zip!/m.sgf read, changed 5", "d/c.zip!/b.sgf read, known 3"}},
			{"no container any more", folderNow{"d/c.sgf": "C"}, prune, nil,
				"3:C", []string{"d/c.sgf read, known 3", "d/c.zip!/m.sgf lost, pruned 1-2, pruned 5", "d/c.zip!/b.sgf lost, elsewhere 3"}},
		},
		"games that the user has removed": {
			{"new", folderNow{"d/a.sgf": "A B C"}, indexer.Options{}, nil, "1:A 2:B 3:C", []string{"d/a.sgf read, added 1-3"}},
			{"all again", folderNow{"d/a.sgf": "A B C"}, indexer.Options{Reread: true}, []store.GameID{2}, "1:A 3:C", []string{"d/a.sgf read, known 1, removed 2, known 3"}},
			{"edited", folderNow{"d/a.sgf": "A B X", "d/b.sgf": "B"}, indexer.Options{}, nil, "1:A 3:X", []string{"d/a.sgf read, known 1, removed 2, changed 3", "d/b.sgf read, removed 2"}},
			{"it edited", folderNow{"d/a.sgf": "A Y X"}, prune, nil, "1:A 3:X 4:Y", []string{"d/a.sgf read, known 1, added 4, known 3", "d/b.sgf lost"}},
		},
		"a file that becomes empty and a container that is damaged": {
			{"new", folderNow{"d/a.sgf": "A B"}, indexer.Options{}, nil, "1:A 2:B", []string{"d/a.sgf read, added 1-2"}},
			{"empty", folderNow{"d/a.sgf": ""}, indexer.Options{}, nil, "1:A 2:B", []string{"d/a.sgf refused", "d/a.sgf lost, missing 1-2"}},
			{"full", folderNow{"d/a.sgf": "A X"}, prune, nil, "1:A 2:X", []string{"d/a.sgf read, known 1, changed 2"}},
		},
	}
	for name, steps := range tests {
		t.Run(name, func(t *testing.T) {
			dir := folder(t, map[string]string{"d/": ""})
			a := newLedger(t)
			clock := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
			var before folderNow
			for _, s := range steps {
				delete(s.folder, "d/")
				s.folder.put(t, before, &clock)
				before = s.folder
				a.remove(s.remove...)
				summary, _, err := a.run(context.Background(), s.o, "d")
				must(t, err)
				if got := a.players(); got != s.players {
					t.Errorf("%s: got the games %s, want %s", s.about, got, s.players)
				}
				if diff := cmp.Diff(s.outcomes, a.outcomes(dir)); diff != "" {
					t.Errorf("%s: -want +got:\n%s", s.about, diff)
				}
				run, err := a.ledger.Run(0)
				must(t, err)
				if run.Totals.Problems == nil {
					run.Totals.Problems = map[string]int{}
				}
				if diff := cmp.Diff(summary.Totals, run.Totals); diff != "" || run.State != ledger.Done || run.Number != summary.Run {
					t.Errorf("%s: run %+v: -summary +ledger:\n%s", s.about, run, diff)
				}
				a.check()
			}
		})
	}
}

// remove removes games as the user would.
func (a *archive) remove(ids ...store.GameID) {
	a.t.Helper()
	db := a.open()
	defer db.Close()
	w, err := db.Writer(indexer.Derive)
	must(a.t, err)
	must(a.t, w.Remove(ids...))
	must(a.t, w.Close())
}

// What is missing because it could not be listed or read has not vanished.
func TestLedgerKeepsWhatCannotBeReached(t *testing.T) {
	zip := zipOf(t, packed{"a.sgf", gamesOf("A B")}, packed{"b.sgf", gamesOf("C")})
	dir := folder(t, map[string]string{"disk/d/x.sgf": gamesOf("X"), "c.zip": zip})
	a := newLedger(t)
	a.mustRun("disk", "c.zip")
	const all = "1:X 2:A 3:B 4:C"
	prune := indexer.Options{Prune: true}

	must(t, os.Rename("disk", "unmounted"))
	must(t, os.WriteFile("c.zip", []byte(zip[:32]), 0o666)) // within the name of the first file
	if _, _, err := a.run(context.Background(), prune, "disk", "c.zip"); err != nil {
		t.Fatal(err)
	}
	if got := a.players(); got != all {
		t.Errorf("got %s, want %s", got, all)
	}
	want := []string{"disk refused", "c.zip refused", "c.zip!/a.sgf kept, unread 2-3", "c.zip!/b.sgf kept, unread 4"}
	if diff := cmp.Diff(want, a.outcomes(dir)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}

	// Neither is an id given away that only a damaged container holds.
	must(t, os.WriteFile("y.sgf", []byte(gamesOf("A")), 0o666))
	a.mustRun("y.sgf")
	must(t, os.WriteFile("y.sgf", []byte(gamesOf("Y ")+" "), 0o666))
	a.mustRun("y.sgf")
	must(t, os.Rename("unmounted", "disk"))
	must(t, os.WriteFile("c.zip", []byte(zipOf(t, packed{"a.sgf", gamesOf("A B2")})), 0o666))
	if _, _, err := a.run(context.Background(), prune, "disk", "c.zip", "y.sgf"); err != nil {
		t.Fatal(err)
	}
	if got, want := a.players(), "1:X 2:A 3:B2 5:Y"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	want = []string{"disk/d/x.sgf unchanged", "c.zip!/a.sgf read, known 2, changed 3", "y.sgf unchanged", "c.zip!/b.sgf lost, pruned 4"}
	if diff := cmp.Diff(want, a.outcomes(dir)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// An import that was interrupted anywhere, any number of times, and then ended
// gives the archive of one that was not; also if its files change meanwhile.
func TestLedgerInterrupted(t *testing.T) {
	n := testsize.Of(1000, 400)
	files := games(n)
	files["z.zip"] = zipOf(t, packed{"a.sgf", gamesOf("A B C")}, packed{"b.sgf", gamesOf("D A E")})
	folder(t, files)
	whole := newLedger(t)
	whole.o.MaxGames = n * 3 / 10
	whole.mustRun("games", "z.zip")
	want := sources(whole.records())

	r := rand.New(rand.NewPCG(1, 2))
	interrupted := 0
	for range testsize.Of(3, 2) {
		a := newLedger(t)
		a.o.MaxGames = n * 3 / 10 // commits on the way
		for range 3 {
			ctx, cancel := context.WithCancel(context.Background())
			stop := r.IntN(n * 7 / 10)
			_, _, err := a.run(ctx, indexer.Options{Progress: func(p indexer.Progress) {
				if p.Games >= stop {
					cancel()
				}
			}}, "games", "z.zip")
			cancel()
			state := ledger.Done
			if err != nil {
				interrupted++
				state = ledger.Interrupted
				if !errors.Is(err, context.Canceled) {
					t.Fatalf("stopped after %d: got %v, want %v", stop, err, context.Canceled)
				}
			}
			if run, err := a.ledger.Run(0); err != nil || run.State != state {
				t.Errorf("got run %+v, %v, want it %s", run, err, state)
			}
			got := sources(a.records())
			if !slices.Equal(got, want[:len(got)]) {
				t.Fatalf("stopped after %d: got %d records that are not the first of an uninterrupted import", stop, len(got))
			}
			a.check()
		}
		a.mustRun("games", "z.zip")
		if diff := cmp.Diff(want, sources(a.records())); diff != "" {
			t.Errorf("completed: -want +got:\n%s", diff)
		}
		if summary, _ := a.mustRun("games", "z.zip"); summary.Unchanged+summary.Still != n/10+2 || summary.Games != 0 {
			t.Errorf("got %+v after all was imported", summary)
		}
	}
	if interrupted == 0 {
		t.Error("no import was interrupted")
	}
}

// A file in which an import was interrupted has an outcome that says so, with its games so far.
func TestInterruptedFileIsCut(t *testing.T) {
	folder(t, map[string]string{"a.sgf": strings.Repeat("(;PB[a])", 3), "b.sgf": gamesOf("A B C D E F G H I J K L M N O P Q R S T U V W X Y Z")})
	a := newLedger(t)
	a.o.MaxGames = 5
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	commits := 0
	_, _, err := a.run(ctx, indexer.Options{Committed: func(context.Context) error {
		if commits++; commits == 2 {
			cancel()
		}
		return nil
	}}, "a.sgf", "b.sgf")
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("%d commits, %v", commits, err)
	}
	var got []string
	for o, err := range a.ledger.Outcomes(1) {
		must(t, err)
		games := 0
		for _, s := range o.Games {
			games += int(s.Count)
		}
		got = append(got, fmt.Sprintf("%s %v %d", filepath.Base(o.Source), o.What, games))
	}
	// The three games of the first file are one record.
	if want := []string{"a.sgf read 3", fmt.Sprintf("b.sgf cut %d", len(a.records())-1)}; !slices.Equal(got, want) || len(a.records()) < 10 {
		t.Errorf("got %q of %d records, want %q", got, len(a.records()), want)
	}
	a.check()
}

// A record is read in the same charset, whether its neighbors were imported
// with it or before.
func TestCharsetDoesNotDependOnInterruptions(t *testing.T) {
	// Japanese and Chinese names of which some bytes mean something in both.
	names := []string{"\xBF\xC2\xBD\xE0", "\xB9\xC5\xC1\xA6", "\xCE\xD3\xB3\xA4", "\xA4\xCE", "\xC2\xED", "\xA5\xA2\xA5\xB2", "\xBB\xB3\xC5\xC4", "\xE9"}
	files := map[string]string{}
	for i := range 1200 {
		files[fmt.Sprintf("d/%d/%04d.sgf", i/1100, i)] = fmt.Sprintf("(;PB[%s]EV[%d]", names[(i/50+i%3)%len(names)], i)
	}
	for i := range 3 {
		files[fmt.Sprintf("d/0/%04d0.zip", 100*i)] = zipOf(t, packed{"a.sgf", gamesOf("A \xC0\xCC\xC3\xA2\xC8\xA3")})
	}
	folder(t, files)
	whole := newLedger(t)
	whole.mustRun("d")
	want := whole.records()
	seen := map[string]int{}
	for _, r := range want {
		seen[r.Charset.Name]++
	}
	if len(seen) < 3 {
		t.Fatalf("only %v: nothing to mix up", seen)
	}
	part := newLedger(t)
	part.o.MaxGames = 20 // so that a commit within a batch is what is interrupted
	rng := rand.New(rand.NewPCG(5, 6))
	runs := 0
	for done := false; !done; runs++ {
		stop := 50 + rng.IntN(400)
		ctx, cancel := context.WithCancel(context.Background())
		_, _, err := part.run(ctx, indexer.Options{Problem: func(indexer.Problem) { // every game has one
			if stop--; stop == 0 {
				cancel()
			}
		}}, "d")
		cancel()
		if done = err == nil; !done && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if runs < 3 {
		t.Errorf("only %d runs", runs)
	}
	if diff := cmp.Diff(want, part.records()); diff != "" {
		t.Errorf("imported in %d runs: -want +got:\n%.2000s", runs, diff)
	}
}
