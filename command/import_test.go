package command

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"kifudb/archive"
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
