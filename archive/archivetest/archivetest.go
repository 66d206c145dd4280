// Package archivetest makes archives for the tests of packages that ask them.
package archivetest

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/indexer/indexertest"
)

// Collection returns a view of the games of the demo and of [indexertest.Branched].
func Collection(t testing.TB) *archive.View {
	t.Helper()
	a, err := archive.Open(indexertest.Collection(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return view(t, a)
}

// Empty returns a new archive without games.
func Empty(t testing.TB) *archive.Archive {
	t.Helper()
	a, err := archive.Open(filepath.Join(t.TempDir(), "archive"), &archive.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// Of returns a view of records in SGF, all in one file.
func Of(t testing.TB, records ...string) *archive.View {
	t.Helper()
	return viewOf(t, len(records), strings.Join(records, "\n"))
}

// OfFiles returns a view of records in any format, each in a file of its own.
func OfFiles(t testing.TB, records ...string) *archive.View {
	t.Helper()
	return viewOf(t, len(records), records...)
}

// Query parses a query.
func Query(t testing.TB, text string) archive.Query {
	t.Helper()
	q, err := archive.ParseQuery(text)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// viewOf returns a view of an archive of some files, which must have so many games.
func viewOf(t testing.TB, games int, files ...string) *archive.View {
	t.Helper()
	v := OfImports(t, files)
	if v.Len() != games {
		t.Fatalf("%d games, want %d", v.Len(), games)
	}
	return v
}

// OfImports returns a view of an archive to which files in any format were added in several
// imports.
func OfImports(t testing.TB, imports ...[]string) *archive.View {
	t.Helper()
	a := Empty(t)
	for _, files := range imports {
		dir := t.TempDir()
		for i, text := range files {
			if _, err := archive.WriteFile(filepath.Join(dir, fmt.Sprintf("%03d", i)), false, func(w io.Writer) error {
				_, err := io.WriteString(w, text)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := a.Import(t.Context(), &archive.Import{Paths: []string{dir}}); err != nil {
			t.Fatal(err)
		}
	}
	return view(t, a)
}

// view returns a view that is closed with the test.
func view(t testing.TB, a *archive.Archive) *archive.View {
	t.Helper()
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	return v
}
