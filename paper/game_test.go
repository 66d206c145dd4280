package paper_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/paper"
	"kifudb/paper/text"
)

// written returns games of an archive as text.
func written(t *testing.T, vs *archive.Views, o paper.Options, games ...string) string {
	t.Helper()
	var b strings.Builder
	if err := text.Write(&b, document(t, vs, o, games...)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// document returns the document of games of an archive, of all if none is named.
func document(t *testing.T, vs *archive.Views, o paper.Options, games ...string) *paper.Document {
	t.Helper()
	chosen, err := vs.Choose(t.Context(), &archive.Choice{References: games, Records: true})
	if err != nil {
		t.Fatal(err)
	}
	d, err := paper.Games(t.Context(), vs, chosen.GameSet, o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// tried are the options that records of testdata/figures.txt name.
var tried = map[string]paper.Options{
	"":              {},
	"cut-taken":     {CutTaken: true},
	"moves 2":       {Moves: 2},
	"bare":          {NoComments: true, NoVariations: true},
	"no-comments":   {NoComments: true},
	"no-variations": {NoVariations: true},
	"coordinates":   {Coordinates: true},
	"ja":            {Language: paper.Japanese, Native: true},
	"zh":            {Language: paper.Chinese},
}

// The figures of records by hand are as in testdata/figures.txt: under a line with = a title and options,
// a record up to a line with --, and what is printed. KIFUDB_GOLDEN=1 writes what is printed anew.
func TestFigures(t *testing.T) {
	const name = "testdata/figures.txt"
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	cases := strings.Split(string(data), "\n==== ")
	var records []string
	for _, section := range cases[1:] {
		_, rest, _ := strings.Cut(section, "\n")
		record, _, _ := strings.Cut(rest, "\n--\n")
		records = append(records, record)
	}
	vs := archivetest.OfFiles(t, records...).Views
	var anew strings.Builder
	anew.WriteString(cases[0])
	for i, section := range cases[1:] {
		head, rest, _ := strings.Cut(section, "\n")
		_, want, _ := strings.Cut(rest, "\n--\n")
		_, options, _ := strings.Cut(head, ": ")
		o, ok := tried[options]
		if !ok {
			t.Fatalf("%s: unknown options", head)
		}
		o.Title = strconv.Itoa(i + 1)
		got := strings.TrimRight(written(t, vs, o, o.Title), "\n") + "\n"
		anew.WriteString("\n==== " + head + "\n" + records[i] + "\n--\n" + got)
		if os.Getenv("KIFUDB_GOLDEN") == "" && got != want {
			t.Errorf("%s:\n%s\nwant:\n%s", head, got, want)
		}
	}
	if os.Getenv("KIFUDB_GOLDEN") != "" {
		if err := os.WriteFile(name, []byte(anew.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
