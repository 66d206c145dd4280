package durable

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// recorder returns Files that note what they do, with paths below a folder.
func recorder(dir string, fail int) (Files, *[]string) {
	var steps []string
	return Files{func(operation, path string) error {
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if steps = append(steps, operation+" "+rel); len(steps) == fail {
			return errors.New("failed on purpose")
		}
		return nil
	}}, &steps
}

func TestFileIsFlushedBeforeItsNameAndItsFolderAfter(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	f, steps := recorder(dir, 0)
	for _, step := range []struct {
		do   func() error
		want string
	}{
		{func() error { _, err := f.Write(path, false, text("1")); return err }, "create a, sync a, link a, sync ."},
		{func() error { _, err := f.Write(path, true, text("2")); return err }, "create a, sync a, rename a, sync ."},
		{func() error { return f.Append(path, []byte("3")) }, "append a, sync a"},
		{func() error { return f.Rename(path, filepath.Join(dir, "b")) }, "rename b, sync ."},
	} {
		*steps = nil
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(*steps, ", "); got != step.want {
			t.Errorf("got  %s\nwant %s", got, step.want)
		}
	}
	if got := read(t, filepath.Join(dir, "b")); got != "23" {
		t.Errorf("got %q", got)
	}
}

func TestFailedWriteLeavesWhatWasThere(t *testing.T) {
	for _, replace := range []bool{false, true} {
		for fail := 1; ; fail++ {
			dir := t.TempDir()
			path := filepath.Join(dir, "a")
			if replace {
				if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			f, steps := recorder(dir, fail)
			_, err := f.Write(path, replace, text("new"))
			if err == nil {
				if fail < 5 || len(names(t, dir)) != 1 {
					t.Errorf("no failure at step %d of %v", fail, *steps)
				}
				break
			}
			got := names(t, dir)
			if fail == 4 { // the folder's flush: the file has its name by then
				continue
			}
			if replace && (len(got) != 1 || read(t, path) != "old") || !replace && len(got) != 0 {
				t.Errorf("step %d of %v: %v is left", fail, *steps, got)
			}
		}
	}
}

func TestFileThatExistsIsNotReplacedUnasked(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	called := false
	_, err := Files{}.Write(path, false, func(io.Writer) error { called = true; return nil })
	if !errors.Is(err, ErrExists) || called || read(t, path) != "old" {
		t.Errorf("got %v, called %v, %q", err, called, read(t, path))
	}
	// Nor one that comes while it is written.
	path = filepath.Join(dir, "b")
	_, err = Files{}.Write(path, false, func(w io.Writer) error { return os.WriteFile(path, []byte("other"), 0o640) })
	if !errors.Is(err, ErrExists) || read(t, path) != "other" {
		t.Errorf("got %v, %q", err, read(t, path))
	}
	if n, err := (Files{}).Write(path, true, text("new")); err != nil || n != 3 || read(t, path) != "new" {
		t.Errorf("got %v, %d bytes, %q", err, n, read(t, path))
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 && runtime.GOOS != "windows" {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
	if _, err := (Files{}).Write(dir, true, text("new")); err == nil {
		t.Error("a folder is replaced")
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink("b", link); err != nil {
		t.Fatal(err)
	}
	if _, err := (Files{}).Write(link, true, text("by link")); err != nil || read(t, path) != "by link" {
		t.Errorf("through a link: %v, %q", err, read(t, path))
	}
	if _, err := (Files{}).Write(os.DevNull, false, text("nothing")); err != nil {
		t.Error(err)
	}
	if got := names(t, dir); !slices.Equal(got, []string{"a", "b", "link"}) {
		t.Errorf("left: %v", got)
	}
}

// parts returns the names of temporary files.
func parts(names []string) (list []string) {
	for _, name := range names {
		if strings.HasSuffix(name, partSuffix) {
			list = append(list, name)
		}
	}
	return list
}

// What a killed program leaves is removed by the next, what a living one writes
// is not.
func TestKilledWriterLeavesNothingForLong(t *testing.T) {
	if path := os.Getenv("KIFUDB_TEST_WRITE"); path != "" {
		_, err := Files{}.Write(path, false, func(w io.Writer) error {
			fmt.Fprintln(w, "half")
			os.Stdout.WriteString("writing\n")
			_, err := os.Stdin.Read(make([]byte, 1)) // for ever
			return err
		})
		t.Fatal(err)
	}
	dir := t.TempDir()
	writer := exec.Command(os.Args[0], "-test.run=^TestKilledWriterLeavesNothingForLong$")
	writer.Env = append(os.Environ(), "KIFUDB_TEST_WRITE="+filepath.Join(dir, "a"))
	in, err := writer.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := writer.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := writer.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	if _, err := (Files{}).Write(filepath.Join(dir, "b"), false, text("1")); err != nil {
		t.Fatal(err)
	}
	if got := parts(names(t, dir)); len(got) != 1 || read(t, filepath.Join(dir, "b")) != "1" {
		t.Errorf("while another writes: %v", got)
	}
	writer.Process.Kill()
	writer.Wait()
	if got := parts(names(t, dir)); len(got) != 1 {
		t.Fatalf("the killed writer left %v; nothing to test", got)
	}
	if _, err := (Files{}).Write(filepath.Join(dir, "c"), false, text("1")); err != nil {
		t.Fatal(err)
	}
	if got := names(t, dir); !slices.Equal(got, []string{"b", "c"}) {
		t.Errorf("left: %v", got)
	}
}

// A disk that is full cuts no line in two.
func TestFailedAppendChangesNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	if err := os.WriteFile(path, []byte("old\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for fail := 1; fail <= 2; fail++ {
		f, _ := recorder(dir, fail)
		if err := f.Append(path, []byte("new\n")); err == nil || read(t, path) != "old\n" {
			t.Errorf("step %d: %v, %q", fail, err, read(t, path))
		}
	}
	if err := (Files{}).Append(filepath.Join(dir, "missing"), []byte("x")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

// All that was left is removed, not only the first of it, and what others named alike
// in part is not.
func TestRemoveLeft(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".kifudb-a-01234567.part", ".kifudb-b-01234567.part", ".kifudb-c-89abcdef.part", ".kifudb-d", "e.part"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := (Files{}).RemoveLeft(dir); err != nil {
		t.Fatal(err)
	}
	if got := names(t, dir); !slices.Equal(got, []string{".kifudb-d", "e.part"}) {
		t.Errorf("left: %v", got)
	}
}
