package archive

import (
	"strings"
	"testing"
)

func TestSnippet(t *testing.T) {
	long := strings.Repeat("あ", 50)
	for _, test := range []struct {
		text   string
		marks  [][2]int
		want   string
		marked string // the marked pieces
	}{
		{"a ladder", [][2]int{{2, 8}}, "a «ladder»", "ladder"},
		{"no marks", nil, "no marks", ""},
		{long + "x" + long, [][2]int{{150, 151}}, "…" + long[:60] + "«x»" + long[:120] + "…", "x"},
		{"ko, Ko and KO", [][2]int{{0, 2}, {4, 6}, {11, 13}}, "«ko», Ko and KO", "ko Ko KO"},
		{"ko" + long + "ko", [][2]int{{0, 2}, {119, 125}, {152, 154}}, "«ko»" + long[:120] + "…", "ko あ"},
	} {
		hit := Hit{Text: test.text, Marks: test.marks}
		got := hit.Snippet()
		if got.Text != test.want || markedPieces(got) != test.marked {
			t.Errorf("snippet(%q, %v) is %q with %q, want %q with %q", test.text, test.marks, got.Text, markedPieces(got), test.want, test.marked)
		}
	}
}

// Marks stay at their words where snippets of several hits are joined.
func TestFoundMarks(t *testing.T) {
	g := &Game{ID: 7}
	for _, ref := range []string{"7@1", "7@n12", "7@3", "7@4"} {
		g.Hits = append(g.Hits, Hit{Ref: ref, Text: "耳赤 ladder " + ref, Marks: [][2]int{{7, 13}}})
	}
	g.Hits[1].Damaged = true
	got := g.Found()
	const want = "@1 耳赤 «ladder» 7@1 @n12 耳赤 «ladder» 7@n12 (damaged) @3 耳赤 «ladder» 7@3 +1"
	if got.Text != want || markedPieces(got) != "ladder ladder ladder" {
		t.Errorf("got %q with %q", got.Text, markedPieces(got))
	}
}

// markedPieces returns what is marked.
func markedPieces(m Marked) string {
	var list []string
	for _, p := range m.Marks {
		list = append(list, m.Text[p[0]:p[1]])
	}
	return strings.Join(list, " ")
}
