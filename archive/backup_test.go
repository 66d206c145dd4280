package archive

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestBackupAndRestore(t *testing.T) {
	a := withGames(t, 50)
	file := filepath.Join(t.TempDir(), "games.tar.zst")
	state, err := a.StartBackup(file, false).Wait(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	b, ok := state.Result.(*BackedUp)
	if !ok || state.State != "done" || b.Archive != a.Dir() || b.File != file || b.Bytes != info.Size() {
		t.Fatalf("%+v with %+v", state, b)
	}
	if p := state.Progress; p.Stage != "backup" || p.Unit != "bytes" || p.Done == 0 || p.Done != p.Total {
		t.Errorf("progress %+v", p)
	}
	if _, err := a.BackupFile(t.Context(), file, false, nil); !errors.Is(err, ErrExists) {
		t.Errorf("over another: %v", err)
	}
	if _, err := a.BackupFile(t.Context(), file, true, nil); err != nil {
		t.Error(err)
	}
	if _, err := a.BackupFile(t.Context(), filepath.Join(a.Dir(), "inside"), false, nil); err == nil || !strings.Contains(err.Error(), "lies in the archive itself") {
		t.Errorf("into the archive: %v", err)
	}

	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	r := &Restore{Backup: in, Size: info.Size(), Dir: filepath.Join(t.TempDir(), "new")}
	state, err = r.Start().Wait(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	done, ok := state.Result.(*Restored)
	if !ok || state.State != "done" || state.Kind != JobRestore || done.Archive != r.Dir || done.Games != 50 {
		t.Fatalf("%+v with %+v", state, done)
	}
	if p := state.Progress; p.Stage != "restore" || p.Done != info.Size() || p.Total != info.Size() {
		t.Errorf("progress %+v", p)
	}
	if _, err := r.Run(t.Context()); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("over an archive: %v", err)
	}
	restored, err := Open(r.Dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer restored.Close()
	if c, err := restored.Check(t.Context(), &Check{}); err != nil || c.Games != 50 || len(c.Faults) != 0 {
		t.Errorf("%+v, %v", c, err)
	}
}

// What is damaged is backed up and restored as it is, and said both times.
func TestBackupOfADamagedArchive(t *testing.T) {
	a := reopened(t, withGames(t, 50), func(dir string) { overwritten(t, dir, "segments/*/games.idx") })
	file := filepath.Join(t.TempDir(), "games.tar.zst")
	b, err := a.BackupFile(t.Context(), file, false, nil)
	if !errors.Is(err, ErrIncomplete) || b == nil || b.Bytes == 0 {
		t.Fatalf("%+v, %v", b, err)
	}
	backup, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r := &Restore{Backup: bytes.NewReader(backup), Dir: filepath.Join(t.TempDir(), "new")}
	done, err := r.Run(t.Context())
	if done == nil || KindOf(err) != KindCorrupt || !strings.Contains(err.Error(), "games.idx") {
		t.Errorf("%+v, %v", done, err)
	}
}

// What is no backup, or not a whole one, makes no archive.
func TestRestoreOfHalfABackup(t *testing.T) {
	var whole bytes.Buffer
	if err := withGames(t, 50).Backup(t.Context(), &whole, nil); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"letter": []byte("Dear Sir"), "half": whole.Bytes()[:whole.Len()/2], "nothing": nil} {
		dir := filepath.Join(t.TempDir(), "new")
		r := &Restore{Backup: bytes.NewReader(text), Dir: dir}
		if done, err := r.Run(t.Context()); done != nil || err == nil {
			t.Errorf("%s: %+v, %v", name, done, err)
		}
		if _, err := os.Stat(dir); !os.IsNotExist(err) {
			t.Errorf("%s: there is %s: %v", name, dir, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := &Restore{Backup: bytes.NewReader(whole.Bytes()), Dir: filepath.Join(t.TempDir(), "new")}
	if done, err := r.Run(ctx); done != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %+v, %v", done, err)
	}
}
