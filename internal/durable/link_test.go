package durable_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"kifudb/internal/durable"
)

// The files of a folder are there under a second name, and what is there already stays.
func TestLinkTree(t *testing.T) {
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "a", "copy")
	if err := os.MkdirAll(filepath.Join(from, "below", "empty"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"x": "one", "below/y": "two"} {
		if err := os.WriteFile(filepath.Join(from, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := (durable.Files{}).LinkTree(from, to); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"x": "one", "below/y": "two"} {
		if got, err := os.ReadFile(filepath.Join(to, name)); string(got) != text || err != nil {
			t.Errorf("%s is %q, %v", name, got, err)
		}
		a, err := os.Stat(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		if b, err := os.Stat(filepath.Join(to, name)); err != nil || !os.SameFile(a, b) {
			t.Errorf("%s is another file, %v", name, err)
		}
	}
	if info, err := os.Stat(filepath.Join(to, "below", "empty")); err != nil || !info.IsDir() {
		t.Errorf("an empty folder: %v", err)
	}
	if err := (durable.Files{}).LinkTree(from, to); !errors.Is(err, os.ErrExist) {
		t.Errorf("over what is there: %v", err)
	}
	if err := (durable.Files{}).LinkTree(filepath.Join(from, "nothing"), to); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("of nothing: %v", err)
	}
}

// The names in a folder are flushed before the name of the folder is, and all of them.
func TestLinkedFoldersAreFlushed(t *testing.T) {
	from, dir := t.TempDir(), t.TempDir()
	if err := os.MkdirAll(filepath.Join(from, "a", "b"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(from, "a", "x"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for fail, want := range []string{"link to/a/x, sync to/a/b, sync to/a, sync to", "link to/a/x", "link to/a/x, sync to/a/b"} {
		to := filepath.Join(dir, strconv.Itoa(fail))
		var steps []string
		err := durable.Files{Step: func(operation, path string) error {
			rel, err := filepath.Rel(to, path)
			if err != nil {
				return err
			}
			if steps = append(steps, operation+" "+filepath.ToSlash(filepath.Join("to", rel))); len(steps) == fail {
				return errors.New("failed on purpose")
			}
			return nil
		}}.LinkTree(from, to)
		if got := strings.Join(steps, ", "); got != want || (err != nil) != (fail > 0) {
			t.Errorf("got  %s, %v\nwant %s", got, err, want)
		}
	}
}
