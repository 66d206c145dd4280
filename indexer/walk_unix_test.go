//go:build unix

package indexer_test

import (
	"os"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFilesSymbolicLinks(t *testing.T) {
	folder(t, map[string]string{"d/a.sgf": "(;)", "other/b.sgf": "(;)"})
	must(t, os.Symlink("a.sgf", "d/link.sgf"))
	must(t, os.Symlink("nowhere", "d/lost.sgf"))
	must(t, os.Symlink("self", "d/self"))
	must(t, os.Symlink("..", "d/up"))
	must(t, os.Symlink("other", "root"))

	got, problems := members(t, nil, "d", "root")
	want := []string{"d/a.sgf (;)", "d/link.sgf (;)", "root/b.sgf (;)"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	contain(t, problems, []string{
		"d/lost.sgf: no such file",
		"d/self: too many levels",
		"d/up: symbolic link to a folder",
	})
}

func TestFilesThatAreNone(t *testing.T) {
	folder(t, map[string]string{"d/a.sgf": "(;)", "d/secret.sgf": "(;)", "d/locked/": ""})
	must(t, syscall.Mkfifo("d/fifo.sgf", 0o666))
	wantProblems := []string{"d/fifo.sgf: not a regular file", "/dev/zero: not a regular file"}
	want := []string{"d/a.sgf (;)"}
	must(t, os.Chmod("d/secret.sgf", 0))
	must(t, os.Chmod("d/locked", 0))
	if _, err := os.ReadFile("d/secret.sgf"); err != nil { // no permission stops root, and some file systems have none
		wantProblems = []string{"d/fifo.sgf: not a regular", "d/locked: permission denied", "/dev/zero: not a regular", "d/secret.sgf: permission denied"}
	} else {
		want = append(want, "d/secret.sgf (;)")
	}
	got, problems := members(t, nil, "d", "/dev/zero")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	contain(t, problems, wantProblems)
}
