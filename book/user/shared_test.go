package user

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kifudb/store"
)

// center is a log that several share.
type center struct {
	text []byte
	fail error
	put  int
}

// member is one of those who share it, with files of its own.
type member struct {
	*center
	db *DB
}

func (m member) Refresh() error {
	if m.fail != nil || len(m.text) == 0 {
		return m.fail
	}
	_, err := m.db.Take(m.text)
	return err
}

func (m member) Publish(text []byte) (err error) {
	if m.fail == nil {
		m.text, err = Union(m.text, text)
		return err
	}
	return m.fail
}

func (m member) Published() error {
	m.put++
	return nil
}

func tagged(t *testing.T, db *DB) string {
	t.Helper()
	tags, err := db.Tags()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tag := range tags {
		names = append(names, tag.Name)
	}
	return strings.Join(names, " ")
}

// Who shares a log sees what others add before it adds something itself, and what cannot be
// given away is not noted here either.
func TestSharedLog(t *testing.T) {
	c := &center{}
	var dbs []*DB
	for range 2 {
		db := Open(t.TempDir())
		db.Share(member{c, db})
		dbs = append(dbs, db)
	}
	for i, name := range []string{"a", "b", "c"} {
		put(t, dbs[i%2], name, store.GameID(i+1))
	}
	if got := tagged(t, dbs[0]); got != "a b c" {
		t.Errorf("the one who added last has %q", got)
	}
	if err := (member{c, dbs[1]}).Refresh(); err != nil {
		t.Fatal(err)
	}
	if got := tagged(t, dbs[1]); got != "a b c" {
		t.Errorf("the other one has %q", got)
	}
	if c.put != 3 {
		t.Errorf("%d changes were finished", c.put)
	}
	c.fail = errors.New("nobody is there")
	if _, err := dbs[0].AddTag("d", []Game{game(1)}); !errors.Is(err, c.fail) {
		t.Errorf("a change that cannot be given away: %v", err)
	}
	if got := tagged(t, dbs[0]); got != "a b c" {
		t.Errorf("after a change that was refused there is %q", got)
	}
	for i, db := range dbs {
		if faults := db.Check(); len(faults) > 0 {
			t.Errorf("%d: %v", i, faults)
		}
		log, err := os.ReadFile(filepath.Join(db.dir, LogName))
		if err != nil {
			t.Fatal(err)
		}
		if text, err := db.Text(); err != nil || string(text) != string(log) || string(text) != string(c.text) {
			t.Errorf("%d has\n%s\nof\n%s, %v", i, text, c.text, err)
		}
	}
}

// Taking the same twice changes nothing, and nothing is taken of what is damaged.
func TestTake(t *testing.T) {
	a, b := Open(t.TempDir()), Open(t.TempDir())
	for db, name := range map[*DB]string{a: "a", b: "b"} {
		put(t, db, name, 1)
	}
	text, err := a.Text()
	if err != nil {
		t.Fatal(err)
	}
	all, err := b.Take(text)
	if err != nil || strings.Count(string(all), "\n") != 2 || !strings.HasPrefix(string(all), string(text)) {
		t.Errorf("%s, %v", all, err)
	}
	before := b.Stamp()
	if again, err := b.Take(text); err != nil || string(again) != string(all) || b.Stamp() != before {
		t.Errorf("the second time: %s, %v", again, err)
	}
	broken := []byte(strings.Replace(string(text), "tags", "tagz", 1))
	if _, err := b.Take(broken); !errors.Is(err, ErrCorrupt) {
		t.Errorf("a damaged log: %v", err)
	}
	if got := tagged(t, b); got != "a b" {
		t.Errorf("there is %q", got)
	}
}
