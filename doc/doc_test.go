package doc

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"kifudb/internal/plaintext"
)

// Every document has a title, a beginning and sections, each with an anchor of its own.
func TestDocuments(t *testing.T) {
	list := Documents()
	if len(list) < 20 {
		t.Fatalf("only %d documents", len(list))
	}
	for _, d := range list {
		if d.Title == "" || strings.ContainsAny(d.Title, "#`") || d.About() == "" || len(d.Sections()) == 0 || d.Sections()[0].Heading != d.Title {
			t.Errorf("%s: title %q, begins %q", d.Name, d.Title, d.About())
		}
		seen := map[string]bool{}
		for _, s := range d.Sections() {
			if s.Anchor == "" || seen[s.Anchor] {
				t.Errorf("%s: heading %q has the anchor %q", d.Name, s.Heading, s.Anchor)
			}
			seen[s.Anchor] = true
		}
	}
}

func TestFind(t *testing.T) {
	list := append(Documents(), FromHelp("board", "Board", "x\n"))
	for name, want := range map[string]string{
		"TOUR.md": "TOUR.md", "tour": "TOUR.md", "doc/TOUR.md": "TOUR.md", "Tour.md": "TOUR.md", "go-formats": "GO-FORMATS.md",
		"board": "board", "BOARD.md": "BOARD.md", "doc/BOARD.md": "BOARD.md", "board.md": "BOARD.md", "nothing": "", "": "", "lab.md": "", "explorer.png": "",
	} {
		got := ""
		if d := Find(list, name); d != nil {
			got = d.Name
		}
		if got != want {
			t.Errorf("%q finds %q, want %q", name, got, want)
		}
	}
}

var (
	linkTo    = regexp.MustCompile(`<(?:a href|img src)="([^"]*)"`)
	anElement = regexp.MustCompile(`<(/?[a-z]+[0-9]?)`)
)

// Links of documents lead to documents, to headings that exist, to pictures or to other sites.
func TestLinksOfDocuments(t *testing.T) {
	list := Documents()
	inside := 0
	for _, d := range list {
		page, err := d.HTML(list, "/help/")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range linkTo.FindAllStringSubmatch(page, -1) {
			to := m[1]
			if strings.HasPrefix(to, "https://") {
				continue
			}
			inside++
			file, anchor, _ := strings.Cut(to, "#")
			target := d
			if file != "" {
				name, ok := strings.CutPrefix(file, "/help/")
				if _, picture := Picture(name); ok && picture {
					continue
				}
				if target = Find(list, name); !ok || target == nil {
					t.Errorf("%s: %s leads nowhere", d.Name, to)
					continue
				}
			}
			if anchor != "" && !slices.ContainsFunc(target.Sections(), func(s *Section) bool { return s.Anchor == anchor }) {
				t.Errorf("%s: %s has no heading", d.Name, to)
			}
		}
	}
	if inside < 30 {
		t.Errorf("only %d links", inside)
	}
}

// What is in a document that pages may not have is left out or written as text.
func TestHostileDocument(t *testing.T) {
	d := parse("X.md", []byte("# X\n\n<script>alert(1)</script>\n\n<b onclick=x>b</b> [a](javascript:alert(2)) [c](../x.go) ![d](//evil/x.png) <https://example.org>\n\n    <i>\n"))
	page, err := d.HTML(nil, "/help/")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range anElement.FindAllStringSubmatch(page, -1) {
		if !slices.Contains([]string{"h1", "/h1", "p", "/p", "pre", "/pre", "code", "/code", "a", "/a"}, m[1]) {
			t.Errorf("%s in %s", m[1], page)
		}
	}
	for _, want := range []string{"a c d", "&lt;i&gt;"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in %s", want, page)
		}
	}
	if strings.Contains(page, "javascript:") || strings.Contains(page, "evil") {
		t.Error(page)
	}
}

// A column without a name has no head.
func TestEmptyHead(t *testing.T) {
	page, err := parse("X.md", []byte("# X\n\n| | n |\n| --- | ---: |\n| a | 1 |\n")).HTML(nil, "/")
	if err != nil || strings.Count(page, "<th") != 2 || !strings.Contains(page, "<td></td>\n<th align=\"right\">n</th>") { // thead and th
		t.Errorf("%v\n%s", err, page)
	}
}

// Texts for a terminal are no wider than it, but for code and for words that are.
func TestTerminal(t *testing.T) {
	for _, d := range Documents() {
		for _, width := range []int{40, 80} {
			for line := range strings.Lines(d.Terminal(width)) {
				line = strings.TrimSuffix(line, "\n")
				if plaintext.Width(line) > width && !strings.HasPrefix(strings.TrimLeft(line, " "), "$") && !strings.HasPrefix(line, "    ") {
					if !strings.Contains(line, "  ") { // a table of many columns
						t.Errorf("%s at %d: %s", d.Name, width, line)
					}
				}
			}
		}
	}
	d := parse("X.md", []byte("# A title\n\nOne *two*\n[three](TOUR.md) `four`\n\n- item of\n  two lines\n  1. inner\n- next\n\n| a | b |\n| --- | ---: |\n| one two three four five six | x\\|y |\n\n## Next\n\n    code  as it is\n"))
	const want = `A TITLE

One two three
(doc/TOUR.md) ` + "`four`" + `

- item of two lines
  1. inner
- next

a                b
---------------  ---
one two three    x|y
four five six

NEXT

    code  as it is
`
	if got := d.Terminal(20); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSearch(t *testing.T) {
	a := parse("A.md", []byte("# Fruit\n\nAbout all.\n\n## Apples\n\nThey are red.\n\n    $ apple  --peel\n    1 core printed\n\n## Pears\n\nNo apple. Pineapples are no apples: 本因坊秀策 ate one.\n"))
	b := FromHelp("b", "Vegetables", "RED CABBAGE is no fruit.\n  kifudb eat 'red apple'    now\n\nMore of this.\n")
	list := []*Document{a, b}
	for _, test := range []struct{ words, want, line string }{
		{"apple", "Apples Pears Red cabbage", "$ [apple]  --peel"},
		{"APPLES", "Apples Pears", ""},
		{"red", "Red cabbage Apples", "[RED] CABBAGE is no fruit."},
		{"red apple", "Red cabbage Apples", ""},
		{"fruit red", "Red cabbage Apples", ""}, // in the text, and in the title
		{"--peel", "Apples", "$ apple  [--peel]"},
		{"秀策", "Pears", "No apple. Pineapples are no apples: 本因坊[秀策] ate one."},
		{"neapple", "", ""},
		{"printed", "", ""}, // by a command
		{"", "", ""},
		{"fruit nothing", "", ""},
	} {
		var got []string
		hits := Search(list, test.words)
		for _, hit := range hits {
			got = append(got, hit.Heading)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%q: %q, want %q", test.words, got, test.want)
		}
		if test.line == "" {
			continue
		}
		line := ""
		for _, piece := range hits[0].Line {
			if piece.Found {
				line += "[" + piece.Text + "]"
			} else {
				line += piece.Text
			}
		}
		if line != test.line {
			t.Errorf("%q: line %q, want %q", test.words, line, test.line)
		}
	}
}

// Headings of help texts are written small, but for words that have capitals in sentences, too.
func TestFromHelp(t *testing.T) {
	d := FromHelp("x", "Words, CSV and more", "Begin *so*.\n\nTHIS, THAT AND MORE are here.\n  kifudb a_b  [c](d)\n\nCSV is one.\n\nWAS IT FOUND? A search says.\n\nA sentence.\n")
	var got []string
	for _, s := range d.Sections() {
		got = append(got, s.Heading)
	}
	if want := "Words, CSV and more|This, that and more|CSV|Was it found?"; strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", got, want)
	}
	if text := d.Terminal(80); !strings.Contains(text, "Begin *so*.") || !strings.Contains(text, "    kifudb a_b  [c](d)\n") {
		t.Error(text)
	}
	one := FromLines("y", "y: a *title*", "  as\n\n    it # stands\n")
	if s := one.Sections(); len(s) != 1 || s[0].Heading != "y: a *title*" || strings.Join(s[0].Lines, "|") != "as|it # stands" {
		t.Errorf("%+v", s)
	}
}

// A long line is cut around the words.
func TestLongLine(t *testing.T) {
	d := parse("A.md", []byte("# A\n\n"+strings.Repeat("東西 ab ", 100)+"word "+strings.Repeat("cd ", 300)+"\n"))
	text := ""
	found := 0
	for _, piece := range Search([]*Document{d}, "word")[0].Line {
		text += piece.Text
		if piece.Found {
			found++
		}
	}
	if n := utf8.RuneCountInString(text); n > lineRunes+4 || n < lineRunes/2 || found != 1 || !utf8.ValidString(text) || !strings.HasPrefix(text, "… ") {
		t.Errorf("%d characters, %d found: %s", n, found, text)
	}
}
