package user

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"kifudb/store"
)

func put(key, value string) func(*bbolt.Tx) error {
	return func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists([]byte("test"))
		if err != nil {
			return err
		}
		return b.Put([]byte(key), []byte(value))
	}
}

func get(t *testing.T, db *DB, key string) (value string) {
	t.Helper()
	err := db.view(func(tx *bbolt.Tx) error {
		if b := tx.Bucket([]byte("test")); b != nil {
			value = string(b.Get([]byte(key)))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func TestFileIsMadeByFirstWrite(t *testing.T) {
	db := Open(t.TempDir())
	left := filepath.Join(filepath.Dir(db.Path()), partPrefix+"1")
	if err := os.WriteFile(left, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(left, time.Time{}, time.Now().Add(-2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if got := get(t, db, "a"); got != "" {
		t.Errorf("got %q from a file that does not exist", got)
	}
	if _, err := os.Stat(db.Path()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("reading made the file: %v", err)
	}
	if err := db.update(put("a", "1")); err != nil {
		t.Fatal(err)
	}
	if got := get(t, db, "a"); got != "1" {
		t.Errorf("got %q, want 1", got)
	}
	if err := db.Check(); err != nil {
		t.Error(err)
	}
	entries, err := os.ReadDir(filepath.Dir(db.Path()))
	if err != nil || len(entries) != 1 {
		t.Errorf("got files %v, %v; want one", entries, err)
	}
}

func TestFailedChangeChangesNothing(t *testing.T) {
	db := Open(t.TempDir())
	if err := db.update(put("a", "1")); err != nil {
		t.Fatal(err)
	}
	want := errors.New("no")
	err := db.update(func(tx *bbolt.Tx) error {
		if err := put("a", "2")(tx); err != nil {
			return err
		}
		return want
	})
	if err != want {
		t.Errorf("got error %v, want %v", err, want)
	}
	if got := get(t, db, "a"); got != "1" {
		t.Errorf("got %q, want 1", got)
	}
}

func TestDamagedFileIsAnError(t *testing.T) {
	whole := func(t *testing.T) (*DB, []byte) {
		db := Open(t.TempDir())
		if err := db.update(put("a", strings.Repeat("1", 3000))); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(db.Path())
		if err != nil {
			t.Fatal(err)
		}
		return db, data
	}
	for name, damage := range map[string]func([]byte) []byte{
		"empty":     func([]byte) []byte { return nil },
		"text":      func([]byte) []byte { return []byte("not a database") },
		"zeros":     func(b []byte) []byte { return make([]byte, len(b)) },
		"a page":    func(b []byte) []byte { return b[:boltPage] },
		"two pages": func(b []byte) []byte { return b[:2*boltPage] },
		"no data": func(b []byte) []byte {
			clear(b[2*boltPage:])
			return b
		},
	} {
		t.Run(name, func(t *testing.T) {
			// Each in a file of its own, since a panic in bbolt keeps its lock.
			for doing, do := range map[string]func(*DB) error{
				"view":   func(db *DB) error { return db.view(func(*bbolt.Tx) error { return nil }) },
				"update": func(db *DB) error { return db.update(put("b", "2")) },
				"Check":  (*DB).Check,
			} {
				db, data := whole(t)
				broken := damage(data)
				if err := os.WriteFile(db.Path(), broken, 0o644); err != nil {
					t.Fatal(err)
				}
				if err := do(db); !errors.Is(err, ErrCorrupt) {
					t.Errorf("%s: got %v, want ErrCorrupt", doing, err)
				}
				if after, err := os.ReadFile(db.Path()); err != nil || string(after) != string(broken) {
					t.Errorf("%s: the damaged file was changed, or %v", doing, err)
				}
			}
		})
	}
}

// What any single changed byte does is an answer or an error, never a crash.
func TestEveryByteDamaged(t *testing.T) {
	db := Open(t.TempDir())
	if err := db.update(put("a", "1")); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(db.Path())
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for i := 0; i < len(data); i += 1 + len(data)/1500 {
		broken := append([]byte{}, data...)
		broken[i] ^= 0x55
		if err := os.WriteFile(db.Path(), broken, 0o644); err != nil {
			t.Fatal(err)
		}
		if db.Check() != nil {
			refused++
		}
	}
	if refused == 0 {
		t.Error("no damage was noticed")
	}
}

func TestNewerFormatIsRefused(t *testing.T) {
	db := Open(t.TempDir())
	err := db.update(func(tx *bbolt.Tx) error { return tx.Bucket(bucketAbout).Put(keyFormat, []byte("2")) })
	if err != nil {
		t.Fatal(err)
	}
	if err := db.update(put("a", "1")); !errors.Is(err, store.ErrNewer) {
		t.Errorf("got %v, want ErrNewer", err)
	}
}

// The lock is between processes, so another one holds it here.
func TestOthersAreWaitedFor(t *testing.T) {
	if path := os.Getenv("KIFUDB_TEST_HOLD"); path != "" {
		err := Open(path).update(func(*bbolt.Tx) error {
			os.Stdout.WriteString("held\n")
			time.Sleep(time.Hour)
			return nil
		})
		t.Fatal(err)
	}
	db := Open(t.TempDir())
	if err := db.update(put("a", "1")); err != nil {
		t.Fatal(err)
	}
	holder := exec.Command(os.Args[0], "-test.run=^TestOthersAreWaitedFor$")
	holder.Env = append(os.Environ(), "KIFUDB_TEST_HOLD="+filepath.Dir(db.Path()))
	out, err := holder.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	defer holder.Wait()
	defer holder.Process.Kill()
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	if !testing.Short() { // patience takes seconds
		if err := db.update(put("a", "2")); !errors.Is(err, ErrLocked) {
			t.Errorf("got %v, want ErrLocked", err)
		}
	}
	// When the other is done, or killed, the waiting ends and nothing of what it
	// began is there.
	time.AfterFunc(300*time.Millisecond, func() { holder.Process.Kill() })
	if err := patiently(t, func() error { return db.update(put("b", "2")) }); err != nil {
		t.Error(err)
	}
	if got := get(t, db, "a") + get(t, db, "b"); got != "12" {
		t.Errorf("got %q, want 12", got)
	}
}

// patiently repeats what gives up because others have the file for too long, as
// they may on a busy machine. Giving up must have taken its time.
func patiently(t *testing.T, do func() error) error {
	for {
		start := time.Now()
		err := do()
		if !errors.Is(err, ErrLocked) {
			return err
		}
		if waited := time.Since(start); waited < patience/2 {
			t.Errorf("gave up after %v", waited)
			return err
		}
	}
}

func TestManyWritersAtOnce(t *testing.T) {
	dir := t.TempDir()
	const writers = 8
	errs := make(chan error)
	for i := range writers {
		go func() {
			errs <- patiently(t, func() error { return Open(dir).update(put(string(rune('a'+i)), "1")) })
		}()
	}
	for range writers {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	for i := range writers {
		if get(t, Open(dir), string(rune('a'+i))) != "1" {
			t.Errorf("what writer %d wrote is lost", i)
		}
	}
}
