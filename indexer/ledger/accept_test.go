package ledger

import (
	"errors"
	"slices"
	"testing"
	"time"
)

// failedFiles makes a ledger of a folder with a container, two of whose members
// failed, and a file that did.
func failedFiles(t *testing.T) *DB {
	t.Helper()
	db := Open(t.TempDir())
	run, err := db.Begin(Run{}, At{"mine", 4, 1})
	must(t, err)
	must(t, db.Enter(&run, &Batch{
		Outcomes: []*Outcome{
			{Source: "/in/a.zip", Member: "x.kif", What: Refused, Reason: "why", Format: "kif"},
			{Source: "/in/a.zip", Member: "y.sgf", What: Read},
			{Source: "/in/a.zip", Member: "\xff.kif", What: Refused, Reason: "why", Format: "kif"},
			{Source: "/in/b.sgf", What: Refused, Reason: "empty"},
		},
		Sources: map[string]Source{
			"/in/a.zip": {Size: 1, ModTime: 2, Run: run.Number, Lo: 0, Hi: 3, Failed: 2, Container: true},
			"/in/b.sgf": {Size: 3, ModTime: 4, Run: run.Number, Lo: 3, Hi: 4, Failed: 1},
		},
		Commit: 4,
	}))
	return db
}

// accepted returns the paths that are accepted.
func accepted(t *testing.T, db *DB) (paths []string) {
	t.Helper()
	files, err := db.Accepted()
	must(t, err)
	for _, f := range files {
		paths = append(paths, f.Path())
	}
	return paths
}

func TestAccept(t *testing.T) {
	const first, second, file = "/in/a.zip!/x.kif", "/in/a.zip!/\xff.kif", "/in/b.sgf"
	for _, test := range []struct {
		accept, undo []string
		want         []string
		err          error
	}{
		{accept: []string{first}, want: []string{first}},
		{accept: []string{second}, want: []string{second}},
		{accept: []string{"/in/a.zip"}, want: []string{first, second}},
		{accept: []string{"/in/a.zip!/"}, want: []string{first, second}},
		{accept: []string{"/in"}, want: []string{first, second, file}},
		{accept: []string{"/in/"}, want: []string{first, second, file}},
		{accept: []string{file, first}, want: []string{first, file}},
		{accept: []string{"/in/a.zip!/y.sgf"}, err: ErrNotFailed},
		{accept: []string{"/in/a"}, err: ErrNotFailed},
		{accept: []string{first, "/in/c.sgf"}, err: ErrNotFailed},
		{accept: []string{"/in"}, undo: []string{"/in/a.zip"}, want: []string{file}},
		{accept: []string{"/in"}, undo: []string{second, file}, want: []string{first}},
		{accept: []string{"/in"}, undo: []string{"/"}, want: nil},
		{accept: []string{file}, undo: []string{file, first}, want: []string{file}, err: ErrNotAccepted},
	} {
		db := failedFiles(t)
		_, err := db.Accept(test.accept, time.Unix(0, 0))
		if test.undo != nil {
			must(t, err)
			_, err = db.Unaccept(test.undo, time.Unix(1, 0))
		}
		if !errors.Is(err, test.err) {
			t.Errorf("%q: %v, want %v", test.accept, err, test.err)
		}
		if got := accepted(t, db); !slices.Equal(got, test.want) {
			t.Errorf("%q, without %q: %q, want %q", test.accept, test.undo, got, test.want)
		}
	}
}

// What was accepted for a file as it was is no answer about another one: the size
// and the time are noted, and new ones replace them.
func TestAcceptAgain(t *testing.T) {
	db := failedFiles(t)
	for size := int64(3); size < 5; size++ {
		must(t, db.update(func(tx *loggedTx) error {
			return putJSON(tx.Bucket(bucketSources), []byte("/in/b.sgf"), Source{Size: size, Run: 1, Lo: 3, Hi: 4, Failed: 1})
		}))
		for round, want := range []int{1, 0} {
			files, err := db.Accept([]string{"/in/b.sgf"}, time.Now())
			must(t, err)
			if len(files) != want || want > 0 && files[0].Size != size {
				t.Errorf("size %d, round %d: %+v", size, round, files)
			}
		}
	}
}

// A ledger of an older version does not say which sources have files that failed.
func TestOlderLedgerFailed(t *testing.T) {
	db := failedFiles(t)
	must(t, db.update(func(tx *loggedTx) error {
		for _, path := range []string{"/in/a.zip", "/in/b.sgf"} {
			var s Source
			b := tx.Bucket(bucketSources)
			must(t, db.openJSON([]byte(path), b.Get([]byte(path)), &s))
			s.Failed = 0
			must(t, putJSON(b, []byte(path), s))
		}
		must(t, tx.DeleteBucket(bucketAccepted))
		return putJSON(tx.Bucket(bucketAbout), keyAbout, about{Archive: "mine", Commit: 4})
	}))
	for range 2 {
		_, err := db.Begin(Run{}, At{"mine", 5, 1})
		must(t, err)
		sources, _, err := db.Compare([]string{"/in/a.zip", "/in/b.sgf"}, []string{"/in"}, At{"mine", 5, 1})
		must(t, err)
		if sources[0].Failed != 2 || sources[1].Failed != 1 || sources[0].Judged == "" || sources[1].Judged == "" {
			t.Errorf("failed: %d and %d", sources[0].Failed, sources[1].Failed)
		}
	}
	if len(accepted(t, db)) > 0 {
		t.Error("something is accepted")
	}
}
