package command

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"kifudb/archive"
	"kifudb/command/answer"
	"kifudb/command/run"
)

// TestClockRunsFromTheBeginning gives a search a beginning long ago: the time
// that is printed is of all that came between, not of a part of it.
func TestClockRunsFromTheBeginning(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("KIFUDB_ARCHIVE", filepath.Join(dir, "archive"))
	record := filepath.Join(dir, "a.sgf")
	if err := os.WriteFile(record, []byte("(;GM[1]PB[Cho U];B[pd])"), 0o666); err != nil {
		t.Fatal(err)
	}
	if status := Main([]string{"kifudb", "import", "-q", record}, strings.NewReader(""), io.Discard, io.Discard); status != 0 {
		t.Fatalf("import ends with %d", status)
	}
	var out bytes.Buffer
	o := searchOptions{archives: []string{filepath.Join(dir, "archive")}, answer: answer.Options{Format: answer.Formats()[0], Search: archive.Search{Limit: 1}}}
	if err := runSearch(t.Context(), o, run.Streams{Out: &out, Err: io.Discard, Began: time.Now().Add(-3 * time.Hour)}); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`1 game, 3h\d+m`).Match(out.Bytes()) {
		t.Errorf("a search that began three hours ago prints\n%s", out.Bytes())
	}
}
