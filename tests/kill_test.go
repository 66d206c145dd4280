package tests

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kifudb/bench"
	"kifudb/indexer"
	"kifudb/indexer/ledger"
	"kifudb/query"
	"kifudb/search"
	"kifudb/store"
)

// defaultKills is how many processes TestKilledImports kills; the variable
// KIFUDB_KILLS asks for more.
const defaultKills = 25

// importInto is a process of its own in these tests: it imports the folder
// "games" into an archive of small segments, so that there are many commits in
// which it can be killed. With a second argument it ends itself on the spot, as
// if it were killed, once it has come to so many games.
func importInto() {
	last := math.MaxInt
	if len(os.Args) > 2 {
		last, _ = strconv.Atoi(os.Args[2])
	}
	err := importGames(os.Args[1], func(p indexer.Progress) {
		if p.Games >= last {
			os.Exit(killedItself)
		}
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// killedItself is the exit status of such a process.
const killedItself = 99

func importGames(archive string, progress func(indexer.Progress)) error {
	db, err := store.Open(archive, &store.Options{Create: true, MaxGames: 40})
	if err != nil {
		return err
	}
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		return err
	}
	if _, err := indexer.Import(context.Background(), w, []string{"games"}, &indexer.Options{Ledger: ledger.Open(archive), Prune: true, Progress: progress}); err != nil {
		return err
	}
	if err := w.IndexComments(context.Background(), nil); err != nil {
		return err
	}
	return w.Close()
}

// A collection is a folder of generated games as files of all kinds. Its state
// says how often it was edited.
func writeCollection(t *testing.T, edited int) {
	t.Helper()
	must(t, os.RemoveAll("games"))
	game := func(i int) []byte {
		seed := uint64(1)
		if edited > 0 && i%40 == 0 {
			seed += uint64(edited)
		}
		return bench.Game(seed, i)
	}
	write := func(name string, stamp int, content []byte) {
		name = filepath.Join("games", name)
		must(t, os.MkdirAll(filepath.Dir(name), 0o777))
		must(t, os.WriteFile(name, content, 0o666))
		at := time.Unix(1e9+int64(stamp), 0)
		must(t, os.Chtimes(name, at, at))
	}
	for i := range 80 {
		if edited > 0 && i%30 == 29 {
			continue // it has vanished
		}
		write(fmt.Sprintf("single/%d/%03d.sgf", i/20, i), edited, game(i))
	}
	var all []byte
	for i := 60; i < 150; i++ { // some again
		all = append(all, game(i)...)
	}
	write("many.sgf", edited, all)
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	for i := 150; i < 240; i++ {
		f, err := z.Create(fmt.Sprintf("%d/%d.sgf", i/30, i))
		must(t, err)
		_, err = f.Write(game(i))
		must(t, err)
	}
	must(t, z.Close())
	write("packed.zip", edited, packed.Bytes())
	write("empty.sgf", 0, nil)
	write("readme", 0, []byte("no games"))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A state is what users see of an archive.
type state struct {
	Games   []string // by id: where it is from, its digest and charset; "" if it is removed
	Answers map[string][]store.GameID
	Files   map[string][]store.GameID // the games of each file that the ledger names
	Indexed store.TextProgress
}

// questions are asked of each archive. A game's answer depends on the game alone.
func questions() []string {
	return []string{
		"moves:<150", `pos:"Q16 D4"`, "pat:NE[.......|.......|..O....|....X..|.......|.......] colors:either",
		"winner:black", "size:9", "has:variations", "problem:illegal-move", `pos:"D4" move:<=20`,
	}
}

// stateOf reads an archive, after having checked it.
func stateOf(t *testing.T, archive string) *state {
	t.Helper()
	db, err := store.Open(archive, nil)
	must(t, err)
	defer db.Close()
	entries := ledger.Open(archive)
	for fault := range db.Check(t.Context(), indexer.Derive) {
		t.Errorf("check: %v", fault)
	}
	for fault := range entries.Check(t.Context(), db) {
		t.Errorf("check: %v", fault)
	}
	s, err := db.Snapshot()
	must(t, err)
	defer s.Close()
	st := &state{Answers: map[string][]store.GameID{}, Files: map[string][]store.GameID{}, Indexed: s.Text()}
	for _, g := range s.Segments() {
		for local := range g.Len() {
			if !g.Live().ContainsInt(local) {
				st.Games = append(st.Games, "")
				continue
			}
			r, err := g.Record(local)
			must(t, err)
			st.Games = append(st.Games, fmt.Sprintf("%s#%d %v %v", r.Source.Path, r.Source.Game, g.Digest(local), r.Charset))
		}
	}
	for _, text := range questions() {
		q, err := query.Parse(text)
		must(t, err)
		ids := []store.GameID{}
		for hit, err := range search.Run(t.Context(), s, q, &search.Options{PerGame: 1}) {
			must(t, err)
			ids = append(ids, hit.Game)
		}
		slices.Sort(ids)
		st.Answers[text] = ids
	}
	games, err := filepath.Abs("games")
	must(t, err)
	at := ledger.AtOf(s)
	_, sources, err := entries.Compare(nil, []string{games}, at)
	must(t, err)
	reader := entries.NewReader()
	for i := range sources {
		members, err := reader.Members(&sources[i].Source)
		must(t, err)
		for _, o := range members {
			ids := []store.GameID{}
			for _, span := range o.Games {
				for i := range store.GameID(span.Count) {
					ids = append(ids, span.ID+i)
				}
			}
			st.Files[strings.TrimPrefix(o.Path(), games)] = ids
		}
	}
	return st
}

// TestKilledImports kills a process that imports, at random moments or after a
// random number of games: no load on the machine keeps the latter from coming
// when part of the games are there. Whatever it was doing, the archive opens, check is silent, and its games and answers are
// the first of an uninterrupted import. The import that is at last completed
// leaves what an uninterrupted one does. The same with files that were edited
// or have vanished.
func TestKilledImports(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	kills, patience := defaultKills, time.Minute
	if text := os.Getenv("KIFUDB_KILLS"); text != "" {
		var err error
		kills, err = strconv.Atoi(text)
		must(t, err)
		patience = forever
	}
	began := time.Now()
	t.Chdir(t.TempDir())
	const editions = 3
	var want [editions]*state
	var took [editions]time.Duration // the shortest
	for edited := range editions {
		writeCollection(t, edited)
		start := time.Now()
		if p := startImport(t, "whole"); !p.endsWithin(forever) {
			t.Fatal("the import did not end")
		}
		took[edited] = time.Since(start)
		want[edited] = stateOf(t, "whole")
	}
	if n := len(want[0].Games); n != 240 {
		t.Fatalf("got %d games, want 240", n)
	}
	for text, ids := range want[0].Answers {
		if len(ids) == 0 {
			t.Errorf("%s: no answers, which proves nothing", text)
		}
	}

	rng := rand.New(rand.NewPCG(7, uint64(kills)))
	killed, completed, torn := 0, 0, map[int]int{}
	const sizes = 3
	enough := func() bool {
		wanted := kills
		if time.Since(began) > patience { // a slow machine
			wanted /= 5
		}
		return killed >= wanted && (len(torn) >= sizes || killed >= 10*kills)
	}
	for !enough() {
		must(t, os.RemoveAll("killed"))
		for edited := range editions {
			writeCollection(t, edited)
			for done, attempts := false, 0; !done; attempts++ {
				moment, args := forever, []string{"killed"}
				switch {
				case enough() || attempts == 8: // it may end
				case rng.IntN(2) == 0:
					moment = time.Duration(rng.Int64N(int64(took[edited])))
				default:
					args = append(args, strconv.Itoa(rng.IntN(len(want[0].Games))))
				}
				start := time.Now()
				p := startImport(t, args...)
				if done = p.endsWithin(moment); done {
					completed++
					if attempts == 0 {
						took[edited] = min(took[edited], time.Since(start))
					}
				} else {
					killed++
				}
				if _, err := os.Stat(filepath.Join("killed", "MANIFEST")); err != nil {
					continue // killed before there was an archive
				}
				got := stateOf(t, "killed")
				if edited == 0 {
					torn[len(got.Games)]++
					isPrefix(t, got, want[0])
				}
				if t.Failed() {
					t.Fatalf("%q, killed %v after its start, edition %d, after %d kills", args, moment, edited, killed)
				}
				if done {
					if diff := cmp.Diff(want[edited], got); diff != "" {
						t.Fatalf("completed edition %d after %d kills: -uninterrupted +completed:\n%.3000s", edited, killed, diff)
					}
				}
			}
		}
	}
	if len(torn) < sizes {
		t.Errorf("archives of only %v games were seen: the kills came at the wrong moments", torn)
	}
	t.Logf("%d kills, %d imports completed, archives of %d different sizes; uninterrupted %v", killed, completed, len(torn), took)
}

// isPrefix demands that an archive has the first games of another, and answers
// with them.
func isPrefix(t *testing.T, got, whole *state) {
	t.Helper()
	n := len(got.Games)
	if n > len(whole.Games) || !slices.Equal(got.Games, whole.Games[:n]) {
		t.Errorf("the %d games are not the first of an uninterrupted import", n)
	}
	for text, ids := range got.Answers {
		want := slices.DeleteFunc(slices.Clone(whole.Answers[text]), func(id store.GameID) bool { return int(id) > n })
		if !slices.Equal(ids, want) {
			t.Errorf("%s: got the games %v, want %v", text, ids, want)
		}
	}
}

// A process imports.
type process struct {
	t    *testing.T
	cmd  *exec.Cmd
	out  bytes.Buffer
	done chan error
}

func startImport(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{t: t, cmd: exec.Command("import-into", args...), done: make(chan error, 1)}
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.out
	must(t, p.cmd.Start())
	go func() { p.done <- p.cmd.Wait() }()
	return p
}

// forever is longer than any test may take.
const forever = 1000 * time.Hour

// endsWithin kills the process after a time, and reports whether it has come to
// its end before, neither killed nor by itself. It demands that it does not fail.
func (p *process) endsWithin(moment time.Duration) bool {
	p.t.Helper()
	var err error
	select {
	case err = <-p.done:
	case <-time.After(moment):
		if err := p.cmd.Process.Kill(); !errors.Is(err, os.ErrProcessDone) { // it may end just now
			must(p.t, err)
		}
		if err = <-p.done; err != nil && p.cmd.ProcessState.ExitCode() < 0 {
			return false
		}
	}
	if err != nil && p.cmd.ProcessState.ExitCode() != killedItself {
		p.t.Fatalf("%v: %s", err, p.out.String())
	}
	return err == nil
}
