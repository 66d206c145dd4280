package store

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"
)

// unpack makes an archive of a backup.
func unpack(t *testing.T, backup []byte) (dir string, db *DB) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "unpacked")
	if err := Unpack(t.Context(), bytes.NewReader(backup), dir); err != nil {
		t.Fatal(err)
	}
	db, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return dir, db
}

func TestBackup(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	for i := range 2 { // an empty archive, too
		var backup bytes.Buffer
		var done, total int64
		if err := db.Backup(t.Context(), &backup, func(d, n int64) { done, total = d, n }); err != nil {
			t.Fatal(err)
		}
		if done != total {
			t.Errorf("progress ends with %d of %d bytes", done, total)
		}
		_, copied := unpack(t, backup.Bytes())
		checkSilent(t, copied)
		s := newSnapshot(t, copied)
		if got, want := answers(t, s), answers(t, newSnapshot(t, db)); got != want {
			t.Errorf("backup differs (-original +unpacked):\n%s", cmp.Diff(want, got))
		}
		if i == 0 {
			addGames(t, w, 0, 30)
			commit(t, w)
			addGames(t, w, 30, 50)
			commit(t, w)
			if err := w.Remove(3, 44); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestBackupOfDatabases takes the databases that lie beside the segments.
func TestBackupOfDatabases(t *testing.T) {
	db := newDB(t, nil)
	for _, name := range besides {
		b, err := bbolt.Open(filepath.Join(db.Dir(), name), 0o666, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = b.Update(func(tx *bbolt.Tx) error {
			bucket, err := tx.CreateBucket([]byte("notes"))
			if err != nil {
				return err
			}
			return bucket.Put([]byte("1"), []byte(name))
		})
		if err := errors.Join(err, b.Close()); err != nil {
			t.Fatal(err)
		}
	}
	var backup bytes.Buffer
	if err := db.Backup(t.Context(), &backup, nil); err != nil {
		t.Fatal(err)
	}
	dir, _ := unpack(t, backup.Bytes())
	for _, name := range besides {
		b, err := bbolt.Open(filepath.Join(dir, name), 0o666, &bbolt.Options{ReadOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		err = b.View(func(tx *bbolt.Tx) error {
			if got := string(tx.Bucket([]byte("notes")).Get([]byte("1"))); got != name {
				t.Errorf("%s holds %q", name, got)
			}
			return nil
		})
		if err := errors.Join(err, b.Close()); err != nil {
			t.Error(err)
		}
	}
}

// A meddler runs a function once, when the first bytes are written.
type meddler struct {
	bytes.Buffer
	meddle func()
}

func (m *meddler) Write(p []byte) (int, error) {
	if m.meddle != nil {
		m.meddle()
		m.meddle = nil
	}
	return m.Buffer.Write(p)
}

// TestBackupDuringWriter merges the segments away while they are backed up.
func TestBackupDuringWriter(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	for lo := 0; lo < 400; lo += 100 {
		addGames(t, w, lo, lo+100)
		if err := w.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	other, err := Open(db.Dir(), nil) // as another process would
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	out := &meddler{meddle: func() {
		if err := errors.Join(w.replace(t.Context(), 0, 4, nil), w.Remove(7), w.clean()); err != nil {
			t.Error(err)
		}
	}}
	if err := other.Backup(t.Context(), out, nil); err != nil {
		t.Fatal(err)
	}
	if out.meddle != nil {
		t.Fatal("the backup was written all at once: nothing was tested")
	}
	dir, copied := unpack(t, out.Bytes())
	checkSilent(t, copied)
	if got := newSnapshot(t, copied).Len(); got != 399 {
		t.Errorf("%d games in the backup, want 399: those of the last commit", got)
	}
	newWriter(t, copied)
	if entries, err := os.ReadDir(filepath.Join(dir, segmentsName)); err != nil || len(entries) != 1 {
		t.Errorf("%d segments after the first writer has cleaned up, want 1 (%v)", len(entries), err)
	}
}

// TestBackupCutOff unpacks backups that are not whole, or damaged.
func TestBackupCutOff(t *testing.T) {
	dir := damagedArchive(t)
	db, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var backup bytes.Buffer
	if err := db.Backup(t.Context(), &backup, nil); err != nil {
		t.Fatal(err)
	}
	whole := backup.Bytes()
	for n := 0; n < len(whole); n += len(whole)/40 + 1 {
		to := filepath.Join(t.TempDir(), "cut")
		if err := Unpack(t.Context(), bytes.NewReader(whole[:n]), to); err == nil {
			t.Errorf("%d bytes of %d were taken for a backup", n, len(whole))
		}
		if _, err := Open(to, nil); !errors.Is(err, ErrNotFound) && !errors.Is(err, ErrCorrupt) {
			t.Errorf("%d bytes of %d: %v, want no archive", n, len(whole), err)
		}
		flipped := bytes.Clone(whole)
		flipped[n] ^= 0x10
		to = filepath.Join(t.TempDir(), "flipped")
		if err := Unpack(t.Context(), bytes.NewReader(flipped), to); err == nil {
			// Some bytes mean nothing, such as the level of compression.
			copied, err := Open(to, nil)
			if err != nil {
				t.Fatal(err)
			}
			checkSilent(t, copied)
			copied.Close()
		}
	}

	// Whatever goes wrong, what was written is no backup.
	for _, test := range []struct {
		name string
		ctx  func() context.Context
		w    func(*bytes.Buffer) io.Writer
	}{
		{"canceled", func() context.Context {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			return ctx
		}, func(b *bytes.Buffer) io.Writer { return b }},
		{"full disk", t.Context, func(b *bytes.Buffer) io.Writer { return &fullDisk{b, len(whole) / 2} }},
	} {
		var out bytes.Buffer
		if err := db.Backup(test.ctx(), test.w(&out), nil); err == nil {
			t.Errorf("%s: no error", test.name)
		}
		if err := Unpack(t.Context(), &out, filepath.Join(t.TempDir(), "x")); err == nil {
			t.Errorf("%s: what was written is taken for a backup", test.name)
		}
	}
}

// A fullDisk takes some bytes and no more.
type fullDisk struct {
	w    io.Writer
	left int
}

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.left -= len(p); d.left < 0 {
		return 0, errors.New("no space left on device")
	}
	return d.w.Write(p)
}

func TestBackupOfDamage(t *testing.T) {
	dir := damagedArchive(t)
	db, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	segment := filepath.Join(dir, segmentsName, "000001")
	if err := os.WriteFile(filepath.Join(segment, indexName), []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(segment, commentsName, commentsIndexName)); err != nil {
		t.Fatal(err)
	}
	var backup bytes.Buffer
	err = db.Backup(t.Context(), &backup, nil)
	if !errors.Is(err, ErrIncomplete) || !errors.Is(err, ErrCorrupt) {
		t.Errorf("backup of a damaged archive: %v, want ErrIncomplete", err)
	}
	to := filepath.Join(t.TempDir(), "unpacked")
	if err := Unpack(t.Context(), &backup, to); !errors.Is(err, ErrCorrupt) {
		t.Errorf("unpacked: %v, want ErrCorrupt", err)
	}
	copied, err := Open(to, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	if err := copied.Repair(t.Context(), derive, nil); err != nil {
		t.Fatal(err)
	}
	checkSilent(t, copied)
}
