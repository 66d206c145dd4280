package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
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
	return Files{Step: func(operation, path string) error {
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
			n, err := f.Write(path, replace, text("new"))
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
			if fail < 3 && n != 0 {
				t.Errorf("step %d of %v: %d bytes were written", fail, *steps, n)
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
	want := []string{"a", "b"}
	if runtime.GOOS != "windows" { // where links need rights, and Wine 8 does not follow them
		link := filepath.Join(dir, "link")
		if err := os.Symlink("b", link); err != nil {
			t.Fatal(err)
		}
		if _, err := (Files{}).Write(link, true, text("by link")); err != nil || read(t, path) != "by link" {
			t.Errorf("through a link: %v, %q", err, read(t, path))
		}
		want = append(want, "link")
	}
	if _, err := (Files{}).Write(os.DevNull, false, text("nothing")); err != nil {
		t.Error(err)
	}
	if got := names(t, dir); !slices.Equal(got, want) {
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
	Files{}.RemoveLeft(dir)
	if got := names(t, dir); !slices.Equal(got, []string{".kifudb-d", "e.part"}) {
		t.Errorf("left: %v", got)
	}
}

// A file that is new may be read and written by whom the user's settings let, like any
// other that the user makes.
func TestNewFileHasTheUsualMode(t *testing.T) {
	dir := t.TempDir()
	usual, path := filepath.Join(dir, "usual"), filepath.Join(dir, "a")
	if err := os.WriteFile(usual, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := (Files{}).Write(path, false, text("new")); err != nil {
		t.Fatal(err)
	}
	want, err := os.Stat(usual)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != want.Mode() {
		t.Errorf("the mode is %v, of others %v, %v", info.Mode(), want.Mode(), err)
	}
	if err := os.Mkdir(filepath.Join(dir, "usual folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	if want, err = os.Stat(filepath.Join(dir, "usual folder")); err != nil {
		t.Fatal(err)
	}
	if err := (Files{}).Folder(filepath.Join(dir, "above", "folder"), func(string) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if err := (Files{}).LinkTree(filepath.Join(dir, "above"), filepath.Join(dir, "linked")); err != nil {
		t.Fatal(err)
	}
	private := fs.ModeDir | PrivateDir
	if runtime.GOOS == "windows" { // which has no such modes
		private = want.Mode()
	}
	for name, want := range map[string]fs.FileMode{"above": want.Mode(), "above/folder": private, "linked": want.Mode(), "linked/folder": want.Mode()} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode() != want {
			t.Errorf("the mode of the folder %s is %v, want %v, %v", name, info.Mode(), want, err)
		}
	}
}

// What cannot be written is an error, and nothing of it is there.
func TestWriteThatCannotBegin(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("no more records")
	for name, try := range map[string]func() (int64, error){
		"a folder":              func() (int64, error) { return Files{}.Write(dir, true, text("x")) },
		"below a file":          func() (int64, error) { return Files{}.Write(filepath.Join(file, "x"), true, text("x")) },
		"in a folder not there": func() (int64, error) { return Files{}.Write(filepath.Join(dir, "no", "x"), true, text("x")) },
		"a file that is there":  func() (int64, error) { return Files{}.Write(file, false, text("x")) },
		"what fails while written": func() (int64, error) {
			return Files{}.Write(file, true, func(w io.Writer) error {
				_, err := io.WriteString(w, "half")
				return errors.Join(broken, err)
			})
		},
	} {
		if n, err := try(); err == nil || n != 0 {
			t.Errorf("%s: %d bytes, %v", name, n, err)
		}
	}
	if got := names(t, dir); !slices.Equal(got, []string{"file"}) || read(t, file) != "old" {
		t.Errorf("left: %v, %q", got, read(t, file))
	}
}

// Names as long as systems allow can be written, although a temporary one is longer.
func TestLongNames(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{strings.Repeat("n", 250), strings.Repeat("名", 80), "a" + strings.Repeat("名", 80)} {
		if _, err := (Files{}).Write(filepath.Join(dir, name), false, func(w io.Writer) error {
			temp := parts(names(t, dir))
			if len(temp) != 1 || !strings.HasPrefix(temp[0], partPrefix+name[:99]) || strings.ToValidUTF8(temp[0], "") != temp[0] {
				t.Errorf("the temporary name is %q", temp)
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	}
	if got := names(t, dir); len(got) != 3 {
		t.Errorf("got %v", got)
	}
}

// A temporary name that somebody else has, or has taken away, is not used: another is.
func TestTemporaryNameThatIsTaken(t *testing.T) {
	for _, taken := range []bool{true, false} {
		dir := t.TempDir()
		if !taken && runtime.GOOS == "windows" { // where the name is locked before it is used
			continue
		}
		var tried []string
		lock, err := Files{}.create(filepath.Join(dir, "a"), func(name string) error {
			tried = append(tried, name)
			if len(tried) < 3 {
				if taken {
					return fmt.Errorf("%s: %w", name, os.ErrExist)
				}
				return nil // and it is gone
			}
			return os.WriteFile(name, nil, 0o666)
		})
		if err != nil || lock == nil || len(tried) != 3 || tried[0] == tried[1] {
			t.Fatalf("taken %v: %v, tried %v", taken, err, tried)
		}
		if lock.Path() != tried[2] && runtime.GOOS != "windows" {
			t.Errorf("locked %s, made %s", lock.Path(), tried[2])
		}
		if err := end(lock); err != nil {
			t.Error(err)
		}
	}
	broken := errors.New("broken")
	if _, err := (Files{}).create(filepath.Join(t.TempDir(), "a"), func(string) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

// A folder is there when it is whole, or not at all.
func TestFolder(t *testing.T) {
	fill := func(temp string) error { return os.WriteFile(filepath.Join(temp, "x"), []byte("1"), 0o666) }
	for _, there := range []bool{false, true} {
		for fail := 0; fail < 5; fail++ {
			dir := t.TempDir()
			path := filepath.Join(dir, "above", "a")
			if there {
				if err := os.MkdirAll(path, 0o777); err != nil {
					t.Fatal(err)
				}
			}
			f, steps := recorder(filepath.Dir(path), fail)
			err := f.Folder(path, fill)
			if fail == 0 {
				got := strings.Join(*steps, ", ")
				if temp, _, ok := strings.Cut(strings.TrimPrefix(got, "create a, sync "), ","); !ok || got != "create a, sync "+temp+", rename a, sync ." || !strings.HasPrefix(temp, partPrefix+"a-") {
					t.Errorf("steps %s", got)
				}
			}
			if whole := fail == 0 || fail == 4; whole != (err == nil) && fail != 4 {
				t.Errorf("step %d of %v: %v", fail, *steps, err)
			} else if _, err := os.Stat(filepath.Join(path, "x")); whole != (err == nil) {
				t.Errorf("step %d of %v: %v", fail, *steps, err)
			}
			if got := parts(names(t, filepath.Dir(path))); len(got) != 0 {
				t.Errorf("step %d of %v: %v is left", fail, *steps, got)
			}
		}
	}
	dir := t.TempDir()
	broken := errors.New("broken")
	if err := (Files{}).Folder(filepath.Join(dir, "a"), func(temp string) error { return errors.Join(fill(temp), broken) }); !errors.Is(err, broken) || len(names(t, dir)) != 0 {
		t.Errorf("%v leaves %v", err, names(t, dir))
	}
	full := filepath.Join(dir, "full")
	if err := os.MkdirAll(filepath.Join(full, "x"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := (Files{}).Folder(full, fill); !errors.Is(err, ErrExists) || !slices.Equal(names(t, full), []string{"x"}) {
		t.Errorf("a folder that is not empty: %v, then %v", err, names(t, full))
	}
	t.Chdir(dir)
	if err := (Files{}).Folder("relative", fill); err != nil || !slices.Equal(names(t, "relative"), []string{"x"}) {
		t.Errorf("a relative path: %v", err)
	}
}

// What is removed is gone for certain, and what is not there is no error.
func TestRemove(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	for fail := 0; fail < 3; fail++ {
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		f, steps := recorder(dir, fail)
		err := f.Remove(path)
		if (err == nil) != (fail == 0) || len(names(t, dir)) != 0 && fail != 1 {
			t.Errorf("%v: %v, left %v", *steps, err, names(t, dir))
		}
		if got := strings.Join(*steps, ", "); fail == 0 && got != "remove a, sync ." {
			t.Errorf("steps %s", got)
		}
	}
	if err := (Files{}).Remove(filepath.Join(dir, "missing")); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".kifudb-a-01234567.part"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	f, steps := recorder(dir, 1)
	f.RemoveLeft(dir)
	if len(*steps) == 0 || len(names(t, dir)) != 1 {
		t.Errorf("what cannot be removed: steps %v, left %v", *steps, names(t, dir))
	}
	if _, err := (Files{Step: func(operation, _ string) error {
		if operation == "remove" {
			return errors.New("open in another program")
		}
		return nil
	}}).Write(filepath.Join(dir, "b"), true, text("1")); err != nil {
		t.Errorf("a dead file that cannot be removed stops a write: %v", err)
	}
	Files{}.RemoveLeft(dir)
	if got := names(t, dir); len(got) != 1 {
		t.Errorf("left %v, want what was written", got)
	}
}
