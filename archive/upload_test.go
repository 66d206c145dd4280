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
	"testing/iotest"
	"time"

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

// Whatever a sender calls a file, it stays in the upload.
func TestUploadNames(t *testing.T) {
	a, u := uploading(t, UploadLimits{1000, 1 << 20})
	for _, test := range [][2]string{
		{"a.sgf", "a.sgf"},
		{"A.SGF", "A (2).SGF"}, // as some systems see it
		{"games/1846/耳赤.sgf", "games/1846/耳赤.sgf"},
		{"../../etc/passwd", "etc/passwd"},
		{"/etc/shadow", "etc/shadow"},
		{`C:\Windows\system.ini`, "C_/Windows/system.ini"},
		{`..\..\x.sgf`, "x.sgf"},
		{"x/../../y.sgf", "x/y.sgf"},
		{"con.sgf", "_con.sgf"},
		{"dir/./../nul", "dir/_nul"},
		{"sp ace /b .sgf", "sp ace/b.sgf"},
		{"nul\x00l\n\x1b[31m.sgf", "null [31m.sgf"},
		{"\u202egpj.sgf", "gpj.sgf"},
		{"-rf.sgf", "rf.sgf"},
		{"<script>.sgf", "_script_.sgf"},
		{"bad\xff.sgf", "bad_.sgf"},
		{"tail.sgf. ", "tail.sgf"},
		{strings.Repeat("棋", 200) + ".sgf", strings.Repeat("棋", 40) + ".sgf"},
		{"many." + strings.Repeat("x", 50), "many." + strings.Repeat("x", 50)},
		{".hidden", "hidden"},
		{"games/1846/" + "e\u0301te\u0301.sgf", "games/1846/été.sgf"},
	} {
		r, err := u.Add(test[0], strings.NewReader("x"))
		if err != nil {
			t.Errorf("%q: %v", test[0], err)
			continue
		}
		if r.Path != test[1] {
			t.Errorf("%q is kept as %q, not %q", test[0], r.Path, test[1])
		}
		if data, err := os.ReadFile(filepath.Join(u.dir, filepath.FromSlash(r.Path))); err != nil || string(data) != "x" {
			t.Errorf("%q: %q %v", test[0], data, err)
		}
	}
	for _, sent := range []string{"", "..", "/", "a/", "...", strings.Repeat("d/", 40) + "x.sgf", strings.Repeat(strings.Repeat("l", 100)+"/", 20) + "x.sgf"} {
		if r, err := u.Add(sent, strings.NewReader("x")); KindOf(err) != KindUsage {
			t.Errorf("%q: %+v %v", sent, r, err)
		}
	}
	// A file where a folder should be.
	if _, err := u.Add("a.sgf/b.sgf", strings.NewReader("x")); KindOf(err) != KindUsage {
		t.Errorf("below a file: %v", err)
	}
	if entries, err := os.ReadDir(filepath.Join(a.Dir(), "..")); err != nil || len(entries) != 1 {
		t.Errorf("beside the archive: %v %v", entries, err)
	}
}

func TestUploadLimits(t *testing.T) {
	_, u := uploading(t, UploadLimits{Files: 3, Bytes: 100})
	if _, err := u.Add("large", strings.NewReader(strings.Repeat("x", 101))); !errors.Is(err, ErrUploadFull) {
		t.Error(err)
	}
	broken := errors.New("the line is cut")
	if _, err := u.Add("broken", io.MultiReader(strings.NewReader("half"), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Error(err)
	}
	for i := range 3 {
		if _, err := u.Add("a", strings.NewReader("x")); err != nil {
			t.Error(i, err)
		}
	}
	if _, err := u.Add("d", strings.NewReader("x")); !errors.Is(err, ErrUploadFull) {
		t.Error(err)
	}
	if files, bytes, _ := u.Size(); files != 3 || bytes != 3 {
		t.Errorf("%d files of %d bytes", files, bytes)
	}
	if entries, err := os.ReadDir(u.dir); err != nil || len(entries) != 3 {
		t.Errorf("%v %v", entries, err)
	}
	if err := u.Discard(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(u.dir); !os.IsNotExist(err) {
		t.Error("it is there still", err)
	}
	if _, err := u.Add("e", strings.NewReader("x")); !errors.Is(err, ErrUploadClosed) {
		t.Error(err)
	}
	if _, err := u.Import(); err == nil {
		t.Error("it is imported")
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
	if err := eachFile(t.Context(), filepath.Join(a.Dir(), uploadsName), func(string, int64) error { files++; return nil }); err != nil || files != 25 {
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

// An upload that was whole when the program was killed is known; one that was not is
// removed when it is old.
func TestUploadAfterKill(t *testing.T) {
	a, u := uploading(t, roomy)
	if _, err := u.Add("a.sgf", strings.NewReader(uploadedRecord(1))); err != nil {
		t.Fatal(err)
	}
	_, half := a, u
	whole, err := a.NewUpload(roomy)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := whole.Add("b.sgf", strings.NewReader(uploadedRecord(2))); err != nil {
		t.Fatal(err)
	}
	dir, err := whole.settle()
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
	old := time.Now().Add(-2 * abandonedAfter)
	if err := os.Chtimes(half.dir, old, old); err != nil {
		t.Fatal(err)
	}
	if _, err := a.NewUpload(roomy); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(half.dir); !os.IsNotExist(err) {
		t.Error("what a killed program received is there still", err)
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
