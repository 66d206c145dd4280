package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/paper"
	"kifudb/paper/formats"
	"kifudb/paper/html"
)

// hostile is what a record may hold.
const hostile = `</td><script>alert(1)</script><img src=x onerror=alert(2)> & "quoted" ' {{.}}` + "\x01\u202e"

// written imports records and writes the report of a query.
func written(t *testing.T, records, query string, o ask.ReportOptions) (string, *ask.Report) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "games.sgf"), []byte(records), 0o666); err != nil {
		t.Fatal(err)
	}
	a, err := archive.Open(filepath.Join(dir, "archive"), &archive.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if _, err := a.Import(t.Context(), &archive.Import{Paths: []string{filepath.Join(dir, "games.sgf")}}); err != nil {
		t.Fatal(err)
	}
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	q, err := archive.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	write := func() (string, *ask.Report) {
		r, err := ask.Of(v.Views).Report(t.Context(), &archive.Search{Query: q}, &o)
		if err != nil {
			t.Fatal(err)
		}
		d, err := Document(r, "On "+hostile)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range formats.All { // whatever the report holds, each can be written
			if _, err := f.Write(io.Discard, d, paper.Sheet{}); err != nil {
				t.Errorf("%s: %v", f.Name, err)
			}
		}
		var b bytes.Buffer
		if err := html.Write(&b, d, paper.Sheet{}); err != nil {
			t.Fatal(err)
		}
		return b.String(), r
	}
	first, r := write()
	if again, _ := write(); again != first {
		t.Error("the same archive and question gave another page")
	}
	return first, r
}

const games = `(;GM[1]SZ[19]PB[Cho U]PW[Rui Naiwei]BR[9p]WR[8p]KM[5.5]EV[Meijin]DT[1990-03-01]RE[B+R];B[pd];W[dp];B[pp];W[dd])
(;GM[1]SZ[19]PB[Cho U]PW[Rui Naiwei]KM[6.5]DT[1992]RE[W+3.5];B[pd];W[dp];B[pq];W[dd])
(;GM[1]SZ[19]PB[Rui Naiwei]PW[Cho U]KM[6.5]DT[2001]RE[0];B[pd];W[dp];B[cd];W[qp])
(;GM[1]SZ[9]PB[Ann]PW[Ben]RE[?];B[cc])
`

// escapedHostile writes the text into a value of SGF.
func escapedHostile() string { return strings.ReplaceAll(hostile, "]", `\]`) }

// A page holds what it is of, and elements in their places.
func TestWrite(t *testing.T) {
	page, r := written(t, games, `pos:"Q16"`, ask.ReportOptions{Games: 2, Rows: 10})
	for _, want := range []string{
		"3 games", "of 4 records", "<dd>pos:&#34;Q16&#34;", "What was played next", "White D4", "In what share of games", "Games, by year", "Black won, by komi",
		"Positions after four moves", "2 of 3 games, by date", "Cho U 9p", "Meijin", "archive " + r.Provenance.Archives[0].ID, "@1</td>", `class="diagram"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if n := strings.Count(page, "<svg "); n < 7 {
		t.Errorf("%d pictures", n)
	}
	if !strings.Contains(page, `<circle class="kc-dot"`) {
		t.Error("the trend of few games is not drawn")
	}
	wellFormed(t, page)
	if page, _ := written(t, games, "", ask.ReportOptions{}); strings.Contains(page, "What was played next") || !strings.Contains(page, "(every game)") || !strings.Contains(page, "4 of 4 games") {
		t.Error("of all games it tells what was played next, or not that all are listed")
	}
	if page, _ := written(t, games, "player:nobody", ask.ReportOptions{}); !strings.Contains(page, "Nothing like this in 4 records") {
		t.Error("of no game it does not say so")
	}
	page, _ = written(t, games, "pat:NE[....|....|....|X...] winner:black,white", ask.ReportOptions{Rows: 3})
	if !strings.Contains(page, `<figure><svg`) {
		t.Error("a pattern is not drawn")
	}
	if page, _ := written(t, "(;GM[8]PB[Habu]PW[Oyama];B[7g7f])", `game:shogi`, ask.ReportOptions{}); !strings.Contains(page, "Habu") {
		t.Error("a game of shogi is not told")
	}
}

// Texts of records are escaped, nothing runs, and nothing is fetched.
func TestHostileRecords(t *testing.T) {
	text := escapedHostile()
	records := "(;GM[1]SZ[19]PB[" + text + "]PW[" + text + "]EV[" + text + "]DT[1990]RE[" + text + "]BR[" + text + "];B[pd];W[dp];B[pp];W[dd])\n(;GM[1]SZ[19]PB[x]PW[" + text + "]DT[1990]KM[6.5]RE[B+1];B[pd])"
	for _, query := range []string{"", `pos:"Q16"`} {
		page, r := written(t, records, query, ask.ReportOptions{})
		if r.Provenance.Games != 2 {
			t.Fatalf("%d games", r.Provenance.Games)
		}
		for _, bad := range []string{"<script", "<img", "onerror=alert(2)>", "\x01"} {
			if strings.Contains(page, bad) {
				t.Errorf("the page has %q", bad)
			}
		}
		if !strings.Contains(page, "&lt;script&gt;") {
			t.Error("the hostile text is not there at all")
		}
		if found := regexp.MustCompile(`(?:src|href|url)\s*[=(]`).FindString(strings.NewReplacer("&lt;img src=x", "", `xlink:href="#`, "").Replace(page)); found != "" {
			t.Errorf("the page fetches something: %s", found)
		}
		wellFormed(t, page)
	}
}

// wellFormed wants every element closed, as in XML.
func wellFormed(t *testing.T, page string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var open []string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			open = append(open, e.Name.Local)
		case xml.EndElement:
			if len(open) == 0 || open[len(open)-1] != e.Name.Local {
				t.Fatalf("%v is closed by %s", open, e.Name.Local)
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Errorf("%v are not closed", open)
	}
}
