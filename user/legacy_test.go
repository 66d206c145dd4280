package user

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"go.etcd.io/bbolt"

	"kifudb/store"
)

// writeOld writes a user.db as programs did until 2026.
func writeOld(t *testing.T, dir, format string) {
	t.Helper()
	b, err := bbolt.Open(dir+"/"+oldName, 0o644, &bbolt.Options{PageSize: 4096})
	if err != nil {
		t.Fatal(err)
	}
	id := func(n uint32) string { return string(binary.BigEndian.AppendUint32(nil, n)) }
	set, err := roaring.BitmapOf(1, 2, 70_000).ToBytes()
	if err != nil {
		t.Fatal(err)
	}
	second := string(binary.BigEndian.AppendUint64(nil, 1_700_000_000))
	digest := store.DigestOf([]byte("x"))
	err = b.Update(func(tx *bbolt.Tx) error {
		for _, entry := range [][3]string{
			{"about", "format", format},
			{"tags", "good", "\x04Good" + string(set)},
			{"notes", id(2), second + "slow\nbut thick"},
			{"notes.positions", "SZ[19]AB[dd]", second + "定石"},
			{"searches", "ladders", fmt.Sprintf(`{"name":"Ladders","query":"comment:ladder","seen":%q,"looked":1700000000,"generation":3}`, base64.StdEncoding.EncodeToString(set))},
			{"digests", id(2), string(digest[:])},
			{"aliases", "player/0000000000000001", "Shusaku\n秀策"},
			{"aliases", "event/0000000000000001", "Honinbo\n本因坊戦"},
			{"decisions", "a" + id(1) + id(2), ""},
			{"tags.undo", "\x00\x00\x00\x00\x00\x00\x00\x01", `{"what":"tag add good","before":{"good":null}}`},
		} {
			bucket, err := tx.CreateBucketIfNotExists([]byte(entry[0]))
			if err != nil {
				return err
			}
			if err := bucket.Put([]byte(entry[1]), []byte(entry[2])); err != nil {
				return err
			}
		}
		return nil
	})
	if err := errors.Join(err, b.Close()); err != nil {
		t.Fatal(err)
	}
}

const oldDump = `tag Good {1,2,70000}
note 2  "slow\nbut thick" 1700000000
note 0 SZ[19]AB[dd] "定石" 1700000000
search Ladders comment:ladder {1,2,70000} 1700000000 3
player [Shusaku 秀策]
event [Honinbo 本因坊戦]
[{not of one game [1 2]}]
map[2:2d711642b726b04401627ca9fbac32f5]
`

func expectOld(t *testing.T, db *DB) {
	t.Helper()
	if got, err := dump(db); err != nil || got != oldDump {
		t.Errorf("got %v\n%s\nwant\n%s", err, got, oldDump)
	}
}

// What older programs kept is read as it is, and becomes a log with the first
// change.
func TestOldFileIsTakenOver(t *testing.T) {
	db := openAt(t.TempDir())
	writeOld(t, db.dir, "1")
	expectOld(t, db)
	if faults := db.Check(); len(faults) > 0 {
		t.Error(faults)
	}
	if got := names(t, db.dir); !slices.Equal(got, []string{oldName, LockName}) && !slices.Equal(got, []string{oldName}) {
		t.Errorf("reading made %v", got)
	}
	put(t, db, "new", 3)
	if got := names(t, db.dir); !slices.Equal(got, []string{CopyName, LockName, LogName, store.WitnessName}) {
		t.Errorf("got %v", got)
	}
	if what, err := db.UndoTags(); err != nil || what != "tag add new" {
		t.Errorf("undid %q, %v", what, err)
	}
	got, err := dump(db)
	if err != nil || !strings.HasPrefix(got, oldDump[:len(oldDump)-2]) && !strings.Contains(got, "tag Good {1,2,70000}") {
		t.Errorf("%v\n%s", err, got)
	}
	if faults := db.Check(); len(faults) > 0 {
		t.Error(faults)
	}
}

// Wherever the taking over ends, all is there, and the next change goes on.
func TestTakingOverEndsAnywhere(t *testing.T) {
	for fail := 1; ; fail++ {
		db := openAt(t.TempDir())
		writeOld(t, db.dir, "1")
		n := 0
		db.files.Step = func(string, string) error {
			if n++; n >= fail { // as if the program had ended there
				return errors.New("failed on purpose")
			}
			return nil
		}
		_, err := db.AddTag("new", []Game{game(3)})
		db = openAt(db.dir)
		if err == nil { // the witness does not matter
			if n < 10 {
				t.Errorf("%d steps only", n)
			}
			break
		}
		expectOld(t, db)
		if faults := db.Check(); len(faults) > 0 {
			t.Errorf("step %d: %v", fail, faults)
		}
		put(t, db, "new", 3)
		if got := tagsIn(t, db); len(got) != 2 || len(got["new"]) != 1 {
			t.Errorf("step %d: %v", fail, got)
		}
		if slices.Contains(names(t, db.dir), oldName) {
			t.Errorf("step %d: %s is left", fail, oldName)
		}
	}
}

// An old file beside a log that was not made of it is not passed over.
func TestOldFileBesideLog(t *testing.T) {
	db := openAt(t.TempDir())
	put(t, db, "a", 1)
	writeOld(t, db.dir, "1")
	if _, err := db.Tags(); !errors.Is(err, ErrCorrupt) {
		t.Errorf("got %v", err)
	}
	if _, err := db.AddTag("b", []Game{game(1)}); !errors.Is(err, ErrCorrupt) {
		t.Errorf("got %v", err)
	}
	if _, err := db.Repair(true); !errors.Is(err, ErrCorrupt) {
		t.Errorf("got %v", err)
	}
	if err := os.Remove(db.path(oldName)); err != nil {
		t.Fatal(err)
	}
	if got := tagsIn(t, db); len(got) != 1 {
		t.Error(got)
	}
}

func TestNewerOldFileIsRefused(t *testing.T) {
	db := openAt(t.TempDir())
	writeOld(t, db.dir, "2")
	if _, err := db.Tags(); !errors.Is(err, store.ErrNewer) {
		t.Errorf("got %v, want ErrNewer", err)
	}
}

// A damaged old file is an error, whatever is asked, and stays as it is.
func TestDamagedOldFile(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"empty":     func([]byte) []byte { return nil },
		"text":      func([]byte) []byte { return []byte("not a database") },
		"zeros":     func(b []byte) []byte { return make([]byte, len(b)) },
		"a page":    func(b []byte) []byte { return b[:4096] },
		"two pages": func(b []byte) []byte { return b[:2*4096] },
		"no data": func(b []byte) []byte {
			clear(b[2*4096:])
			return b
		},
	} {
		for doing, do := range map[string]func(*DB) error{
			"Tags":   func(db *DB) error { _, err := db.Tags(); return err },
			"AddTag": func(db *DB) error { _, err := db.AddTag("b", []Game{game(1)}); return err },
			"Check":  func(db *DB) error { return errors.Join(db.Check()...) },
			"Repair": func(db *DB) error { _, err := db.Repair(true); return err },
		} {
			db := openAt(t.TempDir())
			writeOld(t, db.dir, "1")
			broken := string(damage([]byte(read(t, db, oldName))))
			write(t, db, oldName, broken)
			if err := do(db); !errors.Is(err, ErrCorrupt) {
				t.Errorf("%s, %s: got %v, want ErrCorrupt", name, doing, err)
			}
			if read(t, db, oldName) != broken {
				t.Errorf("%s, %s: the damaged file was changed", name, doing)
			}
		}
	}
}
