package command

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/command/run"
	"kifudb/store"
)

// Of many files that cannot be read some are named and the others counted, in each import anew.
func TestProblemLines(t *testing.T) {
	var out strings.Builder
	lines := problemLines{w: &out}
	for range 2 {
		for i := range saidFiles + 3 {
			lines.print(archive.ImportProblem{Path: fmt.Sprintf("%d.sgf", i), Err: errors.New("the file is empty")})
			lines.print(archive.ImportProblem{Path: "a.sgf", Game: 1, Code: "junk", Err: errors.New("junk")})
		}
		lines.end()
	}
	got := out.String()
	if n := strings.Count(got, "the file is empty\n"); n != 2*saidFiles || strings.Contains(got, "junk") {
		t.Errorf("%d files are named, want %d:\n%s", n, 2*saidFiles, got)
	}
	if n := strings.Count(got, "\nand 3 more: kifudb imports show --failed\n"); n != 2 {
		t.Errorf("the others are counted %d times:\n%s", n, got)
	}
	out.Reset()
	lines = problemLines{w: &out, all: true}
	for i := range saidFiles + 3 {
		lines.print(archive.ImportProblem{Path: fmt.Sprintf("%d.sgf", i), Game: 1, Code: "junk", Err: errors.New("junk")})
	}
	if lines.end(); strings.Count(out.String(), "\n") != saidFiles+3 {
		t.Errorf("not all problems:\n%s", out.String())
	}
}

// An import says what it did unless it is to be quiet, and what is in its way while another
// program writes.
func TestImportSays(t *testing.T) {
	dir := t.TempDir()
	file, path := filepath.Join(dir, "a.sgf"), filepath.Join(dir, "archive")
	if err := os.WriteFile(file, []byte("(;GM[1]SZ[19]PB[a];B[aa])"), 0o666); err != nil {
		t.Fatal(err)
	}
	importing := func(flags ...string) (status int, out, errs string) {
		var o, e strings.Builder
		status = Main(append([]string{"kifudb", "--archive", path, "import", file}, flags...), strings.NewReader(""), &o, &e)
		return status, o.String(), e.String()
	}
	if status, out, errs := importing("--quiet"); status != run.ExitOK || out != "" || errs != "" {
		t.Errorf("quiet: status %d, %q, %q", status, out, errs)
	}
	if status, out, _ := importing(); status != run.ExitOK || !strings.Contains(out, "files unchanged  1") {
		t.Errorf("status %d, %q", status, out)
	}
	db, err := store.Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	w, err := db.Writer(func(store.Record) (*store.Game, error) { return nil, errors.New("nothing is made again here") })
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if status, out, errs := importing(); status != run.ExitFailed || out != "" || !strings.Contains(errs, "another program") {
		t.Errorf("while another writes: status %d, %q, %q", status, out, errs)
	}
	// One that waits goes on when the other has ended, which it does when it is waited for.
	var out strings.Builder
	said := &onWrite{do: w.Close}
	status := Main([]string{"kifudb", "--archive", path, "import", "--wait", file}, strings.NewReader(""), &out, said)
	if status != run.ExitOK || !strings.Contains(out.String(), "files unchanged  1") || !strings.HasPrefix(said.text, "waiting for another program to end its work on the archive\n") {
		t.Errorf("waiting: status %d, %q, %q", status, out.String(), said.text)
	}
}

// onWrite keeps what is written, and does something at the first write.
type onWrite struct {
	text string
	do   func() error
}

func (o *onWrite) Write(p []byte) (int, error) {
	o.text += string(p)
	if do := o.do; do != nil {
		o.do = nil
		return len(p), do()
	}
	return len(p), nil
}
