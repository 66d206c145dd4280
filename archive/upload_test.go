package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kifudb/archive/upload"
	"kifudb/store"
)

func uploading(t *testing.T, limits UploadLimits) (*Archive, *Upload) {
	t.Helper()
	a, err := Open(t.TempDir(), &Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	u, err := a.NewUpload(limits)
	if err != nil {
		t.Fatal(err)
	}
	return a, u
}

var roomy = UploadLimits{Files: 1000, Bytes: 1 << 20}

func uploadedRecord(i int) string { return fmt.Sprintf("(;SZ[19]PB[Ann]PW[Ben %d];B[pd];W[dp])", i) }

func imported(t *testing.T, u *Upload) *Imported {
	t.Helper()
	job, err := u.Import()
	if err != nil {
		t.Fatal(err)
	}
	state, err := job.Wait(t.Context())
	if err != nil || state.State != "done" {
		t.Fatalf("%+v %v", state, err)
	}
	return state.Result.(*Imported)
}

// Requests that mean nothing are the sender's fault.
func TestUploadRefuses(t *testing.T) {
	_, u := uploading(t, roomy)
	if _, err := u.Import(); KindOf(err) != KindUsage {
		t.Errorf("nothing is imported: %v", err)
	}
	if r, err := u.Add("..", strings.NewReader("x")); KindOf(err) != KindUsage {
		t.Errorf("%+v %v", r, err)
	}
	r, w := io.Pipe()
	added := make(chan error)
	go func() {
		_, err := u.Add("a.sgf", r)
		added <- err
	}()
	if _, err := w.Write([]byte("(;")); err != nil { // so it is being added
		t.Fatal(err)
	}
	if err := u.Discard(); KindOf(err) != KindUsage {
		t.Errorf("discarded while a file arrives: %v", err)
	}
	if err := errors.Join(w.Close(), <-added, u.Discard()); err != nil {
		t.Error(err)
	}
	if _, err := u.Add("b.sgf", strings.NewReader("x")); !errors.Is(err, ErrUploadClosed) {
		t.Error(err)
	}
}

// What was uploaded is imported from where it stays; the same again is known, and kept
// once.
func TestUploadAgain(t *testing.T) {
	a, first := uploading(t, roomy)
	for i := range 20 {
		if _, err := first.Add(fmt.Sprintf("club/%d.sgf", i), strings.NewReader(uploadedRecord(i))); err != nil {
			t.Fatal(err)
		}
	}
	if done := imported(t, first); done.Added != 20 || done.Files != 20 {
		t.Errorf("%+v", done)
	}
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	g, err := v.Game(1)
	if err != nil || !strings.Contains(g.File, "/uploads/") || !strings.HasSuffix(g.File, "/club/0.sgf") {
		t.Errorf("%q %v", g.File, err)
	}
	if _, err := os.Stat(g.File); err != nil {
		t.Error(err)
	}
	again, err := a.NewUpload(roomy)
	if err != nil {
		t.Fatal(err)
	}
	for i := 10; i < 25; i++ {
		if _, err := again.Add(fmt.Sprintf("other/%d.sgf", i), strings.NewReader(uploadedRecord(i))); err != nil {
			t.Fatal(err)
		}
	}
	if done := imported(t, again); done.Added != 5 || done.Known != 10 {
		t.Errorf("%+v", done)
	}
	files := 0
	if err := upload.EachFile(t.Context(), filepath.Join(a.Dir(), uploadsName), func(string, int64) error { files++; return nil }); err != nil || files != 25 {
		t.Errorf("%d files are kept, %v", files, err)
	}
	if c, err := a.Check(t.Context(), &Check{}); err != nil || len(c.Faults) > 0 {
		t.Errorf("%v %v", c, err)
	}
	if inventory, err := v.Inventory(); err != nil || inventory.PartBytes["uploaded files"] == 0 {
		t.Errorf("%v %v", inventory, err)
	}
	if waiting, err := a.WaitingUploads(); err != nil || len(waiting) > 0 {
		t.Errorf("%q %v", waiting, err)
	}
}

// An upload that was whole when the program was killed is known, and one that was not is no
// fault.
func TestUploadAfterKill(t *testing.T) {
	a, u := uploading(t, roomy)
	if _, err := u.Add("a.sgf", strings.NewReader(uploadedRecord(1))); err != nil {
		t.Fatal(err)
	}
	whole, err := a.NewUpload(roomy)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := whole.Add("b.sgf", strings.NewReader(uploadedRecord(2))); err != nil {
		t.Fatal(err)
	}
	dir, err := whole.Settle()
	if err != nil {
		t.Fatal(err)
	}
	if waiting, err := a.WaitingUploads(); err != nil || len(waiting) != 1 || waiting[0] != dir || !a.IsUpload(dir) || a.IsUpload(a.Dir()) || a.IsUpload(dir+"/..") {
		t.Errorf("%q %v", waiting, err)
	}
	job := a.StartImport(Import{Paths: []string{dir}})
	if state, err := job.Wait(t.Context()); err != nil || state.State != "done" || state.Result.(*Imported).Added != 1 {
		t.Errorf("%+v %v", state, err)
	}
	if waiting, err := a.WaitingUploads(); err != nil || len(waiting) != 0 {
		t.Errorf("%q %v", waiting, err)
	}
	if c, err := a.Check(t.Context(), &Check{}); err != nil || len(c.Faults) > 0 {
		t.Errorf("%v %v", c, err)
	}
}

// Jobs that change the archive wait for each other and for other programs, and can be
// stopped while they do.
func TestChangesWait(t *testing.T) {
	a, _ := uploading(t, roomy)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.sgf"), []byte(uploadedRecord(1)), 0o666); err != nil {
		t.Fatal(err)
	}
	other, err := Open(a.Dir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	w, err := other.db.Writer(func(store.Record) (*store.Game, error) { return nil, errors.New("not asked") })
	if err != nil {
		t.Fatal(err)
	}
	first, second := a.StartImport(Import{Paths: []string{dir}}), a.StartCompact()
	for _, j := range []*Job{first, second} {
		for j.State().Progress.Stage != StageWaiting {
			time.Sleep(time.Millisecond)
		}
	}
	second.Stop()
	if state, err := second.Wait(t.Context()); err != nil || state.State != "stopped" {
		t.Errorf("%+v %v", state, err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if state, err := first.Wait(t.Context()); err != nil || state.State != "done" || state.Since.Before(state.Started) {
		t.Errorf("%+v %v", state, err)
	}
	held := make(chan struct{})
	long := a.StartChange(JobImport, func(ctx context.Context, _ func(JobProgress)) (any, error) {
		close(held)
		<-ctx.Done()
		return nil, ctx.Err()
	})
	<-held
	third := a.StartImport(Import{Paths: []string{dir}})
	for third.State().Progress.Stage != StageWaiting {
		time.Sleep(time.Millisecond)
	}
	long.Stop()
	if state, err := third.Wait(t.Context()); err != nil || state.State != "done" {
		t.Errorf("%+v %v", state, err)
	}
}
