package command

import (
	"encoding/json"
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

// What an import did is told in lines, without those about nothing.
func TestPrintImport(t *testing.T) {
	for _, c := range []struct{ done, want string }{
		{`{"archive":"x","games":1,"files":1,"added":1,"seconds":2,"duplicates":1}`, `Archive x: 1 game in 2s (0 games/s)
files read   1
games added  1
games known  0  in the archive already, byte for byte
problems     0
1 game has more than one record: kifudb dup list
`},
		{`{"archive":"x","games":3000,"files":9,"unchanged":1,"same":1,"dropped":1,"passed":1,"failed":1,"still_failing":1,"accepted":1,"added":1000,"changed":1,"known":1,"removed":1,"missing":1,"pruned":1,"problems":{"off-board":3,"bad-date":1},"problem_games":{"off-board":2},"seconds":2,"duplicates":5}`, `Archive x: 3,000 games in 2s (1,500 games/s)
files read               9
files unchanged          1  since they were last imported
files the same           1  byte for byte as another computer has imported them: not read
files read again         1  the archive lacks games that the ledger names
files passed over        1  hold no game records; kifudb imports show --passed
files failed             1  kifudb imports show --failed
files still failing      1  unchanged; kifudb imports accept FILE stops reporting them
files accepted           1  cannot be read, as you accepted
games added          1,000
games changed            1  replaced under their numbers
games known              1  in the archive already, byte for byte
games left out           1  you have removed them; see kifudb remove --list
games missing            1  from their files; import --prune removes them
games pruned             1  their files no longer hold them
problems                 4
  off-board              3  in 2 games; kifudb search problem:off-board
  bad-date               1  kifudb search problem:bad-date
5 games have more than one record: kifudb dup list
`},
	} {
		var done archive.Imported
		if err := json.Unmarshal([]byte(c.done), &done); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := printImport(&done, run.Streams{Out: &out}); err != nil || out.String() != c.want {
			t.Errorf("%v, got\n%s\nwant\n%s", err, out.String(), c.want)
		}
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
