package user

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"kifudb/book/alias"
	"kifudb/store"
)

// Two machines with copies of one archive go on by themselves. Their logs become
// one by putting one behind the other, in whatever order, and nothing is lost;
// where they disagree the later one wins.
func TestLogsOfTwoMachines(t *testing.T) {
	first := openAt(t.TempDir())
	fill(t, first)
	second := openAt(t.TempDir())
	write(t, second, LogName, read(t, first, LogName))
	write(t, second, CopyName, read(t, first, CopyName))
	shared := read(t, first, LogName)

	day := time.Unix(1_800_000_000, 0)
	step := func(db *DB, do func(*DB) error) {
		t.Helper()
		if err := do(db); err != nil {
			t.Fatal(err)
		}
	}
	both := func(do func(db *DB, name string) error) {
		step(first, func(db *DB) error { return do(db, "first") })
		step(second, func(db *DB) error { return do(db, "second") })
	}
	both(func(db *DB, name string) error { _, err := db.AddTag("of-"+name, []Game{game(5)}); return err })
	both(func(db *DB, name string) error {
		_, err := db.AddTag("shared", []Game{game(store.GameID(len(name)))})
		return err
	})
	both(func(db *DB, name string) error {
		return db.ChangeAliases(alias.Players, "add", func(t *alias.Table) error { _, _, err := t.Add("Jowa of "+name, "丈和"); return err })
	})
	step(second, func(db *DB) error { _, err := db.AddTag("more", []Game{game(1)}); return err })
	step(first, func(db *DB) error { return db.PutNotes([]Note{{Game: 9, Text: "first", Changed: day}}, nil) })
	step(second, func(db *DB) error { return db.PutNotes([]Note{{Game: 9, Text: "later", Changed: day}}, nil) })
	step(first, func(db *DB) error { _, err := db.RemoveTag("better", nil); return err })

	a, b := read(t, first, LogName), read(t, second, LogName)
	var dumps []string
	for _, text := range []string{a + strings.TrimPrefix(b, shared), b + a, a + b, b + strings.TrimPrefix(a, shared) + a} {
		db := openAt(t.TempDir())
		write(t, db, LogName, text)
		write(t, db, CopyName, text)
		d, err := dump(db)
		if err != nil {
			t.Fatal(err)
		}
		dumps = append(dumps, d)
		if faults := db.Check(); len(faults) > 0 {
			t.Error(faults)
		}
		put(t, db, "afterwards", 1)
		if got := tagsIn(t, db); len(got["afterwards"]) != 1 {
			t.Error(got)
		}
	}
	for _, d := range dumps {
		if d != dumps[0] {
			t.Errorf("the order matters:\n%s\n%s", dumps[0], d)
		}
	}
	for _, want := range []string{"tag of-first {5}", "tag of-second {5}", "tag shared {5,6}", `"later"`, "tag more {1}"} {
		if !strings.Contains(dumps[0], want) {
			t.Errorf("%s is not in\n%s", want, dumps[0])
		}
	}
	for _, not := range []string{"tag better", `"first"`} {
		if strings.Contains(dumps[0], not) {
			t.Errorf("%s is in\n%s", not, dumps[0])
		}
	}
	if got := strings.Count(dumps[0], "丈和"); got != 1 {
		t.Errorf("one spelling is in %d groups:\n%s", got, dumps[0])
	}
}

// What is undone is what was done last here, whatever came from elsewhere.
func TestUndoAfterMerge(t *testing.T) {
	db := openAt(t.TempDir())
	put(t, db, "a", 1)
	put(t, db, "b", 2)
	if what, err := db.UndoTags(); err != nil || what != "tag add b" {
		t.Errorf("undid %q, %v", what, err)
	}
	if what, err := openAt(db.dir).UndoTags(); err != nil || what != "tag add a" {
		t.Errorf("undid %q, %v", what, err)
	}
	if _, err := db.UndoTags(); !errors.Is(err, ErrNothingToUndo) {
		t.Errorf("got %v", err)
	}
}

// The tags of another archive are those of other games.
func TestLogOfAnotherArchive(t *testing.T) {
	other := named(t.TempDir(), "other")
	put(t, other, "x", 1)
	text := read(t, other, LogName)

	db := named(t.TempDir(), "mine")
	write(t, db, LogName, text)
	write(t, db, CopyName, text)
	if tags, err := db.Tags(); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "another archive") {
		t.Errorf("got %v, %v", tags, err)
	}
	if _, err := db.AddTag("y", []Game{game(2)}); !errors.Is(err, ErrCorrupt) {
		t.Errorf("got %v", err)
	}
	if len(db.Check()) == 0 {
		t.Error("Check finds nothing")
	}

	db = named(t.TempDir(), "mine")
	put(t, db, "y", 2)
	write(t, db, LogName, text)
	if got := tagsIn(t, db); len(got) != 1 || len(got["y"]) != 1 {
		t.Errorf("got %v", got)
	}
	if _, err := db.Repair(true); err != nil {
		t.Error(err)
	}
	if got := tagsIn(t, db); len(got) != 1 || len(got["y"]) != 1 || len(db.Check()) > 0 {
		t.Errorf("got %v, %v", got, db.Check())
	}

	// An archive that had no identity, and has one now, keeps what it had.
	db = openAt(t.TempDir())
	put(t, db, "z", 3)
	if got := tagsIn(t, named(db.dir, "mine")); len(got) != 1 {
		t.Errorf("got %v", got)
	}
	if err := os.RemoveAll(db.dir); err != nil {
		t.Fatal(err)
	}
	if _, err := named(db.dir, "").Tags(); err == nil {
		t.Error("an archive whose identity cannot be read has no tags")
	}
}
