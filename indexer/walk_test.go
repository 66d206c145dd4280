package indexer_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kifudb/indexer"

	"github.com/google/go-cmp/cmp"
)

// folder makes a folder with files, makes it the working directory and returns
// its path. A name that ends with a slash is a folder.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	for name, content := range files {
		must(t, os.MkdirAll(filepath.Dir(name), 0o777))
		if !strings.HasSuffix(name, "/") {
			must(t, os.WriteFile(name, []byte(content), 0o666))
		}
	}
	return dir
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// members returns what Files visits, as "path content", and the problems.
func members(t *testing.T, stdin io.Reader, paths ...string) (got, problems []string) {
	t.Helper()
	o := &indexer.Options{
		Stdin:   stdin,
		Problem: func(p indexer.Problem) { problems = append(problems, p.Error()) },
	}
	err := indexer.Files(context.Background(), paths, o, func(f *indexer.File) error {
		got = append(got, f.Path+" "+string(f.Text))
		return nil
	})
	must(t, err)
	return got, problems
}

func TestFiles(t *testing.T) {
	tests := []struct {
		name     string
		files    map[string]string
		paths    []string
		want     []string
		problems []string
	}{
		{
			name:  "sorted within a folder, roots as given",
			files: map[string]string{"b/2.sgf": "(;)", "b/10.sgf": "(;)", "b/1/z.sgf": "(;)", "a.sgf": "(;)"},
			paths: []string{"b", "a.sgf"},
			want:  []string{"b/1/z.sgf (;)", "b/10.sgf (;)", "b/2.sgf (;)", "a.sgf (;)"},
		},
		{
			name:  "by content, not by name",
			files: map[string]string{"d/game": " ( ;B[aa])", "d/game.txt": "mail\n(;B[aa])", "d/readme": "a (small) text", "d/old.MGT": "", "d/x.SGF": "?"},
			paths: []string{"d"},
			want:  []string{"d/game  ( ;B[aa])", "d/game.txt mail\n(;B[aa])", "d/old.MGT ", "d/x.SGF ?"},
		},
		{
			name:  "what the user names is read whatever it is",
			files: map[string]string{"readme": "a text"},
			paths: []string{"readme"},
			want:  []string{"readme a text"},
		},
		{
			name:     "missing paths do not end the walk",
			files:    map[string]string{"a.sgf": "(;)"},
			paths:    []string{"no.sgf", "a.sgf", "a.sgf/b.sgf"},
			want:     []string{"a.sgf (;)"},
			problems: []string{"no.sgf: no such file or directory", "a.sgf/b.sgf: not a directory"},
		},
		{
			name:  "an empty folder",
			files: map[string]string{"empty/": ""},
			paths: []string{"empty"},
		},
		{
			name:  "names as they are",
			files: map[string]string{"d/\xb0\xa1.sgf": "(;)", "d/a\nb.sgf": "(;)", "d/ .sgf": "(;)"},
			paths: []string{"d"},
			want:  []string{"d/ .sgf (;)", "d/a\nb.sgf (;)", "d/\xb0\xa1.sgf (;)"},
		},
		{
			name:  "twice",
			files: map[string]string{"a.sgf": "(;)"},
			paths: []string{"a.sgf", "./a.sgf"},
			want:  []string{"a.sgf (;)"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			folder(t, tt.files)
			got, problems := members(t, nil, tt.paths...)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			contain(t, problems, tt.problems)
		})
	}
}

func TestFilesStandardInput(t *testing.T) {
	for _, tt := range []struct {
		stdin io.Reader
		want  string
	}{
		{strings.NewReader("(;B[aa])"), "- (;B[aa])"},
		{strings.NewReader("anything"), "- anything"},
		{nil, "- "},
	} {
		got, problems := members(t, tt.stdin, "-")
		if want := []string{tt.want}; !slices.Equal(got, want) || problems != nil {
			t.Errorf("got %q and problems %q, want %q", got, problems, want)
		}
	}
}

func TestFilesEndsWithTheErrorOfVisit(t *testing.T) {
	folder(t, map[string]string{"d/a.sgf": "(;)", "d/b.sgf": "(;)"})
	want := errors.New("enough")
	visits := 0
	err := indexer.Files(context.Background(), []string{"d"}, &indexer.Options{}, func(*indexer.File) error {
		visits++
		return want
	})
	if !errors.Is(err, want) || visits != 1 {
		t.Errorf("got %v after %d visits, want %v after 1", err, visits, want)
	}
}

// A terminal or a pipe may never give its next byte.
func TestImportStopsWaitingForStandardInput(t *testing.T) {
	stdin, writer := io.Pipe()
	defer writer.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	// If it went on waiting, so would the test, until its time is over.
	_, _, err := newArchive(t).run(ctx, indexer.Options{Stdin: stdin}, "-")
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want %v", err, context.DeadlineExceeded)
	}
}

// Problems of listing must not wait for a pipeline that has not begun.
func TestImportManyMissingPaths(t *testing.T) {
	var paths []string
	for i := range 20_000 {
		paths = append(paths, fmt.Sprintf("/nowhere/%d.sgf", i))
	}
	summary, problems := newArchive(t).mustRun(paths...)
	if got, want := summary.Failed, len(paths); got != want || len(problems) != want {
		t.Errorf("got %d failed and %d problems, want %d", got, len(problems), want)
	}
}
