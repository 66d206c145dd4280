package archive

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A folder that is watched is imported at once, and again when it has changed;
// stopping it is no error.
func TestWatch(t *testing.T) {
	t.Parallel() // it mostly waits
	a, dir := emptyArchive(t), t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		settled := time.Now().Add(-time.Hour) // it is not being written to
		if err := os.Chtimes(path, settled, settled); err != nil {
			t.Fatal(err)
		}
	}
	write("a.sgf", "(;GM[1]SZ[9]PB[A];B[aa])")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var rounds []Watched
	err := a.Watch(ctx, &Import{Paths: []string{dir}}, func(w *Watched, err error) error {
		if err != nil {
			return err
		}
		if rounds = append(rounds, *w); len(rounds) == 1 {
			write("b.sgf", "(;GM[1]SZ[9]PB[B];B[bb])")
		} else {
			stop()
		}
		return nil
	})
	if err != nil || len(rounds) != 2 {
		t.Fatalf("%+v, %v", rounds, err)
	}
	if w := rounds[0]; w.Run != 1 || w.Added != 1 || w.Time.IsZero() {
		t.Errorf("%+v", w)
	}
	if w := rounds[1]; w.Run != 2 || w.Added != 1 || w.Unchanged != 1 {
		t.Errorf("%+v", w)
	}
}

// What is not there is not watched, and whoever watches can end it.
func TestWatchEnds(t *testing.T) {
	a := emptyArchive(t)
	if err := a.Watch(t.Context(), &Import{Paths: []string{filepath.Join(t.TempDir(), "nowhere")}}, nil); !os.IsNotExist(err) {
		t.Errorf("got %v", err)
	}
	enough, file := errors.New("enough"), manyGames(t, 1)
	settled := time.Now().Add(-time.Hour)
	if err := os.Chtimes(file, settled, settled); err != nil {
		t.Fatal(err)
	}
	if err := a.Watch(t.Context(), &Import{Paths: []string{file}}, func(*Watched, error) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("got %v", err)
	}
}

// While another program writes, a round is tried again.
func TestWatchWaitsForOtherWriters(t *testing.T) {
	a := emptyArchive(t)
	file := manyGames(t, 2)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	busy := 0
	if _, err := a.Remove(t.Context(), func(*View) ([]GameID, error) {
		return nil, a.Watch(ctx, &Import{Paths: []string{file}}, func(w *Watched, err error) error {
			if KindOf(err) == KindBusy {
				busy++
			}
			stop()
			return nil
		})
	}); err != nil || busy != 1 {
		t.Errorf("busy %d times, %v", busy, err)
	}
}

// As a job it goes on until it is stopped.
func TestWatchJob(t *testing.T) {
	a := emptyArchive(t)
	j := a.StartWatch(Import{Paths: []string{manyGames(t, 2)}})
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if runs, err := a.Imports(); err == nil && len(runs) == 1 && runs[0].State == "done" {
			break
		}
	}
	if s := j.State(); s.State != "running" || s.Kind != JobWatch {
		t.Errorf("%+v", s)
	}
	j.Stop()
	if s, err := j.Wait(t.Context()); err != nil || s.State != "stopped" {
		t.Errorf("%+v, %v", s, err)
	}
}

// A file of a time to come, as after a clock was set back, is imported: it is not being written.
func TestFileOfATimeToCome(t *testing.T) {
	dir := t.TempDir()
	for name, ahead := range map[string]time.Duration{"now.sgf": 0, "old.sgf": -time.Hour, "hours.sgf": 5 * time.Hour, "years.sgf": 9 * 365 * 24 * time.Hour} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte("(;GM[1]C["+name+"])"), 0o666); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(ahead)
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
	}
	a := emptyArchive(t)
	done, err := a.Import(t.Context(), &Import{Paths: []string{dir}, Settle: time.Minute})
	if err != nil || done.Added != 3 {
		t.Errorf("got %+v, %v; want all but the file that was just written", done, err)
	}
}
