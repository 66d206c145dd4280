package upload

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

func uploading(t *testing.T, limits Limits) (folder string, u *Upload) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "uploads")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	u, err := New(folder, limits)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = u.Discard() })
	return folder, u
}

func isPath(err error) bool {
	_, ok := errors.AsType[*PathError](err)
	return ok
}

// Whatever a sender calls a file, it stays in the upload.
func TestNames(t *testing.T) {
	folder, u := uploading(t, Limits{Files: 1000, Bytes: 1 << 20})
	for _, test := range [][2]string{
		{"a.sgf", "a.sgf"},
		{"A.SGF", "A (2).SGF"}, // as some systems see it
		{"games/1846/耳赤.sgf", "games/1846/耳赤.sgf"},
		{"../../etc/passwd", "etc/passwd"},
		{"/etc/shadow", "etc/shadow"},
		{`C:\Windows\system.ini`, "C_/Windows/system.ini"},
		{`..\..\x.sgf`, "x.sgf"},
		{"x/../../y.sgf", "x/y.sgf"},
		{"con.sgf", "_con.sgf"},
		{"dir/./../nul", "dir/_nul"},
		{"sp ace /b .sgf", "sp ace/b.sgf"},
		{"nul\x00l\n\x1b[31m.sgf", "null [31m.sgf"},
		{"\u202egpj.sgf", "gpj.sgf"},
		{"-rf.sgf", "rf.sgf"},
		{"<script>.sgf", "_script_.sgf"},
		{"bad\xff.sgf", "bad_.sgf"},
		{"tail.sgf. ", "tail.sgf"},
		{strings.Repeat("棋", 200) + ".sgf", strings.Repeat("棋", 40) + ".sgf"},
		{"many." + strings.Repeat("x", 50), "many." + strings.Repeat("x", 50)},
		{".hidden", "hidden"},
		{"games/1846/" + "e\u0301te\u0301.sgf", "games/1846/été.sgf"},
	} {
		r, err := u.Add(test[0], strings.NewReader("x"))
		if err != nil {
			t.Errorf("%q: %v", test[0], err)
			continue
		}
		if r.Path != test[1] {
			t.Errorf("%q is kept as %q, not %q", test[0], r.Path, test[1])
		}
		if data, err := os.ReadFile(filepath.Join(u.dir, filepath.FromSlash(r.Path))); err != nil || string(data) != "x" {
			t.Errorf("%q: %q %v", test[0], data, err)
		}
	}
	for _, sent := range []string{"", "..", "/", "a/", "...", strings.Repeat("d/", 40) + "x.sgf", strings.Repeat(strings.Repeat("l", 100)+"/", 20) + "x.sgf"} {
		if r, err := u.Add(sent, strings.NewReader("x")); !isPath(err) {
			t.Errorf("%q: %+v %v", sent, r, err)
		}
	}
	// A file where a folder should be.
	if _, err := u.Add("a.sgf/b.sgf", strings.NewReader("x")); !isPath(err) {
		t.Errorf("below a file: %v", err)
	}
	if entries, err := os.ReadDir(filepath.Dir(folder)); err != nil || len(entries) != 1 {
		t.Errorf("beside the folder: %v %v", entries, err)
	}
}

func TestLimits(t *testing.T) {
	_, u := uploading(t, Limits{Files: 3, Bytes: 100})
	if _, err := u.Add("large", strings.NewReader(strings.Repeat("x", 101))); !errors.Is(err, ErrFull) {
		t.Error(err)
	}
	broken := errors.New("the line is cut")
	if _, err := u.Add("broken", io.MultiReader(strings.NewReader("half"), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Error(err)
	}
	for i := range 3 {
		if _, err := u.Add("a", strings.NewReader("x")); err != nil {
			t.Error(i, err)
		}
	}
	if _, err := u.Add("d", strings.NewReader("x")); !errors.Is(err, ErrFull) {
		t.Error(err)
	}
	if files, bytes, _ := u.Size(); files != 3 || bytes != 3 {
		t.Errorf("%d files of %d bytes", files, bytes)
	}
	if entries, err := os.ReadDir(u.dir); err != nil || len(entries) != 3 {
		t.Errorf("%v %v", entries, err)
	}
	if err := u.Discard(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(u.dir); !os.IsNotExist(err) {
		t.Error("it is there still", err)
	}
	if _, err := u.Add("e", strings.NewReader("x")); !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
	if _, err := u.Settle(); !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
}

// What a program that was killed had received is removed when it is old.
func TestAbandoned(t *testing.T) {
	folder, half := uploading(t, Limits{Files: 1, Bytes: 10})
	if _, err := half.Add("a", strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	again := func() {
		t.Helper()
		u, err := New(folder, Limits{})
		if err == nil {
			err = u.Discard()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if again(); len(names(t, folder)) != 1 {
		t.Errorf("what arrives still is removed")
	}
	old := time.Now().Add(-2 * abandonedAfter)
	if err := os.Chtimes(half.dir, old, old); err != nil {
		t.Fatal(err)
	}
	if again(); len(names(t, folder)) != 0 {
		t.Errorf("what a killed program received is there still: %q", names(t, folder))
	}
}

// A file that an earlier upload holds, too, is kept once.
func TestRemoveCopies(t *testing.T) {
	folder, u := uploading(t, Limits{Files: 1, Bytes: 10})
	for _, file := range []string{"2025/a", "2025/b/c", "2026/again/a", "2026/other"} {
		file = filepath.Join(folder, filepath.FromSlash(file))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(filepath.Base(file)), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(u.Discard(), RemoveCopies(t.Context(), filepath.Join(folder, "2026"))); err != nil {
		t.Fatal(err)
	}
	var left []string
	if err := EachFile(t.Context(), folder, func(file string, size int64) error {
		in, err := filepath.Rel(folder, file)
		left = append(left, fmt.Sprint(filepath.ToSlash(in), " ", size))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(left, ", "); got != "2025/a 1, 2025/b/c 1, 2026/other 5" {
		t.Errorf("left are %s", got)
	}
	if got := names(t, filepath.Join(folder, "2026")); len(got) != 1 {
		t.Errorf("empty folders are there still: %q", got)
	}
}

func names(t *testing.T, folder string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}
