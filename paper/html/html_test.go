package html_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"kifudb/paper"
	"kifudb/paper/html"
	"kifudb/paper/papertest"
)

// written returns a document as a page, which must be the same bytes when it is written again.
func written(t testing.TB, d *paper.Document, s paper.Sheet) string {
	t.Helper()
	var first, second bytes.Buffer
	if err := html.Write(&first, d, s); err != nil {
		t.Fatal(err)
	}
	if err := html.Write(&second, d, s); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the same document gave other bytes")
	}
	if dir := os.Getenv("KIFUDB_PAPER"); dir != "" { // to look at
		if err := os.WriteFile(dir+"/"+strings.ReplaceAll(t.Name(), "/", "-")+".html", first.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return first.String()
}

// elements returns the elements of a page with their attributes, in order. It wants the page to be
// well-formed XML, and its names unique.
func elements(t testing.TB, page string) (list []string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	d.Entity = map[string]string{} // none but those of XML
	ids := map[string]bool{}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		line := e.Name.Local
		for _, a := range e.Attr {
			line += " " + a.Name.Local
			if a.Name.Local == "id" {
				if ids[a.Value] {
					t.Fatalf("two elements have the name %s", a.Value)
				}
				ids[a.Value] = true
			}
		}
		list = append(list, line)
	}
	for _, m := range regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if !ids[m[1]] {
			t.Errorf("a link leads to %s, which is not there", m[1])
		}
	}
	return list
}

// A page holds what the document does, at its place.
func TestWrite(t *testing.T) {
	page := written(t, papertest.Book(3, 2, "&c."), paper.Sheet{Width: 148, Height: 210, Margin: 15, Columns: 2, FontSize: 9})
	for _, want := range []string{
		`<html lang="en"`, "@page{size:148mm 210mm;margin:15mm}", "font-size:9pt", "columns:2;",
		"<title>Games &amp;c.</title>", `<a href="#p-g2">Game 2 &amp;c.</a>`, `id="p-g2"`,
		`<bdi>Honinbo Shusaku &amp;c.</bdi> <a href="#p-g1">1</a>, <a href="#p-g3">3</a>`,
		"<dt>Black</dt><dd>Honinbo Shusaku 4d &amp;c.</dd>", "<p><b>27 &amp;c.</b> The ear-reddening move.</p>",
		"<p>Black makes &amp;c.<br/>\nall his positions work together.</p>",
		`<figcaption>Figure 1 (1–50) &amp;c.<span class="below">93 at 80 &amp;c.</span><span class="below">112 = 20</span></figcaption>`,
		`aria-label="Figure 2 (51–100) &amp;c.: 51 `, `aria-label="Diagram: Black `, `<hr class="newpage"/>`, `<div class="row n2">`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if n := strings.Count(page, `<svg `); n != 3*(2+5+1) {
		t.Errorf("%d boards", n)
	}
	elements(t, page)
	headings(t, page)
	for _, bad := range []string{"<script", "url(", "http://", "https://", " style="} {
		if strings.Contains(regexp.MustCompile(`xmlns(:xlink)?="[^"]*"`).ReplaceAllString(page, ""), bad) {
			t.Errorf("the page has %s", bad)
		}
	}
}

// headings wants no level of headings to be left out.
func headings(t *testing.T, page string) {
	t.Helper()
	last := 0
	for _, m := range regexp.MustCompile(`<h([1-6])`).FindAllStringSubmatch(page, -1) {
		level := int(m[1][0] - '0')
		if level > last+1 {
			t.Errorf("a heading of level %d follows one of level %d", level, last)
		}
		last = level
	}
	if last == 0 {
		t.Error("there are no headings")
	}
}

// A document of one game has one title, and its headings are below it.
func TestOneGame(t *testing.T) {
	page := written(t, papertest.One(6, "x"), paper.Sheet{})
	headings(t, page)
	elements(t, page)
	if !strings.Contains(page, "@page{size:210mm 297mm;margin:20mm}") || strings.Contains(page, "<nav") || strings.Contains(page, "columns:2;") {
		t.Error("it is on another paper, or has contents")
	}
	if !strings.Contains(page, "<h2>Variations x</h2>") {
		t.Error("headings of the game are not below that of the document")
	}
}

// A board draws black stones, white stones and numbers, each in one group.
func TestOneGroup(t *testing.T) {
	page := written(t, papertest.One(1, ""), paper.Sheet{})
	svg := page[strings.Index(page, "<svg"):]
	svg = svg[:strings.Index(svg, "</svg>")]
	for class, want := range map[string]int{"B": 1, "W": 1, "k": 1, "w": 1} {
		if n := strings.Count(svg, `class="ink-`+class+`"`); n != want {
			t.Errorf("%d groups of class %s, want %d", n, class, want)
		}
	}
	if n := strings.Count(svg, "<circle"); n != 50+9 {
		t.Errorf("%d circles", n)
	}
	if len(svg) > 9500 {
		t.Errorf("a figure of 50 moves takes %d bytes", len(svg))
	}
}

// What a text says is never markup: the elements are the same whatever the texts are.
func FuzzTexts(f *testing.F) {
	f.Add(papertest.Hostile)
	f.Add("\u202eabc \U000e0001 \u2028 <b>")
	plain := func(text string) *paper.Document {
		d := papertest.Book(2, 1, text)
		d.Contents[0].Anchor = "g1"
		return d
	}
	var want []string
	f.Fuzz(func(t *testing.T, text string) {
		if want == nil {
			want = elements(t, written(t, plain("x"), paper.Sheet{}))
		}
		text = "x" + strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), " ") // lines are elements
		page := written(t, plain(text), paper.Sheet{})
		if got := elements(t, page); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q makes other elements", text)
		}
		if bad := regexp.MustCompile("[\x00-\x08\x0b-\x1f\x7f\u0080-\u009f]").FindString(page); bad != "" {
			t.Errorf("%q leaves %q in the page", text, bad)
		}
	})
}

// Errors of the parts and of the writer are told, and nothing is written after them.
func TestErrors(t *testing.T) {
	broken := errors.New("broken")
	d := papertest.Book(1, 1, "")
	d.Parts = papertest.Failing(broken)
	if err := html.Write(io.Discard, d, paper.Sheet{}); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if err := html.Write(full{}, papertest.Book(50, 3, ""), paper.Sheet{}); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}

var errFull = errors.New("full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

// A book of 200 games with six figures each.
func BenchmarkWrite(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		n := counter(0)
		if err := html.Write(&n, papertest.Book(200, 6, ""), paper.Sheet{}); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(n), "bytes")
	}
}

type counter int

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }
