package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestOutsideModule builds and runs the programs of a module of its own that uses
// ours, as a stranger would: with what go.mod and go.sum of that module name, and
// without the network.
func TestOutsideModule(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "reader.exe")
	build := exec.Command("go", "build", "-mod=readonly", "-o", program, "./reader")
	build.Dir = "doc/examples"
	build.Env = append(os.Environ(), "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\nAfter a change of dependencies run 'go mod tidy' in examples.", err, out)
	}
	collection := filepath.Join(dir, "games.sgf")
	const games = `(;SZ[5]PB[Ann]PW[Ben];B[cc];W[cb]
;B[bb](;W[dc];B[db])(;W[bc]))
(;GM[8]PB[Ueno];B[7g7f];W[3c3d])
(;GM[6];B[x
`
	if err := os.WriteFile(collection, []byte(games), 0o666); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(program, collection, filepath.Join(dir, "archive"), `pos:"SZ[5]AB[cc][bb]AW[cb]"`)
	var stderr strings.Builder
	run.Stderr = &stderr
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%v\n%s%s", err, out, stderr.String())
	}
	golden := filepath.Join("doc/examples", "reader", "output.txt")
	if os.Getenv("KIFUDB_GOLDEN") != "" {
		if err := os.WriteFile(golden, out, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(out)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if out, err := exec.Command(program, collection, filepath.Join(dir, "archive"), "player:(").CombinedOutput(); err == nil {
		t.Errorf("a query that is not one: %s", out)
	}
}
