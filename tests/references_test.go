package tests

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kifudb/command"
)

// branching are records whose comments and positions lie on the main line, in
// variations, and in variations that are longer than the main line.
const branching = `(;GM[1]SZ[9]PB[Ann]PW[Ben];B[ee]C[mark one](;W[gc]C[mark two];B[cg])(;W[cc]C[mark three];B[gg];W[gf];B[ff]C[mark four];W[fe]))
(;GM[1]SZ[9]PB[Ann]PW[Cem];B[ee];W[gc](;B[cg])(;B[ce]C[mark five](;W[ef])(;W[df];B[de];W[cf]C[mark six];C[mark eight])))
(;GM[1]SZ[9]PB[Ann]PW[Dan];B[ee];W[gc];B[cg];C[mark seven])
`

var (
	aReference = regexp.MustCompile(`\b[0-9]+@(?:n?[0-9]+|end)\b`)
	aPlace     = regexp.MustCompile(`(?:^|\s)@(n?[0-9]+)\b`)
	aMoveOf    = regexp.MustCompile(`(?:[Mm]ove|After) ([0-9]+) of ([0-9]+)`)
)

// Every reference that anything prints can be given back to what takes one, and finds
// that place.
func TestReferencesThatArePrintedCanBeGivenBack(t *testing.T) {
	dir := t.TempDir()
	record, folder := filepath.Join(dir, "branching.sgf"), filepath.Join(dir, "archive")
	if err := os.WriteFile(record, []byte(branching), 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) string {
		t.Helper()
		var out, failed bytes.Buffer
		if status := command.Main(append([]string{"kifudb", "--archive", folder}, args...), strings.NewReader(""), &out, &failed); status != 0 {
			t.Fatalf("%q: status %d: %s", args, status, failed.String())
		}
		return out.String()
	}
	run("import", "-q", record)
	run("note", "add", "1@n8", "mine")
	run("saved", "add", "marked", "C:mark")

	asked := [][]string{{"note", "list"}, {"note", "list", "--json"}, {"show", "1@n8"}, {"dup", "list"}, {"saved", "show", "marked", "--keep"}}
	for _, query := range []string{"C:mark", "pos:1@n8", "pos:2@n7", "pat:[X]", "then(pat:[X], within:9, pat:[X])"} {
		for _, format := range []string{"table", "json", "jsonl", "csv", "tsv"} {
			args := []string{"search", "--format", format, query}
			if !strings.HasPrefix(format, "json") {
				args = append(args, "--fields", "id,found")
			}
			asked = append(asked, args)
		}
	}
	asked = append(asked, []string{"next", "--json", "pos:1@n8"})

	seen := map[string]bool{}
	for _, args := range asked {
		out := run(args...)
		for _, ref := range aReference.FindAllString(out, -1) {
			seen[ref] = true
		}
		for line := range strings.Lines(out) { // a row's places are of its game
			id := regexp.MustCompile(`^\s*([0-9]+)[\s,]`).FindStringSubmatch(line)
			for _, m := range aPlace.FindAllStringSubmatch(strings.ReplaceAll(line, ",", " "), -1) {
				if id == nil {
					t.Errorf("%q: a place without a game: %s", args, line)
					continue
				}
				seen[id[1]+"@"+m[1]] = true
			}
		}
	}
	off := 0
	for ref := range seen {
		if strings.Contains(ref, "@n") {
			off++
		}
		var node struct {
			Ref  string
			Game struct{ ID json.Number }
		}
		if err := json.Unmarshal([]byte(run("show", "--json", ref)), &node); err != nil || node.Ref != ref {
			t.Errorf("%s: show says %q, %v", ref, node.Ref, err)
		}
		id, _, _ := strings.Cut(ref, "@")
		if found := strings.Fields(run("search", "--records", "--ids", "pos:"+ref)); !slices.Contains(found, id) {
			t.Errorf("pos:%s finds %q", ref, found)
		}
		if got, want := run("export", ref), run("export", id); got != want {
			t.Errorf("export %s: %q", ref, got)
		}
		run("note", "add", ref, "given back")
		if said := run("note", "show", ref); !strings.Contains(said, "given back") {
			t.Errorf("note show %s: %q", ref, said)
		}
		for _, m := range aMoveOf.FindAllStringSubmatch(run("show", ref), -1) {
			if len(m[1]) > len(m[2]) || len(m[1]) == len(m[2]) && m[1] > m[2] {
				t.Errorf("show %s says %q", ref, m[0])
			}
		}
	}
	if len(seen) < 8 || off < 3 {
		t.Errorf("%d references, %d of them off the main line: too few to mean anything: %v", len(seen), off, seen)
	}
}
