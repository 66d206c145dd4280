package archive

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// archiveOf returns a view of an archive of records in SGF, all in one file.
func archiveOf(t *testing.T, records ...string) *View {
	t.Helper()
	return viewOf(t, len(records), strings.Join(records, "\n"))
}

// archiveOfFiles returns a view of one of games in any format, each in a file of its own.
func archiveOfFiles(t *testing.T, records ...string) *View {
	t.Helper()
	return viewOf(t, len(records), records...)
}

// viewOf returns a view of an archive of some files, which must have so many games.
func viewOf(t *testing.T, games int, files ...string) *View {
	t.Helper()
	dir := t.TempDir()
	for i, text := range files {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%03d", i)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	a, err := Open(filepath.Join(t.TempDir(), "archive"), &Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	if _, err := a.Import(t.Context(), &Import{Paths: []string{dir}}); err != nil {
		t.Fatal(err)
	}
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	if v.Len() != games {
		t.Fatalf("%d games, want %d", v.Len(), games)
	}
	return v
}
