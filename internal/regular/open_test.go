package regular_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kifudb/internal/regular"
)

func Example() {
	file, err := regular.Open("doc.go")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	fmt.Println(strings.Contains(string(text), "package regular"), err)
	// Output: true <nil>
}

// Files are the same as those of os.Open, and so are the errors.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.sgf")
	if err := os.WriteFile(path, []byte("(;B[aa])"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := regular.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(f); string(got) != "(;B[aa])" || err != nil || f.Name() != path {
		t.Errorf("got %q, %v from %s", got, err, f.Name())
	}
	part := make([]byte, 3)
	if n, err := f.ReadAt(part, 2); n != 3 || err != nil || string(part) != "B[a" {
		t.Errorf("ReadAt: %q, %v", part[:n], err)
	}
	if _, err := f.Write(part); err == nil {
		t.Error("it can be written")
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	missing := filepath.Join(dir, "b.sgf")
	_, got := regular.Open(missing)
	_, want := os.Open(missing)
	if !errors.Is(got, fs.ErrNotExist) || got.Error() != want.Error() {
		t.Errorf("a missing file: %v instead of %v", got, want)
	}
	if _, ok := errors.AsType[*fs.PathError](got); !ok {
		t.Errorf("a missing file: a %T", got)
	}
}
