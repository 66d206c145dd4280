package paper_test

import (
	"os"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/paper"
	"kifudb/paper/text"
)

// written returns the games of an archive as text.
func written(t *testing.T, vs *archive.Views, o paper.Options) string {
	t.Helper()
	var b strings.Builder
	if err := text.Write(&b, document(t, vs, o)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// document returns the document of all games of an archive.
func document(t *testing.T, vs *archive.Views, o paper.Options) *paper.Document {
	t.Helper()
	chosen, err := vs.Choose(t.Context(), &archive.Choice{Records: true})
	if err != nil {
		t.Fatal(err)
	}
	d, err := paper.Games(vs, chosen.GameSet, o)
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
	var anew strings.Builder
	cases := strings.Split(string(data), "\n==== ")
	anew.WriteString(cases[0])
	for _, section := range cases[1:] {
		head, rest, _ := strings.Cut(section, "\n")
		record, want, _ := strings.Cut(rest, "\n--\n")
		title, options, _ := strings.Cut(head, ": ")
		o, ok := tried[options]
		if !ok {
			t.Fatalf("%s: unknown options %q", title, options)
		}
		t.Log(head)
		got := strings.TrimRight(written(t, archivetest.OfFiles(t, record).Views, o), "\n") + "\n"
		anew.WriteString("\n==== " + head + "\n" + record + "\n--\n" + got)
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
