package user

import (
	"testing"
	"time"
)

// What was got at a moment is what there was then, whatever others add, and what there is as soon
// as something is added through the DB that it was got from, or through itself.
func TestNow(t *testing.T) {
	dir := t.TempDir()
	db, other := openAt(dir), openAt(dir)
	const place = Position("SZ[19]AB[dd]")
	note := func(db *DB, text string) {
		t.Helper()
		if _, err := db.AppendNote(Note{Position: place, Text: text, Changed: time.Unix(1_700_000_000, 0)}, nil); err != nil {
			t.Fatal(err)
		}
	}
	now := db.Now()
	expect := func(db *DB, want string) {
		t.Helper()
		if got, err := db.NoteOnPosition(place); got.Text != want || (err == nil) != (want != "") {
			t.Fatalf("got %q, %v; want %q", got.Text, err, want)
		}
	}
	expect(now, "")
	note(other, "one")
	expect(now, "")
	expect(db, "one")
	expect(db.Now(), "one")
	note(db, "two")
	expect(now, "one\ntwo")
	now = db.Now()
	note(now, "three")
	expect(now, "one\ntwo\nthree")
	expect(db, "one\ntwo\nthree")
}
