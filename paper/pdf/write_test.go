package pdf

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kifudb/drawing"
	"kifudb/paper"
	"kifudb/paper/typeface"
)

// written writes a document without the fonts of the system, so that all machines agree.
func written(t testing.TB, d *paper.Document, s paper.Sheet) ([]byte, *Report) {
	t.Helper()
	var b bytes.Buffer
	r, err := write(&b, d, s, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), r
}

func texts(blocks ...paper.Block) *paper.Document {
	return &paper.Document{Parts: parts(&paper.Part{Blocks: blocks})}
}

func TestPagesHaveTheText(t *testing.T) {
	data, report := written(t, sample(t), paper.Sheet{})
	r := open(t, data)
	pages := r.pages()
	if len(pages) != report.Pages || report.Pages < 6 {
		t.Fatalf("%d pages, reported %d", len(pages), report.Pages)
	}
	if want := "Games of Honinbo Shusaku\n1841–1862\nkifudb\n"; pages[0] != want {
		t.Errorf("the first page has %q, want %q", pages[0], want)
	}
	find := func(text string) int {
		for i, p := range pages {
			if i > 1 && strings.Contains(p, text) {
				return i
			}
		}
		t.Fatalf("no page has %q", text)
		return 0
	}
	// The contents name the pages, and so does the index.
	one, two := find("Honinbo Shusaku – Gennan Inseki, 1846\nBlack\n")+1, find("Other games\n")+1
	if want := fmt.Sprintf("Contents\nHoninbo Shusaku – Gennan Inseki, 1846\n%d\nOther games", one); !strings.HasPrefix(pages[1], want) {
		t.Errorf("the contents are %q, want %q", pages[1], want)
	}
	if want := fmt.Sprintf("\n%d\n2\n", two); !strings.HasSuffix(pages[1], want) {
		t.Errorf("the contents end with %q, want %q", pages[1], want)
	}
	last := pages[len(pages)-1]
	if want := fmt.Sprintf("Players\nGennan Inseki  %d\nYasuda Shusaku  %d, %d\nNo font has ", one, one, two); !strings.HasPrefix(last, want) || !strings.HasSuffix(last, fmt.Sprintf("\n%d\n", len(pages))) {
		t.Errorf("the index is %q, want %q", last, want)
	}
	// Pages that go on with a game have its title above.
	if p := pages[one]; !strings.HasSuffix(p, fmt.Sprintf("Honinbo Shusaku – Gennan Inseki, 1846\n%d\n", one+1)) {
		t.Errorf("page %d ends with %q", one+1, p[max(0, len(p)-100):])
	}
	for _, text := range []string{"Figure 1 (1–60)\n", "60\n", "Dia. 2\n53 at 80, 112 = 20", "Yasuda Shusaku 4d (本因坊秀策)\n", "53. Black plays"} {
		find(text)
	}
	// A figure is on the page of its caption: 60 stones have 60 numbers.
	figure := pages[find("Figure 1 (1–60)\n")]
	for n := 1; n <= 60; n++ {
		if !strings.Contains(figure, fmt.Sprintf("\n%d\n", n)) {
			t.Errorf("stone %d is not on the page of the caption", n)
		}
	}
}

func TestLinksLeadToPlaces(t *testing.T) {
	data, _ := written(t, sample(t), paper.Sheet{})
	r := open(t, data)
	links, places := map[string]int{}, map[string]bool{}
	for _, o := range r.objects {
		for _, m := range regexp.MustCompile(`/Subtype/Link[^>]*/Dest<([0-9A-F]*)>`).FindAllStringSubmatch(o, -1) {
			links[m[1]]++
		}
		if strings.HasPrefix(o, "<</Dests<<") {
			for _, m := range regexp.MustCompile(`<([0-9A-F]*)>\[\d+ 0 R/XYZ`).FindAllStringSubmatch(o, -1) {
				places[m[1]] = true
			}
		}
	}
	const a1, a2 = "6131", "6132"
	if links[a1] != 3 || links[a2] != 4 || len(links) != 2 || !places[a1] || !places[a2] { // a2's entry has three lines
		t.Errorf("links %v, places %v", links, places)
	}
	if got := strings.Join(refsOfOutline(r), "; "); got != "Contents; Honinbo Shusaku – Gennan Inseki, 1846; Other games; Players" {
		t.Errorf("bookmarks: %s", got)
	}
	for _, want := range []string{"/Title<FEFF" + hexOf("Games of Honinbo Shusaku") + ">", "/Author<FEFF" + hexOf("kifudb") + ">", "/Lang<FEFF" + hexOf("en") + ">"} {
		if !bytes.Contains(data, []byte(want)) {
			t.Errorf("no %s", want)
		}
	}
	if bytes.Contains(data, []byte("Date")) {
		t.Error("the bytes have a date")
	}
}

func hexOf(s string) string {
	t := text(s)
	return t[len("<FEFF") : len(t)-1]
}

// refsOfOutline returns the titles of the bookmarks in their order.
func refsOfOutline(r *reader) (titles []string) {
	root := r.one("Outlines")
	for at := refs(root, "First"); at != nil; at = refs(r.objects[at[0]], "Next") {
		titles = append(titles, unhex(regexp.MustCompile(`/Title<FEFF([0-9A-F]*)>`).FindStringSubmatch(r.objects[at[0]])[1]))
	}
	return titles
}

func TestSameDocumentSameBytes(t *testing.T) {
	for _, s := range []paper.Sheet{{}, {Width: 148, Height: 210, Margin: 12, FontSize: 9}, {Columns: 2}} {
		a, _ := written(t, sample(t), s)
		b, _ := written(t, sample(t), s)
		if !bytes.Equal(a, b) {
			t.Errorf("%v: two writings differ", s)
		}
	}
}

func TestMissingCharacters(t *testing.T) {
	_, r := written(t, texts(&paper.Paragraph{Text: "White 囲 takes 囲碁 é €."}), paper.Sheet{})
	if r.Missing != 3 || string(r.First) != "囲碁" {
		t.Errorf("missing %d: %q", r.Missing, string(r.First))
	}
	data, r := written(t, texts(&paper.Paragraph{Text: "שלום a\u0000b\u202ec\ufe0f\td"}), paper.Sheet{})
	if r.Unshaped != 4 || r.Missing != 4 {
		t.Errorf("%+v", r)
	}
	// What is missing can still be copied, and controls are not there. The document says what is missing.
	if got := open(t, data).pages()[0]; got != "שלום abc d\nNo font has 4 characters of this document, which are printed as boxes: U+05E9, U+05DC, U+05D5,\nU+05DD\n1\n" {
		t.Errorf("the page has %q", got)
	}
	long := ""
	for r := rune(0x4e00); r < 0x4e00+100; r++ {
		long += string(r)
	}
	if _, r := written(t, texts(&paper.Paragraph{Text: long}), paper.Sheet{}); r.Missing != 100 || len(r.First) != maxFirst {
		t.Errorf("%+v", r)
	}
}

func TestLinesEndWhereTheyMay(t *testing.T) {
	l := newTestLayout(t, paper.Sheet{Width: 80, Height: 100, Margin: 10})
	broken := func(s string) (rows []string) {
		for _, t := range l.wrap(s, false, 10, 100, 1000) {
			row := ""
			for _, c := range t.chars {
				row += string(c.glyph.Face.Characters()[c.glyph.Number])
			}
			rows = append(rows, row)
			if t.width > 100 {
				l.report.Pages++ // counts those that are too long
			}
		}
		return rows
	}
	for s, want := range map[string]string{
		"Black plays the three three point":         "Black plays the three|three point",
		"trailing spaces           are not counted": "trailing spaces|are not counted",
		strings.Repeat("x", 50):                     strings.Repeat("x", 20) + "|" + strings.Repeat("x", 20) + "|" + strings.Repeat("x", 10),
		"碁碁碁碁碁碁碁碁碁碁碁碁碁碁碁碁、碁。碁":                      "碁碁碁碁碁碁碁碁碁碁碁碁碁碁碁|碁、碁。碁",
		"one\ntwo": "one|two",
	} {
		if got := strings.Join(broken(s), "|"); got != want {
			t.Errorf("%q is broken as %q, want %q", s, got, want)
		}
	}
	if l.report.Pages != 0 {
		t.Error("some lines are too long")
	}
	if got := l.wrap(strings.Repeat("word ", 100), false, 10, 100, 2); len(got) != 2 || got[1].width > 100 {
		t.Errorf("%d lines, the last one %v points wide", len(got), got[len(got)-1].width)
	}
}

func newTestLayout(t testing.TB, s paper.Sheet) *layout {
	t.Helper()
	s, err := check(s)
	if err != nil {
		t.Fatal(err)
	}
	fonts, err := typeface.NewSet(nil, "en", nil)
	if err != nil {
		t.Fatal(err)
	}
	return newLayout(newFile(io.Discard), fonts, &paper.Document{}, s)
}

// Nothing that is printed lies outside of the paper, whatever a document has.
func TestHostileDocuments(t *testing.T) {
	long := strings.Repeat("name", 1500)
	wide := strings.Repeat("a long name ", 200)
	big := figure(1, 52, 2000, long)
	big.Notes = []string{wide, wide, wide}
	nothing := &paper.Figure{Abreast: -4, Caption: long}
	odd, marks := goBoard(3, 5, 10)
	odd.Pieces = append(odd.Pieces, odd.Pieces[0])
	marks.Letters[3], marks.Letters[4] = long, "\u0000"
	table := &paper.Table{Head: []string{long, "b", wide}}
	for range 60 {
		table.Rows = append(table.Rows, []string{"1", wide[:200]}, nil, []string{long[:300], "2", "3", "4", "5"})
	}
	var many paper.Table
	many.Rows = append(many.Rows, make([]string, 5000))
	blocks := []paper.Block{
		&paper.Heading{Text: long}, &paper.Heading{Text: "\n\n\n"}, &paper.Heading{}, big, nothing,
		&paper.Figure{Board: odd, Marks: marks, Abreast: 9, Caption: "a"}, &paper.Figure{Board: odd, Marks: marks, Abreast: 9, Crop: true},
		&paper.Facts{Lines: [][2]string{{long, long}, {"", ""}, {wide, "x"}, {"\r\n", "\xff\xfe"}}}, &paper.Facts{},
		&paper.Paragraph{Lead: long, Text: strings.Repeat("x", 66_000) + "\n\n" + strings.Repeat("\n", 300)}, &paper.Paragraph{},
		table, &many, &paper.Table{}, &paper.Table{Rows: [][]string{{}, {}}}, &paper.PageBreak{}, &paper.PageBreak{}, nil,
		figure(1, 62, 62*62, "62"), figure(1, 1, 1, "1"),
	}
	for i := range 40 {
		blocks = append(blocks, &paper.Heading{Text: fmt.Sprint("Heading ", i)})
	}
	for _, s := range []paper.Sheet{{}, {Width: 60, Height: 60, Margin: 5, FontSize: 4}, {Columns: 2, FontSize: 40}, {Width: 2000, Height: 100, Columns: 2}, {Width: 100, Height: 100, Margin: 30, FontSize: 40, Columns: 2}} {
		d := &paper.Document{Title: long, Subtitle: wide, Author: "\u202e", Book: s.Columns == 2, Language: "xx",
			Contents: []paper.Entry{{Title: long, Anchor: "a"}, {Title: "", Anchor: "none"}, {}},
			Parts:    parts(&paper.Part{Title: long, Anchor: "a", Blocks: blocks}, &paper.Part{Anchor: "a"}, &paper.Part{}, &paper.Part{Title: "x", Anchor: "(\\)"}),
			Index:    []paper.Index{{}, {Title: long, Names: []paper.IndexName{{Name: long, Anchors: []string{"a", "?", ""}}, {}}}},
		}
		data, _ := written(t, d, s)
		r := open(t, data)
		within(t, r)
		for i, p := range r.pages() {
			if i > 0 && strings.Count(p, "\n") < 1 {
				t.Errorf("%v: page %d is empty", s, i+1)
			}
		}
	}
}

// within checks that texts begin on the paper.
func within(t *testing.T, r *reader) {
	t.Helper()
	count := 0
	for _, n := range refs(r.one("Pages"), "Kids") {
		var width, height float64
		m := regexp.MustCompile(`/MediaBox\[0 0 (\S+) (\S+)\]`).FindStringSubmatch(r.objects[n])
		fmt.Sscan(m[1], &width)
		fmt.Sscan(m[2], &height)
		for row := range strings.SplitSeq(string(r.streams[refs(r.objects[n], "Contents")[0]]), "\n") {
			var x, y float64
			if k, _ := fmt.Sscanf(row, "BT 1 0 0 1 %f %f Tm", &x, &y); k == 2 {
				count++
				if x < 0 || x > width || y < 0 || y > height {
					t.Fatalf("text at %v, %v on paper of %v × %v: %q", x, y, width, height, r.pages()[slices.Index(refs(r.one("Pages"), "Kids"), n)])
				}
			}
			if strings.Contains(row, "NaN") || strings.Contains(row, "Inf") {
				t.Fatalf("a page has %q", row)
			}
		}
	}
	if count == 0 {
		t.Fatal("no text was checked")
	}
}

func TestErrors(t *testing.T) {
	for _, s := range []paper.Sheet{{Width: 10}, {Width: math.NaN()}, {Height: math.Inf(1)}, {Margin: 90}, {FontSize: 1000}, {Columns: 3}, {Margin: -1}} {
		if _, err := write(io.Discard, texts(), s, nil); !errors.Is(err, ErrSheet) {
			t.Errorf("%+v: %v", s, err)
		}
	}
	bad := errors.New("the archive is damaged")
	d := &paper.Document{Parts: func(yield func(*paper.Part, error) bool) { yield(nil, bad) }}
	if _, err := write(io.Discard, d, paper.Sheet{}, nil); !errors.Is(err, bad) {
		t.Errorf("got %v, want the error of the parts", err)
	}
	if _, err := write(failing{}, sample(t), paper.Sheet{}, nil); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("got %v, want the error of the writer", err)
	}
	if _, err := write(io.Discard, texts(), paper.Sheet{Fonts: []string{"no such file"}}, nil); err == nil {
		t.Error("a font that is not there is no error")
	}
	data, r := written(t, &paper.Document{}, paper.Sheet{})
	if open(t, data); r.Pages != 1 {
		t.Errorf("an empty document has %d pages", r.Pages)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// Headings stay with what follows: a page does not end with one.
func TestHeadingsStayWithText(t *testing.T) {
	for lines := range 60 {
		var blocks []paper.Block
		for range lines {
			blocks = append(blocks, &paper.Paragraph{Text: "line"})
		}
		blocks = append(blocks, &paper.Heading{Text: "HEADING"}, figure(1, 9, 3, "FIGURE"), &paper.Heading{Text: "MOVES"}, &paper.Table{Rows: [][]string{{"ROW"}}})
		data, _ := written(t, texts(blocks...), paper.Sheet{})
		for _, p := range open(t, data).pages() {
			if strings.Contains(p, "HEADING") != strings.Contains(p, "FIGURE") || strings.Contains(p, "MOVES") != strings.Contains(p, "ROW") {
				t.Fatalf("after %d lines a heading is alone: %q", lines, p)
			}
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add("Black 1", "the 囲碁 x\ny", uint8(1))
	f.Add("\u202eשל", strings.Repeat("ab ", 400)+"e\u0301\xff", uint8(7))
	f.Fuzz(func(t *testing.T, a, b string, how uint8) {
		board, marks := goBoard(1, 3, 4)
		marks.Letters[1] = a
		board.Columns[0] = b
		d := texts(&paper.Paragraph{Lead: a, Text: b}, &paper.Heading{Text: a}, &paper.Facts{Lines: [][2]string{{b, a}}},
			&paper.Table{Head: []string{a}, Rows: [][]string{{b, a}}}, &paper.Figure{Board: board, Marks: marks, Caption: a, Notes: []string{b}, Coordinates: how&8 > 0, Abreast: int(how % 5)})
		d.Title, d.Author = b, a
		data, _ := written(t, d, paper.Sheet{Columns: int(how%2) + 1, Width: 60, Height: 80, Margin: 4})
		r := open(t, data)
		within(t, r)
		r.pages()
	})
}

// BenchmarkBook writes 200 games with six figures each.
func BenchmarkBook(b *testing.B) {
	for b.Loop() {
		d := &paper.Document{Title: "A book", Book: true}
		for i := range 200 {
			d.Contents = append(d.Contents, paper.Entry{Title: fmt.Sprint("Game ", i), Anchor: fmt.Sprint("g", i)})
		}
		d.Parts = func(yield func(*paper.Part, error) bool) {
			for i := range 200 {
				p := &paper.Part{Title: fmt.Sprint("Game ", i), Anchor: fmt.Sprint("g", i)}
				for k := range 6 {
					board, marks := goBoard(uint64(i*6+k), 19, 40*(k+1))
					p.Blocks = append(p.Blocks, &paper.Figure{Board: board, Marks: marks, Caption: fmt.Sprint("Figure ", k+1), Coordinates: true, Abreast: 2},
						&paper.Paragraph{Lead: "Black 53.", Text: strings.Repeat("A comment of a game with some words. ", 20)})
				}
				if !yield(p, nil) {
					return
				}
			}
		}
		r, err := write(io.Discard, d, paper.Sheet{}, nil)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(r.Pages), "pages")
	}
}

var _ drawing.Canvas = (*canvas)(nil)
