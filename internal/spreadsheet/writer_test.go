package spreadsheet

import (
	"bytes"
	"encoding/csv"
	"io/fs"
	"os"
	"strings"
	"testing"
)

// What a spreadsheet would run is a text; numbers and what else is written stay as they are.
func TestWriter(t *testing.T) {
	var b bytes.Buffer
	w := NewWriter(&b)
	if err := w.Write("=1+1", "-5", "@n7", "plain, with a comma", "two\nlines"); err != nil {
		t.Fatal(err)
	}
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(rows) != 1 || strings.Join(rows[0], "|") != "'=1+1|-5|@n7|plain, with a comma|two\nlines" {
		t.Errorf("%q, %v", rows, err)
	}
}

// All CSV of the program is written by Writer.
func TestOneWriter(t *testing.T) {
	var writers []string
	root := os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(root, path)
		if strings.Contains(string(text), "csv.NewWriter(") {
			writers = append(writers, path)
		}
		return err
	})
	if err != nil || len(writers) != 1 || writers[0] != "internal/spreadsheet/writer.go" {
		t.Errorf("CSV is written in %q, %v", writers, err)
	}
}
