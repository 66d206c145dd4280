package store

import (
	"bytes"
	"testing"
)

// TestIdentity follows an archive's identity and its number of commits through
// everything that may change them.
func TestIdentity(t *testing.T) {
	db := newDB(t, nil)
	id, err := db.ID()
	if err != nil || len(id) != 32 {
		t.Fatalf("identity of a new archive: %q, %v; want 32 digits", id, err)
	}
	if other, err := newDB(t, nil).ID(); err != nil || other == id {
		t.Errorf("another archive has the same identity %q, %v", other, err)
	}
	w := newWriter(t, db)
	before := w.Generation()
	addGames(t, w, 0, 5)
	commit(t, w)
	s := newSnapshot(t, db)
	if s.ID() != id || w.ID() != id {
		t.Errorf("after a commit the identity is %q, the writer's %q, want %q", s.ID(), w.ID(), id)
	}
	if s.Generation() <= before || s.Generation() != w.Generation() {
		t.Errorf("a commit takes generation %d to %d, the writer's to %d", before, s.Generation(), w.Generation())
	}
	var backup bytes.Buffer
	if err := db.Backup(t.Context(), &backup, nil); err != nil {
		t.Fatal(err)
	}
	_, copied := unpack(t, backup.Bytes())
	if c := newSnapshot(t, copied); c.ID() != id || c.Generation() != s.Generation() {
		t.Errorf("a backup has identity %q and generation %d, want %q and %d", c.ID(), c.Generation(), id, s.Generation())
	}
}
