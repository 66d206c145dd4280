package ledger

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kifudb/store"
)

// file enters a file with games for a run.
func file(t *testing.T, db *DB, run *Run, path string, commit uint64, games ...Span) {
	t.Helper()
	must(t, db.Enter(run, &Batch{
		Outcomes: []*Outcome{{Source: path, What: Read, Games: games}},
		Sources:  map[string]Source{path: {Size: 1, Run: run.Number, Lo: run.Outcomes, Hi: run.Outcomes + 1}},
		Commit:   commit,
	}))
}

// known returns which of three files the ledger knows in a state.
func known(t *testing.T, db *DB, at At) string {
	t.Helper()
	paths := []string{"/a", "/b", "/c"}
	sources, vanished, err := db.Compare(paths, []string{"/"}, at)
	must(t, err)
	got := ""
	for i, s := range sources {
		if s != nil {
			got += paths[i]
		}
	}
	if len(vanished) > 0 {
		got += " and vanished ones"
	}
	return got
}

// threeFiles makes a ledger of an archive at commit 9 with games 1 to 9: /b came
// with commit 7, and commit 9 changed a game of /c.
func threeFiles(t *testing.T) *DB {
	t.Helper()
	db := Open(t.TempDir())
	run, err := db.Begin(Run{}, At{"mine", 4, 1})
	must(t, err)
	file(t, db, &run, "/a", 5, Span{1, 3, 1, Added})
	file(t, db, &run, "/b", 7, Span{1, 6, 4, Added})
	file(t, db, &run, "/c", 9, Span{1, 1, 2, Changed})
	must(t, db.Enter(&run, &Batch{Commit: 9, Gone: []Gone{{Source: "/d", Games: []Span{{0, 1, 3, Missing}}}}}))
	return db
}

// What a ledger says of a state of the archive that is gone does not count, be
// it read or written next.
func TestLedgerAheadDoesNotCount(t *testing.T) {
	for _, test := range []struct {
		name    string
		at      At
		known   string
		dropped int
	}{
		{"as it is", At{"mine", 9, 10}, "/a/b/c", 0},
		{"later", At{"mine", 12, 30}, "/a/b/c", 0},
		{"without the change", At{"mine", 8, 10}, "/a/b", 1},
		{"without games", At{"mine", 9, 6}, "/a/c", 1},
		{"an older manifest", At{"mine", 5, 4}, "/a", 2},
		{"an empty archive", At{"mine", 1, 1}, "", 3},
		{"another archive", At{"other", 9, 10}, "", 3},
		{"another archive that is larger", At{"other", 100, 1000}, "", 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			db := threeFiles(t)
			if got := known(t, db, test.at); got != test.known {
				t.Errorf("before the next run it knows %q, want %q", got, test.known)
			}
			run, err := db.Begin(Run{}, test.at)
			must(t, err)
			if run.Dropped != test.dropped {
				t.Errorf("dropped %d files, want %d", run.Dropped, test.dropped)
			}
			// The archive goes on, and gives the same numbers to other games and commits.
			later := At{test.at.Archive, test.at.Generation + 100, test.at.Next + 100}
			if got := known(t, db, later); got != test.known {
				t.Errorf("later it knows %q, want %q", got, test.known)
			}
			gone, err := db.Gone("/")
			must(t, err)
			if want := test.dropped == 0 || test.name == "without games"; (len(gone) > 0) != want {
				t.Errorf("gone: %v, want some: %v", gone, want)
			}
			runs, err := db.Runs()
			must(t, err)
			if undone := runs[0].State == Undone; len(runs) > 1 && undone != (test.dropped > 0) {
				t.Errorf("the run is %s", runs[0].State)
			}
		})
	}
}

// Of two runs that is undone of which something is not there any more, and no earlier
// one: also if the archive was put back to just what the earlier left.
func TestRunsAreUndone(t *testing.T) {
	for _, test := range []struct {
		at     At
		undone [2]bool
	}{
		{At{"mine", 9, 10}, [2]bool{false, false}},
		{At{"mine", 8, 10}, [2]bool{false, true}}, // without its commit
		{At{"mine", 5, 4}, [2]bool{false, true}},
		{At{"mine", 9, 9}, [2]bool{false, true}}, // without its last game
		{At{"mine", 4, 4}, [2]bool{true, true}},
		{At{"mine", 5, 3}, [2]bool{true, true}},
	} {
		db := Open(t.TempDir())
		for _, f := range []struct {
			path   string
			commit uint64
			games  Span
		}{{"/a", 5, Span{1, 3, 1, Added}}, {"/b", 9, Span{1, 6, 4, Added}}} {
			run, err := db.Begin(Run{}, At{"mine", f.commit - 1, f.games.ID})
			must(t, err)
			file(t, db, &run, f.path, f.commit, f.games)
		}
		_, err := db.Begin(Run{}, test.at)
		must(t, err)
		runs, err := db.Runs()
		must(t, err)
		if got := [2]bool{runs[0].State == Undone, runs[1].State == Undone}; got != test.undone {
			t.Errorf("%+v: undone %v, want %v", test.at, got, test.undone)
		}
	}
}

// A ledger of an older version does not say of which commit it is, but it
// names games.
func TestOlderLedgerAhead(t *testing.T) {
	db := threeFiles(t)
	must(t, db.update(func(tx *loggedTx) error {
		for _, path := range []string{"/a", "/b", "/c"} {
			var s Source
			b := tx.Bucket(bucketSources)
			must(t, db.openJSON([]byte(path), b.Get([]byte(path)), &s))
			s.Commit, s.Last = 0, 0
			must(t, putJSON(b, []byte(path), s))
		}
		return nil
	}))
	must(t, os.Remove(db.logPath()))
	must(t, db.change(func(tx *loggedTx) error { return tx.DeleteBucket(bucketAbout) }))
	run, err := db.Begin(Run{}, At{"mine", 8, 4})
	must(t, err)
	if got := known(t, db, At{"mine", 8, 4}); got != "/a/c" || run.Dropped != 1 {
		t.Errorf("it knows %q, dropped %d", got, run.Dropped)
	}
	// From now on it says so.
	if got := known(t, db, At{"mine", 7, 4}); got != "" {
		t.Errorf("of an older state it knows %q", got)
	}
}

func TestRepair(t *testing.T) {
	for name, test := range map[string]struct {
		spoil func(*DB)
		check error
		left  []string
	}{
		"nothing": {func(*DB) {}, nil, []string{Name}},
		"ahead": {func(db *DB) {
			run, err := db.Begin(Run{}, At{"", 50, 70})
			must(t, err)
			file(t, db, &run, "/a", 50, Span{1, 1, 60, Added})
		}, ErrAhead, []string{Name}},
		"of another archive": {func(db *DB) {
			run, err := db.Begin(Run{}, At{"other", 1, 1})
			must(t, err)
			file(t, db, &run, "/a", 1)
		}, ErrAhead, []string{Name}},
		"damaged": {func(db *DB) { must(t, os.WriteFile(db.path(), make([]byte, 20_000), 0o666)) }, ErrCorrupt, []string{Name}},
	} {
		t.Run(name, func(t *testing.T) {
			archive, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true})
			must(t, err)
			defer archive.Close()
			db := Open(archive.Dir())
			begin(t, db)
			test.spoil(db)
			var found []error
			for fault := range db.Check(t.Context(), archive) {
				found = append(found, fault)
			}
			if err := errors.Join(found...); !errors.Is(err, test.check) {
				t.Errorf("Check: got %v, want %v", err, test.check)
			}
			mended, err := db.Repair(t.Context(), archive, true)
			if err != nil || (len(mended) > 0) != (test.check != nil) {
				t.Errorf("Repair: %v, %v", mended, err)
			}
			for fault := range db.Check(t.Context(), archive) {
				t.Errorf("after Repair: %v", fault)
			}
			var left []string
			entries, err := os.ReadDir(archive.Dir())
			must(t, err)
			for _, e := range entries {
				if strings.Contains(e.Name(), Name) {
					left = append(left, e.Name())
				}
			}
			if !slices.Equal(left, test.left) {
				t.Errorf("left: %v, want %v", left, test.left)
			}
			if len(known(t, db, far)) > 0 {
				t.Errorf("it knows %q", known(t, db, far))
			}
		})
	}
}

// A ledger that was just made is in its folder for good.
func TestLedgerIsFlushedIntoItsFolder(t *testing.T) {
	db := Open(t.TempDir())
	var steps []string
	db.files.Step = func(operation, path string) error {
		steps = append(steps, operation+" "+strings.TrimPrefix(path, db.dir))
		return nil
	}
	run := begin(t, db)
	must(t, db.Enter(run, &Batch{}))
	want := []string{
		"create /" + LogName, "sync /" + LogName, "rename /" + LogName, "sync ", "append /" + LogName, "sync /" + LogName,
		"append /" + LogName, "sync ", // the sums of pages may be lost
		"append /" + LogName, "sync /" + LogName, "append /" + LogName,
	}
	if !slices.Equal(steps, want) {
		t.Errorf("got %q, want %q", steps, want)
	}
}
